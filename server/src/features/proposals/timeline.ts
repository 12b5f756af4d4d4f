/** Manual journals on a customer's timeline, with the reason that two operators approved. */
import type { TimelineItems } from '../../platform/timeline.ts';

export const proposalsTimeline: TimelineItems = {
  of: 'proposal',
  told: `select a.seq, jsonb_build_object('reason', p.reason, 'by', p.decided_by, 'status', p.status) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join proposal p on p.book = $1 and p.id = a.id`,
};
