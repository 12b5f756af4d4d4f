/** Opening an account, and the mailed code that it takes. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallAnswer, CallContext, Handlers } from '../../http/handler.ts';
import { NameTaken, accountTaken, inviterOf, openAccount } from '../../identity/accounts.ts';
import type { Opening } from '../../identity/accounts.ts';
import { waitRefusal } from '../../identity/secrets/attempts.ts';
import type { Attempts } from '../../identity/secrets/attempts.ts';
import { guessEmailCode, newEmailCode, useEmailCode } from '../../identity/mail/email-codes.ts';
import type { Guesses } from '../../identity/secrets/guesses.ts';
import { codeMails, queueMail } from '../../identity/mail/mail.ts';
import { foldName } from '../../identity/names.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import { textsTo } from '../../identity/mail/text-messages.ts';
import { signedUp } from '../../identity/sessions/sign-in.ts';
import type { SignInDeps } from '../../identity/sessions/sign-in.ts';
import { registrationFault } from './rules.ts';
import { emailOwner } from './store.ts';

export type RegistrationDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly mode: 'demo' | 'live';
  readonly attempts: Attempts;
  readonly guesses: Guesses;
  readonly passwords: Passwords;
  readonly sessions: SignInDeps['sessions'];
  readonly opening: Opening;
};

type RegistrationHandlers = Pick<Handlers, 'POST user/register' | 'POST sms_mail' | 'GET demo/mailbox'>;
type Register = CallInput<'POST user/register'>;

export function registrationHandlers(deps: RegistrationDeps): RegistrationHandlers {
  const { pool, now, attempts } = deps;
  return {
    'POST sms_mail': async ({ email }, context) => {
      const nowMs = now();
      const wait = waitRefusal(
        attempts.mailCodeAddress.take(context.address, nowMs),
        attempts.mailCodeEmail.take(foldName(email), nowMs),
      );
      if (wait !== undefined) return wait;
      const made = await inTransaction(pool, async (connection) => {
        const answer = await newEmailCode(connection, { email, nowMs });
        if ('code' in answer) {
          const { language } = context;
          await queueMail(connection, { to: email, kind: 'code', language, params: answer, nowMs });
        }
        return answer;
      });
      if ('waitSeconds' in made) {
        return refuse('too_many_attempts', { params: { seconds: String(made.waitSeconds) } });
      }
      return ok(deps.mode === 'demo' ? { code: made.code } : {});
    },

    'POST user/register': (input, context) => register(deps, input, context),

    'GET demo/mailbox': async ({ email }) => {
      // A plus that was not escaped comes as a space.
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

/** In the order of the README: what was typed, then the code, so that names can be probed by nobody without one. */
async function register(
  deps: RegistrationDeps,
  input: Register,
  context: CallContext,
): Promise<CallAnswer<'POST user/register'>> {
  const { pool, passwords, attempts } = deps;
  const nowMs = deps.now();
  const fault = registrationFault(input, nowMs);
  if (fault !== undefined) return fault;
  const wait = waitRefusal(attempts.registrationAddress.take(context.address, nowMs));
  if (wait !== undefined) return wait;

  const owner = await emailOwner(pool, input.email);
  const { email, code } = input;
  const given = { email, code, owner: owner?.id ?? 0n, from: context, nowMs };
  const codeFault = await guessEmailCode(deps, given);
  if (codeFault !== undefined) return codeFault;
  const invitedBy = await inviterOf(pool, input.invite_code);
  if (invitedBy === undefined) return refuse('invite_code_wrong', { field: 'invite_code' });
  if (owner !== undefined) return tellOwner(deps, { owner, context, nowMs });
  if (await accountTaken(pool, input.account)) return refuse('account_taken', { field: 'account' });

  const passwordHash = await passwords.hash(input.password);
  if (passwordHash === undefined) return refuse('busy');
  return record(deps, { input, context, invitedBy, passwordHash, nowMs });
}

/** To whoever tries it the address is no different from one with a wrong code; its owner is told. */
async function tellOwner(
  deps: RegistrationDeps,
  at: { owner: { email: string }; context: CallContext; nowMs: number },
): Promise<ReturnType<typeof codeWrong>> {
  const { language } = at.context;
  await queueMail(deps.pool, { to: at.owner.email, kind: 'email_in_use', language, nowMs: at.nowMs });
  return codeWrong();
}

async function record(
  deps: RegistrationDeps,
  at: { input: Register; context: CallContext; invitedBy: bigint; passwordHash: string; nowMs: number },
): Promise<CallAnswer<'POST user/register'>> {
  const { input, context } = at;
  try {
    const opened = await inTransaction(deps.pool, async (connection) => {
      if (!(await useEmailCode(connection, input))) return undefined;
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
      return { customer, token: await signedUp(deps, { customer, context }, connection) };
    });
    if (opened === undefined) return codeWrong();
    await deps.opening.grant(opened.customer);
    return ok(opened.token);
  } catch (error) {
    if (!(error instanceof NameTaken)) throw error;
    return error.which === 'account_taken' ? refuse('account_taken', { field: 'account' }) : codeWrong();
  }
}

const codeWrong = () => refuse('code_wrong', { field: 'code' });
