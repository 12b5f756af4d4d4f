/**
 * Within two minutes, the running server detects a balance that was changed manually, and it processes no withdrawal until the
 * balance is corrected.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import type { WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { quickInvariants } from '../app/breaches.ts';
import { askBooks, openBreaches, watchBooks } from './watch.ts';

let world: WithdrawalsDoor;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWithdrawalsDoor();
  owner = new pg.Client({ connectionString: world.door.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

const asking = () => askBooks({ pool: world.door.pool, invariants: quickInvariants, now: Date.now });
const corrupt = (book: bigint, by: string) =>
  owner.query(`update balance set amount = amount + ${by} where book = ${book} and account = 'spot'`);

test('reports a corrupted balance and pauses withdrawals until the balance is corrected', async () => {
  const payee = await world.customer('corrupted', '1000');
  expect(await asking()).toEqual([]);
  const id = await payee.out({ amount: '100' });
  const seen = { customer: String(payee.book), id, amount: '100', address: payee.address.address };

  await corrupt(payee.book, '5');
  const beganMs = performance.now();
  const told: string[] = [];
  const watch = watchBooks({
    pool: world.door.pool,
    invariants: quickInvariants,
    now: Date.now,
    tell: (text) => told.push(text),
    everyMs: 200,
  });
  await expect.poll(() => told.length, { timeout: 20_000 }).toBeGreaterThan(0);
  watch.stop();
  // Two checks are a minute apart, and a check takes less than a minute.
  expect(60_000 + performance.now() - beganMs).toBeLessThan(120_000);
  expect(told[0]).toMatch(/breach of L1: what all accounts hold sums to zero.*withdrawals are paused/s);
  expect(await openBreaches(world.door.pool)).toHaveLength(1);
  expect(await world.act('theo', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toBe(
    'withdrawals_paused',
  );
  const other = await world.customer('another', '1000');
  expect(await other.ask()).toBe('withdrawals_paused');
  // Customers may still cancel a withdrawal request.
  await expect(
    owner.query(`update withdrawal set status = 'waiting', version = version + 1 where book = ${payee.book}`),
  ).rejects.toThrow();

  await corrupt(payee.book, '-5');
  await expect.poll(asking, { timeout: 20_000 }).toEqual([]);
  expect(await openBreaches(world.door.pool)).toEqual([]);
  expect(await world.act('theo', 'POST withdrawal_decide', { ...seen, verdict: 'approve' })).toMatchObject({
    status: 'waiting',
  });
}, 60_000);
