/** Daily caps per operator and per role: reported over HTTP, and enforced by the database on every write. */
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allowMoneyOfAnyTime } from '@candor/testing/any-time.ts';
import { SIGNED_PAYMENT, carryOut, signedRecord } from '@candor/testing/signing.ts';
import { inTransaction } from '../../db/transaction.ts';
import { openDesk } from './testing/desk.ts';
import type { Desk } from './testing/desk.ts';

let desk: Desk;
let owner: pg.Pool;

beforeAll(async () => {
  desk = await openDesk();
  // The tests write rows with arbitrary times by direct SQL.
  await allowMoneyOfAnyTime(desk.server);
  owner = new pg.Pool({ connectionString: desk.server.ownerUrl, max: 1 });
});
afterAll(async () => {
  await owner.end();
  await desk.close();
});
beforeEach(async () => {
  await owner.query('truncate operator_word');
});

const capOf = (role: string, operator: number, all: number) =>
  owner.query(
    `update operator_cap set operator_usdt = $2, role_usdt = $3 where role = $1 and kind = 'deposit'`,
    [role, operator, all],
  );
/** Returns the record of a decision that was made this many minutes ago. */
const said = (word: { minutesAgo: number; role: string; person: string; usdt: number }) =>
  owner.query(
    `insert into operator_word (said_at, kind, role, person, usdt)
      values (clock_timestamp() - make_interval(mins => $1), 'deposit', $2, $3, $4)`,
    [word.minutesAgo, word.role, word.person, word.usdt],
  );
const approve = async (by: 'rosa' | 'theo', amount = '100'): Promise<string> => {
  const of = await desk.somebody();
  const id = await of.handIn({ amount });
  return desk.decide(desk[by], { of, id });
};

test("credits up to an operator's cap, reports the remainder, and lets a colleague credit more", async () => {
  await capOf('reviewer', 250, 1000);
  expect([await approve('rosa'), await approve('rosa')]).toEqual(['ok', 'ok']);
  const of = await desk.somebody();
  const id = await of.handIn({ amount: '100' });
  const sent = await desk.verdictOn(of, id);
  const { body } = await desk.rosa.ask('POST deposit_decide', sent);
  expect(body).toMatchObject({ error: 'day_cap_reached', params: { worth: '100', left: '50' } });
  expect(await desk.journalsOf(of)).toEqual([]);
  expect(await desk.decide(desk.theo, { of, id })).toBe('ok');
  const caps = await desk.rosa.done('GET caps');
  expect(caps.find(({ kind }) => kind === 'deposit')).toEqual({
    ...{ kind: 'deposit', cap: '250', used: '200', left: '50' },
  });
});

test("caps a role's total separately", async () => {
  await capOf('treasurer', 250, 250);
  await said({ minutesAgo: 0, role: 'treasurer', person: 'a colleague', usdt: 200 });
  expect(await approve('theo')).toBe('day_cap_reached');
  expect(await approve('theo', '50')).toBe('ok');
});

test('counts decisions of the last twenty-four hours across calendar days, and no older decisions', async () => {
  await capOf('reviewer', 150, 1000);
  const { rows } = await owner.query<{ person: string }>(
    `select person from operator where account = 'rosa'`,
  );
  const person = rows[0]?.person ?? '';
  await said({ minutesAgo: 24 * 60 + 1, role: 'reviewer', person, usdt: 100 });
  expect(await approve('rosa')).toBe('ok');
  await owner.query('truncate operator_word');
  await said({ minutesAgo: 24 * 60 - 5, role: 'reviewer', person, usdt: 100 });
  expect(await approve('rosa')).toBe('day_cap_reached');
  await expect(owner.query(`select operator_counts('rosa', 'deposit', 51)`)).rejects.toMatchObject({
    constraint: 'operator_cap',
  });
  await owner.query(`select operator_counts('rosa', 'deposit', 50)`);
});

test('counts a first approval towards the cap like a final approval', async () => {
  await capOf('reviewer', 15_000, 100_000);
  const of = await desk.somebody();
  const id = await of.handIn({ amount: '10000' });
  expect(await desk.decide(desk.rosa, { of, id })).toBe('ok');
  expect(await approve('rosa', '6000')).toBe('day_cap_reached');
});

test('credits no more than the cap in twenty concurrent decisions', async () => {
  await capOf('reviewer', 500, 100_000);
  const waiting = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const of = await desk.somebody();
      return desk.verdictOn(of, await of.handIn({ amount: '100' }));
    }),
  );
  const heard = await Promise.all(waiting.map((sent) => desk.rosa.ask('POST deposit_decide', sent)));
  expect(heard.filter(({ body }) => body.type === 'ok')).toHaveLength(5);
  expect(heard.filter(({ body }) => body.type === 'error' && body.error === 'day_cap_reached')).toHaveLength(
    15,
  );
});

test('refuses direct SQL above the cap, and changes to caps and counts by the serving role', async () => {
  await capOf('reviewer', 50, 100);
  const of = await desk.somebody();
  const id = await of.handIn({ amount: '100', reference: 'x'.repeat(64).replaceAll('x', 'ab').slice(0, 64) });
  const credit = `update deposit set status = 'success', version = version + 1, decided_ms = 1, decided_by = 'rosa',
    credited_currency = 'USDT', credited_amount = 100, reference = '${SIGNED_PAYMENT}', reference_key = '${SIGNED_PAYMENT}' where id = $1`;
  await expect(
    inTransaction(desk.pool, (connection) =>
      carryOut(connection, id, [signedRecord('deposit', 'rosa', 'approve'), credit]),
    ),
  ).rejects.toMatchObject({ constraint: 'operator_cap' });
  for (const sql of [
    'update operator_cap set operator_usdt = 1e9, role_usdt = 1e9',
    `insert into operator_cap values ('support', 'deposit', 1, 1)`,
    'update operator_word set usdt = 0',
    'delete from operator_word',
    `select operator_counts('rosa', 'deposit', -100)`,
  ])
    await expect(desk.pool.query(sql)).rejects.toThrow(/permission denied/);
});
