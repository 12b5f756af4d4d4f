/** A customer's leveraged orders and positions on their timeline, with the entries that opened and closed them. */
import type { TimelineItems } from '../platform/timeline.ts';

/** The journals that open a position: of a market order, and of an order that waited. */
const OPENING = `('contract_open', 'contract_fill')`;

export const positionsTimeline: TimelineItems = {
  of: 'position',
  told: `select a.seq, jsonb_build_object('product', p.product, 'symbol', p.symbol, 'side', p.side,
        'quantity', trim_scale(coalesce((c.close ->> 'quantity')::numeric, p.quantity))::text,
        'price', trim_scale(case when a.kind in ${OPENING} then p.entry_price else coalesce((c.close ->> 'price')::numeric, p.price) end)::text,
        'status', p.status, 'reason', coalesce(c.close ->> 'reason', case when p.status = 'cancelled' then p.reason end),
        'evidence', case
          when c.close is not null then jsonb_build_array(jsonb_build_object('symbol', p.symbol, 'seq', c.close ->> 'tape_seq',
            'price', trim_scale((c.close ->> 'price')::numeric)::text))
          when a.kind in ${OPENING} and p.entry_seq is not null then jsonb_build_array(jsonb_build_object('symbol', p.symbol,
            'seq', p.entry_seq::text, 'price', trim_scale(p.entry_price)::text))
          else '[]'::jsonb end) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join position p on p.book = $1 and p.id = a.id
      left join lateral (select x.close from jsonb_array_elements(p.closes) as x (close)
        where x.close ->> 'journal_seq' = a.seq::text limit 1) c on true`,
};
