/**
 * Restores the documented logins of a demo's example customers, which all visitors share, at every start. Second factors set up
 * by visitors and failed attempts are removed, and the trading password published in the README is set.
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

/** Published trading passwords. The other examples have none, so that a visitor can set one for the first time. */
const TRADING_PASSWORDS: Readonly<Record<string, string>> = { lena: '135790' };

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

/** The hash to store; undefined if the stored hash already matches. */
async function tradingHash(
  { tradingPasswords }: Deps,
  { customer, password }: { readonly customer: bigint; readonly password: string | undefined },
): Promise<string | null | undefined> {
  if (password === undefined) return null;
  if ((await tradingPasswords.isSame(customer, password)) === true) return undefined;
  const hash = await tradingPasswords.hash(customer, password);
  if (hash === undefined)
    throw new Error('expected a hash of the trading password while seeding, found none');
  return hash;
}
