/** What a firm price and an exchange are answered: a row a case, the outcome last, in order of precedence. */
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
  /** The ask of each coin at the entry that the quote is held against. */
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

/** What the quotes before left: their instants, so many minutes ago. */
const unused = (...minutesAgo: readonly number[]): Partial<World> => ({
  quote: { unusedMs: minutesAgo.map((minutes) => WALL - minutes * 60_000) },
});
const FOR_100 = '0.0049875 for 100, fee 0.2';
const FROZEN = { status: 'frozen' } as const;
const PAUSED = { timeOutUntilMs: WALL + 5 } as const;
const STALE = { stale: true };

const quotes: [what: string, asked: Partial<Asked>, world: Partial<World>, outcome: string][] = [
  ['a coin', {}, {}, '0.0049875 for 100, fee 0.2'],
  ['money', { from: 'BTC', to: 'USDT', amount: '0.01' }, {}, '199.6 for 0.01, fee 0.4'],
  ['a coin for a coin', { from: 'BTC', to: 'ETH', amount: '0.01' }, {}, '0.19940059 for 0.01, fee 0.4'],
  ['all that is held', { amount: '1000' }, {}, '0.04987506 for 1000, fee 2'],
  ['frozen', {}, { gate: FROZEN, open: false }, 'account_frozen'],
  ['paused', {}, { gate: PAUSED, open: false }, 'timed_out'],
  [
    'leaving while paused',
    { from: 'BTC', to: 'USDT', amount: '0.01' },
    { gate: PAUSED },
    '199.6 for 0.01, fee 0.4',
  ],
  ['not open', {}, { open: false, btcHead: null }, 'pair_not_active'],
  ['somebody who let go of two', {}, unused(59, 1), FOR_100],
  ['somebody who let go of three', {}, unused(59, 30, 0), 'quotes_exhausted 3 in 60 s'],
  [
    'somebody who let go of more than is allowed by now',
    {},
    unused(50, 40, 30, 20, 10),
    'quotes_exhausted 3 in 1800 s',
  ],
  ['somebody who let go of the first an hour ago', {}, unused(60, 30, 0), FOR_100],
  ['somebody ahead by another process’s clock', {}, unused(59, 1, -0.1), 'quotes_exhausted 3 in 60 s'],
  ['somebody before the clock was set back', {}, unused(-300, -200, -100), FOR_100],
  ['who let go of three while none is open', {}, { ...unused(3, 2, 1), open: false }, 'pair_not_active'],
  [
    'who let go of three without a price',
    {},
    { ...unused(3, 2, 1), btcHead: null },
    'quotes_exhausted 3 in 3420 s',
  ],
  ['no price', {}, { btcHead: null, usdt: '0' }, 'trading_closed to'],
  ['no fresh price', {}, { btcHead: STALE, usdt: '0' }, 'trading_closed to'],
  [
    'no fresh price of what is given',
    { from: 'BTC', to: 'ETH' },
    { btcHead: STALE, eth: null },
    'trading_closed from',
  ],
  ['closed by its hours', { to: 'EUR' }, { nowMs: 1_700_321_600_000 }, 'market_closed to'],
  ['a coin that is not sold now', {}, { btcHead: { closed: true } }, 'pair_not_active to'],
  [
    'out of such a coin',
    { from: 'BTC', to: 'USDT', amount: '0.01' },
    { btcHead: { closed: true } },
    '199.6 for 0.01, fee 0.4',
  ],
  ['what fires is behind', {}, { btcHead: { lagging: true } }, 'busy'],
  ['too much', { amount: '5000.00000001' }, {}, 'exchange_too_large amount'],
  ['too much of a coin', { from: 'BTC', to: 'ETH', amount: '0.25000001' }, {}, 'exchange_too_large amount'],
  ['too little', { amount: '0.00000001' }, { usdt: '0' }, 'exchange_too_small amount'],
  ['more than is held', { amount: '1000.00000001' }, { inventory: '0' }, 'balance_insufficient amount'],
  [
    'more of a coin than is held',
    { from: 'BTC', to: 'ETH', amount: '0.2' },
    { btc: '0.1' },
    'coins_insufficient amount',
  ],
  ['more than the house has', {}, { inventory: '0.00498749' }, 'liquidity_insufficient amount'],
];

test.each(quotes)('a price for %s', (_, asked, world, outcome) => {
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

/** The quote that a price for 100 USDT of BTC left. */
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
  ['as it was quoted', {}, {}, 'done'],
  ['to the last moment', {}, { wallMs: WALL + 9_999 }, 'done'],
  ['at a price that has moved a little', {}, { seen: '20020' }, 'done'],
  ['at one that rose by more than half the fee', {}, { seen: '20031' }, 'quote_expired'],
  ['at one that fell by more than half the fee', {}, { seen: '19989' }, 'quote_expired'],
  ['without a quote in time', {}, { seen: undefined }, 'trading_closed'],
  ['of terms that closed since', {}, { open: false }, 'done'],
  ['while what fires is behind', {}, { btcHead: { lagging: true } }, 'done'],
  ['by somebody frozen since', {}, { gate: FROZEN, quote: undefined }, 'account_frozen'],
  ['by somebody who paused since', {}, { gate: PAUSED }, 'timed_out'],
  ['of another number', { number: 41n }, { btcHead: STALE }, 'quote_expired'],
  ['of another amount', { amount: '100.00000001' }, {}, 'quote_expired'],
  ['into another coin', { to: 'ETH' }, {}, 'quote_expired'],
  ['the other way round', { from: 'BTC', to: 'USDT' }, {}, 'quote_expired'],
  ['too late', {}, { wallMs: WALL + 10_000 }, 'quote_expired'],
  ['in a market that has gone on for a minute', {}, { nowMs: usual.nowMs + 59_999 }, 'done'],
  ['in a market set forward', {}, { nowMs: usual.nowMs + 60_000 }, 'quote_expired'],
  ['in a market set back', {}, { nowMs: usual.nowMs - 60_000 }, 'quote_expired'],
  ['after the wall clock was set back', {}, { wallMs: WALL - 10_000 }, 'quote_expired'],
  ['once it was used', {}, { quote: { ...firm(), used: true } }, 'quote_expired'],
  ['that nobody asked for', {}, { quote: undefined }, 'quote_expired'],
  ['without a price', {}, { btcHead: null, usdt: '0' }, 'trading_closed'],
  ['without a fresh price', {}, { btcHead: STALE, usdt: '0' }, 'trading_closed'],
  ['without the money', {}, { usdt: '99.99999999', inventory: '0' }, 'balance_insufficient'],
  ['without an inventory', {}, { inventory: '0' }, 'liquidity_insufficient'],
];

function supportAt(seen: string | undefined) {
  if (seen === undefined) return undefined;
  const ask = amount(seen);
  const entry = (symbol: string) => [symbol, { symbol, seq: 9n, bid: ask - amount('10'), ask }] as const;
  return { askedMs: 5, entries: new Map(['BTC/USDT', 'ETH/USDT'].map(entry)) };
}

test.each(carried)('an exchange %s', (_, asked, world, outcome) => {
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

test('a quote is counted with those of the last hour until it is carried out', () => {
  const quote = firm(unused(61, 10));
  expect(quote.unusedMs).toEqual([WALL - 600_000, WALL]);
  const held = { ...route(buying), amount: amount('100'), number: 42n, jurisdictions: 'demo' } as const;
  const order = { ...held, support: supportAt('20010') };
  const decided = decideExchange(order, facts({ quote, wallMs: WALL + 5000 }));
  expect(decided.ok && decided.value.puts?.[0]?.row).toMatchObject({ unusedMs: [WALL - 600_000] });
});
