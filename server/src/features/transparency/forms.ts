/** The forms that are hashed and signed, as texts with field names from which a verifier can be written. */

/** Fields in order, separated by bars. Amounts have their shortest exact form; times are in milliseconds. */
export const ENTRY_FORM = 'candor-tape-v1|symbol|seq|time_ms|feed_time_ms|bid|ask|last|volume';
/** An entry that reports a gap in the feed. */
export const GAP_FORM = 'candor-gap-v1|symbol|seq|time_ms';
/** An entry after which the feed sends nothing more. */
export const HALT_FORM = 'candor-halt-v1|symbol|seq|time_ms|reason';
/** An entry that represents rejected quotes: `refused` is the SHA-256 of their texts, one per line. */
export const REJECT_FORM = 'candor-reject-v1|symbol|seq|time_ms|reason|refused|refused_count';
/** A rejected quote. */
export const REFUSED_FORM = 'candor-quote-v1|symbol|feed_time_ms|bid|ask|last|volume';
/** The commitment to the key for a day of the simulated market: the key's SHA-256 in lower-case hex. */
export const MARKET_DAY_FORM = 'candor-market-day-v1|day|commitment';
/** A checkpoint: the hash in lower-case hex, the time in seconds. */
export const CHECKPOINT_FORM = 'candor-checkpoint-v1|symbol|seq|hash|time';
