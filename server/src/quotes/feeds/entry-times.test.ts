/** The market time that an entry gets, by the timing of its feed. */
import { expect, test } from 'vitest';
import { entryTimes } from './feed.ts';

const NOW = 1_700_000_000_000;

test.each([
  ['gives a quote of a punctual external feed its own time', 'clock', NOW, NOW],
  ['gives a quote of a late external feed its own time', 'clock', NOW - 40_000, NOW - 40_000],
  [
    'gives a quote of an external feed that is ahead of the clock the clock’s time',
    'clock',
    NOW + 40_000,
    NOW,
  ],
  ['gives a simulated quote that makes up for a stall its own time', 'feed', NOW - 40_000, NOW - 40_000],
  ['gives a replayed quote its own time, which is the clock’s', 'feed', NOW + 40_000, NOW + 40_000],
] as const)('%s', (_, timing, feedTimeMs, timeMs) => {
  const timeOf = entryTimes({ timing }, () => NOW);
  expect(timeOf({ symbol: 'BTC/USDT', bid: 1n, ask: 1n, volume: 0n, feedTimeMs })).toBe(timeMs);
});
