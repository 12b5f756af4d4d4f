/** Handlers for a customer's contact details: `safe/email`, `safe/phone`, and the code sent to a phone. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import { countedAs } from '../../callers/addresses.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallAnswer, CallContext } from '../../calls/handler.ts';
import { waitRefusal } from '../../identity/secrets/attempts.ts';
import type { Attempts } from '../../identity/secrets/attempts.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { guessEmailCode, newEmailCode, useEmailCode } from '../../identity/mail/email-codes.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { queueMail } from '../../identity/mail/mail.ts';
import { foldName } from '../../identity/names.ts';
import { phoneNumber } from '../../identity/mail/phone-numbers.ts';
import type { TextBudget } from '../../identity/mail/text-budget.ts';
import { queueCodeText } from '../../identity/mail/text-messages.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { recordChange } from './changes.ts';
import type { ChangeDeps } from './changes.ts';
import { addressOwner, isTaken, safetyOf, setEmail, setPhone } from './store.ts';

export type ContactDeps = ChangeDeps & {
  readonly mode: 'demo' | 'live';
  readonly attempts: Pick<Attempts, 'mailCodeAddress' | 'mailCodeEmail' | 'textCustomer' | 'textAddress'>;
  readonly failedAttempts: FailedAttempts;
  readonly confirmation: Confirmation;
  readonly vault: Vault;
  /** The budget for text messages. */
  readonly texts: Pick<TextBudget, 'violation'>;
};

/**
 * Changes the email address and notifies the old one. If the new address belongs to another customer, the answer is the same as
 * for a wrong code and its owner is notified, so that the caller doesn't learn whether the address has an account.
 */
export async function bindEmail(
  deps: ContactDeps,
  input: CallInput<'POST safe/email'>,
  context: CallContext,
): Promise<CallAnswer<'POST safe/email'>> {
  const { email, code } = input;
  const { customer } = context;
  const request = await proven(deps, { to: email, code, input, context });
  if (!request.ok) return request;
  const owner = await addressOwner(deps.pool, email);
  if (owner !== undefined && owner.customer !== customer) {
    await queueMail(deps.pool, {
      to: owner.email,
      kind: 'email_in_use',
      language: owner.language,
      nowMs: deps.now(),
    });
    return codeWrong();
  }
  const before = await safetyOf(deps.pool, customer);
  const { language } = before;
  const isOther = before.email !== null && foldName(before.email) !== foldName(email);
  const told =
    before.email !== null && isOther
      ? ({ mail: 'email_changed', to: { email: before.email, language } } as const)
      : {};
  const event = isOther ? 'email_changed' : 'email_bound';
  try {
    const change = { context, event, holds: isOther, ...told } as const;
    const done = await recordChange(deps, change, async (connection) => {
      if (!(await useEmailCode(connection, request.value))) return undefined;
      await setEmail(connection, { customer, email });
      return true;
    });
    return done === undefined ? codeWrong() : ok({});
  } catch (error) {
    if (!isTaken(error)) throw error;
    return codeWrong();
  }
}

export async function bindPhone(
  deps: ContactDeps,
  input: CallInput<'POST safe/phone'>,
  context: CallContext,
): Promise<CallAnswer<'POST safe/phone'>> {
  const { customer } = context;
  const phone = phoneNumber(input);
  if (phone === undefined) return refuse('phone_wrong', { field: 'phone' });
  const { code } = input;
  const request = await proven(deps, { to: phone, code, input, context });
  if (!request.ok) return request;
  const before = await safetyOf(deps.pool, customer);
  const event = before.phone === null ? 'phone_bound' : 'phone_changed';
  const change = { context, event, mail: 'phone_changed', holds: false } as const;
  const done = await recordChange(deps, change, async (connection) => {
    if (!(await useEmailCode(connection, request.value))) return undefined;
    await setPhone(connection, { customer, phone });
    return true;
  });
  return done === undefined ? codeWrong() : ok({});
}

/** Sends a code to a phone. The code is stored like one for an email address, with the number as its key. */
export async function sendPhoneCode(
  deps: ContactDeps,
  input: CallInput<'POST sms_send_d'>,
  context: CallContext,
): Promise<CallAnswer<'POST sms_send_d'>> {
  const { address, language } = context;
  const { attempts, pool } = deps;
  const phone = phoneNumber(input);
  if (phone === undefined) return refuse('phone_wrong', { field: 'phone' });
  const nowMs = deps.now();
  const wait = waitRefusal(
    attempts.mailCodeAddress.take(address, nowMs),
    attempts.mailCodeEmail.take(`${phone} ${countedAs(address)}`, nowMs),
    attempts.textCustomer.take(String(context.customer), nowMs),
    attempts.textAddress.take(address, nowMs),
  );
  if (wait !== undefined) return wait;
  const barred = await deps.texts.violation(phone, nowMs);
  if (barred !== undefined) return barred;
  const made = await inTransaction(pool, async (connection) => {
    const asked = { email: phone, purpose: 'contact', from: context, nowMs } as const;
    const answer = await newEmailCode({ db: connection, vault: deps.vault }, asked);
    if ('code' in answer) await queueCodeText(connection, { phone, language, code: answer.code, nowMs });
    return answer;
  });
  if ('waitSeconds' in made) {
    return refuse('too_many_attempts', { params: { seconds: String(made.waitSeconds) } });
  }
  return ok(deps.mode === 'demo' ? { code: made.code } : {});
}

type Proven = {
  /** The new email address or phone number. No devices are known for it, so attempts from all devices are counted together. */
  readonly to: string;
  readonly code: string;
  readonly input: Parameters<Confirmation['check']>[1];
  readonly context: CallContext;
};

/**
 * Returns the request whose code proves the new address or number. Refuses if the code is wrong or the change isn't confirmed.
 * Missing fields are refused first, so that they use up no attempt.
 */
async function proven(deps: ContactDeps, { to, code, input, context }: Proven) {
  const { customer } = context;
  const missing = await deps.confirmation.missing(customer, input);
  if (missing !== undefined) return missing;
  const given = { email: to, code, purpose: 'contact', owner: 0n, from: context, nowMs: deps.now() } as const;
  const request = await guessEmailCode(deps, given);
  if (!request.ok) return request;
  return (await deps.confirmation.check(customer, input, context)) ?? request;
}

const codeWrong = () => refuse('code_wrong', { field: 'code' });
