/** A customer's fixed-time options on their timeline, with the entries that gave the strike and decided the outcome. */
import type { TimelineItems } from '../../platform/timeline.ts';

const entry = (price: string): string => `case when t.${price} is null then '[]'::jsonb
    else jsonb_build_array(jsonb_build_object('symbol', t.symbol, 'seq', t.${price}_seq::text, 'price', trim_scale(t.${price})::text)) end`;

export const optionsTimeline: TimelineItems = {
  of: 'option',
  told: `select a.seq, jsonb_build_object('product', 'option', 'symbol', t.symbol, 'side', t.side,
        'price', trim_scale(t.strike)::text, 'status', t.status, 'reason', t.reason,
        'evidence', ${entry('strike')} || case when a.kind = 'option_stake' then '[]'::jsonb else ${entry('settle')} end) as told
    from unnest($2::bigint[], $3::bigint[], $4::text[]) as a (id, seq, kind) join option_ticket t on t.book = $1 and t.id = a.id`,
};
