/** Measures how long it takes to turn the tape into candles: of one minute, and aggregated into every period. */
import type { CandlePeriod } from '@candor/domain/market/candle.ts';
import { buildCandles, rollUp, periodsMs } from '@candor/domain/market/candle.ts';
import type { Figure } from './figure.ts';
import { median } from './figure.ts';

const ENTRIES = 1_000_000;
const RUNS = 5;
const PERIODS = Object.keys(periodsMs) as CandlePeriod[];

export function benchCandles(): Figure[] {
  const entries = Array.from({ length: ENTRIES }, (_, at) => ({
    timeMs: 1_700_000_000_000 + at * 250,
    last: 6_400_000_000_000n + BigInt((at * 7919) % 100_003) * 1_000_000n,
    volume: BigInt(at % 997) * 1000n,
  }));
  const rates = Array.from({ length: RUNS }, () => {
    const startedMs = performance.now();
    const minutes = buildCandles(entries, periodsMs['1m']);
    for (const period of PERIODS) rollUp(minutes, periodsMs[period]);
    return ENTRIES / ((performance.now() - startedMs) / 1000);
  });
  return [
    {
      name: 'candles: tape entries aggregated into candles of every period',
      value: median(rates),
      unit: '/s',
    },
  ];
}
