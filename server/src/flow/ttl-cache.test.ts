/** How long answers are cached, and how many. */
import { expect, test } from 'vitest';
import { ttlCache } from './ttl-cache.ts';

test('computes an answer once for all callers within its lifetime, and again afterwards', async () => {
  const clock = { ms: 0 };
  let made = 0;
  const kept = ttlCache<number>({ forMs: 100, most: 2, now: () => clock.ms });
  const make = () => Promise.resolve((made += 1));
  expect(await Promise.all([kept('a', make), kept('a', make)])).toEqual([1, 1]);
  clock.ms = 99;
  expect(await kept('a', make)).toBe(1);
  expect(await kept('b', make)).toBe(2);
  clock.ms = 100;
  expect(await kept('a', make)).toBe(3);
  // A third key evicts the oldest.
  expect(await kept('c', make)).toBe(4);
  expect(await kept('a', make)).toBe(3);
  expect(await kept('b', make)).toBe(5);
});

test('caches a failure for as long as an answer', async () => {
  const clock = { ms: 0 };
  const kept = ttlCache<number>({ forMs: 100, most: 2, now: () => clock.ms });
  await expect(kept('a', () => Promise.reject(new Error('trouble')))).rejects.toThrow('trouble');
  await expect(kept('a', () => Promise.resolve(1))).rejects.toThrow('trouble');
  clock.ms = 100;
  expect(await kept('a', () => Promise.resolve(1))).toBe(1);
});
