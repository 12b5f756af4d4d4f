/**
 * The demo's example operators: one for each role, and a second admin, because adding an operator takes two admins. Their
 * passwords and authenticator secrets are deliberately public. A live platform has none of these operators.
 */
import type { OperatorRole } from '@candor/protocol/console/console-call.ts';
import type { Pool } from '../db/pool.ts';
import type { Passwords } from '../identity/secrets/password.ts';
import type { Vault } from '../identity/secrets/vault.ts';
import { totpPurpose } from './operators.ts';

export type DemoOperator = {
  readonly account: string;
  readonly password: string;
  /** In base 32, as an authenticator app expects it. */
  readonly totpSecret: string;
  readonly role: OperatorRole;
};

export const demoOperators: readonly DemoOperator[] = [
  {
    account: 'sam',
    password: 'Demo-sam-1',
    totpSecret: 'JE544SGTC3EGD5TPCY737U43CNI3DCL7',
    role: 'support',
  },
  {
    account: 'rosa',
    password: 'Demo-rosa-2',
    totpSecret: 'TRUUW6CM25BFCE4NAPWHOKVBQTTJVQSQ',
    role: 'reviewer',
  },
  {
    account: 'theo',
    password: 'Demo-theo-3',
    totpSecret: 'QCB5255YMTA7FI37V3ECA47JWGHY3CDV',
    role: 'treasurer',
  },
  {
    account: 'ada',
    password: 'Demo-ada-4',
    totpSecret: 'GNEJ2SQPXJ6HQGXYYUU366C4JS7JTK4N',
    role: 'admin',
  },
  {
    account: 'ines',
    password: 'Demo-ines-5',
    totpSecret: 'SVFJSTJVX6TFAZOFRCTXD3JLRHXT2XL5',
    role: 'admin',
  },
];

export type OperatorSeeding = {
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly vault: Vault;
  readonly nowMs: number;
};

/** Creates missing operators, and adds authenticators to operators from a release without them. */
export async function seedOperators(pool: Pool, { passwords, vault, nowMs }: OperatorSeeding): Promise<void> {
  const found = await pool.query<{ account: string }>('select o.account from operator o');
  const there = new Set(found.rows.map((row) => row.account));
  const missing = demoOperators.filter(({ account }) => !there.has(account));
  await Promise.all(
    missing.map(async ({ account, password, role }) => {
      const hash = await passwords.hash(password);
      if (hash === undefined) throw new Error('expected a password hash while seeding, found none');
      await pool.query(
        `insert into operator (account, role, person, password_hash, created_ms) values ($1, $2, $1, $3, $4)
          on conflict (account) do nothing`,
        [account, role, hash, nowMs],
      );
    }),
  );
  for (const { account, totpSecret } of demoOperators) {
    await pool.query(
      'update operator set sealed_totp_secret = $2 where account = $1 and added_by is null and sealed_totp_secret is null',
      [account, vault.seal(totpSecret, totpPurpose(account))],
    );
  }
}
