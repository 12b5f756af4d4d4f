/** The public calls: each row has its weight, as the exchange counts it, and its answer. */
import { periodStart } from '@candor/domain/market/candle.ts';
import { DAY_MS } from '@candor/domain/time.ts';
import { LIMITS } from '../limits.ts';
import { readEntries } from '../quotes/tape-store.ts';
import { answered, failed, invalidInterval } from './failure.ts';
import type { Result } from './failure.ts';
import { intervalsMs } from './intervals.ts';
import * as view from './market-view.ts';
import type { Market, Snapshot } from './market-view.ts';
import type { Pair } from './pairs.ts';
import type { Asked } from './parameters.ts';
import { RATE_LIMITS } from './weights.ts';

export type PublicCall = {
  readonly weight: number | ((asked: Asked) => number);
  /** Whether it reads the database, so that only a few run at a time. */
  readonly readsMuch?: true;
  readonly answer: (asked: Asked, market: Market) => Result | Promise<Result>;
};

const ROWS_MAX = 1000;
const TIME_MS_MAX = 8_640_000_000_000_000;

const ping: PublicCall = { weight: 1, answer: () => answered({}) };
const time: PublicCall = {
  weight: 1,
  answer: (_asked, market) => answered({ serverTime: market.wallNow() }),
};

const exchangeInfo: PublicCall = {
  weight: 20,
  answer: (asked, market) => {
    const [pairs] = asked.pairs();
    const permissions = asked.given.get('permissions');
    if (asked.failure !== undefined) return asked.failure;
    const isSpot = permissions === undefined || permissions.includes('SPOT');
    return answered({
      timezone: 'UTC',
      serverTime: market.wallNow(),
      rateLimits: RATE_LIMITS,
      exchangeFilters: [],
      symbols: isSpot ? pairs.map((pair) => view.symbolInfo(pair, market)) : [],
    });
  },
};

/** Futures are not served, so these lists are empty; clients load them together with the spot pairs. */
const noFutures: PublicCall = {
  weight: 1,
  answer: (_asked, market) =>
    answered({
      timezone: 'UTC',
      serverTime: market.wallNow(),
      rateLimits: [],
      exchangeFilters: [],
      symbols: [],
    }),
};

/** Nor is margin trading. */
const noMargin: PublicCall = { weight: 1, answer: () => answered([]) };

/** A ticker of one pair is an object, and of several a list. */
function ticker(weights: readonly [one: number, all: number], read: (shown: Snapshot) => object): PublicCall {
  const [one, all] = weights;
  return {
    weight: (asked) => (asked.has('symbol') ? one : all),
    answer: (asked, market) => {
      const [pairs, isList] = asked.pairs();
      if (asked.failure !== undefined) return asked.failure;
      const shown = pairs.flatMap((pair) => view.snapshotOf(pair, market) ?? []).map(read);
      if (isList) return answered(shown);
      return shown[0] === undefined ? noQuote : answered(shown[0]);
    },
  };
}

const noQuote = failed(-1000, 'There is no quote of this symbol yet.', 503);

const day: PublicCall = {
  weight: (asked) => (asked.has('symbol') ? 2 : 80),
  answer: (asked, market) => {
    const type = asked.oneOf('type', ['FULL', 'MINI']);
    const read = type === 'MINI' ? view.miniTicker24hr : view.ticker24hr;
    return ticker([2, 80], read).answer(asked, market);
  },
};

function ofOne(
  weight: PublicCall['weight'],
  read: (shown: Snapshot, asked: Asked, market: Market) => Result | Promise<Result>,
): PublicCall {
  return {
    weight,
    answer: (asked, market) => {
      const pair = asked.pair();
      if (pair === undefined || asked.failure !== undefined) return asked.failure ?? noQuote;
      const shown = view.snapshotOf(pair, market);
      return shown === undefined ? noQuote : read(shown, asked, market);
    },
  };
}

const avgPrice = ofOne(2, async (shown, _asked, { candles }) => {
  const { entry, pair } = shown;
  const minutes = await candles.range({
    symbol: pair.instrument.symbol,
    periodMs: view.AVERAGE_MS / view.AVERAGE_MINUTES,
    fromMs: entry.timeMs - view.AVERAGE_MS,
    toMs: entry.timeMs + 1,
    limit: view.AVERAGE_MINUTES,
  });
  return answered(view.averagePrice(minutes, entry));
});

const depth = ofOne(5, (shown, asked) => {
  asked.whole('limit', { min: 1 });
  return asked.failure ?? answered(view.depth(shown));
});

const klines = ofOne(2, async ({ pair }, asked, { candles }) => {
  const name = asked.needed('interval', asked.given.get('interval'));
  const periodMs = name === undefined ? undefined : (intervalsMs.get(name) ?? asked.fail(invalidInterval));
  const limit = asked.limit(500, ROWS_MAX);
  const from = asked.whole('startTime', { max: TIME_MS_MAX });
  const to = asked.whole('endTime', { max: TIME_MS_MAX });
  if (asked.failure !== undefined || periodMs === undefined) return asked.failure ?? invalidInterval;
  if (from !== undefined && to !== undefined && from > to) return answered([]);
  // With a start, the exchange returns the oldest rows from there; our store returns the newest of a range.
  const until = Math.min(
    to ?? TIME_MS_MAX - DAY_MS,
    from === undefined ? TIME_MS_MAX : periodStart(from + periodMs - 1, periodMs) + (limit - 1) * periodMs,
  );
  const found = await candles.range({
    symbol: pair.instrument.symbol,
    periodMs,
    fromMs: from ?? 0,
    toMs: until + 1,
    limit: Math.min(limit, LIMITS.market.candlesMax),
  });
  return answered(found.map((candle) => view.kline(candle, periodMs)));
});

/** Entries of the record, oldest first. Gap entries aren't quotes, so the numbers of trades may skip some. */
async function tapeRows(
  { pair, entry }: { readonly pair: Pair; readonly entry: { readonly seq: bigint } },
  asked: Asked,
  { pool }: Market,
) {
  const limit = asked.limit(500, ROWS_MAX);
  const from = asked.whole('fromId');
  const newest = entry.seq - BigInt(limit) + 1n;
  const fromSeq = from === undefined ? newest : BigInt(from);
  const read = await readEntries(pool, { symbol: pair.instrument.symbol, fromSeq, limit });
  return read.filter((one) => one.gap !== true);
}

const trades = ofOne(25, async (shown, asked, market) => {
  const rows = await tapeRows(shown, asked, market);
  return asked.failure ?? answered(rows.map(view.tapeTrade));
});

const aggTrades = ofOne(4, async (shown, asked, market) => {
  const from = asked.whole('startTime', { max: TIME_MS_MAX }) ?? 0;
  const to = asked.whole('endTime', { max: TIME_MS_MAX }) ?? TIME_MS_MAX;
  const rows = await tapeRows(shown, asked, market);
  const inside = rows.filter(({ timeMs }) => timeMs >= from && timeMs <= to);
  return asked.failure ?? answered(inside.map(view.aggregateTrade));
});

export const publicCalls: ReadonlyMap<string, PublicCall> = new Map<string, PublicCall>([
  ['GET /api/v3/ping', ping],
  ['GET /api/v3/time', time],
  ['GET /api/v3/exchangeInfo', exchangeInfo],
  ['GET /api/v3/ticker/24hr', day],
  ['GET /api/v3/ticker/price', ticker([2, 4], view.priceTicker)],
  ['GET /api/v3/ticker/bookTicker', ticker([2, 4], view.bookTicker)],
  ['GET /api/v3/avgPrice', { ...avgPrice, readsMuch: true }],
  ['GET /api/v3/depth', depth],
  ['GET /api/v3/klines', { ...klines, readsMuch: true }],
  ['GET /api/v3/uiKlines', { ...klines, readsMuch: true }],
  ['GET /api/v3/trades', { ...trades, readsMuch: true }],
  ['GET /api/v3/historicalTrades', { ...trades, readsMuch: true }],
  ['GET /api/v3/aggTrades', { ...aggTrades, readsMuch: true }],
  ['GET /fapi/v1/exchangeInfo', noFutures],
  ['GET /sapi/v1/margin/allPairs', noMargin],
  ['GET /sapi/v1/margin/isolated/allPairs', noMargin],
  ['GET /dapi/v1/exchangeInfo', noFutures],
]);
