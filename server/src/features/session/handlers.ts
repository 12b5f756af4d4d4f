/** Logging in and out, the password, and what the app asks first of all: who am I. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallAnswer, CallContext, Handlers } from '../../http/handler.ts';
import { waitRefusal } from '../../identity/attempts.ts';
import type { Attempts } from '../../identity/attempts.ts';
import { tryEmailCode, useEmailCode } from '../../identity/email-codes.ts';
import { queueMail } from '../../identity/mail.ts';
import { foldName } from '../../identity/names.ts';
import { passwordFault } from '../../identity/password.ts';
import type { Passwords } from '../../identity/password.ts';
import type { Sessions } from '../../identity/sessions.ts';
import { standingFault, triesKey, userInfo } from './rules.ts';
import type { Worth } from './rules.ts';
import { findByEmail, findLogin, passwordOf, profileOf, setLanguage, setPassword } from './store.ts';

export type SessionDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly attempts: Attempts;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  /** What a customer owns by ledger and latest quotes. */
  readonly worthOf: (customer: bigint) => Promise<Worth>;
};

type SessionHandlers = Pick<
  Handlers,
  | 'POST user/login'
  | 'POST user/logout'
  | 'POST user/forget'
  | 'POST safe/update_password'
  | 'GET user/info'
  | 'POST set/lang'
>;

export function sessionHandlers(deps: SessionDeps): SessionHandlers {
  const { pool, sessions } = deps;
  return {
    'POST user/login': (input, context) => login(deps, input, context),
    'POST user/logout': async (_input, { customer, session }) => {
      sessions.forget(await sessions.end(pool, { customer, only: session }));
      return ok({});
    },
    'POST user/forget': (input, context) => forget(deps, input, context),
    'POST safe/update_password': (input, context) => updatePassword(deps, input, context),
    'GET user/info': async (_input, { customer }) => {
      const [profile, worth] = await Promise.all([profileOf(pool, customer), deps.worthOf(customer)]);
      return ok(userInfo(customer, profile, worth));
    },
    'POST set/lang': async ({ language }, { customer }) => {
      await setLanguage(pool, { customer, language });
      return ok({});
    },
  };
}

/** A name that nobody has is refused with the words and in the time of a wrong password. */
async function login(
  deps: SessionDeps,
  input: CallInput<'POST user/login'>,
  context: CallContext,
): Promise<CallAnswer<'POST user/login'>> {
  const { attempts, passwords, sessions, pool } = deps;
  const { address, agent } = context;
  const nowMs = deps.now();
  const found = await findLogin(pool, { name: input.account, address });
  const key = triesKey(found, { foldedName: foldName(input.account), address });
  const wait = waitRefusal(
    attempts.loginAddress.take(address, nowMs),
    attempts.loginAccount.take(key, nowMs),
  );
  if (wait !== undefined) return wait;

  const right = await passwords.verify(found?.passwordHash, input.password);
  if (right === undefined) {
    attempts.loginAddress.giveBack(address);
    attempts.loginAccount.giveBack(key);
    return refuse('busy');
  }
  if (found === undefined || !right) return refuse('login_wrong');
  attempts.loginAddress.giveBack(address);
  attempts.loginAccount.giveBack(key);
  const fault = standingFault(found.status);
  if (fault !== undefined) return fault;
  return ok(await sessions.open(pool, { customer: found.id, agent, address }));
}

/** An address that nobody registered answers as a wrong code does, and before any password is hashed. */
async function forget(
  deps: SessionDeps,
  input: CallInput<'POST user/forget'>,
  context: CallContext,
): Promise<CallAnswer<'POST user/forget'>> {
  const fault = passwordFault(input.password, input.re_password);
  if (fault !== undefined) return fault;
  const nowMs = deps.now();
  const wait = waitRefusal(deps.attempts.codeAddress.take(context.address, nowMs));
  if (wait !== undefined) return wait;

  const right = await tryEmailCode(deps.pool, { email: input.email, code: input.code, nowMs });
  const found = await findByEmail(deps.pool, input.email);
  if (!right || found === undefined) return codeWrong();
  const passwordHash = await deps.passwords.hash(input.password);
  if (passwordHash === undefined) return refuse('busy');

  const ended = await inTransaction(deps.pool, async (connection) => {
    if (!(await useEmailCode(connection, input))) return undefined;
    await setPassword(connection, { customer: found.id, passwordHash, nowMs });
    const { language } = context;
    await queueMail(connection, { to: found.email, kind: 'password_changed', language, nowMs });
    return deps.sessions.end(connection, { customer: found.id });
  });
  if (ended === undefined) return codeWrong();
  deps.sessions.forget(ended);
  return ok({});
}

async function updatePassword(
  deps: SessionDeps,
  input: CallInput<'POST safe/update_password'>,
  context: CallContext,
): Promise<CallAnswer<'POST safe/update_password'>> {
  const { customer } = context;
  const { attempts, passwords } = deps;
  const fault = passwordFault(input.password, input.re_password);
  if (fault !== undefined) return fault;
  const nowMs = deps.now();
  const wait = waitRefusal(attempts.passwordCustomer.take(String(customer), nowMs));
  if (wait !== undefined) return wait;

  const current = await passwordOf(deps.pool, customer);
  const right = await passwords.verify(current.passwordHash, input.old_password);
  if (right === undefined) {
    attempts.passwordCustomer.giveBack(String(customer));
    return refuse('busy');
  }
  if (!right) return refuse('old_password_wrong', { field: 'old_password' });
  attempts.passwordCustomer.giveBack(String(customer));
  const passwordHash = await passwords.hash(input.password);
  if (passwordHash === undefined) return refuse('busy');

  const ended = await inTransaction(deps.pool, async (connection) => {
    await setPassword(connection, { customer, passwordHash, nowMs });
    const { language } = context;
    await queueMail(connection, { to: current.email, kind: 'password_changed', language, nowMs });
    return deps.sessions.end(connection, { customer, except: context.session });
  });
  deps.sessions.forget(ended);
  return ok({});
}

const codeWrong = () => refuse('code_wrong', { field: 'code' });
