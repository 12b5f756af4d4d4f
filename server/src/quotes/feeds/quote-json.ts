/**
 * Reads a quote in the form in which an external program sends it: {"symbol","bid","ask","time_ms","last"?,"volume"?}. Amounts
 * are decimal texts; a JSON number is accepted as its decimal text. A refusal names the invalid field, and no field is coerced.
 */
import type { Quote } from '@candor/domain/market/quote.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { AMOUNT_DECIMALS, parseAmount } from '@candor/domain/money/amount.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { ok, refuse } from '@candor/domain/outcome.ts';

/** Above this value, a JSON number can't represent eight decimals exactly. */
const NUMBER_MAX = 1e9;

/** Reads one quote. A refusal names the invalid field. */
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

/** Parses a message, which contains one quote or an array of quotes. */
export function readMessage(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    // The message is not JSON. The caller counts it as a violation by the feed.
    return undefined;
  }
}

function readDecimal(value: unknown): Amount | undefined {
  if (typeof value === 'string') return parseAmount(value);
  if (typeof value !== 'number' || !(Math.abs(value) < NUMBER_MAX)) return undefined;
  const magnitude = parseAmount(Math.abs(value).toFixed(AMOUNT_DECIMALS));
  return magnitude === undefined || value >= 0 ? magnitude : -magnitude;
}
