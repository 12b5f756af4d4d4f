/** Writes to fund tables that the database accepts or rejects, by plain SQL as the serving role. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breaches } from '../../app/breaches.ts';
import { actingAs, showActing } from '@candor/testing/acting-as.ts';
import { NOON, openFundFloor } from '@candor/testing/fund-floor.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { FundFloor, Member } from '@candor/testing/fund-floor.ts';

let floor: FundFloor;
let anna: Member;
/** An order in progress whose first mark is due and unpaid. It started at noon, two days after the other order. */
let running: string;
let startedMs: number;
/** The other order, which has ended and is owed the rest of its last day at a published rate. */
let over: string;
let serving: pg.Client;
beforeAll(async () => {
  floor = await openFundFloor();
  anna = await floor.member('anna', '100000');
  startedMs = NOON + 3 * DAY_MS;
  const day = Math.floor(startedMs / DAY_MS);
  over = await anna.join('800');
  await floor.market.settle(startedMs - 2 * DAY_MS);
  await floor.publish(day - 2, '0.01');
  await floor.publish(day - 1, '0.01');
  await floor.market.settle(startedMs - 30_000);
  await floor.market.at(startedMs - 20_000);
  running = await anna.join('5000');
  await floor.market.settle(startedMs);
  await floor.publish(day, '0.02');
  await floor.market.at(startedMs + DAY_MS);
  serving = new pg.Client({ connectionString: floor.door.pool.options.connectionString });
  await serving.connect();
  await serving.query(`select open_house_balances('{fees}', '{USDT}', 0::smallint)`);
});
afterAll(async () => {
  await serving.end();
  await floor.close();
});

/** Returns the database's verdict on statements in one transaction, which is rolled back if they pass. */
async function said(...statements: string[]): Promise<string> {
  await serving.query('begin');
  try {
    await showActing(serving, await actingAs(serving, anna.token));
    for (const statement of statements) {
      await serving.query(
        statement
          .replaceAll('$order', running)
          .replaceAll('$over', over)
          .replaceAll('$book', anna.book.toString())
          .replaceAll('$seq', String(await nextSeq())),
      );
    }
    await serving.query('set constraints all immediate');
    return 'passes';
  } catch (error) {
    return (error as { constraint?: string }).constraint ?? (error as Error).message;
  } finally {
    await serving.query('rollback');
  }
}

async function nextSeq(): Promise<number> {
  const found = await serving.query<{ seq: string }>(
    'select 1 + max(j.seq) as seq from journal j where j.book = $1',
    [anna.book],
  );
  return Number(found.rows[0]?.seq);
}

const income = (value: string) =>
  `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts) values ($book, $seq, 'fund_income',
    'fund_order:$order', 0, 0, '{income_escrow,spot}', '{USDT,USDT}', '{-${value},${value}}')`;
const ended = (kind: string, back: string, fee?: string) =>
  `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts) values ($book, $seq, '${kind}',
    'fund_order:$order', 0, 0, '{fund_principal,spot${fee === undefined ? '' : ',fees'}}', '{USDT,USDT${fee === undefined ? '' : ',USDT'}}',
    '{-5000,${back}${fee === undefined ? '' : `,${fee}`}}')`;
const paidRow = (days: number, value: string) =>
  `update fund_order set paid_days = ${days}, income = ${value}, version = version + 1,
    due_ms = started_ms + ${days + 1} * 86400000::bigint, wake_ms = started_ms + ${days + 1} * 86400000::bigint where id = $order`;
const payment = (number: number, rate: string, value: string, partMs = DAY_MS / 2) =>
  `insert into fund_payment (book, order_id, number, mark_ms, day, part_ms, rate, amount, paid_ms, journal_seq)
    select book, id, ${number}, started_ms + ${number} * 86400000::bigint, (started_ms + ${number} * 86400000::bigint) / 86400000 - 1,
      ${partMs}, ${rate}, ${value}, started_ms + 9 * 86400000::bigint, ($seq) - 1 from fund_order where id = $order`;
// The rest of the ended order's last day: half a day at 16 a day.
const restIncome = (value: string) => income(value).replace('$order', '$over');
const restRow = (value: string, more = '') =>
  `update fund_order set income = income + ${value}, version = version + 1, due_ms = null, wake_ms = null ${more} where id = $over`;
const rest = (number: number, value: string, partMs = DAY_MS / 2) =>
  `insert into fund_payment (book, order_id, number, mark_ms, day, part_ms, rate, amount, paid_ms, journal_seq)
    select book, id, ${number}, started_ms + 2.5 * 86400000, (started_ms + 2.5 * 86400000) / 86400000 - 1, ${partMs}, 0.02, ${value},
      started_ms + 9 * 86400000::bigint, ($seq) - 1 from fund_order where id = $over`;
const back = `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts) values ($book, $seq,
  'fund_maturity', 'fund_order:$over', 0, 0, '{fund_principal,spot}', '{USDT,USDT}', '{-800,800}')`;
const terminated = (fee: string) =>
  `update fund_order set status = 'ended', reason = 'terminated', fee = ${fee}, ended_ms = 1, due_ms = null, wake_ms = null,
    version = version + 1 where id = $order`;

const noticed = (kind: string) =>
  `insert into notice (book, id, kind, params, time_ms) values ($book, nextval('row_id'), '${kind}', '{"order":"$order"}', 0)`;

const joined = (change: Readonly<Record<string, string>> = {}) => {
  const given = {
    ...{
      project: '1',
      terms_version: '0',
      amount: '700',
      rate_min: '0.0183',
      rate_max: '0.0201',
      days: '2',
      early_fee_rate: '0.01',
    },
    ...{
      applied_ms: 'market_ms()',
      asked_ms: '(extract(epoch from clock_timestamp()) * 1000)::bigint',
      ...change,
    },
  };
  return [
    `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts) values ($book, $seq, 'fund_join',
      'fund_order:99', 0, 0, '{spot,fund_principal}', '{USDT,USDT}', '{-${given.amount},${given.amount}}')`,
    `insert into fund_order (book, id, status, version, paid_days, income, fee, armed_seq, ${Object.keys(given).join(', ')})
      values ($book, 99, 'pending', 1, 0, 0, 0, 0, ${Object.values(given).join(', ')})`,
    `insert into fund_use (book, id, used) values ($book, ${given.project}, 9) on conflict (book, id) do update set used = 9`,
  ];
};
const early = 'market_ms() - 60000';

test.each<[what: string, statements: string[], told: string]>([
  ['accepts an order under the usual terms', joined(), 'passes'],
  ["rejects an order beyond the account's recorded uses", joined().slice(0, 2), 'fund_used'],
  ['rejects an order with a different rate', joined({ rate_max: '0.5' }), 'fund_order_terms'],
  ['rejects an order with a different minimum rate', joined({ rate_min: '0.02' }), 'fund_order_terms'],
  ['rejects an order with a different number of days', joined({ days: '1' }), 'fund_order_terms'],
  ['rejects an order without a fee for ending early', joined({ early_fee_rate: '0' }), 'fund_order_terms'],
  ["rejects an order above the tier's maximum", joined({ amount: '5001' }), 'fund_order_terms'],
  ['rejects an order of an unknown tier', joined({ project: '77' }), 'fund_order_terms'],
  ['rejects an order backdated by a minute', joined({ applied_ms: early }), 'fund_order_in_time'],
  [
    'rejects an order with a request time a minute ago',
    joined({ asked_ms: 'floor(extract(epoch from clock_timestamp()) * 1000)::bigint - 60000' }),
    'fund_order_in_time',
  ],
  [
    'rejects an order due before its request',
    joined({ due_ms: early, wake_ms: early }),
    'fund_order_in_time',
  ],
  [
    'rejects a change of the agreed terms',
    ['update fund_order set rate_max = 0.04, version = version + 1 where id = $order'],
    'permission denied',
  ],
  [
    'rejects a change of the principal',
    ['update fund_order set amount = 6000, version = version + 1 where id = $order'],
    'permission denied',
  ],
  [
    'rejects a change of the days',
    [
      'update fund_order set days = 1, ends_ms = started_ms + 86400000, version = version + 1 where id = $order',
    ],
    'permission denied',
  ],
  [
    'rejects a change of the early fee',
    ['update fund_order set early_fee_rate = 0.5, version = version + 1 where id = $order'],
    'permission denied',
  ],
  [
    'rejects a change of the start',
    [
      'update fund_order set started_ms = started_ms - 1, ends_ms = ends_ms - 1, due_ms = due_ms - 1, version = version + 1 where id = $order',
    ],
    'fund_order_transition',
  ],
  [
    'rejects a change of the start of the counted days',
    [
      'update fund_order set counts_from_ms = counts_from_ms - 43200000, version = version + 1 where id = $order',
    ],
    'fund_order_transition',
  ],
  [
    "accepts the published rate for the order's part of the day",
    [income('50'), paidRow(1, '50'), payment(1, '0.02', '50')],
    'passes',
  ],
  [
    'rejects income at a different rate',
    [income('75'), paidRow(1, '75'), payment(1, '0.03', '75')],
    'fund_payment_verified',
  ],
  [
    'rejects a larger income',
    [income('51'), paidRow(1, '51'), payment(1, '0.02', '51')],
    'fund_payment_verified',
  ],
  [
    'rejects income for the whole day',
    [income('100'), paidRow(1, '100'), payment(1, '0.02', '100', DAY_MS)],
    'fund_payment_verified',
  ],
  [
    'rejects income for a part that is a second longer',
    [income('50.00115740'), paidRow(1, '50.00115740'), payment(1, '0.02', '50.00115740', DAY_MS / 2 + 1000)],
    'fund_payment_verified',
  ],
  [
    'rejects income that is too small for the part of the day',
    [income('49.99'), paidRow(1, '49.99'), payment(1, '0.02', '49.99', DAY_MS / 2)],
    'fund_payment_verified',
  ],
  [
    'rejects income for an unpublished day',
    [income('100'), paidRow(2, '100'), payment(2, '0.02', '100', DAY_MS)],
    'fund_payment_verified',
  ],
  ['accepts the rest of the last day', [restIncome('8'), restRow('8'), rest(3, '8')], 'passes'],
  [
    'rejects income for the whole last day',
    [restIncome('16'), restRow('16'), rest(3, '16', DAY_MS)],
    'fund_payment_verified',
  ],
  [
    'rejects the rest twice',
    [restIncome('8'), restRow('16'), rest(3, '8'), restIncome('8'), rest(4, '8')],
    'fund_payment_verified',
  ],
  [
    'rejects the rest once it was paid',
    [restIncome('8'), restRow('8'), rest(3, '8'), restRow('8')],
    'fund_order_transition',
  ],
  ['rejects the rest while it is not due', [restIncome('8'), rest(3, '8')], 'fund_payment_verified'],
  [
    'rejects the rest before the days are over',
    [income('50'), paidRow(1, '50'), payment(4, '0.02', '50')],
    'fund_payment',
  ],
  ['rejects skipping the rest', [restRow('0')], 'fund_order_paid'],
  [
    'rejects postponing the rest',
    [
      'update fund_order set due_ms = due_ms + 1, wake_ms = wake_ms + 1, version = version + 1 where id = $over',
    ],
    'fund_order_transition',
  ],
  [
    'rejects returning the principal again with the rest',
    [restIncome('8'), restRow('8'), rest(3, '8'), back],
    'journal_once',
  ],
  [
    'rejects more days for an ended order',
    [restIncome('8'), restRow('8', ', days = 3, ends_ms = ends_ms + 86400000'), rest(3, '8')],
    'permission denied',
  ],
  ['rejects income without its payment', [income('50')], 'fund_journal'],
  ['rejects a day without its payment', [paidRow(1, '0')], 'fund_order_paid'],
  ['rejects a payment without its day', [income('50'), payment(1, '0.02', '50')], 'fund_payment_verified'],
  [
    'accepts the agreed fee for ending early',
    [ended('fund_terminate', '4950', '50'), terminated('50'), noticed('fund_terminated')],
    'passes',
  ],
  [
    'rejects an end of which the customer is not told',
    [ended('fund_terminate', '4950', '50'), terminated('50')],
    'fund_order_told',
  ],
  [
    'rejects an end of which the message states another',
    [ended('fund_terminate', '4950', '50'), terminated('50'), noticed('fund_ended')],
    'fund_order_told',
  ],
  ['rejects a larger fee', [ended('fund_terminate', '4900', '100'), terminated('100')], 'fund_order_check'],
  [
    'rejects a journal with a different fee',
    [ended('fund_terminate', '4900', '100'), terminated('50')],
    'fund_journal',
  ],
  ['rejects an end without its journal', [terminated('50')], 'fund_order_moved'],
  ['rejects returning the principal of a running order', [ended('fund_maturity', '5000')], 'fund_journal'],
  [
    'rejects the maturity of an order before its days were paid',
    [
      ended('fund_maturity', '5000'),
      `update fund_order set status = 'ended', reason = 'matured', ended_ms = 1, due_ms = null, wake_ms = null, version = version + 1 where id = $order`,
    ],
    'fund_order_transition',
  ],
  [
    'rejects maturing with the rest still to come',
    [
      ended('fund_maturity', '5000'),
      `update fund_order set status = 'ended', reason = 'matured', ended_ms = 1, due_ms = ends_ms + 43200000, wake_ms = ends_ms + 43200000,
        version = version + 1 where id = $order`,
    ],
    'fund_order_check8',
  ],
  [
    'rejects a reset without its journal',
    [
      `update fund_order set status = 'ended', reason = 'start_over', ended_ms = 1, due_ms = null, wake_ms = null, version = version + 1 where id = $order`,
    ],
    'fund_order_record',
  ],
  ['rejects deleting a payment', ['delete from fund_payment'], 'permission denied for table fund_payment'],
  [
    'rejects changing a published rate',
    ['update fund_rate set rate = 0.05'],
    'permission denied for table fund_rate',
  ],
  ['rejects deleting an order', ['delete from fund_order'], 'permission denied for table fund_order'],
])('the database %s', async (_, statements, told) => {
  expect(await said(...statements)).toMatch(told);
});

test("the database lets a pending order start only when it is due or with an operator's audit record, under the published terms", async () => {
  const before = running;
  running = await anna.join('6000');
  const start = (
    ms: string,
    more = '',
    counts = ms,
  ) => `update fund_order set status = 'in_progress', started_ms = ${ms}, counts_from_ms = ${counts}, ends_ms = ${ms} + days * 86400000::bigint,
    due_ms = ${ms} + 86400000, wake_ms = ${ms} + 86400000, version = version + 1 ${more} where id = $order`;
  expect(await said(start('due_ms'))).toBe('passes');
  expect(await said(start('due_ms', '', 'due_ms - due_ms % 86400000'))).toBe('fund_order_transition');
  expect(await said(start('due_ms - 1'))).toBe('fund_order_transition');
  expect(await said(start('due_ms - 1', `, decided_by = 'rosa', decided_ms = 1`))).toBe('fund_order_record');
  expect(
    await said(`update fund_order set status = 'failed', reason = 'rejected', ended_ms = 1, due_ms = null, wake_ms = null,
    decided_by = 'rosa', decided_ms = 1, version = version + 1 where id = $order`),
  ).toBe('fund_order_record');
  const copied = (
    version: string,
  ) => `insert into fund_order select (jsonb_populate_record(o, jsonb_build_object('id', 77, 'version', 1,
    'terms_version', ${version}))).* from fund_order o where o.id = $order`;
  expect(await said(copied('0'))).toBe('fund_order_moved');
  expect(await said(copied('3'))).toBe('fund_order_transition');
  running = before;
});

// These rows are written with all guards disabled, which only the database's owner can do.
test.each<[what: string, sql: string, told: RegExp]>([
  [
    'a payment of a different amount',
    'update fund_payment set amount = amount + 1',
    /^L23: each day of an order/,
  ],
  [
    'a payment for a larger part of a day',
    'update fund_payment set part_ms = part_ms - 1',
    /^L23: each day of an order/,
  ],
  [
    'a rest of the last day that is marked as paid without a payment',
    'delete from fund_payment where number = 3',
    /^L23: each day of an order/,
  ],
  [
    'a rest of the last day that is due again',
    `update fund_order set due_ms = ends_ms + 43200000, wake_ms = ends_ms + 43200000 where paid_days = 2`,
    /^L23: each day of an order/,
  ],
  ['a rate changed afterwards', 'update fund_rate set rate = 0.03', /^L23: each day of an order/],
  ['a missing payment', 'delete from fund_payment', /^L23: each day of an order/],
  ['an income without a payment', 'update fund_order set income = income + 1 where paid_days > 0', /^L23/],
  ['a missing journal', `delete from journal where kind = 'fund_join'`, /^L9: each order of the fund/],
  ['a missing order', 'delete from fund_order where paid_days = 0', /^L9: each order of the fund/],
  ['an increased principal', 'update fund_order set amount = amount + 1', /^L9: what an order/],
  [
    'a place without an order',
    `update counter set value = value + 1 where name = 'fund_places:2' and slot >= 0`,
    /^L25: places/,
  ],
  ['a missing use', 'update fund_use set used = used - 1', /^L25: places/],
  [
    'a verdict without an audit record',
    `update fund_order set decided_by = 'rosa', decided_ms = 1`,
    /^L21: each order of the fund/,
  ],
])('an invariant detects a violation: %s', async (_, sql, told) => {
  await floor.market.settle(startedMs + DAY_MS);
  const owner = await floor.owner.connect();
  try {
    await owner.query('begin; set local session_replication_role = replica');
    expect((await owner.query(sql)).rowCount).toBeGreaterThan(0);
    expect((await breaches(owner)).map(({ invariant }) => invariant)).toContainEqual(
      expect.stringMatching(told),
    );
  } finally {
    await owner.query('rollback');
    owner.release();
  }
});
