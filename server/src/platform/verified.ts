/** What money that comes in and goes out asks about the document of its customer, which is another feature's to open. */
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';

export type Verified = {
  /** The name on it; null for who is not verified. */
  readonly nameOf: (
    keys: { readonly pool: Pool; readonly vault: Vault },
    customer: bigint,
  ) => Promise<string | null>;
  readonly isVerified: (pool: Pool, customer: bigint) => Promise<boolean>;
};
