/** A row of the call table, and the types that server and client derive from it. */
import type * as v from 'valibot';
import type { CallReference } from './reference.ts';
import type { RefusalCode } from './refusals.ts';
import type { Topic, Touched } from './topics.ts';

export type Schema = v.GenericSchema<unknown, unknown>;

/** The permitted callers: anybody; a customer with a valid token; or anybody, treated as a customer if they send a token. */
export type Who = 'visitor' | 'customer' | 'anybody';

export type CallRow = {
  readonly who: Who;
  readonly reference: CallReference;
  /** A one-sentence description of the call, for the reference. */
  readonly summary: string;
  readonly input: Schema;
  readonly output: Schema;
  /** The refusals that this call may return, in addition to those of any call (`anyCallRefusals`). */
  readonly refusals: readonly RefusalCode[];
  /** The call changes something and honours an `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** For a POST without a key: why sending it again after a lost answer does no harm. */
  readonly twice?: string;
  /**
   * The call sets an absolute state, so repeating it is harmless, and every request is executed as a new command, even if an
   * earlier one was equal. Otherwise, a customer who sets a stop, moves it and sets it back within minutes would get the
   * stored response of the first request. With `unless`, an input that has the named field adds something, which a retry must
   * not add again.
   */
  readonly sets?: true | { readonly unless: string };
  /** `demo`: the call exists in demo mode only and answers 404 in live mode. */
  readonly mode?: 'demo';
  /**
   * The cost of the call, as a multiple of an ordinary call's, towards the caller's rate limit. It is above 1 for a call that
   * reads many rows, hashes a password or searches.
   */
  readonly cost?: number;
  /** The call reads or searches many rows, so only a few such calls run concurrently. */
  readonly readsMuch?: true;
  /**
   * A customer whose account is frozen may make the call, as with every GET. Such calls read data, close positions, add
   * protection, or close the account.
   */
  readonly whenFrozen?: true;
  /** The call is refused while the disk is nearly full, because it stores rows or files on which no money depends. */
  readonly storesMore?: true;
  /** The call opens, changes or ends a trade. Its customer gets a receipt, and their device may sign it. */
  readonly order?: true;
  /** The call makes other calls for its customer, each with its own checks, key and answer. */
  readonly makesCalls?: true;
  /** The body is multipart and carries one file. */
  readonly takesFile?: true;
  /** The topics of the call's response. The response is refetched when a call or an event touches one of them. */
  readonly reads?: readonly Topic[];
  /**
   * The scope that an API key needs to make the call. A key can make no call without one, so that a new call is closed to keys
   * until its row says otherwise.
   */
  readonly scope?: 'read' | 'trade';
  readonly touches?: Touched;
};

/** Declares a row of the call table. The generic parameter keeps the exact schema types. */
// @__NO_SIDE_EFFECTS__
export function call<const Row extends CallRow>(row: Row): Row {
  return row;
}

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
  // A call that an API key makes.
  'api_key_unknown',
  'api_signature_wrong',
  'api_time_wrong',
  'api_key_revoked',
  'api_key_expired',
  'api_address_refused',
  'api_scope_missing',
  'api_symbol_refused',
  'api_order_too_big',
  'api_loss_reached',
  'api_order_waits',
] as const satisfies readonly RefusalCode[];
