/** Queries for the settings that protect an account. */
import type { Language } from '@candor/protocol/languages.ts';
import type { Connection, Pool } from '../../db/pool.ts';
import { foldName } from '../../identity/names.ts';
import type { CustomerStatus } from '../../identity/sessions/session-store.ts';

export type Safety = {
  readonly account: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly walletAddress: string | null;
  readonly language: Language;
  readonly status: CustomerStatus;
  readonly passwordHash: string | null;
  readonly hasTradingPassword: boolean;
  readonly totpEnabled: boolean;
  readonly recoveryCodesLeft: number;
  readonly passkeys: number;
  readonly antiPhishingWord: string | null;
  readonly securityChangedMs: number | null;
};

type Raw = {
  account: string;
  email: string | null;
  phone: string | null;
  wallet_address: string | null;
  language: Language;
  status: CustomerStatus;
  password_hash: string | null;
  has_trading_password: boolean;
  totp_enabled: boolean;
  recovery_codes_left: string;
  passkeys: string;
  anti_phishing_word: string | null;
  security_changed_ms: string | null;
};

export async function safetyOf(db: Pool | Connection, customer: bigint): Promise<Safety> {
  const found = await db.query<Raw>(
    `select c.account, c.email, c.phone, c.wallet_address, c.language, c.status, c.password_hash,
        c.trading_password_hash is not null as has_trading_password,
        exists (select from authenticator a where a.customer = c.id and a.bound_ms is not null) as totp_enabled,
        (select count(*) from recovery_code r where r.customer = c.id and r.used_ms is null) as recovery_codes_left,
        (select count(*) from passkey p where p.customer = c.id) as passkeys,
        c.anti_phishing_word, c.security_changed_ms
      from customer c where c.id = $1`,
    [customer],
  );
  const raw = found.rows[0];
  if (raw === undefined) throw new Error(`expected customer ${customer} to exist, found none`);
  return {
    account: raw.account,
    email: raw.email,
    phone: raw.phone,
    walletAddress: raw.wallet_address,
    language: raw.language,
    status: raw.status,
    passwordHash: raw.password_hash,
    hasTradingPassword: raw.has_trading_password,
    totpEnabled: raw.totp_enabled,
    recoveryCodesLeft: Number(raw.recovery_codes_left),
    passkeys: Number(raw.passkeys),
    antiPhishingWord: raw.anti_phishing_word,
    securityChangedMs: raw.security_changed_ms === null ? null : Number(raw.security_changed_ms),
  };
}

/** Records the time of a change, from which withdrawals are held. */
export async function noteChanged(
  db: Connection,
  at: { readonly customer: bigint; readonly nowMs: number },
): Promise<void> {
  await db.query(
    'update customer set security_changed_ms = greatest(security_changed_ms, $2) where id = $1',
    [at.customer, at.nowMs],
  );
}

export async function setTradingPasswordHash(
  db: Connection,
  at: { readonly customer: bigint; readonly hash: string | null },
): Promise<void> {
  await db.query('update customer set trading_password_hash = $2 where id = $1', [at.customer, at.hash]);
}

export async function setPhone(
  db: Connection,
  at: { readonly customer: bigint; readonly phone: string },
): Promise<void> {
  await db.query('update customer set phone = $2 where id = $1', [at.customer, at.phone]);
}

/** Sets the anti-phishing word. An empty word removes it. */
export async function setAntiPhishingWord(
  db: Connection,
  at: { readonly customer: bigint; readonly word: string },
): Promise<void> {
  await db.query(`update customer set anti_phishing_word = nullif($2, '') where id = $1`, [
    at.customer,
    at.word,
  ]);
}

/** Returns the customer with this address, and the address as the customer typed it; undefined if there is none. */
export async function addressOwner(
  db: Pool,
  email: string,
): Promise<{ customer: bigint; email: string; language: Language } | undefined> {
  const found = await db.query<{ id: string; email: string; language: Language }>(
    'select c.id, c.email, c.language from customer c where c.email_key = $1',
    [foldName(email)],
  );
  const row = found.rows[0];
  return row === undefined
    ? undefined
    : { customer: BigInt(row.id), email: row.email, language: row.language };
}

/**
 * Sets the email address. If another customer has the address, throws an error recognised by `isTaken`. The unique key decides
 * between concurrent requests.
 */
export async function setEmail(
  db: Connection,
  at: { readonly customer: bigint; readonly email: string },
): Promise<void> {
  await db.query('update customer set email = $2, email_key = $3 where id = $1', [
    at.customer,
    at.email,
    foldName(at.email),
  ]);
}

/** Whether the error is a violation of a unique key, which means that another customer already has the value. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
