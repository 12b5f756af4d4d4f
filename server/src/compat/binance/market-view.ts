/**
 * Public market data in the shapes of these clients. All prices are from the public record, and all numbers have eight decimals.
 */
import type { Candle } from '@candor/domain/market/candle.ts';
import type { TapeEntry } from '@candor/domain/market/quote.ts';
import { ONE, toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import { changePercent } from '../../quotes/day-window.ts';
import type { DayFigures } from '../../quotes/day-window.ts';
import type { Latest, MarkedEntry } from '../../quotes/latest.ts';
import { quotedBy } from '../../quotes/latest.ts';
import { countingNow, sessionView } from '../../quotes/quotation.ts';
import type { ShownMarket } from '../../quotes/market.ts';
import { filtersOf } from './filters.ts';
import { nameOf } from './pairs.ts';
import type { Pair } from './pairs.ts';
import type { Interval } from './intervals.ts';
import type { Window } from './windows.ts';

export type Market = Pick<
  ShownMarket,
  'latest' | 'candles' | 'clock' | 'wallNow' | 'offered' | 'termsAt' | 'pool'
>;

const DECIMALS = 8;
const ZERO = toNumeric(0n);

/** A pair with its newest entry and the day's figures. */
export type Snapshot = {
  readonly pair: Pair;
  readonly entry: MarkedEntry;
  readonly day: DayFigures | undefined;
  /** The quantity for which the quote is firm: the maximum of one order, or zero while the pair can't be traded. */
  readonly size: Amount;
};

export function snapshotOf(pair: Pair, market: Market): Snapshot | undefined {
  const latest: Latest | undefined = market.latest.get(pair.instrument.symbol);
  if (latest === undefined) return undefined;
  const { open } = sessionView(pair.instrument, market);
  const { quantityMax } = countingNow(pair.instrument, market);
  return {
    pair,
    entry: latest.entry,
    day: market.candles.day(pair.instrument.symbol),
    size: open ? quantityMax : 0n,
  };
}

/**
 * Estimates the value of a period's volume with the mean of its prices, because the record only has volumes in the base currency.
 */
export function valueOf({ open, high, low, close, volume }: Omit<Candle, 'startMs'>): Amount {
  return (((open + high + low + close) / 4n) * volume) / ONE;
}

function dayCandle({ entry, day }: Snapshot): Candle {
  const { last: close } = entry;
  const open = day?.open ?? close;
  return {
    startMs: entry.timeMs - DAY_MS,
    open,
    close,
    high: day?.high ?? close,
    low: day?.low ?? close,
    volume: day?.volume ?? 0n,
  };
}

export function ticker24hr(shown: Snapshot) {
  const { pair, entry, day, size } = shown;
  const candle = dayCandle(shown);
  const value = valueOf(candle);
  return {
    symbol: pair.name,
    priceChange: toNumeric(candle.close - candle.open),
    priceChangePercent: percent(day?.changePercent ?? 0n),
    weightedAvgPrice: toNumeric(meanPrice(candle)),
    prevClosePrice: toNumeric(candle.open),
    lastPrice: toNumeric(entry.last),
    lastQty: toNumeric(entry.volume),
    bidPrice: toNumeric(entry.bid),
    bidQty: toNumeric(size),
    askPrice: toNumeric(entry.ask),
    askQty: toNumeric(size),
    openPrice: toNumeric(candle.open),
    highPrice: toNumeric(candle.high),
    lowPrice: toNumeric(candle.low),
    volume: toNumeric(candle.volume),
    quoteVolume: toNumeric(value),
    openTime: candle.startMs,
    closeTime: entry.timeMs,
    firstId: -1,
    lastId: -1,
    count: 0,
  };
}

export function miniTicker24hr(shown: Snapshot) {
  const { symbol, openPrice, highPrice, lowPrice, lastPrice, volume, quoteVolume, ...rest } =
    ticker24hr(shown);
  const { openTime, closeTime, firstId, lastId, count } = rest;
  return {
    ...{ symbol, openPrice, highPrice, lowPrice, lastPrice, volume, quoteVolume },
    ...{ openTime, closeTime, firstId, lastId, count },
  };
}

/** Formats the figures of a window, without the quote that a day's figures include. */
export function windowTicker(name: string, window: Window) {
  const { open, high, low, close, volume, openMs, closeMs } = window;
  return {
    symbol: name,
    priceChange: toNumeric(close - open),
    priceChangePercent: percent(changePercent(open, close)),
    weightedAvgPrice: toNumeric(meanPrice(window)),
    openPrice: toNumeric(open),
    highPrice: toNumeric(high),
    lowPrice: toNumeric(low),
    lastPrice: toNumeric(close),
    volume: toNumeric(volume),
    quoteVolume: toNumeric(valueOf(window)),
    openTime: openMs,
    closeTime: closeMs,
    firstId: -1,
    lastId: -1,
    count: 0,
  };
}

export function miniWindowTicker(name: string, window: Window) {
  const { symbol, openPrice, highPrice, lowPrice, lastPrice, volume, quoteVolume, ...rest } = windowTicker(
    name,
    window,
  );
  const { openTime, closeTime, firstId, lastId, count } = rest;
  return {
    ...{ symbol, openPrice, highPrice, lowPrice, lastPrice, volume, quoteVolume },
    ...{ openTime, closeTime, firstId, lastId, count },
  };
}

/** Formats a percentage with three decimals, such as "-1.250", as the exchange does. */
function percent(value: Amount): string {
  return toNumeric(value).slice(0, -(DECIMALS - 3));
}

function meanPrice({ open, high, low, close }: Omit<Candle, 'startMs' | 'volume'>): Amount {
  return (open + high + low + close) / 4n;
}

export function priceTicker({ pair, entry }: Snapshot) {
  return { symbol: pair.name, price: toNumeric(entry.last) };
}

export function bookTicker({ pair, entry, size }: Snapshot) {
  return {
    symbol: pair.name,
    bidPrice: toNumeric(entry.bid),
    bidQty: toNumeric(size),
    askPrice: toNumeric(entry.ask),
    askQty: toNumeric(size),
  };
}

/** Formats the order book. It has one level, because there is one dealer, and is empty while the pair can't be traded. */
export function depth({ entry, size }: Snapshot) {
  const level = (price: Amount) => (size === 0n ? [] : [[toNumeric(price), toNumeric(size)]]);
  return { lastUpdateId: Number(quotedBy(entry).seq), bids: level(entry.bid), asks: level(entry.ask) };
}

/** Formats a candle as a row of twelve values, as the exchange does. */
export function kline(candle: Candle, { after }: Interval) {
  return [
    candle.startMs,
    toNumeric(candle.open),
    toNumeric(candle.high),
    toNumeric(candle.low),
    toNumeric(candle.close),
    toNumeric(candle.volume),
    after(candle.startMs) - 1,
    toNumeric(valueOf(candle)),
    0,
    ZERO,
    ZERO,
    '0',
  ];
}

export function averagePrice({ pair, entry }: Snapshot, candles: Pick<Market['candles'], 'minutes'>) {
  const minutes = candles.minutes(pair.instrument.symbol, entry.timeMs - AVERAGE_MS).slice(-AVERAGE_MINUTES);
  const sum = minutes.reduce((total, candle) => total + meanPrice(candle), 0n);
  const price = minutes.length === 0 ? entry.last : sum / BigInt(minutes.length);
  return { mins: AVERAGE_MINUTES, price: toNumeric(price), closeTime: entry.timeMs };
}

const AVERAGE_MINUTES = 5;
const AVERAGE_MS = AVERAGE_MINUTES * MINUTE_MS;

/**
 * Formats an entry of the record as a public trade: the last price and the volume that the feed reported. No customer's trade is
 * public. The record doesn't say who the maker was, so a price in the lower half of the spread counts as a sale.
 */
export function tapeTrade({ seq, last, volume, timeMs, bid, ask }: TapeEntry) {
  return {
    id: Number(seq),
    price: toNumeric(last),
    qty: toNumeric(volume),
    quoteQty: toNumeric((last * volume) / ONE),
    time: timeMs,
    isBuyerMaker: 2n * last <= bid + ask,
    isBestMatch: true,
  };
}

export function aggregateTrade(entry: TapeEntry) {
  const { id, price, qty, time, isBuyerMaker } = tapeTrade(entry);
  return { a: id, p: price, q: qty, f: id, l: id, T: time, m: isBuyerMaker, M: true };
}

export const STATUSES = ['TRADING', 'HALT', 'BREAK'] as const;

export function statusOf({ instrument: { symbol } }: Pair, market: Market): (typeof STATUSES)[number] {
  const latest = market.latest.get(symbol);
  return market.offered(symbol) && latest !== undefined && !latest.halted ? 'TRADING' : 'HALT';
}

export function symbolInfo(pair: Pair, market: Market) {
  const instrument = countingNow(pair.instrument, market);
  return {
    symbol: nameOf(instrument.symbol) ?? pair.name,
    status: statusOf(pair, market),
    baseAsset: instrument.base,
    baseAssetPrecision: DECIMALS,
    quoteAsset: instrument.quote,
    quotePrecision: DECIMALS,
    quoteAssetPrecision: DECIMALS,
    baseCommissionPrecision: DECIMALS,
    quoteCommissionPrecision: DECIMALS,
    orderTypes: ORDER_TYPES,
    icebergAllowed: false,
    ocoAllowed: OCO_ALLOWED,
    otoAllowed: true,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: false,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: false,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: filtersOf(instrument),
    permissions: ['SPOT'],
    permissionSets: [['SPOT']],
    defaultSelfTradePreventionMode: 'NONE',
    allowedSelfTradePreventionModes: ['NONE'],
  };
}

const ORDER_TYPES = [
  'LIMIT',
  'LIMIT_MAKER',
  'MARKET',
  'STOP_LOSS',
  'STOP_LOSS_LIMIT',
  'TAKE_PROFIT',
  'TAKE_PROFIT_LIMIT',
] as const;
const OCO_ALLOWED = true;
