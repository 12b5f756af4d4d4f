/** The market clock equals the wall clock, or is scaled or set forward, and is identical in every process. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestDatabase } from '@candor/testing/database.ts';
import { freshDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { createClock } from './clock.ts';

let database: TestDatabase;
let pool: Pool;
let wallMs: number;

beforeAll(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => {
  wallMs = 1_800_000_000_000;
});

test('returns the wall clock’s time in a new database', async () => {
  const clock = createClock(pool, () => wallMs);
  await clock.refresh();
  expect(clock.now()).toBe(wallMs);
  expect(clock.wallMsUntil(wallMs + 500)).toBe(500);
  expect(clock.wallMsUntil(wallMs - 500)).toBe(0);
});

test('returns the same scaled and forwarded time in another process once it has read the row', async () => {
  const clock = createClock(pool, () => wallMs);
  const other = createClock(pool, () => wallMs);
  await clock.set({ baseWallMs: wallMs, baseMarketMs: 1_504_396_800_000, speed: 60 });
  wallMs += 1_000;
  expect(clock.now()).toBe(1_504_396_860_000);
  expect(clock.wallMsUntil(1_504_396_920_000)).toBe(1_000);
  await pool.query('update clock set base_market_ms = base_market_ms + 3600000');
  await clock.refresh();
  expect(clock.now()).toBe(1_504_400_460_000);
  await other.refresh();
  expect(other.now()).toBe(clock.now());
});

test('reports that a later time is never reached while the clock stands still', async () => {
  const clock = createClock(pool, () => wallMs);
  await clock.set({ baseWallMs: wallMs, baseMarketMs: 1_000, speed: 0 });
  wallMs += 60_000;
  expect(clock.now()).toBe(1_000);
  expect(clock.wallMsUntil(1_001)).toBe(Infinity);
});
