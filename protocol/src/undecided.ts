/**
 * Responses that leave the outcome of a command unknown. They are returned by the server without running the command or while
 * it may still run, never by the command itself, so an earlier attempt whose response was lost may have been executed.
 */
import type { Envelope } from './envelope.ts';
import type { RefusalCode } from './refusals.ts';

const undecided: ReadonlySet<RefusalCode> = new Set([
  // The command may still be executed.
  'busy',
  'try_again',
  'request_failed',
  // Returned before the command was run.
  'too_many_requests',
  'session_ended',
  'host_unknown',
  'origin_foreign',
  'storage_low',
]);

const turnedAway: ReadonlySet<RefusalCode> = new Set([
  'too_many_requests',
  'session_ended',
  'host_unknown',
  'origin_foreign',
  'storage_low',
]);

/** Whether a retry must carry the same key. */
export function isUndecided(envelope: Envelope<unknown>): boolean {
  return envelope.type !== 'ok' && undecided.has(envelope.error);
}

/** Whether this attempt was not executed. An earlier attempt with the same key may have been. */
export function isTurnedAway(envelope: Envelope<unknown>): boolean {
  return envelope.type !== 'ok' && turnedAway.has(envelope.error);
}
