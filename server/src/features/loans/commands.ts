/** Loan commands. Each names the facts that it needs and the rule that decides it. */
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
import { scoreNeed } from './score.ts';
import { LOAN_CURRENCY, loans } from './tables.ts';

export function applyForLoan(policy: LoanPolicy) {
  return command({
    name: 'loans.apply',
    gather: (_: Application) => ({ rows: [gateNeed, scoreNeed], open: [of(loans)] }),
    decide: (application: Application, facts: Facts) => decideApplication(policy, application, facts),
  });
}

export const cancelLoan = command({
  name: 'loans.cancel',
  gather: ({ id }: { readonly id: bigint }) => ({ rows: [{ table: of(loans), id }] }),
  decide: decideCancel,
});

export function repayLoan(policy: Pick<LoanPolicy, 'jurisdictions'>) {
  return command({
    name: 'loans.repay',
    gather: ({ id }: Repayment) => ({
      balances: [['spot', LOAN_CURRENCY]],
      house: [
        ['fees', LOAN_CURRENCY],
        ['interest', LOAN_CURRENCY],
        ['lending', LOAN_CURRENCY],
      ],
      rows: [gateNeed, scoreNeed, { table: of(loans), id }],
    }),
    decide: (repayment: Repayment, facts: Facts) => decideRepayment(policy, repayment, facts),
  });
}

export function reviewLoan(policy: LoanPolicy) {
  return command({
    name: 'loans.review',
    gather: ({ id }: Review) => ({
      balances: [['spot', LOAN_CURRENCY]],
      house: [['lending', LOAN_CURRENCY]],
      rows: [gateNeed, scoreNeed, tieNeed, capNeed, { table: of(loans), id }],
    }),
    decide: (review: Review, facts: Facts) => decideReview(policy, review, facts),
  });
}

export const fireLoan = command({
  name: 'loans.due',
  gather: ({ id }: LoanFiring) => ({ rows: [scoreNeed, { table: of(loans), id }] }),
  decide: decideFiring,
});
