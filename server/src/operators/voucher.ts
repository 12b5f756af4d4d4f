/**
 * What a demo's door vouches with for the keys that browsers make at signing in. It is derived from the vault's key and lies in no
 * table, so whoever writes to the database brings in no key of theirs; which one counts the owner of the database alone says.
 */
import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import type { Voucher } from './keys.ts';

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export type DoorVoucher = Voucher & { readonly publicKey: Buffer };

export function doorVoucher(vault: Pick<Vault, 'keyed'>): DoorVoucher {
  const seed = vault.keyed('', 'door voucher');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { publicKey: Buffer.from(x, 'base64url'), sign: (text) => sign(null, Buffer.from(text), key) };
}

/** Tells the database whose word counts; only its owner can. */
export async function introduceVoucher(owner: Pool, voucher: DoorVoucher, nowMs: number): Promise<void> {
  await owner.query('insert into key_voucher (public_key, added_ms) values ($1, $2) on conflict do nothing', [
    voucher.publicKey,
    nowMs,
  ]);
}
