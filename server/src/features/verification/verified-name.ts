/** Returns the name on the document that verified a customer, which is compared with the name of a payer or a card's owner. */
import type { Pool } from '../../db/pool.ts';
import type { Vault } from '../../identity/secrets/vault.ts';
import { givenOf } from './handlers.ts';
import { newestApplication } from './store.ts';

/** Null if the customer isn't verified. */
export async function verifiedName(
  { pool, vault }: { readonly pool: Pool; readonly vault: Vault },
  customer: bigint,
): Promise<string | null> {
  const newest = await newestApplication(pool, customer);
  if (newest?.status !== 'approved') return null;
  const { first_name, last_name } = givenOf(vault, newest);
  return `${first_name} ${last_name}`;
}

export async function isVerified(pool: Pool, customer: bigint): Promise<boolean> {
  return (await newestApplication(pool, customer))?.status === 'approved';
}
