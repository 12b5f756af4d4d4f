/** Deposit commands. Each names the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { gateNeed } from '../../identity/gates.ts';
import { countingLimits, ownLimitsNeed, withinLimits } from '../../identity/own-limits.ts';
import { capNeed } from '../../operators/caps.ts';
import { tieNeed } from '../../operators/conflicts-of-interest.ts';
import { LATELY_ID } from '../../payments/lately.ts';
import { decideReview } from './review.ts';
import type { Review } from './review.ts';
import { decideCancel, decideDeposit } from './rules.ts';
import type { DepositOrder, DepositTerms } from './rules.ts';
import { deposits, lately } from './tables.ts';
import { depositExposure } from './exposure.ts';

const exposures = [depositExposure];

export function requestDeposit(terms: DepositTerms) {
  const decide = (order: DepositOrder, facts: Facts) => decideDeposit(terms, order, facts);
  return command({
    name: 'deposits.request',
    gather: (_: DepositOrder) => ({
      rows: [gateNeed, { table: of(lately), id: LATELY_ID }],
      open: [of(deposits), ownLimitsNeed],
    }),
    decide: withinLimits(decide, { exposures, field: 'amount' }),
  });
}

export const cancelDeposit = command({
  name: 'deposits.cancel',
  gather: ({ id }: { readonly id: bigint }) => ({
    rows: [{ table: of(deposits), id }],
    open: [ownLimitsNeed],
  }),
  decide: countingLimits(decideCancel, exposures),
});

export const reviewDeposit = command({
  name: 'deposits.review',
  gather: ({ id, credits }: Review & { readonly credits: string }) => ({
    balances: [['spot', credits]],
    house: [['custody', credits]],
    rows: [{ table: of(deposits), id }, tieNeed, capNeed],
    open: [ownLimitsNeed],
  }),
  decide: countingLimits(decideReview, exposures),
});
