import { expect, test } from 'vitest';
import { LIMITS } from '../limits.ts';
import { countedAs } from '../callers/addresses.ts';
import { CostlyCalls } from './costly-calls.ts';

const { costlyAtOnceMax, costlyCallerMax, costlySharedMax } = LIMITS.http;

/** Returns work that lasts until the test ends it, after all calls have been made. */
function held() {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, work: () => ended.then(() => 'done') };
}

const taken = async (turns: CostlyCalls, addresses: readonly string[]): Promise<number> => {
  const { end, work } = held();
  const asked = addresses.map((address) => turns.take({ whose: countedAs(address), address }, work));
  end();
  return (await Promise.all(asked)).filter((one) => one === 'done').length;
};

test('limits the concurrent calls of one address, and those of all networks in a /48 together', async () => {
  const turns = new CostlyCalls();
  const many = costlySharedMax * 2;
  expect(
    await taken(
      turns,
      Array.from({ length: many }, () => '192.0.2.1'),
    ),
  ).toBe(costlyCallerMax);
  const networks = Array.from({ length: many }, (_one, at) => `2001:db8:1:${at.toString(16)}::1`);
  expect(await taken(turns, networks)).toBe(costlySharedMax);
  // Other callers are counted separately, and finished calls no longer count.
  expect(await taken(turns, [...networks, '2001:db8:2::1', '192.0.2.2'])).toBe(costlySharedMax + 2);
  expect(costlySharedMax).toBeGreaterThan(costlyAtOnceMax);
});
