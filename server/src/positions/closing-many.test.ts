/** Closing or cancelling many positions and orders at the same time: by closing all, cancelling all, or starting over. */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../quotes/catalogue.ts';
import { decideCancel, decideCancelAll } from './cancelling.ts';
import { decideCloseAll, decideReducing, endForStartOver } from './closing.ts';
import type { PositionRow } from './tables.ts';
import {
  HEAD_SEQ,
  SATURDAY,
  WEDNESDAY,
  armed,
  factsOf,
  openRow,
  posted,
  restingRow,
  rowAfter,
} from './testing/world.ts';
import type { World } from './testing/world.ts';

const euro: Partial<PositionRow> = {
  product: 'forex',
  symbol: 'EUR/USD',
  leverage: 100,
  entryPrice: amount('1.1001'),
  initialMargin: amount('110.01'),
  margin: amount('110.01'),
};

function all(rows: readonly PositionRow[], world: Partial<World> = {}, filter: object = {}) {
  const order = { side: undefined, symbol: undefined, product: undefined, instruments, ...filter };
  return decideCloseAll(order, factsOf({ ...world, rows }));
}

const several = [
  openRow(),
  openRow({ id: 43n, side: 'short', entryPrice: amount('20000') }),
  openRow({ ...euro, id: 44n }),
  restingRow({ id: 45n }),
  openRow({ ...euro, id: 46n, status: 'closing' }),
];

test.each<[string, Partial<World>, object, string[]]>([
  ['everything', {}, {}, ['42 closed -1 null', '43 closed -1 null', '44 closed -1 null']],
  ['longs', {}, { side: 'long' }, ['42 closed -1 null', '44 closed -1 null']],
  ['one instrument', {}, { symbol: 'EUR/USD' }, ['44 closed -1 null']],
  ['one product', {}, { product: 'contract' }, ['42 closed -1 null', '43 closed -1 null']],
  ['forex shorts', {}, { side: 'short', product: 'forex' }, []],
  [
    'on Saturday',
    { nowMs: SATURDAY },
    {},
    ['42 closed -1 null', '43 closed -1 null', '44 closing null null'],
  ],
  [
    'while stale',
    { stale: true },
    { product: 'contract' },
    ['42 open null trading_closed', '43 open null trading_closed'],
  ],
])(
  'closes each matching position, or returns why the position stays open: %s',
  (_, world, filter, expected) => {
    const decision = all(several, world, filter);
    if (!decision.ok) throw new Error(decision.refusal.code);
    const lines = decision.value.answer.map(
      ({ id, status, pnl, refusal }) => `${id} ${status} ${pnl} ${refusal}`,
    );
    expect(lines).toEqual(expected);
    const closed = expected.filter((line) => line.includes('closed '));
    expect(posted(decision.value)).toHaveLength(closed.filter((line) => !line.includes('trading_')).length);
  },
);

test('closes all positions with consecutive journals and a running total of house payments, and refuses while the engine lags', () => {
  const decision = all(several);
  if (!decision.ok) throw new Error(decision.refusal.code);
  const rows = (decision.value.puts ?? []).map(({ row }) => row as PositionRow);
  expect(rows.map((row) => row.closes[0]?.journal_seq)).toEqual(['5', '6', '7']);
  expect(rows.map((row) => row.reason)).toEqual(['close_all', 'close_all', 'close_all']);
  expect(all(several, { lagging: true })).toMatchObject({ refusal: { code: 'busy' } });
  expect(all([restingRow()], { lagging: true })).toMatchObject({ value: { answer: [] } });
  const winners = [openRow(), openRow({ id: 43n })];
  const paid = all(winners, {
    quotes: { 'BTC/USDT': ['21000', '21010'] },
    house: { trading: '100', insurance: '98', equity: '1000000' },
  });
  if (!paid.ok) throw new Error(paid.refusal.code);
  expect(posted(paid.value).map((text) => text.replace(/^.*298.05, /, ''))).toEqual([
    'trading -99, fees +1.05',
    'trading -1, fees +1.05, insurance -98',
  ]);
});

test('pays winners from the losses of positions that are closed together with theirs, in either order', () => {
  const winner = openRow();
  const loser = openRow({ id: 43n, side: 'short', entryPrice: amount('19000') });
  const decision = all([winner, loser], {
    quotes: { 'BTC/USDT': ['20500', '20500'] },
    house: {},
  });
  if (!decision.ok) throw new Error(decision.refusal.code);
  expect(decision.value.answer.map(({ id, pnl }) => `${id} ${pnl}`)).toEqual(['42 49', '43 -150']);
  expect(posted(decision.value)).toEqual([
    'contract_close: contract_frozen -200.1, contract +49.075, trading +150, fees +1.025',
    'contract_close: contract_frozen -200.1, contract +248.075, trading -49, fees +1.025',
  ]);
  expect(decision.value.owes).toBe(false);
});

function cancel(row: PositionRow, world: Partial<World> = {}) {
  return decideCancel({ id: 42n, instruments }, factsOf({ ...world, rows: [row] }));
}

test.each<[string, PositionRow, Partial<World>, string]>([
  ['a resting order', restingRow(), {}, 'contract_release: contract_frozen -199.995, contract +199.995'],
  [
    'a resting order on credit',
    restingRow({ collateral: 'promo' }),
    {},
    'contract_release: promo_frozen -199.995, promo +199.995',
  ],
  [
    'a resting order after leverage was switched off',
    restingRow(),
    { enabled: false },
    'contract_release: contract_frozen -199.995, contract +199.995',
  ],
  ['a resting order while the engine lags', restingRow(), { lagging: true }, 'busy'],
  ['an order that has expired by the newest entry', restingRow({ expiresMs: 1 }), {}, 'busy'],
  ['a position', openRow(), {}, 'order_not_cancellable'],
  ['a cancelled order', restingRow({ status: 'cancelled', closedMs: 1 }), {}, 'order_not_cancellable'],
  ['an unknown order', restingRow({ id: 43n }), {}, 'trade_not_found'],
])(
  'releases the hold of an order that may be cancelled, and refuses to cancel any other row: %s',
  (_, row, world, expected) => {
    const decision = cancel(row, world);
    expect(decision.ok ? posted(decision.value).join() : decision.refusal.code).toBe(expected);
    if (!decision.ok) return;
    expect(rowAfter(decision.value)).toMatchObject({ status: 'cancelled', reason: 'customer', margin: 0n });
    expect(armed(decision.value)).toEqual(['limit off v2']);
  },
);

test.each<[string, Partial<World>]>([
  ['an old price', { aged: true }],
  ['no price', { quotes: {} }],
])(
  'keeps a cancelled order pending without a fresh price (%s), and cancels it on a repeated request a minute later',
  (_, world) => {
    const asked = cancel(restingRow(), world);
    if (!asked.ok) throw new Error(asked.refusal.code);
    expect(asked.value.answer.status).toBe('pending');
    const row = rowAfter(asked.value);
    expect(posted(asked.value)).toEqual([]);
    expect(row).toMatchObject({ status: 'pending', updatedMs: restingRow().updatedMs });
    expect(row.cancel).not.toBeNull();
    expect(armed(asked.value)).toHaveLength(1);
    expect(cancel(row, world)).toEqual({ ok: true, value: { answer: { id: '42', status: 'pending' } } });
    const later = cancel(row, { ...world, nowMs: (row.cancel?.cancelMs ?? 0) + 60_001 });
    expect(later).toMatchObject({ ok: true, value: { answer: { status: 'cancelled' } } });
  },
);

test.each<[string, object, number[]]>([
  ['everything', {}, [42, 43]],
  ['one instrument', { symbol: 'BTC/USDT' }, [42]],
  ['one product', { product: 'forex' }, [43]],
])('cancels each matching order, and keeps positions open: %s', (_, filter, expected) => {
  const rows = [
    restingRow(),
    restingRow({ id: 43n, product: 'forex', symbol: 'EUR/USD' }),
    openRow({ id: 44n }),
    // The order is about to expire.
    restingRow({ id: 45n, expiresMs: 1 }),
  ];
  const order = { symbol: undefined, product: undefined, instruments, ...filter };
  const decision = decideCancelAll(order, factsOf({ rows }));
  if (!decision.ok) throw new Error(decision.refusal.code);
  expect(decision.value.answer.map(({ id }) => Number(id))).toEqual(expected);
  expect(posted(decision.value)).toHaveLength(expected.length);
  expect(decideCancelAll(order, factsOf({ rows, lagging: true }))).toMatchObject({
    refusal: { code: 'busy' },
  });
});

test('closes and cancels everything at the current prices when a customer starts over, whether or not sessions are open', () => {
  const effects = endForStartOver(
    factsOf({ rows: several, nowMs: SATURDAY, stale: true, lagging: true }),
    instruments,
  );
  expect(posted(effects)).toHaveLength(5);
  const rows = (effects.puts ?? []).map(({ row }) => row as PositionRow);
  expect(rows.map(({ status, reason }) => `${status} ${reason}`)).toEqual([
    'closed start_over',
    'closed start_over',
    'closed start_over',
    'cancelled start_over',
    'closed start_over',
  ]);
  expect(rows.flatMap((row) => row.closes.map((one) => one.journal_seq))).toEqual(['5', '6', '7', '9']);
});

test('closes at the last quote when a customer starts over in a gap, since no fill may name a gap entry', () => {
  const quoted = { seq: HEAD_SEQ - 2n, timeMs: WEDNESDAY - 9000 };
  const effects = endForStartOver(factsOf({ rows: [openRow()], stale: true, quoted }), instruments);
  const rows = (effects.puts ?? []).map(({ row }) => row as PositionRow);
  expect(rows.map((row) => row.closes.map((one) => one.tape_seq))).toEqual([[quoted.seq.toString()]]);
});

const longs = [
  openRow({ id: 43n, entryPrice: amount('19000') }),
  openRow(),
  openRow({ id: 44n, side: 'short', entryPrice: amount('20000') }),
  openRow({ id: 45n, status: 'closing' }),
  restingRow({ id: 46n }),
];

test.each<[string, { side?: 'long' | 'short'; quantity: string }, Partial<World>, string[]]>([
  ['a part of the oldest', { quantity: '0.04' }, {}, ['42 open 0.04 null']],
  ['the oldest', { quantity: '0.1' }, {}, ['42 closed 0.1 null']],
  [
    'the oldest and a part of the next',
    { quantity: '0.15' },
    {},
    ['42 closed 0.1 null', '43 open 0.05 null'],
  ],
  ['all of the other side and no more', { quantity: '9' }, {}, ['42 closed 0.1 null', '43 closed 0.1 null']],
  ['the other side of a long', { side: 'long', quantity: '1' }, {}, ['44 closed 0.1 null']],
  ['at a price that is too old', { quantity: '0.04' }, { aged: true }, ['42 closing 0.04 null']],
  ['without a price', { quantity: '0.1' }, { stale: true }, ['42 open 0.1 trading_closed']],
  ['nothing open', { quantity: '0.1' }, { rows: [restingRow()] }, ['position_not_open side']],
  [
    'nothing on the other side',
    { quantity: '0.1', side: 'long' },
    { rows: [openRow()] },
    ['position_not_open side'],
  ],
  ['no quantity', { quantity: '0' }, {}, ['quantity_below_minimum quantity']],
  ['a quantity off step', { quantity: '0.00150001' }, {}, ['quantity_off_step quantity']],
  ['while the engine lags', { quantity: '0.1' }, { lagging: true }, ['busy undefined']],
])(
  'a reducing order closes the other side, and opens nothing: %s',
  (_, { side = 'short', quantity }, world, expected) => {
    const rows = world.rows ?? longs;
    const order = { symbol: 'BTC/USDT', side, quantity: amount(quantity), instruments };
    const decision = decideReducing(order, factsOf({ ...world, rows }));
    if (!decision.ok) {
      expect([`${decision.refusal.code} ${decision.refusal.field}`]).toEqual(expected);
      return;
    }
    const { answer, puts = [] } = decision.value;
    posted(decision.value);
    expect(answer.map((one) => `${one.id} ${one.status} ${one.quantity} ${one.refusal}`)).toEqual(expected);
    const before = new Map(rows.map((row) => [row.id, row.openQuantity]));
    const grown = puts.filter(({ row }) => {
      const { id, openQuantity } = row as PositionRow;
      return openQuantity > (before.get(id) ?? -1n);
    });
    expect(grown).toEqual([]);
  },
);
