/** The candle feed of a chart: history, late answers, and missed candles after a reconnect. */
import type { DataLoaderGetBarsParams, DataLoadMore, KLineData } from 'klinecharts';
import { expect, test } from 'vitest';
import { barOf, createCandleFeed, pixelFloat } from './candle-feed.ts';
import type { Candle, CandleSource } from './candle-feed.ts';

const candle = (time: number, close = '1'): Candle => ({
  time,
  open: '1',
  high: '2',
  low: '0.5',
  close,
  volume: '3',
});
const symbol = { ticker: 'BTC/USDT', pricePrecision: 2, volumePrecision: 2 };
const period = { type: 'minute', span: 1 } as const;

function feedOver(load: CandleSource['load']) {
  const state = { up: true, results: [] as string[], stateListeners: [] as (() => void)[] };
  const live: ((next: Candle) => void)[] = [];
  const feed = createCandleFeed({
    load,
    watch: (_symbol, _period, listener) => {
      live.push(listener);
      return () => live.splice(live.indexOf(listener), 1);
    },
    isUp: () => state.up,
    onState: (listener) => {
      state.stateListeners.push(listener);
      return () => {};
    },
    onLoaded: (result) => state.results.push(result),
  });
  const getBars = async (type: DataLoaderGetBarsParams['type'], timestamp: number | null = null) => {
    const answers: { bars: KLineData[]; more: DataLoadMore | undefined }[] = [];
    await feed.loader.getBars({
      type,
      timestamp,
      symbol,
      period,
      callback: (bars, more) => answers.push({ bars, more }),
    });
    return answers[0];
  };
  return { feed, state, live, getBars };
}

test('converts a candle to a bar whose time is in milliseconds', () => {
  expect(barOf(candle(60))).toEqual({ timestamp: 60_000, open: 1, high: 2, low: 0.5, close: 1, volume: 3 });
  expect(pixelFloat('61234.5')).toBe(61234.5);
});

test('loads earlier candles page by page until there are none', async () => {
  const ranges: unknown[] = [];
  const { getBars } = feedOver(async (_symbol, _period, range) => {
    ranges.push(range);
    return range.to === undefined ? [candle(120), candle(180)] : [];
  });
  expect((await getBars('init'))?.more).toEqual({ forward: true, backward: false });
  expect((await getBars('forward', 120_000))?.more).toEqual({ forward: false, backward: false });
  expect(ranges).toEqual([{}, { to: 119 }]);
});

test('drops an answer that arrives after a reset', async () => {
  const waiting: ((candles: Candle[]) => void)[] = [];
  const { getBars } = feedOver(() => new Promise((resolve) => waiting.push(resolve)));
  const first = getBars('init');
  const second = getBars('init');
  waiting[1]?.([candle(60)]);
  waiting[0]?.([candle(0)]);
  expect(await first).toBeUndefined();
  expect((await second)?.bars.length).toBe(1);
});

test('reports a failed first load, and loads nothing more into the empty chart', async () => {
  const { getBars, state } = feedOver(() => Promise.reject(new Error('offline')));
  expect(await getBars('init')).toEqual({ bars: [], more: false });
  expect(state.results).toEqual(['failed']);
});

test('loads missed candles before the live candle after a reconnect', async () => {
  const { feed, getBars, state, live } = feedOver(async (_symbol, _period, range) =>
    range.from === undefined ? [candle(60)] : [candle(60, '2'), candle(120), candle(180)],
  );
  await getBars('init');
  const shown: number[] = [];
  feed.loader.subscribeBar?.({ symbol, period, callback: (bar) => shown.push(bar.timestamp / 1000) });
  live[0]?.(candle(60));
  for (const listener of state.stateListeners) listener();
  await new Promise((resolve) => setTimeout(resolve, 0));
  live[0]?.(candle(120));
  live[0]?.(candle(240));
  feed.dispose();
  expect(shown).toEqual([60, 60, 120, 180, 240]);
  expect(live.length).toBe(0);
});
