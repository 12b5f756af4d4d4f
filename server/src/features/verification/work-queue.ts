/** Lists pending verifications in the operators' work queue. */
import { limits } from './limits.ts';
import type { CaseSource } from '../../operators/cases.ts';

const DUE = `a.submitted_ms + ${limits.reviewMs}`;

export const verificationCases: CaseSource = {
  kind: 'kyc',
  waiting: `select a.book, a.id, a.submitted_ms as since_ms, ${DUE} as due_ms, a.status, null::text as currency,
      null::numeric as amount, null::text as held, null::text as first_by
    from kyc_application a where a.status = 'under_review'`,
  decided: `select a.submitted_ms as since_ms, ${DUE} as due_ms, a.decided_ms
    from kyc_application a where a.decided_ms is not null`,
};
