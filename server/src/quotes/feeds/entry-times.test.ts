/** At which market time a quote stands on the tape, by the feed that it is from. */
import { expect, test } from 'vitest';
import { entryTimes } from './feed.ts';

const NOW = 1_700_000_000_000;

test.each([
  ['a feed from outside that is on time', 'clock', NOW, NOW],
  ['a feed from outside that is late', 'clock', NOW - 40_000, NOW - 40_000],
  ['a feed from outside that is ahead of the clock', 'clock', NOW + 40_000, NOW],
  ['the simulated market, making up for a stall', 'feed', NOW - 40_000, NOW - 40_000],
  ['a replay, whose clock is the file’s', 'feed', NOW + 40_000, NOW + 40_000],
] as const)('%s', (_, timing, feedTimeMs, timeMs) => {
  const timeOf = entryTimes({ timing }, () => NOW);
  expect(timeOf({ symbol: 'BTC/USDT', bid: 1n, ask: 1n, volume: 0n, feedTimeMs })).toBe(timeMs);
});
