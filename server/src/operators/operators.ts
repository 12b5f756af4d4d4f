/** Operators' accounts. Each has a role and logs in with a password and an authenticator's code. */
import type { SignedAct } from '@candor/protocol/console/approval.ts';
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Pool } from '../db/pool.ts';
import type { FailedAttempts } from '../identity/secrets/failed-attempts.ts';
import type { Passwords } from '../identity/secrets/password.ts';
import { stepOf } from '../identity/factors/totp.ts';
import { deviceHash } from '../identity/sessions/devices.ts';
import type { Vault } from '../identity/secrets/vault.ts';

/** An authenticated operator. A person may have several accounts, which count as one. */
export type Operator = {
  readonly account: string;
  readonly role: OperatorRole;
  readonly person: string;
  /** The signature for the call that is being executed. */
  readonly approval?: SignedApproval | undefined;
};
/** A verified signature and its subject, in the form that the log stores. */
export type SignedApproval = SignedAct & { readonly text: string };
/** The actor on record: an operator, or the payment provider. The provider can only settle payments that were passed to it. */
export type Actor = Omit<Operator, 'role'> & { readonly role: OperatorRole | 'provider' };

export type SignInDeps = {
  readonly pool: Pool;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly vault: Vault;
  readonly failedAttempts: FailedAttempts;
  readonly now: () => number;
  /** The wall clock, by which authenticator codes and sessions are timed. */
  readonly wallNow: () => number;
};

export type OperatorCredentials = {
  readonly account: string;
  readonly password: string;
  /** Six digits. */
  readonly totp: string;
  /** The device's cookie, if any. */
  readonly device?: string | undefined;
};

/**
 * `wrong` doesn't say which part was. `locked` means too many failures, with the seconds until the next attempt if waiting helps.
 * `busy` means that the queue was too full to check the attempt, so it isn't counted.
 */
export type SignInRefusal =
  | { readonly kind: 'wrong' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'locked'; readonly seconds: string | undefined };

type Row = {
  account: string;
  role: OperatorRole;
  person: string;
  password_hash: string;
  sealed_totp_secret: Buffer | null;
};

/**
 * Logs an operator in. An unknown account, an unconfirmed one and one without an authenticator take as long as a wrong password
 * and get the same answer. Each code is valid only once; the row decides between concurrent requests.
 */
export async function signIn(
  deps: SignInDeps,
  given: OperatorCredentials,
): Promise<Operator | SignInRefusal> {
  const { pool, passwords, failedAttempts } = deps;
  const nowMs = deps.now();
  const account = given.account.trim().toLowerCase();
  const origin = await originOf(pool, account, given.device);
  const at = { subject: operatorSubject(account), kind: 'password', origin, nowMs } as const;
  const wait = await failedAttempts.take(at);
  if (wait !== undefined) return { kind: 'locked', seconds: secondsOf(wait) };
  const found = await pool.query<Row>(
    `select o.account, o.role, o.person, o.password_hash, o.sealed_totp_secret from operator o
      where o.account = $1 and o.confirmed_ms is not null and o.disabled_ms is null`,
    [account],
  );
  const row = found.rows[0];
  const right = await passwords.verify(row?.password_hash, given.password, 'operators');
  if (right === undefined) {
    await failedAttempts.giveBack(at);
    return { kind: 'busy' };
  }
  if (row === undefined || !right || !(await useCode(deps, row, given.totp))) return { kind: 'wrong' };
  await failedAttempts.forgive(at);
  return { account: row.account, role: row.role, person: row.person };
}

type Proving = { readonly account: string; readonly device: string | undefined };

/** Proves with an authenticator's code that the logged-in operator is present. */
export async function proveByCode(
  deps: SignInDeps,
  { account, device, totp }: Proving & { readonly totp: string },
): Promise<'right' | SignInRefusal> {
  return counted(deps, { account, device, kind: 'second_factor' }, (row) => useCode(deps, row, totp));
}

/** Proves the operator's presence with the password, before the password is changed. */
export async function proveByPassword(
  deps: SignInDeps,
  { account, device, password }: Proving & { readonly password: string },
): Promise<'right' | SignInRefusal> {
  const verify = (row: Row) => deps.passwords.verify(row.password_hash, password, 'operators');
  return counted(deps, { account, device, kind: 'password' }, verify);
}

async function counted(
  { pool, failedAttempts, now }: SignInDeps,
  { account, device, kind }: Proving & { readonly kind: 'password' | 'second_factor' },
  compare: (row: Row) => Promise<boolean | undefined>,
): Promise<'right' | SignInRefusal> {
  const origin = await originOf(pool, account, device);
  const at = { subject: operatorSubject(account), kind, origin, nowMs: now() } as const;
  const wait = await failedAttempts.take(at);
  if (wait !== undefined) return { kind: 'locked', seconds: secondsOf(wait) };
  const found = await pool.query<Row>(
    'select o.account, o.role, o.person, o.password_hash, o.sealed_totp_secret from operator o where o.account = $1',
    [account],
  );
  const row = found.rows[0];
  const right = row === undefined ? false : await compare(row);
  if (right === false) return { kind: 'wrong' };
  if (right === undefined) {
    await failedAttempts.giveBack(at);
    return { kind: 'busy' };
  }
  await failedAttempts.forgive(at);
  return 'right';
}

/**
 * Returns the person behind each account. Disabled accounts are included, because those operators remain responsible for their
 * actions.
 */
export async function operatorPersons(db: Pick<Pool, 'query'>): Promise<ReadonlyMap<string, string>> {
  const found = await db.query<{ account: string; person: string }>(
    'select o.account, o.person from operator o',
  );
  return new Map(found.rows.map(({ account, person }) => [account, person]));
}

/**
 * Returns the origin of an attempt. Attempts from a device on which this operator has logged in are counted separately, so that
 * attackers on other devices can't lock the operator out of the console.
 */
async function originOf(pool: Pool, account: string, device: string | undefined): Promise<string> {
  if (device === undefined) return '';
  const hash = deviceHash(device);
  const found = await pool.query(
    'select from operator_session s where s.account = $1 and s.device = $2 limit 1',
    [account, hash],
  );
  return found.rowCount === 0 ? '' : `device:${hash.toString('hex')}`;
}

async function useCode({ pool, vault, wallNow }: SignInDeps, row: Row, totp: string): Promise<boolean> {
  if (row.sealed_totp_secret === null) return false;
  const secret = vault.open(row.sealed_totp_secret, totpPurpose(row.account)).toString();
  const step = stepOf(totp.trim(), { secret, nowMs: wallNow() });
  if (step === undefined) return false;
  const used = await pool.query(
    'update operator set totp_last_step = $2 where account = $1 and totp_last_step < $2',
    [row.account, step],
  );
  return used.rowCount === 1;
}

/** Returns the subject under which failed logins are counted, for password and code together. */
export function operatorSubject(account: string): string {
  return `operator:${account}`;
}

/** The vault's purpose string for the secret of an operator's authenticator. */
export function totpPurpose(account: string): string {
  return `operator authenticator ${account}`;
}

function secondsOf(wait: {
  readonly refusal: { readonly params?: Readonly<Record<string, string>> };
}): string | undefined {
  return wait.refusal.params?.['seconds'];
}
