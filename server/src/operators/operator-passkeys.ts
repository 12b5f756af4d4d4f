/**
 * Operators' passkeys: converting a new one into a stored key, and logging in with a valid one. `assertion.ts` verifies the
 * signatures of decisions.
 */
import { createHash } from 'node:crypto';
import { approvalText, signInText } from '@candor/protocol/console/approval.ts';
import type { Pool } from '../db/pool.ts';
import { browserAnswer, madePasskey, signedAnswer, spkiOf } from '../identity/factors/browser-answers.ts';
import type { CreationAnswer } from '../identity/factors/browser-answers.ts';
import { burnNonce } from '../identity/factors/nonces.ts';
import { answerViolation, usesOf } from './assertion.ts';
import { findPasskeyAt } from './keys.ts';
import type { NewKey, SignsAt } from './keys.ts';
import type { Operator } from './operators.ts';

/** The request to create a key. Its challenge is bound to this account, this installation and this purpose. */
type Asked = {
  readonly house: string;
  readonly account: string;
  readonly nonce: string;
  readonly timeMs: number;
};

export function makingChallenge({ house, account, nonce, timeMs }: Asked): string {
  const act = { action: 'key.enrol', subject: `operator:${account}`, body: '{}' };
  const text = approvalText({ ...act, house, operator: account, nonce, timeMs });
  return createHash('sha256').update(text).digest('base64url');
}

/** Returns the new key, or undefined if the browser's answer isn't valid for this request. */
export async function broughtPasskey(
  text: string,
  { asked, at, label, nowMs }: { asked: Asked; at: SignsAt; label: string; nowMs: number },
): Promise<NewKey | undefined> {
  const response = browserAnswer<CreationAnswer>(text);
  if (response === undefined) return undefined;
  const made = await madePasskey(response, { challenge: makingChallenge(asked), ...at });
  const publicKey = made === undefined ? undefined : spkiOf(made.publicKey);
  if (made === undefined || publicKey === undefined || !/^[A-Za-z0-9_-]{16,1400}$/.test(made.id))
    return undefined;
  const { id, counter: uses, transports } = made;
  return {
    ...{ id, kind: 'passkey', publicKey, ...at, label, transports, uses, enrolledMs: nowMs },
    ...{ validUntilMs: undefined, vouched: undefined },
  };
}

/**
 * Returns the owner of the passkey that signed a login with an issued nonce. Whatever the result, the nonce is invalid
 * afterwards.
 */
export async function passkeyOwner(
  pool: Pool,
  { text, nonce }: { readonly text: string; readonly nonce: string },
  { at, nowMs }: { readonly at: SignsAt; readonly nowMs: number },
): Promise<Operator | undefined> {
  const use = { purpose: 'operator_sign_in', customer: 0n, value: nonce, message: '', nowMs } as const;
  if (!(await burnNonce(pool, use))) return undefined;
  const answer = signedAnswer(text);
  const key = answer && (await findPasskeyAt(pool, { id: answer.id, ...at }));
  if (answer === undefined || key === undefined) return undefined;
  const challenge = createHash('sha256').update(signInText(nonce)).digest('base64url');
  const uses = usesOf(answer);
  if ((uses > 0 || key.uses > 0) && uses <= key.uses) return undefined;
  return answerViolation(answer, key, challenge) === undefined ? key.owner : undefined;
}
