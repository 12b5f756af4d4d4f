/**
 * The six-digit trading password that authorises withdrawals. A million combinations are quickly tried, so attempts are counted.
 * argon2 hashes a keyed hash of the digits, so without the vault's key, a copy of the database reveals no trading password.
 */
import { refuse } from '@candor/domain/outcome.ts';
import type { Pool } from '../../db/pool.ts';
import type { ConfirmedFrom } from '../factors/confirmation.ts';
import { deviceOrigin } from '../sessions/devices.ts';
import type { FailedAttempts } from './failed-attempts.ts';
import { isCommon } from './password.ts';
import type { Passwords } from './password.ts';
import type { Vault } from './vault.ts';

/** Checks a new trading password. Rejects repeated digits, sequences and common numbers. */
export function tradingPasswordViolation(password: string, again: string) {
  if (password !== again) return refuse('passwords_differ', { field: 're_password' });
  if (isCommon(password) || /^(\d{1,3})\1+$/.test(password)) {
    return refuse('password_common', { field: 'password' });
  }
  return undefined;
}

export type TradingPasswordDeps = {
  readonly pool: Pool;
  readonly vault: Vault;
  readonly failedAttempts: FailedAttempts;
  readonly passwords: Pick<Passwords, 'hash' | 'verify'>;
  readonly now: () => number;
};

type Try = {
  readonly customer: bigint;
  readonly hash: string;
  readonly given: string;
  readonly context: ConfirmedFrom;
  /** Whether a success clears earlier failures. */
  readonly forgives: boolean;
};

const SIX_DIGITS = /^\d{6}$/;

export class TradingPasswords {
  readonly #deps: TradingPasswordDeps;

  constructor(deps: TradingPasswordDeps) {
    this.#deps = deps;
  }

  /** Hashes a trading password. Returns undefined if the hashing queue is full. */
  hash(customer: bigint, password: string): Promise<string | undefined> {
    return this.#deps.passwords.hash(this.#keyed(customer, password));
  }

  /** Clears failed attempts. Must be called after the trading password was changed. */
  forgive(customer: bigint): Promise<void> {
    return this.#deps.failedAttempts.reset(subjectOf(customer), 'trading_password');
  }

  /** Checks a trading password typed to authorise a payment. Returns the violation, if any. */
  async check(customer: bigint, given: string, context: ConfirmedFrom) {
    const hash = await this.#hashOf(customer);
    if (hash === null) return refuse('trading_password_missing');
    const tried = await this.#try({ customer, hash, given, context, forgives: true });
    if (tried === 'right') return undefined;
    return tried === 'wrong' ? refuse('trading_password_wrong') : tried;
  }

  /**
   * Refuses a login password that equals the trading password, because one secret would then unlock both. Attempts are counted,
   * because otherwise somebody could guess the trading password by setting one login password after another. A password that
   * isn't six digits isn't an attempt.
   */
  async sameViolation(customer: bigint, password: string, context: ConfirmedFrom) {
    const hash = await this.#hashOf(customer);
    if (hash === null || !SIX_DIGITS.test(password)) return undefined;
    const tried = await this.#try({ customer, hash, given: password, context, forgives: false });
    if (tried === 'right') return refuse('trading_password_same', { field: 'password' });
    return tried === 'wrong' ? undefined : tried;
  }

  async #try({ customer, hash, given, context, forgives }: Try) {
    const { pool, failedAttempts, passwords, now } = this.#deps;
    const at = {
      subject: subjectOf(customer),
      kind: 'trading_password',
      origin: await deviceOrigin(pool, { customer, from: context }),
      nowMs: now(),
    } as const;
    const wait = await failedAttempts.take(at);
    if (wait !== undefined) return wait;
    const right = await passwords.verify(hash, this.#keyed(customer, given));
    if (right === undefined) {
      await failedAttempts.giveBack(at);
      return refuse('busy');
    }
    if (right) {
      if (forgives) await failedAttempts.forgive(at);
      return 'right';
    }
    await failedAttempts.miss(at, { customer, agent: context.agent, address: context.address });
    return 'wrong';
  }

  /**
   * Whether this is already the trading password. Attempts aren't counted, so it must only be called where it can't be used for
   * guessing. Returns undefined if the hashing queue is full.
   */
  async isSame(customer: bigint, password: string): Promise<boolean | undefined> {
    const hash = await this.#hashOf(customer);
    if (hash === null || !SIX_DIGITS.test(password)) return false;
    return this.#deps.passwords.verify(hash, this.#keyed(customer, password));
  }

  async #hashOf(customer: bigint): Promise<string | null> {
    const found = await this.#deps.pool.query<{ hash: string | null }>(
      'select c.trading_password_hash as hash from customer c where c.id = $1',
      [customer],
    );
    return found.rows[0]?.hash ?? null;
  }

  #keyed(customer: bigint, password: string): string {
    return this.#deps.vault.keyed(password, `trading password of ${customer}`).toString('base64');
  }
}

function subjectOf(customer: bigint): string {
  return `customer:${customer}`;
}
