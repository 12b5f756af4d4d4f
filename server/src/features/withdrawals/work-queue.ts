/** Lists withdrawals in the operators' work queue. */
import type { CaseSource } from '../../operators/cases.ts';

export const withdrawalCases: CaseSource = {
  kind: 'withdrawal',
  saysTwo: true,
  // A held withdrawal is due when its hold ends. Its age is measured from the request.
  waiting: `select w.book, w.id, w.requested_ms as since_ms, coalesce(w.hold_until_ms, w.deadline_ms) as due_ms, w.status,
      w.currency, w.amount, w.hold_reason as held, w.first_by, w.needs_second as two
    from withdrawal w where w.status in ('under_review', 'waiting')`,
  // Withdrawals that customers cancelled are excluded, because no operator decided them.
  decided: `select w.requested_ms as since_ms, w.deadline_ms as due_ms, w.decided_ms
    from withdrawal w where w.decided_ms is not null and w.decided_by is not null`,
};
