/** The fund end to end over HTTP, on a real PostgreSQL: tiers, joining, ending early, refusals, and lists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { incomeOf } from '@candor/domain/fund/income.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { NOON, openFundFloor } from '@candor/testing/fund-floor.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { FundFloor, Member } from '@candor/testing/fund-floor.ts';
import { publishedBefore } from '@candor/testing/published-terms.ts';
import { openFundCounters } from './store.ts';

let floor: FundFloor;
let rich: Member;
beforeAll(async () => {
  floor = await openFundFloor();
  rich = await floor.member('rich', '30000000');
});
afterAll(() => floor.close());

const begins = () => floor.market.settle(floor.market.nowMs + 20_000);

test('returns tiers with daily and yearly rates in per cent', async () => {
  const tiers = await rich.done<CallOutput<'GET project'>>('GET project');
  expect(tiers.map(({ name, min, max, days }) => `${name} ${min} ${max} ${days}`)).toEqual([
    'I 500 5000 2',
    'II 5000 50000 3',
    'III 50000 200000 5',
    'IV 200000 500000 7',
    'V 500000 1000000 9',
    'VI 1000000 5000000 12',
  ]);
  expect(tiers[0]).toEqual({
    ...{ id: '1', name: 'I', min: '500', max: '5000', days: 2, places: 1000, places_left: 1000 },
    ...{ rate_min: '1.83', rate_max: '2.01', yearly_min: '667.95', yearly_max: '733.65' },
    ...{ limit_per_account: 2, used: 0, early_fee_rate: '1', terms_version: 0 },
    ...{ open: true, closed_by: null, latest: null },
  });
  expect(await rich.done('GET lh/deposit/config')).toEqual({
    ...{ currency: 'USDT', min: '500', max: '5000000', available: '30000000', review_seconds: 20 },
    tiers,
  });
});

describe('the tier lookup', () => {
  test.each([
    ['499.99999999', 'order_out_of_range amount'],
    ['500', '1'],
    ['4999.99999999', '1'],
    ['5000', '2'],
    ['50000', '3'],
    ['999999.99999999', '5'],
    ['5000000', '6'],
    ['5000000.00000001', 'order_out_of_range amount'],
  ])('resolves the amount %s to tier or refusal %s', async (usdt, told) => {
    if (/^\d$/.test(told)) expect((await rich.order(await rich.join(usdt))).project_id).toBe(told);
    else expect(await rich.said('POST lh/deposit', { amount: usdt })).toBe(told);
  });

  test('refuses an amount outside the range of the named tier', async () => {
    const { body } = await rich.call('POST project/order', { project_id: '2', amount: '50000' });
    expect(body).toMatchObject({ error: 'order_out_of_range', params: { min: '5000', max: '50000' } });
    expect(await rich.said('POST project/order', { project_id: '2', amount: '49999.99999999' })).toBe('ok');
    expect(await rich.said('POST lh/deposit', { project_id: '7', amount: '5000' })).toBe(
      'project_ended project_id',
    );
    const none = await rich.call('POST lh/deposit', { amount: '1' });
    expect(none.body).toMatchObject({ error: 'order_out_of_range', params: { min: '500', max: '5000000' } });
  });
});

test('reports the first violation in a fixed order, and moves no money', async () => {
  const said = (member: Member, fields: object = {}) =>
    member.said('POST lh/deposit', { amount: '700', project_id: '1', ...fields });
  const poor = await floor.member('poor', '699.99999999');
  const before = await poor.money();
  // Each request also has the violations of the later requests.
  expect(await said(poor, { amount: '0', project_id: '9' })).toBe('amount_wrong amount');
  const paused = await floor.member('paused', '1');
  await floor.owner.query(
    `insert into own_pause (book, id, kind, from_ms, until_ms) values ($1, 1, 'time_out', $2::bigint, $2::bigint + 86400000)`,
    [paused.book, Date.now() - 1000],
  );
  expect(await said(paused, { amount: '0' })).toBe('amount_wrong amount');
  expect(await said(paused, { project_id: '9' })).toBe('timed_out');
  expect(await said(poor, { project_id: '9' })).toBe('project_ended project_id');
  await floor.owner.query(`insert into counter (name, slot, value) values ('fund_closed', 7, 1)`);
  expect(await said(poor, { amount: '1', terms_version: 4 })).toBe('project_state_wrong project_id');
  expect((await poor.done<CallOutput<'GET project'>>('GET project')).map((one) => one.closed_by)).toEqual(
    Array.from({ length: 6 }, () => 'cover'),
  );
  await floor.owner.query(`delete from counter where name = 'fund_closed' and slot = 7`);
  expect(await said(poor, { amount: '1', terms_version: 4 })).toBe('order_out_of_range amount');
  await floor.owner.query('insert into fund_use (book, id, used) values ($1, 1, 2)', [poor.book]);
  expect(await said(poor, { terms_version: 4 })).toBe('terms_changed terms_version');
  expect(await said(poor)).toBe('project_limit_reached');
  await floor.owner.query('delete from fund_use where book = $1', [poor.book]);
  await floor.owner.query(`insert into counter (name, slot, value) values ('fund_places:1', 7, 1000)`);
  expect(await said(poor)).toBe('participants_full');
  await floor.owner.query(`delete from counter where name = 'fund_places:1' and slot = 7`);
  const { body } = await poor.call('POST lh/deposit', { amount: '700' });
  expect(body).toMatchObject({
    error: 'fund_balance_insufficient',
    params: { field: 'amount', needed: '700', available: '699.99999999', currency: 'USDT' },
  });
  expect([await poor.money(), await poor.orders()]).toEqual([before, []]);
  const stranger = await floor.door.register('stranger');
  const unverified = await floor.door.call('POST lh/deposit', { fields: { amount: '500' }, token: stranger });
  expect(unverified.body).toMatchObject({ error: 'verification_needed' });
});

test('rejects each invalid amount, and names the field', async () => {
  const figures = [
    '-500',
    '+500',
    '5e2',
    '0x1f4',
    'NaN',
    ' 500',
    '500 ',
    '5,00',
    '500.',
    '.5',
    '0500',
    '５００',
    '',
  ];
  for (const typed of [
    ...figures,
    '500.000000001',
    '9'.repeat(400),
    500,
    null,
    ['500'],
    { toString: '500' },
    true,
  ]) {
    const { status, body } = await rich.call('POST lh/deposit', { amount: typed });
    expect([status, body], JSON.stringify(typed)).toMatchObject([
      400,
      { type: 'error', params: { field: 'amount' } },
    ]);
  }
});

test('joins once for a repeated key, and rejects a different body with that key', async () => {
  const kim = await floor.member('kim', '10000');
  const asked = Array.from({ length: 10 }, () => kim.call('POST lh/deposit', { amount: '5000' }, 'one'));
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await kim.money()).toEqual({ spot: '5000', fund: '5000' });
  expect(await kim.said('POST lh/deposit', { amount: '5001' }, 'one')).toMatch('key_reused');
});

describe('ending early', () => {
  test('returns the full principal of a pending order without counting a use, and that of a running order less the fee shown', async () => {
    const lee = await floor.member('lee', '10000');
    const first = await lee.join('600');
    expect(await lee.done('POST lh/deposit/cancel', { id: first, fee: '0' })).toMatchObject({
      ...{ principal: '600', fee: '0' },
      order: { status: 'failed', reason: 'cancelled', profit: '0' },
    });
    expect((await lee.done<CallOutput<'GET project'>>('GET project'))[0]?.used).toBe(0);
    const second = await lee.join('1234.56789012');
    await begins();
    // The customer was shown no fee, but the order has started since.
    expect(await lee.said('POST lh/deposit/cancel', { id: second, fee: '0' })).toBe('terms_changed fee');
    expect(await lee.done('POST lh/deposit/cancel', { id: second, fee: '12.34567891' })).toMatchObject({
      ...{ principal: '1222.22221121', fee: '12.34567891' },
      order: { status: 'ended', reason: 'terminated', profit: '-12.34567891', next_income_at: null },
    });
    expect(await lee.money()).toEqual({ spot: '9987.65432109', fund: '0' });
    expect((await lee.done<CallOutput<'GET project'>>('GET project'))[0]?.used).toBe(1);
    expect(await lee.journals()).toEqual(['fund_join', 'fund_refund', 'fund_join', 'fund_terminate']);
    expect(await lee.done('GET lh/deposit/ordersum')).toMatchObject({
      principal: '0',
      fees_total: '12.34567891',
    });
  });

  test("refuses to cancel an ended order, another customer's order, and an unknown order", async () => {
    const [mia, ned] = [await floor.member('mia', '1000'), await floor.member('ned', '1000')];
    const id = await mia.join('500');
    for (const other of [id, '1', '999999999999999999', 'x', '9'.repeat(19)]) {
      expect(await ned.said('POST lh/deposit/cancel', { id: other })).toBe('product_not_found id');
    }
    expect(await ned.done('GET lh/deposit/records', { id })).toEqual({ items: [], next: null });
    expect(await mia.said('POST lh/deposit/cancel', { id, fee: '1e3' })).toBe('parameter_wrong fee');
    expect(await mia.said('POST lh/deposit/cancel', { id })).toBe('ok');
    for (let again = 0; again < 3; again += 1) {
      expect(await mia.said('POST lh/deposit/cancel', { id })).toBe('order_state_wrong id');
    }
    expect(await mia.money()).toEqual({ spot: '1000', fund: '0' });
  });

  test('pays the principal out once when an order matures while its customer cancels it', async () => {
    const members = await Promise.all([0, 1, 2, 3].map((at) => floor.member(`olga${at}`, '1000')));
    const ids = await Promise.all(members.map((member) => member.join('1000')));
    await begins();
    const [order] = await Promise.all(members.map((member, at) => member.order(ids[at] as string)));
    const startedMs = floor.market.nowMs - 1000;
    expect(order?.status).toBe('in_progress');
    const first = Math.floor(startedMs / DAY_MS);
    await floor.publish(first, '0.01');
    await floor.publish(first + 1, '0.02');
    await floor.market.settle(startedMs + DAY_MS);
    // The last mark fires while each customer requests cancellation twice.
    const [fired, ...answers] = await Promise.all([
      floor.market.tick(startedMs + 2 * DAY_MS + 1000, 2),
      ...members.flatMap((member, at) =>
        [1, 2].map(() => member.said('POST lh/deposit/cancel', { id: ids[at] })),
      ),
    ]);
    expect(fired).toBeGreaterThanOrEqual(0);
    // One per cent for the rest of the first day.
    const ofFirstDay = incomeOf(amount('1000'), amount('0.01'), DAY_MS - (startedMs % DAY_MS));
    await floor.market.settle(startedMs + 2 * DAY_MS + 2000);
    for (const [at, member] of members.entries()) {
      const ended = await member.order(ids[at] as string);
      const told = answers.slice(2 * at, 2 * at + 2);
      if (ended.reason === 'matured') {
        expect(told.every((one) => ['busy', 'order_state_wrong id'].includes(one))).toBe(true);
        // Two per cent for the second day.
        const spot = formatAmount(amount('1000') + ofFirstDay + amount('20'));
        expect(await member.money()).toEqual({ spot, fund: '0' });
      } else {
        // Before the clock reached the mark, the order could still be cancelled once, at a fee of one per cent.
        expect(told.filter((one) => one === 'ok').length).toBe(1);
        const spot = formatAmount(amount('990') + ofFirstDay);
        expect(await member.money()).toEqual({ spot, fund: '0' });
      }
      expect((await member.journals()).filter((kind) => kind !== 'fund_income').length).toBe(2);
    }
  });
});

test('closes open orders on a reset, returns the principal, and keeps the tier uses of the account', async () => {
  const pia = await floor.member('pia', '20000');
  const ids = [await pia.join('500'), await pia.join('5000')];
  await begins();
  ids.push(await pia.join('6000'));
  await pia.done('POST demo/start_over');
  expect(await pia.money()).toEqual({ spot: '100000', fund: '0' });
  const ended = (await pia.orders()).map(({ status, reason }) => `${status} ${reason}`);
  expect(ended).toEqual(['failed start_over', 'ended start_over', 'ended start_over']);
  expect((await pia.done<CallOutput<'GET project'>>('GET project')).map((one) => one.used)).toEqual([
    1, 2, 0, 0, 0, 0,
  ]);
  expect(await floor.market.tick(floor.market.nowMs + 3 * DAY_MS)).toBeGreaterThanOrEqual(0);
  expect(await pia.journals()).toEqual(['fund_join', 'fund_join', 'fund_join']);
});

test('refuses to close an account with money in the fund', async () => {
  const piet = await floor.member('piet', '1000');
  const id = await piet.join('500');
  expect(await floor.closeAccount(piet)).toBe('open_trade_blocks');
  await begins();
  expect(await floor.closeAccount(piet)).toBe('open_trade_blocks');
  await piet.done('POST lh/deposit/cancel', { id });
  expect(await floor.closeAccount(piet)).toBe('ok');
});

test('returns orders in pages from newest to oldest, filtered by status', async () => {
  const quin = await floor.member('quin', '1000000');
  const ids: string[] = [];
  for (let at = 0; at < 5; at += 1) ids.push(await quin.join('50000'));
  await quin.done('POST lh/deposit/cancel', { id: ids[1] });
  const page = (fields: object) =>
    quin.done<CallOutput<'GET lh/deposit/order'>>('GET lh/deposit/order', { ...fields });
  const seen: string[] = [];
  let next: string | null = null;
  do {
    const found: CallOutput<'GET lh/deposit/order'> = await page({
      limit: 2,
      ...(next === null ? {} : { cursor: next }),
    });
    seen.push(...found.items.map(({ id }) => id));
    ({ next } = found);
  } while (next !== null);
  expect(seen).toEqual(ids.toReversed());
  expect((await page({ status: 'finished' })).items.map(({ id }) => id)).toEqual([ids[1]]);
  expect((await page({ status: 'in_progress' })).items.length).toBe(4);
  for (const cursor of ['x', '-1', '1.5', '9'.repeat(30)]) {
    expect(await quin.said('GET lh/deposit/order', { cursor })).toBe('parameter_wrong cursor');
    expect(await quin.said('GET lh/deposit/records', { cursor })).toBe('parameter_wrong cursor');
  }
});

test('returns payments in pages, whose amounts add up to the total income', async () => {
  const rosi = await floor.member('rosi', '1000000');
  const ids = [await rosi.join('50000'), await rosi.join('50000'), await rosi.join('5000')];
  await begins();
  const found = await floor.owner.query<{ ms: string }>(
    'select started_ms as ms from fund_order where id = $1',
    [ids[0]],
  );
  const startedMs = Number(found.rows[0]?.ms);
  const first = Math.floor(startedMs / DAY_MS);
  const known = await floor.owner.query<{ day: number }>('select day from fund_day');
  for (let day = first; day < first + 6; day += 1) {
    if (!known.rows.some((row) => row.day === day)) await floor.publish(day, '0.01');
    await floor.market.settle(startedMs + (day - first + 1) * DAY_MS);
  }
  const seen: CallOutput<'GET lh/deposit/records'>['items'] = [];
  let next: string | null = null;
  do {
    const page: CallOutput<'GET lh/deposit/records'> = await rosi.done('GET lh/deposit/records', {
      limit: 3,
      ...(next === null ? {} : { cursor: next }),
    });
    seen.push(...page.items);
    ({ next } = page);
  } while (next !== null);
  expect(seen.length).toBe(16);
  expect(new Set(seen.map((one) => `${one.order_id} ${one.number}`)).size).toBe(16);
  expect((await rosi.payments(ids[2])).length).toBe(4);
  for (const [at, days] of [5, 5, 3].entries()) {
    const parts = seen.filter((one) => one.order_id === ids[at]).map((one) => one.part_ms);
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(days * DAY_MS);
  }
  const paid = formatAmount(seen.reduce((sum, one) => sum + amount(one.amount), 0n));
  const sums = await rosi.done<CallOutput<'GET lh/deposit/ordersum'>>('GET lh/deposit/ordersum');
  expect(sums).toMatchObject({ principal: '0', pending: 0, in_progress: 0, income_total: paid });
  // By now the day after the orders' last day has begun, and the rest of the last day is paid.
  const rest = incomeOf(amount('50000'), amount('0.01'), startedMs % DAY_MS);
  expect(sums.income_today).toBe(formatAmount(2n * rest));
});

test('applies published terms to new orders, and keeps the agreed terms for running orders', async () => {
  const tess = await floor.member('tess', '100000');
  const before = await tess.join('6000');
  await begins();
  const body = { open: true, min: '5000', max: '50000', rate_min: '0.001', rate_max: '0.002' };
  const more = { days: '9', limit_per_account: '1', places: '40', early_fee_rate: '0.02' };
  await publishedBefore(floor.owner, 'fund:2', { ...body, ...more });
  await floor.terms.read();
  await openFundCounters(floor.door.pool, floor.terms);
  expect(await tess.said('POST lh/deposit', { amount: '6000', terms_version: 0 })).toBe(
    'terms_changed terms_version',
  );
  expect(await tess.said('POST lh/deposit', { amount: '6000', terms_version: 1 })).toBe(
    'project_limit_reached',
  );
  const ulla = await floor.member('ulla', '100000');
  const after = await ulla.join('6000', { terms_version: 1 });
  expect(await ulla.order(after)).toMatchObject({
    rate_min: '0.1',
    rate_max: '0.2',
    days: 9,
    early_fee_rate: '2',
  });
  expect(await tess.order(before)).toMatchObject({
    rate_min: '2.46',
    rate_max: '2.73',
    days: 3,
    early_fee_rate: '1',
  });
  expect(await tess.done('POST lh/deposit/cancel', { id: before })).toMatchObject({ fee: '60' });
  await publishedBefore(floor.owner, 'fund:2', { ...body, ...more, open: false });
  await floor.terms.read();
  expect(await ulla.said('POST lh/deposit', { amount: '6000' })).toBe('project_state_wrong project_id');
  expect((await ulla.done<CallOutput<'GET project'>>('GET project'))[1]).toMatchObject({
    open: false,
    closed_by: 'terms',
  });
  expect(floor.market.nowMs).toBeGreaterThan(NOON);
});
