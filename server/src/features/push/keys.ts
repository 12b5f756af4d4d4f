/**
 * The key pair that signs pushes (VAPID, RFC 8292). The first process to start creates it and seals the private key in the vault.
 */
import webPush from 'web-push';
import type { VapidKeys } from 'web-push';
import type { Pool } from '../../db/pool.ts';
import type { Vault } from '../../identity/secrets/vault.ts';

const PURPOSE = 'push key';

type Raw = { public_key: string; sealed_private_key: Buffer };

export async function pushKeys(pool: Pool, vault: Vault): Promise<VapidKeys> {
  const read = async (): Promise<Raw | undefined> =>
    (await pool.query<Raw>('select k.public_key, k.sealed_private_key from push_key k')).rows[0];
  let known = await read();
  if (known === undefined) {
    const made = webPush.generateVAPIDKeys();
    await pool.query(
      'insert into push_key (id, public_key, sealed_private_key) values (1, $1, $2) on conflict do nothing',
      [made.publicKey, vault.seal(made.privateKey, PURPOSE)],
    );
    known = await read();
  }
  if (known === undefined) throw new Error('expected a key pair that signs pushes, found none');
  return {
    publicKey: known.public_key,
    privateKey: vault.open(known.sealed_private_key, PURPOSE).toString(),
  };
}
