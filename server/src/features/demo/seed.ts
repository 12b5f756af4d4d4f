/** The example customers and the invite code of a demo, made once and left alone afterwards. */
import type { Connection, Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';

export const DEMO_INVITE_CODE = 'CANDOR';

export type DemoCustomer = {
  readonly account: string;
  readonly email: string;
  readonly password: string;
  readonly birthDate: string;
  readonly language: 'en' | 'zh';
};

/** Their passwords are public by design; a live house has no such rows. */
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
  readonly hash: (password: string) => Promise<string | undefined>;
  /** Opens one example customer's account in the transaction of `connection`. */
  readonly open: (
    connection: Connection,
    customer: DemoCustomer & { passwordHash: string },
  ) => Promise<unknown>;
};

/** Makes what is missing; answers how many customers it made. */
export async function seedDemo({ pool, hash, open }: DemoSeeding): Promise<number> {
  await pool.query('insert into invite_code (code, owner) values ($1, 0) on conflict do nothing', [
    DEMO_INVITE_CODE,
  ]);
  const there = await pool.query<{ account: string }>(
    'select account from customer where account = any($1)',
    [demoCustomers.map((customer) => customer.account)],
  );
  const known = new Set(there.rows.map((row) => row.account));
  const missing = demoCustomers.filter((customer) => !known.has(customer.account));
  for (const customer of missing) {
    const passwordHash = await hash(customer.password);
    if (passwordHash === undefined) throw new Error('no password could be hashed while seeding');
    await inTransaction(pool, (connection) => open(connection, { ...customer, passwordHash }));
  }
  return missing.length;
}
