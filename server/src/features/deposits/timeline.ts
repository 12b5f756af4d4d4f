/** A customer's deposits on their timeline: submissions and failures, which move no money, and credits. */
import type { TimelineEvents, TimelineItems } from '../../platform/timeline.ts';

export const depositsTimeline: TimelineItems = {
  of: 'deposit',
  told: `select a.seq, jsonb_build_object('status', d.status, 'by', d.decided_by, 'network', d.network, 'text', d.reference) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join deposit d on d.book = $1 and d.id = a.id`,
};

export const depositEvents: readonly TimelineEvents[] = [
  {
    rank: 0,
    events: `select d.submitted_ms as time_ms, d.id, 'deposit' as what, 'deposit.under_review' as kind,
        jsonb_build_object('amount', trim_scale(d.amount)::text, 'currency', d.currency, 'network', d.network, 'status', d.status,
          'text', d.claimed_reference) as told
      from deposit d where d.book = $1 and (d.submitted_ms, d.id) < ($2, $3)
      order by d.submitted_ms desc, d.id desc limit $4`,
  },
  {
    rank: 1,
    events: `select d.decided_ms as time_ms, d.id, 'deposit' as what, 'deposit.failed' as kind,
        jsonb_build_object('reason', d.reason, 'by', d.decided_by, 'status', d.status) as told
      from deposit d where d.book = $1 and d.status = 'failed' and (d.decided_ms, d.id) < ($2, $3)
      order by d.decided_ms desc, d.id desc limit $4`,
  },
];
