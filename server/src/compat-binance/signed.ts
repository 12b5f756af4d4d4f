/**
 * Authenticates a signed request: the key is in a header, and the signature is the last parameter. It covers the parameters as they
 * were sent, so they are not read and written again.
 */
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Caller } from '../http/caller-checks.ts';
import type { KeyedCallers } from '../http/keyed-callers.ts';
import * as failures from './failure.ts';
import type { Result } from './failure.ts';
import { Asked } from './parameters.ts';
import type { Given } from './parameters.ts';

const KEY = /^[A-Za-z0-9_-]{1,64}$/;
const RECV_WINDOW_USUAL_MS = 5000;
const RECV_WINDOW_MS_MAX = 60_000;

export type SignedRequest = {
  readonly key: string | undefined;
  readonly given: Given;
  /** What was signed. */
  readonly text: string;
  readonly address: string;
};

/** The text of the parameters without the signature, wherever it is among them. */
export function signedText(query: string, body: string): string {
  const without = (text: string) =>
    text
      .split('&')
      .filter((part) => !part.startsWith('signature='))
      .join('&');
  return without(query) + without(body);
}

export async function callerOf(
  { key, given, text, address }: SignedRequest,
  keyed: Pick<KeyedCallers, 'find'>,
  nowMs: number,
): Promise<Result<Caller>> {
  if (key === undefined || !KEY.test(key)) return failures.keyMalformed;
  const asked = new Asked(given);
  const signature = asked.needed('signature', asked.given.get('signature'));
  const timeMs = asked.needed('timestamp', asked.whole('timestamp'));
  const recvWindowMs = asked.whole('recvWindow', { max: RECV_WINDOW_MS_MAX }) ?? RECV_WINDOW_USUAL_MS;
  if (signature === undefined || timeMs === undefined || asked.failure !== undefined) {
    return asked.failure ?? failures.signatureWrong;
  }
  const caller = await keyed.find({ key, text, signature, timeMs, recvWindowMs, address });
  if (!('refusal' in caller)) return failures.answered(caller);
  return refusedKey(caller.refusal.code, timeMs > nowMs);
}

function refusedKey(code: RefusalCode, isAhead: boolean): Result<Caller> {
  if (code === 'api_signature_wrong') return failures.signatureWrong;
  if (code === 'api_time_wrong') return isAhead ? failures.timestampAhead : failures.timestampLate;
  return failures.keyRejected;
}
