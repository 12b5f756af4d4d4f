/** Facts from a customer's verified document that deposits and withdrawals need, and that only another feature can decrypt. */
import type { Pool } from '../db/pool.ts';
import type { Vault } from '../identity/secrets/vault.ts';

export type Verified = {
  /** As written on the document; null for a customer who is not verified. */
  readonly nameOf: (
    keys: { readonly pool: Pool; readonly vault: Vault },
    customer: bigint,
  ) => Promise<string | null>;
  readonly isVerified: (pool: Pool, customer: bigint) => Promise<boolean>;
};
