/** Reading what a customer holds, outside of a batch. */
import type { CustomerAccount } from '@candor/domain/ledger/account.ts';
import { fromNumeric } from '@candor/domain/money/amount.ts';
import type { Holding } from '@candor/domain/ledger/valuation.ts';
import type { Pool } from '../db/pool.ts';

/** Everything of a book that is not zero: its balances, and with what is frozen what of it lies in the house's escrow. */
export async function readHoldings(pool: Pool, book: bigint): Promise<Holding[]> {
  const result = await pool.query<{ account: string; currency: string; amount: string }>({
    name: 'holdings',
    text: `select account, currency, sum(amount) as amount from (
        select account, currency, amount from balance where book = $1 and amount > 0
        union all select account, currency, amount from open_stake where book = $1
      ) as held group by account, currency`,
    values: [book],
  });
  return result.rows.map((row) => ({
    account: row.account as CustomerAccount,
    currency: row.currency,
    amount: fromNumeric(row.amount),
  }));
}

/** The number of the customer's state, for a device that wants to know whether it missed something. */
export async function readStateSeq(pool: Pool, book: bigint): Promise<bigint> {
  const result = await pool.query<{ seq: string }>({
    name: 'state-seq',
    text: 'select seq from book where id = $1',
    values: [book],
  });
  return BigInt(result.rows[0]?.seq ?? '0');
}
