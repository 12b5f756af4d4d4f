/** Fund limits under concurrency, and operators' audited verdicts; on a real PostgreSQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openFundFloor } from '@candor/testing/fund-floor.ts';
import type { FundFloor } from '@candor/testing/fund-floor.ts';
import { publishedBefore } from '@candor/testing/published-terms.ts';
import { openFundCounters } from './store.ts';

let floor: FundFloor;
beforeAll(async () => {
  floor = await openFundFloor({ byItself: false });
});
afterAll(() => floor.close());

const many = <Value>(count: number, make: (at: number) => Promise<Value>): Promise<Value[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const counted = (told: readonly string[], what: string): number => told.filter((one) => one === what).length;
const valueOf = async (counter: string): Promise<number> => {
  const found = await floor.owner.query<{ value: string }>(
    'select coalesce(sum(value), 0) as value from counter where name = $1',
    [counter],
  );
  return Number(found.rows[0]?.value);
};

test('accepts exactly two of twenty concurrent joins of tier one, and one more after a cancellation', async () => {
  const abel = await floor.member('abel', '100000');
  const told = await many(20, () => abel.said('POST lh/deposit', { amount: '600' }));
  expect([counted(told, 'ok'), counted(told, 'project_limit_reached')]).toEqual([2, 18]);
  expect(await abel.money()).toEqual({ spot: '98800', fund: '1200' });
  const [order] = await abel.orders();
  const cancels = await many(5, () => abel.said('POST lh/deposit/cancel', { id: order?.id }));
  expect(counted(cancels, 'ok')).toBe(1);
  const again = await many(20, () => abel.said('POST project/order', { project_id: '1', amount: '600' }));
  expect(counted(again, 'ok')).toBe(1);
});

test('never spends more than the balance in twenty concurrent joins and transfers', async () => {
  const bela = await floor.member('bela', '20000');
  const told = await many(20, (at) =>
    at % 2 === 0
      ? bela.said('POST lh/deposit', { amount: '6000' })
      : bela.said('POST wallet/transfer', { currency: 'USDT', from: 'spot', to: 'contract', amount: '6000' }),
  );
  expect(counted(told, 'ok')).toBe(3);
  expect((await bela.money()).spot).toBe('2000');
});

test('fills places up to the limit under concurrency, and frees the place of a cancelled order', async () => {
  const usual = floor.terms.usual('fund:3');
  await publishedBefore(floor.owner, 'fund:3', { ...usual, places: '7' });
  await floor.terms.read();
  await openFundCounters(floor.door.pool, floor.terms);
  const members = await many(12, (at) => floor.member(`cara${at}`, '1000000'));
  const told = await many(
    36,
    (at) => members[at % 12]?.said('POST lh/deposit', { amount: '60000' }) ?? Promise.reject(),
  );
  expect([counted(told, 'ok'), counted(told, 'participants_full')]).toEqual([7, 29]);
  const [first] = members;
  const tiers = await first?.done<CallOutput<'GET project'>>('GET project');
  expect(tiers?.[2]).toMatchObject({ places: 7, places_left: 0, open: false, closed_by: 'places' });
  const holder = (
    await many(12, async (at) => ({ member: members[at], orders: await members[at]?.orders() }))
  ).find(({ orders }) => (orders?.length ?? 0) > 0);
  expect(await holder?.member?.said('POST lh/deposit/cancel', { id: holder.orders?.[0]?.id })).toBe('ok');
  const later = await many(
    10,
    () => members[11]?.said('POST lh/deposit', { amount: '60000' }) ?? Promise.reject(),
  );
  expect(counted(later, 'ok')).toBe(1);
  expect(await valueOf('fund_places:3')).toBe(7);
});

test('creates the counter of a terms version together with its publication', async () => {
  const connection = await floor.owner.connect();
  await connection.query('begin; alter table terms disable trigger terms_by_two');
  await connection.query(
    `insert into terms (subject, version, effective_ms, body, published_ms, proposal) values ('fund:6', 0, 60000, '{}', 0, 1)`,
  );
  const found = await connection.query(`select from counter where name = 'fund:6:1' and slot = -1`);
  await connection.query('rollback');
  connection.release();
  expect(found.rowCount).toBe(1);
});

describe('an operator', () => {
  const DECIDE = { verdict: 'approve' } as const;

  test('accepts a pending order once, as seen and with an audit record, and then counts its principal when income is distributed', async () => {
    const dina = await floor.member('dina', '100000');
    const id = await dina.join('5000');
    const of = { customer: dina.book.toString(), id, amount: '5000' };
    const [waiting] = (await floor.cases()).filter(({ customer }) => customer === of.customer);
    expect(waiting).toMatchObject({
      kind: 'fund_order',
      id,
      amount: '5000',
      status: 'pending',
      overdue: false,
    });
    expect(await floor.look(dina.book, id)).toMatchObject({
      ...{ id, account: 'dina', status: 'pending', overdue: false },
      facts: { account_status: 'active', orders_before: 0, principal_in_progress: '0' },
    });
    // Without a verdict the order stays pending, however much time passes.
    expect(await floor.market.tick(floor.market.nowMs + 3_600_000)).toBe(0);
    expect(await floor.decide('rosa', { ...of, ...DECIDE, amount: '5001' })).toBe('case_changed');
    expect(await floor.decide('rosa', { ...of, ...DECIDE, amount: '-1' })).toBe('parameter_wrong');
    expect(await floor.decide('rosa', { ...of, ...DECIDE, reason: 'rejected' })).toBe('parameter_wrong');
    expect(await floor.decide('rosa', { ...of, ...DECIDE, id: '1' })).toBe('not_found');
    const told = await many(10, (at) =>
      floor.decide(at % 2 === 0 ? 'rosa' : 'theo', { ...of, ...DECIDE }, `k${at}`),
    );
    expect(told.filter((one) => typeof one !== 'string').length).toBe(1);
    expect(told.filter((one) => one === 'order_state_wrong').length).toBe(9);
    expect(await dina.order(id)).toMatchObject({
      status: 'in_progress',
      started_at: floor.market.nowMs / 1000,
    });
    expect(await valueOf('fund:2:0')).toBe(5000);
    const records = await floor.owner.query<{ action: string; after: string }>(
      `select a.action, a.after from audit a where a.subject = $1 and a.action like 'fund.%'`,
      [`customer:${dina.book}`],
    );
    expect(records.rows).toEqual([
      { action: 'fund.approve', after: JSON.stringify({ fund_order: id, status: 'in_progress' }) },
    ]);
  });

  test('rejects an order with a note, which returns the principal, restores the use and the place, and notifies the customer', async () => {
    const emil = await floor.member('emil', '1000');
    const id = await emil.join('700');
    const places = await valueOf('fund_places:1');
    const of = { customer: emil.book.toString(), id, amount: '700' };
    const refused = await floor.decide('theo', {
      ...of,
      verdict: 'reject',
      reason: 'rejected',
      note: 'no place',
    });
    expect(refused).toMatchObject({ status: 'failed', reason: 'rejected', account: 'emil' });
    expect(await emil.money()).toEqual({ spot: '1000', fund: '0' });
    expect(await emil.notices()).toEqual([`fund_refused ${id} 700 USDT`]);
    expect((await emil.done<CallOutput<'GET project'>>('GET project'))[0]?.used).toBe(0);
    expect(await valueOf('fund_places:1')).toBe(places - 1);
    expect(await floor.decide('theo', { ...of, verdict: 'approve' })).toBe('order_state_wrong');
  });

  test('is refused a verdict with a conflict of interest, and the start of a frozen customer’s order', async () => {
    const finn = await floor.member('finn', '1000');
    const id = await finn.join('700');
    const of = { customer: finn.book.toString(), id, amount: '700' };
    await floor.owner.query(
      `insert into operator_tie (person, customer, noted_ms, noted_by) values ('Rosa', $1, 0, 'theo')`,
      [finn.book],
    );
    expect(await floor.decide('rosa', { ...of, ...DECIDE })).toBe('conflict_of_interest');
    await floor.owner.query(`alter table customer disable trigger user`);
    await floor.owner.query(`update customer set status = 'frozen' where id = $1`, [finn.book]);
    expect(await floor.decide('theo', { ...of, ...DECIDE })).toBe('account_frozen');
    // The customer can still cancel while joining is blocked.
    expect(await finn.said('POST lh/deposit', { amount: '500' })).toBe('account_frozen');
    expect(await finn.said('POST lh/deposit/cancel', { id })).toBe('ok');
    await floor.owner.query(`update customer set status = 'active' where id = $1`, [finn.book]);
    await floor.owner.query(`alter table customer enable trigger user`);
    expect(await finn.money()).toEqual({ spot: '1000', fund: '0' });
  });
});
