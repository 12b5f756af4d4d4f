/** Leverage applications in the operators' work queue. */
import { limits } from './limits.ts';
import type { CaseSource } from '../../operators/cases.ts';

const DUE = `l.submitted_ms + ${limits.reviewMs}`;

export const leverageCases: CaseSource = {
  kind: 'leverage',
  waiting: `select l.book, l.id, l.submitted_ms as since_ms, ${DUE} as due_ms, l.status, null::text as currency,
      null::numeric as amount, null::text as held, null::text as first_by
    from lever_application l where l.status = 'submitted'`,
  decided: `select l.submitted_ms as since_ms, ${DUE} as due_ms, l.decided_ms
    from lever_application l where l.decided_ms is not null and l.status <> 'switched_off'`,
};
