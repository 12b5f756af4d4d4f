/** Invariants of plans and purchases, including some that the database also enforces. */
import type { Invariant } from '../../ledger/invariants.ts';

/** Market time up to which plans are examined. The two minutes of tolerance allow for a busy machine or a restart. */
const PAST = `market_ms() - 120000 - (select ceil(12000 * greatest(c.speed, 1)) from clock c)`;
/** After a demo's clock is set forward, many plans are due at the same time and need a while to be processed. */
const NOT_SET_FORWARD = 'not was_set_forward_lately()';

/**
 * The time at which an order closed: the time of its fill or, without a fill, of the row's last update, but at most 330 seconds
 * after the entry that cancelled it. A starting market backfills no more than 330 seconds of entries.
 */
const ENDED = `coalesce((select f.time_ms from spot_fill f where f.book = o.book and f.order_id = o.id and f.leg = 1),
  (select least(o.updated_ms, e.time_ms + 330000) from tape e where e.symbol = o.symbol and e.seq = o.ended_seq), o.updated_ms)`;

/** How long a market must have run, in milliseconds, to rule out that its prices were only backfilled. */
const RAN_FOR = `(660000 + (select ceil(12000 * greatest(c.speed, 1)) from clock c))`;

/**
 * How long a plan waited although orders could fill, in milliseconds and whole minutes. With an external feed, an entry on the
 * tape may be too old to fill at, so minutes in which any customer placed an order are counted instead.
 */
const RAN = `(case when (select l.feed from leader l where l.role = 'market') = 'external' then
    (select count(distinct o.created_ms / 60000) * 60000 from spot_order o
      where o.symbol = w.symbol and o.created_ms between w.due_ms and w.until_ms - 120000)
  else (select count(*) * 60000 from tape_minute m join tape t on t.symbol = m.symbol and t.seq = m.last_seq and not t.gap
      where m.symbol = w.symbol and m.minute_ms between w.due_ms and w.until_ms - 120000) end)`;

export const recurringInvariants: readonly Invariant[] = [
  {
    invariant:
      'L16: time: a recurring plan that was due bought or skipped by the first price, or within the hour',
    noFreeze: true,
    sql: `select format('plan %s of book %s was due at %s', p.id, p.book, p.due_ms) from recurring_plan p
      where p.status = 'active' and ${NOT_SET_FORWARD} and exists (select from tape t where t.symbol = p.symbol and t.seq > p.armed_seq
        and t.time_ms <= ${PAST} and t.time_ms >= p.due_ms + case when t.gap then 3600000 else 0 end)
      -- A plan may wait for the next price for at most an hour.
      union select format('plan %s of book %s waits since %s', p.id, p.book, p.due_ms) from recurring_plan p
      where p.status = 'active' and ${NOT_SET_FORWARD}
        and p.due_ms + 3600000 <= least(${PAST}, (select h.time_ms from tape_head h where h.symbol = p.symbol))`,
  },
  {
    invariant: 'L16: time: the purchase of a recurring plan has come to what its order came to',
    sql: `select format('purchase %s of book %s', u.id, u.book) from recurring_purchase u
      join spot_order o on o.book = u.book and o.id = u.order_id
      where u.status = 'ordered' and o.status <> 'open' and ${NOT_SET_FORWARD}
        -- Any quote since then is used, because a forger could keep postponing the times in the purchase and the order.
        and exists (select from recurring_plan p join tape t on t.symbol = p.symbol and t.seq > o.armed_seq and not t.gap
          where p.book = u.book and p.id = u.plan and t.time_ms <= ${PAST} and t.time_ms > ${ENDED})`,
  },
  {
    // A process that keeps postponing the purchase to the next price could choose the moment within the hour, or delay the
    // purchase until it is skipped as too late. Only waits of more than 660 seconds are reported: when the market starts or its
    // clock is moved forward, it backfills 330 seconds of prices at which nobody could have bought.
    invariant: 'L16: time: a recurring plan did not wait while its market ran',
    noFreeze: true,
    sql: `select format('plan %s of book %s waited from %s to %s', w.id, w.book, w.due_ms, w.until_ms) from (
        select p.id, p.book, p.symbol, u.due_ms, u.time_ms as until_ms from recurring_purchase u
          join recurring_plan p on p.book = u.book and p.id = u.plan
          -- Only recent days: an earlier replay in this database had another clock speed.
          where u.time_ms > market_ms() - 3 * 86400000::bigint
        union all select p.id, p.book, p.symbol, p.due_ms, market_ms()::bigint from recurring_plan p where p.status = 'active') w
      where w.until_ms > w.due_ms + ${RAN_FOR} and ${RAN} > ${RAN_FOR}`,
  },
  {
    invariant:
      'L28: what a recurring plan bought is the coin and the amount of the plan, at its time and not an hour later',
    sql: `select format('purchase %s of book %s', u.id, u.book) from recurring_purchase u
      join recurring_plan p on p.book = u.book and p.id = u.plan
      left join spot_order o on o.book = u.book and o.id = u.order_id
      where u.due_ms >= p.due_ms or (u.order_id is not null and ((o.symbol, o.side, o.type, o.budget) is distinct from (p.symbol, 'buy', 'market', u.amount)
        or o.created_ms not between u.due_ms - 3000 and u.due_ms + 3600000 + 3000
        or (u.status = 'bought') <> (o.status = 'filled')) and u.status <> 'ordered')`,
  },
  {
    invariant: 'L6: each time of a recurring plan has one outcome',
    sql: `select format('plan %s of book %s at %s', u.plan, u.book, u.due_ms) from recurring_purchase u
      group by u.book, u.plan, u.due_ms having count(*) > 1`,
  },
];
