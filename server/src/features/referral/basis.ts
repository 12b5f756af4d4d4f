/**
 * The fees a friend has paid with their own money, as a row that the payment of their income reads under their lock. Shares are
 * paid only out of these fees.
 */
import { REFERRAL_FEES_PART } from '@candor/domain/referral/shares.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { of } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { amount } from '../../commands/fields.ts';
import { view } from '../../commands/table.ts';

const BASIS_ID = 0n;

/** A view, which is never written. */
export const referralBases = view('referral_basis', { fees: amount(), given: amount() }, { id: BASIS_ID });

export const basisNeed = { table: of(referralBases), id: BASIS_ID } as const;

/** What this customer's fees still allow to be shared with those above. */
export function leftOfFees(facts: Facts): Amount {
  const basis = facts.row(referralBases, BASIS_ID);
  if (basis === undefined) return 0n;
  const left = basis.fees / REFERRAL_FEES_PART - basis.given;
  return left > 0n ? left : 0n;
}
