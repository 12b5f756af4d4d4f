/** All SQL of the session feature. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Language } from '@candor/protocol/languages.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { foldName } from '../../identity/names.ts';
import type { CustomerStatus } from '../../identity/session-store.ts';

type KycStatus = CallOutput<'GET user/info'>['kyc_status'];

export type Login = {
  readonly id: bigint;
  readonly passwordHash: string;
  readonly status: CustomerStatus;
  /** Whether this customer was logged in from this address before. */
  readonly addressKnown: boolean;
};

/** One statement whether the customer exists or not, so that both take as long. */
export async function findLogin(db: Pool, at: { name: string; address: string }): Promise<Login | undefined> {
  const found = await db.query<{ id: string; password_hash: string; status: CustomerStatus; known: boolean }>(
    `select c.id, c.password_hash, c.status,
        exists (select from session s where s.customer = c.id and s.address = $2) as known
      from customer c where c.account_key = $1 or c.email_key = $1`,
    [foldName(at.name), at.address],
  );
  const raw = found.rows[0];
  if (raw === undefined) return undefined;
  return { id: BigInt(raw.id), passwordHash: raw.password_hash, status: raw.status, addressKnown: raw.known };
}

/** The id of who has this e-mail, with the address as they wrote it. */
export async function findByEmail(
  db: Pool,
  email: string,
): Promise<{ id: bigint; email: string } | undefined> {
  const found = await db.query<{ id: string; email: string }>(
    'select id, email from customer where email_key = $1',
    [foldName(email)],
  );
  const raw = found.rows[0];
  return raw === undefined ? undefined : { id: BigInt(raw.id), email: raw.email };
}

export async function passwordOf(
  db: Pool,
  customer: bigint,
): Promise<{ passwordHash: string; email: string }> {
  const found = await db.query<{ password_hash: string; email: string }>(
    'select password_hash, email from customer where id = $1',
    [customer],
  );
  const raw = found.rows[0];
  if (raw === undefined) throw new Error(`customer ${customer} has a session but no row`);
  return { passwordHash: raw.password_hash, email: raw.email };
}

/** Sets the password and starts the day for which withdrawals are held. */
export async function setPassword(
  db: Connection,
  at: { customer: bigint; passwordHash: string; nowMs: number },
): Promise<void> {
  await db.query('update customer set password_hash = $2, security_changed_ms = $3 where id = $1', [
    at.customer,
    at.passwordHash,
    at.nowMs,
  ]);
}

export async function setLanguage(db: Pool, at: { customer: bigint; language: Language }): Promise<void> {
  await db.query('update customer set language = $2 where id = $1', [at.customer, at.language]);
}

export type Profile = {
  readonly account: string;
  readonly email: string;
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
  email: string;
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
    `select c.account, c.email, i.code as invite_code, c.credit_score, c.kyc_status, c.lever_enabled,
        c.trading_password_hash is not null as has_trading_password, c.totp_secret is not null as totp_enabled,
        c.registered_ms, c.language
      from customer c join invite_code i on i.owner = c.id and i.owner <> 0 where c.id = $1`,
    [customer],
  );
  const raw = found.rows[0];
  if (raw === undefined) throw new Error(`customer ${customer} has a session but no profile`);
  return {
    account: raw.account,
    email: raw.email,
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
