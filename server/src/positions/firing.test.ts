/**
 * Effects of a firing trigger on a position. They apply at the entry that fired the trigger, and only if the row still matches.
 */
import { describe, expect, test } from 'vitest';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { WALL } from '../identity/testing/gate.ts';
import { instruments } from '../quotes/catalogue.ts';
import { decideFiring } from './firing.ts';
import {
  SUNDAY_OPENING,
  WEDNESDAY,
  armed,
  entryAt,
  factsOf,
  openRow,
  posted,
  restingRow,
  rowAfter,
} from './testing/world.ts';
import type { World } from './testing/world.ts';
import type { PositionRow, TriggerPart } from './tables.ts';
import { DAY_MS } from '@candor/domain/time.ts';

const MIDNIGHT = Date.UTC(2023, 10, 16);

type At = Parameters<typeof entryAt>[0] & { version?: number };

function fire(row: PositionRow, part: TriggerPart, at: At, world: Partial<World> = {}) {
  const entry = entryAt(at);
  const { nowMs = entry.timeMs } = world;
  const facts = factsOf({ ...world, nowMs, rows: [row] });
  const version = at.version ?? row.armed[part]?.[0] ?? 1;
  const decision = decideFiring({ id: 42n, part, version, instruments, entry, jurisdictions: 'demo' }, facts);
  if (!decision.ok) throw new Error('expected the firing to be accepted, got a refusal');
  return decision.value;
}

/** Returns "closed 42 at 19500 by stop_loss", or a description of another outcome. */
function told(value: ReturnType<typeof fire>): string {
  if (!value.answer.fired) {
    expect(value).toEqual({ answer: { fired: false } });
    return 'nothing';
  }
  posted(value);
  const row = rowAfter(value);
  if (row.status === 'closed') {
    const [close] = row.closes;
    return `closed at ${close?.price} of ${close?.tape_seq} by ${row.reason}, pnl ${close?.pnl}`;
  }
  return `${row.status}, warned ${row.warned}`;
}

type Told = { kind: string; params: Record<string, string> };
const messages = (value: ReturnType<typeof fire>): string[] =>
  (value.appends ?? []).map(({ row }) => {
    const { kind, params } = row as Told;
    expect(params).toMatchObject({ position: '42', product: 'contract', symbol: 'BTC/USDT' });
    return `${kind} ${params['share'] ?? params['price']}`;
  });

const closings: Readonly<Record<string, string>> = {
  take_profit: 'position_took_profit',
  stop_loss: 'position_stopped',
  profit_lock: 'position_locked',
  trailing: 'position_trailed',
  close_out: 'position_closed_out',
};

/** Returns the messages to the customer: each closing with its price, each warning with its share. */
function messagesOf(outcome: string): string[] {
  const closed = /closed at (\S+) of 7 by (\w+)/.exec(outcome);
  const warned = /warned (75|60)$/.exec(outcome);
  if (closed !== null) return [`${closings[closed[2] ?? '']} ${closed[1]}`];
  return warned === null ? [] : [`position_warned ${warned[1]}%`];
}

const guards: Partial<PositionRow> = {
  takeProfit: amount('21000'),
  stopPrice: amount('19500'),
  stopKind: 'loss',
  trailing: amount('400'),
  armed: {
    margin: [1, '3'],
    financing: [1, '3'],
    target: [1, '3'],
    stop: [1, '3'],
    trail: [1, '3'],
  },
};
const long = openRow(guards);
const short = openRow({
  ...guards,
  side: 'short',
  takeProfit: amount('19000'),
  stopPrice: amount('20500'),
});

test.each<[string, PositionRow, TriggerPart, At, string]>([
  ['a target', long, 'target', { bid: '21000' }, 'closed at 21000 of 7 by take_profit, pnl 99'],
  [
    'a target passed in a jump, at the better price',
    long,
    'target',
    { bid: '22000' },
    'closed at 22000 of 7 by take_profit, pnl 199',
  ],
  ['a stop', long, 'stop', { bid: '19500' }, 'closed at 19500 of 7 by stop_loss, pnl -51'],
  [
    'a stop in a gap, at the first price after it',
    long,
    'stop',
    { bid: '18000' },
    'closed at 18000 of 7 by stop_loss, pnl -201',
  ],
  [
    'a profit lock',
    openRow({ ...guards, stopPrice: amount('20200'), stopKind: 'lock' }),
    'stop',
    { bid: '20150' },
    'closed at 20150 of 7 by profit_lock, pnl 14',
  ],
  ['a trailing stop', long, 'trail', { bid: '20600' }, 'closed at 20600 of 7 by trailing, pnl 59'],
  [
    'a liquidation',
    openRow({ warned: 60 }),
    'margin',
    { bid: '19009.5' },
    'closed at 19009.5 of 7 by close_out, pnl -100.05',
  ],
  [
    'a short’s target at the ask',
    short,
    'target',
    { bid: '18990', ask: '19000' },
    'closed at 19000 of 7 by take_profit, pnl 101',
  ],
  [
    'a short’s stop at the ask',
    short,
    'stop',
    { bid: '20490', ask: '20500' },
    'closed at 20500 of 7 by stop_loss, pnl -49',
  ],
  [
    'a short’s trailing stop',
    short,
    'trail',
    { bid: '19990', ask: '20000' },
    'closed at 20000 of 7 by trailing, pnl 1',
  ],
  ['75%', openRow(), 'margin', { bid: '19509.75' }, 'open, warned 75'],
  ['60% after 75%', openRow({ warned: 75 }), 'margin', { bid: '19209.6' }, 'open, warned 60'],
  ['60% without 75% before', openRow(), 'margin', { bid: '19209.6' }, 'open, warned 60'],
  ['one tick above 60%', openRow(), 'margin', { bid: '19209.61' }, 'open, warned 75'],
  ['one tick above 50%', openRow(), 'margin', { bid: '19009.51' }, 'open, warned 60'],
  [
    'less than 10⁻⁸ above 50%',
    openRow({
      rate: amount('1.00000001'),
      margin: amount('20.01000022'),
      initialMargin: amount('20.01000022'),
    }),
    'margin',
    { bid: '19909.95' },
    'open, warned 60',
  ],
  [
    '50% in one jump',
    openRow(),
    'margin',
    { bid: '19009.5' },
    'closed at 19009.5 of 7 by close_out, pnl -100.05',
  ],
  [
    'equity below zero in one jump',
    openRow(),
    'margin',
    { bid: '15000' },
    'closed at 15000 of 7 by close_out, pnl -501',
  ],
  ['an older version', long, 'stop', { bid: '19500', version: 0 }, 'nothing'],
  ['a part that was never armed', openRow(), 'stop', { bid: '19500' }, 'nothing'],
  [
    'a removed stop',
    openRow({ ...guards, stopPrice: null, stopKind: null }),
    'stop',
    { bid: '1' },
    'nothing',
  ],
  [
    'a trigger of a closed position',
    openRow({ ...guards, status: 'closed', openQuantity: 0n, margin: 0n, closedMs: 1 }),
    'stop',
    { bid: '1' },
    'nothing',
  ],
  ['a limit of an open position', openRow({ armed: { limit: [1, '3'] } }), 'limit', { bid: '1' }, 'nothing'],
  ['a cancelled limit', restingRow({ status: 'cancelled', closedMs: 1 }), 'limit', { bid: '1' }, 'nothing'],
])('applies the effects of a firing at its entry: %s', (_, row, part, at, expected) => {
  const value = fire(row, part, at);
  expect(told(value)).toBe(expected);
  expect(messages(value)).toEqual(messagesOf(expected));
});

test('throws if the entry cannot have fired the part', () => {
  expect(() => fire(long, 'stop', { bid: '19500.01' })).toThrow('does not fire stop of position 42');
  expect(() => fire(long, 'stop', { bid: '19500', seq: 3n })).toThrow('does not fire stop of position 42');
  expect(() => fire(long, 'stop', { bid: '19500', version: 2 })).toThrow('does not wait in version 2');
  const elsewhere = { bid: '1000', symbol: 'ETH/USDT' };
  expect(() => fire(long, 'stop', elsewhere)).toThrow('does not fire stop of position 42');
  expect(() => fire(long, 'trail', elsewhere)).toThrow('does not fire trail of position 42');
});

test('ignores a firing for an unknown row', () => {
  expect(told(fire(openRow({ id: 43n }), 'stop', { bid: '1' }))).toBe('nothing');
});

test.each<[string, PositionRow, At, string[], object]>([
  [
    'at its limit',
    restingRow(),
    { bid: '19890', ask: '19900' },
    ['contract_fill: contract_frozen -0.995, fees +0.995'],
    { margin: amount('199'), entryPrice: amount('19900') },
  ],
  [
    'in a gap, at the first price after it',
    restingRow(),
    { bid: '18990', ask: '19000' },
    ['contract_fill: contract_frozen -9.995, contract +9.045, fees +0.95'],
    { margin: amount('190'), initialMargin: amount('190'), openFee: amount('0.95') },
  ],
  [
    'a short above its limit, with what was held',
    restingRow({ side: 'short', price: amount('20100'), margin: amount('202.005') }),
    { bid: '21000', ask: '21010' },
    ['contract_fill: contract_frozen -1.005, fees +1.005'],
    { margin: amount('201'), entryPrice: amount('21000') },
  ],
  [
    'on credit',
    restingRow({ collateral: 'promo' }),
    { bid: '18990', ask: '19000' },
    ['contract_fill: promo_frozen -9.995, promo +9.045, fees +0.95'],
    { margin: amount('190') },
  ],
])('opens a limit order and returns the excess of its hold: %s', (_, row, at, journals, after) => {
  const value = fire(row, 'limit', at, { nowMs: WEDNESDAY + 400 });
  expect(posted(value)).toEqual(journals);
  const opened = rowAfter(value);
  expect(opened).toMatchObject({
    status: 'open',
    entrySeq: 7n,
    entryMs: WEDNESDAY,
    financedMs: WEDNESDAY,
    ...after,
  });
  expect(opened.openQuantity).toBe(opened.quantity);
});

test('arms an opened position from the entry that opened it, however far the head has advanced', () => {
  const row = restingRow({ takeProfit: amount('21000'), stopPrice: amount('19500'), stopKind: 'loss' });
  const value = fire(row, 'limit', { bid: '19890', ask: '19900', seq: 5n });
  expect(armed(value)).toEqual([
    `financing ${MIDNIGHT} v1 after 5`,
    'target 21000 v1 after 5',
    'stop 19500 v1 after 5',
    'margin 19402.5 v1 after 5',
  ]);
});

test('arms the next warning from the entry that fired the previous one', () => {
  const first = fire(openRow(), 'margin', { bid: '19500', seq: 5n });
  expect(armed(first)).toEqual(['margin 19209.6 v2 after 5']);
  const second = fire(rowAfter(first), 'margin', { bid: '19200', seq: 6n });
  expect(armed(second)).toEqual(['margin 19009.5 v3 after 6']);
  expect(told(fire(rowAfter(second), 'margin', { bid: '19000', seq: 8n }))).toContain('by close_out');
  expect(told(fire(rowAfter(second), 'margin', { bid: '19000', seq: 8n, version: 2 }))).toBe('nothing');
});

test('charges all midnights passed at the first entry after them, and raises the liquidation level', () => {
  const one = fire(openRow(), 'financing', { bid: '20000', timeMs: MIDNIGHT });
  expect(rowAfter(one)).toMatchObject({
    financing: amount('0.6003'),
    financedMs: MIDNIGHT,
    margin: amount('200.1'),
  });
  expect(posted(one)).toEqual([]);
  expect(armed(one)).toEqual([`financing ${MIDNIGHT + DAY_MS} v2 after 7`, 'margin 19515.753 v2 after 6']);
  const three = fire(openRow(), 'financing', { bid: '20000', timeMs: MIDNIGHT + 2 * DAY_MS + 5 });
  expect(rowAfter(three)).toMatchObject({
    financing: amount('1.8009'),
    financedMs: MIDNIGHT + 2 * DAY_MS + 5,
  });
  expect(armed(three)[0]).toBe(`financing ${MIDNIGHT + 3 * DAY_MS} v2 after 7`);
  const again = fire(rowAfter(one), 'financing', { bid: '20000', seq: 9n, timeMs: MIDNIGHT + DAY_MS });
  expect(formatAmount(rowAfter(again).financing)).toBe('1.2006');
  const cheaper = fire(openRow({ side: 'short', financingRate: amount('0.0001') }), 'financing', {
    bid: '20000',
    timeMs: MIDNIGHT,
  });
  expect(rowAfter(cheaper).financing).toBe(amount('0.2001'));
});

test('charges financing at the rates stored in the row', () => {
  const dear = { feeRate: amount('0.002'), financingRate: amount('0.003') };
  const night = fire(openRow(dear), 'financing', { bid: '20000', timeMs: MIDNIGHT });
  expect(formatAmount(rowAfter(night).financing)).toBe('6.003');
  const stopped = fire(openRow({ ...guards, ...dear }), 'stop', { bid: '19500' });
  expect(rowAfter(stopped).closes).toMatchObject([{ fee: '3.9' }]);
  const filled = fire(restingRow({ ...dear, margin: amount('202.98') }), 'limit', {
    bid: '19890',
    ask: '19900',
  });
  expect(formatAmount(rowAfter(filled).openFee)).toBe('3.98');
});

test('warns at the level that results from the charge at a midnight, but not at an older price', () => {
  // At 19,515 the equity was above 75% of the margin before the charge, and isn't after it.
  const charged = rowAfter(fire(openRow(), 'financing', { bid: '19515', timeMs: MIDNIGHT }));
  expect(told(fire(charged, 'margin', { bid: '19515', timeMs: MIDNIGHT }))).toBe('open, warned 75');
  // Entry 7 doesn't revoke margin added at entry 9, although the midnight before entry 7 is only charged now.
  const late = openRow({ armed: { margin: [2, '9'], financing: [1, '3'] } });
  expect(armed(fire(late, 'financing', { bid: '19515', timeMs: MIDNIGHT }))[1]).toBe(
    'margin 19515.753 v3 after 9',
  );
});

test('includes the financing of the nights before an entry in any closing at that entry', () => {
  const value = fire(long, 'stop', { bid: '19500', timeMs: MIDNIGHT + DAY_MS });
  expect(posted(value)).toEqual([
    'contract_close: contract_frozen -200.1, contract +146.9244, trading +51, fees +0.975, interest +1.2006',
  ]);
  expect(rowAfter(value).closes[0]).toMatchObject({ financing: '1.2006' });
});

const yen: Partial<PositionRow> = {
  product: 'forex',
  symbol: 'USD/JPY',
  leverage: 100,
  entryPrice: amount('150.01'),
  initialMargin: amount('100.00671667'),
  margin: amount('100.00671667'),
  rate: amount('0.00666667'),
  rateSeq: 7n,
  armed: { margin: [1, '3'], financing: [1, '3'], rate: [1, '7'] },
};

test('revalues a position at a new rate, and compares every price since the rate’s publication with the new level', () => {
  const value = fire(openRow(yen), 'rate', { symbol: 'JPY/USDT', bid: '0.0065', seq: 8n });
  expect(rowAfter(value)).toMatchObject({ rate: amount('0.0065'), rateSeq: 8n });
  expect(posted(value)).toEqual([]);
  // Entry 6 of USD/JPY was the newest one before the position's entry.
  expect(armed(value)).toEqual(['rate 0 v2 after 8', 'margin 149.62535878 v2 after 6']);
  // Even if it is processed late, the rate counts from the first entry after its publication.
  const late = fire(openRow(yen), 'rate', { symbol: 'JPY/USDT', bid: '0.0065', seq: 8n }, { seqBefore: 4n });
  expect(armed(late)[1]).toContain('after 4');
  const younger = openRow({ ...yen, armed: { ...yen.armed, margin: [1, '7'] } });
  expect(armed(fire(younger, 'rate', { symbol: 'JPY/USDT', bid: '0.0065', seq: 8n }))[1]).toContain(
    'after 7',
  );
  const opened = fire(
    restingRow({
      ...yen,
      status: 'pending',
      price: amount('149'),
      armed: { limit: [1, '3'], rate: [1, '7'] },
    }),
    'limit',
    {
      symbol: 'USD/JPY',
      bid: '148.99',
      ask: '149',
    },
  );
  // The order followed the rate while it rested. It opens at that rate and waits for the next.
  expect(rowAfter(opened)).toMatchObject({ openRate: yen.rate, openRateSeq: yen.rateSeq });
  expect(armed(opened).filter((one) => one.startsWith('rate'))).toEqual([]);
});

test('fills a waiting closing at the first quote of the week, and charges the nights of the weekend', () => {
  const closing = openRow({
    product: 'forex',
    symbol: 'EUR/USD',
    status: 'closing',
    reason: 'close_all',
    entryPrice: amount('1.1001'),
    financingRate: amount('0.00007'),
    updatedMs: SUNDAY_OPENING - 1.5 * DAY_MS,
    financedMs: SUNDAY_OPENING - 2 * DAY_MS,
    armed: { margin: [1, '3'], financing: [1, '3'], closing: [1, '6'] },
  });
  const quote = { symbol: 'EUR/USD', bid: '1.099', ask: '1.0991', timeMs: SUNDAY_OPENING };
  expect(told(fire(closing, 'closing', quote))).toBe('closed at 1.099 of 7 by close_all, pnl -11');
  expect(rowAfter(fire(closing, 'closing', quote)).closes[0]?.financing).toBe('1.54014');
  expect(() => fire(closing, 'closing', { ...quote, timeMs: SUNDAY_OPENING - 1 })).toThrow('does not fire');
  // If the nights are charged first, the closing still waits for the same time.
  const charged = fire(closing, 'financing', quote);
  expect(rowAfter(charged)).toMatchObject({ status: 'closing', updatedMs: closing.updatedMs });
  expect(armed(charged).filter((text) => text.startsWith('closing'))).toEqual([]);
  expect(told(fire(rowAfter(charged), 'closing', quote))).toBe('closed at 1.099 of 7 by close_all, pnl -11');
});

test('cancels a resting order that fires in a closed pair, but still closes and liquidates open positions of the pair', () => {
  const closed = true;
  const value = fire(restingRow(), 'limit', { bid: '19890', ask: '19900' }, { closed });
  expect(posted(value)).toEqual(['contract_release: contract_frozen -199.995, contract +199.995']);
  expect(rowAfter(value)).toMatchObject({ status: 'cancelled', reason: 'pair_not_active' });
  const armedParts = { stop: [1, '3'], margin: [1, '3'] } as const;
  const stop = openRow({ stopPrice: amount('19500'), stopKind: 'loss', armed: armedParts });
  expect(told(fire(stop, 'stop', { bid: '19500' }, { closed }))).toContain('by stop_loss');
  expect(told(fire(openRow(), 'margin', { bid: '19000' }, { closed }))).toContain('by close_out');
});

describe('a firing for a customer who may no longer open positions', () => {
  test.each([
    ['account_frozen', { status: 'frozen' }],
    ['account_locked', { status: 'locked' }],
    ['self_excluded', { excludedUntilMs: WALL + 1, timeOutUntilMs: WALL + 1 }],
    ['timed_out', { timeOutUntilMs: WALL + 1 }],
  ] as const)('cancels the resting order (%s) and releases its hold', (reason, gate) => {
    const value = fire(restingRow(), 'limit', { bid: '19890', ask: '19900' }, { gate });
    expect(posted(value)).toEqual(['contract_release: contract_frozen -199.995, contract +199.995']);
    expect(rowAfter(value)).toMatchObject({ status: 'cancelled', reason, margin: 0n, openQuantity: 0n });
    expect(armed(value)).toEqual([]);
  });

  test.each([
    ['frozen', { status: 'frozen' }],
    ['locked', { status: 'locked' }],
    ['self-excluded', { excludedUntilMs: WALL + 1 }],
  ] as const)('still executes stops, targets and liquidations (%s)', (_, gate) => {
    const stop = openRow({
      stopPrice: amount('19500'),
      stopKind: 'loss',
      armed: { stop: [1, '3'], margin: [1, '3'] },
    });
    expect(told(fire(stop, 'stop', { bid: '19500' }, { gate }))).toContain('by stop_loss');
    expect(told(fire(openRow(), 'margin', { bid: '19000' }, { gate }))).toContain('by close_out');
  });
});
