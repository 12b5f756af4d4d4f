/** What a demo begins with behind the house's play capital: the example operators and customers, and their grants. */
import type { Pool } from '../db/pool.ts';
import { prepareIdentities } from './demo-identities.ts';
import { seedDemo } from '../features/demo/seed.ts';
import { openAccount } from '../identity/accounts.ts';
import type { Passwords } from '../identity/secrets/password.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import type { openBook } from '../ledger/book.ts';
import { booksWithout } from '../ledger/books-without.ts';
import { seedOperators } from '../operators/demo-operators.ts';

type DemoDeps = {
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly opening: { openBook: typeof openBook; grant(customer: bigint): Promise<void> };
  readonly now: () => number;
};

/** Makes what is missing; every start of a demo asks for it. */
export async function prepareDemo(pool: Pool, { passwords, vault, opening, now }: DemoDeps): Promise<void> {
  await seedOperators(pool, { passwords, vault, nowMs: now() });
  await seedDemo({
    pool,
    passwords,
    open: (connection, customer) =>
      openAccount(connection, opening, { ...customer, invitedBy: 0n, leverEnabled: true, nowMs: now() }),
  });
  await prepareIdentities({ pool, vault, now });
  for (const customer of await booksWithout(pool, 'demo_grant')) await opening.grant(customer);
}
