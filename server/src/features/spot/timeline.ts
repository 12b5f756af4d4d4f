/** A customer's spot orders on their timeline: the journals of an order, with the entries that filled it, and refused orders. */
import type { TimelineEvents, TimelineItems } from '../../platform/timeline.ts';

const ORDER = `'product', 'spot', 'symbol', o.symbol, 'side', o.side, 'quantity', trim_scale(o.quantity)::text,
    'price', trim_scale(coalesce(o.price, o.stop))::text, 'status', o.status, 'reason', o.reason`;

export const spotTimeline: TimelineItems = {
  of: 'spot_order',
  told: `select a.seq, jsonb_build_object(${ORDER}, 'evidence', coalesce((
        select jsonb_agg(jsonb_build_object('symbol', f.symbol, 'seq', f.tape_seq::text, 'price', trim_scale(f.price)::text) order by f.leg)
        from spot_fill f where f.book = $1 and f.order_id = o.id and f.journal_seq = a.seq), '[]')) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join spot_order o on o.book = $1 and o.id = a.id`,
};

/** An order that was refused froze and moved nothing, so it has no journal. */
export const refusedOrders: TimelineEvents = {
  rank: 20,
  events: `select o.updated_ms as time_ms, o.id, 'spot' as what, 'spot_order.refused' as kind, jsonb_build_object(${ORDER}) as told
    from spot_order o where o.book = $1 and o.status = 'refused' and (o.updated_ms, o.id) < ($2, $3)
    order by o.updated_ms desc, o.id desc limit $4`,
};
