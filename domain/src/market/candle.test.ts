/** Candles from recorded trades, and properties of arbitrary candles. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amount } from '../money/amount.ts';
import type { Candle } from './candle.ts';
import { buildCandles, periodStart, periodsMs, rollUp } from './candle.ts';
import { DAY_MS, MINUTE_MS } from '../time.ts';

function rowsOf(file: string): string[][] {
  const text = readFileSync(new URL(`../../../fixtures/market/${file}`, import.meta.url), 'utf8');
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

test('builds the minute candles of recorded trades', () => {
  const trades = rowsOf('binance_spot_BTCUSDT_trades_2024-08-08_09.csv').map(([time, , price, quantity]) => ({
    timeMs: Number(time),
    last: amount(price ?? ''),
    volume: amount(quantity ?? ''),
  }));
  const expected = rowsOf('binance_spot_BTCUSDT_1m_derived_from_trades.csv').map(
    ([time, ...cells]): Candle => {
      const [open, high, low, close, volume] = cells.map(amount) as [bigint, bigint, bigint, bigint, bigint];
      return { startMs: Number(time) * 1000, open, high, low, close, volume };
    },
  );
  expect(expected).toHaveLength(10);
  const from = expected[0]?.startMs ?? 0;
  const to = (expected.at(-1)?.startMs ?? 0) + MINUTE_MS;
  const built = buildCandles(trades, MINUTE_MS).filter(({ startMs }) => startMs >= from && startMs < to);
  expect(built).toEqual(expected);
});

test.each([
  ['2024-08-09T00:00:00Z', '1W', '2024-08-05T00:00:00Z'],
  ['2024-08-05T00:00:00Z', '1W', '2024-08-05T00:00:00Z'],
  ['2024-08-04T23:59:59.999Z', '1W', '2024-07-29T00:00:00Z'],
  ['2024-08-09T13:47:11Z', '1D', '2024-08-09T00:00:00Z'],
  ['2024-08-09T13:47:11Z', '4h', '2024-08-09T12:00:00Z'],
  ['2024-08-09T13:47:11Z', '1h', '2024-08-09T13:00:00Z'],
  ['2024-08-09T13:47:11Z', '30m', '2024-08-09T13:30:00Z'],
  ['2024-08-09T13:47:11Z', '15m', '2024-08-09T13:45:00Z'],
  ['2024-08-09T13:47:11Z', '5m', '2024-08-09T13:45:00Z'],
  ['2024-08-09T13:47:11Z', '1m', '2024-08-09T13:47:00Z'],
] as const)('assigns %s to the %s candle that starts at %s', (time, period, start) => {
  expect(periodStart(Date.parse(time), periodsMs[period])).toBe(Date.parse(start));
});

/** Generates entries in time order over a few days, with gaps. */
const entries = fc
  .array(
    fc.record({
      stepMs: fc.oneof(fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 20 * 3_600_000 })),
      last: fc.bigInt({ min: 1n, max: 10n ** 15n }),
      volume: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    }),
    { minLength: 1, maxLength: 120 },
  )
  .map((steps) => {
    let timeMs = 1_723_000_000_000;
    return steps.map(({ stepMs, last, volume }) => {
      timeMs += stepMs;
      return { timeMs, last, volume };
    });
  });

describe('arbitrary candles', () => {
  test('are equal whether they are built from entries or aggregated from minute candles', () => {
    fc.assert(
      fc.property(entries, (made) => {
        const minutes = buildCandles(made, MINUTE_MS);
        for (const periodMs of Object.values(periodsMs)) {
          expect(rollUp(minutes, periodMs)).toEqual(buildCandles(made, periodMs));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('contain at least one entry each, and preserve the extremes and the total volume', () => {
    fc.assert(
      fc.property(entries, fc.constantFrom(MINUTE_MS, DAY_MS), (made, periodMs) => {
        const candles = buildCandles(made, periodMs);
        for (const candle of candles) {
          const inside = made.filter(({ timeMs }) => periodStart(timeMs, periodMs) === candle.startMs);
          const prices = inside.map(({ last }) => last).toSorted((one, other) => (one < other ? -1 : 1));
          expect([candle.low, candle.high]).toEqual([prices[0], prices.at(-1)]);
          expect([candle.open, candle.close]).toEqual([inside[0]?.last, inside.at(-1)?.last]);
        }
        const sum = (parts: readonly { volume: bigint }[]) =>
          parts.reduce((all, { volume }) => all + volume, 0n);
        expect(sum(candles)).toBe(sum(made));
      }),
      { numRuns: 60 },
    );
  });
});
