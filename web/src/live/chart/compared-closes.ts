/** The closes of the instrument that a chart is compared with, and the changes of both in per cent. */
import type { KLineData } from 'klinecharts';
import type { CandlePeriod } from '../candles.ts';
import { pixelFloat } from './candle-feed.ts';
import type { Candle, CandleSource } from './candle-feed.ts';

/** The maximum number of calls for older candles of the other instrument. If more are needed, its line begins later. */
const PAGES_MAX = 12;

type Close = { readonly timeMs: number; readonly close: number };
export type Changes = { readonly own?: number; readonly other?: number };

const closeOf = ({ time, close }: Candle): Close => ({ timeMs: time * 1000, close: pixelFloat(close) });

export type OtherCloses = {
  /** Returns the closes from this time on, oldest first, as far as there are any. */
  readonly since: (timeMs: number) => Promise<readonly Close[]>;
  readonly stop: () => void;
};

/** The closes of an instrument: pages of the past as they are needed, and the current candle as it changes. */
export function otherCloses(
  source: Pick<CandleSource, 'load' | 'watch'>,
  symbol: string,
  period: CandlePeriod,
): OtherCloses {
  let closes: readonly Close[] = [];
  let isWhole = false;
  let pages = 0;
  let reading: Promise<void> = Promise.resolve();
  const stop = source.watch(symbol, period, (candle) => {
    const newest = closeOf(candle);
    const last = closes.at(-1);
    if (last === undefined || newest.timeMs < last.timeMs) return;
    closes = [...closes.slice(0, newest.timeMs === last.timeMs ? -1 : undefined), newest];
  });
  const reach = async (timeMs: number): Promise<void> => {
    while (!isWhole && pages < PAGES_MAX && (closes[0]?.timeMs ?? Number.POSITIVE_INFINITY) > timeMs) {
      const first = closes[0];
      // oxlint-disable-next-line no-await-in-loop -- each page ends where the later one begins
      const page = await source.load(
        symbol,
        period,
        first === undefined ? {} : { to: Math.floor(first.timeMs / 1000) - 1 },
      );
      pages += 1;
      isWhole = page.length === 0;
      closes = [...page.map(closeOf), ...closes];
    }
  };
  return {
    since: async (timeMs) => {
      // One read at a time, because every tick requests one.
      reading = reading.catch(() => undefined).then(() => reach(timeMs));
      await reading;
      return closes;
    },
    stop,
  };
}

/**
 * The changes of both instruments since the bar `from`, in per cent. Where the other one has no candle, because its market was
 * closed, its last close is repeated.
 */
export function changesSince(
  bars: readonly Pick<KLineData, 'timestamp' | 'close'>[],
  others: readonly Close[],
  from: number,
): Changes[] {
  const base = bars[from];
  if (base === undefined) return bars.map(() => ({}));
  let at = -1;
  let otherBase: number | undefined;
  const change = (now: number, before: number): number => (now / before - 1) * 100;
  return bars.map(({ timestamp, close }, index) => {
    while ((others[at + 1]?.timeMs ?? Number.POSITIVE_INFINITY) <= timestamp) at += 1;
    const other = others[at]?.close;
    if (index < from) return {};
    otherBase ??= other;
    return {
      own: change(close, base.close),
      ...(other !== undefined && otherBase !== undefined && { other: change(other, otherBase) }),
    };
  });
}
