/**
 * A transparency log that cannot start, for example because its key is missing, starts as soon as it can, and gives up
 * when another process leads.
 */
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { openLogSigner } from '../proofs/tlog/log-key.ts';
import { keepLog, proveWhileLeading } from './log-here.ts';

const SOON = { timeout: 20_000, interval: 100 };
let database: TestDatabase;
let pool: Pool;
let folder: string;
let told: string[];
let kept: ReturnType<typeof keepLog>;

const deps = () => ({
  ...{ pool, dataFolder: folder, origin: undefined, witnesses: [], now: Date.now, wallNow: Date.now },
  report: (text: string) => void told.push(text),
  ...{ liabilitiesEveryMs: 3_600_000, quorum: 0 },
  timeStamps: { authorities: [], everyMs: 3_600_000, anchors: '' },
});

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.tapeUrl, { max: 2 });
  folder = mkdtempSync(join(tmpdir(), 'candor-log-'));
  told = [];
  await openLogSigner(pool, { dataFolder: folder, origin: undefined, nowMs: Date.now() });
  renameSync(join(folder, 'log-signing-key.pem'), join(folder, 'moved'));
  kept = keepLog(deps());
});
afterEach(async () => {
  await kept.end();
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const appends = async (): Promise<number> => {
  const owner = createPool(database.ownerUrl, { max: 1 });
  const { rows } = await owner.query<{ appends: string }>('select appends from tlog_progress');
  await owner.end();
  return Number(rows[0]?.appends);
};
const failures = () =>
  told.filter((text) => text.startsWith('transparency log: failed to start (retrying): expected the key'));

test('retries until the missing requirement is met, and then starts', async () => {
  kept.begin();
  await expect.poll(() => failures().length, SOON).toBeGreaterThan(1);
  expect(await appends()).toBe(0);
  renameSync(join(folder, 'moved'), join(folder, 'log-signing-key.pem'));
  await expect.poll(appends, SOON).toBeGreaterThan(0);
});

test('reports a source only once while its next entry cannot be appended', async () => {
  const owner = createPool(database.ownerUrl, { max: 1 });
  await owner.query(
    `insert into tlog_stuck (kind, since_ms, tries, next_ms, error) values ('terms', guard_now_ms(), 9, guard_now_ms() + 3600000, 'no row')`,
  );
  await owner.end();
  renameSync(join(folder, 'moved'), join(folder, 'log-signing-key.pem'));
  kept.begin();
  await expect.poll(appends, SOON).toBeGreaterThan(2);
  expect(told.filter((text) => text.includes('terms'))).toEqual([
    'transparency log: failed to append entries (retrying): terms: no row',
  ]);
});

test('stops retrying when this process no longer leads', async () => {
  kept.begin();
  await expect.poll(() => failures().length, SOON).toBe(1);
  await kept.end();
  expect(failures()).toHaveLength(1);
});

test('the log is run by one process at a time, and by another process as soon as the first stops', async () => {
  renameSync(join(folder, 'moved'), join(folder, 'log-signing-key.pem'));
  const leads = () => told.filter((text) => text.startsWith('leader: leading proofs'));
  const first = await proveWhileLeading({ owner: 'first', alone: false }, deps());
  const second = await proveWhileLeading({ owner: 'second', alone: false }, deps());
  await expect.poll(appends, SOON).toBeGreaterThan(0);
  expect(leads()).toEqual(['leader: leading proofs in epoch 1']);
  await first();
  const before = await appends();
  await expect.poll(leads, SOON).toEqual([1, 2].map((epoch) => `leader: leading proofs in epoch ${epoch}`));
  await expect.poll(appends, SOON).toBeGreaterThan(before);
  await second();
});
