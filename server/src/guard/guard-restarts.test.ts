/** The guard starts again after it lost the database or its process; until then, the database pays nothing out. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demandGuard } from '@candor/testing/guard-demanded.ts';
import { openWithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import type { WithdrawalsDoor } from '@candor/testing/withdrawals-door.ts';
import { guardedInvariants } from '../app/breaches.ts';
import { startGuardChild } from './guard-child.ts';
import { startGuard } from './guard.ts';

const quickOnes = guardedInvariants.filter(({ quick }) => quick === true);
let world: WithdrawalsDoor;
let owner: pg.Client;

beforeAll(async () => {
  world = await openWithdrawalsDoor();
  owner = new pg.Client({ connectionString: world.door.ownerUrl });
  await owner.connect();
  await demandGuard(owner);
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

test('runs again soon after it lost the database, which pays nothing out until then', async () => {
  const guard = startGuard({
    ...{ url: world.door.guardUrl, invariants: quickOnes },
    ...{ tell: () => undefined, now: () => performance.now() },
  });
  const newest = async () =>
    Number(
      (await owner.query<{ run: string }>('select max(number) as run from guard_run where held is not null'))
        .rows[0]?.run,
    );
  try {
    const before = await newest();
    await expect.poll(newest, { timeout: 20_000 }).toBeGreaterThan(before);
    const first = await newest();
    await owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'candor_guard' and datname = current_database()`,
    );
    await expect.poll(newest, { timeout: 20_000 }).toBeGreaterThan(first);
  } finally {
    await guard.stop();
  }
});

test('runs again soon after its process was killed', async () => {
  const lines: string[] = [];
  const child = startGuardChild({
    url: world.door.guardUrl,
    invariants: quickOnes,
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
  }
});
