/** A customer's fund orders on their timeline. A request freezes the amount, so each step has a journal. */
import type { TimelineItems } from '../../platform/timeline.ts';

export const fundTimeline: TimelineItems = {
  of: 'fund_order',
  told: `select a.seq, jsonb_build_object('status', f.status, 'days', f.days, 'reason', f.reason, 'by', f.decided_by) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join fund_order f on f.book = $1 and f.id = a.id`,
};
