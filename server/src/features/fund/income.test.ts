/**
 * Fund income over time, end to end over HTTP on a real PostgreSQL: it is paid exactly once, whatever the clock and the engine
 * do.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOON, openFundFloor } from '@candor/testing/fund-floor.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { FundFloor } from '@candor/testing/fund-floor.ts';

let floor: FundFloor;
beforeAll(async () => {
  floor = await openFundFloor();
});
// One of the tests terminates connections.
afterAll(() => floor.close({ bugs: [/terminating connection|Connection terminated|connection was lost/i] }));

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/**
 * Creates a customer whose order starts at the next noon, so that the first and last parts of the order are half a day each.
 */
async function started(name: string, usdt: string) {
  const member = await floor.member(name, '5000000');
  const startedMs = (dayOf(floor.market.nowMs) + 1) * DAY_MS + DAY_MS / 2;
  await floor.market.at(startedMs - 20_000);
  const id = await member.join(usdt);
  await floor.market.settle(startedMs);
  expect((await member.order(id)).started_at).toBe(startedMs / 1000);
  return {
    member,
    id,
    startedMs,
    first: dayOf(startedMs),
    restMs: (days: number) => startedMs + (days + 0.5) * DAY_MS,
  };
}

test('starts an order automatically, pays each mark at the latest published rate, and returns the principal', async () => {
  const anna = await floor.member('anna');
  const id = await anna.join('500');
  expect(await anna.money()).toEqual({ spot: '99500', fund: '500' });
  await floor.market.tick(NOON + 19_999);
  expect((await anna.order(id)).status).toBe('pending');
  await floor.market.tick(NOON + 20_000);
  const begun = NOON + 20_000;
  const midnight = (dayOf(NOON) + 3) * DAY_MS;
  expect(await anna.order(id)).toMatchObject({
    status: 'in_progress',
    started_at: begun / 1000,
    expires_at: (begun + 2 * DAY_MS) / 1000,
    next_income_at: (begun + DAY_MS) / 1000,
    last_income_at: midnight / 1000,
  });
  // The rate for the day before the order's first mark was published at midnight.
  await floor.publish(dayOf(begun), '0.02');
  await floor.market.tick(begun + DAY_MS - 1);
  expect(await anna.payments()).toEqual([]);
  await floor.market.tick(begun + DAY_MS);
  // The order was in the fund for only a part of its first day.
  const paid = ['1 2028-02-27 2% 4.99768518 for 11:59:40'];
  expect(await anna.payments()).toEqual(paid);
  expect(await anna.money()).toEqual({ spot: '99504.99768518', fund: '500' });
  const until = (begun + 2 * DAY_MS) / 1000;
  expect(await anna.notices()).toEqual([
    `fund_started ${id} 500 USDT ${until}`,
    `fund_ending ${id} 500 USDT ${until}`,
  ]);
  await floor.publish(dayOf(begun) + 1, '0.0183');
  await floor.market.settle(begun + 2 * DAY_MS);
  paid.push('2 2028-02-28 1.83% 9.15');
  expect(await anna.payments()).toEqual(paid);
  expect(await anna.order(id)).toMatchObject({
    ...{
      status: 'ended',
      reason: 'matured',
      income: '14.14768518',
      fee: '0',
      profit: '14.14768518',
      paid_days: 2,
    },
    ...{ ended_at: (begun + 2 * DAY_MS) / 1000, next_income_at: midnight / 1000 },
  });
  expect(await anna.money()).toEqual({ spot: '100014.14768518', fund: '0' });
  expect((await anna.notices()).slice(2)).toEqual([`fund_ended ${id} 500 USDT 14.14768518`]);
  // The rest is due once the order's last day, a leap day, is over and published.
  expect(await floor.closeAccount(anna)).toBe('open_trade_blocks');
  await floor.publish(dayOf(begun) + 2, '0.01');
  expect(await floor.market.tick(midnight - 1)).toBe(0);
  await floor.market.tick(midnight);
  expect(await anna.payments()).toEqual([...paid, '3 2028-02-29 1% 2.5011574 for 12:00:20']);
  expect(await anna.order(id)).toMatchObject({
    status: 'ended',
    income: '16.64884258',
    next_income_at: null,
  });
  expect(await anna.money()).toEqual({ spot: '100016.64884258', fund: '0' });
  expect(await anna.journals()).toEqual([
    ...['fund_join', 'fund_income', 'fund_income', 'fund_maturity', 'fund_income'],
  ]);
  expect((await anna.notices()).length).toBe(3);
  expect(await floor.closeAccount(anna)).toBe('ok');
});

test('pays each day and partial day once, however often its trigger fires concurrently', async () => {
  const { member, id, startedMs, first, restMs } = await started('berta', '5000');
  const due = [1, 2, 3].map((number) => startedMs + number * DAY_MS);
  for (const [at, ms] of [...due, restMs(3)].entries()) {
    await floor.publish(first + at, `0.0${at + 1}`);
    await floor.market.tick(ms, 8);
    expect((await member.order(id)).paid_days).toBe(Math.min(3, at + 1));
    expect((await member.payments()).length).toBe(at + 1);
    // Triggers that a restarted engine fires again have no effect.
    expect(await floor.market.tick(ms + 1, 8)).toBe(0);
  }
  expect(await member.payments()).toEqual([
    '1 2028-03-02 1% 25 for 12:00:00',
    '2 2028-03-03 2% 100',
    '3 2028-03-04 3% 150',
    '4 2028-03-05 4% 100 for 12:00:00',
  ]);
  expect(await member.money()).toEqual({ spot: '5000375', fund: '0' });
});

test('waits until a rate is published and then pays once, or nothing if the rate is zero', async () => {
  const { member, startedMs, first, restMs } = await started('clara', '600');
  const waits = async (fromMs: number): Promise<void> => {
    for (let seconds = 0; seconds < 5; seconds += 1) {
      expect(await floor.market.tick(fromMs + seconds * 1000)).toBe(1);
      // No retry takes place between two checks.
      expect(await floor.market.tick(fromMs + seconds * 1000 + 500)).toBe(0);
    }
  };
  const mark = startedMs + DAY_MS;
  await waits(mark);
  expect(await member.payments()).toEqual([]);
  const [order] = await member.orders();
  expect(await member.said('POST lh/deposit/cancel', { id: order?.id })).toBe('busy');
  await floor.publish(first, '0');
  await floor.market.settle(mark + 5000);
  const paid = ['1 2028-03-07 0% 0 for 12:00:00'];
  expect(await member.payments()).toEqual(paid);
  expect(await member.journals()).toEqual(['fund_join']);
  await floor.publish(first + 1, '0.00000001');
  await floor.market.settle(startedMs + 2 * DAY_MS);
  // 600 × 0.00000001 is 0.000006; only amounts below one unit are lost.
  paid.push('2 2028-03-08 0.000001% 0.000006');
  expect(await member.payments()).toEqual(paid);
  expect(await member.money()).toEqual({ spot: '5000000.000006', fund: '0' });
  // The principal is returned, and the payment for the rest of the day is retried in the same way.
  await waits(restMs(2));
  expect(await member.said('POST lh/deposit/cancel', { id: order?.id })).toBe('order_state_wrong id');
  await floor.publish(first + 2, '0.00000003');
  await floor.market.settle(restMs(2) + 5000);
  expect(await member.payments()).toEqual([...paid, '3 2028-03-09 0.000003% 0.000009 for 12:00:00']);
  expect(await member.money()).toEqual({ spot: '5000000.000015', fund: '0' });
});

test('pays every day when the clock jumps ahead, and no day twice when the clock is set back', async () => {
  const { member, id, startedMs, first, restMs } = await started('dora', '50000');
  for (const [at, rate] of ['0.01', '0.02', '0.03', '0.04', '0.05', '0.06'].entries())
    await floor.publish(first + at, rate);
  // Four marks have passed, and each tape entry pays the next of them.
  await floor.market.tick(startedMs + 4 * DAY_MS);
  expect((await member.order(id)).paid_days).toBe(1);
  await floor.market.settle(startedMs + 4 * DAY_MS + 1000);
  const paid = [
    '1 2028-03-11 1% 250 for 12:00:00',
    '2 2028-03-12 2% 1000',
    '3 2028-03-13 3% 1500',
    '4 2028-03-14 4% 2000',
  ];
  expect(await member.payments()).toEqual(paid);
  // The wall clock is set back; the tape's time is not.
  await floor.market.tick(startedMs + 3 * DAY_MS, 4);
  await floor.market.tick(startedMs + 3 * DAY_MS + 1000, 4);
  expect(await member.payments()).toEqual(paid);
  // Moves the clock one step past the order's end and the following midnight.
  await floor.market.settle(restMs(5) + DAY_MS);
  paid.push('5 2028-03-15 5% 2500', '6 2028-03-16 6% 1500 for 12:00:00');
  expect(await member.payments()).toEqual(paid);
  expect(await member.money()).toEqual({ spot: '5008750', fund: '0' });
});

test('on a reset, pays the rest of the last day for ended orders, and nothing more for running orders', async () => {
  const { member, startedMs, first, restMs } = await started('dunja', '600');
  await floor.publish(first, '0.01');
  await floor.publish(first + 1, '0.01');
  await floor.market.settle(startedMs + 2 * DAY_MS);
  await member.join('5000');
  await floor.market.settle(startedMs + 2 * DAY_MS + 20_000);
  await member.done('POST demo/start_over');
  expect(await member.money()).toEqual({ spot: '100000', fund: '0' });
  await floor.publish(first + 2, '0.02');
  await floor.market.settle(restMs(2) + DAY_MS);
  expect((await member.payments()).at(-1)).toMatch(/^3 .* 6 for 12:00:00$/);
  expect((await member.payments()).length).toBe(3);
  expect(await member.money()).toEqual({ spot: '100006', fund: '0' });
});

test("starts an order at the tape's time while the clock is behind it", async () => {
  const member = await floor.member('edda', '1000');
  const before = floor.market.nowMs;
  const id = await member.join('500');
  await floor.market.at(before - DAY_MS);
  await floor.market.tick(before + 20_000);
  const { started_at: at, applied_at: applied } = await member.order(id);
  expect([applied, at]).toEqual([before, before + 20_000].map((ms) => Math.floor(ms / 1000)));
  const later = await floor.member('frida', '1000');
  await floor.market.at(before - 3 * DAY_MS);
  const second = await later.join('500');
  expect((await later.order(second)).applied_at).toBe(Math.floor((before + 20_000) / 1000));
  await floor.market.settle(before + 60_000);
});

test('refuses to pay income that was not reserved', async () => {
  const { member, startedMs, first } = await started('gerda', '5000');
  await floor.publish(first, '0.02');
  const [{ held } = { held: '0' }] = (
    await floor.owner.query<{ held: string }>(
      `select sum(amount) as held from house_balance where account = 'income_escrow'`,
    )
  ).rows;
  const drain = `update house_balance set amount = amount - $1 where (account, slot) = ('income_escrow', $2)`;
  const slots = await floor.owner.query<{ slot: number; amount: string }>(
    `select slot, amount from house_balance where account = 'income_escrow' and amount > 0`,
  );
  for (const { slot, amount } of slots.rows) await floor.owner.query(drain, [amount, slot]);
  expect(Number(held)).toBeGreaterThan(0);
  const entry = await floor.market.at(startedMs + DAY_MS);
  for (const { source, trigger } of await floor.market.due(entry)) {
    if (trigger.book === member.book)
      await expect(source.fire({ trigger, entry })).rejects.toThrow('to cover the income');
  }
  expect(await member.payments()).toEqual([]);
  expect((await member.money()).fund).toBe('5000');
  for (const { slot, amount } of slots.rows) await floor.owner.query(drain, [`-${amount}`, slot]);
  await floor.market.settle(startedMs + DAY_MS + 1000);
  expect((await member.payments()).length).toBe(1);
  floor.logged.splice(
    0,
    floor.logged.length,
    ...floor.logged.filter((text) => !text.includes('to cover the income')),
  );
});

test('pays each day of each order once, even if connections break during a payment', async () => {
  const [hanna, ida] = [await floor.member('hanna', '100000'), await floor.member('ida', '100000')];
  const ids = await Promise.all(
    Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? hanna : ida).join('5000')),
  );
  // Start after every day published so far.
  const noonMs = (dayOf(floor.market.nowMs) + 3) * DAY_MS + DAY_MS / 2;
  await floor.market.settle(noonMs);
  const found = await floor.owner.query<{ started_ms: string }>(
    'select started_ms from fund_order where id = $1',
    [ids[0]],
  );
  const startedMs = Number(found.rows[0]?.started_ms);
  const breakOff = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename <> current_user`;
  let broken = 0;
  for (const [at, days] of [1, 2, 3, 3.5].entries()) {
    await floor.publish(dayOf(startedMs) + at, '0.01');
    const entry = await floor.market.at(startedMs + days * DAY_MS);
    const fired = (await floor.market.due(entry)).flatMap(({ source, trigger }) =>
      [1, 2].map(() => source.fire({ trigger, entry })),
    );
    // Terminate some connections during their work, so that clients can't tell whether the transaction committed.
    for (let tries = 0; tries < 6; tries += 1) {
      broken += (await floor.owner.query(breakOff)).rowCount ?? 0;
      await new Promise((done) => setTimeout(done, 4));
    }
    await Promise.allSettled(fired);
    await floor.market.settle(startedMs + days * DAY_MS + 1000);
  }
  expect(broken).toBeGreaterThan(5);
  for (const member of [hanna, ida]) {
    expect((await member.payments()).length).toBe(48);
    expect(await member.money()).toEqual({ spot: '101800', fund: '0' });
  }
}, 30_000);
