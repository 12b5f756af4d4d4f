/** What is hashed and signed, in words that somebody who writes a verifier can follow: texts with the names of their fields. */

/** Fields in order, divided by bars; amounts in their shortest exact form, times in milliseconds. */
export const ENTRY_FORM = 'candor-tape-v1|symbol|seq|time_ms|feed_time_ms|bid|ask|last|volume';
/** Of an entry that says that the feed was silent. */
export const GAP_FORM = 'candor-gap-v1|symbol|seq|time_ms';
/** Of an entry behind which nothing more comes from the feed. */
export const HALT_FORM = 'candor-halt-v1|symbol|seq|time_ms|reason';
/** Of an entry that stands for refused quotes: `refused` is the SHA-256 of their texts, one a line. */
export const REJECT_FORM = 'candor-reject-v1|symbol|seq|time_ms|reason|refused|refused_count';
/** A refused quote. */
export const REFUSED_FORM = 'candor-quote-v1|symbol|feed_time_ms|bid|ask|last|volume';
/** What binds the key of a day of the simulated market: the SHA-256 of it in lower-case hex. */
export const MARKET_DAY_FORM = 'candor-market-day-v1|day|commitment';
/** The hash in lower-case hex, the time in seconds. */
export const CHECKPOINT_FORM = 'candor-checkpoint-v1|symbol|seq|hash|time';
