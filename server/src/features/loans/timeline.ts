/** A customer's loans on their timeline: applications and rejections, which move no money, and payments. */
import type { TimelineEvents, TimelineItems } from '../../platform/timeline.ts';

export const loansTimeline: TimelineItems = {
  of: 'loan',
  told: `select a.seq, jsonb_build_object('status', l.status, 'days', l.days, 'reason', l.reason,
        'by', case when a.kind = 'loan_disburse' then l.decided_by end) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join loan l on l.book = $1 and l.id = a.id`,
};

export const loanEvents: readonly TimelineEvents[] = [
  {
    rank: 7,
    events: `select l.applied_ms as time_ms, l.id, 'loan' as what, 'loan.pending_review' as kind,
        jsonb_build_object('amount', trim_scale(l.amount)::text, 'currency', l.currency, 'days', l.days, 'status', l.status) as told
      from loan l where l.book = $1 and (l.applied_ms, l.id) < ($2, $3)
      order by l.applied_ms desc, l.id desc limit $4`,
  },
  {
    rank: 8,
    events: `select l.decided_ms as time_ms, l.id, 'loan' as what, 'loan.failed' as kind,
        jsonb_build_object('reason', l.reason, 'by', l.decided_by, 'status', l.status) as told
      from loan l where l.book = $1 and l.status = 'failed' and (l.decided_ms, l.id) < ($2, $3)
      order by l.decided_ms desc, l.id desc limit $4`,
  },
];
