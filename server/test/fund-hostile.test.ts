/** Hostile or selfish uses of the fund, tested on the fund and its strategy together. */
import { amount } from '@candor/domain/money/amount.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';
import { afterEach, expect, test } from 'vitest';
import { demandAgreedTerms } from '../src/features/fund/store.ts';
import { breaches } from '../src/app/breaches.ts';
import { openFundHouse, STARTS_AFTER_MS } from './testing/fund-house.ts';
import type { FundHouse } from './testing/fund-house.ts';

const DAY = 20_454;
const MORNING_MS = DAY * DAY_MS + 9 * HOUR_MS;
const MIDNIGHT_MS = (DAY + 1) * DAY_MS;

let fund: FundHouse;

afterEach(async () => {
  expect(await breaches(fund.house.pool)).toEqual([]);
  expect(fund.house.logged).toEqual([]);
  await fund.house.close();
});

const isClosed = async () =>
  (
    await fund.house.owner<{ closed: string }>(
      `select sum(value)::int::text as closed from counter where name = 'fund_closed'`,
    )
  )[0]?.closed === '1';

const statusOf = async (book: bigint) => (await fund.orders(book)).map(({ status }) => status);

test('starts no order while the fund is closed, and returns a cancelled order’s principal in full', async () => {
  fund = await openFundHouse(MORNING_MS, { priced: false });
  const early = await fund.member(amount('1000'));
  await fund.join(early, '1000');
  await fund.go(MORNING_MS + STARTS_AFTER_MS);
  // The order is placed shortly before the midnight at which no money covers the lower band of the first order.
  await fund.go(MIDNIGHT_MS - 10_000);
  const late = await fund.member(amount('1000'));
  const id = await fund.join(late, '1000');
  await fund.go(MIDNIGHT_MS);
  expect(await isClosed()).toBe(true);
  for (const afterMs of [STARTS_AFTER_MS, HOUR_MS]) {
    await fund.go(MIDNIGHT_MS + afterMs);
    expect(await statusOf(late)).toEqual(['pending']);
  }
  expect(await fund.terminate(late, id)).toBe('0');
  expect(await fund.held(late, 'spot')).toBe(amount('1000'));

  // The days of the first order pass, including the remainder of its last day. Then no income is owed, and the fund reopens.
  const last = await fund.member(amount('1000'));
  for (const day of [1, 2]) await fund.go(MORNING_MS + day * DAY_MS + HOUR_MS);
  await fund.go(MIDNIGHT_MS + 2 * DAY_MS);
  expect(await statusOf(early)).toEqual(['ended']);
  expect(await isClosed()).toBe(true);
  await fund.go(MIDNIGHT_MS + 3 * DAY_MS);
  expect(await isClosed()).toBe(false);
  await fund.join(last, '1000');
  await fund.go(MIDNIGHT_MS + 3 * DAY_MS + HOUR_MS);
  expect(await statusOf(last)).toEqual(['in_progress']);
}, 60_000);

test('refuses to start the platform if the configured tiers differ from those of running orders', async () => {
  fund = await openFundHouse(MORNING_MS, { priced: false });
  const { pool, terms } = fund.house;
  const book = await fund.member(amount('1000'));
  await fund.join(book, '1000');
  await demandAgreedTerms(pool, terms);
  const [kept] = terms.versions('fund:1');
  if (kept === undefined) throw new Error('expected a first tier, found none');
  const others = [{ ...kept, body: { ...kept.body, rate_max: '0.03' } }];
  for (const versions of [others, []])
    await expect(demandAgreedTerms(pool, { versions: () => versions })).rejects.toThrow('fund:1');
  // Finished orders are owed nothing.
  await fund.terminate(book, (await fund.orders(book))[0]?.id ?? '');
  await demandAgreedTerms(pool, { versions: () => [] });
}, 60_000);
