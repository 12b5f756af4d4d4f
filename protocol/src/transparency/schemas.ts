/** The platform's publications about itself, computed from its ledger. */
import * as v from 'valibot';
import { cursor, decimalOut, seconds, symbol } from '../fields.ts';

/**
 * The share of the customers who closed a leveraged position in the period and lost money: the profit of all their closings,
 * less fees and financing, is below zero.
 */
export const lossShare = v.object({
  /** "72.4"; null while there are too few customers. */
  share_percent: v.nullable(decimalOut),
  /** Why no share is published. */
  reason: v.nullable(v.literal('too_few_customers')),
  /** The number of customers counted, and the minimum for publishing a share. */
  customers: v.number(),
  customers_min: v.number(),
  from: seconds,
  to: seconds,
  basis: v.literal('closed_positions'),
});

/** The information that a verifier needs: the key, and the hashed and signed texts field by field. */
export const transparencyKeys = v.object({
  /** 32 raw bytes in lower-case hex: the current signing key. */
  public_key: v.string(),
  algorithm: v.literal('ed25519'),
  hash: v.literal('sha256'),
  /** The hash before the first entry, in hex. */
  genesis: v.string(),
  /** The texts that are hashed and signed, with the names of their fields. */
  entry_form: v.string(),
  gap_form: v.string(),
  halt_form: v.string(),
  reject_form: v.string(),
  refused_form: v.string(),
  checkpoint_form: v.string(),
});

/** The list is empty if the feed is external. */
export const marketDays = v.object({
  /** The text that is signed, with the names of its fields. */
  form: v.string(),
  days: v.array(
    v.object({
      /** UTC, by the market clock: "2026-11-23". */
      day: v.string(),
      /** SHA-256 of the key, in hex. */
      commitment: v.string(),
      public_key: v.string(),
      signature: v.string(),
      committed_at: seconds,
      /** 32 bytes in hex; null until the day is over. */
      key: v.nullable(v.string()),
    }),
  ),
});

const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((text) => isDay(text), 'day'),
);
/** Whether a text in the form of a date is an existing date, unlike 30 February. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const marketRunsInput = v.object({
  /** UTC, by the market clock: "2026-11-23". */
  day,
  /** The time of a run, with which the list starts; if absent, it starts with the first run of the day. */
  from_ms: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
});

export const ownEntriesInput = v.object({
  /** The index in the log with which the list starts. */
  from_index: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/))),
});

export const ownEntries = v.object({
  entries: v.array(
    v.object({
      /** The place in the log, from 0. */
      index: v.number(),
      kind: v.string(),
      /** The public text, which ends with the SHA-256 over salt and opening, in hex. */
      entry: v.string(),
      /** 16 bytes in hex. */
      salt: v.string(),
      opening: v.string(),
    }),
  ),
  /** The index with which the next page starts; null on the last page. */
  next_index: v.nullable(v.number()),
});

const marketRun = v.object({
  /** The commitment to the day's key, in hex. */
  commitment: v.string(),
  /** The time of the run's first quotes, by the market clock. */
  started_ms: v.number(),
  /** The number of the newest entry of each symbol that had one. */
  heads: v.record(v.string(), v.number()),
  /** Milliseconds between two steps; null for older runs. */
  step_ms: v.nullable(v.number()),
});

/** The runs of a day in order. */
export const marketRuns = v.object({
  runs: v.array(marketRun),
  /** The run after the last one listed, whether on this day or later; null if there is none. */
  next: v.nullable(v.object({ day: v.string(), ...marketRun.entries })),
});

export const newestCheckpoints = v.array(
  v.object({
    symbol,
    seq: v.number(),
    hash: v.string(),
    time: seconds,
    public_key: v.string(),
    signature: v.string(),
  }),
);

export const voidsInput = v.object({
  /** A UTC day; if absent, the newest tickets of all days. */
  day: v.optional(day),
  cursor: v.optional(cursor),
});
const gapSide = v.object({ seq: v.number(), time_ms: v.number(), gap: v.boolean() });
/**
 * The amounts that void tickets saved the house (the profits of tickets that would have won) and cost it (the stakes of tickets
 * that would have lost), by the last prices on the tape as if no gap had made them void. In USDT as of each ticket's
 * acceptance.
 */
const effect = {
  tickets: v.number(),
  saved_usdt: decimalOut,
  cost_usdt: decimalOut,
  /** Tickets whose outcome is unknown because their expiry has not passed. */
  undecided: v.number(),
};
export const voids = v.object({
  /** Newest first, by UTC day; days without a void are left out. */
  days: v.array(v.object({ day, ...effect })),
  /** Newest first. Each item covers all tickets that one gap made void, identified by the two entries around the gap. */
  voids: v.array(
    v.object({
      symbol,
      instant: v.picklist(['strike', 'expiry']),
      before: gapSide,
      after: gapSide,
      at: seconds,
      ...effect,
    }),
  ),
  next: v.nullable(cursor),
});

export const pausesInput = v.object({ cursor: v.optional(cursor) });
/** The age limit for market orders, and every time that a tape recorded something other than a price. */
export const pauses = v.object({
  /** One row per market. */
  fills: v.array(
    v.object({
      symbol,
      /**
       * A market order fills at the newest entry if that is no older than this, by either of its times; otherwise at the next
       * one.
       */
      fill_age_ms: v.number(),
      /** While the newest quote is older than this, no order is accepted. */
      stale_after_ms: v.number(),
    }),
  ),
  /** Newest first. */
  pauses: v.array(
    v.object({
      symbol,
      seq: v.number(),
      time: seconds,
      /** "gap": the feed was silent. "halt": the feed ended. "reject": the feed sent quotes that the guard rejected. */
      kind: v.picklist(['gap', 'halt', 'reject']),
      /** Null for a gap. */
      reason: v.nullable(v.string()),
      /** The number of rejected quotes; null for the other kinds. */
      refused_count: v.nullable(v.number()),
    }),
  ),
  next: v.nullable(cursor),
});

/** A version of published terms. The newest version of a subject that has taken effect applies. */
export const termsVersion = v.object({
  version: v.number(),
  effective_at: seconds,
  /** When a newer version replaces it. If this is not after its own start, the version never takes effect. */
  until: v.nullable(seconds),
  current: v.boolean(),
  /** Parameters by name: decimals as text, and booleans for what is open. */
  body: v.record(v.string(), v.union([v.string(), v.boolean()])),
});
/** Every subject with all its versions, oldest first. */
export const publishedTerms = v.array(
  v.object({
    /** "withdrawal:BTC", "instrument:BTC/USDT". */
    subject: v.string(),
    versions: v.array(termsVersion),
  }),
);
