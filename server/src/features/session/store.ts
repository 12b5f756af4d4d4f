/** Queries for sessions and login. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { standingReasons } from '@candor/protocol/standing/schemas.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { foldName } from '../../identity/names.ts';
import type { CustomerStatus } from '../../identity/sessions/session-store.ts';

type StandingReason = (typeof standingReasons)[number];
type KycStatus = CallOutput<'GET user/info'>['kyc_status'];
type Standing = Exclude<CustomerStatus, 'closed'>;

export type Login = {
  readonly id: bigint;
  readonly passwordHash: string | null;
  readonly status: Standing;
};

/**
 * Finds a customer for a login. The same statement runs for existing and unknown customers, so that both take equally long. A
 * closed account is treated like an unknown one.
 */
export async function findLogin(db: Pool, name: string): Promise<Login | undefined> {
  const found = await db.query<{ id: string; password_hash: string | null; status: Standing }>(
    `select c.id, c.password_hash, c.status from customer c
      where (c.account_key = $1 or c.email_key = $1) and c.status <> 'closed'`,
    [foldName(name)],
  );
  const raw = found.rows[0];
  if (raw === undefined) return undefined;
  return { id: BigInt(raw.id), passwordHash: raw.password_hash, status: raw.status };
}

/** Finds the customer with this email address, unless the account is closed. */
export async function findByEmail(
  db: Pool,
  email: string,
): Promise<{ id: bigint; status: Standing } | undefined> {
  const found = await db.query<{ id: string; status: Standing }>(
    `select c.id, c.status from customer c where c.email_key = $1 and c.status <> 'closed'`,
    [foldName(email)],
  );
  const raw = found.rows[0];
  return raw === undefined ? undefined : { id: BigInt(raw.id), status: raw.status };
}

/** Null if the customer logs in by wallet and has no password. */
export async function passwordOf(db: Pool, customer: bigint): Promise<string | null> {
  const found = await db.query<{ password_hash: string | null }>(
    'select password_hash from customer where id = $1',
    [customer],
  );
  const raw = found.rows[0];
  if (raw === undefined)
    throw new Error(`expected a row of customer ${customer}, who has a session, found none`);
  return raw.password_hash;
}

/**
 * Sets the password, starts the hold on withdrawals, and returns the names with which the customer can log in. Returns undefined
 * if `replaces` is given and the stored hash differs from it.
 */
export async function setPassword(
  db: Connection,
  at: {
    readonly customer: bigint;
    readonly passwordHash: string;
    readonly nowMs: number;
    readonly replaces?: string | null;
  },
): Promise<readonly string[] | undefined> {
  const set = await db.query<{ account_key: string; email_key: string | null }>(
    `update customer set password_hash = $2, security_changed_ms = $3
      where id = $1 and (not $5 or password_hash is not distinct from $4) returning account_key, email_key`,
    [at.customer, at.passwordHash, at.nowMs, at.replaces ?? null, at.replaces !== undefined],
  );
  const keys = set.rows[0];
  if (keys === undefined) return undefined;
  return keys.email_key === null ? [keys.account_key] : [keys.account_key, keys.email_key];
}

export async function setLanguage(db: Pool, at: { customer: bigint; language: Language }): Promise<void> {
  await db.query('update customer set language = $2 where id = $1', [at.customer, at.language]);
}

export type Profile = {
  readonly account: string;
  readonly email: string | null;
  readonly walletAddress: string | null;
  /** The standing is never "locked", because a locked customer can't make this call. */
  readonly status: 'active' | 'frozen';
  readonly standingReason: StandingReason | null;
  readonly country: string | null;
  readonly inviteCode: string;
  readonly creditScore: number;
  readonly kycStatus: KycStatus;
  readonly leverEnabled: boolean;
  readonly hasTradingPassword: boolean;
  readonly totpEnabled: boolean;
  readonly registeredMs: number;
  readonly language: Language;
};

type RawProfile = {
  account: string;
  email: string | null;
  wallet_address: string | null;
  status: 'active' | 'frozen';
  standing_reason: StandingReason | null;
  country: string | null;
  invite_code: string;
  credit_score: number;
  kyc_status: KycStatus;
  lever_enabled: boolean;
  has_trading_password: boolean;
  totp_enabled: boolean;
  registered_ms: string;
  language: Language;
};

export async function profileOf(db: Pool, customer: bigint): Promise<Profile> {
  const found = await db.query<RawProfile>(
    `select c.account, c.email, c.wallet_address, c.status, c.standing_reason, c.country, i.code as invite_code, c.credit_score,
        c.kyc_status, c.lever_enabled, c.trading_password_hash is not null as has_trading_password,
        exists (select from authenticator a where a.customer = c.id and a.bound_ms is not null) as totp_enabled,
        c.registered_ms, c.language
      from customer c join invite_code i on i.owner = c.id and i.owner <> 0 where c.id = $1`,
    [customer],
  );
  const raw = found.rows[0];
  if (raw === undefined)
    throw new Error(`expected a profile of customer ${customer}, who has a session, found none`);
  return {
    account: raw.account,
    email: raw.email,
    walletAddress: raw.wallet_address,
    status: raw.status,
    standingReason: raw.standing_reason,
    country: raw.country,
    inviteCode: raw.invite_code,
    creditScore: raw.credit_score,
    kycStatus: raw.kyc_status,
    leverEnabled: raw.lever_enabled,
    hasTradingPassword: raw.has_trading_password,
    totpEnabled: raw.totp_enabled,
    registeredMs: Number(raw.registered_ms),
    language: raw.language,
  };
}
