/** The market time of an entry depends on the timing of its feed. */
import { expect, test } from 'vitest';
import { entryTimes } from './feed.ts';

const NOW = 1_700_000_000_000;

test.each([
  ['own time for a quote of a punctual external feed', 'clock', NOW, NOW],
  ['own time for a quote of a late external feed', 'clock', NOW - 40_000, NOW - 40_000],
  ['clock’s time for a quote of an external feed that is ahead of the clock', 'clock', NOW + 40_000, NOW],
  ['own time for a simulated quote written after a stall', 'feed', NOW - 40_000, NOW - 40_000],
  ['own time for a replayed quote, which is also the clock’s time', 'feed', NOW + 40_000, NOW + 40_000],
] as const)('assigns the market time of an entry: %s', (_, timing, feedTimeMs, timeMs) => {
  const timeOf = entryTimes({ timing }, () => NOW);
  expect(timeOf({ symbol: 'BTC/USDT', bid: 1n, ask: 1n, volume: 0n, feedTimeMs })).toBe(timeMs);
});
