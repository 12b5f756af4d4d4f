/**
 * The candle feed of a chart: the history and, while scrolling back, older candles by calls, and the current candle by the
 * socket. While the socket is down, the feed polls every few seconds; after a reconnect, it fetches missed candles.
 */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { DataLoader, KLineData } from 'klinecharts';
import type { CandlePeriod } from '../candles.ts';
import { periodOfStep } from './chart-periods.ts';

export type Candle = CallOutput<'GET currency/new_timeshar'>[number];

export type CandleSource = {
  /** Fetches the candles of the range or, without a range, the newest candles, oldest first. */
  readonly load: (
    symbol: string,
    period: CandlePeriod,
    range: { readonly from?: number; readonly to?: number },
  ) => Promise<readonly Candle[]>;
  readonly watch: (symbol: string, period: CandlePeriod, listener: (candle: Candle) => void) => () => void;
  readonly isUp: () => boolean;
  readonly onState: (listener: () => void) => () => void;
  /** Called when a chart's first candles have loaded or failed to load. */
  readonly onLoaded: (result: 'ready' | 'empty' | 'failed') => void;
};

const catchUpEveryMs = 5000;

/** Converts a decimal to a position on the screen. Prices become floats only here, and no money is computed from them. */
export function pixelFloat(decimal: string): number {
  return Number.parseFloat(decimal);
}

/** Converts a candle to the format of the chart library. */
export function barOf(candle: Candle): KLineData {
  return {
    timestamp: candle.time * 1000,
    open: pixelFloat(candle.open),
    high: pixelFloat(candle.high),
    low: pixelFloat(candle.low),
    close: pixelFloat(candle.close),
    volume: pixelFloat(candle.volume),
  };
}

/** Catches up every few seconds while the socket is down, and once after it reconnects. */
function mendGaps(source: CandleSource, catchUp: () => Promise<void>): () => void {
  const timer = setInterval(() => {
    if (!source.isUp()) void catchUp();
  }, catchUpEveryMs);
  const stopState = source.onState(() => {
    if (source.isUp()) void catchUp();
  });
  return () => {
    clearInterval(timer);
    stopState();
  };
}

/** Creates the loader of one chart; `dispose` stops its subscriptions. */
export function createCandleFeed(source: CandleSource): { loader: DataLoader; dispose: () => void } {
  // Each reset invalidates earlier requests, because the library assigns a late callback to the current period.
  let generation = 0;
  let newestSeconds: number | undefined;
  let stopWatching: () => void = () => {};

  const getBars: DataLoader['getBars'] = async ({ type, timestamp, symbol, period, callback }) => {
    const name = periodOfStep(period);
    if (type === 'backward' || type === 'update') return callback([], false);
    if (type === 'init') {
      generation += 1;
      newestSeconds = undefined;
    }
    const mine = generation;
    const range = type === 'forward' && timestamp !== null ? { to: Math.floor(timestamp / 1000) - 1 } : {};
    try {
      const candles = await source.load(symbol.ticker, name, range);
      if (mine !== generation) return;
      if (type === 'init') newestSeconds = candles.at(-1)?.time;
      callback(candles.map(barOf), { forward: candles.length > 0, backward: false });
      if (type === 'init') source.onLoaded(candles.length > 0 ? 'ready' : 'empty');
    } catch {
      // The chart keeps its data. A failure of the first load is shown with a retry; the library requests a later page again.
      if (mine !== generation) return;
      if (type === 'init') {
        callback([], false);
        source.onLoaded('failed');
      } else callback([], { forward: false, backward: false });
    }
  };

  const subscribeBar: NonNullable<DataLoader['subscribeBar']> = ({ symbol, period, callback }) => {
    stopWatching();
    const name = periodOfStep(period);
    const mine = generation;
    const show = (candle: Candle) => {
      if (mine !== generation || candle.time < (newestSeconds ?? 0)) return;
      newestSeconds = candle.time;
      callback(barOf(candle));
    };
    const catchUp = async () => {
      const from = newestSeconds;
      if (from === undefined) return;
      const missed = await source.load(symbol.ticker, name, { from }).catch(() => []);
      for (const candle of missed) show(candle);
    };
    const stopMending = mendGaps(source, catchUp);
    const stopCandle = source.watch(symbol.ticker, name, show);
    stopWatching = () => {
      stopMending();
      stopCandle();
      stopWatching = () => {};
    };
  };

  const dispose = () => {
    generation += 1;
    stopWatching();
  };
  return { loader: { getBars, subscribeBar, unsubscribeBar: () => stopWatching() }, dispose };
}
