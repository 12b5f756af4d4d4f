/** The public calls. Each row has the call's weight, its parameters and its answer. */
import { readEntries } from '../../quotes/tape-store.ts';
import { answered, failed, invalidInterval, invalidStatus, statusOther } from './failure.ts';
import type { Result } from './failure.ts';
import { intervals } from './intervals.ts';
import { entriesFrom, readKlines } from './klines.ts';
import * as view from './market-view.ts';
import type { Market, Snapshot } from './market-view.ts';
import type { Pair } from './pairs.ts';
import type { Asked } from './parameters.ts';
import { RATE_LIMITS } from './weights.ts';
import { invalidZone, tickerType, zoneMs } from './windows.ts';

export type PublicCall = {
  readonly weight: number | ((asked: Asked) => number);
  /** The names of the call's parameters, separated by spaces. */
  readonly takes: string;
  /** Whether the call reads the database. Only a few of these run at a time. */
  readonly readsMuch?: true;
  readonly answer: (asked: Asked, market: Market) => Result | Promise<Result>;
};

const ping: PublicCall = { weight: 1, takes: '', answer: () => answered({}) };
const time: PublicCall = {
  weight: 1,
  takes: '',
  answer: (_asked, market) => answered({ serverTime: market.wallNow() }),
};

const exchangeInfo: PublicCall = {
  weight: 20,
  takes: 'symbol symbols permissions showPermissionSets symbolStatus',
  answer: (asked, market) => {
    asked.excluding(['symbol', 'symbols'], ['permissions']);
    asked.excluding(['symbol', 'symbols'], ['symbolStatus']);
    const pairs = pairsOfStatus(asked, market)[0];
    const permissions = asked.given.get('permissions');
    const showsSets = asked.flag('showPermissionSets') ?? true;
    if (asked.failure !== undefined) return asked.failure;
    const isSpot = permissions === undefined || /^(SPOT|\[.*"SPOT".*\])$/.test(permissions);
    const symbols = pairs.map((pair) => view.symbolInfo(pair, market));
    const shown = showsSets ? symbols : symbols.map((info) => ({ ...info, permissionSets: [] }));
    return answered({
      timezone: 'UTC',
      serverTime: market.wallNow(),
      rateLimits: RATE_LIMITS,
      exchangeFilters: [],
      symbols: isSpot ? shown : [],
    });
  },
};

/** Futures are not offered, so these lists are empty. Clients load them together with the spot pairs. */
const noFutures: PublicCall = {
  weight: 1,
  takes: '',
  answer: (_asked, market) =>
    answered({
      timezone: 'UTC',
      serverTime: market.wallNow(),
      rateLimits: [],
      exchangeFilters: [],
      symbols: [],
    }),
};

/** Margin trading is not offered either. Clients sign these requests, although we need no signature. */
const noMargin: PublicCall = {
  weight: 1,
  takes: 'symbol timestamp recvWindow signature',
  answer: () => answered([]),
};

/**
 * Returns the pairs that a request names and that have the requested status. A request for a single pair with another status is
 * refused; from a list, such a pair is omitted.
 */
export function pairsOfStatus(
  asked: Asked,
  market: Market,
): readonly [pairs: readonly Pair[], isList: boolean] {
  const [pairs, isList] = asked.pairs();
  const status = asked.oneOf('symbolStatus', view.STATUSES, invalidStatus);
  const found = pairs.filter((pair) => status === undefined || view.statusOf(pair, market) === status);
  if (!isList && found.length < pairs.length) asked.fail(statusOther);
  return [found, isList];
}

/** Returns the number of pairs that a request names, or of all pairs if it names none. */
function countOf(asked: Asked): number {
  if (asked.has('symbol')) return 1;
  return asked.has('symbols') ? (asked.given.get('symbols') ?? '').split(',').length : Infinity;
}

/** A ticker call. For one pair the answer is an object; for several it is a list. */
function ticker(
  weight: PublicCall['weight'],
  read: (shown: Snapshot, asked: Asked) => object,
  takes = '',
): PublicCall {
  return {
    weight,
    takes: `symbol symbols symbolStatus ${takes}`,
    answer: (asked, market) => {
      const [pairs, isList] = pairsOfStatus(asked, market);
      if (asked.failure !== undefined) return asked.failure;
      const shown = pairs
        .flatMap((pair) => view.snapshotOf(pair, market) ?? [])
        .map((one) => read(one, asked));
      if (asked.failure !== undefined) return asked.failure;
      if (isList) return answered(shown);
      return shown[0] === undefined ? noQuote : answered(shown[0]);
    },
  };
}

export const noQuote = failed(-1000, 'There is no quote of this symbol yet.', 503);
const oneOrAll = (asked: Asked) => (asked.has('symbol') ? 2 : 4);

const day = ticker(
  (asked) => {
    const count = countOf(asked);
    if (count <= 20) return 2;
    return count <= 100 ? 40 : 80;
  },
  (shown, asked) => (tickerType(asked) === 'MINI' ? view.miniTicker24hr : view.ticker24hr)(shown),
  'type',
);

function ofOne(
  takes: string,
  weight: PublicCall['weight'],
  read: (shown: Snapshot, asked: Asked, market: Market) => Result | Promise<Result>,
): PublicCall {
  return {
    weight,
    takes: `symbol ${takes}`,
    answer: (asked, market) => {
      const pair = asked.pair();
      if (pair === undefined || asked.failure !== undefined) return asked.failure ?? noQuote;
      const shown = view.snapshotOf(pair, market);
      return shown === undefined ? noQuote : read(shown, asked, market);
    },
  };
}

const avgPrice = ofOne('', 2, (shown, _asked, { candles }) => answered(view.averagePrice(shown, candles)));

/** There is only one price level, so the limit affects only the weight. */
const depth = ofOne(
  'limit symbolStatus',
  (asked) => {
    const levels = asked.whole('limit') ?? 100;
    if (levels <= 100) return 5;
    if (levels <= 500) return 25;
    return levels <= 1000 ? 50 : 250;
  },
  (shown, asked, market) => {
    asked.whole('limit', { min: 1 });
    pairsOfStatus(asked, market);
    return asked.failure ?? answered(view.depth(shown));
  },
);

const klines = ofOne('interval startTime endTime timeZone limit', 2, async ({ pair }, asked, market) => {
  const name = asked.needed('interval', asked.given.get('interval'));
  const interval = name === undefined ? undefined : (intervals.get(name) ?? asked.fail(invalidInterval));
  const [limit, period] = [asked.limit(), asked.period()];
  const zone = asked.given.get('timeZone') ?? '0';
  const aheadMs = zoneMs(zone) ?? asked.fail(invalidZone);
  if (aheadMs !== 0) asked.fail(onlyUtc);
  if (asked.failure !== undefined || interval === undefined) return asked.failure ?? invalidInterval;
  const { symbol } = pair.instrument;
  const found = await readKlines(market, interval, { ...period, symbol, limit });
  return answered(found.map((candle) => view.kline(candle, interval)));
});

const onlyUtc = failed(-1130, "Data sent for parameter 'timeZone' is not valid: candles are of UTC here.");

/** Returns entries of the record, oldest first. Gap entries aren't quotes, so trade numbers may have holes. */
async function tapeRows(
  { pair, entry }: { readonly pair: Pair; readonly entry: { readonly seq: bigint } },
  { from, limit }: { readonly from: number | undefined; readonly limit: number },
  { pool }: Market,
) {
  const newest = entry.seq - BigInt(limit) + 1n;
  const fromSeq = from === undefined ? newest : BigInt(from);
  const read = await readEntries(pool, { symbol: pair.instrument.symbol, fromSeq, limit });
  return read.filter((one) => one.gap !== true);
}

const trades = (takes: string) =>
  ofOne(takes, 25, async (shown, asked, market) => {
    const about = { from: asked.whole('fromId'), limit: asked.limit() };
    if (asked.failure !== undefined) return asked.failure;
    return answered((await tapeRows(shown, about, market)).map(view.tapeTrade));
  });

const aggTrades = ofOne('fromId startTime endTime limit', 4, async (shown, asked, market) => {
  asked.excluding(['fromId'], ['startTime', 'endTime']);
  const about = { from: asked.whole('fromId'), limit: asked.limit() };
  const { startMs, endMs } = asked.period();
  if (asked.failure !== undefined) return asked.failure;
  if (startMs === undefined && endMs === undefined)
    return answered((await tapeRows(shown, about, market)).map(view.aggregateTrade));
  const toMs = endMs ?? market.clock.now();
  // Without a start, the newest entries before the end are returned, searched for within the last hour before it.
  const fromMs = startMs ?? toMs - NEWEST_WITHIN_MS;
  const { symbol } = shown.pair.instrument;
  const found = await entriesFrom(market.pool, { symbol, fromMs, toMs });
  const { limit } = about;
  const rows = startMs === undefined ? found.slice(-limit) : found.slice(0, limit);
  return answered(rows.map(view.aggregateTrade));
});

const NEWEST_WITHIN_MS = 20 * 60_000;

/** There are neither reference prices nor execution rules, because a pair has no price other than the record's. */
const noRules: PublicCall = {
  weight: (asked) => (asked.has('symbol') ? 2 : 40),
  takes: 'symbol symbols symbolStatus',
  answer: (asked, market) => {
    pairsOfStatus(asked, market);
    return asked.failure ?? answered({ symbolRules: [] });
  },
};

export const marketCalls: readonly (readonly [name: string, call: PublicCall])[] = [
  ['GET /api/v3/ping', ping],
  ['GET /api/v3/time', time],
  ['GET /api/v3/exchangeInfo', exchangeInfo],
  ['GET /api/v3/executionRules', noRules],
  ['GET /api/v3/ticker/24hr', day],
  ['GET /api/v3/ticker/price', ticker(oneOrAll, view.priceTicker)],
  ['GET /api/v3/ticker/bookTicker', ticker(oneOrAll, view.bookTicker)],
  ['GET /api/v3/avgPrice', avgPrice],
  ['GET /api/v3/depth', depth],
  ['GET /api/v3/klines', { ...klines, readsMuch: true }],
  ['GET /api/v3/uiKlines', { ...klines, readsMuch: true }],
  ['GET /api/v3/trades', { ...trades('limit'), readsMuch: true }],
  ['GET /api/v3/historicalTrades', { ...trades('limit fromId'), readsMuch: true }],
  ['GET /api/v3/aggTrades', { ...aggTrades, readsMuch: true }],
  ['GET /fapi/v1/exchangeInfo', noFutures],
  ['GET /sapi/v1/margin/allPairs', noMargin],
  ['GET /sapi/v1/margin/isolated/allPairs', noMargin],
  ['GET /dapi/v1/exchangeInfo', noFutures],
];
