/** A customer's withdrawals on their timeline. A request freezes the amount, so each step that a customer sees has a journal. */
import type { TimelineItems } from '../../platform/timeline.ts';

export const withdrawalsTimeline: TimelineItems = {
  of: 'withdrawal',
  told: `select a.seq, jsonb_build_object('status', w.status, 'network', w.network, 'reason', w.reason,
        'by', case when a.kind <> 'withdrawal_hold' then w.decided_by end,
        'text', case a.kind when 'withdrawal_pay' then w.paid_reference else w.address end) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join withdrawal w on w.book = $1 and w.id = a.id`,
};
