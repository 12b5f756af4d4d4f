/** A demo's example customers and invite code, created at the first start and restored at every later start. */
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Passwords } from '../../identity/secrets/password.ts';

export const DEMO_INVITE_CODE = 'CANDOR';

export type DemoCustomer = {
  readonly account: string;
  readonly email: string;
  readonly password: string;
  readonly birthDate: string;
  readonly language: 'en' | 'zh';
};

/** The passwords are deliberately public. A live platform has no such customers. */
export const demoCustomers: readonly DemoCustomer[] = [
  {
    account: 'lena',
    email: 'lena@demo.example',
    password: 'Demo-lena-1',
    birthDate: '1991-03-14',
    language: 'en',
  },
  {
    account: 'wei',
    email: 'wei@demo.example',
    password: 'Demo-wei-2',
    birthDate: '1986-11-02',
    language: 'zh',
  },
];

export type DemoSeeding = {
  readonly pool: Pool;
  readonly passwords: Pick<Passwords, 'hash' | 'verify'>;
  /** Opens an example customer's account within the transaction of `connection`. */
  readonly open: (
    connection: Connection,
    customer: DemoCustomer & { readonly passwordHash: string },
  ) => Promise<unknown>;
};

/** Creates missing example customers and restores changed passwords. */
export async function seedDemo({ pool, passwords, open }: DemoSeeding): Promise<void> {
  await pool.query('insert into invite_code (code, owner) values ($1, 0) on conflict do nothing', [
    DEMO_INVITE_CODE,
  ]);
  const there = await pool.query<{ account: string; password_hash: string }>(
    'select account, password_hash from customer where account = any($1)',
    [demoCustomers.map((customer) => customer.account)],
  );
  const hashes = new Map(there.rows.map((row) => [row.account, row.password_hash]));
  for (const customer of demoCustomers) {
    const known = hashes.get(customer.account);
    if (known !== undefined && (await passwords.verify(known, customer.password)) === true) continue;
    const passwordHash = await passwords.hash(customer.password);
    if (passwordHash === undefined)
      throw new Error('expected to hash the example passwords, found no free hashing slot');
    if (known === undefined) {
      await inTransaction(pool, (connection) => open(connection, { ...customer, passwordHash }));
    } else {
      await pool.query('update customer set password_hash = $2 where account = $1', [
        customer.account,
        passwordHash,
      ]);
    }
  }
}
