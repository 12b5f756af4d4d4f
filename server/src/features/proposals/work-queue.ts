/** Lists proposals in the operators' work queue. They have no deadline because no customer's money waits for them. */
import type { CaseSource } from '../../operators/cases.ts';

export const proposalCases: CaseSource = {
  kind: 'proposal',
  waiting: `select p.book, p.id, p.proposed_ms as since_ms, null::bigint as due_ms, p.status,
      case when p.kind in ('promotion', 'strategy_result') then 'USDT' else p.body::jsonb ->> 'currency' end as currency,
      (p.body::jsonb ->> 'amount')::numeric as amount, null::text as held, p.proposed_by as first_by
    from proposal p where p.status = 'proposed'`,
  decided: `select p.proposed_ms as since_ms, null::bigint as due_ms, p.decided_ms from proposal p
    where p.decided_ms is not null and p.status <> 'withdrawn'`,
};
