/**
 * Responses that leave a command's outcome unknown: the server couldn't reach it, or didn't look. The command itself never
 * answers these, so an earlier attempt whose response was lost may have been executed.
 */
import type { Envelope } from './envelope.ts';
import type { RefusalCode } from './refusals.ts';

const undecided: ReadonlySet<RefusalCode> = new Set([
  // It may still be executed.
  'busy',
  'try_again',
  'request_failed',
  // Refused before the command.
  'too_many_requests',
  'session_ended',
  'host_unknown',
  'origin_foreign',
  'storage_low',
]);

/** Responses given before the command was looked at. */
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

/** Whether this attempt itself wasn't executed, whatever happened to an earlier one. */
export function isTurnedAway(envelope: Envelope<unknown>): boolean {
  return envelope.type !== 'ok' && turnedAway.has(envelope.error);
}
