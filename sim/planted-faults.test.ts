/** The simulation finds every planted fault within a few seeds, and says so in the words of who noticed it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from './database/simulated-database.ts';
import type { SimulatedCluster } from './database/simulated-database.ts';
import { PLANTED } from './faults/planted.ts';
import { Runs } from './runs.ts';

const SEEDS_MAX = 3;

let cluster: SimulatedCluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

test.each(Object.entries(PLANTED))(
  'finds %s',
  async (fault, { finds }) => {
    const runs = new Runs(cluster);
    const said: string[] = [];
    for (let seed = 1; seed <= SEEDS_MAX && !said.some((text) => finds.test(text)); seed += 1) {
      // The next seed is only needed if this one did not find it.
      // oxlint-disable-next-line no-await-in-loop
      const found = await runs.run({ seed: String(seed), minutes: 2, gapMs: 3000, crashes: false, fault });
      said.push(...found.faults);
    }
    expect(said).toContainEqual(expect.stringMatching(finds));
  },
  300_000,
);

/** Without this, the guards' sleep itself could be what is found. */
test('finds nothing wrong if only the guards of the database sleep', async () => {
  const found = await new Runs(cluster).run({
    seed: '1',
    minutes: 1,
    gapMs: 3000,
    crashes: false,
    fault: 'guards asleep',
  });
  expect(found.faults).toEqual([]);
}, 180_000);
