/**
 * A customer's authenticator in the database. Its secret is encrypted, and is never shown after it is bound. If concurrent
 * requests send the same code, the row lock lets exactly one of them use it.
 */
import type { Connection, Pool } from '../../db/pool.ts';
import { newTotpSecret, stepOf } from './totp.ts';
import type { Vault } from '../secrets/vault.ts';

type Owned = { readonly customer: bigint; readonly vault: Vault };
type Typed = Owned & { readonly code: string; readonly nowMs: number };

/** Stores a new secret. Returns undefined if a secret is already bound. */
export async function renewSecret(
  db: Pool | Connection,
  { customer, vault }: Owned,
): Promise<string | undefined> {
  const secret = newTotpSecret();
  const made = await db.query(
    `insert into authenticator as a (customer, sealed_secret) values ($1, $2)
      on conflict (customer) do update set sealed_secret = excluded.sealed_secret, last_step = 0
      where a.bound_ms is null`,
    [customer, vault.seal(secret, purposeOf(customer))],
  );
  return made.rowCount === 1 ? secret : undefined;
}

/** Returns the time step of a code for a secret that isn't bound yet, or undefined if the code matches no step. */
export async function firstStep(db: Pool, at: Typed): Promise<number | undefined> {
  const row = await find(db, at.customer);
  return row === undefined || row.bound ? undefined : stepOfRow(row, at);
}

/**
 * Binds the secret and uses up the time step of its first code. Returns false if the secret was bound or replaced in the
 * meantime.
 */
export async function bindAuthenticator(
  db: Connection,
  at: Typed & { readonly step: number },
): Promise<boolean> {
  const row = await find(db, at.customer, 'for update');
  if (row === undefined || row.bound || stepOfRow(row, at) !== at.step) return false;
  await db.query('update authenticator set bound_ms = $2, last_step = $3 where customer = $1', [
    at.customer,
    at.nowMs,
    at.step,
  ]);
  return true;
}

export async function unbindAuthenticator(db: Connection, customer: bigint): Promise<boolean> {
  const gone = await db.query('delete from authenticator where customer = $1 and bound_ms is not null', [
    customer,
  ]);
  return gone.rowCount === 1;
}

/** Uses a code. `reused` means that the code is valid, but that it or a later one was already used. */
export async function useTotp(db: Pool, at: Typed): Promise<'right' | 'wrong' | 'reused'> {
  const row = await find(db, at.customer);
  if (row === undefined || !row.bound) return 'wrong';
  const step = stepOfRow(row, at);
  if (step === undefined) return 'wrong';
  const used = await db.query(
    'update authenticator set last_step = $2 where customer = $1 and last_step < $2 and bound_ms is not null',
    [at.customer, step],
  );
  return used.rowCount === 1 ? 'right' : 'reused';
}

type Row = { readonly sealed: Buffer; readonly bound: boolean };

async function find(db: Pool | Connection, customer: bigint, lock = ''): Promise<Row | undefined> {
  const found = await db.query<{ sealed_secret: Buffer; bound: boolean }>(
    `select a.sealed_secret, a.bound_ms is not null as bound from authenticator a where a.customer = $1 ${lock}`,
    [customer],
  );
  const row = found.rows[0];
  return row === undefined ? undefined : { sealed: row.sealed_secret, bound: row.bound };
}

function stepOfRow(row: Row, { customer, vault, code, nowMs }: Typed): number | undefined {
  return stepOf(code, { secret: vault.open(row.sealed, purposeOf(customer)).toString(), nowMs });
}

function purposeOf(customer: bigint): string {
  return `authenticator ${customer}`;
}
