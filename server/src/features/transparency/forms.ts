/** What is hashed and signed, in words that somebody who writes a verifier can follow: texts with the names of their fields. */

/** Fields in order, divided by bars; amounts in their shortest exact form, times in milliseconds. */
export const ENTRY_FORM = 'candor-tape-v1|symbol|seq|time_ms|feed_time_ms|bid|ask|last|volume';
/** Of an entry that says that there was no price. */
export const GAP_FORM = 'candor-gap-v1|symbol|seq|time_ms';
/** The hash in lower-case hex, the time in seconds. */
export const CHECKPOINT_FORM = 'candor-checkpoint-v1|symbol|seq|hash|time';
