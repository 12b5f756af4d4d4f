/**
 * A quote as another program sends it: {"symbol","bid","ask","time_ms","last"?,"volume"?}. Amounts are decimal texts; a JSON
 * number is taken too, as the decimal it was written as. What cannot be read is named, never coerced.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { AMOUNT_DECIMALS, parseAmount } from '@candor/domain/money/amount.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';

/** Beyond this a JSON number no longer tells eight places apart. */
const NUMBER_MAX = 1e9;

/** Reads one quote; the refusal's field says what is wrong with it. */
export function readQuoteJson(value: unknown): Outcome<Quote, 'unreadable'> {
  if (typeof value !== 'object' || value === null) return refuse('unreadable');
  const fields = value as Readonly<Record<string, unknown>>;
  const symbol = fields['symbol'];
  if (typeof symbol !== 'string') return refuse('unreadable', { field: 'symbol' });
  const timeMs = fields['time_ms'];
  const bid = readDecimal(fields['bid']);
  const ask = readDecimal(fields['ask']);
  const last = fields['last'] === undefined ? null : readDecimal(fields['last']);
  const volume = fields['volume'] === undefined ? 0n : readDecimal(fields['volume']);
  if (bid === undefined) return refuse('unreadable', { field: 'bid' });
  if (ask === undefined) return refuse('unreadable', { field: 'ask' });
  if (last === undefined) return refuse('unreadable', { field: 'last' });
  if (volume === undefined) return refuse('unreadable', { field: 'volume' });
  if (typeof timeMs !== 'number' || !Number.isSafeInteger(timeMs)) {
    return refuse('unreadable', { field: 'time_ms' });
  }
  return ok({ symbol, bid, ask, ...(last === null ? {} : { last }), volume, feedTimeMs: timeMs });
}

/** A message holds one quote or an array of them. */
export function readMessage(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    // Not JSON: the caller counts the message as a fault of the feed.
    return undefined;
  }
}

function readDecimal(value: unknown): Amount | undefined {
  if (typeof value === 'string') return parseAmount(value);
  if (typeof value !== 'number' || !(Math.abs(value) < NUMBER_MAX)) return undefined;
  const magnitude = parseAmount(Math.abs(value).toFixed(AMOUNT_DECIMALS));
  return magnitude === undefined || value >= 0 ? magnitude : -magnitude;
}
