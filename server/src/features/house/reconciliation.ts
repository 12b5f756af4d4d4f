/**
 * Reconciliation of the house accounts, customers' claims, and custody with the statements of banks and chains. All are read from
 * one snapshot, so that the figures sum to zero.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { ConsoleOutput } from '@candor/protocol/console/console-calls.ts';
import type { Pool } from '../../db/pool.ts';
import { inTransaction } from '../../db/transaction.ts';
import { houseAccounts, houseStanding } from '../../ledger/house-standing.ts';

type HouseView = ConsoleOutput<'GET house'>;

/** Selects the newest statement of each source, by the time to which it refers. */
const STATEMENTS = `select distinct on (s.currency, s.source) s.currency, s.source, s.amount::text as amount, s.as_of_ms, s.noted_by
  from custody_statement s order by s.currency, s.source, s.as_of_ms desc, s.id desc`;

type StatementRow = { currency: string; source: string; amount: string; as_of_ms: string; noted_by: string };

export async function readHouse(pool: Pool): Promise<HouseView> {
  const { accounts, standing, statements } = await inTransaction(pool, async (connection) => {
    await connection.query('set transaction isolation level repeatable read read only');
    return {
      accounts: await houseAccounts(connection),
      standing: await houseStanding(connection),
      statements: (await connection.query<StatementRow>(STATEMENTS)).rows,
    };
  });
  return {
    accounts: accounts.map((row) => ({ ...row, amount: formatAmount(row.amount) })),
    reconciliation: standing.map(({ currency, ...held }) => ({
      currency,
      claims: formatAmount(held.claims),
      own: formatAmount(held.own),
      open_profit: formatAmount(held.openProfit),
      owed: formatAmount(held.owed),
      set_aside: formatAmount(held.setAside),
      free: formatAmount(held.free),
      custody: formatAmount(held.custody),
      ...against(
        held.custody,
        statements.filter((row) => row.currency === currency),
      ),
    })),
    statements: statements.map(({ as_of_ms, ...row }) => ({
      ...row,
      amount: told(row.amount),
      as_of: secondsOf(as_of_ms),
    })),
  };
}

/** Compares custody with the total of the sources, as of the oldest of their statements. */
function against(custody: Amount, noted: readonly StatementRow[]) {
  if (noted.length === 0) return { stated: null, difference: null, as_of: null };
  const stated = sum(noted.map(({ amount }) => fromNumeric(amount)));
  return {
    stated: formatAmount(stated),
    difference: formatAmount(stated - custody),
    as_of: Math.min(...noted.map(({ as_of_ms }) => secondsOf(as_of_ms))),
  };
}

const sum = (amounts: readonly Amount[]): Amount => amounts.reduce((total, one) => total + one, 0n);
const told = (numeric: string): string => formatAmount(fromNumeric(numeric));
const secondsOf = (ms: string): number => Math.floor(Number(ms) / 1000);
