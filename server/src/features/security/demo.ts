/**
 * A demo's example customers are shared by everybody, so at every start they are reset to the documented login: without second
 * factors that a visitor set up, without failed attempts, and with the README's trading password.
 */
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { FailedAttempts } from '../../identity/secrets/failed-attempts.ts';
import type { TradingPasswords } from '../../identity/secrets/trading-password.ts';
import { examplesIn } from '../../identity/examples.ts';
import type { Example } from '../../identity/examples.ts';
import { resetFactors } from './factors.ts';
import { setTradingPasswordHash } from './store.ts';

type Deps = {
  readonly pool: Pool;
  readonly failedAttempts: FailedAttempts;
  readonly tradingPasswords: TradingPasswords;
};

/** Examples not listed have none, so that a visitor sees how the first one is set. */
const TRADING_PASSWORDS: Readonly<Record<string, string>> = { lena: '135790' };

/** Resets each example customer. */
export async function seedSafety(deps: Deps, examples: readonly Example[]): Promise<void> {
  for (const { id: customer, account, email } of await examplesIn(deps.pool, examples)) {
    const hash = await tradingHash(deps, { customer, password: TRADING_PASSWORDS[account] });
    await inTransaction(deps.pool, async (connection) => {
      await resetFactors(connection, customer);
      if (hash !== undefined) await setTradingPasswordHash(connection, { customer, hash });
    });
    for (const kind of ['password', 'second_factor', 'recovery_code', 'trading_password'] as const) {
      await deps.failedAttempts.reset(`customer:${customer}`, kind);
    }
    for (const name of [account, email]) await deps.failedAttempts.reset(`name:${name}`, 'password');
  }
}

/** The hash to store instead; undefined if the stored one is right already. */
async function tradingHash(
  { tradingPasswords }: Deps,
  { customer, password }: { readonly customer: bigint; readonly password: string | undefined },
): Promise<string | null | undefined> {
  if (password === undefined) return null;
  if ((await tradingPasswords.isSame(customer, password)) === true) return undefined;
  const hash = await tradingPasswords.hash(customer, password);
  if (hash === undefined) throw new Error('expected a hashed trading password while seeding, found none');
  return hash;
}
