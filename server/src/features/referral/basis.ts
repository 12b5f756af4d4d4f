/**
 * The fees that a customer has paid with their own money. Inviters' shares are paid only out of these fees. When the customer
 * receives income, the fees are read under the lock of the customer's book.
 */
import { REFERRAL_FEES_PART } from '@candor/domain/referral/shares.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { of } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { amount } from '../../commands/fields.ts';
import { view } from '../../commands/table.ts';

const BASIS_ID = 0n;

export const referralBases = view('referral_basis', { fees: amount(), given: amount() }, { id: BASIS_ID });

export const basisNeed = { table: of(referralBases), id: BASIS_ID } as const;

/** The part of this customer's fees that may still be shared with inviters. */
export function leftOfFees(facts: Facts): Amount {
  const basis = facts.row(referralBases, BASIS_ID);
  if (basis === undefined) return 0n;
  const left = basis.fees / REFERRAL_FEES_PART - basis.given;
  return left > 0n ? left : 0n;
}
