/** Sets a new password, given proof by the old one or by a mailed code. */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { CallInput } from '@candor/protocol/calls.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallAnswer, CallContext } from '../../calls/handler.ts';
import { waitRefusal } from '../../identity/secrets/attempts.ts';
import type { Attempts } from '../../identity/secrets/attempts.ts';
import type { Confirmation } from '../../identity/factors/confirmation.ts';
import { passwordOrigin } from '../../identity/sessions/devices.ts';
import { guessEmailCode, useEmailCode } from '../../identity/mail/email-codes.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import { tellCustomer } from '../../identity/mail/notices.ts';
import { passwordViolation } from '../../identity/secrets/password.ts';
import type { Passwords } from '../../identity/secrets/password.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { noteEvent } from '../../identity/security-events.ts';
import type { Sessions } from '../../identity/sessions/sessions.ts';
import { standingViolation } from '../../identity/sessions/sign-in.ts';
import type { TradingPasswords } from '../../identity/secrets/trading-password.ts';
import { findByEmail, passwordOf, setPassword } from './store.ts';

type PasswordDeps = {
  readonly pool: Pool;
  readonly now: () => number;
  readonly attempts: Attempts;
  readonly failedAttempts: FailedAttempts;
  readonly confirmation: Pick<Confirmation, 'check' | 'secondFactor'>;
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly tradingPasswords: Pick<TradingPasswords, 'sameViolation'>;
  readonly sessions: Sessions;
};

/**
 * Resets a forgotten password. An unregistered address is answered as if the code were wrong, before any password is hashed. If
 * the customer has a second factor, access to the mailbox doesn't replace it.
 */
export async function forget(
  deps: PasswordDeps,
  input: CallInput<'POST user/forget'>,
  context: CallContext,
): Promise<CallAnswer<'POST user/forget'>> {
  const violation = passwordViolation(input.password, input.re_password);
  if (violation !== undefined) return violation;
  const nowMs = deps.now();
  const wait = waitRefusal(deps.attempts.codeAddress.take(context.address, nowMs));
  if (wait !== undefined) return wait;

  const { email, code } = input;
  const found = await findByEmail(deps.pool, email);
  const given = { email, code, purpose: 'reset', owner: found?.id ?? 0n, from: context, nowMs } as const;
  const request = await guessEmailCode(deps, given);
  if (!request.ok) return request;
  if (found === undefined) return codeWrong();
  const customer = found.id;
  const barred =
    standingViolation(found.status) ?? (await deps.confirmation.secondFactor(customer, input, context));
  if (barred !== undefined) return barred;
  const hashed = await newHash(deps, { customer, password: input.password }, context);
  if (!hashed.ok) return hashed;
  const passwordHash = hashed.value;

  const set = await inTransaction(deps.pool, async (connection) => {
    if (!(await useEmailCode(connection, request.value))) return undefined;
    const change = { customer, passwordHash, kind: 'password_reset', context, nowMs } as const;
    const names = await changed(connection, change);
    return names && { customer, names, ended: await deps.sessions.end(connection, { customer }) };
  });
  return set === undefined ? codeWrong() : done(deps, set);
}

/**
 * Changes the password. A customer who logs in by wallet may have none, and sets the first one here with the usual confirmation.
 */
export async function updatePassword(
  deps: PasswordDeps,
  input: CallInput<'POST safe/update_password'>,
  context: CallContext,
): Promise<CallAnswer<'POST safe/update_password'>> {
  const { customer } = context;
  const violation = passwordViolation(input.password, input.re_password);
  if (violation !== undefined) return violation;
  const current = await passwordOf(deps.pool, customer);
  const barred =
    current === null
      ? await deps.confirmation.check(customer, input, context)
      : ((await oldPasswordViolation(deps, { current, given: input.old_password }, context)) ??
        (await deps.confirmation.secondFactor(customer, input, context)));
  if (barred !== undefined) return barred;
  const hashed = await newHash(deps, { customer, password: input.password }, context);
  if (!hashed.ok) return hashed;
  const passwordHash = hashed.value;

  const nowMs = deps.now();
  const set = await inTransaction(deps.pool, async (connection) => {
    const change = { customer, passwordHash, replaces: current, context, nowMs } as const;
    const names = await changed(connection, { ...change, kind: 'password_changed' });
    const others = { customer, except: context.session };
    return names && { customer, names, ended: await deps.sessions.end(connection, others) };
  });
  // A concurrent change was committed first, so the password verified above is no longer the current one.
  if (set === undefined) return refuse('old_password_wrong', { field: 'old_password' });
  return done(deps, set);
}

async function oldPasswordViolation(
  deps: PasswordDeps,
  { current, given }: { readonly current: string; readonly given: string | undefined },
  context: CallContext,
) {
  if (given === undefined) {
    return refuse('parameter_missing', { field: 'old_password' });
  }
  const { customer, agent, address } = context;
  const at = {
    subject: `customer:${customer}`,
    kind: 'password',
    origin: await passwordOrigin(deps.pool, { customer, from: context }),
    nowMs: deps.now(),
  } as const;
  const wait = await deps.failedAttempts.take(at);
  if (wait !== undefined) return wait;
  const right = await deps.passwords.verify(current, given);
  if (right === undefined) {
    await deps.failedAttempts.giveBack(at);
    return refuse('busy');
  }
  if (!right) {
    await deps.failedAttempts.miss(at, { customer, agent, address });
    return refuse('old_password_wrong', { field: 'old_password' });
  }
  await deps.failedAttempts.forgive(at);
  return undefined;
}

/**
 * Hashes the new password. Refuses one that equals the customer's trading password; only a caller with proven identity can learn
 * of this.
 */
async function newHash(
  deps: PasswordDeps,
  at: { readonly customer: bigint; readonly password: string },
  context: CallContext,
) {
  const violation = await deps.tradingPasswords.sameViolation(at.customer, at.password, context);
  if (violation !== undefined) return violation;
  const hash = await deps.passwords.hash(at.password);
  return hash === undefined ? refuse('busy') : ok(hash);
}

type Change = {
  readonly customer: bigint;
  readonly passwordHash: string;
  /** The hash that was verified and must still be the stored one; absent for a reset. */
  readonly replaces?: string | null;
  readonly kind: 'password_changed' | 'password_reset';
  readonly context: CallContext;
  readonly nowMs: number;
};

/**
 * Writes the change. Returns the names with which the customer can log in, or undefined if the hash has changed in the meantime.
 */
async function changed(connection: Connection, change: Change): Promise<readonly string[] | undefined> {
  const { customer, kind, context, nowMs } = change;
  const { agent, address } = context;
  const names = await setPassword(connection, change);
  if (names === undefined) return undefined;
  await noteEvent(connection, { customer, kind, nowMs, agent, address });
  await tellCustomer(connection, { customer, kind: 'password_changed', nowMs });
  return names;
}

/**
 * Clears failed attempts, because attempts at the old password must not count against the new one. Also drops ended sessions from
 * the cache.
 */
async function done(
  { sessions, failedAttempts }: PasswordDeps,
  set: { readonly customer: bigint; readonly names: readonly string[]; readonly ended: readonly bigint[] },
) {
  sessions.forget(set.ended);
  await failedAttempts.reset(`customer:${set.customer}`, 'password');
  for (const name of set.names) await failedAttempts.reset(`name:${name}`, 'password');
  return ok({});
}

const codeWrong = () => refuse('code_wrong', { field: 'code' });
