/** The loan commands. Each specifies the facts that it needs and the rule that decides it. */
import { command, of } from '../../commands/command.ts';
import type { Facts } from '../../commands/command.ts';
import { gateNeed } from '../../identity/gates.ts';
import { capNeed } from '../../operators/caps.ts';
import { tieNeed } from '../../operators/conflicts-of-interest.ts';
import { decideFiring } from './due.ts';
import type { LoanFiring } from './due.ts';
import { decideRepayment } from './repaying.ts';
import type { Repayment } from './repaying.ts';
import { decideReview } from './review.ts';
import type { Review } from './review.ts';
import { decideApplication, decideCancel } from './rules.ts';
import type { Application, LoanPolicy } from './rules.ts';
import { applicationRecording, reviewRecording } from './recording.ts';
import type { UnderPolicy } from './recording.ts';
import { scoreNeed } from './score.ts';
import { LOAN_CURRENCY, loans } from './tables.ts';

export function applyForLoan(terms: LoanPolicy['terms']) {
  return command({
    name: 'loans.apply',
    gather: (_: Application & UnderPolicy) => ({ rows: [gateNeed, scoreNeed], open: [of(loans)] }),
    decide: ({ jurisdictions, ...application }: Application & UnderPolicy, facts: Facts) =>
      decideApplication({ terms, jurisdictions }, application, facts),
    recording: applicationRecording,
  });
}

export const cancelLoan = command({
  name: 'loans.cancel',
  gather: ({ id }: { readonly id: bigint }) => ({ rows: [{ table: of(loans), id }] }),
  decide: decideCancel,
});

export const repayLoan = command({
  name: 'loans.repay',
  gather: ({ id }: Repayment & UnderPolicy) => ({
    balances: [['spot', LOAN_CURRENCY]],
    house: [
      ['fees', LOAN_CURRENCY],
      ['interest', LOAN_CURRENCY],
      ['lending', LOAN_CURRENCY],
    ],
    rows: [gateNeed, scoreNeed, { table: of(loans), id }],
  }),
  decide: ({ jurisdictions, ...repayment }: Repayment & UnderPolicy, facts: Facts) =>
    decideRepayment({ jurisdictions }, repayment, facts),
});

export function reviewLoan(terms: LoanPolicy['terms']) {
  return command({
    name: 'loans.review',
    gather: ({ id }: Review & UnderPolicy) => ({
      balances: [['spot', LOAN_CURRENCY]],
      house: [['lending', LOAN_CURRENCY]],
      rows: [gateNeed, scoreNeed, tieNeed, capNeed, { table: of(loans), id }],
    }),
    decide: ({ jurisdictions, ...review }: Review & UnderPolicy, facts: Facts) =>
      decideReview({ terms, jurisdictions }, review, facts),
    recording: reviewRecording,
  });
}

export const fireLoan = command({
  name: 'loans.due',
  gather: ({ id }: LoanFiring) => ({ rows: [scoreNeed, { table: of(loans), id }] }),
  decide: decideFiring,
});
