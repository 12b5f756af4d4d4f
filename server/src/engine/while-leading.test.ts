/** An engine runs only while its process leads, and each period of leadership gets a new engine. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '@candor/testing/database.ts';
import type { TestDatabase } from '@candor/testing/database.ts';
import { createPool } from '../db/pool.ts';
import type { Pool } from '../db/pool.ts';
import { engineWhileLeading } from './while-leading.ts';
import type { LeadingEngine } from './while-leading.ts';

let database: TestDatabase;
let pool: Pool;
let lead: (leading: boolean) => void;
let rebuilds: number;
let failures: number;
let engine: LeadingEngine;

beforeEach(async () => {
  database = await freshDatabase();
  pool = createPool(database.url, { max: 2 });
  rebuilds = 0;
  failures = 0;
  engine = engineWhileLeading(
    {
      onLeading: (listener) => ((lead = listener), () => (lead = () => undefined)),
      epoch: () => undefined,
    },
    {
      pool,
      onEntries: () => () => undefined,
      nowMs: () => performance.now(),
      onTrouble: () => undefined,
      leaderPool: pool,
      sources: [
        {
          kind: 'row',
          fire: () => Promise.resolve('done'),
          openTriggers: () => {
            rebuilds += 1;
            if (rebuilds <= failures) throw new Error('failed on purpose');
            return [];
          },
        },
      ],
    },
  );
});
afterEach(async () => {
  await engine.stop();
  await pool.end();
  await database.drop();
});

const soon = { timeout: 4000, interval: 5 };

test('runs the engine while leading, and is infinitely behind until then', async () => {
  expect([engine.running(), engine.ownLagMs('BTC/USDT')]).toEqual([false, Infinity]);
  lead(true);
  expect(engine.ownLagMs('BTC/USDT')).toBe(Infinity);
  await expect.poll(() => engine.running(), soon).toBe(true);
  expect(engine.ownLagMs('BTC/USDT')).toBeLessThan(1000);
  lead(false);
  await expect.poll(() => engine.running(), soon).toBe(false);
  expect(engine.ownLagMs('BTC/USDT')).toBe(Infinity);
});

test('rebuilds the engine after losing and regaining leadership, since another process may have led in between', async () => {
  lead(true);
  await expect.poll(() => engine.running(), soon).toBe(true);
  lead(false);
  lead(true);
  await expect.poll(() => rebuilds, soon).toBe(2);
  await expect.poll(() => engine.running(), soon).toBe(true);
});

test('retries a failed rebuild while leading', async () => {
  failures = 1;
  lead(true);
  await expect.poll(() => rebuilds, soon).toBe(1);
  expect(engine.running()).toBe(false);
  await expect.poll(() => engine.running(), soon).toBe(true);
  expect(rebuilds).toBe(2);
});

test('stops retrying a failed rebuild after losing leadership', async () => {
  failures = 1;
  lead(true);
  await expect.poll(() => rebuilds, soon).toBe(1);
  lead(false);
  await new Promise((resolve) => setTimeout(resolve, 1200));
  expect([rebuilds, engine.running()]).toEqual([1, false]);
});
