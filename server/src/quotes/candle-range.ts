/** Reads the range of candles that a call requests. */
import type { CandlePeriod } from '@candor/domain/market/candle.ts';
import { periodsMs } from '@candor/domain/market/candle.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { LIMITS } from '../limits.ts';
import type { Candles } from './candles.ts';
import { candleView } from './market-feed.ts';

/** The latest time that a `Date` can represent, which is after the end of any market. */
const TIME_MS_MAX = 8_640_000_000_000_000;

type CandlesInput = {
  readonly symbol: string;
  readonly period: CandlePeriod;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Returns the candles whose period begins within the range, or the newest ones if no range is given. */
export async function candleRange(
  stored: Pick<Candles, 'range'>,
  input: CandlesInput,
): Promise<CallOutput<'GET currency/new_timeshar'>> {
  const ranged = input.from !== undefined || input.to !== undefined;
  const candles = await stored.range({
    symbol: input.symbol,
    periodMs: periodsMs[input.period],
    fromMs: (input.from ?? 0) * 1000,
    toMs: input.to === undefined ? TIME_MS_MAX : (input.to + 1) * 1000,
    limit: ranged ? LIMITS.market.candlesMax : LIMITS.market.candlesUsual,
  });
  return candles.map(candleView);
}
