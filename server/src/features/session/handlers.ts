/**
 * Handlers for login and logout, sessions and security events, and the app's first request, which returns the current customer.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import type { CallAnswer, CallContext, Handlers } from '../../calls/handler.ts';
import { waitRefusal } from '../../identity/secrets/attempts.ts';
import type { Attempts } from '../../identity/secrets/attempts.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { passwordOrigin } from '../../identity/sessions/devices.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { keptMails } from '../../identity/mail/mail.ts';
import { foldName } from '../../identity/names.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import { noteEvent, securityEvents } from '../../identity/security-events.ts';
import type { Sessions } from '../../identity/sessions/sessions.ts';
import { signedIn, standingViolation } from '../../identity/sessions/sign-in.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import type { TradingPasswords } from '../../identity/secrets/trading-password.ts';
import { LIMITS } from '../../limits.ts';
import { forget, updatePassword } from './passwords.ts';
import { loginsView, mailView, sessionView, userInfo } from './rules.ts';
import type { Income, Jurisdiction, Worth } from './rules.ts';
import { findLogin, profileOf, setLanguage } from './store.ts';
import type { Profile } from './store.ts';

export type SessionDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly wallNow: () => number;
  readonly attempts: Attempts;
  readonly failedAttempts: FailedAttempts;
  readonly confirmation: Pick<Confirmation, 'check' | 'secondFactor'>;
  readonly tradingPasswords: Pick<TradingPasswords, 'sameViolation'>;
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly sessions: Sessions;
  /** Returns the value of everything that a customer owns, from the ledger and the latest quotes. */
  readonly worthOf: (customer: bigint) => Promise<Worth>;
  readonly incomeOf: (customer: bigint) => Promise<Income>;
  readonly jurisdictionOf: (customer: Pick<Profile, 'country' | 'kycStatus'>) => Jurisdiction;
};

type SessionHandlers = Pick<
  Handlers,
  | 'POST user/login'
  | 'POST user/logout'
  | 'POST user/forget'
  | 'POST safe/update_password'
  | 'GET user/sessions'
  | 'POST user/sessions_end'
  | 'GET user/logins'
  | 'GET demo/mail'
  | 'GET user/info'
  | 'POST set/lang'
>;

export function sessionHandlers(deps: SessionDeps): SessionHandlers {
  const { pool, sessions, now } = deps;
  return {
    'POST user/login': (input, context) => login(deps, input, context),
    'POST user/logout': async (_input, { customer, session, agent, address }) => {
      sessions.forget(await sessions.end(pool, { customer, only: session }));
      await noteEvent(pool, { customer, kind: 'logout', nowMs: now(), agent, address });
      return ok({});
    },
    'POST user/forget': (input, context) => forget(deps, input, context),
    'POST safe/update_password': (input, context) => updatePassword(deps, input, context),
    'GET user/sessions': async (_input, context) => ok(await listed(deps, context)),
    'POST user/sessions_end': (input, context) => endSessions(deps, input, context),
    'GET user/logins': async ({ cursor }, { customer }) => {
      if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) {
        return refuse('parameter_wrong', { field: 'cursor' });
      }
      const before = cursor === undefined ? undefined : BigInt(cursor);
      const { pageRowsUsual } = LIMITS.http;
      const events = await securityEvents(pool, { customer, before, limit: pageRowsUsual + 1 });
      return ok(loginsView(events, pageRowsUsual));
    },
    'GET demo/mail': async (_input, { customer }) => {
      const mails = await keptMails(pool, { customer, limit: LIMITS.http.pageRowsUsual });
      return ok(mails.map(mailView));
    },
    'GET user/info': async (_input, { customer }) => {
      const [profile, worth, income] = await Promise.all([
        profileOf(pool, customer),
        deps.worthOf(customer),
        deps.incomeOf(customer),
      ]);
      const jurisdiction = deps.jurisdictionOf(profile);
      return ok(userInfo(customer, { profile, worth, income, jurisdiction }));
    },
    'POST set/lang': async ({ language }, { customer }) => {
      await setLanguage(pool, { customer, language });
      return ok({});
    },
  };
}

/**
 * Logs a customer in. A login with an unknown name is counted, locked and refused like one with a wrong password, and takes just
 * as long.
 */
async function login(
  deps: SessionDeps,
  input: CallInput<'POST user/login'>,
  context: CallContext,
): Promise<CallAnswer<'POST user/login'>> {
  const { attempts, failedAttempts, passwords, pool } = deps;
  const { address, agent } = context;
  const nowMs = deps.now();
  const crowded = waitRefusal(attempts.loginAddress.take(address, nowMs));
  if (crowded !== undefined) return crowded;
  const found = await findLogin(pool, input.account);
  const customer = found?.id ?? 0n;
  const origin = await passwordOrigin(pool, { customer, from: context });
  // Attempts from unknown devices are counted by the name as typed. If they were counted by customer, a lock would reveal that an
  // account name and an email address belong together.
  const subject = origin === '' ? `name:${foldName(input.account)}` : `customer:${customer}`;
  const at = { subject, kind: 'password', origin, nowMs } as const;
  const wait = await failedAttempts.take(at);
  if (wait !== undefined) return wait;

  const line = origin === '' ? { strangerFrom: address } : 'customers';
  const right = await passwords.verify(found?.passwordHash ?? undefined, input.password, line);
  if (right === undefined) {
    attempts.loginAddress.giveBack(address);
    await failedAttempts.giveBack(at);
    return refuse('busy');
  }
  if (found === undefined || !right) {
    await failedAttempts.miss(at, { customer, agent, address, event: 'login_failed' });
    return refuse('login_wrong');
  }
  attempts.loginAddress.giveBack(address);
  await failedAttempts.forgive(at);
  const violation =
    standingViolation(found.status) ?? (await deps.confirmation.secondFactor(customer, input, context));
  if (violation !== undefined) return violation;
  const token = await signedIn(deps, { customer, context, passwordHash: found.passwordHash });
  return token === undefined ? refuse('login_wrong') : ok(token);
}

async function listed(deps: SessionDeps, { customer, session }: CallContext) {
  const open = await deps.sessions.list(customer);
  // Session times use the wall clock, but customers see every time in the house's time.
  const aheadMs = deps.now() - deps.wallNow();
  const dated = open.map((one) => ({
    ...one,
    ...{ createdMs: one.createdMs + aheadMs, seenMs: one.seenMs + aheadMs },
  }));
  return dated.map((one) => sessionView(one, session));
}

/** Ends one session or all except the current one. Ending the current session by its id is a logout. */
async function endSessions(
  deps: SessionDeps,
  { id }: CallInput<'POST user/sessions_end'>,
  context: CallContext,
): Promise<CallAnswer<'POST user/sessions_end'>> {
  const { pool, sessions } = deps;
  const { customer, session, agent, address } = context;
  if (id !== undefined && !/^\d{1,18}$/.test(id)) return refuse('not_found');
  const which = id === undefined ? { except: session } : { only: BigInt(id) };
  const ended = await sessions.end(pool, { customer, ...which });
  if (ended.length === 0 && id !== undefined) return refuse('not_found');
  sessions.forget(ended);
  if (ended.length > 0) {
    await noteEvent(pool, { customer, kind: 'session_ended', nowMs: deps.now(), agent, address });
  }
  return ok(await listed(deps, context));
}
