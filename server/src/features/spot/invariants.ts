/** Invariants of spot orders and fills: the price, the fee and the journal of each fill. */
import { toNumeric } from '@candor/domain/money/amount.ts';
import type { Invariant } from '../../ledger/invariants.ts';
import { instruments } from '../../quotes/catalogue.ts';

const STEPS = [...instruments.values()]
  .map(({ symbol, quantityStep }) => `('${symbol}', ${toNumeric(quantityStep)})`)
  .join();

export const spotInvariants: readonly Invariant[] = [
  {
    invariant: 'L9: each fill names the journal that moved its money',
    sql: `select format('fill %s/%s of book %s', f.order_id, f.leg, f.book) from spot_fill f
      left join journal j on j.book = f.book and j.seq = f.journal_seq and j.ref = 'spot_order:' || f.order_id
      where j.seq is null`,
  },
  {
    invariant: 'L28: a fill was charged at the rate of its order, as that was accepted',
    sql: `select format('fill %s/%s of book %s, fee %s', f.order_id, f.leg, f.book, f.fee) from spot_fill f
      left join spot_order o on o.book = f.book and o.id = f.order_id
      where f.fee <> ceil(f.value * f.fee_rate * 100000000) / 100000000 or f.fee_rate <> case f.leg when 1 then o.fee_rate else o.to_fee_rate end`,
  },
  {
    invariant: 'L28: what filled at market is within the bound that its customer gave',
    sql: `select format('fill %s/%s of book %s beyond its bound', f.order_id, f.leg, f.book) from spot_fill f
      join spot_order o on o.book = f.book and o.id = f.order_id
      where case when o.to_symbol is not null then f.leg = 2 and f.quantity < o.worst
        when o.side = 'buy' then f.price > o.worst else f.price < o.worst end`,
  },
  {
    invariant: 'L28: coin to coin buys as much as the sale brought, in whole steps',
    sql: `select format('fill %s/%s of book %s is not what the sale brought', f.order_id, f.leg, f.book) from spot_fill f
      join spot_fill s on s.book = f.book and s.order_id = f.order_id and s.leg = 1
      join (values ${STEPS}) as i (symbol, step) on i.symbol = f.symbol
      where f.leg = 2 and s.value - s.fee - f.value - f.fee not between 0 and (i.step * f.price + 0.00000001) * (1 + f.fee_rate) + 0.00000002`,
  },
  {
    invariant:
      'L28: what waits holds what it costs, at its limit or stop or at the entry that was the newest when it was accepted',
    sql: `select format('order %s of book %s holds %s', o.id, o.book, o.held) from spot_order o
      left join tape t on t.symbol = o.symbol and t.seq = o.armed_seq
      left join tape e on e.symbol = o.symbol and e.seq = o.trail_seq
      cross join lateral (select ceil(o.quantity * case when o.type in ('limit', 'stop_limit') then o.price
        when o.type in ('stop', 'oco') then o.stop when o.type = 'trailing_stop' then e.ask + o.trail_distance
        else t.ask end * 100000000) as value) v
      where o.status = 'open' and o.held is distinct from case o.side when 'sell' then o.quantity
        else (v.value + ceil(v.value * o.fee_rate)) / 100000000 end`,
  },
  {
    invariant:
      'L28: a trailing stop has the distance that was asked for, of the price at the entry from which it trails',
    sql: `select format('order %s of book %s trails by %s', o.id, o.book, o.trail_distance) from spot_order o
      left join tape t on t.symbol = o.symbol and t.seq = o.trail_seq
      cross join lateral (select case o.side when 'buy' then t.ask else t.bid end as price) p
      where o.trail_distance is not null and (o.trail_distance < p.price
        and coalesce(o.trail_distance = floor(p.price * o.trail_bps * 10000) / 100000000, true)) is not true`,
  },
  {
    invariant:
      'L28: a purchase with a take profit or a stop loss is protected once from its fill on, as its customer asked, and never before',
    sql: `select format('order %s of book %s', e.id, e.book) from spot_order e
      left join spot_order p on p.book = e.book and p.entry_id = e.id
      where coalesce(e.take_profit, e.stop_loss) is not null and (e.status = 'filled') <> (p.id is not null)
      union all select format('order %s of book %s protects %s', p.id, p.book, p.entry_id) from spot_order p
      left join spot_order e on e.book = p.book and e.id = p.entry_id
      left join spot_fill f on f.book = e.book and f.order_id = e.id and f.leg = 1
      left join spot_fill l on l.book = p.book and l.order_id = p.id
      left join lateral (select a.was_price as price, a.was_stop as stop, a.was_quantity as quantity, a.was_armed_seq as armed_seq, a.version
        from spot_amendment a where a.book = p.book and a.order_id = p.id order by a.version limit 1) w on true
      where p.entry_id is not null and ((coalesce(w.quantity, p.quantity), p.created_ms, p.fee_rate) = (f.quantity, e.created_ms, e.fee_rate)
        and coalesce(e.take_profit, e.stop_loss) is not null
        and case when w.version is null then (p.price, p.stop) else (w.price, w.stop) end is not distinct from (e.take_profit, e.stop_loss)
        and coalesce(w.armed_seq, p.armed_seq) >= f.tape_seq and coalesce(l.tape_seq > f.tape_seq, true)) is not true`,
  },
  {
    invariant:
      'L28: what was amended has the terms of its last amendment, each of which begins with those of the one before',
    sql: `select format('amendment %s of order %s of book %s', a.version, a.order_id, a.book) from (
        select m.*, lead(m.version) over w as next_version, lead(m.was_price) over w as next_price, lead(m.was_stop) over w as next_stop,
          lead(m.was_quantity) over w as next_quantity, lead(m.was_since_ms) over w as next_since_ms,
          lead(m.was_expires_ms) over w as next_expires_ms, lead(m.was_trail_distance) over w as next_trail_distance,
          lead(m.was_trail_seq) over w as next_trail_seq
        from spot_amendment m window w as (partition by m.book, m.order_id order by m.version)) a
      left join spot_order o on o.book = a.book and o.id = a.order_id
      where case when a.next_version is null then (o.price, o.quantity, o.amended_ms, o.expires_ms, o.trail_distance, o.trail_seq)
            is distinct from (a.price, a.quantity, a.time_ms, a.expires_ms, a.trail_distance, a.trail_seq)
          or (o.type <> 'trailing_stop' and o.stop is distinct from a.stop)
        else (a.next_price, a.next_stop, a.next_quantity, a.next_since_ms, a.next_expires_ms, a.next_trail_distance, a.next_trail_seq)
          is distinct from (a.price, a.stop, a.quantity, a.time_ms, a.expires_ms, a.trail_distance, a.trail_seq) end
      union all select format('order %s of book %s was amended without a recorded amendment', o.id, o.book) from spot_order o
      where o.amended_ms is not null and not exists (select from spot_amendment a where a.book = o.book and a.order_id = o.id)`,
  },
  {
    invariant: 'L16: what is amended is so at a price young enough to fill a market order',
    sql: `select format('amendment %s of order %s of book %s', a.version, a.order_id, a.book) from spot_amendment a
      left join tape t on t.symbol = a.symbol and t.seq = a.tape_seq and not t.gap
      where (a.time_ms - least(t.time_ms, t.feed_time_ms) <= a.fill_age_ms) is not true`,
  },
  {
    invariant: 'L16: time: what is amended has not ended before',
    sql: `select format('amendment %s of order %s of book %s', a.version, a.order_id, a.book) from spot_amendment a
      join tape t on t.symbol = a.symbol and t.seq = a.tape_seq
      where greatest(a.time_ms, t.time_ms) >= a.was_expires_ms or a.time_ms >= a.expires_ms`,
  },
  {
    invariant: 'L9: each spot trade has its fill',
    sql: `select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join spot_fill f on f.book = j.book and f.journal_seq = j.seq
      where j.kind in ('spot_buy', 'spot_sell', 'spot_fill', 'spot_convert') and f.order_id is null`,
  },
  {
    invariant: 'L9: each filled order has its fill, coin to coin both',
    sql: `select format('order %s of book %s', o.id, o.book) from spot_order o
      left join spot_fill f on f.book = o.book and f.order_id = o.id
      where o.status = 'filled' group by o.book, o.id having count(f.leg) <> case when o.to_symbol is null then 1 else 2 end`,
  },
  {
    invariant: 'L16: each fill is at the price of the entry of the tape that it names',
    sql: `select format('fill %s/%s of book %s at %s, entry %s', f.order_id, f.leg, f.book, f.price, f.tape_seq) from spot_fill f
      left join tape t on t.symbol = f.symbol and t.seq = f.tape_seq and not t.gap
      where f.price is distinct from case f.side when 'buy' then t.ask else t.bid end`,
  },
];
