/** Deposits in the operators' work queue. */
import type { CaseSource } from '../../operators/cases.ts';

export const depositCases: CaseSource = {
  kind: 'deposit',
  saysTwo: true,
  waiting: `select d.book, d.id, d.submitted_ms as since_ms, d.deadline_ms as due_ms, d.status, d.currency, d.amount,
      null::text as held, d.first_by, d.needs_second as two
    from deposit d where d.status in ('under_review', 'waiting')`,
  // No operator decided a cancelled deposit.
  decided: `select d.submitted_ms as since_ms, d.deadline_ms as due_ms, d.decided_ms
    from deposit d where d.decided_ms is not null and d.decided_by is not null`,
};
