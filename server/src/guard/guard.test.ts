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
