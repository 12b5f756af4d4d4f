/** Rules for firm quotes and exchanges: one row per case, with the expected outcome last, in order of precedence. */
import { expect, test } from 'vitest';
import type { Instrument } from '@candor/domain/market/instrument.ts';
import { amount } from '@candor/domain/money/amount.ts';
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Facts, Head } from '../../commands/command.ts';
import { gates } from '../../identity/gates.ts';
import type { Gate } from '../../identity/gates.ts';
import { openGate, WALL } from '../../identity/testing/gate.ts';
import { instrumentOf } from '../../quotes/catalogue.ts';
import { decideExchange, decideQuote } from './rules.ts';
import { exchangeQuotes } from './tables.ts';
import type { QuoteRow } from './tables.ts';
import { unshared } from '../../commands/testing/unshared.ts';

const btc = instrumentOf('BTC/USDT') as Instrument;
const eth = instrumentOf('ETH/USDT') as Instrument;
const eur = { ...eth, calendar: 'forex' } as Instrument;
const coins: Readonly<Record<string, Instrument | undefined>> = { BTC: btc, ETH: eth, EUR: eur };

type World = {
  usdt: string;
  btc: string;
  eth: Partial<Head> | null;
  btcHead: Partial<Head> | null;
  inventory: string;
  gate: Partial<Gate>;
  open: boolean;
  wallMs: number;
  nowMs: number;
  quote: Partial<QuoteRow> | undefined;
  /** Each coin's ask at the tape entry against which the quote is checked. */
  seen: string | undefined;
};
const usual: World = {
  ...{ usdt: '1000', btc: '1', eth: {}, btcHead: {}, inventory: '1000000', gate: {}, open: true },
  wallMs: WALL,
  nowMs: 1_700_000_000_000,
  quote: undefined,
  seen: '20010',
};

function facts(change: Partial<World>): Facts {
  const world = { ...usual, ...change };
  const balances: Record<string, bigint> = { USDT: amount(world.usdt), BTC: amount(world.btc) };
  const head = (symbol: string): Head | undefined => {
    const state = symbol === 'BTC/USDT' ? world.btcHead : world.eth;
    if (state === null) return undefined;
    const [bid, ask] = symbol === 'BTC/USDT' ? [20_000n, 20_010n] : [1000n, 1001n];
    const one = 100_000_000n;
    return {
      ...{
        symbol,
        seq: 7n,
        timeMs: 1,
        last: bid * one,
        stale: false,
        lagging: false,
        fillAgeMs: 1000,
        aged: false,
      },
      ...{ bid: bid * one, ask: ask * one, ...state },
    };
  };
  return {
    book: 100_001n,
    nowMs: world.nowMs,
    wallMs: world.wallMs,
    cancelOnly: false,
    stops: [],
    journalSeq: 5n,
    balance: (account, currency) => (account === 'spot' ? (balances[currency] ?? 0n) : 0n),
    balances: () => [],
    houseHas: (account, _, needed) => account === 'inventory' && amount(world.inventory) >= needed,
    ...unshared,
    row: (table, id) => {
      if ((table as unknown) === gates) return { ...openGate, ...world.gate } as never;
      return (table as unknown) === exchangeQuotes && id === 0n ? (world.quote as never) : undefined;
    },
    ...{ openRows: () => [], openCount: () => 0, counter: () => 0n, newId: () => 42n, head },
  };
}

type Asked = { from: string; to: string; amount: string };
const route = ({ from, to }: Asked) => ({ from, to, sold: coins[from], bought: coins[to] });
const buying: Asked = { from: 'USDT', to: 'BTC', amount: '100' };

function quoted(asked: Partial<Asked>, change: Partial<World>) {
  const given = { ...buying, ...asked };
  const terms = {
    open: change.open ?? true,
    ...{ feeRate: amount('0.002'), maxUsdt: amount('5000'), unusedMax: 3 },
  };
  return decideQuote(
    { ...route(given), amount: amount(given.amount), termsAt: () => terms, jurisdictions: 'demo' },
    facts(change),
  );
}

/** Earlier quotes that were issued this many minutes ago and not used. */
const unused = (...minutesAgo: readonly number[]): Partial<World> => ({
  quote: { unusedMs: minutesAgo.map((minutes) => WALL - minutes * 60_000) },
});
const FOR_100 = '0.0049875 for 100, fee 0.2';
const FROZEN = { status: 'frozen' } as const;
const PAUSED = { timeOutUntilMs: WALL + 5 } as const;
const STALE = { stale: true };

const quotes: [what: string, asked: Partial<Asked>, world: Partial<World>, outcome: string][] = [
  ['accepts USDT for a coin', {}, {}, '0.0049875 for 100, fee 0.2'],
  ['accepts a coin for USDT', { from: 'BTC', to: 'USDT', amount: '0.01' }, {}, '199.6 for 0.01, fee 0.4'],
  [
    'accepts a coin for a coin',
    { from: 'BTC', to: 'ETH', amount: '0.01' },
    {},
    '0.19940059 for 0.01, fee 0.4',
  ],
  ['accepts the whole balance', { amount: '1000' }, {}, '0.04987506 for 1000, fee 2'],
  ['rejects a frozen account', {}, { gate: FROZEN, open: false }, 'account_frozen'],
  ['rejects a paused account', {}, { gate: PAUSED, open: false }, 'timed_out'],
  [
    'accepts an exit during a pause',
    { from: 'BTC', to: 'USDT', amount: '0.01' },
    { gate: PAUSED },
    '199.6 for 0.01, fee 0.4',
  ],
  ['rejects a closed exchange', {}, { open: false, btcHead: null }, 'pair_not_active'],
  ['accepts a customer with two unused quotes', {}, unused(59, 1), FOR_100],
  ['rejects a customer with three unused quotes', {}, unused(59, 30, 0), 'quotes_exhausted 3 in 60 s'],
  [
    'rejects a customer above the lowered limit',
    {},
    unused(50, 40, 30, 20, 10),
    'quotes_exhausted 3 in 1800 s',
  ],
  ['accepts a customer whose first unused quote is an hour old', {}, unused(60, 30, 0), FOR_100],
  [
    'rejects a customer whose quotes are ahead by another process’s clock',
    {},
    unused(59, 1, -0.1),
    'quotes_exhausted 3 in 60 s',
  ],
  ['accepts a customer after the clock was set back', {}, unused(-300, -200, -100), FOR_100],
  [
    'reports a closed exchange before unused quotes',
    {},
    { ...unused(3, 2, 1), open: false },
    'pair_not_active',
  ],
  [
    'reports unused quotes before a missing price',
    {},
    { ...unused(3, 2, 1), btcHead: null },
    'quotes_exhausted 3 in 3420 s',
  ],
  ['rejects a coin without a price', {}, { btcHead: null, usdt: '0' }, 'trading_closed to'],
  ['rejects a coin without a fresh price', {}, { btcHead: STALE, usdt: '0' }, 'trading_closed to'],
  [
    'rejects a sold coin without a fresh price',
    { from: 'BTC', to: 'ETH' },
    { btcHead: STALE, eth: null },
    'trading_closed from',
  ],
  ['rejects a market outside its session', { to: 'EUR' }, { nowMs: 1_700_321_600_000 }, 'market_closed to'],
  [
    'rejects the purchase of a coin in a closed market',
    {},
    { btcHead: { closed: true } },
    'pair_not_active to',
  ],
  [
    'accepts an exit from a coin in a closed market',
    { from: 'BTC', to: 'USDT', amount: '0.01' },
    { btcHead: { closed: true } },
    '199.6 for 0.01, fee 0.4',
  ],
  ['refuses a market whose engine is behind as busy', {}, { btcHead: { lagging: true } }, 'busy'],
  ['rejects an amount above the maximum', { amount: '5000.00000001' }, {}, 'exchange_too_large amount'],
  [
    'rejects a coin amount above the maximum',
    { from: 'BTC', to: 'ETH', amount: '0.25000001' },
    {},
    'exchange_too_large amount',
  ],
  ['rejects an amount too small', { amount: '0.00000001' }, { usdt: '0' }, 'exchange_too_small amount'],
  [
    'rejects more than the balance',
    { amount: '1000.00000001' },
    { inventory: '0' },
    'balance_insufficient amount',
  ],
  [
    'rejects more than the coin balance',
    { from: 'BTC', to: 'ETH', amount: '0.2' },
    { btc: '0.1' },
    'coins_insufficient amount',
  ],
  ['rejects more than the house has', {}, { inventory: '0.00498749' }, 'liquidity_insufficient amount'],
];

test.each(quotes)('the rule for quotes %s', (_, asked, world, outcome) => {
  const decided = quoted(asked, world);
  if (!decided.ok) {
    const { code, field = '', params } = decided.refusal;
    const seconds = Number(params?.['until']) - WALL / 1000;
    const told = code === 'quotes_exhausted' ? `${params?.['max']} in ${seconds} s` : field;
    expect(`${code} ${told}`.trim()).toBe(outcome);
    return;
  }
  const { answer, puts, journals } = decided.value;
  expect(`${answer.to_amount} for ${answer.from_amount}, fee ${answer.fee}`).toBe(outcome);
  expect([answer.quote_id, answer.valid_ms, journals]).toEqual(['42', 10_000, undefined]);
  expect(puts?.[0]?.row).toMatchObject({ id: 0n, number: 42n, expiresMs: WALL + 10_000, used: false });
});

/** The quote of 100 USDT for BTC. */
function firm(world: Partial<World> = {}): QuoteRow {
  const decided = quoted({}, world);
  if (!decided.ok) throw new Error(decided.refusal.code);
  return decided.value.puts?.[0]?.row as QuoteRow;
}

const carried: [
  what: string,
  asked: Partial<Asked> & { number?: bigint },
  world: Partial<World>,
  outcome: string,
][] = [
  ['executes as quoted', {}, {}, 'done'],
  ['executes in the last millisecond of the quote', {}, { wallMs: WALL + 9_999 }, 'done'],
  ['executes at a price that moved slightly', {}, { seen: '20020' }, 'done'],
  ['refuses a price that rose by more than half the fee', {}, { seen: '20031' }, 'quote_expired'],
  ['refuses a price that fell by more than half the fee', {}, { seen: '19989' }, 'quote_expired'],
  ['refuses if no price arrives in time', {}, { seen: undefined }, 'trading_closed'],
  ['executes although the exchange has since been closed', {}, { open: false }, 'done'],
  ['executes while the engine is behind', {}, { btcHead: { lagging: true } }, 'done'],
  ['refuses a customer who has since been frozen', {}, { gate: FROZEN, quote: undefined }, 'account_frozen'],
  ['refuses a customer who has since paused', {}, { gate: PAUSED }, 'timed_out'],
  ['refuses a quote number other than the current one', { number: 41n }, { btcHead: STALE }, 'quote_expired'],
  ['refuses an amount other than the quoted one', { amount: '100.00000001' }, {}, 'quote_expired'],
  ['refuses a coin other than the quoted one', { to: 'ETH' }, {}, 'quote_expired'],
  ['refuses the opposite direction', { from: 'BTC', to: 'USDT' }, {}, 'quote_expired'],
  ['refuses an expired quote', {}, { wallMs: WALL + 10_000 }, 'quote_expired'],
  ['executes after just under a minute of market time', {}, { nowMs: usual.nowMs + 59_999 }, 'done'],
  ['refuses after the market clock was set forward', {}, { nowMs: usual.nowMs + 60_000 }, 'quote_expired'],
  ['refuses after the market clock was set back', {}, { nowMs: usual.nowMs - 60_000 }, 'quote_expired'],
  ['refuses after the wall clock was set back', {}, { wallMs: WALL - 10_000 }, 'quote_expired'],
  ['refuses a used quote', {}, { quote: { ...firm(), used: true } }, 'quote_expired'],
  ['refuses without a quote', {}, { quote: undefined }, 'quote_expired'],
  ['refuses without a price', {}, { btcHead: null, usdt: '0' }, 'trading_closed'],
  ['refuses without a fresh price', {}, { btcHead: STALE, usdt: '0' }, 'trading_closed'],
  [
    'refuses without a sufficient balance',
    {},
    { usdt: '99.99999999', inventory: '0' },
    'balance_insufficient',
  ],
  ['refuses without a sufficient inventory', {}, { inventory: '0' }, 'liquidity_insufficient'],
];

function supportAt(seen: string | undefined) {
  if (seen === undefined) return undefined;
  const ask = amount(seen);
  const entry = (symbol: string) => [symbol, { symbol, seq: 9n, bid: ask - amount('10'), ask }] as const;
  return { askedMs: 5, entries: new Map(['BTC/USDT', 'ETH/USDT'].map(entry)) };
}

test.each(carried)('the rule for executions %s', (_, asked, world, outcome) => {
  const { number, ...change } = { number: 42n, ...asked };
  const { seen } = { ...usual, ...world };
  const given = { ...buying, ...change };
  const decided = decideExchange(
    {
      ...route(given),
      amount: amount(given.amount),
      number,
      support: supportAt(seen),
      jurisdictions: 'demo',
    },
    facts({ quote: firm(), ...world }),
  );
  expect(decided.ok ? 'done' : decided.refusal.code).toBe(outcome);
  if (!decided.ok) return;
  const { journals, puts, appends } = decided.value;
  expect(journals?.[0]?.ref).toBe('exchange:42');
  expect(
    journals?.[0]?.postings.map((one) => `${one.account} ${one.currency} ${formatAmount(one.amount)}`),
  ).toEqual([
    'spot USDT -100',
    'inventory BTC -0.0049875',
    'inventory USDT 99.799875',
    'fees USDT 0.2',
    'rounding USDT 0.000125',
    'spot BTC 0.0049875',
  ]);
  expect(puts?.[0]?.row).toMatchObject({ used: true });
  expect(appends?.[0]?.row).toMatchObject({
    id: 42n,
    journalSeq: 5n,
    legs: [{ tapeSeq: 7, seenSeq: 9 }],
    askedMs: 5,
  });
});

test('counts a quote as unused until it is executed', () => {
  const quote = firm(unused(61, 10));
  expect(quote.unusedMs).toEqual([WALL - 600_000, WALL]);
  const held = { ...route(buying), amount: amount('100'), number: 42n, jurisdictions: 'demo' } as const;
  const order = { ...held, support: supportAt('20010') };
  const decided = decideExchange(order, facts({ quote, wallMs: WALL + 5000 }));
  expect(decided.ok && decided.value.puts?.[0]?.row).toMatchObject({ unusedMs: [WALL - 600_000] });
});
