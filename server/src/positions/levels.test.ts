/**
 * The levels that a position or a resting order accepts, the field that each refusal names, and the triggers armed afterwards.
 */
import { expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { dayOf } from '@candor/domain/policy/own-limit.ts';
import { WALL } from '../identity/testing/gate.ts';
import { instruments } from '../quotes/catalogue.ts';
import { isWaiting } from './changing.ts';
import { decideLevels } from './levels.ts';
import type { LevelsOrder } from './levels.ts';
import {
  SATURDAY,
  SUNDAY_OPENING,
  WEDNESDAY,
  armed,
  factsOf,
  openRow,
  posted,
  restingRow,
  rowAfter,
} from './testing/world.ts';
import type { World } from './testing/world.ts';
import type { PositionRow } from './tables.ts';

type Asked = Partial<Record<'target' | 'stop' | 'lock' | 'trail', string | null>> & { add?: string };

function set(row: PositionRow, asked: Asked, world: Partial<World> = {}) {
  const read = (text: string | null | undefined) => (typeof text === 'string' ? amount(text) : text);
  const order: LevelsOrder = {
    id: 42n,
    takeProfit: read(asked.target),
    stopLoss: read(asked.stop),
    profitLock: read(asked.lock),
    trailing: read(asked.trail),
    addMargin: asked.add === undefined ? undefined : amount(asked.add),
    instruments,
    jurisdictions: 'demo',
  };
  return decideLevels(order, factsOf({ ...world, rows: [row] }));
}

function done(decision: ReturnType<typeof set>) {
  if (!decision.ok) throw new Error(decision.refusal.code);
  return decision.value;
}

/** Returns "target 21000, loss 19500, trail 300", or the refusal and its field. */
function told(decision: ReturnType<typeof set>): string {
  if (!decision.ok) return `${decision.refusal.code} ${decision.refusal.field ?? ''}`.trim();
  const { puts = [], answer } = decision.value;
  if (puts.length === 0) return `as before: ${answer.stop_loss ?? answer.profit_lock}`;
  const row = rowAfter(decision.value);
  const { takeProfit, stopPrice, stopKind, trailing } = row.change?.waits ?? row;
  const levels: [string | null, bigint | null][] = [
    ['target', takeProfit],
    [stopKind, stopPrice],
    ['trail', trailing],
  ];
  const standing = levels.filter(([, level]) => level !== null);
  const all =
    standing.map(([name, level]) => `${name} ${formatAmount(level as bigint)}`).join(', ') || 'none';
  return isWaiting(row) ? `later: ${all}` : all;
}

/** Prices at which a long position opened at 20,010 is in profit. */
const won: Partial<World> = { quotes: { 'BTC/USDT': ['20500', '20510'] } };
const lost: Partial<World> = { quotes: { 'BTC/USDT': ['19700', '19710'] } };
const long = openRow();
const short = openRow({ side: 'short', entryPrice: amount('20500') });
const guarded = openRow({
  takeProfit: amount('21000'),
  stopPrice: amount('19500'),
  stopKind: 'loss',
  trailing: amount('400'),
  armed: { margin: [1, '3'], financing: [1, '3'], target: [1, '3'], stop: [1, '3'], trail: [1, '3'] },
});
const locked = openRow({ ...guarded, stopPrice: amount('20200'), stopKind: 'lock' });
const old: Partial<World> = { aged: true };
/** A position with a pending change of its stop from 19,500 to 19,600. */
const changing = rowAfter(done(set(guarded, { stop: '19600' }, old)));
const ended = { status: 'closed', openQuantity: 0n, margin: 0n, closedMs: 1 } as const;

test.each<[string, PositionRow, Asked, Partial<World>, string]>([
  ['a target', long, { target: '21000' }, {}, 'target 21000'],
  ['a target at the entry, the price below', long, { target: '20010' }, lost, 'target 20010'],
  ['a target below the entry', long, { target: '20009.99' }, lost, 'take_profit_wrong take_profit'],
  ['a target between entry and price', long, { target: '20400' }, won, 'take_profit_wrong take_profit'],
  ['a target at the price', long, { target: '20500' }, won, 'target 20500'],
  ['a target of 0', long, { target: '0' }, {}, 'take_profit_wrong take_profit'],
  ['a stop', long, { stop: '19500' }, {}, 'loss 19500'],
  ['a stop at the entry, the price above', long, { stop: '20010' }, won, 'loss 20010'],
  ['a stop above the entry', long, { stop: '20010.01' }, won, 'stop_loss_wrong stop_loss'],
  ['a stop between price and entry', long, { stop: '19700.01' }, lost, 'stop_loss_wrong stop_loss'],
  ['a stop at the price', long, { stop: '19700' }, lost, 'loss 19700'],
  ['a stop of 0', long, { stop: '0' }, {}, 'stop_loss_wrong stop_loss'],
  ['a stop between ticks', long, { stop: '19500.001' }, {}, 'price_off_tick stop_loss'],
  [
    'a target above the maximum price',
    long,
    { target: '1000000000001' },
    {},
    'price_above_maximum take_profit',
  ],
  ['a lock between entry and price', long, { lock: '20200' }, won, 'lock 20200'],
  ['a lock at the entry', long, { lock: '20010' }, won, 'profit_lock_wrong profit_lock'],
  ['a lock at the price', long, { lock: '20500' }, won, 'profit_lock_wrong profit_lock'],
  ['a lock while the position loses', long, { lock: '19900' }, lost, 'profit_lock_wrong profit_lock'],
  ['a lock of 0', long, { lock: '0' }, won, 'profit_lock_wrong profit_lock'],
  ['both a lock and a stop', long, { lock: '20200', stop: '19500' }, won, 'profit_lock_wrong profit_lock'],
  [
    'a lock, with the stop removed',
    guarded,
    { lock: '20200', stop: null },
    won,
    'target 21000, lock 20200, trail 400',
  ],
  ['a lock instead of a stop', guarded, { lock: '20200' }, won, 'target 21000, lock 20200, trail 400'],
  ['a stop instead of a lock', locked, { stop: '19500' }, won, 'target 21000, loss 19500, trail 400'],
  ['no stop on a position with a lock', locked, { stop: null }, won, 'as before: 20200'],
  ['no lock on a position with a stop', guarded, { lock: null }, won, 'as before: 19500'],
  ['no change', guarded, {}, won, 'as before: 19500'],
  ['all levels removed', guarded, { target: null, stop: null, lock: null, trail: null }, won, 'none'],
  [
    'everything moved',
    guarded,
    { target: '22000', stop: '19000', trail: '50' },
    won,
    'target 22000, loss 19000, trail 50',
  ],
  ['a trailing distance', long, { trail: '0.01' }, {}, 'trail 0.01'],
  ['a trailing distance of 0', long, { trail: '0' }, {}, 'trailing_wrong trailing'],
  ['a trailing distance as large as the price', long, { trail: '20000' }, {}, 'trailing_wrong trailing'],
  ['a trailing distance between ticks', long, { trail: '0.005' }, {}, 'price_off_tick trailing'],
  // A short's levels are compared with the ask, which is 20,010 by default.
  ['a short’s target at the price', short, { target: '20010' }, {}, 'target 20010'],
  ['a short’s target above the price', short, { target: '20010.01' }, {}, 'take_profit_wrong take_profit'],
  ['a short’s stop at the entry', short, { stop: '20500' }, {}, 'loss 20500'],
  ['a short’s stop below the entry', short, { stop: '20499.99' }, {}, 'stop_loss_wrong stop_loss'],
  ['a short’s lock', short, { lock: '20010.01' }, {}, 'lock 20010.01'],
  ['a short’s lock at the price', short, { lock: '20010' }, {}, 'profit_lock_wrong profit_lock'],
  // A resting order's levels are compared with its limit, 19,900, whatever the market price.
  [
    'a resting order’s levels',
    restingRow(),
    { target: '19900', stop: '19900' },
    won,
    'target 19900, loss 19900',
  ],
  [
    'an order’s target below its limit',
    restingRow(),
    { target: '19899.99' },
    {},
    'take_profit_wrong take_profit',
  ],
  ['an order’s stop above its limit', restingRow(), { stop: '19950' }, {}, 'stop_loss_wrong stop_loss'],
  ['an order’s lock', restingRow(), { lock: '19900' }, won, 'profit_lock_wrong profit_lock'],
  [
    'an order’s levels while there is no quote',
    restingRow(),
    { stop: '19000' },
    { quotes: {} },
    'later: loss 19000',
  ],
  ['margin added to an order', restingRow(), { add: '1' }, {}, 'position_not_open add_margin'],
  ['a stop at a stale price', long, { stop: '19500' }, { stale: true }, 'trading_closed id'],
  ['a stop without a quote', long, { stop: '19500' }, { quotes: {} }, 'trading_closed id'],
  ['a stop while the engine lags', long, { stop: '19500' }, { lagging: true }, 'busy'],
  ['a stop after leverage was switched off', long, { stop: '19500' }, { enabled: false }, 'loss 19500'],
  [
    'no stop on a closing position',
    openRow({ status: 'closing' }),
    { stop: null },
    {},
    'position_closing id',
  ],
  ['no stop on a closed position', openRow(ended), { stop: null }, {}, 'position_not_open id'],
  ['no stop on an unknown position', openRow({ id: 43n }), { stop: null }, {}, 'trade_not_found id'],
  ['margin of 0', long, { add: '0' }, {}, 'amount_wrong add_margin'],
  ['negative margin', long, { add: '-1' }, {}, 'amount_wrong add_margin'],
  ['all available money as margin', long, { add: '10000' }, {}, 'none'],
  [
    'more margin than the available money',
    long,
    { add: '10000.00000001' },
    {},
    'margin_insufficient add_margin',
  ],
  [
    'more margin than the available credit',
    openRow({ collateral: 'promo' }),
    { add: '101' },
    {},
    'credit_insufficient add_margin',
  ],
  [
    'margin from expired credit',
    openRow({ collateral: 'promo' }),
    { add: '1' },
    { creditUntilMs: WEDNESDAY },
    'credit_insufficient add_margin',
  ],
  [
    'a stop without a fresh price',
    guarded,
    { stop: '19400' },
    old,
    'later: target 21000, loss 19400, trail 400',
  ],
  ['no stop without a fresh price', guarded, { stop: null }, old, 'later: target 21000, trail 400'],
  ['margin without a fresh price', long, { add: '1' }, old, 'later: none'],
  ['no change without a fresh price', guarded, {}, old, 'as before: 19500'],
  ['a resting order’s stop without a fresh price', restingRow(), { stop: '19000' }, old, 'later: loss 19000'],
  ['an invalid stop without a fresh price', long, { stop: '20010.01' }, old, 'stop_loss_wrong stop_loss'],
  ['a stop while another waits', changing, { stop: '19400' }, old, 'change_waiting id'],
  ['the old stop while another waits', changing, { stop: '19500' }, old, 'change_waiting id'],
  [
    'a stop while another waits, and the price is fresh',
    changing,
    { stop: '19400' },
    {},
    'change_waiting id',
  ],
  ['margin while a stop waits', changing, { add: '1' }, old, 'change_waiting id'],
  ['a pending change again', changing, { stop: '19600' }, old, 'as before: 19500'],
  [
    'an invalid level and too much margin',
    long,
    { add: '99999', stop: '0' },
    {},
    'stop_loss_wrong stop_loss',
  ],
])('sets or removes levels, or refuses and names the field: %s', (_, row, asked, world, expected) => {
  const decision = set(row, asked, world);
  expect(told(decision)).toBe(expected);
  if (decision.ok && asked.add === undefined) expect(posted(decision.value)).toEqual([]);
});

test('validates changes to forex levels over the weekend against the last price', () => {
  const euro = openRow({ product: 'forex', symbol: 'EUR/USD', entryPrice: amount('1.1001') });
  const weekend = { nowMs: SATURDAY, stale: true };
  expect(told(set(euro, { stop: '1.1', trail: '0.001' }, weekend))).toBe('loss 1.1, trail 0.001');
  expect(told(set(euro, { stop: '1.10001' }, weekend))).toBe('stop_loss_wrong stop_loss');
});

test('keeps a change pending during the first minute of a closed session, and applies later changes immediately', () => {
  const euro = openRow({ product: 'forex', symbol: 'EUR/USD', entryPrice: amount('1.1001') });
  const closing = SUNDAY_OPENING - 2 * 86_400_000;
  const at = (nowMs: number) => ({ ...old, nowMs, stale: true });
  expect(told(set(euro, { stop: '1.1' }, at(closing + 60_000 - 1)))).toBe('later: loss 1.1');
  expect(told(set(euro, { stop: '1.1' }, at(closing + 60_000)))).toBe('loss 1.1');
  const waiting = rowAfter(done(set(euro, { stop: '1.1', add: '2' }, at(closing + 1))));
  expect(told(set(waiting, { trail: '0.001' }, at(closing + 59_000)))).toBe('change_waiting id');
  const moved = rowAfter(done(set(waiting, { trail: '0.001' }, at(SATURDAY))));
  expect(moved).toMatchObject({
    stopPrice: amount('1.1'),
    trailing: amount('0.001'),
    margin: amount('202.1'),
  });
  expect(moved.change).toMatchObject({ changeMs: SATURDAY, waits: null });
});

test('keeps the levels and the liquidation unchanged while a change is pending, and freezes its margin', () => {
  const asked = done(set(guarded, { stop: '19600', trail: null, add: '50' }, old));
  expect(armed(asked)).toEqual(['change 0 v1 after 7']);
  expect(posted(asked)).toEqual(['contract_margin: contract -50, contract_frozen +50']);
  const row = rowAfter(asked);
  const { takeProfit, stopPrice, stopKind, trailing, updatedMs } = guarded;
  expect(row).toMatchObject({
    takeProfit,
    stopPrice,
    stopKind,
    trailing,
    updatedMs,
    margin: amount('250.1'),
  });
  expect(row.change).toEqual({
    ...{ changeMs: WEDNESDAY, changeSeq: 7n, changeAgeMs: 1000 },
    waits: {
      ...{ takeProfit: amount('21000'), stopPrice: amount('19600'), stopKind: 'loss', trailing: null },
      margin: amount('50'),
    },
  });
  expect(asked.answer).toMatchObject({
    ...{ stop_loss: '19500', trailing: '400', margin: '250.1', liquidation_price: '19009.5' },
    change: {
      ...{ asked_time: WEDNESDAY / 1000, take_profit: '21000', stop_loss: '19600', profit_lock: null },
      ...{ trailing: null, margin: '50' },
    },
  });
});

test('rearms changed parts from the head, and keeps the armings of the other parts', () => {
  expect(armed(done(set(guarded, { stop: '19400' }, won)))).toEqual(['stop 19400 v2 after 7']);
  expect(armed(done(set(guarded, { stop: '19500', target: '21000', trail: '400' }, won)))).toEqual([]);
  expect(armed(done(set(guarded, { lock: '20200' }, won)))).toEqual(['stop 20200 v2 after 7']);
  expect(armed(done(set(guarded, { target: null, trail: null }, won)))).toEqual([
    'target off v2',
    'trail off v2',
  ]);
  const bare = rowAfter(done(set(guarded, { target: null }, won)));
  expect(armed(done(set(bare, { target: '22000' }, won)))).toEqual(['target 22000 v3 after 7']);
  // The triggers of a resting order's levels are armed only when the order opens.
  expect(armed(done(set(restingRow(), { target: '21000', stop: '19000' })))).toEqual([]);
});

test('lowers the liquidation level when margin is added, and clears warnings that no longer apply', () => {
  // The 75% level is 19,509.75 and the 60% level is 19,209.6. At 19,300 the equity is 129.1 USDT, or 64.5%.
  const warned = openRow({ warned: 75, armed: { margin: [2, '5'], financing: [1, '3'] } });
  const low: Partial<World> = { quotes: { 'BTC/USDT': ['19300', '19310'] } };
  const little = done(set(warned, { add: '10' }, low));
  expect(posted(little)).toEqual(['contract_margin: contract -10, contract_frozen +10']);
  expect(rowAfter(little)).toMatchObject({
    warned: 75,
    margin: amount('210.1'),
    initialMargin: amount('200.1'),
  });
  expect(armed(little)).toEqual(['margin 19109.6 v3 after 6']);
  const much = done(set(warned, { add: '100' }, low));
  expect(rowAfter(much)).toMatchObject({ warned: 0, margin: amount('300.1') });
  expect(armed(much)).toEqual(['margin 18509.75 v3 after 6']);
  // After the 60% warning, the equity rises above 60% but not above 75%.
  const twice = openRow({ warned: 60, armed: { margin: [3, '6'], financing: [1, '3'] } });
  const lower: Partial<World> = { quotes: { 'BTC/USDT': ['19200', '19210'] } };
  expect(rowAfter(done(set(twice, { add: '20' }, lower)))).toMatchObject({ warned: 75 });
  expect(rowAfter(done(set(twice, { add: '0.5' }, lower)))).toMatchObject({ warned: 60 });
  const credit = done(set(openRow({ collateral: 'promo' }), { add: '100' }));
  expect(posted(credit)).toEqual(['contract_margin: promo -100, promo_frozen +100']);
});

test('lets customers who are pausing or frozen change protective levels, but not add margin', () => {
  const pausing: Partial<World> = { gate: { timeOutUntilMs: WALL + 1 } };
  const frozen: Partial<World> = { gate: { status: 'frozen' } };
  for (const [world, code] of [
    [pausing, 'timed_out'],
    [frozen, 'account_frozen'],
  ] as const) {
    expect(told(set(long, { stop: '19500' }, world))).toBe('loss 19500');
    expect(told(set(long, { add: '10' }, world))).toBe(code);
    expect(told(set(long, { add: '0' }, world))).toBe(code);
  }
});

test('records added margin by day', () => {
  const once = rowAfter(done(set(openRow(), { add: '10' })));
  expect(once.added).toEqual([{ day: dayOf(WALL), amount: amount('10') }]);
  const twice = rowAfter(done(set(once, { add: '5' })));
  expect(twice.added).toEqual([{ day: dayOf(WALL), amount: amount('15') }]);
  const later = rowAfter(
    done(set(openRow({ added: [{ day: dayOf(WALL) - 1, amount: amount('1') }] }), { add: '5' })),
  );
  expect(later.added).toEqual([
    { day: dayOf(WALL) - 1, amount: amount('1') },
    { day: dayOf(WALL), amount: amount('5') },
  ]);
});
