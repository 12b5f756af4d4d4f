/**
 * The guard finds a balance, a journal or an order that somebody with the database changed, and from its next run on the database
 * lets no money out and opens nothing, until two operators release it. Closing, cancelling and settling go on.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import type { WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { guardedInvariants } from '../app/breaches.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { openBreaches } from '../ledger/breaches-found.ts';
import { startGuardChild } from './guard-child.ts';
import { GuardRound } from './guard.ts';

let world: WithdrawalsDoor;
let owner: pg.Client;
let pool: Pool;
const told: string[] = [];
beforeAll(async () => {
  world = await openWithdrawalsDoor();
  owner = new pg.Client({ connectionString: world.door.ownerUrl });
  await owner.connect();
  pool = createPool(world.door.guardUrl, { max: 1, auditing: true });
});
afterAll(async () => {
  await Promise.all([owner.end(), pool.end()]);
  await world.close();
});

const round = () =>
  new GuardRound({
    pool,
    invariants: guardedInvariants,
    tell: (text) => told.push(text),
    now: () => performance.now(),
  });
const corrupt = (book: bigint, by: string) =>
  owner.query(`update balance set amount = amount + ${by} where book = ${book} and account = 'spot'`);
const freezes = async () =>
  (
    await owner.query<{ reason: string; open: boolean }>(
      'select reason, until_ms is null as open from guard_freeze order by number',
    )
  ).rows;

test('evaluates every invariant with the guard’s own login and freezes nothing while the books hold', async () => {
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
  ).rejects.toThrow('waits until the books hold');
  // Whoever wants to withdraw still takes a place in the queue, with its deadline.
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
    // It cannot claim a run of nothing, or a breach of what it did not evaluate.
    await expect(guard.query(`select guard_ran('{}', '{}', '{}')`)).rejects.toThrow(
      'names what it evaluated',
    );
    await expect(guard.query(`select guard_ran('{L1: a}', '{L2: b}', '{x}')`)).rejects.toThrow(
      'names what it evaluated',
    );
  } finally {
    await guard.end();
  }
});

test('lets no serving role report, release, or touch what the guard wrote', async () => {
  const [freeze] = (await owner.query<{ number: string }>('select max(number) as number from guard_freeze'))
    .rows;
  for (const url of world.door.servingUrls) {
    const serving = new pg.Client({ connectionString: url });
    await serving.connect();
    try {
      for (const statement of [
        `select guard_ran('{L1: a}', '{L1: a}', '{x}')`,
        'update guard_freeze set until_ms = since_ms',
        'delete from guard_freeze',
        'update books_breach set cleared_ms = found_ms',
        'update guard_beat set beat_ms = 0',
        'do $$ begin lock table guard_freeze in exclusive mode; end $$',
      ]) {
        await expect(serving.query(statement), statement).rejects.toThrow(/permission denied/);
      }
      // The role that signs operators in may insert an approval, which the database refuses without its signed record.
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

test('pays nothing out while the guard is silent, and records the silence when it is back', async () => {
  const payee = await world.customer('silent', '1000');
  const id = await payee.out({ amount: '100' });
  const seen = { customer: String(payee.book), id, amount: '100', address: payee.address.address };
  // The open freeze of the tests above would hide the silence.
  await owner.query('update guard_freeze set until_ms = since_ms where until_ms is null');
  await owner.query(`update guard_beat set beat_ms = extract(epoch from now()) * 1000 - 181000`);
  expect(await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toBe(
    'withdrawals_paused',
  );
  await round().run();
  expect((await freezes()).at(-1)).toEqual({ reason: 'silence', open: false });
  expect(await world.act('rosa', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toMatchObject({
    status: 'waiting',
  });
});

test('runs again soon after its process was killed', async () => {
  const lines: string[] = [];
  const child = startGuardChild({
    url: world.door.guardUrl,
    invariants: guardedInvariants.filter(({ quick }) => quick === true),
    log: (text, error) => lines.push(error instanceof Error ? `${text}: ${error.message}` : text),
  });
  const ran = async (): Promise<void> => {
    await owner.query('update guard_beat set beat_ms = 1');
    await expect
      .poll(async () => Number((await owner.query('select beat_ms from guard_beat')).rows[0]?.beat_ms), {
        timeout: 20_000,
      })
      .toBeGreaterThan(1);
  };
  try {
    await ran();
    const first = child.pid();
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => child.pid(), { timeout: 10_000 }).not.toBe(first);
    await ran();
    expect(lines).toEqual([expect.stringMatching(/exited on a signal \(restarting it\)/)]);
  } finally {
    await child.stop();
    await owner.query('update guard_beat set beat_ms = 9000000000000000');
  }
});
