/**
 * Attacks by a customer with SQL access as the serving role after an entry has reached a level: cancelling the order or
 * position, closing it by a false refusal, watching the level from a later entry, or waiting although the price is known. The
 * database rejects each of them immediately.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { amount } from '@candor/domain/money/amount.ts';
import pg from 'pg';
import { publishUsual } from '@candor/testing/published-terms.ts';
import { instruments } from '../quotes/catalogue.ts';
import { usualTermsOf } from '../app/open-terms.ts';
import { writeOffered } from '../terms/offered.ts';
import { cancelOrder, setLevels } from './commands.ts';
import { fateOf } from './testing/fate.ts';
import { FIRED, LEFT_ALONE, MISFIRED, NEWEST, positionsWorld } from './testing/resting-world.ts';

const world = positionsWorld({ customers: 80 });

async function open(change: Parameters<typeof world.market.open>[1] = {}): Promise<bigint> {
  const opened = await world.market.open(world.book, { leverage: 2, ...change });
  if (!opened.ok) throw new Error(opened.refusal.code);
  return BigInt(opened.value.id);
}
const fate = (sql: string, id: bigint) =>
  fateOf(world.house.pool, [`update position set ${sql} where id = ${id}`]);
const { at: run } = world;
const armedAt = (part: string, seq = NEWEST) =>
  `armed = jsonb_set(armed, '{${part}}', jsonb_build_array((armed #> '{${part},0}')::int + 1, (${seq})::text, market_ms()))`;
const OLD_ENOUGH = 600_000;
const asked = (ms = 'market_ms()', ageMs = OLD_ENOUGH) =>
  `cancel_ms = ${ms}, cancel_seq = ${NEWEST}, cancel_age_ms = ${ageMs}`;
const CHANGED = `change_ms = market_ms(), change_seq = ${NEWEST}, change_age_ms = ${OLD_ENOUGH}`;
const ended = (reason: string, seq = NEWEST) =>
  `status = 'cancelled', reason = '${reason}', margin = 0, ended_seq = ${seq}, closed_ms = market_ms()`;
const takenBack = (reason: string, seq = NEWEST) =>
  reason === 'customer' ? `${ended(reason, seq)}, ${asked()}` : ended(reason, seq);

describe('the guard of reached levels', () => {
  test('rejects cancelling a reached limit order by command or by SQL', async () => {
    const id = await open({ price: amount('19500') });
    await world.market.price('19490', '19500');
    await world.market.price('20000', '20010');
    const cancelled = await world.house.run(cancelOrder, { id, instruments }, run());
    expect(cancelled).toMatchObject({ ok: false, refusal: { code: 'busy' } });
    expect(await fate(takenBack('customer'), id)).toBe('reached_first');
    expect(await fate(takenBack('customer', `${NEWEST} - 2`), id)).toBe(`${MISFIRED}entry of its end`);
    expect(await fate(ended('customer'), id)).toBe(`${MISFIRED}request of its end`);
    expect(await fate(takenBack('customer', 'null'), id)).toBe(`${MISFIRED}entry of its end`);
    expect(await fate(takenBack('start_over'), id)).toBe(`${MISFIRED}reason of its end`);
  });

  test('rejects watching a reached limit from a later entry', async () => {
    const id = await open({ price: amount('19500') });
    await world.market.price('19490', '19500');
    await world.market.price('20000', '20010');
    expect(await fate(armedAt('limit'), id)).toBe(`${MISFIRED}arming of its limit`);
    expect(await fate(`armed = '{}'`, id)).toBe(`${MISFIRED}arming of its limit`);
  });

  test('rejects a version that would hide a reached limit from the engine', async () => {
    const id = await open({ price: amount('19500') });
    const unheard = `armed = jsonb_set(armed, '{limit,0}', '99')`;
    expect(await fate(unheard, id)).toBe(`${MISFIRED}arming of its limit`);
  });

  test.each([
    ['moved to another price', `stop_price = 18000, ${armedAt('stop')}, ${CHANGED}`, 'reached_first'],
    ['removed', `stop_price = null, stop_kind = null, ${CHANGED}`, 'reached_first'],
    ['watched from a later entry', `${armedAt('stop')}, ${CHANGED}`, 'reached_first'],
    ['moved without a request', `stop_price = 18000, ${armedAt('stop')}`, `${MISFIRED}change of its levels`],
    ['watched from a later entry without a request', armedAt('stop'), `${MISFIRED}change of its levels`],
    ['no longer watched', `armed = armed - 'stop'`, `${MISFIRED}arming of its stop`],
  ])('rejects an update by which a reached stop is %s', async (_, sql, outcome) => {
    const id = await open({ stopLoss: amount('19000') });
    await world.market.price('18990', '19000');
    await world.market.price('20000', '20010');
    expect(await fate(sql, id)).toBe(outcome);
    const closed = await world.market.close(world.book, id);
    expect(closed).toMatchObject({ ok: false, refusal: { code: 'busy' } });
  });

  test('rejects firing a target at a later entry before a stop that was reached earlier', async () => {
    const id = await open({ stopLoss: amount('19000'), takeProfit: amount('21000') });
    await world.market.price('18990', '19000');
    await world.market.price('21000', '21010');
    expect(await world.market.fireHere(world.book, id, 'target')).toMatchObject({
      ok: false,
      refusal: { code: 'busy' },
    });
  });

  test.each([
    ['watched from a later entry', armedAt('margin'), 'reached_first'],
    ['watched from an earlier entry', armedAt('margin', `${NEWEST} - 3`), `${MISFIRED}arming of its margin`],
    ['no longer watched', `armed = armed - 'margin'`, `${MISFIRED}arming of its margin`],
    ['replaced by a warning', `warned = 75, ${armedAt('margin')}`, 'reached_first'],
  ])('rejects an update by which a reached liquidation is %s', async (_, sql, outcome) => {
    const id = await open({ leverage: 100 });
    await world.market.price('19500', '19510');
    await world.market.price('20000', '20010');
    expect(await fate(sql, id)).toBe(outcome);
    const none = { takeProfit: undefined, stopLoss: undefined, profitLock: undefined, trailing: undefined };
    const more = { id, ...none, addMargin: amount('5000'), instruments, jurisdictions: 'demo' } as const;
    expect(await world.house.run(setLevels, more, run())).toMatchObject({
      ok: false,
      refusal: { code: 'busy' },
    });
  });

  test.each([
    ['a minute ago', 'market_ms() - 60000'],
    ['in a minute', 'market_ms() + 60000'],
  ])('rejects changed levels that were allegedly set %s', async (_, at) => {
    const id = await open({ price: amount('19500') });
    expect(await fate(`take_profit = 21000, updated_ms = ${at}`, id)).toBe(`${MISFIRED}time of its levels`);
    expect(await fate(`updated_ms = ${at}`, id)).toBe(`${MISFIRED}time of its levels`);
    const now = `(select floor(extract(epoch from now()) * 1000)::bigint)`;
    const set = `take_profit = 21000, updated_ms = ${now}`;
    expect(await fate(set, id)).toBe(`${MISFIRED}change of its levels`);
    expect(await fate(`${set}, ${CHANGED.replace('market_ms()', now)}`, id)).toBe('written');
  });

  test('accepts changes of rows whose levels were not reached', async () => {
    const id = await open({ price: amount('19500') });
    await world.market.price('19600', '19610');
    expect(await world.house.run(cancelOrder, { id, instruments }, run())).toMatchObject({ ok: true });
    const held = await open({ leverage: 100 });
    expect(await fate(armedAt('margin'), held)).toBe('written');
  });

  test.each([
    ['a stop', `armed = jsonb_set(armed, '{stop,0}', '2')`],
    ['a target', `armed = jsonb_set(armed, '{target,0}', '9')`],
    ['a trailing stop', `armed = jsonb_set(armed, '{trail,0}', '2')`],
    ['a liquidation', `armed = jsonb_set(armed, '{margin,0}', '2')`],
    ['a liquidation watched from now on', armedAt('margin')],
    ['a warning that was not given', 'warned = 75'],
    ['a night', `armed = jsonb_set(armed, '{financing,0}', '2')`],
    ['a night without a trigger', `armed = armed - 'financing'`],
    ['a night far off', `armed = jsonb_set(armed, '{financing,1}', '"1000000"')`],
    [
      'a stop moved by more versions than possible',
      `stop_price = 18500, ${CHANGED}, armed = jsonb_set(${armedAt('stop').slice(8)}, '{stop,0}', '4294967295')`,
    ],
  ])('rejects a version that has no reason or would hide the trigger from the engine: %s', async (_, sql) => {
    const levels = { stopLoss: amount('19000'), takeProfit: amount('21000') };
    const id = await open({ leverage: 100, ...levels, trailing: amount('500') });
    const statements = [`update position set ${sql} where id = ${id}`];
    expect(await fateOf(world.house.pool, statements, { atCommit: true })).toBe('position_versions');
  });
});

describe('a cancellation without a fresh price', () => {
  const OLD = { fillAgeMs: 0 };
  const rests = () => open({ price: amount('19500') });
  const cancel = (id: bigint) => world.house.run(cancelOrder, { id, instruments }, run());
  const marketMs = async () => {
    const [now] = await world.house.owner<{ ms: string }>('select market_now_ms() as ms');
    return Number(now?.ms);
  };
  const statusOf = async (id: bigint) => {
    const rows = await world.house.owner<{ told: string }>(
      `select concat_ws(' ', status, reason, case when cancel_ms is not null then 'asked' end) as told from position where id = $1`,
      [id.toString()],
    );
    return rows[0]?.told;
  };
  beforeEach(() => world.market.price('20000', '20010', OLD));

  test('takes effect at the first quote made after the request', async () => {
    const id = await rests();
    expect(await cancel(id)).toEqual({ ok: true, value: { id: id.toString(), status: 'pending' } });
    expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'pending' } });
    expect(await statusOf(id)).toBe('pending asked');
    await world.market.price('19490', '19500', OLD);
    expect(await world.market.fireHere(world.book, id, 'limit')).toEqual(LEFT_ALONE);
    expect(await world.market.fireHere(world.book, id, 'cancel')).toEqual(FIRED);
    expect(await statusOf(id)).toBe('cancelled customer asked');
  });

  test('lets a quote in flight open the order', async () => {
    const id = await rests();
    const madeMs = await marketMs();
    await delay(20);
    await cancel(id);
    await world.market.price('19490', '19500', { ...OLD, madeMs });
    expect(await fate(ended('customer'), id)).toBe(`${MISFIRED}entry of its end`);
    await expect(world.market.fireHere(world.book, id, 'cancel')).rejects.toThrow('does not fire cancel');
    expect(await world.market.fireHere(world.book, id, 'limit')).toEqual(FIRED);
    expect(await statusOf(id)).toBe('open asked');
    expect(await world.market.fireHere(world.book, id, 'cancel')).toEqual(LEFT_ALONE);
  });

  test('does not take effect before the fill of an order that an earlier quote reached', async () => {
    const id = await rests();
    const madeMs = await marketMs();
    await delay(20);
    await cancel(id);
    await world.market.price('19490', '19500', { ...OLD, madeMs });
    await world.market.price('20000', '20010', OLD);
    const busy = { ok: false, refusal: { code: 'busy' } };
    expect(await world.market.fireHere(world.book, id, 'cancel')).toMatchObject(busy);
    expect(await fate(ended('customer'), id)).toBe('reached_first');
  });

  test('prevents the order from opening at a quote that arrives a minute late, since the customer could otherwise choose whether to take it', async () => {
    const id = await rests();
    const madeMs = await marketMs();
    await delay(20);
    await cancel(id);
    await world.house.owner(
      `begin; alter table position disable trigger user;
        update position set cancel_ms = cancel_ms - 61000,
          armed = jsonb_set(armed, '{limit,2}', to_jsonb((armed #>> '{limit,2}')::bigint - 61000)) where id = ${id};
        alter table position enable trigger user; commit`,
    );
    await world.market.price('19490', '19500', { ...OLD, madeMs: madeMs - 61_000 });
    expect(await world.market.fireHere(world.book, id, 'limit')).toEqual(LEFT_ALONE);
    const opens = `status = 'open', entry_price = 19500, entry_seq = e.seq, entry_ms = e.time_ms, open_quantity = p.quantity, open_rate = 1, initial_margin = p.margin,
      opened_day = p.placed_day, financed_ms = e.time_ms`;
    expect(
      await fateOf(world.house.pool, [
        `update position p set ${opens} from tape e where p.id = ${id} and e.symbol = p.symbol and e.seq = ${NEWEST}`,
      ]),
    ).toBe(`${MISFIRED}entry of its opening`);
    expect(await cancel(id)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
    expect(await statusOf(id)).toBe('cancelled customer asked');
  });

  test.each([
    ['immediately', `${ended('customer')}, ${asked('market_ms()', 0)}`, `${MISFIRED}cancelling`],
    ['as if an older entry were fresh', `${ended('customer')}, ${asked()}`, `${MISFIRED}cancelling`],
    ['a minute ago', asked('market_ms() - 60001', 0), `${MISFIRED}cancelling`],
    ['in a minute', asked('market_ms() + 60000', 0), `${MISFIRED}cancelling`],
    ['without the newest entry', 'cancel_ms = market_ms()', 'position_cancel'],
    ['as its customer does', asked('market_ms()', 0), 'written'],
  ])('is accepted or rejected if requested by SQL: %s', async (_, sql, outcome) => {
    const id = await rests();
    await world.market.price('20000', '20010', OLD);
    expect(await fate(sql, id)).toBe(outcome);
  });

  test('cannot be changed, or applied at another entry', async () => {
    const id = await rests();
    await cancel(id);
    expect(await fate(asked('market_ms()', 0), id)).toBe('position_transition');
    expect(await fate('cancel_ms = null, cancel_seq = null, cancel_age_ms = null', id)).toBe(
      'position_transition',
    );
    expect(await fate(ended('customer'), id)).toBe(`${MISFIRED}entry of its end`);
    for (const unheard of [`jsonb_set(armed, '{cancel,0}', '99')`, `armed - 'cancel'`]) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await fate(`armed = ${unheard}`, id)).toBe(`${MISFIRED}arming of its limit`);
    }
    await world.market.price('20000', '20010', OLD);
    await world.market.price('19490', '19500', OLD);
    expect(await fate(ended('customer', `${NEWEST} - 2`), id)).toBe(`${MISFIRED}entry of its end`);
    expect(await fate(ended('customer'), id)).toBe('reached_first');
    expect(await fate(ended('liquidity_insufficient'), id)).toBe(`${MISFIRED}entry of its end`);
    expect(await fate(ended('customer', `${NEWEST} - 1`), id)).toBe('written');
  });
});

describe('a pending closing', () => {
  /**
   * Closings use the fill age of the position. With this one, the price is fresh enough to open, but too old a few seconds
   * later.
   */
  const OLD = { fillAgeMs: 3000 };

  /**
   * Opens a long with a stop at 19,000, and requests a closing without a fresh price. A quote made at `madeMs`, before the
   * request, is in flight.
   */
  async function closing(): Promise<{ id: bigint; madeMs: number }> {
    await world.market.price('20000', '20010', OLD);
    const id = await open({ stopLoss: amount('19000') });
    await delay(OLD.fillAgeMs);
    const [now] = await world.house.owner<{ ms: string }>('select market_now_ms() as ms');
    await delay(20);
    expect(await world.market.close(world.book, id)).toMatchObject({
      ok: true,
      value: { status: 'closing' },
    });
    return { id, madeMs: Number(now?.ms) };
  }

  test('does not prevent the firing of a stop that a quote in flight reaches', async () => {
    const { id, madeMs } = await closing();
    await world.market.price('18990', '19000', { ...OLD, madeMs });
    expect(await world.market.fireHere(world.book, id, 'stop')).toMatchObject({
      ok: true,
      value: { fired: true },
    });
    const rows = await world.house.owner('select status, reason from position where id = $1', [
      id.toString(),
    ]);
    expect(rows).toEqual([{ status: 'closed', reason: 'stop_loss' }]);
  });

  test('cannot be executed until a stop that was reached earlier has fired', async () => {
    const { id, madeMs } = await closing();
    await world.market.price('18990', '19000', { ...OLD, madeMs });
    await world.market.price('20000', '20010', OLD);
    expect(await world.market.fireHere(world.book, id, 'closing')).toMatchObject({
      ok: false,
      refusal: { code: 'busy' },
    });
  });

  test('closes the position at the first quote made after the request, whatever level that quote reaches', async () => {
    const { id } = await closing();
    await world.market.price('18990', '19000', OLD);
    expect(await world.market.fireHere(world.book, id, 'closing')).toMatchObject({
      ok: true,
      value: { fired: true },
    });
    const rows = await world.house.owner('select status, reason from position where id = $1', [
      id.toString(),
    ]);
    expect(rows).toEqual([{ status: 'closed', reason: 'customer' }]);
  });
});

describe('a refusal that closes an order', () => {
  test.each([
    ['at no entry', 'liquidity_insufficient', 'null', 'entry of its end'],
    ['at an entry that does not reach the limit', 'liquidity_insufficient', NEWEST, 'entry of its end'],
    [
      'at the second entry that reaches the limit',
      'liquidity_insufficient',
      `${NEWEST} - 1`,
      'entry of its end',
    ],
    [
      'for a lack of liquidity that does not exist',
      'liquidity_insufficient',
      `${NEWEST} - 2`,
      'reason of its end',
    ],
    ['for a freeze of a customer who is not frozen', 'account_frozen', `${NEWEST} - 2`, 'reason of its end'],
    ['for a self-exclusion that does not exist', 'self_excluded', `${NEWEST} - 2`, 'reason of its end'],
    ['for a price bound that a limit does not have', 'price_moved', `${NEWEST} - 2`, 'reason of its end'],
    [
      'for a lack of margin although the margin is frozen',
      'margin_insufficient',
      `${NEWEST} - 2`,
      'reason of its end',
    ],
    ['for a product that is offered', 'product_not_offered', `${NEWEST} - 2`, 'reason of its end'],
    ['for leverage that is not capped', 'leverage_above_cap', `${NEWEST} - 2`, 'reason of its end'],
    ['for a pair that is open', 'pair_not_active', `${NEWEST} - 2`, 'reason of its end'],
    [
      'for a bank card that contracts do not require',
      'bank_card_missing',
      `${NEWEST} - 2`,
      'reason of its end',
    ],
    ['for an invalid reason', 'house', `${NEWEST} - 2`, 'reason of its end'],
  ])('is rejected if it is false: %s', async (_, reason, seq, violation) => {
    const id = await open({ price: amount('19500') });
    await world.market.price('19490', '19500');
    await world.market.price('19480', '19490');
    await world.market.price('20000', '20010');
    expect(await fate(takenBack(reason, seq), id)).toBe(MISFIRED + violation);
  });

  test.each([
    ['product_not_offered', 'uk', {}],
    ['leverage_above_cap', 'eu', {}],
    ['pair_not_active', 'demo', { open: false }],
  ] as const)(
    'is accepted once the order’s terms are no longer offered: %s',
    async (reason, jurisdictions, terms) => {
      const id = await open({ price: amount('19500'), leverage: 10 });
      await world.market.price('19490', '19500');
      expect(await fate(takenBack(reason), id)).toBe(`${MISFIRED}reason of its end`);
      await offered(jurisdictions, terms);
      expect(await fate(takenBack(reason), id)).toBe('written');
      await offered('demo', {});
      expect(await fate(takenBack(reason), id)).toBe(`${MISFIRED}reason of its end`);
    },
  );

  /** Changes the published offer from now on. */
  async function offered(jurisdictions: 'demo' | 'eu' | 'uk', terms: { open?: boolean }): Promise<void> {
    const owner = new pg.Pool({ connectionString: world.database.ownerUrl, max: 1 });
    await writeOffered(owner, { jurisdictions, instruments: instruments.values() });
    await owner.end();
    const usual = usualTermsOf({ mode: 'demo', house: undefined }).get('instrument:BTC/USDT');
    await publishUsual(world.database, [['instrument:BTC/USDT', { ...usual, ...terms }]]);
  }

  test('is accepted with a true reason at the entry that reached the limit', async () => {
    const id = await open({ price: amount('19500') });
    await world.market.price('19490', '19500');
    const now = Date.now();
    await world.house.owner(
      `insert into own_pause (book, id, kind, from_ms, until_ms) values ($1, 1, 'self_exclusion', $2, $3)`,
      [world.book.toString(), now, now + 200 * 86_400_000],
    );
    expect(await fate(takenBack('self_excluded'), id)).toBe('written');
    expect(await world.market.fireHere(world.book, id, 'limit')).toMatchObject({
      ok: true,
      value: { fired: true },
    });
    const [row] = await world.house.owner<{ status: string; reason: string }>(
      'select status, reason from position where id = $1',
      [id.toString()],
    );
    expect(row).toEqual({ status: 'cancelled', reason: 'self_excluded' });
  });
});

describe('an order or closing whose price is known', () => {
  const pending = `insert into position select (jsonb_populate_record(null::public."position", to_jsonb(p) || jsonb_build_object('id', p.id + 1000000,
      'status', 'pending', 'entry_price', null, 'entry_seq', null, 'entry_ms', null, 'open_rate', null, 'opened_day', null, 'open_quantity', 0,
      'margin', p.margin + p.open_fee))).* from position p where p.id = $1`;

  test('cannot be left pending if the order could open at market', async () => {
    const id = await open();
    expect(await fateOf(world.house.pool, [pending], { values: [id] })).toBe(
      `${MISFIRED}entry of its opening`,
    );
  });

  test('cannot be left closing if the position could close', async () => {
    const id = await open();
    const closing = `status = 'closing', reason = 'customer', asked_ms = market_ms(), asked_seq = ${NEWEST}, closing_quantity = 1`;
    expect(await fate(closing, id)).toBe(`${MISFIRED}closing that it waits for`);
  });
});

describe('margin released by partial closings', () => {
  const closes = (count: number) =>
    `(select jsonb_agg(jsonb_build_object('quantity', '0.1', 'price', '20000', 'tape_seq', e.seq::text, 'rate', '1', 'rate_seq', null,
        'pnl', '-1', 'fee', '1', 'financing', '0', 'shortfall', '0', 'owed', '0', 'offset', '0', 'charge', '0', 'reason', 'customer',
        'journal_seq', '99', 'time_ms', e.ms, 'asked_ms', e.ms, 'asked_seq', e.seq::text))
      from (select ${NEWEST} as seq, market_ms() as ms offset 0) e, generate_series(1, ${count}))`;
  const parts = (count: number, margin: string) =>
    `open_quantity = 1 - 0.1 * ${count}, realised_pnl = -1 * ${count}, closes = ${closes(count)}, margin = ${margin},
      initial_margin = initial_margin * (10 - ${count}) / 10`;

  test.each([
    ['one part, with its share', 1, 'margin * 0.9', 'written'],
    ['one part, with all of the margin but one unit', 1, '1', `${MISFIRED}margin of a closing`],
    ['two parts together, with all of the margin but one unit', 2, '1', `${MISFIRED}margin of a closing`],
    ['two parts, with their shares', 2, 'margin * 0.8', 'written'],
  ])('is accepted only in proportion to the closed quantity: %s', async (_, count, margin, outcome) => {
    const id = await open();
    expect(await fate(parts(count, margin), id)).toBe(outcome);
  });
});
