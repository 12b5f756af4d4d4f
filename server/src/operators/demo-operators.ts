/** The example operators of a demo, one of each role. Their passwords are public by design; a live house has none of them. */
import type { Pool } from '../db/pool.ts';
import type { Passwords } from '../identity/password.ts';
import type { OperatorRole } from './operators.ts';

export type DemoOperator = {
  readonly account: string;
  readonly password: string;
  readonly role: OperatorRole;
};

export const demoOperators: readonly DemoOperator[] = [
  { account: 'sam', password: 'Demo-sam-1', role: 'support' },
  { account: 'rosa', password: 'Demo-rosa-2', role: 'reviewer' },
  { account: 'theo', password: 'Demo-theo-3', role: 'treasurer' },
  { account: 'ada', password: 'Demo-ada-4', role: 'admin' },
];

/** Makes those that are missing; nobody can change an operator's password yet, so those that are there are right. */
export async function seedOperators(
  pool: Pool,
  { passwords, nowMs }: { readonly passwords: Pick<Passwords, 'hash'>; readonly nowMs: number },
): Promise<void> {
  const found = await pool.query<{ account: string }>('select o.account from operator o');
  const there = new Set(found.rows.map((row) => row.account));
  const missing = demoOperators.filter(({ account }) => !there.has(account));
  await Promise.all(
    missing.map(async ({ account, password, role }) => {
      const hash = await passwords.hash(password);
      if (hash === undefined) throw new Error('no password could be hashed while seeding');
      await pool.query(
        `insert into operator (account, role, password_hash, created_ms) values ($1, $2, $3, $4)
          on conflict (account) do nothing`,
        [account, role, hash, nowMs],
      );
    }),
  );
}
