/** The messages of market streams. They contain the same figures as the calls' answers, under one-letter names. */
import type { Candle } from '@candor/domain/market/candle.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { toNumeric } from '@candor/domain/money/amount.ts';
import { quotedBy } from '../../quotes/latest.ts';
import type { Interval } from './intervals.ts';
import {
  averagePrice,
  bookTicker,
  depth,
  tapeTrade,
  ticker24hr,
  valueOf,
  windowTicker,
} from './market-view.ts';
import type { Market, Snapshot } from './market-view.ts';
import type { Window } from './windows.ts';

const ZERO = toNumeric(0n);

export function tickerEvent(shown: Snapshot, nowMs: number) {
  const day = ticker24hr(shown);
  return {
    e: '24hrTicker',
    E: nowMs,
    s: day.symbol,
    p: day.priceChange,
    P: day.priceChangePercent,
    w: day.weightedAvgPrice,
    x: day.prevClosePrice,
    c: day.lastPrice,
    Q: day.lastQty,
    b: day.bidPrice,
    B: day.bidQty,
    a: day.askPrice,
    A: day.askQty,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
    O: day.openTime,
    C: day.closeTime,
    F: day.firstId,
    L: day.lastId,
    n: day.count,
  };
}

export function miniTickerEvent(shown: Snapshot, nowMs: number) {
  const { s, c, o, h, l, v, q } = tickerEvent(shown, nowMs);
  return { e: '24hrMiniTicker', E: nowMs, s, c, o, h, l, v, q };
}

export function windowEvent(
  { pair }: Snapshot,
  { name, window }: { name: string; window: Window },
  nowMs: number,
) {
  const of = windowTicker(pair.name, window);
  return {
    ...{ e: `${name}Ticker`, E: nowMs, s: of.symbol, p: of.priceChange, P: of.priceChangePercent },
    ...{ o: of.openPrice, h: of.highPrice, l: of.lowPrice, c: of.lastPrice, w: of.weightedAvgPrice },
    ...{ v: of.volume, q: of.quoteVolume, O: of.openTime, C: of.closeTime },
    ...{ F: of.firstId, L: of.lastId, n: of.count },
  };
}

export function averageEvent(shown: Snapshot, candles: Market['candles'], nowMs: number) {
  const { mins, price, closeTime } = averagePrice(shown, candles);
  return { e: 'avgPrice', E: nowMs, s: shown.pair.name, i: `${mins}m`, w: price, T: closeTime };
}

export function bookTickerEvent(shown: Snapshot) {
  const { symbol, bidPrice, bidQty, askPrice, askQty } = bookTicker(shown);
  return { u: Number(quotedBy(shown.entry).seq), s: symbol, b: bidPrice, B: bidQty, a: askPrice, A: askQty };
}

export function tradeEvent(symbol: string, entry: TapeEntry, nowMs: number) {
  const { id, price, qty, time, isBuyerMaker } = tapeTrade(entry);
  return { e: 'trade', E: nowMs, s: symbol, t: id, p: price, q: qty, T: time, m: isBuyerMaker, M: true };
}

export function aggTradeEvent(symbol: string, entry: TapeEntry, nowMs: number) {
  const { t, p, q, T, m } = tradeEvent(symbol, entry, nowMs);
  return { e: 'aggTrade', E: nowMs, s: symbol, a: t, p, q, f: t, l: t, T, m, M: true };
}

export function klineEvent(
  { symbol, interval }: { readonly symbol: string; readonly interval: Interval },
  candle: Candle,
  { nowMs, closed, seq }: { readonly nowMs: number; readonly closed: boolean; readonly seq: number },
) {
  return {
    e: 'kline',
    E: nowMs,
    s: symbol,
    k: {
      t: candle.startMs,
      T: interval.after(candle.startMs) - 1,
      s: symbol,
      i: interval.name,
      f: -1,
      L: seq,
      o: toNumeric(candle.open),
      c: toNumeric(candle.close),
      h: toNumeric(candle.high),
      l: toNumeric(candle.low),
      v: toNumeric(candle.volume),
      n: 0,
      x: closed,
      q: toNumeric(valueOf(candle)),
      V: ZERO,
      Q: ZERO,
      B: '0',
    },
  };
}

export type Levels = {
  readonly seq: number;
  readonly bids: readonly string[][];
  readonly asks: readonly string[][];
};

export function levelsOf(shown: Snapshot): Levels {
  const { lastUpdateId: seq, bids, asks } = depth(shown);
  return { seq, bids, asks };
}

/** Formats the changes from one state of the one-level order book to the next. A level that is gone has the quantity zero. */
export function depthEvent(
  symbol: string,
  { from, to }: { readonly from: Levels; readonly to: Levels },
  nowMs: number,
) {
  const changes = (before: readonly string[][], after: readonly string[][]) => [
    ...before.filter(([price]) => after.every(([other]) => other !== price)).map(([price]) => [price, ZERO]),
    ...after,
  ];
  return {
    e: 'depthUpdate',
    E: nowMs,
    s: symbol,
    U: from.seq + 1,
    u: to.seq,
    b: changes(from.bids, to.bids),
    a: changes(from.asks, to.asks),
  };
}
