/**
 * Income comes only from the strategy's result. A hundred customers join a fund that earns nothing on a platform that has no
 * money, and a fund that earns less than the upper ends of all bands would require.
 */
import { earlyFee, incomeOf } from '@candor/domain/fund/income.ts';
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS, HOUR_MS } from '@candor/domain/time.ts';
import { afterEach, expect, test } from 'vitest';
import { misbookedSlots } from '../src/features/strategy/recomputed.ts';
import { breaches } from '../src/app/breaches.ts';
import { openFundHouse, STARTS_AFTER_MS } from './testing/fund-house.ts';
import type { FundHouse } from './testing/fund-house.ts';

/** A day that is profitable at the prices of the test, at nine in the morning. */
const DAY = 20_454;
const START_MS = DAY * DAY_MS + 9 * HOUR_MS;
const CUSTOMERS = 100;

let fund: FundHouse;

afterEach(async () => {
  expect(await breaches(fund.house.pool)).toEqual([]);
  expect(await misbookedSlots(fund.house.pool)).toEqual([]);
  expect(fund.house.logged).toEqual([]);
  await fund.house.close();
});

type Joined = {
  readonly book: bigint;
  readonly granted: Amount;
  readonly order: string;
  readonly principal: Amount;
};

/** Adds customers who each invest a different amount, one after the other, and then withdraws the platform's own money. */
async function joinAll(principalOf: (at: number) => Amount): Promise<Joined[]> {
  const joined: Joined[] = [];
  for (let at = 0; at < CUSTOMERS; at += 1) {
    const principal = principalOf(at);
    const granted = principal + amount('17.00000003');
    const book = await fund.member(granted);
    joined.push({ book, granted, principal, order: await fund.join(book, formatAmount(principal)) });
  }
  await fund.drawAway();
  for (const account of ['equity', 'trading', 'insurance', 'promotions', 'fees', 'strategy'] as const)
    expect(await fund.houseHeld(account)).toBe(0n);
  return joined;
}

const sum = (parts: readonly Amount[]) => parts.reduce((total, part) => total + part, 0n);

test('pays no income and returns every principal if the fund earns nothing and the platform has no money', async () => {
  fund = await openFundHouse(START_MS, { priced: false });
  // The orders of the first tier last two days, and those of the second three.
  const joined = await joinAll((at) => amount(at % 2 === 0 ? '500' : '5000') + BigInt(at) * 123_456_789n);
  await fund.go(START_MS + STARTS_AFTER_MS);
  await fund.go(START_MS + DAY_MS + HOUR_MS);
  for (const { book, order } of joined) {
    const [held] = await fund.orders(book);
    expect(held).toMatchObject({ id: order, status: 'in_progress', income: '0', paid_days: 1 });
  }
  // A quarter of the orders end early, and pay the displayed fee.
  const early = joined.filter((_, at) => at % 4 < 1);
  const fees = new Map<bigint, Amount>();
  for (const { book, order, principal } of early) {
    const fee = earlyFee(principal, amount('0.01'));
    expect(await fund.terminate(book, order)).toBe(formatAmount(fee));
    fees.set(book, fee);
  }
  for (let day = 2; day <= 4; day += 1) await fund.go(START_MS + day * DAY_MS + HOUR_MS);

  for (const { book, granted } of joined) {
    const [ended] = await fund.orders(book);
    const fee = fees.get(book);
    expect(ended).toMatchObject({
      status: 'ended',
      income: '0',
      reason: fee === undefined ? 'matured' : 'terminated',
    });
    const payments = await fund.payments(book);
    // Orders whose days had passed were in the fund on one more calendar day, because they were in for parts of the first and
    // the last one.
    expect(payments).toHaveLength((ended?.paid_days ?? 0) + (fee === undefined ? 1 : 0));
    expect(new Set(payments.map((one) => `${one.amount} at ${one.rate}`))).toEqual(new Set(['0 at 0']));
    expect(await fund.held(book, 'spot')).toBe(granted - (fee ?? 0n));
    expect(await fund.held(book, 'fund_principal')).toBe(0n);
  }
  expect(await fund.houseHeld('fees')).toBe(sum([...fees.values()]));
  for (const account of ['strategy', 'income_escrow', 'equity'] as const)
    expect(await fund.houseHeld(account)).toBe(0n);
  expect(fees.size).toBe(CUSTOMERS / 4);
}, 180_000);

test('pays every order in proportion if the bands require more than was earned, and takes nothing from any principal', async () => {
  fund = await openFundHouse(START_MS, { priced: true });
  const joined = await joinAll((at) => amount('40000') + BigInt(at) * 987_654_321n);
  const principal = sum(joined.map((one) => one.principal));
  await fund.go(START_MS + STARTS_AFTER_MS);
  // Parts of the first and the fourth day count. The part of the fourth day is due at the midnight after it.
  const lateMs = (START_MS + STARTS_AFTER_MS) % DAY_MS;
  for (const [at, partMs] of [DAY_MS - lateMs, DAY_MS, DAY_MS, lateMs].entries()) {
    const day = at + 1;
    // This is before the day's marks, at which the day's income is set aside.
    await fund.go((DAY + day) * DAY_MS);
    const kept = await fund.house.owner<{ result: string; reserved: string; wanted: string }>(
      'select result::text, reserved::text, wanted::text from fund_day order by day desc limit 1',
    );
    const [result, reserved, wanted] = [kept[0]?.result, kept[0]?.reserved, kept[0]?.wanted].map((text) =>
      amount((text ?? '0').replace(/0+$/, '').replace(/\.$/, '')),
    ) as [Amount, Amount, Amount];
    expect(reserved <= result && (reserved < wanted || day === 4)).toBe(true);
    expect(wanted).toBeGreaterThan((principal * 27n * BigInt(partMs)) / BigInt(1000 * DAY_MS));
    if (day < 4) expect(await fund.houseHeld('income_escrow')).toBe(reserved);
    await fund.go(START_MS + day * DAY_MS + HOUR_MS);
    const rates = new Set<string>();
    const paid: Amount[] = [];
    for (const one of joined) {
      const [newest] = await fund.payments(one.book);
      expect([newest?.number, newest?.part_ms]).toEqual([day, partMs]);
      rates.add(newest?.rate ?? '');
      const rate = amount(newest?.rate ?? '0') / 100n;
      expect(newest?.amount).toBe(formatAmount(incomeOf(one.principal, rate, partMs)));
      paid.push(amount(newest?.amount ?? '0'));
    }
    // All orders get one rate, and the amount set aside covers the rate to less than a unit per order.
    expect(rates.size).toBe(1);
    expect(sum(paid)).toBeGreaterThan(0n);
    expect(sum(paid)).toBeLessThanOrEqual(reserved);
    expect(reserved - sum(paid)).toBeLessThan(BigInt(CUSTOMERS));
    expect(await fund.houseHeld('income_escrow')).toBe(reserved - sum(paid));
  }
  for (const { book, granted } of joined) {
    const [ended] = await fund.orders(book);
    expect(ended).toMatchObject({ status: 'ended', reason: 'matured' });
    expect(await fund.held(book, 'spot')).toBe(granted + amount(ended?.income ?? '0'));
    expect(await fund.held(book, 'fund_principal')).toBe(0n);
  }
  expect(await fund.houseHeld('equity')).toBe(0n);
}, 180_000);
