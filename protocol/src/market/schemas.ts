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
  /** The change in percent since 24 hours ago, for example "-1.25". */
  change_24h: decimalOut,
  high_24h: decimalOut,
  low_24h: decimalOut,
  /** The volume in units of the base currency. */
  volume_24h: decimalOut,
  open: v.boolean(),
  /** The reason why the instrument cannot be traded: its session is closed, or its feed is stale. */
  closed_because: v.nullable(v.picklist(['session', 'stale'])),
  /** When the session reopens; null while it is open. */
  reopens_at: v.nullable(seconds),
  /** Whether the published terms permit opening or buying. Open positions can always be closed. */
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
/** At most 1,000 candles: the newest ones within the range. */
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
const entrySources = v.object({
  /** How many sources a price needs. */
  min: v.number(),
  /** How much older than the newest quote of all sources a source's quote may be, in milliseconds. */
  age_max_ms: v.number(),
  /**
   * The maximum distance of a source's mid price from the median mid price of all fresh sources, as a fraction of that median.
   */
  deviation_max: decimalOut,
  /** Every configured source, by name. */
  quotes: v.array(
    v.object({
      name: v.string(),
      /** "used": part of the median. "stale", "deviates": left out. "missing": nothing was received. */
      state: v.picklist(['used', 'stale', 'deviates', 'missing']),
      /** Absent for a missing source. */
      time_ms: v.optional(v.number()),
      bid: v.optional(decimalOut),
      ask: v.optional(decimalOut),
      /** Absent too if the source has no trades. */
      last: v.optional(decimalOut),
      /** The SHA-256 of the source's raw message, in hex. */
      message: v.optional(v.string()),
    }),
  ),
});
const tapeEntry = v.object({
  seq: v.number(),
  time_ms: v.number(),
  bid: decimalOut,
  ask: decimalOut,
  last: decimalOut,
  volume: decimalOut,
  feed_time_ms: v.number(),
  /** Whether the entry is not a quote. If so, the prices are those of the previous entry and are not part of the hashed text. */
  gap: v.boolean(),
  /** "gap": the feed was silent. "halt": the feed ended. "reject": the feed sent quotes that the guard rejected. */
  kind: v.picklist(['quote', 'gap', 'halt', 'reject']),
  /** The reason for a halt or reject. */
  reason: v.optional(v.string()),
  /** For a reject: the number of rejected quotes, and the SHA-256 of their texts, in hex. */
  refused: v.optional(v.string()),
  refused_count: v.optional(v.number()),
  /** The named sources of a quote and the rule that combined them, if the feed names any. */
  sources: v.optional(entrySources),
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
      /** The key that signed this checkpoint. It differs from the current key after a key rotation. */
      public_key: v.string(),
      signature: v.string(),
    }),
  ),
});
