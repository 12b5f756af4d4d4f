/**
 * Overdue work: triggers that came due and did not fire, because the engine lost them or never fired them, and decisions that
 * operators did not make by the deadline given to customers.
 */

import type { Invariant } from '../ledger/invariants.ts';

/**
 * The latest time at which a trigger must be due to count as overdue: it must fire within a minute of the market's clock, plus an
 * allowance for a busy machine.
 */
const PAST = `market_ms() - 60000 - (select ceil(12000 * greatest(c.speed, 1)) from clock c)`;

/** In a demo, setting the clock forward makes many triggers due at the same time, and firing them takes a while. */
const NOT_SET_FORWARD = 'not was_set_forward_lately()';

/** Everything that waits for the market's clock, with the tape entry at which it was armed and the time at which it is due. */
const BY_THE_CLOCK = `
  select format('share %s of book %s', r.id, r.book) as what, r.armed_seq as armed, r.time_ms as due from referral_reward r where r.status = 'due'
  union all select format('credit %s of book %s', c.id, c.book), c.armed_seq, c.due_ms from experience_credit c where c.status = 'active'
  union all select format('order %s of the fund of book %s', f.id, f.book), f.armed_seq, f.wake_ms from fund_order f
    where (f.status in ('pending', 'in_progress') or f.due_ms is not null) and f.wake_ms is not null
  union all select format('loan %s of book %s', l.id, l.book), l.armed_seq,
      l.due_ms + 86400000::bigint * (array[-3, -1, 0, 7, 30])[l.next_mark + 1] from loan l where l.status = 'disbursed' and l.next_mark < 5
  union all select 'the strategy', s.armed_seq, s.due_ms from strategy_clock s`;

export const overdueInvariants: readonly Invariant[] = [
  {
    invariant: 'L33: log: the next entry of every source can be appended',
    noFreeze: true,
    sql: `select format('%s since %s: %s', s.kind, to_timestamp(s.since_ms / 1000), s.error) from tlog_stuck s
      where s.since_ms < extract(epoch from clock_timestamp()) * 1000 - 60000`,
  },
  {
    invariant: 'L16: time: what waited for a time was done when that had come',
    noFreeze: true,
    sql: `select format('%s was due at %s', w.what, w.due) from (${BY_THE_CLOCK}) w
        join (select t.seq, t.time_ms from tape t where t.symbol = 'BTC/USDT' and not t.gap and t.time_ms <= ${PAST}
          order by t.seq desc limit 1) e on e.seq > w.armed and e.time_ms >= w.due
        where ${NOT_SET_FORWARD}`,
  },
  {
    invariant: 'L16: time: whoever waits for a price was told when it was reached',
    noFreeze: true,
    // Checks the first thousand entries after arming one by one, and later ones by whole minutes.
    sql: `select format('alert %s of book %s: %s %s %s', a.id, a.book, a.symbol, a.direction, a.price) from price_alert a
      where a.status = 'open' and (exists (select from tape t where t.symbol = a.symbol and t.seq > a.armed_seq
          and t.seq <= a.armed_seq + 1000 and not t.gap and t.time_ms <= ${PAST}
          and case a.direction when 'above' then t.last >= a.price else t.last <= a.price end)
        or exists (select from tape_minute m where m.symbol = a.symbol and m.first_seq > a.armed_seq and m.minute_ms + 60000 <= ${PAST}
          and case a.direction when 'above' then m.high >= a.price else m.low <= a.price end))`,
  },
  {
    invariant: 'L30: deposits and withdrawals are decided by the time that their customers were told',
    noFreeze: true,
    sql: `select format('%s %s of book %s was due at %s', o.what, o.id, o.book, to_timestamp(o.due / 1000)) from (
        select 'deposit' as what, d.id, d.book, d.deadline_ms as due from deposit d where d.status in ('under_review', 'waiting')
        union all select 'withdrawal', w.id, w.book, coalesce(w.hold_until_ms, w.deadline_ms) from withdrawal w
          where w.status in ('under_review', 'waiting')
      ) o where o.due < extract(epoch from house_clock()) * 1000 - 60000 and not was_passed_over(o.due)`,
  },
];
