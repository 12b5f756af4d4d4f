/** A customer's exchanges on their timeline, with the entries from which each leg was priced. */
import type { TimelineItems } from '../../platform/timeline.ts';

export const exchangeTimeline: TimelineItems = {
  of: 'exchange',
  told: `select a.seq, jsonb_build_object('evidence', coalesce((
        select jsonb_agg(jsonb_build_object('symbol', l.leg ->> 'symbol', 'seq', l.leg ->> 'tape_seq', 'price', l.leg ->> 'price'))
        from jsonb_array_elements(e.legs::jsonb) as l (leg)), '[]')) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join exchange e on e.book = $1 and e.id = a.id`,
};
