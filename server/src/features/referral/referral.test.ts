/** Shares of fund income through the API, on PostgreSQL: they are set aside with the income, and paid once at the next quote. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letPass } from '@candor/testing/bare-journals.ts';
import { NOON, openFundFloor } from '@candor/testing/fund-floor.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import type { FundFloor, Member } from '@candor/testing/fund-floor.ts';
import { breaches } from '../../app/breaches.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';

let floor: FundFloor;
beforeAll(async () => {
  floor = await openFundFloor({ shared: true });
});
afterAll(() => floor.close());

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

const invitedBy = (friend: Member, inviter: Member) =>
  floor.owner.query('update customer set invited_by = $2 where id = $1', [friend.book, inviter.book]);

const invitation = (member: Member) => member.done<CallOutput<'GET user/invite'>>('GET user/invite');

/** Renders shares as "1 5 of 100" (level, amount, income), one line per share, oldest first. */
async function earnings(member: Member, fields: Record<string, string> = {}): Promise<string[]> {
  const name = 'GET user/invite_earnings';
  const { items } = await member.done<CallOutput<typeof name>>(name, fields);
  return items
    .map(
      (one) =>
        `${one.level} ${one.amount} of ${one.base} from ${one.from}${one.shortfall === null ? '' : ` ${one.shortfall}`}`,
    )
    .toReversed();
}

const house = async (account: string): Promise<string> => {
  const found = await floor.owner.query<{ sum: string }>(
    `select trim_scale(sum(amount))::text as sum from house_balance where account = $1::account and currency = 'USDT'`,
    [account],
  );
  return found.rows[0]?.sum ?? '0';
};

const totalOf = async (members: readonly Member[]): Promise<number> =>
  (await Promise.all(members.map((one) => one.money()))).reduce(
    (sum, { spot, fund }) => sum + Number.parseFloat(spot) + Number.parseFloat(fund),
    0,
  );

let [anna, ben, carl, dora, eve] = [] as unknown as [Member, Member, Member, Member, Member];
/** The order starts at midnight by the market clock, so that each of its days is a whole UTC day. */
const STARTED = NOON + DAY_MS / 2;

test('pays shares to inviters up to three levels above, out of fees, at the next quote after an income', async () => {
  anna = await floor.member('anna');
  ben = await floor.member('ben');
  carl = await floor.member('carl');
  dora = await floor.member('dora');
  eve = await floor.member('eve');
  await invitedBy(ben, anna);
  await invitedBy(carl, ben);
  await invitedBy(dora, carl);
  await invitedBy(eve, dora);
  await floor.earnFees('5');
  // The fees are twice the sum of the shares, because at most half of the fees is shared.
  await floor.earnFees('28', eve);
  await floor.market.at(STARTED - 20_000);
  await eve.join('5000');
  await floor.market.tick(STARTED);
  await floor.publish(dayOf(STARTED), '0.02');
  await floor.market.tick(STARTED + DAY_MS);
  expect(await eve.money()).toEqual({ spot: '95100', fund: '5000' });
  // The shares are set aside but not paid yet.
  expect([await house('fees'), await house('referral')]).toEqual(['24', '9']);
  expect(await dora.money()).toEqual({ spot: '100000', fund: '0' });
  expect(await floor.market.tick(STARTED + DAY_MS + 500)).toBe(3);
  expect([await house('fees'), await house('referral')]).toEqual(['24', '0']);
  expect(await dora.money()).toEqual({ spot: '100005', fund: '0' });
  expect(await carl.money()).toEqual({ spot: '100003', fund: '0' });
  expect(await ben.money()).toEqual({ spot: '100001', fund: '0' });
  // The inviter at the fourth level earns nothing.
  expect(await anna.money()).toEqual({ spot: '100000', fund: '0' });
  expect(await floor.market.tick(STARTED + DAY_MS + 1000)).toBe(0);
});

test('returns each customer’s shares with their sources, and the number of invited friends', async () => {
  expect(await earnings(dora)).toEqual(['1 5 of 100 from e***']);
  expect(await earnings(ben)).toEqual(['3 1 of 100 from e***']);
  expect(await earnings(ben, { level: 'direct' })).toEqual([]);
  expect(await earnings(anna)).toEqual([]);
  expect(await invitation(ben)).toMatchObject({
    ...{ rates: ['5', '3', '1'], total: '1', direct: '0', indirect: '1', offered: true },
    ...{ invited_direct: 1, invited_indirect: 2 },
  });
  expect(await invitation(anna)).toMatchObject({ total: '0', invited_direct: 1, invited_indirect: 2 });
});

test('pays a share only once if its trigger fires several times, and records a zero share if fees are short', async () => {
  const fifth = STARTED + 2 * DAY_MS;
  await floor.publish(dayOf(STARTED) + 1, '0.02');
  // Half of Eve's fees is 14, of which 5 are left: enough for the first level or for the third, but not for both.
  await floor.market.tick(fifth, 5);
  await floor.market.tick(fifth + 500, 5);
  expect(await dora.money()).toEqual({ spot: '100010', fund: '0' });
  expect(await earnings(carl)).toEqual(['2 3 of 100 from e***', '2 0 of 100 from e*** fees_short']);
  expect(await carl.money()).toEqual({ spot: '100003', fund: '0' });
  expect([await house('fees'), await house('referral')]).toEqual(['19', '0']);
  expect(await eve.money()).toEqual({ spot: '95200', fund: '5000' });
});

test('pays no share to an inviter who shares a device with the friend, nor to anybody above that inviter', async () => {
  await floor.earnFees('100', eve);
  const device = Buffer.alloc(32, 7);
  await floor.owner.query('update session set device = $1 where customer = any($2)', [
    device,
    [eve.book, dora.book],
  ]);
  await floor.publish(dayOf(STARTED) + 2, '0.01');
  await floor.market.settle(STARTED + 3 * DAY_MS);
  expect((await earnings(dora)).at(-1)).toBe('1 0 of 50 from e*** linked');
  expect((await earnings(carl)).at(-1)).toBe('2 0 of 50 from e*** linked');
  expect(await dora.money()).toEqual({ spot: '100010', fund: '0' });
  expect(await house('fees')).toBe('119');
  // The order has expired and earns no more income.
  expect(await eve.money()).toEqual({ spot: '100250', fund: '0' });
});

test('pays a ring of customers on different devices less than it pays in fees, however much an outsider pays', async () => {
  const ring: Member[] = [];
  for (const name of ['rita', 'rolf', 'rosa', 'rudi']) ring.push(await floor.member(name));
  const [first, second, third, last] = ring as [Member, Member, Member, Member];
  await invitedBy(second, first);
  await invitedBy(third, second);
  await invitedBy(last, third);
  // An outsider pays high fees; the members of the ring pay low ones.
  await floor.earnFees('5000', anna);
  await floor.earnFees('10', last);
  const before = await totalOf(ring);
  const began = STARTED + 5 * DAY_MS;
  await floor.market.at(began - 20_000);
  await last.join('50000');
  await floor.market.tick(began);
  for (let day = 0; day < 2; day += 1) {
    await floor.publish(dayOf(began) + day, '0.02');
    await floor.market.settle(began + (day + 1) * DAY_MS);
  }
  const { rows } = await floor.owner.query<{ given: string; fees: string }>(
    'select sum(given)::text as given, sum(fees)::text as fees from referral_basis where book = any($1)',
    [ring.map(({ book }) => book)],
  );
  expect(Number.parseFloat(rows[0]?.given ?? '')).toBeLessThanOrEqual(5);
  expect(Number.parseFloat(rows[0]?.fees ?? '')).toBe(10);
  // The members of the ring received exactly these shares, which are at most half of the fees they paid.
  const brought = (await Promise.all([first, second, third].map((one) => one.money()))).map(
    ({ spot }) => spot,
  );
  expect(brought.reduce((sum, spot) => sum + Number.parseFloat(spot) - 100_000, 0)).toBeLessThanOrEqual(5);
  expect(before).toBe(400_000);
});

test('excludes fees paid with experience credit from the fees that can be shared', async () => {
  const [inviter, friend] = [await floor.member('ivo'), await floor.member('fay')] as const;
  await invitedBy(friend, inviter);
  await floor.earnFees('90', friend, 'promo');
  await floor.earnFees('10', friend);
  const began = STARTED + 9 * DAY_MS;
  await floor.market.at(began - 20_000);
  await friend.join('50000');
  await floor.market.tick(began);
  await floor.publish(dayOf(began), '0.02');
  await floor.market.settle(began + DAY_MS);
  // A twentieth of 1,000 would be 50. But the friend paid fees of only 10 with their own money, so at most 5 can be shared, and a
  // share is paid in full or not at all.
  expect(await earnings(inviter)).toEqual(['1 0 of 1000 from f*** fees_short']);
  expect(await inviter.money()).toEqual({ spot: '100000', fund: '0' });
});

test('the database rejects a share that the friend’s fees don’t cover', async () => {
  const connection = await floor.owner.connect();
  try {
    await connection.query('begin');
    await connection.query('set constraints all immediate');
    await connection.query('alter table referral_reward disable trigger referral_reward_verified');
    const forged = connection.query(
      `insert into referral_reward (book, id, source, order_id, number, level, base, rate, amount, status, version, armed_seq, time_ms)
        values ($1, 1, $2, 9, 9, 1, 10000, 0.05, 500, 'due', 1, 0, 0)`,
      [dora.book, eve.book],
    );
    await expect(forged).rejects.toMatchObject({ constraint: 'referral_reward_of_own_fees' });
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

test.each([
  [
    'a share without a payment',
    `insert into referral_reward (book, id, source, order_id, number, level, base, rate, amount, status, version, armed_seq, time_ms)
      select book, id + 1, source, order_id, 9, level, base, rate, amount, 'due', 1, 0, time_ms from referral_reward where amount > 0 limit 1`,
    'referral_reward_verified',
  ],
  [
    'a share of an unrelated customer',
    `insert into referral_reward (book, id, source, order_id, number, level, base, rate, amount, status, version, armed_seq, time_ms)
      select source, id + 1, source, order_id, 9, level, base, rate, amount, 'due', 1, 0, time_ms from referral_reward where amount > 0 limit 1`,
    'referral_reward_verified',
  ],
  [
    'a share inserted as paid',
    `insert into referral_reward (book, id, source, order_id, number, level, base, rate, amount, status, version, armed_seq, time_ms, paid_ms, journal_seq)
      select book, id + 1, source, order_id, 9, level, base, rate, amount, 'paid', 1, 0, time_ms, 1, 1 from referral_reward where amount > 0 limit 1`,
    'referral_reward_transition',
  ],
  [
    'an increase of a paid share',
    `update referral_reward set amount = amount + 1, base = base * 2, version = version + 1 where status = 'paid'`,
    undefined,
  ],
  ['a changed inviter', `update customer set invited_by = 0`, undefined],
])('the database rejects %s', async (_, statement, constraint) => {
  // No constraint is named, because a missing privilege rejects the statement.
  const why = constraint === undefined ? { code: '42501' } : { constraint };
  await expect(floor.door.pool.query(statement)).rejects.toMatchObject(why);
});

test.each([
  [
    'sets a share aside without a payment',
    'referral_reserve',
    { fees: '-1', referral: '1' },
    'fund_payment:1:1',
  ],
  ['pays a share that doesn’t exist', 'referral_pay', { referral: '-1', spot: '1' }, 'referral_reward:1'],
  [
    'returns an amount to the fees that was never set aside',
    'referral_return',
    { referral: '-1', fees: '1' },
    'x',
  ],
])('the database rejects a journal that %s', async (_, kind, amounts, ref) => {
  const connection = await floor.owner.connect();
  const moves = async (of: { kind: string; ref: string; amounts: Readonly<Record<string, string>> }) => {
    await connection.query('update book set seq = seq + 1 where id = $1', [eve.book]);
    // The journal must use the slot of the house's accounts that holds the amount set aside.
    await connection.query(
      `insert into journal (book, seq, kind, ref, time_ms, slot, accounts, currencies, amounts)
        select b.id, b.seq, $2, $3, 0, s.slot, array_agg(k::account), array_agg('USDT'::text), array_agg(v::numeric)
        from book b, json_each_text($4) as u (k, v),
          (select h.slot from house_balance h where h.account = 'fees' and h.amount >= 1 limit 1) s
        where b.id = $1 group by b.id, b.seq, s.slot`,
      [eve.book, of.kind, of.ref, JSON.stringify(of.amounts)],
    );
  };
  try {
    await connection.query('begin');
    // Ensures that the slot holds enough.
    const { rows } = await connection.query<{ made: string }>(
      `select pg_get_functiondef('referral_journal'::regproc) as made`,
    );
    await letPass(async (sql, values) => (await connection.query(sql, values)).rows, ['referral_journal']);
    await moves({
      kind: 'referral_reserve',
      ref: 'fund_payment:2:2',
      amounts: { fees: '-1', referral: '1' },
    });
    await connection.query('set constraints all immediate');
    await connection.query('set constraints all deferred');
    await connection.query(rows[0]?.made ?? '');
    await moves({ kind, ref, amounts });
    await expect(connection.query('set constraints all immediate')).rejects.toMatchObject({
      constraint: 'referral_journal',
    });
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});

test.each([
  [
    'a share smaller than its payment',
    `update referral_reward set amount = amount - 1 where status = 'paid'`,
    2,
  ],
  [
    'a share that is still due after its payment',
    `update referral_reward set status = 'due', journal_seq = null, paid_ms = null where id in (
      select id from referral_reward where status = 'paid' limit 1)`,
    2,
  ],
  ['a customer invited by a later one', `update customer set invited_by = id + 1 where invited_by <> 0`, 1],
])('the audit reports %s', async (_, statement, least) => {
  const connection = await floor.owner.connect();
  try {
    await connection.query('begin');
    await connection.query('set local session_replication_role = replica');
    await connection.query('alter table customer drop constraint customer_invited_before');
    await connection.query('alter table referral_reward drop constraint referral_reward_amount');
    await connection.query(statement);
    const found = (await breaches(connection as never)).filter((one) => JSON.stringify(one).includes('L13'));
    expect(found.length).toBeGreaterThanOrEqual(least);
  } finally {
    await connection.query('rollback');
    connection.release();
  }
});
