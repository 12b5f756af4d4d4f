/** Market data: what everybody may read, the same for everybody. */
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
  /** Per cent against the last price 24 hours before, "-1.25". */
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
  /** Whether published terms let something new be opened or bought; what is open can be closed whatever they say. */
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
  /** The entry is no quote: its prices are those of the entry before, and are not hashed again. */
  gap: v.boolean(),
  /** "gap": the feed was silent. "halt": it ended. "reject": it sent what the guard refused. */
  kind: v.picklist(['quote', 'gap', 'halt', 'reject']),
  /** Why, of a halt or reject. */
  reason: v.optional(v.string()),
  /** Of a reject: SHA-256 in hex over the texts of the refused quotes, and how many they are. */
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
      /** The key that signed this one; it differs from the present key after a change of keys. */
      public_key: v.string(),
      signature: v.string(),
    }),
  ),
});
