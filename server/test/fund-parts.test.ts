/**
 * A day of the fund is shared among its orders in proportion to their time in the fund. An order that starts late takes nothing
 * from orders that were in the fund all day. Orders that begin or end within the day's first or last millisecond are paid for
 * exactly that time. Orders that begin or end at the instant of a publication count either fully or not at all.
 */
import { incomeOf } from '@candor/domain/fund/income.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';
import { publishDay } from '@candor/domain/fund/publication.ts';
import { STRATEGY_CAPITAL } from '@candor/domain/fund/strategy.ts';
import { amount, formatAmount, fromNumeric, ONE } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { afterEach, expect, test } from 'vitest';
import { breaches } from '../src/app/breaches.ts';
import { openFundHouse, STARTS_AFTER_MS } from './testing/fund-house.ts';
import type { FundHouse } from './testing/fund-house.ts';

/** A day that is profitable at the prices of the tests. */
const DAY = 20_454;
const MIDNIGHT = (DAY + 1) * DAY_MS;

let fund: FundHouse;

afterEach(async () => {
  expect(await breaches(fund.house.pool)).toEqual([]);
  expect(fund.house.logged).toEqual([]);
  await fund.house.close();
});

/**
 * Adds a customer who invests a given amount in an order that begins exactly at a given time, after all work due by then is
 * done.
 */
async function joins(usdt: string, startMs: number): Promise<bigint> {
  const book = await fund.member(amount(usdt));
  await fund.go(startMs - STARTS_AFTER_MS - 5000);
  await fund.go(startMs - STARTS_AFTER_MS);
  await fund.join(book, usdt);
  await fund.go(startMs);
  const [order] = await fund.house.owner<{ started_ms: string }>(
    'select started_ms from fund_order where book = $1',
    [book],
  );
  expect(order?.started_ms).toBe(String(startMs));
  return book;
}

type Rate = { project: number; terms_version: number; rate: string; rate_min: string; rate_max: string };

/** Returns a published day, with the bands of all tiers and the rate of each tier. */
async function publishedOf(day: number) {
  const [of] = await fund.house.owner<{ result: string; balance: string }>(
    'select * from fund_day where day = $1',
    [day],
  );
  if (of === undefined) throw new Error(`expected day ${day} to be published, found it unpublished`);
  const rows = await fund.house.owner<Rate>('select * from fund_rate where day = $1 order by project', [day]);
  return {
    day: { result: fromNumeric(of.result), balance: fromNumeric(of.balance), capital: STRATEGY_CAPITAL },
    bands: rows.map((row) => ({
      ...{ project: row.project, termsVersion: row.terms_version },
      ...{ rateMin: fromNumeric(row.rate_min), rateMax: fromNumeric(row.rate_max) },
      principalMs: 0n,
    })),
    rateOf: (tier: string) => fromNumeric(rows.find(({ project }) => String(project) === tier)?.rate ?? '-1'),
  };
}

async function paidOf(book: bigint, day: number): Promise<{ amount: Amount; partMs: number }> {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  const found = (await fund.payments(book)).find((one) => one.day === date);
  if (found === undefined) throw new Error(`expected a payment to ${book} for ${date}, found none`);
  return { amount: amount(found.amount), partMs: found.part_ms };
}

test.each([
  ['600000, which the day’s result covers', '600000', '5'],
  ['2500000, which the day’s result does not cover', '2500000', '6'],
])(
  'shares a day by principal and time after five million are invested half a minute before midnight, alongside %s',
  async (_, principal, tier) => {
    fund = await openFundHouse((DAY - 1) * DAY_MS + HOUR_MS, { priced: true });
    const first = await joins(principal, DAY * DAY_MS - HOUR_MS);
    const late = await joins('5000000', MIDNIGHT - 30_000);
    await fund.go(MIDNIGHT);
    await fund.go(MIDNIGHT + DAY_MS - 1);
    expect((await fund.orders(first))[0]?.project_id).toBe(tier);
    const { day, bands, rateOf } = await publishedOf(DAY);
    const [kept, taken] = [await paidOf(first, DAY), await paidOf(late, DAY)];
    expect([kept.partMs, taken.partMs]).toEqual([DAY_MS, 30_000]);
    expect(taken.amount).toBe(incomeOf(amount('5000000'), rateOf('6'), 30_000));
    // The payment to the order that was in the fund all day, computed as if the new order were absent.
    const held = amount(principal);
    const principalMs = held * BigInt(DAY_MS);
    const { rates } = publishDay({
      ...day,
      holdings: bands.map((band) => (String(band.project) === tier ? { ...band, principalMs } : band)),
    });
    const alone = incomeOf(held, rates.find(({ project }) => String(project) === tier)?.rate ?? 0n);
    const results = [alone, kept.amount, taken.amount].map(formatAmount);
    console.info(`alone ${results[0]}, kept ${results[1]}, newcomer ${results[2]}`);
    // Each order is paid the same fraction of its band's upper end, by principal and time, to a millionth.
    const endOf = (project: string) => bands.find((band) => String(band.project) === project)?.rateMax ?? 0n;
    const shares = [
      (kept.amount * ONE * ONE) / (held * 86_400n * endOf(tier)),
      (taken.amount * ONE * ONE) / (amount('5000000') * 30n * endOf('6')),
    ] as const;
    const apart = shares[0] > shares[1] ? shares[0] - shares[1] : shares[1] - shares[0];
    expect(apart * 1_000_000n).toBeLessThanOrEqual(shares[0]);
    // Therefore, the first order loses nothing if the day's result is enough for all. Otherwise, it loses only the weight of
    // five million for half a minute, relative to its own day.
    const weighs = (amount('5000000') * 30_000n * ONE) / principalMs;
    const lost = ((alone - kept.amount) * ONE) / alone;
    expect(lost >= 0n && lost <= (tier === '5' ? 0n : weighs)).toBe(true);
  },
  60_000,
);

test('pays orders that begin around midnight for exactly the agreed days, across a jump of the clock', async () => {
  fund = await openFundHouse(DAY * DAY_MS + 20 * HOUR_MS, { priced: true });
  const offsets = [-3 * HOUR_MS, -1, 0, 1, 12 * HOUR_MS];
  const orders: { book: bigint; startMs: number }[] = [];
  for (const [at, offsetMs] of offsets.entries()) {
    const startMs = MIDNIGHT + at * DAY_MS + offsetMs;
    orders.push({ book: await joins('600', startMs), startMs });
  }
  // Six missed days are published and paid one after the other.
  await fund.go(MIDNIGHT + 10 * DAY_MS + 5 * HOUR_MS);
  const expected = [
    [3 * HOUR_MS, DAY_MS, DAY_MS - 3 * HOUR_MS],
    [1, DAY_MS, DAY_MS - 1],
    [DAY_MS, DAY_MS],
    [DAY_MS - 1, DAY_MS, 1],
    [DAY_MS / 2, DAY_MS, DAY_MS / 2],
  ];
  for (const [at, { book, startMs }] of orders.entries()) {
    const [order] = await fund.orders(book);
    const payments = (await fund.payments(book)).toReversed();
    expect([at, payments.map((one) => one.part_ms)]).toEqual([at, expected[at]]);
    const first = Math.floor(startMs / DAY_MS);
    expect(payments.map((one) => Date.parse(one.day) / DAY_MS - first)).toEqual(
      payments.map((_, day) => day),
    );
    expect(order).toMatchObject({ status: 'ended', reason: 'matured', paid_days: 2, next_income_at: null });
    for (const [day, payment] of payments.entries()) {
      const { rateOf } = await publishedOf(first + day);
      expect(payment.amount).toBe(formatAmount(incomeOf(amount('600'), rateOf('1'), payment.part_ms)));
    }
    expect(await fund.held(book, 'spot')).toBe(amount('600') + amount(order?.income ?? '0'));
  }
}, 60_000);

test('counts an order that begins or ends at the instant of a publication either fully or not at all', async () => {
  fund = await openFundHouse(DAY * DAY_MS + 6 * HOUR_MS, { priced: true });
  const open: { book: bigint; id: string }[] = [];
  const joined = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      const book = await fund.member(amount('60000'));
      open.push({
        book,
        id: await fund.join(book, formatAmount(amount('50000') + BigInt(open.length) * 7n)),
      });
    }
  };
  await joined(16);
  await fund.go(DAY * DAY_MS + 7 * HOUR_MS);
  let left = 0;
  for (let day = 1; day <= 3; day += 1) {
    const midnight = (DAY + day) * DAY_MS;
    await fund.go(midnight - STARTS_AFTER_MS);
    // The orders are due to begin at the instant at which the day is published and others leave.
    await joined(6);
    const leaving = open.splice(0, 5);
    const [, ...results] = await Promise.all([
      fund.go(midnight),
      ...leaving.map(({ book, id }) => fund.terminate(book, id)),
    ]);
    left += results.filter((one) => /^\d/.test(one)).length;
    await fund.go(midnight + 2000);
    const days = await fund.house.owner<{ day: number }>('select max(day) as day from fund_day');
    expect(days[0]?.day).toBe(DAY + day - 1);
  }
  expect(left).toBe(15);
  await fund.go((DAY + 12) * DAY_MS);
  for (const { book } of open) {
    const [order] = await fund.orders(book);
    const parts = (await fund.payments(book)).map((one) => one.part_ms);
    expect([order?.status, parts.reduce((sum, part) => sum + part, 0)]).toEqual([
      'ended',
      (order?.days ?? 0) * DAY_MS,
    ]);
  }
}, 90_000);
