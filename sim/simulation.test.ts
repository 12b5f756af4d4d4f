/** A simulated stretch of a day is the same every time, and nothing is wrong with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from './database/simulated-database.ts';
import type { SimulatedCluster } from './database/simulated-database.ts';
import { Runs } from './runs.ts';

let cluster: SimulatedCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

test('repeats a seed exactly, and finds nothing wrong', async () => {
  const runs = new Runs(cluster);
  const wanted = { seed: '1', minutes: 0.1, gapMs: 1000, crashes: true };
  const first = await runs.run(wanted);
  const again = await runs.run(wanted);
  expect(first.faults).toEqual([]);
  expect(first.checked).toBeGreaterThan(5);
  expect(again.tables).toEqual(first.tables);
}, 180_000);
