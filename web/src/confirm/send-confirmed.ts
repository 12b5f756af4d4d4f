/**
 * Sends a sensitive call, and sends it again with each confirmation that the customer provides until a confirmation is accepted.
 */
import type { CallName, CallOutput, CallRequest, Calls } from '@candor/protocol/calls.ts';
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Asking, Given } from './asking.ts';
import { kindsIn } from './asking.ts';

export type ConfirmedCall = {
  [Name in CallName]: 'totp' extends keyof CallRequest<Name> ? Name : never;
}[CallName];

/** Visitors confirm only with second factors, because a wallet's signature is itself a login. */
type Asked<Name extends ConfirmedCall> = Calls[Name]['who'] extends 'visitor'
  ? 'totp' | 'passkey'
  : keyof Given;

export type Unconfirmed<Name extends ConfirmedCall> = Omit<CallRequest<Name>, Asked<Name>>;

export type Sent<Name extends ConfirmedCall> = Envelope<CallOutput<Name>>;

export type SendDeps<Name extends ConfirmedCall> = {
  readonly asking: Pick<Asking, 'ask' | 'endQuestion' | 'isAsking'>;
  readonly ofVisitor: boolean;
  /** Resolves with undefined after a network failure, which has already been shown. */
  readonly send: (input: CallRequest<Name>) => Promise<Sent<Name> | undefined>;
};

/** Refusals shown in the sheet, where the customer can try again. */
const stays: ReadonlySet<RefusalCode> = new Set([
  'confirmation_needed',
  'confirmation_wrong',
  'too_many_attempts',
  'reset_needed',
]);

function refusedForNow(answer: Envelope<unknown> | undefined): answer is RefusalEnvelope {
  return answer?.type === 'error' && stays.has(answer.error);
}

/** Resolves with undefined if the customer declined, or if the network failed before the sheet opened. */
export async function sendConfirmed<Name extends ConfirmedCall>(
  input: Unconfirmed<Name>,
  { asking, ofVisitor, send }: SendDeps<Name>,
): Promise<Sent<Name> | undefined> {
  const first = await send(input);
  if (first?.type !== 'error' || first.error !== 'confirmation_needed') return first;
  let kinds = kindsIn(first);
  let refusal: RefusalEnvelope | undefined;
  for (;;) {
    const given = await asking.ask({ kinds, ofVisitor, refusal });
    if (given === undefined) return undefined;
    const answer = await send({ ...input, ...given });
    if (answer !== undefined && !refusedForNow(answer)) {
      asking.endQuestion();
      return answer;
    }
    if (!asking.isAsking()) return undefined;
    // The required method may have been changed on a different device.
    if (answer?.type === 'error' && answer.error === 'confirmation_needed') kinds = kindsIn(answer);
    refusal = answer?.type === 'error' && answer.error !== 'confirmation_needed' ? answer : undefined;
  }
}
