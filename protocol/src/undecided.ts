/**
 * Responses that leave a command's outcome unknown, because the server could not reach the command or did not run it. A command
 * itself never returns these, so an earlier attempt whose response was lost may have been executed.
 */
import type { Envelope } from './envelope.ts';
import type { RefusalCode } from './refusals.ts';

const undecided: ReadonlySet<RefusalCode> = new Set([
  // The command may still be executed.
  'busy',
  'try_again',
  'request_failed',
  // Returned before the command.
  'too_many_requests',
  'session_ended',
  'host_unknown',
  'origin_foreign',
  'storage_low',
]);

/** Responses returned before the command was looked up. */
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

/** Whether this attempt was not executed, regardless of any earlier one. */
export function isTurnedAway(envelope: Envelope<unknown>): boolean {
  return envelope.type !== 'ok' && turnedAway.has(envelope.error);
}
