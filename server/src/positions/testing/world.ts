/** Test helpers for the rules: a market, a customer and rows as the facts of a command, and decisions formatted as text. */
import { expect } from 'vitest';
import { isHouseAccount } from '@candor/domain/ledger/account.ts';
import { sumsByCurrency } from '@candor/domain/ledger/journal.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { Effects, Facts, Head } from '../../commands/command.ts';
import { experienceCredits } from '../../identity/experience-credit.ts';
import { gates } from '../../identity/gates.ts';
import type { Gate } from '../../identity/gates.ts';
import { openGate, WALL } from '../../identity/testing/gate.ts';
import { instruments } from '../../quotes/catalogue.ts';
import { houseCovers } from '../cover.ts';
import { positions } from '../tables.ts';
import type { PositionRow } from '../tables.ts';

/** Wednesday, 15 November 2023, noon UTC: every session is open. */
export const WEDNESDAY = Date.UTC(2023, 10, 15, 12);
/** The following Saturday; forex reopens on Sunday at 22:00 UTC. */
export const SATURDAY = Date.UTC(2023, 10, 18, 12);
export const SUNDAY_OPENING = Date.UTC(2023, 10, 19, 22);
export const HEAD_SEQ = 7n;

export type World = {
  nowMs: number;
  enabled: boolean;
  card: boolean;
  gate: Partial<Gate>;
  contract: string;
  promo: string;
  creditUntilMs: number;
  /** Bid and ask by symbol. A symbol that is absent has no head. */
  quotes: Readonly<Record<string, readonly [string, string]>>;
  stale: boolean;
  /** Whether the newest entries are too old to fill an order. */
  aged: boolean;
  /** The last quote, which every head repeats, if the heads are gap entries. */
  quoted?: NonNullable<Head['quoted']>;
  lagging: boolean;
  /** Whether the published terms allow no new orders anywhere. */
  closed: boolean;
  house: Readonly<Record<string, string>>;
  rows: readonly PositionRow[];
  /** The number of additional open positions, on a separate pair. */
  openCount: number;
  tallies: Readonly<Record<string, string>>;
  /** The amount that the house accounts already owe, and open profits. */
  owed: string;
  openProfit: string;
  seqBefore: bigint;
};

const usual: World = {
  nowMs: WEDNESDAY,
  enabled: true,
  card: true,
  gate: {},
  contract: '10000',
  promo: '100',
  creditUntilMs: WEDNESDAY + 86_400_000,
  quotes: {
    'BTC/USDT': ['20000', '20010'],
    'EUR/USD': ['1.1', '1.1001'],
    'USD/JPY': ['150', '150.01'],
    'XAU/USD': ['2000', '2000.5'],
    'JPY/USDT': ['0.00666667', '0.00666667'],
  },
  stale: false,
  aged: false,
  lagging: false,
  closed: false,
  house: { trading: '1000000', insurance: '1000000', equity: '1000000' },
  rows: [],
  openCount: 0,
  tallies: {},
  owed: '0',
  openProfit: '0',
  seqBefore: HEAD_SEQ - 1n,
};

export function listed(symbol: string): ContractInstrument {
  const instrument = instruments.get(symbol);
  if (instrument === undefined) throw new Error(`expected an instrument ${symbol}, found none`);
  return instrument;
}

export function factsOf(change: Partial<World> = {}): Facts {
  const world = { ...usual, ...change };
  const free: Readonly<Record<string, string>> = { contract: world.contract, promo: world.promo };
  const head = (symbol: string): Head | undefined => {
    const quote = world.quotes[symbol];
    if (quote === undefined) return undefined;
    const [bid, ask] = [amount(quote[0]), amount(quote[1])];
    const { stale, lagging, closed, nowMs: timeMs, quoted } = world;
    const gap = quoted === undefined ? {} : { quoted };
    const age = { fillAgeMs: 1000, aged: world.aged };
    return { symbol, seq: HEAD_SEQ, timeMs, bid, ask, last: bid, stale, ...age, lagging, closed, ...gap };
  };
  return {
    book: 100_001n,
    nowMs: world.nowMs,
    wallMs: WALL,
    cancelOnly: false,
    stops: [],
    journalSeq: 5n,
    balance: (account) => amount(free[account] ?? '0'),
    balances: () => [],
    houseHas: (account, _, needed) => amount(world.house[account] ?? '0') >= needed,
    houseUpTo: (account, _, wanted) => {
      const held = amount(world.house[account] ?? '0');
      return held < wanted ? held : wanted;
    },
    tally: (name) => ({ value: amount(world.tallies[name] ?? '0'), raised: 0n }),
    countAlone: () => undefined,
    row: (table, id) => {
      if ((table as unknown) === gates) {
        return { ...openGate, leverEnabled: world.enabled, hasBankCard: world.card, ...world.gate } as never;
      }
      if ((table as unknown) === houseCovers) {
        const funds = Object.values(world.house).reduce((sum, held) => sum + amount(held), 0n);
        return { funds, owed: amount(world.owed), openProfit: amount(world.openProfit) } as never;
      }
      return world.rows.find((row) => row.id === id) as never;
    },
    openRows: (table) =>
      ((table as unknown) === experienceCredits
        ? [{ expiresMs: world.creditUntilMs }]
        : [
            ...world.rows.filter((row) => positions.isOpen(row)),
            ...Array.from({ length: world.openCount }, () => ({ symbol: 'GBP/USD' })),
          ]) as never,
    openCount: () => 0,
    counter: () => 0n,
    head,
    seqBefore: () => world.seqBefore,
    newId: () => 42n,
  };
}

/**
 * A long of 0.1 BTC, opened at 20,010 with leverage 10 at entry 3: notional 2,001, margin 200.1. The levels are 19,509.75 (75%)
 * and 19,209.6 (60%) for the warnings, and 19,009.5 for the liquidation.
 */
export function openRow(change: Partial<PositionRow> = {}): PositionRow {
  return {
    book: 100_001n,
    id: 42n,
    product: 'contract',
    symbol: 'BTC/USDT',
    side: 'long',
    type: 'market',
    status: 'open',
    reason: null,
    quantity: amount('0.1'),
    openQuantity: amount('0.1'),
    leverage: 10,
    collateral: 'contract',
    price: null,
    entryPrice: amount('20010'),
    entrySeq: 3n,
    entryMs: WEDNESDAY - 60_000,
    openFee: amount('1.0005'),
    feeRate: amount('0.0005'),
    financingRate: amount('0.0003'),
    initialMargin: amount('200.1'),
    margin: amount('200.1'),
    rate: amount('1'),
    rateSeq: null,
    placedRate: amount('1'),
    placedRateSeq: null,
    openRate: amount('1'),
    openRateSeq: null,
    financing: 0n,
    financedMs: WEDNESDAY - 60_000,
    nights: [],
    takeProfit: null,
    stopPrice: null,
    stopKind: null,
    trailing: null,
    warned: 0,
    armed: { margin: [1, '3'], financing: [1, '3'] },
    realisedPnl: 0n,
    closes: [],
    charge: 0n,
    gains: [],
    createdMs: WEDNESDAY - 60_000,
    createdSeq: 3n,
    fillAgeMs: 1000,
    worstPrice: null,
    asked: null,
    updatedMs: WEDNESDAY - 60_000,
    closedMs: null,
    endedSeq: null,
    cancel: null,
    change: null,
    placedDay: dayOf(WALL),
    openedDay: dayOf(WALL),
    staked: amount('200.1'),
    added: [],
    timeInForce: 'GTC',
    expiresMs: null,
    postOnly: false,
    clientOrderId: null,
    amendedMs: null,
    reduces: null,
    ...change,
  };
}

/** An order to buy 0.1 BTC at 19,900 with leverage 10. It holds 199 of margin and 0.995 of fee. */
export function restingRow(change: Partial<PositionRow> = {}): PositionRow {
  return openRow({
    type: 'limit',
    status: 'pending',
    openQuantity: 0n,
    price: amount('19900'),
    entryPrice: null,
    entrySeq: null,
    entryMs: null,
    openRate: null,
    openFee: amount('0.995'),
    initialMargin: amount('199'),
    margin: amount('199.995'),
    armed: { limit: [1, '3'] },
    openedDay: null,
    staked: amount('199'),
    ...change,
  });
}

export function entryAt(change: {
  bid: string;
  ask?: string;
  seq?: bigint;
  timeMs?: number;
  symbol?: string;
}): TapeEntry {
  const bid = amount(change.bid);
  const timeMs = change.timeMs ?? WEDNESDAY;
  return {
    symbol: change.symbol ?? 'BTC/USDT',
    seq: change.seq ?? HEAD_SEQ,
    timeMs,
    feedTimeMs: timeMs,
    bid,
    ask: change.ask === undefined ? bid : amount(change.ask),
    last: bid,
    volume: 0n,
  };
}

type Written = Omit<Effects<unknown>, 'answer'>;

/** Returns "contract -1.5, fees +1.5" for every journal, and expects each to sum to zero. */
export function posted({ journals = [] }: Written): string[] {
  return journals.map(({ kind, postings }) => {
    for (const [currency, sum] of sumsByCurrency(postings)) expect([currency, sum]).toEqual([currency, 0n]);
    const lines = postings.map(({ account, amount: moved }) => {
      return `${account} ${moved > 0n ? '+' : ''}${formatAmount(moved)}`;
    });
    return `${kind}: ${lines.join(', ')}`;
  });
}

/** Returns the total of all journals' postings to the customer, available and frozen. */
export function gainedByCustomer({ journals = [] }: Written): string {
  const mine = journals.flatMap(({ postings }) => postings).filter((one) => !isHouseAccount(one.account));
  return formatAmount(mine.reduce((sum, one) => sum + one.amount, 0n));
}

export function rowAfter({ puts = [] }: Written): PositionRow {
  const [only] = puts;
  if (only === undefined || puts.length !== 1)
    throw new Error(`expected one written row, got ${puts.length}`);
  return only.row as PositionRow;
}

/** Returns "stop 19000 v2 after 7", or "stop off v2". */
export function armed({ armings = [] }: Written): string[] {
  return armings.map(({ kind, level, version, armedSeq, condition }) => {
    const part = kind.replace('position_', '');
    if (level === null) return `${part} off v${version}`;
    const text = condition === 'time_at_or_after' ? level.toString() : formatAmount(level);
    return `${part} ${text} v${version} after ${armedSeq}`;
  });
}
