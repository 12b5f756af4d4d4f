/** Recurring purchases through the API, on PostgreSQL with the simulated market running. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openConsoleLine } from '@candor/testing/console-line.ts';
import type { ConsoleLine } from '@candor/testing/console-line.ts';
import { breaches } from '../../app/breaches.ts';
import { openBuying } from './testing/buyer.ts';
import type { Buying } from './testing/buyer.ts';

let buying: Buying;
let ada: ConsoleLine;
let customers: readonly [string, string];

beforeAll(async () => {
  buying = await openBuying();
  ada = await openConsoleLine({ origin: buying.server.origin, url: buying.server.ownerUrl }, 'ada');
  const ids = await Promise.all(
    ([0, 1] as const).map((at) => buying.done<{ id: string }>('GET user/info', {}, at)),
  );
  customers = [ids[0]?.id ?? '', ids[1]?.id ?? ''];
}, 60_000);
afterAll(async () => {
  expect(await breaches(buying.owner)).toEqual([]);
  expect(buying.server.logLines.filter((text) => / failed|did not fire/.test(text))).toEqual([]);
  await buying.close();
});

const withoutAnything = { times: 0, quantity: '0', spent: '0', average_price: null };

test('schedules the first purchase of a new plan for the next time of its schedule', async () => {
  const plan = await buying.create({ every: 'month', on_day: 31, hour: 0, first_day: undefined });
  expect(plan).toMatchObject({ status: 'active', reason: null, short_run: 0, bought: withoutAnything });
  const next = new Date((plan.next_at ?? 0) * 1000);
  expect(next.getUTCHours()).toBe(0);
  expect(new Date(next.getTime() + 86_400_000).getUTCDate()).toBe(1);
  await buying.done('POST recurring/delete', { id: plan.id });
  expect(await buying.said('POST recurring/pause', { id: plan.id })).toMatchObject({ error: 'not_found' });
});

describe('creating a plan', () => {
  test.each([
    ['a symbol without spot', { symbol: 'EUR/USD' }, 'pair_not_found', 'symbol'],
    ['an unknown symbol', { symbol: 'XXX/USDT' }, 'pair_not_found', 'symbol'],
    ['an amount of zero', { amount: '0' }, 'parameter_wrong', 'amount'],
    ['less than the minimum of an order', { amount: '0.01' }, 'amount_below_minimum', 'amount'],
    ['more than the maximum of an order', { amount: '900000000' }, 'quantity_above_maximum', 'amount'],
    ['an eighth day of the week', { every: 'week', on_day: 8 }, 'parameter_wrong', 'on_day'],
    ['day 0 of the week', { every: 'week', on_day: 0 }, 'parameter_wrong', 'on_day'],
    ['an impossible date', { first_day: '2027-02-30' }, 'parameter_wrong', 'first_day'],
    ['a past date', { first_day: '2020-01-01' }, 'parameter_wrong', 'first_day'],
    ['a date two years ahead', { first_day: '2029-01-01' }, 'parameter_wrong', 'first_day'],
  ])('is refused for %s', async (_, change, error, field) => {
    const fields = { symbol: 'BTC/USDT', amount: '50', every: 'day', on_day: 0, hour: 9, ...change };
    expect(await buying.said('POST recurring/create', fields)).toMatchObject({ error, params: { field } });
  });

  test('is refused above the maximum number of plans, and calls for another customer’s plan answer “not found”', async () => {
    const { id } = await buying.create();
    for (const name of ['pause', 'resume', 'delete'])
      expect(await buying.said(`POST recurring/${name}`, { id }, 1)).toMatchObject({ error: 'not_found' });
    const many = await Promise.all(
      Array.from({ length: 22 }, () => buying.said('POST recurring/create', { ...wanted }, 0)),
    );
    const made = many.filter(({ type }) => type === 'ok') as { message: { id: string } }[];
    expect(made).toHaveLength(19);
    expect(many.find(({ type }) => type !== 'ok')).toMatchObject({ error: 'recurring_too_many' });
    for (const plan of [id, ...made.map(({ message }) => message.id)])
      await buying.done('POST recurring/delete', { id: plan });
  });
});

const wanted = { symbol: 'ETH/USDT', amount: '20', every: 'week', on_day: 1, hour: 9 };

test('executes a due plan once, by an ordinary market order, and schedules the next purchase', async () => {
  const { id } = await buying.create();
  const dueMs = await buying.makeDue(id);
  const purchase = await buying.outcomeOf(id, dueMs);
  expect(purchase).toMatchObject({ status: 'bought', reason: null, amount: '50' });
  const { items } = await buying.done<CallOutput<'GET coin/list'>>('GET coin/list', { status: 'completed' });
  const order = items.find((one) => one.id === purchase.order);
  expect(order).toMatchObject({ symbol: 'BTC/USDT', side: 'buy', type: 'market', status: 'filled' });
  expect(order?.legs).toEqual([purchase.fill]);
  const spent = amount(purchase.fill?.value ?? '0') + amount(purchase.fill?.fee ?? '0');
  expect(spent).toBeLessThanOrEqual(amount('50'));
  const plan = await buying.planOf(id);
  expect(plan.next_at).toBe(dueMs / 1000 + 86_400);
  expect(plan.bought).toMatchObject({
    times: 1,
    quantity: purchase.fill?.quantity,
    spent: formatAmount(spent),
  });
  expect(await buying.toldOf()).toEqual(['recurring_bought']);
  await buying.done('POST recurring/delete', { id });
});

test('pauses a plan after three purchases without funds, announces each of them, and buys again after the plan is resumed', async () => {
  const { id } = await buying.create({ amount: '30' }, 1);
  const { spot } = (await buying.done<CallOutput<'POST wallet/list'>>('POST wallet/list', {}, 1)).find(
    ({ currency }) => currency === 'USDT',
  ) ?? { spot: { available: '0' } };
  const move = { currency: 'USDT', amount: formatAmount(amount(spot.available) - amount('10')) };
  await buying.done('POST wallet/transfer', { ...move, from: 'spot', to: 'contract' }, 1);
  for (const shortRun of [1, 2, 3]) {
    const dueMs = await buying.makeDue(id);
    expect(await buying.outcomeOf(id, dueMs, 1)).toMatchObject({
      ...{ status: 'skipped', reason: 'balance_insufficient', order: null, fill: null },
    });
    expect(await buying.planOf(id, 1)).toMatchObject({
      short_run: shortRun,
      status: shortRun === 3 ? 'paused' : 'active',
      reason: shortRun === 3 ? 'short' : null,
    });
    await buying.forget(id, dueMs, 4 - shortRun);
  }
  expect(await buying.toldOf(1)).toEqual(['recurring_short', 'recurring_short', 'recurring_paused']);
  await buying.done('POST wallet/transfer', { ...move, from: 'contract', to: 'spot' }, 1);
  expect(await buying.done('POST recurring/resume', { id }, 1)).toMatchObject({
    status: 'active',
    short_run: 0,
  });
  const dueMs = await buying.makeDue(id);
  expect(await buying.outcomeOf(id, dueMs, 1)).toMatchObject({ status: 'bought' });
  await buying.done('POST recurring/delete', { id }, 1);
});

test('lists purchases by plan, market, outcome and due time, page by page', async () => {
  const [bought, late] = [await buying.create(), await buying.create(wanted)];
  const boughtMs = await buying.makeDue(bought.id);
  await buying.outcomeOf(bought.id, boughtMs);
  const lateMs = await buying.makeDue(late.id, { hoursAgo: 2 });
  await buying.outcomeOf(late.id, lateMs);
  type Purchases = CallOutput<'GET recurring/purchases'>;
  const lists = async (fields: object): Promise<string[]> => {
    const { items } = await buying.done<Purchases>('GET recurring/purchases', fields);
    return items.map(
      ({ plan, status }) =>
        `${plan === bought.id ? 'bought' : plan === late.id ? 'late' : 'other'} ${status}`,
    );
  };
  expect(await lists({ id: bought.id })).toEqual(['bought bought']);
  expect(await lists({ id: bought.id, kind: 'skipped' })).toEqual([]);
  expect(await lists({ id: late.id, kind: 'skipped' })).toEqual(['late skipped']);
  expect(await lists({ symbol: 'ETH/USDT' })).toEqual(['late skipped']);
  const at = lateMs / 1000;
  expect(await lists({ id: late.id, from: String(at), to: String(at) })).toEqual(['late skipped']);
  expect(await lists({ id: late.id, from: String(at + 1) })).toEqual([]);
  expect(await lists({ id: late.id, to: String(at - 1) })).toEqual([]);
  const paged: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Purchases = await buying.done<Purchases>('GET recurring/purchases', {
      limit: '1',
      ...(cursor === null ? {} : { cursor }),
    });
    paged.push(...page.items.map(({ id }) => id));
    cursor = page.next;
  } while (cursor !== null);
  const all = await buying.done<Purchases>('GET recurring/purchases', { limit: '100' });
  expect(paged).toEqual(all.items.map(({ id }) => id));
  expect(paged.length).toBeGreaterThan(1);
  expect(await buying.said('GET recurring/purchases', { from: '2', to: '1' })).toMatchObject({
    error: 'parameter_wrong',
  });
  for (const { id } of [bought, late]) await buying.done('POST recurring/delete', { id });
});

test('skips a purchase that is more than an hour late', async () => {
  const { id } = await buying.create();
  const dueMs = await buying.makeDue(id, { hoursAgo: 2 });
  expect(await buying.outcomeOf(id, dueMs)).toMatchObject({ status: 'skipped', reason: 'purchase_late' });
  expect(await buying.planOf(id)).toMatchObject({ status: 'active', next_at: dueMs / 1000 + 86_400 });
  await buying.done('POST recurring/delete', { id });
});

test('applies a pause, a change or a resumption to the next due time', async () => {
  const { id } = await buying.create();
  expect(await buying.done('POST recurring/pause', { id })).toMatchObject({
    status: 'paused',
    reason: 'customer',
    next_at: null,
  });
  expect(await buying.done('POST recurring/pause', { id })).toMatchObject({ status: 'paused' });
  const terms = { id, amount: '75', every: 'week', on_day: 7, hour: 3 };
  expect(await buying.done('POST recurring/change', terms)).toMatchObject({ status: 'paused', amount: '75' });
  const resumed = await buying.done<{ next_at: number }>('POST recurring/resume', { id });
  expect(new Date(resumed.next_at * 1000).getUTCDay()).toBe(0);
  expect(new Date(resumed.next_at * 1000).getUTCHours()).toBe(3);
  const daily = { ...terms, every: 'day', on_day: 0, amount: '20' };
  expect(await buying.done('POST recurring/change', daily)).toMatchObject({ status: 'active', amount: '20' });
  const dueMs = await buying.makeDue(id);
  expect(await buying.outcomeOf(id, dueMs)).toMatchObject({ status: 'bought', amount: '20' });
  await buying.done('POST recurring/delete', { id });
});

test('lets an operator pause a plan with a reason and an audit record, and lets the customer resume it', async () => {
  const { id } = await buying.create();
  const [customer] = customers;
  const { items } = await ada.done('GET recurring', { customer });
  expect(items.map((one) => one.id)).toContain(id);
  await ada.done('POST recurring_pause', { customer, id, reason: 'unusual_activity' });
  expect(await buying.planOf(id)).toMatchObject({ status: 'paused', reason: 'unusual_activity' });
  expect((await buying.toldOf()).at(-1)).toBe('recurring_held');
  const again = await ada.ask('POST recurring_pause', { customer, id, reason: 'market_trouble' });
  expect(again.body).toMatchObject({ error: 'state_abnormal' });
  const { rows } = await buying.owner.query(
    `select operator, action, subject from audit order by seq desc limit 1`,
  );
  expect(rows).toEqual([{ operator: 'ada', action: 'recurring.pause', subject: `customer:${customer}` }]);
  expect(await buying.done('POST recurring/resume', { id })).toMatchObject({
    status: 'active',
    reason: null,
  });
  await buying.done('POST recurring/delete', { id });
});

test('skips a purchase that the account isn’t allowed to make, and records the reason', async () => {
  const { id } = await buying.create();
  const [customer] = customers;
  await ada.done('POST standing', { customer, change: 'freeze', reason: 'security_check' } as never);
  const dueMs = await buying.makeDue(id);
  expect(await buying.outcomeOf(id, dueMs)).toMatchObject({ status: 'skipped', reason: 'account_frozen' });
  // A frozen customer may still pause and delete plans, because this prevents purchases.
  expect(await buying.done('POST recurring/pause', { id })).toMatchObject({ status: 'paused' });
  expect(await buying.said('POST recurring/resume', { id })).toMatchObject({ error: 'account_frozen' });
  await buying.done('POST recurring/delete', { id });
  await ada.done('POST standing', { customer, change: 'release', reason: 'settled' } as never);
  const { id: next } = await buying.create();
  await buying.done('POST recurring/delete', { id: next });
});

test('deletes every plan of a customer who starts over', async () => {
  const ids = [(await buying.create()).id, (await buying.create(wanted)).id];
  await buying.done('POST recurring/pause', { id: ids[1] });
  const dueMs = await buying.makeDue(ids[0] as string, { tells: false });
  await buying.done('POST demo/start_over', {});
  expect(await buying.done('GET recurring/plans')).toMatchObject({ items: [] });
  expect(await buying.said('POST recurring/resume', { id: ids[1] })).toMatchObject({ error: 'not_found' });
  expect(dueMs).toBeGreaterThan(0);
});
