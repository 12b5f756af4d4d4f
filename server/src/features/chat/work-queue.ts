/** Supplies the operators' work queue with unanswered messages, and the service statistics with response times. */
import { limits } from './limits.ts';
import type { CaseSource } from '../../operators/cases.ts';

export const chatCases: CaseSource = {
  kind: 'chat',
  waiting: `select coalesce(c.customer, 0) as book, c.id, c.waiting_since_ms as since_ms,
      c.waiting_since_ms + ${limits.answerMs} as due_ms,
      case when c.assigned_to is null then 'unassigned' else 'assigned' end as status,
      null::text as currency, null::numeric as amount, null::text as held, c.assigned_to as first_by
    from chat_conversation c where c.waiting_since_ms is not null`,
  decided: `select a.since_ms, a.since_ms + ${limits.answerMs} as due_ms, a.answered_ms as decided_ms from chat_answer a`,
};
