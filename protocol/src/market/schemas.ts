/** Market data: public, and the same for everybody. */
import * as v from 'valibot';
import { decimalOut, limitIn, secondsIn, seconds, seqIn, symbol } from '../fields.ts';

const instrumentKind = v.picklist(['crypto', 'forex', 'metal']);

export const quotation = v.object({
  symbol,
  kind: instrumentKind,
  base: v.string(),
  quote: v.string(),
  bid: decimalOut,
  ask: decimalOut,
  last: decimalOut,
  /** Percent against the last price 24 hours before, "-1.25". */
  change_24h: decimalOut,
  high_24h: decimalOut,
  low_24h: decimalOut,
  /** In units of the base currency. */
  volume_24h: decimalOut,
  /** Whether it can be traded now. */
  open: v.boolean(),
  /** Why not: outside its session, or its feed is stale. */
  closed_because: v.nullable(v.picklist(['session', 'stale'])),
  /** When the session opens again, while it is closed. */
  reopens_at: v.nullable(seconds),
  /** Whether published terms permit opening or buying; what is open can always be closed. */
  offered: v.boolean(),
  tape_seq: v.number(),
  time: seconds,
  spot: v.boolean(),
  tick_size: decimalOut,
  quantity_step: decimalOut,
  quantity_min: decimalOut,
  quantity_max: decimalOut,
  spot_fee_rate: decimalOut,
  /** Closing prices of the last 24 hours, oldest first, for a sparkline. */
  spark: v.array(decimalOut),
});
export const quotations = v.array(quotation);

export const candlePeriods = ['1m', '5m', '15m', '30m', '1h', '4h', '1D', '1W'] as const;
export const candlePeriod = v.picklist(candlePeriods);
export const candle = v.object({
  time: seconds,
  open: decimalOut,
  high: decimalOut,
  low: decimalOut,
  close: decimalOut,
  volume: decimalOut,
});
/** At most 1,000 candles, the newest ones within the range. */
export const candlesInput = v.object({
  symbol,
  period: candlePeriod,
  from: v.optional(secondsIn),
  to: v.optional(secondsIn),
});
export const candles = v.array(candle);

export const tapeInput = v.object({
  symbol,
  from_seq: v.optional(seqIn),
  limit: v.optional(limitIn),
});
const tapeEntry = v.object({
  seq: v.number(),
  time_ms: v.number(),
  bid: decimalOut,
  ask: decimalOut,
  last: decimalOut,
  volume: decimalOut,
  feed_time_ms: v.number(),
  /** The entry isn't a quote: its prices are those of the entry before, and aren't hashed again. */
  gap: v.boolean(),
  /** "gap": the feed was silent. "halt": it ended. "reject": it sent quotes that the guard rejected. */
  kind: v.picklist(['quote', 'gap', 'halt', 'reject']),
  /** The reason of a halt or reject. */
  reason: v.optional(v.string()),
  /** For a reject: SHA-256 in hex over the texts of the rejected quotes, and their number. */
  refused: v.optional(v.string()),
  refused_count: v.optional(v.number()),
  hash: v.string(),
});
export const tape = v.array(tapeEntry);

export const checkpointsInput = v.object({
  symbol,
  from_seq: v.optional(seqIn),
  limit: v.optional(limitIn),
});
export const checkpoints = v.object({
  public_key: v.string(),
  checkpoints: v.array(
    v.object({
      seq: v.number(),
      hash: v.string(),
      time: seconds,
      /** The key that signed this one; it differs from the current key after a key rotation. */
      public_key: v.string(),
      signature: v.string(),
    }),
  ),
});
