/**
 * Parses the names of market streams, such as "btcusdt@kline_1m". An unknown name is rejected, because otherwise its stream would
 * stay silent.
 */
import { intervals } from './intervals.ts';
import type { Interval } from './intervals.ts';
import { pairOf } from './pairs.ts';
import type { Pair } from './pairs.ts';
import { windowMs } from './windows.ts';

export type StreamKind =
  | { readonly kind: 'ticker' | 'miniTicker' | 'bookTicker' | 'trade' | 'aggTrade' | 'avgPrice' }
  | { readonly kind: 'depth' }
  /** The price levels themselves, not their changes. */
  | { readonly kind: 'book' }
  | { readonly kind: 'kline'; readonly interval: Interval }
  /** Figures of a window other than a day. */
  | { readonly kind: 'window'; readonly window: string; readonly lengthMs: number };

export type StreamName = StreamKind & {
  readonly name: string;
  /** Absent for a stream of all pairs. */
  readonly pair?: Pair;
  /** The minimum time between two messages; 0 for every change. */
  readonly everyMs: number;
};

const NAME_CHARS_MAX = 64;
const SECOND_MS = 1000;
const WINDOW = /^ticker_(1h|4h|1d)$/;
const ALL_WINDOWS = /^!ticker_(1h|4h|1d)@arr$/;
const DEPTH = /^depth(5|10|20)?(?:@(100|1000)ms)?$/;

export function readStreamName(name: string): StreamName | undefined {
  if (name.length > NAME_CHARS_MAX) return undefined;
  if (name === '!ticker@arr') return { name, kind: 'ticker', everyMs: SECOND_MS };
  if (name === '!miniTicker@arr') return { name, kind: 'miniTicker', everyMs: SECOND_MS };
  const all = ALL_WINDOWS.exec(name)?.[1];
  if (all !== undefined) return { name, ...windowOf(all) };
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
    const interval = intervals.get(said.slice('kline_'.length));
    return interval && { ...one, kind: 'kline', interval, everyMs: SECOND_MS };
  }
  const window = WINDOW.exec(said)?.[1];
  if (window !== undefined) return { ...one, ...windowOf(window) };
  const depth = DEPTH.exec(said);
  if (depth === null) return undefined;
  const everyMs = Number(depth[2] ?? SECOND_MS);
  return { ...one, kind: depth[1] === undefined ? 'depth' : 'book', everyMs };
}

function windowOf(window: string) {
  return { kind: 'window', window, lengthMs: windowMs(window) ?? 0, everyMs: SECOND_MS } as const;
}
