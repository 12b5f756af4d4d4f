/**
 * Answers that leave open what became of a command: the server could not get to it, or did not look. None of them was ever
 * decided by the command itself, so an attempt before this one, whose answer was lost, may have been carried out all the same.
 */
import type { Envelope } from './envelope.ts';
import type { RefusalCode } from './refusals.ts';

const undecided: ReadonlySet<RefusalCode> = new Set([
  // It may be carried out still.
  'busy',
  'try_again',
  'request_failed',
  // Turned away at the door.
  'too_many_requests',
  'session_ended',
  'host_unknown',
  'origin_foreign',
  'storage_low',
]);

/** Answers of the door, given before the command was looked at. */
const turnedAway: ReadonlySet<RefusalCode> = new Set([
  'too_many_requests',
  'session_ended',
  'host_unknown',
  'origin_foreign',
  'storage_low',
]);

/** Whether a repeat must carry the same key. */
export function isUndecided(envelope: Envelope<unknown>): boolean {
  return envelope.type !== 'ok' && undecided.has(envelope.error);
}

/** Whether this attempt itself was not carried out, whatever became of one before it. */
export function isTurnedAway(envelope: Envelope<unknown>): boolean {
  return envelope.type !== 'ok' && turnedAway.has(envelope.error);
}
