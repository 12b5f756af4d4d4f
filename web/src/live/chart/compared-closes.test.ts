/** The comparison of two instruments: the changes since the first visible candle, and the pages read for them. */
import { expect, test } from 'vitest';
import type { Candle } from './candle-feed.ts';
import { changesSince, otherCloses } from './compared-closes.ts';

const bars = [100, 110, 121, 121].map((close, at) => ({ timestamp: at * 60_000, close }));

test.each([
  [
    'since the first candle',
    [50, 55, 44, 50],
    0,
    [
      [0, 0],
      [10, 10],
      [21, -12],
      [21, 0],
    ],
  ],
  ['since a later candle', [50, 50, 40, 60], 2, [[], [], [0, 0], [0, 50]]],
] as const)('computes the changes of both instruments in per cent %s', (_name, closes, from, expected) => {
  const others = closes.map((close, at) => ({ timeMs: at * 60_000, close }));
  const changes = changesSince(bars, others, from).map(({ own, other }) =>
    [own, other].flatMap((value) => (value === undefined ? [] : [Math.round(value * 1e6) / 1e6])),
  );
  expect(changes).toEqual(expected);
});

test('keeps the last close while the other market is closed, and begins at that market’s first close', () => {
  const others = [{ timeMs: 60_000, close: 10 }];
  expect(changesSince(bars, others, 0).map(({ other }) => other)).toEqual([undefined, 0, 0, 0]);
});

const candle = (time: number): Candle => ({
  time,
  open: '1',
  high: '1',
  low: '1',
  close: `${time}`,
  volume: '0',
});

test('reads older pages only as far as the chart reaches, and stops when there are no more', async () => {
  const asked: (number | undefined)[] = [];
  let tell: (candle: Candle) => void = () => undefined;
  const closes = otherCloses(
    {
      load: async (_symbol, _period, { to }) => {
        asked.push(to);
        if (to === undefined) return [candle(180), candle(240)];
        return to >= 60 ? [candle(60), candle(120)] : [];
      },
      watch: (_symbol, _period, listener) => {
        tell = listener;
        return () => undefined;
      },
    },
    'ETH/USDT',
    '1m',
  );
  expect((await closes.since(200_000)).map(({ timeMs }) => timeMs)).toEqual([180_000, 240_000]);
  expect(asked).toEqual([undefined]);
  tell({ ...candle(240), close: '7' });
  tell(candle(300));
  expect((await closes.since(0)).map(({ close }) => close)).toEqual([60, 120, 180, 7, 300]);
  await closes.since(0);
  expect(asked).toEqual([undefined, 179, 59]);
});
