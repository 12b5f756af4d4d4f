/** Figures of a pair over a window that starts at a full minute and ends now. */
import type { Candle } from '@candor/domain/market/candle.ts';
import { joinCandles, periodsMs } from '@candor/domain/market/candle.ts';
import { DAY_MS, MINUTE_MS } from '@candor/domain/time.ts';
import { failed, invalidTickerType } from './failure.ts';
import type { Market, Snapshot } from './market-view.ts';
import type { Asked } from './parameters.ts';

const QUARTER_MS = periodsMs['15m'];
const HOUR_MS = 60 * MINUTE_MS;
const SIZE = /^([1-9]\d?)([mhd])$/;
const UNITS = {
  m: { unitMs: MINUTE_MS, most: 59 },
  h: { unitMs: HOUR_MS, most: 23 },
  d: { unitMs: DAY_MS, most: 7 },
} as const;
const ZONE = /^([+-]?)(\d{1,2})(?::(\d{2}))?$/;
const ZONE_EAST_MS = 14 * HOUR_MS;
const ZONE_WEST_MS = 12 * HOUR_MS;

export const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;

/** Returns the length of a window such as "7d", or undefined if the name is unknown. */
export function windowMs(name: string): number | undefined {
  const [, count = '', unit = ''] = SIZE.exec(name) ?? [];
  if (unit !== 'm' && unit !== 'h' && unit !== 'd') return undefined;
  const { unitMs, most } = UNITS[unit];
  return Number(count) > most ? undefined : Number(count) * unitMs;
}

/** Returns how far a time zone such as "8" or "-1:00" is ahead of UTC, or undefined if it is invalid. */
export function zoneMs(name: string): number | undefined {
  const [, sign = '', hours, minutes = '0'] = ZONE.exec(name) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  if (size > (sign === '-' ? ZONE_WEST_MS : ZONE_EAST_MS)) return undefined;
  return sign === '-' ? -size : size;
}

export const invalidZone = failed(-1130, "Data sent for parameter 'timeZone' is not valid.");

export function tickerType(asked: Asked): 'FULL' | 'MINI' {
  return asked.oneOf('type', ['FULL', 'MINI'], invalidTickerType) ?? 'FULL';
}

export type Span = { readonly openMs: number; readonly closeMs: number };
export type Window = Omit<Candle, 'startMs'> & Span;

/** Returns the figures of a window of at most a day, from the minutes in memory. */
export function recentWindow(
  { pair, entry }: Snapshot,
  { candles }: Pick<Market, 'candles'>,
  span: Span,
): Window {
  return joinedWindow(entry.last, candles.minutes(pair.instrument.symbol, span.openMs), span);
}

/** Returns the figures of a window of any length. */
export async function readWindow(
  { pair, entry }: Snapshot,
  { candles }: Pick<Market, 'candles'>,
  span: Span,
): Promise<Window> {
  const { openMs, closeMs } = span;
  const { symbol } = pair.instrument;
  const quarterMs = Math.min(Math.ceil(openMs / QUARTER_MS) * QUARTER_MS, closeMs + 1);
  const part = (periodMs: number, fromMs: number, toMs: number) =>
    candles.range({ symbol, periodMs, fromMs, toMs, limit: Math.ceil((toMs - fromMs) / periodMs) + 1 });
  const parts = await Promise.all([
    quarterMs > openMs ? part(MINUTE_MS, openMs, quarterMs) : [],
    quarterMs <= closeMs ? part(QUARTER_MS, quarterMs, closeMs + 1) : [],
  ]);
  return joinedWindow(entry.last, parts.flat(), span);
}

/** In a window without quotes, the newest price applies throughout. */
function joinedWindow(price: bigint, parts: readonly Candle[], { openMs, closeMs }: Span): Window {
  const flat: Candle = { startMs: openMs, open: price, high: price, low: price, close: price, volume: 0n };
  return { ...(parts.length === 0 ? flat : parts.reduce(joinCandles)), openMs, closeMs };
}
