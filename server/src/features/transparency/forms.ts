/** The texts that are hashed or signed, given as their field names, so that anybody can write a verifier. */

/**
 * An entry with a quote. Fields are separated by bars, amounts have their shortest exact form, and times are in milliseconds
 * since 1970.
 */
export const ENTRY_FORM = 'candor-tape-v1|symbol|seq|time_ms|feed_time_ms|bid|ask|last|volume';
/** An entry for a gap in the feed. */
export const GAP_FORM = 'candor-gap-v1|symbol|seq|time_ms';
/** The last entry before the feed halts. */
export const HALT_FORM = 'candor-halt-v1|symbol|seq|time_ms|reason';
/** An entry for rejected quotes: `refused` is the SHA-256 of their forms, one per line. */
export const REJECT_FORM = 'candor-reject-v1|symbol|seq|time_ms|reason|refused|refused_count';
/** A rejected quote. */
export const REFUSED_FORM = 'candor-quote-v1|symbol|feed_time_ms|bid|ask|last|volume';
/** The commitment to the key for a day of the simulated market: the key's SHA-256 in lower-case hexadecimal. */
export const MARKET_DAY_FORM = 'candor-market-day-v1|day|commitment';
/** A change of a key, with the key before and the new key in lower-case hexadecimal. */
export const KEY_FORM = 'candor-key-v1|purpose|number|before|public_key|since_ms';
/** A checkpoint, with the hash in lower-case hexadecimal and the time in seconds since 1970. */
export const CHECKPOINT_FORM = 'candor-checkpoint-v1|symbol|seq|hash|time';
