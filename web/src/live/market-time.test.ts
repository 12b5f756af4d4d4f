/** Detection of a market clock that was set forward. */
import type { QuoteTick } from '@candor/protocol/channels.ts';
import { expect, test } from 'vitest';
import { watchMarketTime } from './market-time.ts';

const START_MS = 1_504_396_800_000;

/**
 * Sends batches with the wall time and the market times of their ticks, in minutes after the start. Returns the number of
 * detected jumps.
 */
function jumpsOf(batches: readonly (readonly [wallMinutes: number, ...marketMinutes: number[]])[]): number {
  let wallMs = 0;
  let jumps = 0;
  let settled: (() => void)[] = [];
  const take = watchMarketTime({
    wallNow: () => wallMs,
    after: (_waitMs, then) => settled.push(then),
    onJump: () => (jumps += 1),
  });
  for (const [wallMinutes, ...marketMinutes] of batches) {
    if (wallMinutes * 60_000 > wallMs) {
      for (const then of settled) then();
      settled = [];
    }
    wallMs = wallMinutes * 60_000;
    take(
      marketMinutes.map((minutes): QuoteTick => [
        'BTC/USDT',
        '1',
        '2',
        '1',
        1,
        START_MS + minutes * 60_000,
        true,
      ]),
    );
  }
  for (const then of settled) then();
  return jumps;
}

test.each<[what: string, batches: Parameters<typeof jumpsOf>[0], jumps: number]>([
  ['the first ticks, at any distance from the wall clock', [[5, 1000]], 0],
  [
    'ticks in real time',
    [
      [0, 0],
      [1, 1],
      [2, 2, 1],
    ],
    0,
  ],
  [
    'an hour without ticks',
    [
      [0, 0],
      [60, 60],
    ],
    0,
  ],
  [
    'a tick older than the others',
    [
      [0, 0],
      [0, -2000],
      [0, 0],
    ],
    0,
  ],
  [
    'a weekend that ended while a device slept',
    [
      [0, 0],
      [2880, 2881],
    ],
    0,
  ],
  [
    'an hour forward',
    [
      [0, 0],
      [0, 60],
      [0, 60],
    ],
    1,
  ],
  [
    'a day forward, in several batches at once',
    [
      [0, 0],
      [0, 1440, 0],
      [0, 1440],
    ],
    1,
  ],
  [
    'a day forward and, after settling, another',
    [
      [0, 0],
      [0, 1440],
      [1, 2881],
    ],
    2,
  ],
  [
    'a day forward twice before settling',
    [
      [0, 0],
      [0, 1440],
      [0, 2880],
    ],
    1,
  ],
])("counts jumps of the market's clock: %s", (_what, batches, jumps) => {
  expect(jumpsOf(batches)).toBe(jumps);
});
