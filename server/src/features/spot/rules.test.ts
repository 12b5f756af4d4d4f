/** Decisions on spot orders: one case per row, with the expected outcome last. */
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { ContractInstrument } from '@candor/domain/market/instrument.ts';
import { sumsByCurrency } from '@candor/domain/ledger/journal.ts';
import type { Facts, Head } from '../../commands/command.ts';
import { gates } from '../../identity/gates.ts';
import type { Gate } from '../../identity/gates.ts';
import { openGate, WALL } from '../../identity/testing/gate.ts';
import { instrumentOf, instruments } from '../../quotes/catalogue.ts';
import { decideCancel } from './cancelling.ts';
import { decideFiring } from './resting.ts';
import { decideConversion } from './conversion.ts';
import type { CoinOrder } from './conversion.ts';
import { decideOrder } from './rules.ts';
import type { PairOrder } from './rules.ts';
import type { SpotOrderRow } from './tables.ts';
import { spotOrders } from './tables.ts';
import { unshared } from '../../commands/testing/unshared.ts';

const btc = instrumentOf('BTC/USDT') as ContractInstrument;
const eth = instrumentOf('ETH/USDT') as ContractInstrument;

type World = {
  usdt: string;
  btc: string;
  /** Bid and ask of BTC/USDT; null if the tape has no entry. */
  quote: [string, string] | null;
  stale: boolean;
  /** Whether the newest entry is too old for a fill. */
  aged: boolean;
  lagging: boolean;
  /** The symbols closed to buying by published terms. */
  closed: readonly string[];
  inventory: string;
  rows: readonly SpotOrderRow[];
  gate: Gate;
};
const usual: World = {
  usdt: '1000',
  btc: '1',
  quote: ['20000', '20010'],
  stale: false,
  aged: false,
  lagging: false,
  closed: [],
  inventory: '1000000',
  rows: [],
  gate: openGate,
};

function facts(change: Partial<World> = {}): Facts {
  const world = { ...usual, ...change };
  const balances: Record<string, bigint> = { USDT: amount(world.usdt), BTC: amount(world.btc) };
  const head = (symbol: string): Head | undefined => {
    const quote = symbol === 'BTC/USDT' ? world.quote : (['1000', '1001'] as const);
    if (quote === null) return undefined;
    const [bid, ask] = quote;
    return {
      symbol,
      seq: 7n,
      timeMs: 1,
      bid: amount(bid),
      ask: amount(ask),
      last: amount(bid),
      stale: world.stale,
      fillAgeMs: 1000,
      aged: world.aged,
      lagging: world.lagging,
      closed: world.closed.includes(symbol),
    };
  };
  return {
    book: 100_001n,
    nowMs: 1_700_000_000_000,
    wallMs: WALL,
    cancelOnly: false,
    stops: [],
    journalSeq: 1n,
    balance: (account, currency) => (account === 'spot' ? (balances[currency] ?? 0n) : 0n),
    balances: () => [],
    houseHas: (_, __, needed) => amount(world.inventory) >= needed,
    ...unshared,
    row: (table, id) =>
      (table as unknown) === gates
        ? (world.gate as never)
        : (table as unknown) === spotOrders
          ? (world.rows.find((row) => row.id === id) as never)
          : undefined,
    openRows: () => [],
    openCount: () => 0,
    counter: () => 0n,
    head,
    newId: () => 42n,
  };
}

function order(
  change: Partial<Record<keyof PairOrder, string>> = {},
  terms: Partial<ContractInstrument> = {},
): PairOrder {
  const read = (text: string | undefined) => (text === undefined ? undefined : amount(text));
  return {
    instrument: btc,
    termsAt: (configured) => ({ ...configured, ...terms }),
    side: (change.side ?? 'buy') as PairOrder['side'],
    type: (change.type ?? 'market') as PairOrder['type'],
    quantity: read(change.quantity),
    amount: read(change.amount),
    price: read(change.price),
    worstPrice: read(change.worstPrice),
    feeRateShown: read(change.feeRateShown),
    jurisdictions: 'demo',
  };
}

/** Renders a decision as "filled, buy 0.01 at 20010 fee 0.2001", as "open", or as the refusal and its field. */
function told(decision: ReturnType<typeof decideOrder>): string {
  if (!decision.ok) return `${decision.refusal.code} ${decision.refusal.field ?? ''}`.trim();
  for (const { postings } of decision.value.journals ?? []) {
    for (const [currency, sum] of sumsByCurrency(postings)) expect([currency, sum]).toEqual([currency, 0n]);
  }
  const { status, legs } = decision.value.answer;
  return [status, ...legs.map((leg) => `${leg.side} ${leg.quantity} at ${leg.price} fee ${leg.fee}`)].join(
    ', ',
  );
}

type Row = [string, Partial<Record<keyof PairOrder, string>>, Partial<World>, string];
const rows: Row[] = [
  ['a market buy', { quantity: '0.01' }, {}, 'filled, buy 0.01 at 20010 fee 0.2001'],
  ['a market sell', { side: 'sell', quantity: '0.01' }, {}, 'filled, sell 0.01 at 20000 fee 0.2'],
  ['a buy for an amount', { amount: '100' }, {}, 'filled, buy 0.00499 at 20010 fee 0.0998499'],
  ['a buy below the minimum', { amount: '1' }, {}, 'amount_below_minimum amount'],
  ['a quantity of zero', { quantity: '0' }, {}, 'quantity_below_minimum quantity'],
  ['a quantity off step', { quantity: '0.010001' }, {}, 'quantity_off_step quantity'],
  ['a quantity above the maximum', { quantity: '100.00001' }, {}, 'quantity_above_maximum quantity'],
  ['more than the balance', { quantity: '0.05' }, {}, 'balance_insufficient quantity'],
  [
    'a value within the balance that exceeds it with the fee',
    { quantity: '0.01' },
    { usdt: '200.1' },
    'balance_insufficient quantity',
  ],
  [
    'a value that equals the balance with the fee',
    { quantity: '0.01' },
    { usdt: '200.3001' },
    'filled, buy 0.01 at 20010 fee 0.2001',
  ],
  ['more coins than held', { side: 'sell', quantity: '1.1' }, {}, 'coins_insufficient quantity'],
  [
    'a price equal to or better than the worst price',
    { quantity: '0.01', worstPrice: '20010' },
    {},
    'filled, buy 0.01 at 20010 fee 0.2001',
  ],
  [
    'a price worse than the worst price',
    { quantity: '0.01', worstPrice: '20009.99' },
    {},
    'price_moved worst_price',
  ],
  [
    'a sell below its worst price',
    { side: 'sell', quantity: '0.01', worstPrice: '20000.01' },
    {},
    'price_moved worst_price',
  ],
  ['a stale market', { quantity: '0.01' }, { stale: true }, 'trading_closed symbol'],
  [
    'a buy of a closed instrument',
    { quantity: '0.01' },
    { closed: ['BTC/USDT'], stale: true },
    'pair_not_active symbol',
  ],
  [
    'a limit buy of a closed instrument',
    { quantity: '0.01', type: 'limit', price: '19000' },
    { closed: ['BTC/USDT'] },
    'pair_not_active symbol',
  ],
  [
    'a sale on a closed instrument',
    { side: 'sell', quantity: '0.01' },
    { closed: ['BTC/USDT'] },
    'filled, sell 0.01 at 20000 fee 0.2',
  ],
  ['a market without a price', { quantity: '0.01' }, { quote: null }, 'trading_closed symbol'],
  ['an engine that is behind', { quantity: '0.01' }, { lagging: true }, 'busy'],
  ['an empty inventory', { quantity: '0.01' }, { inventory: '0' }, 'liquidity_insufficient quantity'],
  [
    'a limit buy below the ask, which rests',
    { type: 'limit', quantity: '0.01', price: '20009.99' },
    {},
    'open',
  ],
  [
    'a limit buy at the ask, which fills',
    { type: 'limit', quantity: '0.01', price: '20010' },
    {},
    'filled, buy 0.01 at 20010 fee 0.2001',
  ],
  [
    'a limit buy above the ask, which fills at the ask',
    { type: 'limit', quantity: '0.01', price: '21000' },
    {},
    'filled, buy 0.01 at 20010 fee 0.2001',
  ],
  [
    'a limit sell above the bid, which rests',
    { type: 'limit', side: 'sell', quantity: '0.01', price: '20000.01' },
    {},
    'open',
  ],
  [
    'a limit sell at the bid, which fills',
    { type: 'limit', side: 'sell', quantity: '0.01', price: '20000' },
    {},
    'filled, sell 0.01 at 20000 fee 0.2',
  ],
  [
    'a limit sell below the bid',
    { type: 'limit', side: 'sell', quantity: '0.01', price: '19999.99' },
    {},
    'limit_sell_below_price price',
  ],
  ['a limit price of zero', { type: 'limit', quantity: '0.01', price: '0' }, {}, 'price_off_tick price'],
  [
    'a limit price off tick',
    { type: 'limit', quantity: '0.01', price: '19000.001' },
    {},
    'price_off_tick price',
  ],
  [
    'a limit buy above the balance',
    { type: 'limit', quantity: '0.06', price: '19000' },
    {},
    'balance_insufficient quantity',
  ],
];
test.each(rows)('fills, rests or refuses an order: %s', (_, change, world, outcome) => {
  expect(told(decideOrder(order(change), facts(world)))).toBe(outcome);
});

test.each([
  ['a quantity equal to both limits', '0.01', '0.01', 'filled, buy 0.01 at 20010 fee 0.2001'],
  ['a quantity below the minimum', '0.01001', '1', 'quantity_below_minimum quantity'],
  ['a quantity above the maximum', '0.0001', '0.00999', 'quantity_above_maximum quantity'],
])(
  'applies the quantity limits of the published terms instead of the configured ones: %s',
  (_, min, max, outcome) => {
    const terms = { quantityMin: amount(min), quantityMax: amount(max) };
    expect(told(decideOrder(order({ quantity: '0.01' }, terms), facts()))).toBe(outcome);
  },
);

test.each([
  ['the current rate', { quantity: '0.01', feeRateShown: '0.002' }, 'filled, buy 0.01 at 20010 fee 0.4002'],
  ['no rate', { quantity: '0.01' }, 'filled, buy 0.01 at 20010 fee 0.4002'],
  ['a lower rate', { quantity: '0.01', feeRateShown: '0.001' }, 'terms_changed fee_rate'],
  ['a higher rate', { quantity: '0.01', feeRateShown: '0.003' }, 'terms_changed fee_rate'],
  [
    'a different rate, and a price that has moved as well',
    { quantity: '0.01', feeRateShown: '0.001', worstPrice: '1' },
    'terms_changed fee_rate',
  ],
  [
    'a different rate for a limit order',
    { type: 'limit', quantity: '0.01', price: '19000', feeRateShown: '0.001' },
    'terms_changed fee_rate',
  ],
])(
  'charges the fee rate of the published terms, and refuses an order for which a different rate was shown: %s',
  (_, change, outcome) => {
    const terms = { spotFeeRate: amount('0.002') };
    expect(told(decideOrder(order(change, terms), facts()))).toBe(outcome);
  },
);

test.each([
  ['the current rates', { feeRateShown: '0.002', toFeeRateShown: '0.003' }, 'filled'],
  [
    'a different rate for the coin sold',
    { feeRateShown: '0.001', toFeeRateShown: '0.003' },
    'terms_changed fee_rate',
  ],
  [
    'a different rate for the coin bought',
    { feeRateShown: '0.002', toFeeRateShown: '0.001' },
    'terms_changed to_fee_rate',
  ],
])(
  'charges each coin of a coin-to-coin order at its own rate, and refuses an order for which a different rate was shown: %s',
  (_, shown, outcome) => {
    const rates = new Map([
      [btc, amount('0.002')],
      [eth, amount('0.003')],
    ]);
    const decision = decideConversion(
      {
        ...coins('0.1'),
        feeRateShown: amount(shown.feeRateShown),
        toFeeRateShown: amount(shown.toFeeRateShown),
        termsAt: (configured) => ({ ...configured, spotFeeRate: rates.get(configured) ?? 0n }),
      },
      facts(),
    );
    expect(told(decision).split(',')[0]).toBe(outcome);
    if (!decision.ok) return;
    const written = [...(decision.value.puts ?? []), ...(decision.value.appends ?? [])];
    expect(written.map(({ row }) => formatAmount((row as { feeRate: bigint }).feeRate))).toEqual([
      ...['0.002', '0.002', '0.003'],
    ]);
  },
);

test('fills a resting order at the fee rate in effect on acceptance', () => {
  const placed = decideOrder(
    order({ type: 'limit', quantity: '0.01', price: '19000' }, { spotFeeRate: amount('0.002') }),
    facts(),
  );
  if (!placed.ok) throw new Error(placed.refusal.code);
  expect(placed.value.puts).toMatchObject([{ row: { feeRate: amount('0.002'), held: amount('190.38') } }]);
  const rests: SpotOrderRow = { ...resting, feeRate: amount('0.002'), held: amount('190.38') };
  const fired = fire({ rows: [rests] });
  if (!fired.ok) throw new Error('expected the firing to be accepted, found a refusal');
  const cost = amount('190.38');
  expect(fired.value.appends).toMatchObject([
    { row: { fee: amount('0.3798'), feeRate: amount('0.002') } },
    { row: { kind: 'order_bought' } },
  ]);
  expect(fired.value.journals?.[0]?.postings[0]).toMatchObject({ account: 'spot_frozen', amount: -cost });
});

test('refuses an order outside the instrument’s session, even if the newest entry is fresh', () => {
  const weekend: Facts = { ...facts(), nowMs: Date.UTC(2024, 5, 1, 12) };
  const decision = decideOrder(
    { ...order({ quantity: '0.01' }), instrument: { ...btc, calendar: 'forex' } },
    weekend,
  );
  expect(told(decision)).toBe('market_closed symbol');
});

const coins = (quantity: string): CoinOrder => ({
  ...{ from: btc, to: eth, amount: amount(quantity), worstAmount: undefined, jurisdictions: 'demo' },
  ...{ feeRateShown: undefined, toFeeRateShown: undefined },
  termsAt: (instrument) => instrument,
});

test.each([
  ['a tenth of a coin', '0.1', {}, 'filled, sell 0.1 at 20000 fee 2, buy 1.994 at 1001 fee 1.995994'],
  ['more than is held', '2', {}, 'coins_insufficient amount'],
  ['an amount off step', '0.000101', {}, 'quantity_off_step amount'],
  ['a stale market', '0.1', { stale: true }, 'trading_closed symbol'],
  ['no inventory', '0.1', { inventory: '0' }, 'liquidity_insufficient amount'],
  ['a closed instrument of the coin bought', '0.1', { closed: ['ETH/USDT'] }, 'pair_not_active to'],
  [
    'a closed instrument of the coin sold',
    '0.1',
    { closed: ['BTC/USDT'] },
    'filled, sell 0.1 at 20000 fee 2, buy 1.994 at 1001 fee 1.995994',
  ],
])('executes or refuses a coin-to-coin order: %s', (_, quantity, world, outcome) => {
  const decision = decideConversion(coins(quantity), facts(world));
  expect(told(decision)).toBe(outcome);
});

const resting: SpotOrderRow = {
  book: 100_001n,
  id: 9n,
  symbol: 'BTC/USDT',
  toSymbol: null,
  side: 'buy',
  type: 'limit',
  quantity: amount('0.01'),
  price: amount('19000'),
  filledQuantity: 0n,
  feeRate: amount('0.001'),
  status: 'open',
  reason: null,
  version: 3,
  armedSeq: 5n,
  held: amount('190.19'),
  createdMs: 1,
  updatedMs: 1,
  fillAgeMs: 1000,
  ...{ toArmedSeq: null, toFillAgeMs: null, toFeeRate: null, budget: null, worst: null, priced: [] },
  endedSeq: null,
  amendedMs: null,
  ...{ trailDistance: null, trailBps: null, trailSeq: null, takeProfit: null, stopLoss: null, entryId: null },
  cancel: null,
  ...{
    stop: null,
    triggeredSeq: null,
    timeInForce: 'GTC' as const,
    expiresMs: null,
    clientOrderId: null,
    limitName: null,
    stopName: null,
  },
};

function fire(world: Partial<World>, at: { seq?: bigint; ask?: string; version?: number } = {}) {
  const ask = amount(at.ask ?? '18990');
  const entry = {
    symbol: 'BTC/USDT',
    seq: at.seq ?? 6n,
    timeMs: 2,
    bid: ask - 1n,
    ask,
    last: ask,
    volume: 0n,
    feedTimeMs: 2,
  };
  return decideFiring(
    { id: 9n, version: at.version ?? 3, instruments, entry, jurisdictions: 'demo' },
    facts({ rows: [resting], ...world }),
  );
}

test('fills a resting order at the entry’s price and returns the excess of the hold', () => {
  const decision = fire({});
  if (!decision.ok) throw new Error('expected the firing to be accepted, found a refusal');
  const [entry] = decision.value.journals ?? [];
  const lines = entry?.postings.map(
    (line) => `${line.account} ${formatAmount(line.amount)} ${line.currency}`,
  );
  expect(lines).toContain('spot_frozen -190.19 USDT');
  expect(lines).toContain('spot 0.1001 USDT');
  expect(lines).toContain('spot 0.01 BTC');
});

test.each([
  ['an older version', {}, { version: 2 }, { fired: false }],
  ['a cancelled order', { rows: [{ ...resting, status: 'cancelled' as const }] }, {}, { fired: false }],
  ['a missing order', { rows: [] }, {}, { fired: false }],
])('ignores a firing for %s', (_, world, at, answer) => {
  expect(fire(world, at)).toEqual({ ok: true, value: { answer } });
});

test('throws for a firing whose entry doesn’t reach the order', () => {
  expect(() => fire({}, { ask: '19000.01' })).toThrow('does not reach');
  expect(() => fire({}, { seq: 5n })).toThrow('does not reach');
  expect(() => fire({}, { version: 4 })).toThrow('does not wait in version 4');
});

test('keeps an order open with the reason and rearms it if the house lacks inventory', () => {
  const decision = fire({ inventory: '0' });
  if (!decision.ok) throw new Error('expected the firing to be accepted, found a refusal');
  expect(decision.value.journals).toBeUndefined();
  expect(decision.value.armings).toMatchObject([{ version: 4, armedSeq: 6n, level: amount('19000') }]);
  expect(decision.value.puts).toMatchObject([{ row: { status: 'open', reason: 'liquidity_insufficient' } }]);
});

test('closes a resting buy unfilled when it fires for a closed instrument, and accepts its cancellation before', () => {
  const decision = fire({ closed: ['BTC/USDT'] });
  if (!decision.ok) throw new Error('expected the firing to be accepted, found a refusal');
  expect(decision.value.puts).toMatchObject([{ row: { status: 'cancelled', reason: 'pair_not_active' } }]);
  const cancelled = decideCancel({ id: 9n }, facts({ rows: [resting], closed: ['BTC/USDT'] }));
  expect(cancelled).toMatchObject({ ok: true, value: { answer: { status: 'cancelled' } } });
});

test.each([
  ['a resting order', [resting], 'cancelled'],
  ['a filled order', [{ ...resting, status: 'filled' as const }], 'order_not_cancellable'],
  ['no order', [], 'trade_not_found'],
  ['an order that has not expired yet', [{ ...resting, expiresMs: 2 }], 'cancelled'],
  ['an order that has expired by the newest entry', [{ ...resting, expiresMs: 1 }], 'busy'],
])('cancels the order or refuses: %s', (_, rowsThere, outcome) => {
  const decision = decideCancel({ id: 9n }, facts({ rows: rowsThere }));
  expect(decision.ok ? decision.value.answer.status : decision.refusal.code).toBe(outcome);
});

const TOMORROW = WALL + 86_400_000;
const frozen: Gate = { ...openGate, status: 'frozen' };
const pausing: Gate = { ...openGate, timeOutUntilMs: TOMORROW };
const excluded: Gate = { ...openGate, excludedUntilMs: TOMORROW };

test.each([
  ['frozen', frozen, 'account_frozen', 'account_frozen'],
  ['locked', { ...openGate, status: 'locked' as const }, 'account_locked', 'account_locked'],
  ['pausing', pausing, 'timed_out', 'filled, sell 0.01 at 20000 fee 0.2'],
  ['self-excluded', excluded, 'self_excluded', 'filled, sell 0.01 at 20000 fee 0.2'],
])('refuses a buy by a customer who is %s, and accepts or refuses a sale', (_, gate, buys, sells) => {
  expect(told(decideOrder(order({ quantity: '0.01' }), facts({ gate })))).toBe(buys);
  expect(told(decideOrder(order({ side: 'sell', quantity: '0.01' }), facts({ gate })))).toBe(sells);
  expect(told(decideConversion(coins('0.1'), facts({ gate })))).toBe(buys);
  // An order can always be cancelled.
  expect(decideCancel({ id: 9n }, facts({ rows: [resting], gate })).ok).toBe(true);
});

test.each([
  ['account_frozen', frozen],
  ['self_excluded', excluded],
  ['timed_out', pausing],
])('closes a buy unfilled with the reason %s when it fires, and releases its hold', (reason, gate) => {
  const decision = fire({ gate });
  if (!decision.ok) throw new Error('expected the firing to be accepted, found a refusal');
  const { journals = [], puts = [], armings, appends } = decision.value;
  expect(
    journals.map(({ kind, postings }) => [kind, ...postings.map(({ amount: moved }) => formatAmount(moved))]),
  ).toEqual([['spot_release', '-190.19', '190.19']]);
  expect(puts).toMatchObject([{ row: { status: 'cancelled', reason, held: 0n } }]);
  expect(armings).toEqual([]);
  expect(appends).toMatchObject([{ row: { kind: 'order_refused' } }]);
});
