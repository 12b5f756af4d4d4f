/** Test helpers for the rules: a market and a customer as the facts of a command, and example tickets and entries. */
import { amount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import type { Effects, Facts, Head } from '../../../commands/command.ts';
import { experienceCredits } from '../../../identity/experience-credit.ts';
import { gates } from '../../../identity/gates.ts';
import type { Gate } from '../../../identity/gates.ts';
import { openGate, WALL } from '../../../identity/testing/gate.ts';
import { WEDNESDAY } from '../../../positions/testing/world.ts';
import { exposureCounter } from '../money.ts';
import { tickets } from '../tables.ts';
import type { TicketRow } from '../tables.ts';
import { unshared } from '../../../commands/testing/unshared.ts';

export const HEAD_SEQ = 7n;

export type World = {
  nowMs: number;
  card: boolean;
  /** Deviations from the default customer's gate. */
  gate: Partial<Gate>;
  /** Available balances: the option account by currency, and experience credit as `promo`. */
  free: Readonly<Record<string, string>>;
  promo: string;
  creditUntilMs: number;
  /** Bid and ask. A symbol without a quote here has no newest entry. */
  quotes: Readonly<Record<string, readonly [string, string]>>;
  /** The symbols whose newest entry is too old, and those with too many triggers that the engine has yet to fire. */
  stale: readonly string[];
  lagging: readonly string[];
  closed: readonly string[];
  /** The balance of each house account, in every currency. */
  house: Readonly<Record<string, string>>;
  /** The total profit that open tickets on the symbol can still win. */
  exposure: string;
  rows: readonly TicketRow[];
};

const usual: World = {
  nowMs: WEDNESDAY + 250,
  card: true,
  gate: {},
  free: { USDT: '10000', BTC: '1', ETH: '10' },
  promo: '100',
  creditUntilMs: WEDNESDAY + 86_400_000,
  quotes: {
    'BTC/USDT': ['20000', '20010'],
    'ETH/USDT': ['3000', '3000.5'],
    'EUR/USD': ['1.1', '1.1001'],
    'XAU/USD': ['2000', '2000.5'],
  },
  stale: [],
  lagging: [],
  closed: [],
  house: { trading: '1000000', option_escrow: '1000000' },
  exposure: '0',
  rows: [],
};

export function factsOf(change: Partial<World> = {}): Facts {
  const world = { ...usual, ...change };
  const head = (symbol: string): Head | undefined => {
    const quote = world.quotes[symbol];
    if (quote === undefined) return undefined;
    const [bid, ask] = [amount(quote[0]), amount(quote[1])];
    const [stale, lagging] = [world.stale.includes(symbol), world.lagging.includes(symbol)];
    const closed = world.closed.includes(symbol);
    const of = { symbol, seq: HEAD_SEQ, timeMs: world.nowMs, fillAgeMs: 1000, aged: false };
    return { ...of, bid, ask, last: bid, stale, lagging, closed };
  };
  return {
    book: 100_001n,
    nowMs: world.nowMs,
    wallMs: WALL,
    cancelOnly: false,
    stops: [],
    journalSeq: 5n,
    balance: (account, currency) => amount(account === 'promo' ? world.promo : (world.free[currency] ?? '0')),
    balances: () => [],
    houseHas: (account, _, needed) => amount(world.house[account] ?? '0') >= needed,
    ...unshared,
    row: (table, id) => {
      if ((table as unknown) === gates) {
        return { ...openGate, hasBankCard: world.card, ...world.gate } as never;
      }
      return world.rows.find((row) => row.id === id) as never;
    },
    openRows: (table) =>
      ((table as unknown) === experienceCredits
        ? [{ expiresMs: world.creditUntilMs }]
        : world.rows.filter((row) => tickets.isOpen(row))) as never,
    openCount: () => 0,
    counter: (name) => {
      if (!name.startsWith(exposureCounter(''))) throw new Error(`expected a counter ${name}, found none`);
      return amount(world.exposure);
    },
    head,
    newId: () => 42n,
  };
}

/** A 30 s "up" ticket on BTC with a stake of 100 USDT and a profit of 80, accepted at entry 7, 250 ms after noon. */
export function ticketRow(change: Partial<TicketRow> = {}): TicketRow {
  return {
    book: 100_001n,
    id: 42n,
    product: 'crypto',
    symbol: 'BTC/USDT',
    side: 'up',
    seconds: 30,
    currency: 'USDT',
    source: 'option',
    stake: amount('100'),
    payoutRatio: amount('0.8'),
    profit: amount('80'),
    stakeUsdt: amount('100'),
    profitUsdt: amount('80'),
    status: 'open',
    reason: null,
    acceptedMs: WEDNESDAY + 250,
    acceptedWallMs: WALL,
    acceptedSeq: HEAD_SEQ,
    expiresMs: WEDNESDAY + 30_000,
    strike: null,
    strikeMs: null,
    strikeSeq: null,
    struckFromMs: null,
    settle: null,
    settleSeq: null,
    settledMs: null,
    pnl: 0n,
    placedDay: dayOf(WALL),
    endedDay: null,
    ...change,
  };
}

type Written = Omit<Effects<unknown>, 'answer'>;

export function counted({ counts = [] }: Written): [string, Amount][] {
  return counts.map(({ counter, by }) => [counter, by]);
}

export function ticketsAfter({ puts = [] }: Written): TicketRow[] {
  return puts.map(({ table, row }) => {
    if (table.name !== tickets.name) throw new Error(`expected a ticket's row, found a row of ${table.name}`);
    return row as TicketRow;
  });
}

export function ticketAfter(written: Written): TicketRow {
  const [only, ...more] = ticketsAfter(written);
  if (only === undefined || more.length > 0)
    throw new Error(`expected one written ticket, found ${more.length + 1}`);
  return only;
}

/** Renders triggers as "strike clock_at_or_after 0 v1 after 7", or "strike off v1". */
export function armed({ armings = [] }: Written): string[] {
  return armings.map(({ symbol, kind, row, level, version, armedSeq, condition }) => {
    const part = `${symbol} ${row} ${kind.replace('option_', '')}`;
    return level === null
      ? `${part} off v${version}`
      : `${part} ${condition} ${level} v${version} after ${armedSeq}`;
  });
}
