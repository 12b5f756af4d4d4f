/** The operators' lists of all loans and fund orders, by customer and state and page by page, and the view of the whole fund. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { openLending } from '../src/features/loans/testing/lending.ts';
import type { Borrower, Lending } from '../src/features/loans/testing/lending.ts';

/** A running server follows within two seconds. The timeout allows for a machine that runs other tests at the same time. */
const SOON = { timeout: 8_000, interval: 50 };

/** Allows for eight days with all their trades, one after the other. */
const SLOW = { timeout: 50_000, interval: 500 };

let lending: Lending;
let lena: Borrower;
let otto: Borrower;
/** The id of a loan that was paid out, and the id of a pending one. */
let lent: string;
let applied: string;

beforeAll(async () => {
  lending = await openLending();
  [lena, otto] = [await lending.somebody(), await lending.somebody()];
  lent = await lending.lent(lena);
  applied = await otto.applied({ amount: '2000', days: 30 });
}, 60_000);
afterAll(() => lending.close());

const loans = async (fields: Record<string, string>): Promise<string[]> => {
  const { items } = await lending.sam.done('GET loans', fields);
  return items.map((one) => `${one.id} ${one.account} ${one.amount} ${one.status}`);
};

test('lists loans newest first, by customer and state, one page at a time', async () => {
  const [older, newer] = [
    `${lent} ${lena.account} 1000 disbursed`,
    `${applied} ${otto.account} 2000 pending_review`,
  ];
  expect(await loans({})).toEqual([newer, older]);
  expect(await loans({ customer: lena.customer })).toEqual([older]);
  expect(await loans({ status: 'pending_review' })).toEqual([newer]);
  expect(await loans({ status: 'pending_review', customer: lena.customer })).toEqual([]);
  const first = await lending.sam.done('GET loans', { limit: '1' });
  expect(first.items.map(({ id }) => id)).toEqual([applied]);
  expect(await loans({ cursor: first.next ?? '', limit: '1' })).toEqual([older]);
  expect((await lending.sam.ask('GET loans', { cursor: 'x' })).body).toMatchObject({
    error: 'parameter_wrong',
  });
});

test('lists only the overdue loans among the running ones on request', async () => {
  expect(await loans({ status: 'overdue' })).toEqual([]);
  for (let day = 0; day < 8; day += 1) await lending.ada.done('POST clock_forward', { step: 'day' });
  await vi.waitFor(
    async () =>
      expect(await loans({ status: 'overdue' })).toEqual([`${lent} ${lena.account} 1000 disbursed`]),
    SOON,
  );
});

test('lists fund orders with their owners, and includes them in a customer’s open items', async () => {
  const joined = await lena.done<CallOutput<'POST lh/deposit'>>('POST lh/deposit', { amount: '600' });
  const { items } = await lending.sam.done('GET fund_orders', { customer: lena.customer });
  expect(items).toMatchObject([
    { id: joined.id, account: lena.account, amount: '600', status: 'pending', overdue: false },
  ]);
  expect((await lending.sam.done('GET fund_orders', { status: 'ended' })).items).toEqual([]);
  expect((await lending.sam.done('GET fund_orders', { customer: otto.customer })).items).toEqual([]);
  const { open } = await lending.sam.done('GET customer', { customer: lena.customer });
  expect(open).toEqual([
    { kind: 'fund_order', count: 1 },
    { kind: 'loan', count: 1 },
  ]);
  const timeline = await lending.sam.done('GET timeline', { customer: lena.customer });
  expect(timeline.items).toContainEqual(
    expect.objectContaining({ kind: 'fund_join', of: { kind: 'fund_order', id: joined.id }, days: 2 }),
  );
  await lena.done('POST lh/deposit/cancel', { id: joined.id, fee: '0' });
});

test('shows operators the public figures of the fund with the underlying details', async () => {
  // The public figures are slightly outdated, and the days that the clock skipped are published one at a time.
  await vi.waitFor(async () => {
    const open = await lena.done<CallOutput<'GET transparency/fund'>>('GET transparency/fund');
    const { unpaid, unpaid_since: since, ...shown } = await lending.sam.done('GET fund');
    expect(open.days.length).toBeGreaterThanOrEqual(8);
    expect(shown.days).toEqual(open.days);
    expect([unpaid, since, shown.source, shown.capital]).toEqual([0, null, 'simulated', open.capital]);
  }, SLOW);
}, 60_000);
