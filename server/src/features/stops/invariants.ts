/** The invariant of emergency stops, as a query that returns no rows if it holds. */
import type { Invariant } from '../../ledger/invariants.ts';

/**
 * What each stop covered by the market clock, less ten seconds at both ends: commands decide on facts of up to a second before, and
 * the clocks of processes differ a little.
 */
const STOPPED = `select s.target, s.since_market_ms + 10000 as from_ms,
    s.since_market_ms + floor((s.until_ms - s.since_ms) * least(1, c.speed)) - 10000 as to_ms
  from emergency_stop s cross join clock c`;

export const stopsInvariants: readonly Invariant[] = [
  {
    invariant: 'L37: nothing is opened while it is stopped, one operator begins a stop, and two end it early',
    sql: `with stopped as materialized (${STOPPED}),
      opened as (
        select format('position %s of book %s', p.id, p.book) as what, p.symbol, m.at_ms,
          case p.product when 'forex' then 'forex' else 'contracts' end as product
        from position p, unnest(array[p.created_ms, p.entry_ms]) m (at_ms)
        where p.reduces is null and exists (select from stopped)
        union all select format('ticket %s of book %s', t.id, t.book), t.symbol, t.accepted_ms, 'options' from option_ticket t
          where exists (select from stopped)
        union all select format('fill of order %s of book %s', f.order_id, f.book), f.symbol, e.time_ms, 'spot' from spot_fill f
          join tape e on e.symbol = f.symbol and e.seq = f.tape_seq where f.side = 'buy' and exists (select from stopped)
        union all select format('exchange %s of book %s', x.id, x.book), x.to_currency || '/USDT', x.time_ms, 'exchange' from exchange x
          where x.to_currency <> 'USDT' and exists (select from stopped)
      )
      select o.what || ' is opened during a stop of ' || s.target from opened o
        join stopped s on s.target in ('product:' || o.product, 'instrument:' || o.symbol) and o.at_ms between s.from_ms and s.to_ms
      union all select format('stop %s has no record', s.number) from emergency_stop s
        where not exists (select from audit a where a.subject = 'house' and a.action = 'stop.begin' and a.operator = s.begun_by
          and a.after::jsonb ->> 'target' = s.target and abs(a.time_ms - s.since_ms) < 60000)
      union all select format('stop %s ended before its time', s.number) from emergency_stop s
        where s.until_ms < s.since_ms + s.hours * 3600000::bigint and (select count(distinct a.person) from emergency_stop_approval a
          where a.number = s.number) < 2`,
  },
];
