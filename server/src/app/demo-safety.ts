/**
 * The example customers of a demo are for everybody, so at every start they are as easy to get into as is promised: without
 * the second factors that a visitor has bound, without misses, and with the trading password that the README tells.
 */
import { demoCustomers } from '../features/demo/seed.ts';
import { resetFactors } from '../features/security/factors.ts';
import { setTradingPasswordHash } from '../features/security/store.ts';
import type { Pool } from '../db/pool.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Guesses } from '../identity/secrets/guesses.ts';
import type { TradingPasswords } from '../identity/secrets/trading-password.ts';

type Deps = {
  readonly pool: Pool;
  readonly guesses: Guesses;
  readonly tradingPasswords: TradingPasswords;
};

/** Whoever is not named has none, so that a visitor sees what it is to set the first. */
const TRADING_PASSWORDS: Readonly<Record<string, string>> = { lena: '135790' };

/** Gives each example customer back what they had. */
export async function prepareSafety(deps: Deps): Promise<void> {
  const found = await deps.pool.query<{ id: string; account: string }>(
    'select c.id, c.account from customer c where c.account = any($1)',
    [demoCustomers.map(({ account }) => account)],
  );
  for (const { id, account } of found.rows) {
    const customer = BigInt(id);
    const password = TRADING_PASSWORDS[account];
    const hash = await tradingHash(deps, { customer, password });
    await inTransaction(deps.pool, async (connection) => {
      await resetFactors(connection, customer);
      if (hash !== undefined) await setTradingPasswordHash(connection, { customer, hash });
    });
    for (const kind of ['password', 'second_factor', 'recovery_code', 'trading_password'] as const) {
      await deps.guesses.reset(`customer:${customer}`, kind);
    }
    await deps.guesses.reset(`name:${account}`, 'password');
    const email = demoCustomers.find((one) => one.account === account)?.email;
    if (email !== undefined) await deps.guesses.reset(`name:${email}`, 'password');
  }
}

/** What to keep in the place of what is kept; undefined: that is right already. */
async function tradingHash(
  { tradingPasswords }: Deps,
  { customer, password }: { readonly customer: bigint; readonly password: string | undefined },
): Promise<string | null | undefined> {
  if (password === undefined) return null;
  if ((await tradingPasswords.isSame(customer, password)) === true) return undefined;
  const hash = await tradingPasswords.hash(customer, password);
  if (hash === undefined) throw new Error('no trading password could be hashed while seeding');
  return hash;
}
