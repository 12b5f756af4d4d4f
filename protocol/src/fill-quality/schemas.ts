/** The public list of fills and its statistics. */
import * as v from 'valibot';
import { cursor, decimalOut, symbol } from '../fields.ts';

const root = v.pipe(v.string(), v.regex(/^\d{1,15}$/));

export const fillsInput = v.object({
  /** The root of the ledger with which the lists start; if absent, the first one. */
  from_root: v.optional(root),
});

export const fills = v.object({
  /** In order, one for each root of the ledger, even if it covers no fill. */
  lists: v.array(
    v.object({
      root: v.number(),
      /** The entry of the public log about this list. */
      entry: v.string(),
      /** The fields of a line are separated by bars; an empty field does not apply. */
      lines: v.array(v.string()),
    }),
  ),
  /** The root with which the next page starts; null on the last page. */
  next_root: v.nullable(v.number()),
});

const day = v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/), v.isoDate());

export const fillQualityInput = v.object({
  /** A UTC day by the market clock; if absent, the newest day with a fill. */
  day: v.optional(day),
});

/** Sums and percentiles are in basis points, to four decimals, and never negative. */
const slippage = v.object({
  count: v.number(),
  sum_bp: decimalOut,
  /** The sum divided by the count, truncated; null without fills. */
  mean_bp: v.nullable(decimalOut),
  /** The value that at least 99 of 100 fills do not exceed. */
  p99_bp: v.nullable(decimalOut),
});

/** Market orders for which the price moved in one direction after the acceptance. */
const moves = v.object({
  orders: v.number(),
  /** Orders that filled at a later entry than the one at their acceptance. */
  waited: v.number(),
  /** The sum of the orders' slippage, negative if customers gained. */
  sum_bp: decimalOut,
});

export const fillQuality = v.object({
  /** Null if there was no fill yet. */
  day: v.nullable(day),
  /** The newest days with fills, newest first. */
  days: v.array(day),
  /** The first and last root of the ledger whose lists have fills of the day; null without fills. */
  from_root: v.nullable(v.number()),
  to_root: v.nullable(v.number()),
  /** Fills of the day that were not counted, because there are more than the limit. */
  left_out: v.number(),
  rows: v.array(
    v.object({
      product: v.picklist(['spot', 'contract', 'forex']),
      symbol,
      /** "market": against the quote at the acceptance. "level": against the price that a limit or level asked for. */
      against: v.picklist(['market', 'level']),
      fills: v.number(),
      waited: v.number(),
      at: v.number(),
      better: slippage,
      worse: slippage,
      favour: moves,
      disfavour: moves,
      wait_p50_ms: v.nullable(v.number()),
      wait_p99_ms: v.nullable(v.number()),
    }),
  ),
  /**
   * Orders that ended without a fill while they waited for a price, by reason, and how the price of their side had moved a minute
   * later: in favour of the customer or against them, had the order been filled. Orders for which no such quote exists yet are
   * undecided.
   */
  unfilled: v.array(
    v.object({
      reason: v.string(),
      count: v.number(),
      gained: v.number(),
      lost: v.number(),
      undecided: v.number(),
    }),
  ),
  /**
   * Orders that were refused immediately, as counted in the public log. Symbol and side are empty if the order named none.
   */
  refused: v.array(
    v.object({
      product: v.picklist(['spot', 'contract', 'forex', 'option', 'exchange']),
      symbol: v.string(),
      side: v.picklist(['buy', 'sell', 'up', 'down', '']),
      reason: v.string(),
      count: v.number(),
    }),
  ),
  /** The newest minute, in milliseconds, whose refusals are in the log; null before the first. */
  refused_to_ms: v.nullable(v.number()),
  /** Times of the day without quotes, by symbol, each from the last quote before the silence to the first one after it. */
  halts: v.array(
    v.object({
      symbol,
      count: v.number(),
      total_ms: v.number(),
      longest_ms: v.number(),
      /** Halts that have not ended yet, which are not included in the sums. */
      lasting: v.number(),
    }),
  ),
});

export const ownFillsInput = v.object({ cursor: v.optional(cursor) });
export const ownFills = v.object({
  /** Newest first. */
  fills: v.array(
    v.object({
      root: v.number(),
      line: v.string(),
      /** 16 bytes in hex. The line begins with the SHA-256 over the salt and the opening. */
      salt: v.string(),
      opening: v.string(),
    }),
  ),
  next: v.nullable(cursor),
});
