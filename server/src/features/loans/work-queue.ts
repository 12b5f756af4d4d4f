/** Loan applications in the operators' work queue. */
import type { CaseSource } from '../../operators/cases.ts';

export const loanCases: CaseSource = {
  kind: 'loan',
  saysTwo: true,
  waiting: `select l.book, l.id, l.applied_ms as since_ms, l.review_due_ms as due_ms, l.status, l.currency, l.amount,
      null::text as held, l.first_by, l.needs_second as two
    from loan l where l.status = 'pending_review'`,
  // No operator decided a cancelled application.
  decided: `select l.applied_ms as since_ms, l.review_due_ms as due_ms, l.decided_ms
    from loan l where l.decided_ms is not null and l.decided_by is not null`,
};
