/**
 * The guard finds a balance, a journal or an order that somebody with access to the database changed. From its next run on, the
 * database pays out no money and opens nothing, until two operators release the freeze. Closing, cancelling and settling
 * continue.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demandGuard } from '@candor/testing/guard-demanded.ts';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import type { WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { guardedInvariants } from '../app/breaches.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { openBreaches } from '../ledger/breaches-found.ts';
import type { Invariant } from '../ledger/invariants.ts';
import { GuardRound } from './guard.ts';

let world: WithdrawalsDoor;
let owner: pg.Client;
let pool: Pool;
const told: string[] = [];
beforeAll(async () => {
  world = await openWithdrawalsDoor();
  owner = new pg.Client({ connectionString: world.door.ownerUrl });
  await owner.connect();
  await demandGuard(owner);
  pool = createPool(world.door.guardUrl, { max: 1, auditing: true });
});
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()]);
  await world.close();
});

const round = (invariants: readonly Invariant[] = guardedInvariants, now = () => performance.now()) =>
  new GuardRound({ pool, invariants, tell: (text) => told.push(text), now });
const holds = async () => (await owner.query<{ is: boolean }>('select books_hold() as is')).rows[0]?.is;
const quickOnes = guardedInvariants.filter(({ quick }) => quick === true);
const named = (number: string) =>
  guardedInvariants.filter(({ invariant }) => invariant.startsWith(`${number}:`));
/** Inserts the approvals of these accounts, without their signed records. */
const release = async (...accounts: readonly string[]) => {
  await owner.query('alter table guard_approval disable trigger guard_approval_record');
  for (const account of accounts) {
    await owner.query(
      `insert into guard_approval (number, said_by, person, said_ms)
        select f.number, o.account, o.person, guard_now_ms() from guard_freeze f, operator o
        where f.until_ms is null and o.account = $1`,
      [account],
    );
  }
  await owner.query('alter table guard_approval enable trigger guard_approval_record');
};
const corrupt = (book: bigint, by: string) =>
  owner.query(`update balance set amount = amount + ${by} where book = ${book} and account = 'spot'`);
const freezes = async () =>
  (
    await owner.query<{ reason: string; open: boolean }>(
      'select reason, until_ms is null as open from guard_freeze order by number',
    )
  ).rows;

test('evaluates every invariant with the guard’s own login, and freezes nothing while none is broken', async () => {
  const payee = await world.customer('balanced', '1000');
  await payee.out({ amount: '100' });
  expect(await round().run()).toEqual([]);
  expect(told).toEqual([]);
  expect(await freezes()).toEqual([]);
});

test('freezes payouts from the first run after a balance was changed', async () => {
  const payee = await world.customer('corrupted', '1000');
  const id = await payee.out({ amount: '100' });
  const seen = { customer: String(payee.book), id, amount: '100', address: payee.address.address };
  await corrupt(payee.book, '5');
  await round().run();
  expect(told.join('\n')).toMatch(
    /breach of L1: what all accounts hold sums to zero.*payouts and new trades are frozen/,
  );
  expect(await freezes()).toEqual([{ reason: 'L1', open: true }]);
  expect(await world.act('theo', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toBe(
    'withdrawals_paused',
  );
  await expect(
    owner.query(`update withdrawal set status = 'waiting', version = version + 1 where book = ${payee.book}`),
  ).rejects.toThrow('must wait while payouts are frozen');
  // A customer's withdrawal is still accepted into the queue, with its deadline.
  const other = await world.customer('another', '1000');
  expect(await other.out({ amount: '50' })).toMatch(/^\d+$/);

  await corrupt(payee.book, '-5');
  expect(await round().run()).toEqual([]);
  expect(await openBreaches(world.door.pool)).toEqual([]);
  expect(await freezes()).toEqual([{ reason: 'L1', open: true }]);
});

test('lets the guard’s login read and report, and nothing else', async () => {
  const guard = new pg.Client({ connectionString: world.door.guardUrl });
  await guard.connect();
  try {
    for (const statement of [
      'update guard_freeze set until_ms = since_ms',
      'insert into guard_approval (number, said_by, person, said_ms) values (1, $$theo$$, $$Theo$$, 0)',
      'update guard_beat set beat_ms = 9000000000000000',
      'delete from books_breach',
      'update balance set amount = 0',
      'insert into journal select * from journal',
      'select password_hash from customer',
      'select token_hash from session',
      'create table anything (id int)',
    ]) {
      await expect(guard.query(statement), statement).rejects.toThrow(/permission denied/);
    }
    // The guard can't report an empty run, or a violation of an invariant that it did not evaluate.
    for (const claim of [
      `'{}', '{}', '{}', '{}', '{}', '{}', '{}'`,
      `'{L1: a}', '{}', '{}', '{}', '{L2: b}', '{x}', '{"{}"}'`,
    ]) {
      await expect(guard.query(`select guard_ran(1, ${claim})`)).rejects.toThrow(
        'must list each evaluated invariant once',
      );
    }
    await expect(
      guard.query(`select guard_ran(99, '{L1: a}', '{}', '{}', '{}', '{}', '{}', '{}')`),
    ).rejects.toThrow('run 99 of the guard has not begun or has ended');
  } finally {
    await guard.end();
  }
});

test('lets no serving role report, release, or change what the guard wrote', async () => {
  const [freeze] = (await owner.query<{ number: string }>('select max(number) as number from guard_freeze'))
    .rows;
  for (const url of world.door.servingUrls) {
    const serving = new pg.Client({ connectionString: url });
    await serving.connect();
    try {
      for (const statement of [
        `select guard_begins('{L1: a}', '{true}', null, null)`,
        `select guard_ran(1, '{L1: a}', '{}', '{}', '{}', '{L1: a}', '{x}', '{"{}"}')`,
        'update guard_check set failures = 0',
        'delete from guard_party',
        'update guard_run set held = true',
        'update guard_freeze set until_ms = since_ms',
        'delete from guard_freeze',
        'update books_breach set cleared_ms = found_ms',
        'update guard_beat set beat_ms = 0',
        'do $$ begin lock table guard_freeze in exclusive mode; end $$',
      ]) {
        await expect(serving.query(statement), statement).rejects.toThrow(/permission denied/);
      }
      // The role that signs operators in may insert an approval, but the database rejects it without its signed record.
      await expect(
        serving.query(
          `insert into guard_approval (number, said_by, person, said_ms) values ($1, 'theo', 'Theo', 0)`,
          [freeze?.number],
        ),
      ).rejects.toThrow(/permission denied|has no record/);
    } finally {
      await serving.end();
    }
  }
  await expect(owner.query('delete from guard_freeze')).rejects.toThrow();
});

test('pays nothing out after a release until a run that began after the release has found no broken invariant', async () => {
  await release('theo');
  expect(await freezes()).toEqual([{ reason: 'L1', open: true }]);
  // This run began before the second person released the freeze.
  const began = await pool.connect();
  await began.query('set default_transaction_read_only = off');
  const names = quickOnes.map(({ invariant }) => invariant);
  const { rows } = await began.query<{ run: string }>('select run from guard_begins($1, $2, null, null)', [
    guardedInvariants.map(({ invariant }) => invariant),
    guardedInvariants.map(({ quick }) => quick === true),
  ]);
  await release('rosa');
  expect(await freezes()).toEqual([{ reason: 'L1', open: false }]);
  await began.query(`select guard_ran($1, $2, '{}', '{}', '{}', '{}', '{}', '{}')`, [rows[0]?.run, names]);
  began.release(true);
  expect(await holds()).toBe(false);
  await round().run();
  expect(await holds()).toBe(true);
});

test('pays nothing out while the guard does not run, and records the silence once it runs again', async () => {
  const payee = await world.customer('silent', '1000');
  const id = await payee.out({ amount: '100' });
  const seen = { customer: String(payee.book), id, amount: '100', address: payee.address.address };
  await owner.query('update guard_run set ended_ms = guard_now_ms() - 181000 where held');
  await owner.query('update guard_beat set beat_ms = guard_now_ms() - 181000');
  expect(await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toBe(
    'withdrawals_paused',
  );
  await round().run();
  expect((await freezes()).at(-1)).toEqual({ reason: 'silence', open: false });
  expect(await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toMatchObject({
    status: 'waiting',
  });
});

test.each([
  ['dated in the future', 'update guard_run set ended_ms = guard_now_ms() + 60000 where held'],
  ['recorded before many appends to the log', 'update tlog_progress set appends = appends + 241'],
  [
    'recorded before a restart of the database',
    `update guard_run set server_started = server_started - interval '1 day'`,
  ],
])('does not count a run %s, as if the clock had been set back', async (_, change) => {
  await round().run();
  expect(await holds()).toBe(true);
  await owner.query(change);
  expect(await holds()).toBe(false);
});

test('does not count a run during which the database clock jumped, and records a silence of the guard', async () => {
  let clockMs = 0;
  const guard = round(quickOnes.concat(named('L5')), () => clockMs);
  await guard.run();
  expect(await holds()).toBe(true);
  const before = (await freezes()).length;
  // An hour passes by the guard's clock, but not by the database's.
  clockMs += 3_600_000;
  await owner.query('update guard_beat set held_run = 0');
  await guard.run();
  expect(await holds()).toBe(false);
  expect((await freezes()).slice(before)).toEqual([{ reason: 'silence', open: false }]);
  await guard.run();
  expect(await holds()).toBe(true);
});

const FAILS: Invariant = {
  invariant: 'L99: cannot be evaluated',
  quick: true,
  sql: 'select 1 / 0 as format',
};
const BROKEN: Invariant = { invariant: 'L98: is broken', quick: true, sql: `select 'always' as format` };

test('freezes on a violation even if other invariants cannot be evaluated', async () => {
  await round([FAILS, ...quickOnes, BROKEN, ...named('L5')]).run();
  expect((await freezes()).at(-1)).toEqual({ reason: 'L98', open: true });
  const { rows } = await owner.query(`select failures, error from guard_check where invariant = $1`, [
    FAILS.invariant,
  ]);
  expect(rows).toEqual([{ failures: 1, error: 'division by zero' }]);
  // A violation that concerns no customer may have been caused by anyone who acted on any customer, so these two operators don't
  // count as two persons.
  await release('rosa', 'theo');
  expect((await freezes()).at(-1)).toEqual({ reason: 'L98', open: true });
  await release('ada');
  await round().run();
  expect(await holds()).toBe(true);
});

test('pays nothing out if a quick invariant could not be evaluated once, or another invariant three times', async () => {
  await owner.query('update guard_beat set held_run = 0');
  await round([...quickOnes, FAILS, ...named('L5')]).run();
  expect(await holds()).toBe(false);
  const slowly = round([...quickOnes, ...named('L5'), { ...FAILS, quick: undefined } as never]);
  await slowly.run();
  await slowly.run();
  expect(await holds()).toBe(true);
  await owner.query('update guard_beat set held_run = 0');
  await slowly.run();
  expect(await holds()).toBe(false);
  await round().run();
  expect(await holds()).toBe(true);
});

test('in each run, evaluates at least the invariant over history that has waited longest', async () => {
  const history = named('L2').concat(named('L5'));
  let clockMs = 0;
  // Whenever the clock is read, the time limit of the run has already passed.
  const hurried = round([...quickOnes, ...history], () => (clockMs += 60_000));
  const names = [...new Set(history.map(({ invariant }) => invariant))];
  for (const _ of names) await hurried.run();
  const { rows } = await owner.query<{ evaluated: number }>(
    `select count(*)::int as evaluated from guard_check c, guard_beat b
      where c.invariant = any ($1) and c.run > b.run - $2`,
    [names, names.length],
  );
  expect(rows).toEqual([{ evaluated: names.length }]);
});

test('records with a freeze the affected customers, even those of an invariant’s hundredth violation', async () => {
  await round().run();
  const payee = await world.customer('hundredth', '1000');
  const many: Invariant = {
    invariant: 'L97: is broken often',
    quick: true,
    sql: `select 'nobody' as format from generate_series(1, 99) union all select 'ticket 1 of book ${payee.book}'`,
  };
  await round([...quickOnes, many]).run();
  const { rows } = await owner.query(
    'select s.book from guard_subject s join guard_freeze f on f.number = s.number where f.until_ms is null',
  );
  expect(rows).toEqual([{ book: String(payee.book) }]);
  await release('theo', 'ada');
  await round().run();
  expect(await holds()).toBe(true);
});

test('lets nobody who acted on an affected customer, or has a conflict of interest with one, release a freeze', async () => {
  await round().run();
  const payee = await world.customer('conflicted', '1000');
  const id = await payee.out({ amount: '100' });
  const seen = { customer: String(payee.book), id, amount: '100', address: payee.address.address };
  expect(await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toMatchObject({
    status: 'waiting',
  });
  await corrupt(payee.book, '7');
  await round([...quickOnes.filter(({ invariant }) => !invariant.startsWith('L1:')), ...named('L2')]).run();
  const tied = async (person: string) =>
    (
      await owner.query<{ is: boolean }>(
        'select guard_is_tied($1, f.number) as is from guard_freeze f where f.until_ms is null',
        [person],
      )
    ).rows[0]?.is;
  const { rows } = await owner.query('select book from guard_subject order by number desc limit 1');
  expect(rows).toEqual([{ book: String(payee.book) }]);
  expect([await tied('Rosa'), await tied('Theo')]).toEqual([true, false]);
  await owner.query(
    `insert into operator_tie (person, customer, noted_ms, noted_by) values ('Theo', $1, 0, 'ada')`,
    [payee.book],
  );
  expect(await tied('Theo')).toBe(true);
  await release('theo', 'rosa');
  expect((await freezes()).at(-1)).toEqual({ reason: 'L2', open: true });
  await corrupt(payee.book, '-7');
});
