/**
 * Checks orders and levels that ended without a fill. No tape entry before the end may have reached the level, a refused order
 * must name the entry at which it would have filled, and an order that could have filled immediately must not have waited.
 */
import type { Invariant } from '../ledger/invariants.ts';
import { LIMITS } from '../limits.ts';
import { MADE, madeFrom } from './time-invariants.ts';

/** The last entry that could have filled an order before it ended. If the order has an expiry, entries after it can't. */
const UPTO = `case when o.expires_ms is null then o.ended_seq
        else least(o.ended_seq, (select max(q.seq) from tape q where q.symbol = o.symbol and q.time_ms < o.expires_ms)) end`;

/**
 * Orders and levels that ended without being reached, with the newest entry that must not have reached them. After a cancellation
 * request, a newer entry is checked only if it was made before the request and recorded within a minute of it. Orders closed
 * because a customer started over are not checked.
 */
const LEFT = `
  select format('order %s of book %s', o.id, o.book) as what, o.symbol, o.side = 'buy' as at_ask, o.side = 'buy' as falls, o.price as level,
      o.armed_seq as armed, ${UPTO} as upto, coalesce(o.amended_ms, o.created_ms) as since, o.cancel_seq as asked_seq, o.cancel_ms as asked_ms
    from spot_order o where o.status = 'cancelled' and o.price is not null and (o.type <> 'stop_limit' or o.triggered_seq is not null)
      and o.reason in ('customer', 'expired') and o.ended_seq is not null
  union all
  select format('stop of order %s of book %s', o.id, o.book), o.symbol, o.side = 'buy', o.side = 'sell', o.stop,
      o.armed_seq, ${UPTO}, coalesce(o.amended_ms, o.created_ms), o.cancel_seq, o.cancel_ms
    from spot_order o where o.status = 'cancelled' and o.stop is not null and o.triggered_seq is null
      and o.reason in ('customer', 'expired') and o.ended_seq is not null
  union all
  -- Levels that a customer amended.
  select format('order %s of book %s before version %s', a.order_id, a.book, a.version), a.symbol, o.side = 'buy', (o.side = 'buy') = l.is_limit, l.level,
      a.was_armed_seq, a.tape_seq, a.was_since_ms, null, null
    from spot_amendment a join spot_order o on o.book = a.book and o.id = a.order_id
      cross join lateral (values (true, case when o.type <> 'stop_limit' or o.triggered_seq <= a.was_armed_seq then a.was_price end),
        (false, case when o.triggered_seq is null or o.triggered_seq > a.was_armed_seq then a.was_stop end)) as l (is_limit, level)
    where l.level is not null
  union all
  select format('order %s of book %s', p.id, p.book), p.symbol, p.side = 'long', (p.side = 'long') <> (p.type = 'stop'), p.price, (p.armed -> 'limit' ->> 1)::bigint,
      case when p.expires_ms is null then p.ended_seq
        else coalesce((select q.seq - 1 from tape q where q.symbol = p.symbol and q.seq <= p.ended_seq and q.time_ms >= p.expires_ms
          order by q.seq limit 1), p.ended_seq) end,
      coalesce((p.armed -> 'limit' ->> 2)::bigint, 0), p.cancel_seq, p.cancel_ms
    from position p where p.status = 'cancelled' and p.type <> 'market' and p.reason in ('customer', 'expired') and p.ended_seq is not null
  union all
  -- Prices that a customer amended.
  select format('order %s of book %s before version %s', a.position_id, a.book, a.version), a.symbol, p.side = 'long',
      (p.side = 'long') <> (p.type = 'stop'), a.was_price, a.was_armed_seq, a.tape_seq, a.was_since_ms, null, null
    from position_amendment a join position p on p.book = a.book and p.id = a.position_id
  union all
  -- Reducing orders whose position was closed.
  select format('order %s of book %s', p.id, p.book), p.symbol, p.side = 'long', (p.side = 'long') <> (p.type = 'stop'), p.price,
      (p.armed -> 'limit' ->> 1)::bigint, p.ended_seq - 1, (p.armed -> 'limit' ->> 2)::bigint, p.cancel_seq, p.cancel_ms
    from position p where p.reduces is not null and p.reason = 'position_not_open'
  union all
  select format('%s of position %s of book %s', l.part, p.id, p.book), p.symbol, p.side = 'short', (p.side = 'long') <> (l.part = 'target'), l.level,
      (p.armed -> l.part ->> 1)::bigint, (p.closes -> -1 ->> 'tape_seq')::bigint - 1, coalesce((p.armed -> l.part ->> 2)::bigint, 0), null, null
    from position p cross join lateral (values ('target', p.take_profit), ('stop', p.stop_price)) as l (part, level)
    where p.status = 'closed' and l.level is not null and p.reason <> 'start_over'`;

const TAKEN_BACK = `
  select format('order %s of book %s', o.id, o.book) as what, o.symbol, o.cancel_ms as ms, o.cancel_seq as seq, o.cancel_age_ms as age_ms, o.ended_seq,
      o.updated_ms as ended_ms
    from spot_order o where o.status = 'cancelled' and o.type <> 'market' and o.reason = 'customer'
  union all
  select format('order %s of book %s', p.id, p.book), p.symbol, p.cancel_ms, p.cancel_seq, p.cancel_age_ms, p.ended_seq, p.closed_ms
    from position p where p.status = 'cancelled' and p.type <> 'market' and p.reason = 'customer'`;
/** How long a market order waits for a price. */
const FILL_WAIT_MS = LIMITS.trading.fillWaitMarketMs.toString();

/** Orders that filled although the customer had already requested cancellation. */
const FILLED_AFTER = `
  select format('order of fill %s/%s of book %s', f.order_id, f.leg, f.book) as what, f.symbol, f.tape_seq, o.cancel_ms as ms, o.cancel_seq as seq
    from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id where o.cancel_ms is not null
  union all
  select format('opening of position %s of book %s', p.id, p.book), p.symbol, p.entry_seq, p.cancel_ms, p.cancel_seq
    from position p where p.cancel_ms is not null and p.entry_seq is not null`;

/** Refused orders, with the entry at which each would have filled. */
const REFUSED = `
  select format('order %s of book %s', o.id, o.book) as what, o.symbol, o.type, o.side = 'buy' as at_ask,
      case when o.type <> 'stop_limit' or o.triggered_seq is not null then o.price end as level,
      case when o.triggered_seq is null then o.stop end as stop, o.armed_seq as armed, o.ended_seq, ${madeFrom('coalesce(o.amended_ms, o.created_ms)')} as since
    from spot_order o where o.status = 'cancelled' and o.to_symbol is null and o.ended_seq is not null
      and (o.type <> 'trailing_stop' or o.stop is not null) and o.reason not in ('customer', 'start_over', 'expired')
  union all
  select format('order %s of book %s', p.id, p.book), p.symbol, p.type, p.side = 'long', case p.type when 'limit' then p.price end,
      case p.type when 'stop' then p.price end,
      case p.type when 'market' then p.created_seq else (p.armed -> 'limit' ->> 1)::bigint end, p.ended_seq,
      case p.type when 'market' then ${madeFrom('p.created_ms')} else coalesce((p.armed -> 'limit' ->> 2)::bigint, 0) end
    from position p where p.status = 'cancelled' and p.ended_seq is not null and p.reason not in ('customer', 'start_over', 'expired')
      and (p.reduces is null or p.reason <> 'position_not_open')`;

/** Orders that filled at a price that was already available, but only after the next entry had arrived. */
const WAITED = `
  select format('order of fill %s/%s of book %s', f.order_id, f.leg, f.book) as what from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id
    where o.type = 'market' and o.to_symbol is null and f.tape_seq = o.armed_seq and f.time_ms <> o.created_ms
  union all select format('opening of position %s of book %s', p.id, p.book) from position p where p.type = 'market' and p.entry_seq = p.created_seq
    and exists (select from journal j where j.book = p.book and j.ref = 'position:' || p.id and j.kind = 'contract_hold')
  union all select format('closing of position %s of book %s', p.id, p.book)
    from position p cross join jsonb_to_recordset(p.closes) as c (asked_ms bigint, asked_seq bigint, tape_seq bigint, time_ms bigint)
    where c.asked_seq = c.tape_seq and c.asked_ms <> c.time_ms
  union all select format('order of fill %s/%s of book %s of another quantity', f.order_id, f.leg, f.book)
    from spot_fill f join spot_order o on o.book = f.book and o.id = f.order_id where f.leg = 1 and f.quantity <> o.quantity`;

/**
 * Trailing stops that ended without a fill, with the newest entry at which the price must not have reversed by the full distance.
 */
const TRAILED = `
  select format('order %s of book %s', o.id, o.book) as what, o.symbol, o.side = 'buy' as at_ask, o.trail_distance as distance, o.trail_seq as armed,
      coalesce(o.amended_ms, o.created_ms) as since, ${UPTO} as upto, o.cancel_seq as asked_seq, o.cancel_ms as asked_ms, o.reason not in ('customer', 'expired') as is_refused
    from spot_order o where o.type = 'trailing_stop' and o.stop is null and o.status = 'cancelled' and o.reason <> 'start_over'
      and o.ended_seq is not null
  union all
  -- Distances that a customer amended.
  select format('order %s of book %s before version %s', a.order_id, a.book, a.version), a.symbol, o.side = 'buy', a.was_trail_distance,
      a.was_trail_seq, a.was_since_ms, a.tape_seq, null, null, false
    from spot_amendment a join spot_order o on o.book = a.book and o.id = a.order_id where a.was_trail_distance is not null`;

/** Requested changes of levels. If the newest entry was too old at the request, the change applies from a later entry. */
const CHANGED = `
  select p.*, n.gap or p.change_ms - least(n.time_ms, n.feed_time_ms) > p.change_age_ms as is_old, (
      select q.seq from tape q where q.symbol = p.symbol and q.seq > p.change_seq and not q.gap and ${MADE} >= p.change_ms
      order by q.seq limit 1) as changes_at
    from position p left join tape n on n.symbol = p.symbol and n.seq = p.change_seq where p.change_ms is not null`;

/** Orders with an expiry, and the first entry at or after it. Entries that report rejected quotes are skipped. */
const TILL = `
  select p.*, (select q.seq from tape q where q.symbol = p.symbol and q.seq > p.created_seq and q.time_ms >= p.expires_ms
      and q.cause is distinct from 'reject' order by q.seq limit 1) as expires_at
    from position p where p.expires_ms is not null`;

/**
 * Orders with an expiry that their customers cancelled, with the entry that expires the order and the entry at which the
 * cancellation takes effect.
 */
const TAKEN_BACK_TILL = `
  select b.what, b.ended_seq, e.seq as expires_at, m.seq as taken_back_at from (
      select format('order %s of book %s', o.id, o.book) as what, o.symbol, o.armed_seq, o.expires_ms, o.cancel_seq, o.cancel_ms, o.ended_seq
        from spot_order o where o.status = 'cancelled' and o.type <> 'market' and o.reason = 'customer' and o.expires_ms is not null
      union all
      select format('order %s of book %s', p.id, p.book), p.symbol, p.created_seq, p.expires_ms, p.cancel_seq, p.cancel_ms, p.ended_seq
        from position p where p.status = 'cancelled' and p.type <> 'market' and p.reason = 'customer' and p.expires_ms is not null) b
    cross join lateral (select min(q.seq) as seq from tape q where q.symbol = b.symbol and q.seq > b.armed_seq and q.seq <= b.ended_seq
      and q.time_ms >= b.expires_ms and q.cause is distinct from 'reject') e
    left join lateral (select min(q.seq) as seq from tape q where q.symbol = b.symbol and q.seq > b.cancel_seq and q.seq <= b.ended_seq
      and not q.gap and ${MADE} >= b.cancel_ms) m on true`;

const PRICE = `case when l.at_ask then q.ask else q.bid end`;

export const endedInvariants: readonly Invariant[] = [
  {
    invariant: 'L16: time: what was taken back, or ended otherwise, no entry had reached before',
    sql: `select format('%s: level %s of %s since %s, ended at %s', l.what, l.level, l.symbol, l.armed, l.upto) from (${LEFT}) l
      where exists (select from tape q where q.symbol = l.symbol and q.seq > l.armed and q.seq <= l.upto and not q.gap
        and ${MADE} >= l.since and (l.asked_seq is null or q.seq <= l.asked_seq or (${MADE} < l.asked_ms and q.time_ms <= l.asked_ms + ${FILL_WAIT_MS}))
        and case when l.falls then ${PRICE} <= l.level else ${PRICE} >= l.level end)`,
  },
  {
    invariant:
      'L16: time: a trailing stop that ended without a fill did so before an entry came back far enough, or at the first that did',
    sql: `select format('%s: distance %s of %s since %s, ended at %s', l.what, l.distance, l.symbol, l.armed, l.upto) from (${TRAILED}) l
      cross join lateral (select min(w.seq) as seq from (
          select q.seq, q.gap, q.time_ms, ${MADE} as made, case when l.at_ask then q.ask - min(q.ask) over (order by q.seq)
            else max(q.bid) over (order by q.seq) - q.bid end as back
          from tape q where q.symbol = l.symbol and q.seq between l.armed and l.upto) w
        where w.seq > l.armed and w.made >= l.since and not w.gap and w.back >= l.distance
          and (l.asked_seq is null or l.is_refused or w.seq <= l.asked_seq or (w.made < l.asked_ms and w.time_ms <= l.asked_ms + ${FILL_WAIT_MS}))) b
      where b.seq is distinct from case when l.is_refused then l.upto end`,
  },
  {
    invariant:
      'L16: time: what was taken back was so at the newest entry if that was young, else at the first quote that was made since',
    sql: `select format('%s: ended at %s of %s, asked behind %s at %s', b.what, b.ended_seq, b.symbol, b.seq, b.ms) from (${TAKEN_BACK}) b
      left join tape n on n.symbol = b.symbol and n.seq = b.seq
      left join lateral (select min(q.seq) as seq from tape q where q.symbol = b.symbol and q.seq > b.seq and q.seq <= b.ended_seq
        and not q.gap and ${MADE} >= b.ms) m on true
      where case
        when b.ms is null then b.ended_ms >= (select s.taken_back_ms from made_since s)
        when not n.gap and b.ms - least(n.time_ms, n.feed_time_ms) <= b.age_ms then b.ended_seq <> b.seq
        -- An order whose cancellation no entry executes within a minute is ended manually.
        else b.ended_seq is distinct from m.seq and (b.ended_ms - b.ms <= ${FILL_WAIT_MS} or b.ended_seq is null) end`,
  },
  {
    invariant:
      'L16: time: what filled although it was to be taken back did so by a quote made before, and told within a minute',
    sql: `select format('%s: entry %s of %s, asked behind %s at %s', b.what, b.tape_seq, b.symbol, b.seq, b.ms) from (${FILLED_AFTER}) b
      join tape q on q.symbol = b.symbol and q.seq = b.tape_seq
      where q.seq > b.seq and (${MADE} >= b.ms or q.time_ms > b.ms + ${FILL_WAIT_MS})`,
  },
  {
    // A change can't be pending across a long closure of the market.
    invariant:
      'L16: time: levels changed at a young entry, or by the first quote made since, and nothing closed by the old ones from then on',
    sql: `select format('position %s of book %s: asked behind %s at %s', c.id, c.book, c.change_seq, c.change_ms) from (${CHANGED}) c
      where case
        when c.change_waits is null then c.is_old is not false and c.changes_at is null
          and session_reopens_ms(c.symbol, c.change_ms - ${FILL_WAIT_MS}) is null
        else c.status = 'closed' and c.reason <> 'start_over' and (c.closes -> -1 ->> 'tape_seq')::bigint >= c.changes_at end`,
  },
  {
    invariant: 'L16: time: what was refused was so at the entry at which it would have filled',
    sql: `select format('%s: armed at %s of %s, refused at %s', l.what, l.armed, l.symbol, l.ended_seq) from (${REFUSED}) l
      where l.ended_seq is distinct from (
        select q.seq from tape q where q.symbol = l.symbol and q.seq > l.armed and q.seq <= l.ended_seq and not q.gap
          and ${MADE} >= l.since and case when l.type = 'market' then true
            when l.at_ask then ${PRICE} <= l.level or ${PRICE} >= l.stop else ${PRICE} >= l.level or ${PRICE} <= l.stop end
        order by q.seq limit 1)`,
  },
  {
    invariant:
      'L16: time: what was good till a time ended with the first entry from then on, and opened at none',
    sql: `select format('order %s of book %s till %s', t.id, t.book, t.expires_ms) from (${TILL}) t
      where (t.reason is not distinct from 'expired' and t.ended_seq is distinct from t.expires_at)
        or (t.entry_seq <> t.created_seq and t.entry_seq >= t.expires_at)`,
  },
  {
    invariant: 'L16: time: what was good till a time was not taken back once an entry had ended it',
    sql: `select format('%s: ended at %s, over at %s', t.what, t.ended_seq, t.expires_at) from (${TAKEN_BACK_TILL}) t
      where t.expires_at <= coalesce(t.taken_back_at, t.expires_at)`,
  },
  {
    invariant: 'L16: time: what could fill at once did not wait, and fills whole',
    sql: `select w.what as format from (${WAITED}) w`,
  },
];
