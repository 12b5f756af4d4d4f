/**
 * Checks that each trade that happened without its customer has its message. The database demands it at the commit of the trade
 * (`told_now`); this reads the stored rows. A missing message moves no money, so it does not freeze payouts.
 */
import type { Invariant } from '../ledger/invariants.ts';
import { LIMITS } from '../limits.ts';

/** Trades from before the database demanded their messages are not checked. */
const SINCE = '(select told_ms from made_since)';

const untold = (row: string, field: string, kinds: string): string =>
  `not exists (select from notice n where n.book = ${row}.book and n.params::json ->> '${field}' = ${row}.id::text and n.kind in (${kinds}))`;

export const toldInvariants: readonly Invariant[] = [
  {
    invariant: 'L38: a customer was told of each resting order that filled or expired',
    noFreeze: true,
    sql: `select format('order %s of book %s (%s)', o.id, o.book, o.status) from spot_order o
      left join spot_fill f on f.book = o.book and f.order_id = o.id and f.leg = 1
      where o.type <> 'market' and o.updated_ms > ${SINCE} and case o.status
        when 'filled' then f.tape_seq > o.armed_seq and ${untold('o', 'order', `'order_bought', 'order_sold', 'order_took_profit', 'order_stopped'`)}
        when 'cancelled' then o.reason = 'expired' and o.cancel_ms is null and ${untold('o', 'order', `'order_expired'`)} end`,
  },
  {
    invariant: 'L38: a customer was told of each position that an order opened or a level closed',
    noFreeze: true,
    sql: `select format('position %s of book %s opened', p.id, p.book) from position p
      where p.type <> 'market' and p.entry_seq > p.created_seq and p.updated_ms > ${SINCE}
        and ${untold('p', 'position', `'position_opened_long', 'position_opened_short'`)}
      union all select format('position %s of book %s closed by %s', p.id, p.book, c.reason) from position p
        cross join jsonb_to_recordset(p.closes) as c (reason text, time_ms bigint, tape_seq bigint, asked_ms bigint)
        join (values ('take_profit', 'position_took_profit'), ('stop_loss', 'position_stopped'), ('profit_lock', 'position_locked'),
          ('trailing', 'position_trailed'), ('reduce', 'position_reduced'), ('close_out', 'position_closed_out'),
          ('customer', 'position_closed_late'), ('close_all', 'position_closed_late')) as k (reason, kind) on k.reason = c.reason
        left join tape t on t.symbol = p.symbol and t.seq = c.tape_seq
      where c.time_ms > ${SINCE}
        and (k.kind <> 'position_closed_late' or t.time_ms - c.asked_ms > ${LIMITS.trading.fillWaitMarketMs})
        and ${untold('p', 'position', 'k.kind')}`,
  },
  {
    invariant: 'L38: a customer was told of the result of each ticket',
    noFreeze: true,
    sql: `select format('ticket %s of book %s (%s)', t.id, t.book, t.status) from option_ticket t
      where t.status <> 'open' and t.reason is distinct from 'start_over' and t.settled_ms > ${SINCE}
        and ${untold('t', 'ticket', `case t.status when 'void' then 'option_voided' else 'option_' || t.status end`)}`,
  },
];
