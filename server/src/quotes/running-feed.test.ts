/** The database reports which feed runs, through every change of leader, and none while no process leads. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { amount } from '@candor/domain/money/amount.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import type { FeedConfig } from './feeds/make-feed.ts';
import { runningFeed } from './leader.ts';
import { startMarket } from './market.ts';

const STERLING = fileURLToPath(
  new URL('../../../fixtures/market/GBPUSD_ejtrader_1h_2016-10-06_crash.csv', import.meta.url),
);

let database: TestDatabase;
let pool: Pool;
let folder: string;
beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 4 });
  folder = mkdtempSync(join(tmpdir(), 'feeds-'));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const running = () => inTransaction(pool, runningFeed);

test.each<FeedConfig>([
  {
    kind: 'replay',
    files: [{ symbol: 'GBP/USD', path: STERLING }],
    speed: 60,
    halfSpread: amount('0.00005'),
  },
  { kind: 'simulated', seed: '1', history: false },
  { kind: 'external', token: 'a-token-of-the-test' },
])('reports the running feed: $kind', async (feed) => {
  expect(await running()).toBeUndefined();
  const reports: string[] = [];
  const market = await startMarket({
    pool,
    feed,
    dataFolder: folder,
    role: 'lead',
    alone: true,
    owner: 'test',
    wallNow: Date.now,
    clockWaitedFor: () => undefined,
    report: (text) => reports.push(text),
  });
  expect(await running()).toBe(feed.kind);
  // A replay sets the clock, the simulated market's clock moves only with an audit record, and external prices arrive in real
  // time.
  const advanced = pool.query('update clock set base_market_ms = base_market_ms + 1');
  if (feed.kind === 'simulated') await expect(advanced).rejects.toThrow(/without a record/);
  else if (feed.kind === 'external') await expect(advanced).rejects.toThrow(/cannot be set to this time/);
  else await advanced;
  await market.stop();
  expect(await running()).toBeUndefined();
  expect(reports.filter((text) => /could not|failed/.test(text))).toEqual([]);
});
