/** Fund orders in the operators' work queue. */
import { limits } from './limits.ts';
import type { CaseSource } from '../../operators/cases.ts';

const DUE = `o.asked_ms + ${limits.reviewMs}`;

export const fundCases: CaseSource = {
  kind: 'fund_order',
  waiting: `select o.book, o.id, o.asked_ms as since_ms, ${DUE} as due_ms, o.status, 'USDT' as currency, o.amount,
      null::text as held, null::text as first_by
    from fund_order o where o.status = 'pending'`,
  // No operator decided an order that started automatically or was cancelled.
  decided: `select o.asked_ms as since_ms, ${DUE} as due_ms, o.decided_ms from fund_order o where o.decided_ms is not null`,
};
