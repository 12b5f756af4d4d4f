/**
 * Confirms sensitive calls, so that a stolen session token isn't enough: with a second factor if the customer has one, otherwise
 * with the password, otherwise with a fresh wallet signature. An attempt is counted before it is compared. A call without any
 * confirmation is rejected without counting an attempt.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { ConfirmationKind } from '@candor/protocol/confirmation.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CallContext } from '../../calls/handler.ts';
import { useTotp } from './authenticator.ts';
import { deviceOrigin, passwordOrigin } from '../sessions/devices.ts';
import type { GuessAt, FailedAttempts, GuessKind } from '../secrets/failed-attempts.ts';
import { tellCustomer } from '../mail/notices.ts';
import type { OriginRule } from './origin.ts';
import type { Passkeys } from './passkeys.ts';
import type { Passwords } from '../secrets/password.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { noteEvent } from '../security-events.ts';
import type { Vault } from '../secrets/vault.ts';
import type { WalletProof } from '../wallet/wallet-proof.ts';

/** The fields with which a call is confirmed. */
export type Given = {
  readonly totp?: string | undefined;
  readonly passkey?: string | undefined;
  readonly current_password?: string | undefined;
  readonly message?: string | undefined;
  readonly sign?: string | undefined;
};
type Field = 'totp' | 'passkey' | 'current_password' | 'sign';

export type ConfirmedFrom = Pick<CallContext, 'customer' | 'device' | 'address' | 'agent' | 'host'>;

export type ConfirmationDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly failedAttempts: FailedAttempts;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly passkeys: Pick<Passkeys, 'signer'>;
  readonly wallet: Pick<WalletProof, 'check'>;
  readonly originOf: OriginRule;
  readonly now: () => number;
  /** The wall clock, by which authenticator codes and sessions are timed. */
  readonly wallNow: () => number;
};

type Means = {
  readonly totp: boolean;
  readonly passkey: boolean;
  readonly passwordHash: string | null;
  readonly walletAddress: string | null;
};
type Tries = { readonly customer: bigint; readonly context: ConfirmedFrom };
type Tried = Tries & { readonly means: Means };

export class Confirmation {
  readonly #deps: ConfirmationDeps;

  constructor(deps: ConfirmationDeps) {
    this.#deps = deps;
  }

  /** Returns the kinds of confirmation that are accepted now. Any one of them suffices. */
  async kindsOf(customer: bigint): Promise<ConfirmationKind[]> {
    return kinds(await this.#meansOf(customer));
  }

  /** Returns the violation of a call without any confirmation. Counts no attempt. */
  async missing(customer: bigint, given: Given) {
    const means = await this.#meansOf(customer);
    return fieldOf(given, kinds(means)) === undefined ? needed(kinds(means)) : undefined;
  }

  /** Returns the violation of a call that its customer didn't confirm. Uses up a valid code. */
  async check(customer: bigint, given: Given, context: ConfirmedFrom) {
    const means = await this.#meansOf(customer);
    const field = fieldOf(given, kinds(means));
    if (field === undefined) return needed(kinds(means));
    return this.#try(field, given, { customer, means, context });
  }

  /**
   * Like `check`, but accepts only a second factor, at a login or a password reset. Returns undefined if the customer has none.
   */
  async secondFactor(customer: bigint, given: Given, context: ConfirmedFrom) {
    const means = await this.#meansOf(customer);
    const second = secondKinds(means);
    if (second.length === 0) return undefined;
    const field = fieldOf(given, second);
    if (field === undefined) return needed(second);
    return this.#try(field, given, { customer, means, context });
  }

  #try(field: Field, given: Given, tried: Tried) {
    if (field === 'totp') return this.#tryCode(given.totp ?? '', tried);
    if (field === 'passkey') return this.#tryPasskey(given.passkey ?? '', tried);
    if (field === 'current_password') return this.#tryPassword(given.current_password ?? '', tried);
    return this.#tryWallet({ message: given.message ?? '', sign: given.sign ?? '' }, tried);
  }

  /**
   * Tries a code. Six digits are an authenticator's code; anything else is a recovery code. Attempts at the two are counted
   * separately, because either can be used in place of the other.
   */
  async #tryCode(typed: string, { customer, context }: Tried) {
    const { pool, vault, failedAttempts, now, wallNow } = this.#deps;
    const digits = typed.replace(/\s/g, '');
    const isTotp = /^\d{6}$/.test(digits);
    const nowMs = now();
    const at = {
      subject: subjectOf(customer),
      kind: (isTotp ? 'second_factor' : 'recovery_code') satisfies GuessKind,
      origin: await deviceOrigin(pool, { customer, from: context }),
      nowMs,
    } as const;
    const wait = await failedAttempts.take(at);
    if (wait !== undefined) return wait;
    if (!isTotp) {
      if (!(await useRecoveryCode(pool, { customer, vault, typed, nowMs }))) {
        return this.#missed('totp', at, { customer, context });
      }
      await failedAttempts.forgive(at);
      // A recovery code proves ownership, so failed attempts at the authenticator no longer lock the customer out.
      await failedAttempts.reset(at.subject, 'second_factor');
      await this.#note('recovery_code_used', { customer, context });
      await inTransaction(pool, (connection) =>
        tellCustomer(connection, { customer, kind: 'factor_changed', nowMs }),
      );
      return undefined;
    }
    const verdict = await useTotp(pool, { customer, vault, code: digits, nowMs: wallNow() });
    if (verdict === 'reused') await this.#note('totp_reused', { customer, context });
    if (verdict !== 'right') return this.#missed('totp', at, { customer, context });
    await failedAttempts.forgive(at);
    return undefined;
  }

  /** Tries a passkey. A signature can't be guessed, so attempts aren't counted. */
  async #tryPasskey(passkey: string, { customer, context }: Tried) {
    const served = this.#deps.originOf(context.host);
    const signer = await this.#deps.passkeys.signer(passkey, { served, customer: context.customer });
    return signer === customer ? undefined : wrong('passkey');
  }

  async #tryPassword(password: string, { customer, means, context }: Tried) {
    const { pool, failedAttempts, passwords, now } = this.#deps;
    const at = {
      subject: subjectOf(customer),
      kind: 'password',
      origin: await passwordOrigin(pool, { customer, from: context }),
      nowMs: now(),
    } as const;
    const wait = await failedAttempts.take(at);
    if (wait !== undefined) return wait;
    const right = await passwords.verify(means.passwordHash ?? undefined, password);
    if (right === undefined) {
      await failedAttempts.giveBack(at);
      return refuse('busy');
    }
    if (!right) return this.#missed('current_password', at, { customer, context });
    await failedAttempts.forgive(at);
    return undefined;
  }

  async #tryWallet(signed: { message: string; sign: string }, { means, context }: Tried) {
    const served = this.#deps.originOf(context.host);
    const right = await this.#deps.wallet.check(means.walletAddress ?? '', signed, served);
    return right ? undefined : wrong('sign');
  }

  async #missed(field: Field, at: GuessAt, { customer, context: { agent, address } }: Tries) {
    await this.#deps.failedAttempts.miss(at, { customer, agent, address });
    return wrong(field);
  }

  async #note(
    kind: 'recovery_code_used' | 'totp_reused',
    { customer, context: { agent, address } }: Tries,
  ): Promise<void> {
    await noteEvent(this.#deps.pool, { customer, kind, nowMs: this.#deps.now(), agent, address });
  }

  async #meansOf(customer: bigint): Promise<Means> {
    const found = await this.#deps.pool.query<{
      totp: boolean;
      passkey: boolean;
      password_hash: string | null;
      wallet_address: string | null;
    }>(
      `select exists (select from authenticator a where a.customer = c.id and a.bound_ms is not null) as totp,
        exists (select from passkey p where p.customer = c.id) as passkey, c.password_hash, c.wallet_address
        from customer c where c.id = $1`,
      [customer],
    );
    const row = found.rows[0];
    if (row === undefined) throw new Error(`expected customer ${customer} to exist, found none`);
    const { totp, passkey, password_hash, wallet_address } = row;
    return { totp, passkey, passwordHash: password_hash, walletAddress: wallet_address };
  }
}

/** Returns the subject under which attempts at a customer's secrets are counted. */
function subjectOf(customer: bigint): string {
  return `customer:${customer}`;
}

function secondKinds({ totp, passkey }: Means): ConfirmationKind[] {
  return [...(totp ? (['totp'] as const) : []), ...(passkey ? (['passkey'] as const) : [])];
}

function kinds(means: Means): ConfirmationKind[] {
  const second = secondKinds(means);
  if (second.length > 0) return second;
  return [means.passwordHash === null ? 'wallet' : 'password'];
}

/** Returns the field that a refusal names: the first one given among those of the accepted kinds. */
function fieldOf(given: Given, counting: readonly ConfirmationKind[]): Field | undefined {
  if (counting.includes('totp') && given.totp !== undefined) return 'totp';
  if (counting.includes('passkey') && given.passkey !== undefined) return 'passkey';
  if (counting.includes('password') && given.current_password !== undefined) return 'current_password';
  const signed = given.message !== undefined && given.sign !== undefined;
  return counting.includes('wallet') && signed ? 'sign' : undefined;
}

function needed(kindsNeeded: readonly ConfirmationKind[]) {
  return refuse('confirmation_needed', { params: { kinds: kindsNeeded.join(' ') } });
}

function wrong(field: Field) {
  return refuse('confirmation_wrong', { field });
}
