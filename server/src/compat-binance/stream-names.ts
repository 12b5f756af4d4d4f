/** The names of market streams, such as "btcusdt@kline_1m". A name that no stream has is rejected, instead of staying silent. */
import type { CandlePeriod } from '@candor/domain/market/candle.ts';
import { pairOf } from './pairs.ts';
import type { Pair } from './pairs.ts';

export type StreamKind =
  | { readonly kind: 'ticker' | 'miniTicker' | 'bookTicker' | 'trade' | 'aggTrade' | 'avgPrice' }
  | { readonly kind: 'depth' }
  /** The levels themselves instead of their changes. */
  | { readonly kind: 'book' }
  | { readonly kind: 'kline'; readonly interval: string; readonly period: CandlePeriod };

export type StreamName = StreamKind & {
  readonly name: string;
  /** Absent for a stream of all pairs. */
  readonly pair?: Pair;
  /** The least time between two messages; 0 for each change. */
  readonly everyMs: number;
};

/** Only the periods that are kept current in memory. */
const PERIODS: ReadonlyMap<string, CandlePeriod> = new Map([
  ['1m', '1m'],
  ['5m', '5m'],
  ['15m', '15m'],
  ['30m', '30m'],
  ['1h', '1h'],
  ['4h', '4h'],
  ['1d', '1D'],
  ['1w', '1W'],
]);
const NAME_CHARS_MAX = 64;
const SECOND_MS = 1000;
const DEPTH = /^depth(5|10|20)?(?:@(100|1000)ms)?$/;

export function readStreamName(name: string): StreamName | undefined {
  if (name.length > NAME_CHARS_MAX) return undefined;
  if (name === '!ticker@arr') return { name, kind: 'ticker', everyMs: SECOND_MS };
  if (name === '!miniTicker@arr') return { name, kind: 'miniTicker', everyMs: SECOND_MS };
  const cut = name.indexOf('@');
  const pair = cut === -1 ? undefined : pairOf(name.slice(0, cut).toUpperCase());
  if (pair === undefined || name.slice(0, cut) !== pair.name.toLowerCase()) return undefined;
  return kindOf(name, pair, name.slice(cut + 1));
}

function kindOf(name: string, pair: Pair, said: string): StreamName | undefined {
  const one = { name, pair };
  if (said === 'ticker' || said === 'miniTicker' || said === 'avgPrice')
    return { ...one, kind: said, everyMs: SECOND_MS };
  if (said === 'bookTicker' || said === 'trade' || said === 'aggTrade')
    return { ...one, kind: said, everyMs: 0 };
  if (said.startsWith('kline_')) {
    const interval = said.slice('kline_'.length);
    const period = PERIODS.get(interval);
    return period && { ...one, kind: 'kline', interval, period, everyMs: SECOND_MS };
  }
  const depth = DEPTH.exec(said);
  if (depth === null) return undefined;
  const everyMs = Number(depth[2] ?? SECOND_MS);
  return { ...one, kind: depth[1] === undefined ? 'depth' : 'book', everyMs };
}
