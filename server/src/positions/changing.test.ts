/**
 * Changes of levels and added margin without a fresh price: by command, and by an attacker with SQL access as the serving role.
 * The old state counts before the first quote made after the request, and the new state from that quote on; the database
 * rejects every other outcome.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import { breaches } from '../app/breaches.ts';
import { instruments } from '../quotes/catalogue.ts';
import { cancelOrder, setLevels } from './commands.ts';
import { fateOf } from './testing/fate.ts';
import { BUSY, FIRED, LEFT_ALONE, MISFIRED, NEWEST, positionsWorld } from './testing/resting-world.ts';

const world = positionsWorld({ customers: 60, hold: /L16: time|fired/ });
const OLD = { fillAgeMs: 0 };
const FAULT = `${MISFIRED}change of its levels`;

/** Opens a position, or places a limit order. All later prices are too old to be fresh. */
async function open(order: Parameters<typeof world.market.open>[1] = {}): Promise<bigint> {
  const opened = await world.market.open(world.book, { leverage: 2, ...order });
  if (!opened.ok) throw new Error(opened.refusal.code);
  await world.market.price('20000', '20010', OLD);
  return BigInt(opened.value.id);
}
const { at: run } = world;
type Asked = Partial<Record<'stopLoss' | 'takeProfit' | 'trailing', string | null>> & { addMargin?: string };
function change(id: bigint, asked: Asked) {
  const read = (text: string | null | undefined) => (typeof text === 'string' ? amount(text) : text);
  const levels = {
    ...{ takeProfit: read(asked.takeProfit), stopLoss: read(asked.stopLoss), profitLock: undefined },
    ...{ trailing: read(asked.trailing), addMargin: read(asked.addMargin) ?? undefined },
  };
  return world.house.run(setLevels, { id, ...levels, instruments, jurisdictions: 'demo' }, run());
}
async function marketMs(): Promise<number> {
  const [now] = await world.house.owner<{ ms: string }>('select market_now_ms() as ms');
  await delay(20);
  return Number(now?.ms);
}
/** Returns "open 19000 waits", or "closed stop_loss 19000 at 18990". */
async function told(id: bigint): Promise<string> {
  const rows = await world.house.owner<{ told: string }>(
    `select concat_ws(' ', status, reason, trim_scale(stop_price), case when change_waits is not null then 'waits' end,
      'at ' || (closes -> -1 ->> 'price')) as told from position where id = $1`,
    [id.toString()],
  );
  return rows[0]?.told ?? 'none';
}
const fire = (id: bigint, part: Parameters<typeof world.market.fireHere>[2]) =>
  world.market.fireHere(world.book, id, part);
/** Runs an update that reads the market time and the newest entry once each. */
const fate = (sql: string, id: bigint) =>
  fateOf(world.house.pool, [
    `update position p set ${sql} from (select market_ms() as ms, ${NEWEST} as seq offset 0) n where p.id = ${id}`,
  ]);

describe('a changed stop level', () => {
  test('takes effect at the first quote made after the request, and may fire at that quote', async () => {
    const id = await open({ stopLoss: amount('19000') });
    expect(await change(id, { stopLoss: '19500' })).toMatchObject({
      ok: true,
      value: { stop_loss: '19000', change: { stop_loss: '19500', margin: '0' } },
    });
    expect(await told(id)).toBe('open 19000 waits');
    await world.market.price('19490', '19500', OLD);
    expect(await fire(id, 'change')).toEqual(FIRED);
    expect(await told(id)).toBe('open 19500');
    expect(await fire(id, 'stop')).toEqual(FIRED);
    expect(await told(id)).toBe('closed stop_loss 19500 at 19490');
  });

  test('does not apply to a quote in flight, which fires the old level', async () => {
    const id = await open({ stopLoss: amount('19000') });
    const madeMs = await marketMs();
    await change(id, { stopLoss: '18000' });
    await world.market.price('18990', '19000', { ...OLD, madeMs });
    await expect(fire(id, 'change')).rejects.toThrow('does not fire change');
    expect(await fire(id, 'stop')).toEqual(FIRED);
    expect(await told(id)).toBe('closed stop_loss 19000 waits at 18990');
    expect(await fire(id, 'change')).toEqual(LEFT_ALONE);
  });

  test('is not fired by a quote that was in flight when the customer requested it', async () => {
    const id = await open({ stopLoss: amount('19000') });
    const madeMs = await marketMs();
    await change(id, { stopLoss: '19500' });
    await world.market.price('19490', '19500', { ...OLD, madeMs });
    await world.market.price('19600', '19610', OLD);
    expect(await fire(id, 'change')).toEqual(FIRED);
    await expect(fire(id, 'stop')).rejects.toThrow('does not fire stop');
    expect(await told(id)).toBe('open 19500');
  });

  test('does not take effect before the firing of an old level that an earlier entry reached', async () => {
    const id = await open({ stopLoss: amount('19000') });
    const madeMs = await marketMs();
    await change(id, { stopLoss: '18000' });
    await world.market.price('18990', '19000', { ...OLD, madeMs });
    await world.market.price('20000', '20010', OLD);
    expect(await fire(id, 'change')).toMatchObject(BUSY);
    expect(await told(id)).toBe('open 19000 waits');
  });

  test('takes effect before any trigger fires at the same or a later entry', async () => {
    const id = await open({ stopLoss: amount('19000'), takeProfit: amount('22000') });
    await change(id, { stopLoss: '18000' });
    await world.market.price('18990', '19000', OLD);
    expect(await fire(id, 'stop')).toMatchObject(BUSY);
    await world.market.price('22000', '22010', OLD);
    expect(await fire(id, 'target')).toMatchObject(BUSY);
    expect(await told(id)).toBe('open 19000 waits');
  });

  test('remains pending while the position waits to close', async () => {
    const id = await open({ stopLoss: amount('19000') });
    const madeMs = await marketMs();
    await change(id, { stopLoss: '19500' });
    const laterMs = await marketMs();
    expect(await world.market.close(world.book, id)).toMatchObject({
      ok: true,
      value: { status: 'closing' },
    });
    await world.market.price('19490', '19500', { ...OLD, madeMs });
    await world.market.price('19480', '19490', { ...OLD, madeMs: laterMs });
    expect(await fire(id, 'change')).toEqual(FIRED);
    expect(await fire(id, 'stop')).toEqual(FIRED);
    expect(await told(id)).toBe('closed stop_loss 19500 at 19480');
  });

  test('rejects another change until it takes effect', async () => {
    const id = await open({ stopLoss: amount('19000') });
    await change(id, { stopLoss: '19500' });
    const refused = { ok: false, refusal: { code: 'change_waiting' } };
    expect(await change(id, { stopLoss: '18000' })).toMatchObject(refused);
    expect(await change(id, { stopLoss: '19000' })).toMatchObject(refused);
    expect(await change(id, { addMargin: '1' })).toMatchObject(refused);
    expect(await change(id, { stopLoss: '19500' })).toMatchObject({ ok: true });
    await world.market.price('20000', '20010', OLD);
    await fire(id, 'change');
    expect(await change(id, { stopLoss: '18000' })).toMatchObject({ ok: true });
    expect(await told(id)).toBe('open 19500 waits');
  });

  test('takes effect immediately at a fresh price', async () => {
    const id = await open({ stopLoss: amount('19000') });
    await world.market.price('20000', '20010');
    expect(await change(id, { stopLoss: '19500' })).toMatchObject({ ok: true, value: { change: null } });
    expect(await told(id)).toBe('open 19500');
  });
});

test('measures a new trailing distance from the first quote made after the request', async () => {
  const id = await open({ trailing: amount('500') });
  const madeMs = await marketMs();
  await change(id, { trailing: '100' });
  await world.market.price('20200', '20210', { ...OLD, madeMs });
  await world.market.price('20101', '20111', OLD);
  expect(await fire(id, 'change')).toEqual(FIRED);
  await expect(fire(id, 'trail')).rejects.toThrow('entry of a closing');
  await world.market.price('20100', '20110', OLD);
  expect(await fire(id, 'trail')).toEqual(FIRED);
  expect(await told(id)).toBe('closed trailing at 20100');
});

describe('added margin', () => {
  test('is frozen immediately, but does not prevent a liquidation by a quote in flight', async () => {
    const id = await open({ leverage: 100 });
    const before = await world.market.sum(
      `select amount from balance where book = ${world.book} and account = 'contract'`,
    );
    const madeMs = await marketMs();
    expect(await change(id, { addMargin: '1000' })).toMatchObject({ ok: true });
    expect(
      await world.market.sum(
        `select amount from balance where book = ${world.book} and account = 'contract'`,
      ),
    ).toBe(before - amount('1000'));
    await world.market.price('19890', '19900', { ...OLD, madeMs });
    expect(await fire(id, 'margin')).toEqual(FIRED);
    expect(await told(id)).toBe('closed close_out waits at 19890');
  });

  test('raises the equity from the first quote made after the request', async () => {
    const id = await open({ leverage: 100 });
    await change(id, { addMargin: '1000' });
    await world.market.price('19890', '19900', OLD);
    expect(await fire(id, 'margin')).toMatchObject(BUSY);
    expect(await fire(id, 'change')).toEqual(FIRED);
    await expect(fire(id, 'margin')).rejects.toThrow('does not fire margin');
    expect(await told(id)).toBe('open');
  });

  test('is not released by a partial closing before it counts towards the equity', async () => {
    const id = await open({ leverage: 100 });
    await change(id, { addMargin: '1000' });
    const madeMs = await marketMs();
    await world.market.price('20000', '20010', { madeMs: madeMs - 1000 });
    expect(await world.market.close(world.book, id, amount('0.5'))).toMatchObject(BUSY);
  });
});

describe('changed levels of an order', () => {
  test('do not apply if a quote in flight opens the order', async () => {
    const id = await open({ price: amount('19500'), stopLoss: amount('19000') });
    const madeMs = await marketMs();
    await change(id, { stopLoss: null });
    await world.market.price('19490', '19500', { ...OLD, madeMs });
    expect(await fire(id, 'limit')).toEqual(FIRED);
    await world.market.price('18990', '19000', { ...OLD, madeMs });
    expect(await fire(id, 'stop')).toEqual(FIRED);
    expect(await told(id)).toBe('closed stop_loss 19000 waits at 18990');
  });

  test('take effect at the first quote made after the request, and count from the request', async () => {
    const id = await open({ price: amount('19500'), stopLoss: amount('19000') });
    await change(id, { stopLoss: '19400' });
    await world.market.price('20000', '20010', OLD);
    expect(await fire(id, 'change')).toEqual(FIRED);
    expect(await told(id)).toBe('pending 19400');
    await world.market.price('19490', '19500', OLD);
    expect(await fire(id, 'limit')).toEqual(FIRED);
    await world.market.price('19390', '19400', OLD);
    expect(await fire(id, 'stop')).toEqual(FIRED);
    expect(await told(id)).toBe('closed stop_loss 19400 at 19390');
  });

  test('count from the opening if the order opens before they take effect', async () => {
    const id = await open({ price: amount('19500'), stopLoss: amount('19000') });
    await change(id, { stopLoss: '19400' });
    await world.market.price('19390', '19400', OLD);
    expect(await fire(id, 'limit')).toEqual(FIRED);
    expect(await fire(id, 'change')).toEqual(FIRED);
    await expect(fire(id, 'stop')).rejects.toThrow('does not fire stop');
    await world.market.price('19380', '19390', OLD);
    expect(await fire(id, 'stop')).toEqual(FIRED);
  });

  test('do not prevent the order’s cancellation', async () => {
    const id = await open({ price: amount('19500'), stopLoss: amount('19000') });
    await change(id, { stopLoss: '19400' });
    await world.house.run(cancelOrder, { id, instruments }, run());
    await world.market.price('20000', '20010', OLD);
    expect(await fire(id, 'cancel')).toEqual(FIRED);
    expect(await told(id)).toBe('cancelled customer 19000 waits');
  });
});

const WAITS = (stop = '18000', margin = '0') =>
  `'{"take_profit": null, "stop_price": "${stop}", "stop_kind": "loss", "trail_distance": null, "margin": "${margin}"}'::jsonb`;
const armedChange = (seq = 'n.seq', ms = 'n.ms') =>
  `armed = jsonb_set(armed, '{change}', jsonb_build_array(1, (${seq})::text, ${ms}))`;
const asks = ({ ms = 'n.ms', seq = 'n.seq', ageMs = '0', waits = WAITS() } = {}) =>
  `change_ms = ${ms}, change_seq = ${seq}, change_age_ms = ${ageMs}, change_waits = ${waits}`;
const moves = (stop = '18000', seq = 'n.seq', ms = 'n.ms') =>
  `stop_price = ${stop}, armed = jsonb_set(armed, '{stop}', jsonb_build_array(2, (${seq})::text, ${ms}))`;

describe('a change by SQL', () => {
  test.each([
    ['as its customer does', `${asks()}, ${armedChange()}`, 'written'],
    ['and moved immediately', `${asks({ waits: 'null' })}, ${moves()}`, FAULT],
    ['as if an older entry were fresh', `${asks({ waits: 'null', ageMs: '600000' })}, ${moves()}`, FAULT],
    ['and also moved', `${asks()}, ${moves()}`, FAULT],
    ['a minute ago', `${asks({ ms: 'n.ms - 60001' })}, ${armedChange('n.seq', 'n.ms - 60001')}`, FAULT],
    ['in a minute', `${asks({ ms: 'n.ms + 60000' })}, ${armedChange('n.seq', 'n.ms + 60000')}`, FAULT],
    ['after an earlier entry', `${asks({ seq: 'n.seq - 1', ms: 'n.ms - 4000' })}, ${armedChange()}`, FAULT],
    ['without the newest entry', 'change_ms = n.ms', 'position_change'],
    ['without an armed trigger', asks(), FAULT],
    ['with margin that was not added', `${asks({ waits: WAITS('18000', '10') })}, ${armedChange()}`, FAULT],
    ['to an impossible price', `${asks({ waits: WAITS('-1') })}, ${armedChange()}`, FAULT],
  ])('is accepted or rejected if requested %s', async (_, sql, outcome) => {
    const id = await open({ stopLoss: amount('19000') });
    expect(await fate(sql, id)).toBe(outcome);
  });

  const carries = (stop: string, { seq = 'p.change_seq', ms = 'p.change_ms' } = {}) =>
    `change_waits = null, ${moves(stop, seq, ms)}`;

  test('is rejected if applied before a quote made after the request', async () => {
    const id = await open({ stopLoss: amount('19000') });
    const madeMs = await marketMs();
    await change(id, { stopLoss: '18000' });
    expect(await fate(carries('18000'), id)).toBe(FAULT);
    await world.market.price('20000', '20010', { ...OLD, madeMs });
    expect(await fate(carries('18000'), id)).toBe(FAULT);
    await world.market.price('20000', '20010', OLD);
    expect(await fate(carries('18000'), id)).toBe('written');
  });

  test.each([
    ['to another level', carries('18500'), FAULT],
    ['watched from a later entry', carries('18000', { seq: 'n.seq', ms: 'n.ms' }), FAULT],
    ['and watched from before the request', carries('18000', { ms: '0' }), `${MISFIRED}arming of its stop`],
    ['by removing the stop', 'change_waits = null, stop_price = null, stop_kind = null', FAULT],
    ['without a new level', 'change_waits = null', FAULT],
    ['with additional margin', `${carries('18000')}, margin = margin + 1`, 'position_follows'],
    [
      'and closed immediately',
      `${carries('18000')}, status = 'closing', asked_ms = n.ms, asked_seq = n.seq, closing_quantity = 1`,
      FAULT,
    ],
    ['with another request', asks({ waits: WAITS('17000') }), FAULT],
    ['with another time of request', `change_ms = n.ms, change_seq = n.seq`, FAULT],
    [
      'with the request removed',
      'change_ms = null, change_seq = null, change_age_ms = null, change_waits = null',
      FAULT,
    ],
    [
      'with another version of its trigger',
      `armed = jsonb_set(armed, '{change,0}', '99')`,
      `${MISFIRED}arming of its change`,
    ],
    ['without its trigger', `armed = armed - 'change'`, `${MISFIRED}arming of its change`],
    ['as requested', carries('18000'), 'written'],
  ])('is accepted or rejected if applied %s', async (_, sql, outcome) => {
    const id = await open({ stopLoss: amount('19000') });
    await change(id, { stopLoss: '18000' });
    await world.market.price('20000', '20010', OLD);
    expect(await fate(sql, id)).toBe(outcome);
  });

  test('is rejected if it sets an order’s levels at a time other than that of the request', async () => {
    const id = await open({ price: amount('19500'), stopLoss: amount('19000') });
    await change(id, { stopLoss: '18000' });
    await world.market.price('20000', '20010', OLD);
    const set = 'change_waits = null, stop_price = 18000';
    expect(await fate(set, id)).toBe(FAULT);
    expect(await fate(`${set}, updated_ms = n.ms`, id)).toBe(FAULT);
    expect(await fate(`updated_ms = n.ms`, id)).toBe(FAULT);
    expect(await fate(`${set}, updated_ms = p.change_ms`, id)).toBe('written');
  });

  test('is rejected if it closes a position at a level that has been replaced', async () => {
    const id = await open({ stopLoss: amount('19000') });
    await change(id, { stopLoss: '18000' });
    await world.market.price('18990', '19000', OLD);
    const closing = `closes = jsonb_build_array(jsonb_build_object('quantity', '1', 'price', '18990', 'tape_seq', n.seq::text, 'rate', '1',
      'rate_seq', null, 'pnl', '-1020', 'fee', '9.495', 'financing', '0', 'shortfall', '0', 'owed', '0', 'offset', '0', 'charge', '0',
      'reason', 'stop_loss', 'journal_seq', '99', 'time_ms', n.ms))`;
    const closed = `status = 'closed', reason = 'stop_loss', open_quantity = 0, margin = 0, realised_pnl = -1020, closed_ms = n.ms`;
    expect(await fate(`${closed}, ${closing}`, id)).toBe('reached_first');
  });

  test('is reported by the audit if it is not applied within a minute', async () => {
    const id = await open({ stopLoss: amount('19000') });
    await change(id, { stopLoss: '18000' });
    await world.market.price('20000', '20010', OLD);
    await world.house.owner('update clock set base_market_ms = base_market_ms + 100000');
    try {
      const found = await breaches(world.house.pool);
      expect(found.map(({ detail }) => detail)).toContain(
        `position ${id} of book ${world.book} is asked to change, and its entry has come`,
      );
    } finally {
      await world.house.owner('update clock set base_market_ms = base_market_ms - 100000');
    }
    await fire(id, 'change');
  });
});
