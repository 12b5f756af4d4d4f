/** The platform's publications about itself, computed from its ledger. */
import * as v from 'valibot';
import { cursor, decimalOut, seconds, symbol } from '../fields.ts';

/**
 * The share of the customers who closed a leveraged position in the period and lost money: the sum of the profits of their
 * closings, minus fees and financing, is below zero.
 */
export const lossShare = v.object({
  /** The share in percent, for example "72.4"; null while there are too few customers. */
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

/** A statement that one key follows another, signed by both; the first key of a purpose follows itself. */
const keyChange = v.object({
  purpose: v.picklist(['tape', 'log', 'vault']),
  number: v.number(),
  /** Keys and signatures are in lower-case hex. */
  before: v.string(),
  public_key: v.string(),
  /** Milliseconds since 1970 from which the new key signs. */
  since_ms: v.number(),
  signed_before: v.string(),
  signed: v.string(),
});

/** The information that a verifier needs: the public key, and the fields of the hashed and signed texts. */
export const transparencyKeys = v.object({
  /** The current public signing key, 32 bytes in lower-case hex. */
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
  /** The text of a statement that a key follows another, with the names of its fields. */
  key_form: v.string(),
  /** All statements, by purpose and number. */
  changes: v.array(keyChange),
});

/** The days of the simulated market; empty for an external feed. */
export const marketDays = v.object({
  /** The text that is signed, with the names of its fields. */
  form: v.string(),
  days: v.array(
    v.object({
      /** The UTC day by the market clock, for example "2026-11-23". */
      day: v.string(),
      /** SHA-256 of the key, in hex. */
      commitment: v.string(),
      public_key: v.string(),
      signature: v.string(),
      committed_at: seconds,
      /** The key of the day, 32 bytes in hex; null until the day is over. */
      key: v.nullable(v.string()),
    }),
  ),
});

const day = v.pipe(
  v.string(),
  v.isoDate(),
  v.check((text) => isDay(text), 'day'),
);
/** Whether a text of the form YYYY-MM-DD is an existing date, which 30 February is not. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

export const marketRunsInput = v.object({
  /** The UTC day by the market clock, for example "2026-11-23". */
  day,
  /** The time of the run with which the list starts; if absent, the first run of the day. */
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

/** Amounts in the currency itself; the statement's own files have whole numbers of 10⁻⁸. */
export const liabilities = v.object({
  /** The newest statement; null before the first. */
  statement: v.nullable(
    v.object({
      number: v.number(),
      as_of: seconds,
      /** SHA-256 of the statement's text, in hex, which is also in the log. */
      root: v.string(),
      leaves: v.number(),
    }),
  ),
  /** Whether all amounts are play money, so that the reserves are figures of the platform's own books. */
  play_money: v.boolean(),
  currencies: v.array(
    v.object({
      currency: v.string(),
      liabilities: decimalOut,
      reserves: decimalOut,
      /** Reserves less liabilities. */
      difference: decimalOut,
    }),
  ),
  /** The newest statement of each bank and address. */
  custody: v.array(
    v.object({
      currency: v.string(),
      source: v.string(),
      amount: decimalOut,
      as_of: seconds,
      /** "sha256:<hex>" of a bank's document, or "address:<address>:<signature>"; null if there is none. */
      evidence: v.nullable(v.string()),
    }),
  ),
});

export const ownLiability = v.object({
  /** The text of the newest statement; null before the first. */
  statement: v.nullable(v.string()),
  as_of: v.nullable(seconds),
  /** The place of the statement's entry in the public log; null until it is logged. */
  log_index: v.nullable(v.number()),
  /** The number of the customer's newest journal at that time; 0 if nothing was owed. */
  seq: v.number(),
  /** 32 bytes in hex, from which the salts of the leaves are derived. */
  salt: v.string(),
  leaves: v.array(
    v.object({
      currency: v.string(),
      part: v.number(),
      /** A whole number of 10⁻⁸. */
      amount: v.string(),
      /** From the leaf to the root of its currency. */
      path: v.array(v.object({ side: v.picklist(['left', 'right']), hash: v.string(), sum: v.string() })),
    }),
  ),
  /** The sum of the leaves of each currency. */
  claims: v.array(
    v.object({
      currency: v.string(),
      /** Balances, available and frozen. */
      held: decimalOut,
      /** Stakes of open options. */
      staked: decimalOut,
      /** Gains of open positions. */
      profit: decimalOut,
      /** Unpaid proceeds of closings. */
      owed: decimalOut,
      /** Income of the fund and rewards that are not paid yet. */
      income: decimalOut,
    }),
  ),
});

const marketRun = v.object({
  /** The commitment to the day's key, in hex. */
  commitment: v.string(),
  /** The time of the run's first quotes, by the market clock. */
  started_ms: v.number(),
  /** The number of the newest entry, for each symbol that had one. */
  heads: v.record(v.string(), v.number()),
  /** The milliseconds between two steps; null for runs of older releases. */
  step_ms: v.nullable(v.number()),
});

/** The runs of a day in order. */
export const marketRuns = v.object({
  runs: v.array(marketRun),
  /** The run after the last listed one, on this or a later day; null if there is none. */
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
  /** A UTC day; if absent, the newest void tickets of all days are returned. */
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
  /** The number of tickets whose outcome is unknown because they have not expired. */
  undecided: v.number(),
};
export const voids = v.object({
  /** Newest first, by UTC day; days without a void ticket are omitted. */
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

export const freezesInput = v.object({});
/** When the guard of the books froze payouts and new trades. */
export const freezes = v.object({
  /** Whether no money is paid out now: a freeze is open, or the guard has not checked the books for three minutes. */
  payouts_paused: v.boolean(),
  /** Whether nothing new can be bought or opened now; open orders can be cancelled, positions closed, and coins sold. */
  trading_paused: v.boolean(),
  /** When the guard last finished a check; null before the first one. */
  checked_at: v.nullable(seconds),
  /** The newest hundred, newest first. */
  freezes: v.array(
    v.object({
      number: v.number(),
      /** The number of the broken invariant, such as L1; or "silence": the guard itself did not run. */
      reason: v.string(),
      since_ms: v.number(),
      /** Null while the freeze lasts. */
      until_ms: v.nullable(v.number()),
    }),
  ),
});

export const pausesInput = v.object({ cursor: v.optional(cursor) });
/** The age limits for market orders, and all tape entries that are not quotes. */
export const pauses = v.object({
  /** One row per market. */
  fills: v.array(
    v.object({
      symbol,
      /**
       * The maximum age in milliseconds, by both of its times, at which the newest entry fills a market order; otherwise, the
       * order fills at the next entry.
       */
      fill_age_ms: v.number(),
      /** The maximum age in milliseconds of the newest quote; while it is older, no order is accepted. */
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
      /** The number of rejected quotes; null for a gap or halt. */
      refused_count: v.nullable(v.number()),
    }),
  ),
  next: v.nullable(cursor),
});

/** A version of published terms. The newest version of a subject that has taken effect applies. */
export const termsVersion = v.object({
  version: v.number(),
  effective_at: seconds,
  /** When a newer version replaces it. If this time is not after the version's own start, the version never takes effect. */
  until: v.nullable(seconds),
  current: v.boolean(),
  /** Parameters by name: decimals as text, and booleans for availability. */
  body: v.record(v.string(), v.union([v.string(), v.boolean()])),
});
/** Every subject with all its versions, oldest first. */
export const publishedTerms = v.array(
  v.object({
    /** For example "withdrawal:BTC" or "instrument:BTC/USDT". */
    subject: v.string(),
    versions: v.array(termsVersion),
  }),
);
