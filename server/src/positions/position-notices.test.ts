/** Notices to a customer about their orders and positions: one case per row, with the messages last. */
import { expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { instruments } from '../quotes/catalogue.ts';
import { WALL } from '../identity/testing/gate.ts';
import { decideFiring } from './firing.ts';
import type { PositionRow, TriggerPart } from './tables.ts';
import { WEDNESDAY, entryAt, factsOf, openRow, restingRow } from './testing/world.ts';
import type { World } from './testing/world.ts';

type At = Parameters<typeof entryAt>[0];
type Notice = { kind: string; params: Record<string, string> };

/** Returns "kind figures" for every message of the firing. */
function told(rows: readonly PositionRow[], part: TriggerPart, at: At, world: Partial<World> = {}): string[] {
  const [row] = rows;
  if (row === undefined) throw new Error('expected a row that fires, found none');
  const entry = entryAt(at);
  const facts = factsOf({ nowMs: entry.timeMs, ...world, rows });
  const version = row.armed[part]?.[0] ?? 1;
  const firing = { id: row.id, part, version, instruments, entry, jurisdictions: 'demo' } as const;
  const decision = decideFiring(firing, facts);
  if (!decision.ok || !decision.value.answer.fired) throw new Error('expected the firing to be accepted');
  return (decision.value.appends ?? [])
    .filter(({ table }) => table.name === 'notice')
    .map(({ row: written }) => {
      const { kind, params } = written as Notice;
      const { symbol, product, position, ...figures } = params;
      expect([symbol, product]).toEqual(['BTC/USDT', 'contract']);
      return [kind, position, ...Object.values(figures)].join(' ');
    });
}

const levels: Partial<PositionRow> = {
  ...{ takeProfit: amount('21000'), stopPrice: amount('19500'), stopKind: 'loss', trailing: amount('400') },
  armed: { margin: [1, '3'], financing: [1, '3'], target: [1, '3'], stop: [1, '3'], trail: [1, '3'] },
};
const locked: Partial<PositionRow> = { ...levels, stopPrice: amount('20200'), stopKind: 'lock' };
const MINUTE_MS = 60_000;
const asked = (sinceMs: number, quantity = '0.1'): Partial<PositionRow> => ({
  ...{ status: 'closing', reason: 'customer', armed: { closing: [1, '6'] }, updatedMs: WEDNESDAY - sinceMs },
  asked: { askedMs: WEDNESDAY - sinceMs, askedSeq: 6n, quantity: amount(quantity) },
});
const waiting = (sinceMs: number) =>
  restingRow({ type: 'market', price: null, createdMs: WEDNESDAY - sinceMs, armed: { limit: [1, '3'] } });
const expiring = (change: Partial<PositionRow> = {}) =>
  restingRow({ timeInForce: 'GTD', expiresMs: WEDNESDAY, armed: { expiry: [1, '3'] }, ...change });
const cancelled = { cancelMs: WEDNESDAY - 1, cancelSeq: 5n, cancelAgeMs: 0 };
const reducing = (quantity: string) =>
  restingRow({
    ...{ id: 43n, side: 'short', reduces: 42n, price: amount('21000'), quantity: amount(quantity) },
    ...{ margin: 0n, initialMargin: 0n, openFee: 0n, staked: 0n },
  });

test.each<[string, readonly PositionRow[], TriggerPart, At, string[], Partial<World>?]>([
  [
    'a long that its limit opened',
    [restingRow()],
    'limit',
    { bid: '19890', ask: '19900' },
    ['position_opened_long 42 0.1 19900 0.995'],
  ],
  [
    'a short that its limit opened',
    [restingRow({ side: 'short', price: amount('20100'), margin: amount('202.005') })],
    'limit',
    { bid: '20100', ask: '20110' },
    ['position_opened_short 42 0.1 20100 1.005'],
  ],
  ['a market order that waited for its price', [waiting(500)], 'limit', { bid: '19890', ask: '19900' }, []],
  [
    'a market order whose price came too late',
    [waiting(MINUTE_MS + 1)],
    'limit',
    { bid: '19890', ask: '19900' },
    ['order_refused 42'],
  ],
  [
    'an order that a self-imposed pause refuses at its price',
    [restingRow()],
    'limit',
    { bid: '19890', ask: '19900' },
    ['order_refused 42'],
    { gate: { timeOutUntilMs: WALL + 1 } },
  ],
  [
    'a market order that is refused within a minute',
    [waiting(500)],
    'limit',
    { bid: '19890', ask: '19900' },
    [],
    { gate: { timeOutUntilMs: WALL + 1 } },
  ],
  ['an order that expires', [expiring()], 'expiry', { bid: '20000' }, ['order_expired 42 0.1']],
  [
    'an order that expires before its requested cancellation',
    [expiring({ cancel: cancelled })],
    'expiry',
    { bid: '20000' },
    [],
  ],
  [
    'a requested cancellation',
    [restingRow({ cancel: cancelled, armed: { cancel: [1, '5'] } })],
    'cancel',
    { bid: '20000' },
    [],
  ],
  [
    'a take profit',
    [openRow(levels)],
    'target',
    { bid: '21000' },
    ['position_took_profit 42 0.1 21000 +96.94'],
  ],
  ['a stop loss', [openRow(levels)], 'stop', { bid: '19500' }, ['position_stopped 42 0.1 19500 -52.98']],
  ['a profit lock', [openRow(locked)], 'stop', { bid: '20150' }, ['position_locked 42 0.1 20150 +11.99']],
  ['a trailing stop', [openRow(levels)], 'trail', { bid: '20600' }, ['position_trailed 42 0.1 20600 +56.96']],
  [
    'a liquidation',
    [openRow({ warned: 60 })],
    'margin',
    { bid: '19009.5' },
    ['position_closed_out 42 0.1 19009.5 -102.01'],
  ],
  ['a warning', [openRow()], 'margin', { bid: '19509.75' }, ['position_warned 42 75%']],
  [
    'the financing of a night',
    [openRow()],
    'financing',
    { bid: '20000', timeMs: WEDNESDAY + 43_200_000 },
    [],
  ],
  ['a closing that its customer still watches', [openRow(asked(500))], 'closing', { bid: '20000' }, []],
  [
    'a closing that waited for its market',
    [openRow(asked(MINUTE_MS + 1))],
    'closing',
    { bid: '21000' },
    ['position_closed_late 42 0.1 21000 +96.94'],
  ],
  [
    'a closed half that waited, without the opening fee of the rest',
    [openRow(asked(MINUTE_MS + 1, '0.05'))],
    'closing',
    { bid: '21000' },
    ['position_closed_late 42 0.05 21000 +48.97'],
  ],
  [
    'an order that closed a part',
    [reducing('0.04'), openRow()],
    'limit',
    { bid: '21000' },
    ['position_reduced 42 0.04 21000 +39.18'],
  ],
  [
    'an order that closed the rest',
    [reducing('0.1'), openRow()],
    'limit',
    { bid: '21000' },
    ['position_reduced 42 0.1 21000 +96.94'],
  ],
  [
    'an order whose position closes anyway',
    [reducing('0.1'), openRow(asked(500))],
    'limit',
    { bid: '21000' },
    [],
  ],
])('notifies the customer of %s', (_, rows, part, at, messages, world) => {
  expect(told(rows, part, at, world)).toEqual(messages);
});
