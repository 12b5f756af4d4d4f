/** Sends a sensitive call, and again with what confirms it, as often as the customer tries. */
import type { CallName, CallOutput, CallRequest, Calls } from '@candor/protocol/calls.ts';
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Given } from './asking.ts';
import { ask, endQuestion, isAsking, kindsIn } from './asking.ts';

/** The calls that can be confirmed: their input takes a second factor. */
export type ConfirmedCall = {
  [Name in CallName]: 'totp' extends keyof CallRequest<Name> ? Name : never;
}[CallName];

/** Somebody who is not signed in yet has only second factors to confirm with; a wallet's signature is what they sign in by. */
type Asked<Name extends ConfirmedCall> = Calls[Name]['who'] extends 'visitor'
  ? 'totp' | 'passkey'
  : keyof Given;

/** What the screen gives; the rest the customer is asked for. */
export type Unconfirmed<Name extends ConfirmedCall> = Omit<CallRequest<Name>, Asked<Name>>;

export type Sent<Name extends ConfirmedCall> = Envelope<CallOutput<Name>>;

export type SendDeps<Name extends ConfirmedCall> = {
  readonly ofVisitor: boolean;
  /** Undefined: the network did not answer, which has been said. */
  readonly send: (input: CallRequest<Name>) => Promise<Sent<Name> | undefined>;
};

/** Said in the sheet, where another try can be made. */
const stays: ReadonlySet<RefusalCode> = new Set([
  'confirmation_needed',
  'confirmation_wrong',
  'too_many_attempts',
  'reset_needed',
]);

function refusedForNow(answer: Envelope<unknown> | undefined): answer is RefusalEnvelope {
  return answer?.type === 'error' && stays.has(answer.error);
}

/** Undefined: the customer would rather not, or the network failed before anything was asked. */
export async function sendConfirmed<Name extends ConfirmedCall>(
  input: Unconfirmed<Name>,
  { ofVisitor, send }: SendDeps<Name>,
): Promise<Sent<Name> | undefined> {
  const first = await send(input);
  if (first?.type !== 'error' || first.error !== 'confirmation_needed') return first;
  let kinds = kindsIn(first);
  let refusal: RefusalEnvelope | undefined;
  for (;;) {
    const given = await ask({ kinds, ofVisitor, refusal });
    if (given === undefined) return undefined;
    const answer = await send({ ...input, ...given });
    if (answer !== undefined && !refusedForNow(answer)) {
      endQuestion();
      return answer;
    }
    if (!isAsking()) return undefined;
    // What is asked for may have changed meanwhile, on another device.
    if (answer?.type === 'error' && answer.error === 'confirmation_needed') kinds = kindsIn(answer);
    refusal = answer?.type === 'error' && answer.error !== 'confirmation_needed' ? answer : undefined;
  }
}
