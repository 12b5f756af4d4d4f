/** Days of several seeds, with crashes: nothing is wrong with any of them. `npm run sim -- --seeds 1..100` runs more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from './database/simulated-database.ts';
import type { SimulatedCluster } from './database/simulated-database.ts';
import { Runs } from './runs.ts';

let cluster: SimulatedCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

test.each(['2', '3', '4', '5'])(
  'finds nothing wrong with seed %s',
  async (seed) => {
    const found = await new Runs(cluster).run({ seed, minutes: 3, gapMs: 5000, crashes: true });
    expect(found.faults).toEqual([]);
  },
  180_000,
);
