/** The deposit commands. Each specifies the facts that it needs and the rule that decides it. */
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
import type { DepositTerms } from './rules.ts';
import { orderRecording, reviewRecording } from './recording.ts';
import type { Handed } from './recording.ts';
import { deposits, lately } from './tables.ts';
import { depositExposure } from './exposure.ts';

const exposures = [depositExposure];

export function requestDeposit(terms: DepositTerms['terms']) {
  const decide = ({ ways, ...order }: Handed, facts: Facts) =>
    decideDeposit({ ways: { all: ways }, terms }, order, facts);
  return command({
    name: 'deposits.request',
    gather: (_: Handed) => ({
      rows: [gateNeed, { table: of(lately), id: LATELY_ID }],
      open: [of(deposits), ownLimitsNeed],
    }),
    decide: withinLimits(decide, { exposures, field: 'amount' }),
    recording: orderRecording,
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
  recording: reviewRecording,
});
