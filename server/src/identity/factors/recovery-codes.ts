/**
 * Recovery codes for a lost authenticator: ten codes of 60 random bits, each valid once. They are shown when they are created and
 * stored as keyed hashes, so a copy of the database reveals none.
 */
import { randomBytes } from 'node:crypto';
import type { Connection, Pool } from '../../db/pool.ts';
import type { Vault } from '../secrets/vault.ts';

const CODES = 10;
const GROUP = /.{4}/g;
/** Thirty-two characters, no two of which can be confused. Each encodes five bits. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const LENGTH = 12;

type Owned = { readonly customer: bigint; readonly vault: Vault };

/** Replaces all codes and returns the new ones in the form in which the customer writes them down. */
export async function renewRecoveryCodes(db: Connection, { customer, vault }: Owned): Promise<string[]> {
  await forgetRecoveryCodes(db, customer);
  const codes = Array.from({ length: CODES }, newCode);
  const hashes = codes.map((code) => keyed(code, { customer, vault }));
  await db.query(
    'insert into recovery_code (customer, code_hash) select $1, hash from unnest($2::bytea[]) as hash',
    [customer, hashes],
  );
  return codes.map((code) => (code.match(GROUP) ?? []).join('-'));
}

export async function forgetRecoveryCodes(db: Connection, customer: bigint): Promise<void> {
  await db.query('delete from recovery_code where customer = $1', [customer]);
}

/** Uses a code, ignoring case, dashes and spaces. Returns false if the code is invalid or was already used. */
export async function useRecoveryCode(
  db: Pool | Connection,
  at: Owned & { readonly typed: string; readonly nowMs: number },
): Promise<boolean> {
  const code = at.typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  if (code.length !== LENGTH) return false;
  const used = await db.query(
    'update recovery_code set used_ms = $3 where customer = $1 and code_hash = $2 and used_ms is null',
    [at.customer, keyed(code, at), at.nowMs],
  );
  return used.rowCount === 1;
}

function newCode(): string {
  return Array.from(randomBytes(LENGTH), (byte) => SIGNS[byte % SIGNS.length]).join('');
}

function keyed(code: string, { customer, vault }: Owned): Buffer {
  return vault.keyed(code, `recovery code of ${customer}`);
}
