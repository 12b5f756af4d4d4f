/**
 * Attacks through SQL by somebody who has the role that executes commands but no session: creating plans, moving due times
 * forward, changing the amount or the coin, and skipping due purchases. The database rejects each of them.
 */
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { createPool } from '../../db/pool.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { breaches } from '../../app/breaches.ts';
import { openBuying } from './testing/buyer.ts';
import type { Buying } from './testing/buyer.ts';

let buying: Buying;
let app: Pool;
let door: Pool;
/** A plan due tomorrow, a plan that is due without the engine being notified, and a plan that was due two hours ago. */
let plan: string;
let due: string;
let late: string;
let old: string;

beforeAll(async () => {
  buying = await openBuying();
  app = createPool(buying.server.appUrl, { max: 2 });
  door = createPool(buying.server.doorUrl, { max: 1 });
  [plan, due, late] = [(await buying.create()).id, (await buying.create()).id, (await buying.create()).id];
  await buying.makeDue(due, { tells: false });
  await buying.makeDue(late, { hoursAgo: 2, tells: false });
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'market', amount: '50' };
  old = (await buying.done<{ id: string }>('POST coin/trade', order)).id;
}, 60_000);
afterAll(async () => {
  // The attacked plans are deleted before the audit, because they have missed their due times.
  for (const id of [plan, due, late]) await buying.done('POST recurring/delete', { id });
  expect(await breaches(buying.owner)).toEqual([]);
  await Promise.all([app.end(), door.end()]);
  await buying.close();
});

type Statements = (at: Connection) => Promise<unknown>;

/** Returns "written", or else the constraint or message that rejected the statements. Rolls back in either case. */
async function fate(statements: Statements, { pool = app, session = false } = {}): Promise<string> {
  const undone = new Error('rolled back on purpose');
  try {
    await inTransaction(pool, async (at) => {
      if (session) await showActing(at, await actingAs(buying.owner, buying.tokens[0]));
      await statements(at);
      await at.query('set constraints all immediate');
      throw undone;
    });
  } catch (error) {
    if (error === undone) return 'written';
    const { constraint, message } = error as pg.DatabaseError;
    return constraint ?? message;
  }
  throw new Error('expected the transaction to be rolled back');
}

const ORDER = 900_001;
type Change = Readonly<Record<string, unknown>>;

/** SQL for the quantity that 50 USDT buy at the newest ask, fee included. */
const QUANTITY = `floor(50 / (1 + o.fee_rate) / h.ask / 0.00001) * 0.00001`;
/** Copies an earlier order into a market order that is placed and filled now. */
const ordered =
  (change: Change = {}) =>
  (at: Connection) =>
    at.query(
      `insert into spot_order select (jsonb_populate_record(o, jsonb_build_object('id', ${ORDER}, 'created_ms', m.ms,
        'updated_ms', m.ms, 'symbol', h.symbol, 'armed_seq', h.seq, 'fill_age_ms', h.fill_age_ms, 'quantity', ${QUANTITY},
        'filled_quantity', ${QUANTITY}) || $2::jsonb)).*
      from spot_order o, tape_head h, (select market_ms()::bigint as ms offset 0) m where o.id = $1 and h.symbol = $3`,
      [old, JSON.stringify(change), change['symbol'] ?? 'BTC/USDT'],
    );
/** Writes the fill of that order, and the journal that pays for it from the available balance. */
const filled: Statements = async (at) => {
  await at.query(
    `insert into spot_fill select (jsonb_populate_record(f, jsonb_build_object('order_id', o.id, 'tape_seq', o.armed_seq, 'time_ms', o.created_ms,
        'price', t.ask, 'quantity', o.quantity, 'value', c.value, 'fee', ceil(c.value * f.fee_rate * 100000000) / 100000000,
        'journal_seq', b.seq + 1))).*
      from spot_fill f, spot_order o join tape t on t.symbol = o.symbol and t.seq = o.armed_seq join book b on b.id = o.book
        cross join lateral (select ceil(o.quantity * t.ask * 100000000) / 100000000 as value) c
      where f.order_id = $1 and o.id = ${ORDER}`,
    [old],
  );
  await at.query(
    `with turn as (update book set seq = seq + 1 where id = (select book from spot_order where id = ${ORDER}) returning id, seq)
      insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
      select turn.id, turn.seq, 'spot_buy', 'spot_order:${ORDER}', f.time_ms, h.slot, '{spot,inventory,inventory,spot,fees}',
        '{USDT,USDT,BTC,BTC,USDT}', array[-f.value - f.fee, f.value, -f.quantity, f.quantity, f.fee]
      from turn, spot_fill f, (select slot from journal where ref = 'spot_order:${old}') h
      where f.order_id = ${ORDER}`,
  );
};
const purchased =
  (change: Change = {}, of = () => due) =>
  (at: Connection) =>
    at.query(
      `insert into recurring_purchase select (jsonb_populate_record(null::recurring_purchase, jsonb_build_object('book', p.book, 'id', ${ORDER},
        'plan', p.id, 'due_ms', p.due_ms, 'status', 'bought', 'amount', p.amount, 'order_id', ${ORDER}, 'version', 1, 'armed_seq', p.armed_seq,
        'time_ms', market_ms()::bigint) || $2::jsonb)).* from recurring_plan p where p.id = $1`,
      [of(), JSON.stringify(change)],
    );
const skippedFor = (reason: string, of = () => due) =>
  purchased({ status: 'skipped', order_id: null, reason }, of);
const gone =
  (change: Change = {}, of = () => due) =>
  (at: Connection) =>
    at.query(
      `update recurring_plan p set due_ms = n.due_ms, version = n.version, short_run = n.short_run, amount = n.amount, armed_seq = n.armed_seq,
        status = n.status, reason = n.reason
      from (select (jsonb_populate_record(o, jsonb_build_object('due_ms', o.due_ms + 86400000, 'version', o.version + 1) || $2::jsonb)).*
        from recurring_plan o where o.id = $1) n where p.id = n.id`,
      [of(), JSON.stringify(change)],
    );
const all =
  (...parts: readonly Statements[]): Statements =>
  async (at) => {
    for (const part of parts) await part(at);
  };

describe('an order written without a session', () => {
  test.each<[string, () => Statements, string]>([
    ['without a plan', () => ordered(), 'acts_in_session'],
    ['of a due plan, with the plan’s values', () => all(purchased(), ordered(), filled, gone()), 'written'],
    ['of a due plan, without a fill', () => all(purchased(), ordered(), gone()), 'recurring_purchase_holds'],
    [
      'of a fraction of the amount',
      () => all(purchased(), ordered({ quantity: 0.00001, filled_quantity: 0.00001 }), filled, gone()),
      'recurring_purchase_holds',
    ],
    [
      'that no purchase names',
      () => all(purchased(), ordered(), ordered({ id: 900_002 })),
      'acts_in_session',
    ],
    [
      'of a different coin',
      () => all(purchased(), ordered({ symbol: 'ETH/USDT' }), gone()),
      'recurring_purchase_holds',
    ],
    [
      'for a larger amount',
      () => all(purchased(), ordered({ budget: 5000 }), gone()),
      'recurring_purchase_holds',
    ],
    [
      'without an amount',
      () => all(purchased(), ordered({ budget: null }), gone()),
      'recurring_purchase_holds',
    ],
    ['that sells', () => all(purchased(), ordered({ side: 'sell' }), gone()), 'recurring_purchase_holds'],
    [
      'with an invented worst price',
      () => all(purchased(), ordered({ worst: 1 }), gone()),
      'recurring_purchase_holds',
    ],
    [
      'that was placed earlier',
      () => all(purchased({ id: Number(old), order_id: Number(old) }), gone()),
      'recurring_purchase_holds',
    ],
    [
      'of a plan whose due time isn’t advanced',
      () => all(purchased(), ordered()),
      'recurring_purchase_holds',
    ],
  ])('is accepted only as the purchase of a due plan: %s', async (_, statements, outcome) => {
    expect(await fate(statements())).toBe(outcome);
  });
});

describe('writing a purchase', () => {
  test.each<[string, () => Statements, string]>([
    ['of a plan that isn’t due', () => purchased({}, () => plan), 'recurring_purchase_due'],
    [
      'for a time other than the plan’s due time',
      () => purchased({ due_ms: 1_796_000_000_000 }),
      'recurring_purchase_due',
    ],
    ['of a larger amount', () => purchased({ amount: 5000 }), 'recurring_purchase_due'],
    ['more than an hour late', () => purchased({}, () => late), 'recurring_purchase_due'],
    ['recorded yesterday', () => purchased({ time_ms: 1_796_000_000_000 }), 'recurring_purchase_due'],
    [
      'that waits for an entry far in the future',
      () => purchased({ armed_seq: 1_000_000_000 }),
      'recurring_purchase_due',
    ],
    ['with the maximum version', () => purchased({ version: 2_147_483_647 }), 'recurring_purchase_due'],
    [
      'recorded twice',
      () => all(purchased(), purchased({ id: 900_003, order_id: 900_003 })),
      'recurring_purchase_once',
    ],
    [
      'skipped as late more than an hour after the due time',
      () =>
        all(
          skippedFor('purchase_late', () => late),
          gone({}, () => late),
        ),
      'written',
    ],
    ['skipped as late within the hour', () => skippedFor('purchase_late'), 'recurring_purchase_due'],
    [
      'skipped for lack of funds despite a sufficient balance',
      () => skippedFor('balance_insufficient'),
      'recurring_purchase_due',
    ],
    [
      'skipped for a frozen account although the account is active',
      () => skippedFor('account_frozen'),
      'recurring_purchase_due',
    ],
    [
      'skipped for a closed coin although the coin is open',
      () => skippedFor('pair_not_active'),
      'recurring_purchase_due',
    ],
    [
      'skipped for lack of inventory despite sufficient inventory',
      () => skippedFor('liquidity_insufficient'),
      'recurring_purchase_due',
    ],
    [
      'skipped for a small amount although the amount is sufficient',
      () => skippedFor('amount_below_minimum'),
      'recurring_purchase_due',
    ],
    ['skipped for an unknown reason', () => skippedFor('because'), 'recurring_purchase_due'],
  ])('is accepted only for a due plan and with a true outcome: %s', async (_, statements, outcome) => {
    expect(await fate(statements())).toBe(outcome);
  });

  test('is rejected if the customer is not allowed to buy', async () => {
    const barred = async (begin: string, end: string) => {
      await buying.owner.query(begin);
      const outcome = await fate(purchased());
      await buying.owner.query(end);
      return outcome;
    };
    const of = `(select book from recurring_plan where id = ${due})`;
    const as = (status: string) =>
      `alter table customer disable trigger user; update customer set status = '${status}' where id = ${of};
        alter table customer enable trigger user`;
    expect(await barred(as('frozen'), as('active'))).toBe('recurring_purchase_due');
    expect(await barred(as('locked'), as('active'))).toBe('recurring_purchase_due');
    const pausedAs = (kind: string, days: number) =>
      `insert into own_pause (book, id, kind, from_ms, until_ms) select ${of}, 1, '${kind}', n.ms, n.ms + ${days} * 86400000::bigint
        from (select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms) n`;
    const on =
      'alter table own_pause disable trigger user; delete from own_pause; alter table own_pause enable trigger user';
    expect(await barred(pausedAs('time_out', 2), on)).toBe('recurring_purchase_due');
    expect(await barred(pausedAs('self_exclusion', 180), on)).toBe('recurring_purchase_due');
    // A jurisdiction profile that offers only forex.
    const kept = `(select body from offered where subject = 'jurisdictions')`;
    const offers = `create table kept_offer as select ${kept} as body; update offered set body = jsonb_set(body, '{profiles}',
      (select jsonb_agg(jsonb_set(p, '{products}', '["forex"]')) from jsonb_array_elements(body -> 'profiles') p)) where subject = 'jurisdictions'`;
    const back = `update offered set body = (select body from kept_offer) where subject = 'jurisdictions'; drop table kept_offer`;
    expect(await barred(offers, back)).toBe('recurring_purchase_due');
    expect(await fate(all(purchased(), ordered(), filled, gone()))).toBe('written');
  });

  test('is rejected before the tape has reached the due time', async () => {
    const { rows } = await buying.owner.query<{ due_ms: string }>(
      `select due_ms from recurring_plan where id = $1`,
      [plan],
    );
    const soon = await buying.owner.query<{ due_ms: string }>(
      `update recurring_plan set due_ms = market_ms()::bigint + 2000, version = version + 1 where id = $1 returning due_ms`,
      [plan],
    );
    expect(await fate(purchased({ time_ms: Number(soon.rows[0]?.due_ms) }, () => plan))).toBe(
      'recurring_purchase_due',
    );
    await buying.owner.query(`update recurring_plan set due_ms = $2, version = version + 1 where id = $1`, [
      plan,
      rows[0]?.due_ms,
    ]);
  });

  test('can’t be undone by a deletion', async () => {
    for (const sql of ['delete from recurring_purchase', 'truncate recurring_purchase'])
      expect(await fate((at) => at.query(sql))).toMatch(/permission denied/);
  });
});

const set =
  (sql: string, of = () => plan): Statements =>
  (at) =>
    at.query(`update recurring_plan set ${sql}, version = version + 1 where id = ${of()}`);
const copied = (at: Connection) =>
  at.query(
    `insert into recurring_plan select (jsonb_populate_record(p, jsonb_build_object('id', 900004, 'version', 1, 'created_ms', market_ms()::bigint))).* from recurring_plan p where p.id = $1`,
    [plan],
  );

describe('a change to a plan', () => {
  test.each<[string, () => Statements, string]>([
    ['a new plan', () => copied, 'acts_in_session'],
    ['a larger amount', () => set('amount = 5000'), 'acts_in_session'],
    ['a different hour', () => set('hour = 3'), 'acts_in_session'],
    ['a due time a day earlier', () => set('due_ms = due_ms - 86400000'), 'acts_in_session'],
    ['a due time a day later', () => set('due_ms = due_ms + 86400000'), 'acts_in_session'],
    ['a pause', () => set(`status = 'paused', reason = 'customer'`), 'acts_in_session'],
    ['a pause for lack of funds', () => set(`status = 'paused', reason = 'short'`), 'acts_in_session'],
    ['a deletion', () => set(`status = 'deleted'`), 'acts_in_session'],
    [
      'a pause in an operator’s name',
      () => set(`status = 'paused', reason = 'unusual_activity'`),
      'recurring_plan_record',
    ],
    ['the next due time without a purchase', () => gone(), 'acts_in_session'],
    [
      'a starting entry far in the future',
      () => set('armed_seq = armed_seq + 1000000', () => due),
      'recurring_plan_due',
    ],
    ['waiting for the next price', () => set('updated_ms = updated_ms + 1', () => due), 'written'],
    [
      'with the maximum version',
      () => (at) => at.query(`update recurring_plan set version = 2147483647 where id = ${due}`),
      'recurring_plan_due',
    ],
    [
      'a purchase with a due time far in the future',
      () => all(purchased(), ordered(), gone({ due_ms: 1_900_000_000_000 })),
      'recurring_plan_due',
    ],
    [
      'a purchase with a larger amount',
      () => all(purchased(), ordered(), gone({ amount: 5000 })),
      'recurring_plan_due',
    ],
    [
      'a purchase with a wrong count of purchases without funds',
      () => all(purchased(), ordered(), gone({ short_run: 2 })),
      'recurring_plan_due',
    ],
  ])('without a session is accepted only if it executes a due plan: %s', async (_, statements, outcome) => {
    expect(await fate(statements())).toBe(outcome);
  });

  test.each<[string, Statements, string]>([
    ['a different amount', set('amount = 60'), 'written'],
    ['a different hour and its due time', set('hour = 8, due_ms = due_ms - 3600000'), 'written'],
    ['a different hour and the old due time', set('hour = 8'), 'recurring_plan_due'],
    ['a due time in the past', set('due_ms = due_ms - 86400000 * 3'), 'recurring_plan_due'],
    ['a due time off the schedule', set('due_ms = due_ms + 1'), 'recurring_plan_due'],
  ])(
    'in the customer’s session is accepted only with a due time on the schedule: %s',
    async (_, statements, outcome) => {
      expect(await fate(statements, { session: true })).toBe(outcome);
    },
  );

  test('is rejected from the role that serves logins', async () => {
    for (const sql of [
      `update recurring_plan set amount = 1`,
      'insert into recurring_purchase (book) values (1)',
    ])
      expect(await fate((at) => at.query(sql), { pool: door })).toMatch(/permission denied/);
  });
});

test('the database computes the same due times as the domain', async () => {
  const { nextDueMs } = await import('@candor/domain/recurring/schedule.ts');
  const schedules = [0, 9, 23].flatMap((hour) => [
    { every: 'day' as const, onDay: 0, hour },
    ...[1, 4, 7].map((onDay) => ({ every: 'week' as const, onDay, hour })),
    ...[1, 15, 28, 29, 30, 31].map((onDay) => ({ every: 'month' as const, onDay, hour })),
  ]);
  // Days around the ends of months and years, and around the end of February in leap years and common years.
  const days = [
    '2026-11-27',
    '2026-12-31',
    '2027-01-30',
    '2027-02-28',
    '2028-02-28',
    '2028-02-29',
    '2100-02-28',
  ];
  const instants = days.flatMap((day) =>
    [0, 9, 23].map((hour) => Date.parse(`${day}T00:00Z`) + hour * 3_600_000),
  );
  const asked = schedules.flatMap((schedule) =>
    instants.flatMap((at) => [at - 1, at].map((ms) => ({ ...schedule, ms }))),
  );
  const { rows } = await buying.owner.query<{ due: string }>(
    `select recurring_next(a.every, a."onDay", a.hour, a.ms) as due from jsonb_to_recordset($1)
      as a (every text, "onDay" int, hour int, ms bigint)`,
    [JSON.stringify(asked)],
  );
  expect(rows.map((row) => Number(row.due))).toEqual(
    asked.map(({ ms, ...schedule }) => nextDueMs(schedule, ms)),
  );
});
