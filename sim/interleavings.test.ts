/** Two commands on one account do the same in every order of their messages as one after the other, and a missing lock is found. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCluster } from './database/simulated-database.ts';
import type { SimulatedCluster } from './database/simulated-database.ts';
import type { CommandName } from './interleavings/commands.ts';
import { PLANTED_IN_ORDER } from './interleavings/planted.ts';
import type { Pair } from './interleavings/pair.ts';
import { allPairs, runAll } from './interleavings/shares.ts';

let cluster: SimulatedCluster;
beforeAll(async () => {
  cluster = await startCluster({ real: true });
});
afterAll(() => cluster.stop());

const pair = (left: CommandName, right: CommandName, isRepeated = false): Pair => ({
  left,
  right,
  isRepeated,
});
const TRANSFERS = pair('moves spot to contracts', 'moves spot to options');

test('finds nothing wrong with pairs of commands that need the same money, order or position', async () => {
  const pairs = [
    TRANSFERS,
    pair('buys at market', 'buys at market', true),
    pair('amends a purchase', 'cancels a purchase'),
    pair('an operator approves a deposit', 'an operator rejects a deposit'),
    pair('the price reaches the purchase', 'cancels a purchase'),
    pair('closes a position', 'closes all positions'),
  ];
  const { results, faults } = await runAll(cluster, pairs, { orders: 6, seed: '1' });
  expect(results.flatMap((result) => result.faults)).toEqual([]);
  expect(faults).toEqual([]);
  expect(results.map((result) => result.paths.length > 2)).toEqual(pairs.map(() => true));
  // Whoever comes first gets the money.
  expect(results[0]?.outcomes).toBeGreaterThan(1);
}, 300_000);

test.each(Object.keys(PLANTED_IN_ORDER))(
  'finds that %s',
  async (fault) => {
    const { results } = await runAll(cluster, [TRANSFERS], { orders: 12, seed: '1', fault });
    expect(results.flatMap((result) => result.faults)).not.toEqual([]);
  },
  300_000,
);

test('pairs every two commands once, and each with itself once more with one key', () => {
  const names = allPairs().map(
    ({ left, right, isRepeated }) => `${[left, right].toSorted().join(' & ')} ${isRepeated}`,
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(800);
});
