/**
 * Authenticates a signed request. The key is in a header, and the signature is a parameter. The signature covers the parameters
 * exactly as they were sent, so they are not parsed and encoded again.
 */
import type { Refusal } from '@candor/domain/outcome.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import { hash } from 'node:crypto';
import type { Caller, CallerChecks } from '../../http/caller-checks.ts';
import type { KeyedCallers } from '../../http/keyed-callers.ts';
import { LIMITS } from '../../limits.ts';
import * as failures from './failure.ts';
import type { Result } from './failure.ts';
import { Asked } from './parameters.ts';
import type { Given } from './parameters.ts';
import { failureOf } from './refusals.ts';
import type { Judged, UsedSignatures } from './used-signatures.ts';

const KEY = /^[A-Za-z0-9_-]{1,64}$/;

export type SignedRequest = {
  readonly key: string | undefined;
  readonly given: Given;
  /** The signed text. */
  readonly text: string;
  readonly address: string;
  /** Method and path, and whether the call changes anything. */
  readonly call: string;
  readonly changes: boolean;
  /** Whether the call changes something, or its request could also be sent to a call that does. */
  readonly isShared: boolean;
};

export type Signing = {
  /** Identifies the caller, and counts refusals against the network address, as for any other request. */
  readonly checks: Pick<CallerChecks, 'identify'>;
  readonly used: Pick<UsedSignatures, 'use'>;
  readonly now: () => number;
};

/** Returns the text of the parameters without the signature, wherever it is among them. */
export function signedText(query: string, body: string): string {
  const without = (text: string) =>
    text
      .split('&')
      .filter((part) => !part.startsWith('signature='))
      .join('&');
  return without(query) + without(body);
}

export async function callerOf(
  { key, given, text, address, call, changes, isShared }: SignedRequest,
  { checks, used, now }: Signing,
): Promise<Result<Caller>> {
  if (key === undefined || !KEY.test(key)) return failures.keyMalformed;
  const asked = new Asked(given);
  const signature = asked.needed('signature', asked.given.get('signature'));
  const timeMs = asked.needed('timestamp', asked.time('timestamp'));
  const recvWindowMs = asked.window();
  if (signature === undefined || timeMs === undefined || asked.failure !== undefined) {
    return asked.failure ?? failures.signatureWrong;
  }
  const caller = await checks.identify({ key, text, signature, timeMs, recvWindowMs, address });
  if ('refusal' in caller) return refusedKey(caller.refusal, timeMs > now());
  const judged = await used.use({ key, text, timeMs, call, changes, isShared });
  return judged === 'fits' ? failures.answered(caller) : unfit[judged];
}

const unfit: Readonly<Record<Exclude<Judged, 'fits'>, Result<never>>> = {
  of_another_call: failures.signatureUsed,
  too_old: failures.timestampLate,
  too_many: failures.overloaded,
};

function refusedKey(refusal: Refusal<RefusalCode>, isAhead: boolean): Result<never> {
  const { code } = refusal;
  if (code === 'api_signature_wrong') return failures.signatureWrong;
  if (code === 'api_time_wrong') return isAhead ? failures.timestampAhead : failures.timestampLate;
  return code === 'too_many_requests' ? failureOf(refusal) : failures.keyRejected;
}

export type LoggedIn = {
  readonly key: string;
  /** A value that is unique to this request. */
  readonly requestId: string;
  readonly given: Given;
  readonly address: string;
  /** Whether the request states its time, as signed requests must. */
  readonly isTimed: boolean;
};

/** Returns the caller of a request on a connection on which a key has logged in, if the key is still valid. */
export async function loggedIn(
  { key, requestId, given, address, isTimed }: LoggedIn,
  keyed: Pick<KeyedCallers, 'again'>,
  nowMs: number,
): Promise<Result<Caller>> {
  const asked = new Asked(given);
  const timeMs = isTimed ? asked.needed('timestamp', asked.time('timestamp')) : nowMs;
  const windowMs = asked.window();
  if (timeMs === undefined || asked.failure !== undefined) return asked.failure ?? failures.timestampLate;
  if (timeMs > nowMs + LIMITS.apiKeys.aheadMs) return failures.timestampAhead;
  if (nowMs - timeMs > windowMs) return failures.timestampLate;
  const caller = await keyed.again({ key, address });
  if ('refusal' in caller || caller.key === undefined) return failures.keyRejected;
  const ownId = `~key-${hash('sha256', `${key} ${requestId}`)}`;
  return failures.answered({ ...caller, key: { ...caller.key, requestId: ownId } });
}
