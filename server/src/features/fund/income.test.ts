/** What an order is paid in time, through the front door on a real PostgreSQL: once, whatever the clock and the engine do. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, NOON, openFundFloor } from '../../../../tools/testing/fund-floor.ts';
import type { FundFloor } from '../../../../tools/testing/fund-floor.ts';

let floor: FundFloor;
beforeAll(async () => {
  floor = await openFundFloor();
});
// One of the tests breaks connections off.
afterAll(() => floor.close({ bugs: [/terminating connection|Connection terminated|connection was lost/i] }));

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** Somebody whose order begins now; answers when that was. */
async function started(name: string, usdt: string) {
  const member = await floor.member(name, '5000000');
  const id = await member.join(usdt);
  await floor.market.settle(floor.market.nowMs + 20_000);
  const found = await floor.owner.query<{ started_ms: string }>(
    'select started_ms from fund_order where id = $1',
    [id],
  );
  return { member, id, startedMs: Number(found.rows[0]?.started_ms) };
}

test('an order starts by itself, is paid at its own marks with the latest published rate, and comes back', async () => {
  const anna = await floor.member('anna');
  const id = await anna.join('500');
  expect(await anna.money()).toEqual({ spot: '99500', fund: '500' });
  await floor.market.tick(NOON + 19_999);
  expect((await anna.order(id)).status).toBe('pending');
  await floor.market.tick(NOON + 20_000);
  const begun = NOON + 20_000;
  expect(await anna.order(id)).toMatchObject({
    status: 'in_progress',
    started_at: begun / 1000,
    expires_at: (begun + 2 * DAY_MS) / 1000,
    next_income_at: (begun + DAY_MS) / 1000,
  });
  // The day before its first mark was published at midnight.
  await floor.publish(dayOf(begun), '0.02');
  await floor.market.tick(begun + DAY_MS - 1);
  expect(await anna.payments()).toEqual([]);
  await floor.market.tick(begun + DAY_MS);
  expect(await anna.payments()).toEqual(['1 2028-02-27 2% 10']);
  expect(await anna.money()).toEqual({ spot: '99510', fund: '500' });
  const until = (begun + 2 * DAY_MS) / 1000;
  expect(await anna.notices()).toEqual([`fund_started 500 USDT ${until}`, `fund_ending 500 USDT ${until}`]);
  await floor.publish(dayOf(begun) + 1, '0.0183');
  await floor.market.settle(begun + 2 * DAY_MS);
  expect(await anna.payments()).toEqual(['1 2028-02-27 2% 10', '2 2028-02-28 1.83% 9.15']);
  expect(await anna.order(id)).toMatchObject({
    ...{ status: 'ended', reason: 'matured', income: '19.15', fee: '0', profit: '19.15', paid_days: 2 },
    ...{ ended_at: (begun + 2 * DAY_MS) / 1000, next_income_at: null },
  });
  expect(await anna.money()).toEqual({ spot: '100019.15', fund: '0' });
  expect((await anna.notices()).slice(2)).toEqual(['fund_ended 500 USDT 19.15']);
  expect(await anna.journals()).toEqual(['fund_join', 'fund_income', 'fund_income', 'fund_maturity']);
});

test('over a leap day, fired many times at once, each day is paid once', async () => {
  const { member, id, startedMs } = await started('berta', '5000');
  const first = dayOf(startedMs);
  expect(new Date(startedMs).toISOString().slice(0, 10)).toBe('2028-02-29');
  for (const number of [1, 2, 3]) {
    await floor.publish(first + number - 1, `0.0${number}`);
    await floor.market.tick(startedMs + number * DAY_MS, 8);
    expect((await member.order(id)).paid_days).toBe(number);
    // What fires again afterwards, by an engine that begins anew, finds nothing.
    expect(await floor.market.tick(startedMs + number * DAY_MS + 1, 8)).toBe(0);
  }
  expect(await member.payments()).toEqual([
    '1 2028-02-29 1% 50',
    '2 2028-03-01 2% 100',
    '3 2028-03-02 3% 150',
  ]);
  expect(await member.money()).toEqual({ spot: '5000300', fund: '0' });
});

test('what is not published yet is waited for and paid once it is; a rate of zero is a payment of nothing', async () => {
  const { member, startedMs } = await started('clara', '600');
  const first = dayOf(startedMs);
  const mark = startedMs + DAY_MS;
  for (let seconds = 0; seconds < 5; seconds += 1) {
    expect(await floor.market.tick(mark + seconds * 1000)).toBe(1);
    // Between two looks nothing is asked again.
    expect(await floor.market.tick(mark + seconds * 1000 + 500)).toBe(0);
  }
  expect(await member.payments()).toEqual([]);
  expect(await member.said('POST lh/deposit/cancel', { id: (await member.orders())[0]?.id })).toBe('busy');
  await floor.publish(first, '0');
  await floor.market.settle(mark + 5000);
  expect(await member.payments()).toEqual(['1 2028-03-03 0% 0']);
  expect(await member.journals()).toEqual(['fund_join']);
  await floor.publish(first + 1, '0.00000001');
  await floor.market.settle(startedMs + 2 * DAY_MS);
  // 600 × 0.00000001 is 0.000006; nothing is lost below a unit but what does not reach one.
  expect(await member.payments()).toEqual(['1 2028-03-03 0% 0', '2 2028-03-04 0.000001% 0.000006']);
  expect(await member.money()).toEqual({ spot: '5000000.000006', fund: '0' });
});

test('a clock that goes three days ahead loses none of them, and one that goes back a day pays none again', async () => {
  const { member, id, startedMs } = await started('dora', '50000');
  const first = dayOf(startedMs);
  for (const [at, rate] of ['0.01', '0.02', '0.03', '0.04', '0.05'].entries())
    await floor.publish(first + at, rate);
  // Four marks have passed: each entry pays the next of them.
  await floor.market.tick(startedMs + 4 * DAY_MS);
  expect((await member.order(id)).paid_days).toBe(1);
  await floor.market.settle(startedMs + 4 * DAY_MS + 1000);
  const paid = [
    '1 2028-03-05 1% 500',
    '2 2028-03-06 2% 1000',
    '3 2028-03-07 3% 1500',
    '4 2028-03-08 4% 2000',
  ];
  expect(await member.payments()).toEqual(paid);
  // The wall clock goes back; what the tape has told stays told.
  await floor.market.tick(startedMs + 3 * DAY_MS, 4);
  await floor.market.tick(startedMs + 3 * DAY_MS + 1000, 4);
  expect(await member.payments()).toEqual(paid);
  await floor.market.settle(startedMs + 5 * DAY_MS);
  expect(await member.payments()).toEqual([...paid, '5 2028-03-09 5% 2500']);
  expect(await member.money()).toEqual({ spot: '5007500', fund: '0' });
});

test('an order that starts while the clock is behind the tape starts by the tape', async () => {
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

test('income that was not set aside is paid by nobody', async () => {
  const { member, startedMs } = await started('gerda', '5000');
  await floor.publish(dayOf(startedMs), '0.02');
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
      await expect(source.fire({ trigger, entry })).rejects.toThrow('set aside');
  }
  expect(await member.payments()).toEqual([]);
  expect((await member.money()).fund).toBe('5000');
  for (const { slot, amount } of slots.rows) await floor.owner.query(drain, [`-${amount}`, slot]);
  await floor.market.settle(startedMs + DAY_MS + 1000);
  expect((await member.payments()).length).toBe(1);
  floor.logged.splice(0, floor.logged.length, ...floor.logged.filter((text) => !text.includes('set aside')));
});

test('whatever connections break off half way, each day of each order is paid once', async () => {
  const [hanna, ida] = [await floor.member('hanna', '100000'), await floor.member('ida', '100000')];
  const ids = await Promise.all(
    Array.from({ length: 24 }, (_, at) => (at % 2 === 0 ? hanna : ida).join('5000')),
  );
  await floor.market.settle(floor.market.nowMs + 20_000);
  const found = await floor.owner.query<{ started_ms: string }>(
    'select started_ms from fund_order where id = $1',
    [ids[0]],
  );
  const startedMs = Number(found.rows[0]?.started_ms);
  const breakOff = `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = 'candor_app'`;
  let broken = 0;
  for (const number of [1, 2, 3]) {
    await floor.publish(dayOf(startedMs) + number - 1, '0.01');
    const entry = await floor.market.at(startedMs + number * DAY_MS);
    const fired = (await floor.market.due(entry)).flatMap(({ source, trigger }) =>
      [1, 2].map(() => source.fire({ trigger, entry })),
    );
    // Some while they are at work; those that break cannot know whether they were written down.
    for (let tries = 0; tries < 6; tries += 1) {
      broken += (await floor.owner.query(breakOff)).rowCount ?? 0;
      await new Promise((done) => setTimeout(done, 4));
    }
    await Promise.allSettled(fired);
    await floor.market.settle(startedMs + number * DAY_MS + 1000);
  }
  expect(broken).toBeGreaterThan(5);
  for (const member of [hanna, ida]) {
    expect((await member.payments()).length).toBe(36);
    expect(await member.money()).toEqual({ spot: '101800', fund: '0' });
  }
}, 30_000);
