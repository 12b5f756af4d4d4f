/** A row of the call table, and the types that server and client derive from it. */
import type * as v from 'valibot';
import type { RefusalCode } from './refusals.ts';
import type { Topic, Touched } from './topics.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** Who may make a call: anybody; a customer with a valid token; or anybody, treated as a customer if a token is sent. */
export type Who = 'visitor' | 'customer' | 'anybody';

export type CallRow = {
  readonly who: Who;
  /** A one-sentence description of the call, for the reference. */
  readonly summary: string;
  readonly input: Schema;
  readonly output: Schema;
  /** The refusals that this call may return, in addition to those of any call (`anyCallRefusals`). */
  readonly refusals: readonly RefusalCode[];
  /** Whether the call changes something and therefore honours an `Idempotency-Key`. */
  readonly idempotent: boolean;
  /**
   * The call sets an absolute state, so repeating it is harmless, and each request is a new command. Otherwise, if a stop was
   * set, moved and set back within minutes, the last request would get the stored response of the first. With `unless`, an
   * input that has the named field adds something, which a retry must not add again.
   */
  readonly sets?: true | { readonly unless: string };
  /** `demo`: the call exists in demo mode only and answers 404 in live mode. */
  readonly mode?: 'demo';
  /**
   * The cost of the call as a multiple of an ordinary one, if higher, because it reads many rows, hashes a password or
   * searches. It counts towards the caller's rate limit.
   */
  readonly cost?: number;
  /** The call reads or searches a lot, so only a few such calls run concurrently. */
  readonly readsMuch?: true;
  /** A frozen customer may make the call, as with every GET: reading, closing, protecting, leaving. */
  readonly whenFrozen?: true;
  /** The call stores rows or files on which no money depends, so it is refused while the disk is nearly full. */
  readonly storesMore?: true;
  /** The body is multipart and carries one file. */
  readonly takesFile?: true;
  /** The topics of the call's response, which is refetched when one of them is touched. */
  readonly reads?: readonly Topic[];
  /** The topics that the call changes. */
  readonly touches?: Touched;
};

/** Declares a row; the generic parameter keeps the exact schemas for the derived types. */
// @__NO_SIDE_EFFECTS__
export function call<const Row extends CallRow>(row: Row): Row {
  return row;
}

/** The refusals that any call may return. */
export const anyCallRefusals = [
  'parameter_wrong',
  'parameter_missing',
  'request_illegal',
  'session_ended',
  'account_frozen',
  'account_locked',
  'too_many_requests',
  'host_unknown',
  'origin_foreign',
  'busy',
  'storage_low',
  'try_again',
  'request_failed',
  'body_too_big',
  'not_found',
  'key_reused',
] as const satisfies readonly RefusalCode[];
