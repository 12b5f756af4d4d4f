/** Facts from a customer's verified document. Deposits and withdrawals need them, but only another feature can decrypt them. */
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';

export type Verified = {
  /** Returns the name as written on the document, or null for a customer who is not verified. */
  readonly nameOf: (
    keys: { readonly pool: Pool; readonly vault: Vault },
    customer: bigint,
  ) => Promise<string | null>;
  readonly isVerified: (pool: Pool, customer: bigint) => Promise<boolean>;
};
