/**
 * A customer's confirmation, which must precede a payout. Without it, the database accepts neither an address nor a withdrawal,
 * and the role that executes commands can't write it.
 */
import { formatAmount } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Pool } from '../db/pool.ts';

export type Confirmed =
  | { readonly act: 'address_add'; readonly network: string; readonly key: string }
  | {
      readonly act: 'withdraw';
      readonly currency: string;
      readonly amount: Amount;
      readonly addressId: bigint;
    };

/** Records the confirmation in the form that the row's guard reads. It is valid for one row and for two minutes. */
export async function noteConfirmed(
  pool: Pick<Pool, 'query'>,
  customer: bigint,
  confirmed: Confirmed,
): Promise<void> {
  const about =
    confirmed.act === 'address_add'
      ? [confirmed.network, confirmed.key]
      : [confirmed.currency, formatAmount(confirmed.amount), confirmed.addressId];
  await pool.query('insert into customer_confirmation (customer, act, about) values ($1, $2, $3)', [
    customer,
    confirmed.act,
    about.join(' '),
  ]);
}
