/**
 * A demo's voucher for the keys that browsers create at login. It is derived from the vault's key and stored in no table, so
 * write access to the database isn't enough to add a key. Only the database's owner can register its public key.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import type { Voucher } from './keys.ts';

/** The PKCS #8 header that precedes the 32 bytes of an Ed25519 key. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export type DoorVoucher = Voucher & { readonly publicKey: Buffer };

export function doorVoucher(vault: Pick<Vault, 'keyed'>): DoorVoucher {
  const seed = vault.keyed('', 'door voucher');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url'), sign: (text) => sign(null, Buffer.from(text), key) };
}

/** Registers the voucher's public key. Requires the owner's connection. */
export async function introduceVoucher(owner: Pool, voucher: DoorVoucher, nowMs: number): Promise<void> {
  await owner.query('insert into key_voucher (public_key, added_ms) values ($1, $2) on conflict do nothing', [
    voucher.publicKey,
    nowMs,
  ]);
}
