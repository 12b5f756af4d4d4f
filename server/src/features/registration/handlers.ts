/** Handlers of the calls that open an account, including sending the mailed code that registration requires. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import { countedAs } from '../../callers/addresses.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import { NameTaken, accountTaken, inviterOf, openAccount } from '../../identity/accounts.ts';
import type { Opening } from '../../identity/accounts.ts';
import { waitRefusal } from '../../identity/secrets/attempts.ts';
import type { Attempts } from '../../identity/secrets/attempts.ts';
import { guessEmailCode, newEmailCode, useEmailCode } from '../../identity/mail/email-codes.ts';
import type { CodePurpose } from '../../identity/mail/email-codes.ts';
import type { OriginRule } from '../../identity/factors/origin.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { codeMails, queueMail } from '../../identity/mail/mail.ts';
import { foldName } from '../../identity/names.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import { textsTo } from '../../identity/mail/text-messages.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { passwordOrigin } from '../../identity/sessions/devices.ts';
import { signedUp } from '../../identity/sessions/sign-in.ts';
import type { SignInDeps } from '../../identity/sessions/sign-in.ts';
import { registrationToken, rememberRegistration, repeatedRegistration } from './repeated.ts';
import { registrationViolation } from './rules.ts';
import { emailOwner } from './store.ts';

export type RegistrationDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly mode: 'demo' | 'live';
  readonly attempts: Attempts;
  readonly failedAttempts: FailedAttempts;
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly originOf: OriginRule;
  readonly sessions: SignInDeps['sessions'];
  readonly opening: Opening;
};

type RegistrationHandlers = Pick<Handlers, 'POST user/register' | 'POST sms_mail' | 'GET demo/mailbox'>;
type Register = CallInput<'POST user/register'>;

export function registrationHandlers(deps: RegistrationDeps): RegistrationHandlers {
  const { pool, now, attempts, vault } = deps;
  return {
    'POST sms_mail': async ({ email, purpose: wanted }, context) => {
      const nowMs = now();
      const wait = waitRefusal(
        attempts.mailCodeAddress.take(context.address, nowMs),
        // Attempts are counted per requester, so that an attacker can't use up the quota of the email address's owner.
        attempts.mailCodeEmail.take(`${foldName(email)} ${countedAs(context.address)}`, nowMs),
      );
      if (wait !== undefined) return wait;
      const owner = await emailOwner(pool, email);
      const purpose = wanted ?? (owner === undefined ? 'register' : 'reset');
      const at = { customer: owner?.id ?? 0n, from: context };
      const isOwners = (await passwordOrigin(pool, at)) !== '';
      const made = await inTransaction(pool, async (connection) => {
        const answer = await newEmailCode(
          { db: connection, vault },
          { email, purpose, from: context, isOwners, nowMs },
        );
        if ('code' in answer) await mailCode(deps, { connection, email, purpose, context, nowMs }, answer);
        return answer;
      });
      if ('waitSeconds' in made) {
        return refuse('too_many_attempts', { params: { seconds: String(made.waitSeconds) } });
      }
      return ok(deps.mode === 'demo' ? { code: made.code } : {});
    },

    'POST user/register': (input, context) => registerOnce(deps, input, context),

    'GET demo/mailbox': async ({ email }) => {
      // A plus sign that the client didn't escape arrives as a space.
      const digits = /^[+ ]?(\d{6,15})$/.exec(email)?.[1];
      const kept = digits === undefined ? await codeMails(pool, email) : await textsTo(pool, `+${digits}`);
      return ok(
        kept.map(({ subject, text, createdMs }) => ({
          subject,
          text,
          sent_at: Math.floor(createdMs / 1000),
        })),
      );
    },
  };
}

/**
 * Returns the stored response if a registration with this key has completed. Looks it up again after a refusal: of two concurrent
 * requests, the second is refused because the first has used up the code.
 */
async function registerOnce(
  deps: RegistrationDeps,
  input: Register,
  context: CallContext,
): Promise<CallAnswer<'POST user/register'>> {
  const { idempotencyKey: key } = context;
  if (key === undefined) return register(deps, input, context);
  const repeatable = { key, input, nowMs: deps.now() };
  const before = await repeatedRegistration(deps, repeatable);
  if (before !== undefined) return before;
  const outcome = await register(deps, input, context);
  return outcome.ok ? outcome : ((await repeatedRegistration(deps, repeatable)) ?? outcome);
}

/**
 * Checks the fields first and then the code, in the order given by the README, so that a caller without a valid code can't test
 * whether a name is taken.
 */
async function register(
  deps: RegistrationDeps,
  input: Register,
  context: CallContext,
): Promise<CallAnswer<'POST user/register'>> {
  const { pool, passwords, attempts } = deps;
  const nowMs = deps.now();
  const violation = registrationViolation(input, nowMs);
  if (violation !== undefined) return violation;
  const wait = waitRefusal(attempts.registrationAddress.take(context.address, nowMs));
  if (wait !== undefined) return wait;

  const owner = await emailOwner(pool, input.email);
  const { email, code } = input;
  const given = { email, code, purpose: 'register', owner: owner?.id ?? 0n, from: context, nowMs } as const;
  const request = await guessEmailCode(deps, given);
  if (!request.ok) return request;
  const invitedBy = await inviterOf(pool, input.invite_code);
  if (invitedBy === undefined) return refuse('invite_code_wrong', { field: 'invite_code' });
  if (owner !== undefined) return tellOwner(deps, { owner, context, nowMs });
  if (await accountTaken(pool, input.account)) return refuse('account_taken', { field: 'account' });

  const passwordHash = await passwords.hash(input.password, { strangerFrom: context.address });
  if (passwordHash === undefined) return refuse('busy');
  return record(deps, { input, context, invitedBy, passwordHash, nowMs, request: request.value });
}

type Mailing = {
  readonly connection: Connection;
  readonly email: string;
  readonly purpose: CodePurpose;
  readonly context: CallContext;
  readonly nowMs: number;
};

/**
 * Mails a code. For a registration or a forgotten password the mail also contains a link, which works on any device and can't be
 * locked by failed attempts.
 */
async function mailCode(
  { originOf }: RegistrationDeps,
  { connection, email, purpose, context, nowMs }: Mailing,
  { code, link = '' }: { readonly code: string; readonly link: string | undefined },
): Promise<void> {
  const { language } = context;
  const fields = new URLSearchParams({ email, link });
  const pageOf = (page: string) => `${originOf(context.host).origin}/#/pages/${page}?${fields.toString()}`;
  const [kind, params] =
    purpose === 'reset'
      ? (['code_reset', { code, link: pageOf('login/forgot') }] as const)
      : purpose === 'register'
        ? (['code_register', { code, link: pageOf('register/index') }] as const)
        : (['code', { code }] as const);
  await queueMail(connection, { to: email, kind, language, params, nowMs });
}

/** Answers a registered address as if the code were wrong, and notifies its owner. */
async function tellOwner(
  deps: RegistrationDeps,
  at: { owner: { email: string }; context: CallContext; nowMs: number },
): Promise<ReturnType<typeof codeWrong>> {
  const { language } = at.context;
  await queueMail(deps.pool, { to: at.owner.email, kind: 'email_in_use', language, nowMs: at.nowMs });
  return codeWrong();
}

type Recording = {
  readonly input: Register;
  readonly context: CallContext;
  readonly invitedBy: bigint;
  readonly passwordHash: string;
  readonly nowMs: number;
  /** The id of the request whose code was entered. */
  readonly request: bigint;
};

async function record(deps: RegistrationDeps, at: Recording): Promise<CallAnswer<'POST user/register'>> {
  const { input, context } = at;
  try {
    const opened = await inTransaction(deps.pool, async (connection) => {
      if (!(await useEmailCode(connection, at.request))) return undefined;
      const customer = await openAccount(connection, deps.opening, {
        account: input.account,
        email: input.email,
        passwordHash: at.passwordHash,
        birthDate: input.birth_date,
        invitedBy: at.invitedBy,
        language: context.language,
        leverEnabled: false,
        nowMs: at.nowMs,
      });
      const token = await tokenUnderKey(deps, connection, { ...at, customer });
      return { customer, token: await signedUp(deps, { customer, context, token }, connection) };
    });
    if (opened === undefined) return codeWrong();
    await deps.opening.grant(opened.customer);
    return ok(opened.token);
  } catch (error) {
    if (error instanceof KeyTaken) return refuse('key_reused');
    if (!(error instanceof NameTaken)) throw error;
    return error.which === 'account_taken' ? refuse('account_taken', { field: 'account' }) : codeWrong();
  }
}

/** Thrown if a registration with different fields has used this key. Rolls back the transaction. */
class KeyTaken extends Error {}

/** The token of this registration, which a retry with the same key receives again. Undefined if the client sent no key. */
async function tokenUnderKey(
  deps: RegistrationDeps,
  connection: Connection,
  at: { input: Register; context: CallContext; nowMs: number; customer: bigint },
): Promise<string | undefined> {
  const { idempotencyKey: key } = at.context;
  if (key === undefined) return undefined;
  if (!(await rememberRegistration(connection, { ...at, key }, at.customer))) throw new KeyTaken();
  return registrationToken(deps.vault, { key, customer: at.customer });
}

const codeWrong = () => refuse('code_wrong', { field: 'code' });
