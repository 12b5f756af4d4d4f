/**
 * What should have been done by now and was not: triggers that came and did not fire, and what operators are to decide by a deadline
 * that customers were told. Whoever told the engine that one of these waits no longer, or leaves one lying, is found here.
 */

import type { Invariant } from '../ledger/invariants.ts';

/** As long as firing may take, by the market's clock: a minute, and as much as a busy machine needs. */
const PAST = `market_ms() - 60000 - (select ceil(12000 * greatest(c.speed, 1)) from clock c)`;

/** Whoever set a demo's clock forward has many things come due at once, which take their time. */
const NOT_SET_FORWARD = `not exists (select from audit a where a.action = 'clock.forward'
          and a.time_ms > extract(epoch from clock_timestamp()) * 1000 - 120000)`;

/** What waits for the market's clock: from which entry of its tape on, and when. */
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
    invariant: 'L16: time: what waited for a time was done when that had come',
    sql: `select format('%s was due at %s', w.what, w.due) from (${BY_THE_CLOCK}) w
        join (select t.seq, t.time_ms from tape t where t.symbol = 'BTC/USDT' and not t.gap and t.time_ms <= ${PAST}
          order by t.seq desc limit 1) e on e.seq > w.armed and e.time_ms >= w.due
        where ${NOT_SET_FORWARD}`,
  },
  {
    invariant: 'L16: time: whoever waits for a price was told when it was reached',
    // Entry by entry at first, and by whole minutes from there on.
    sql: `select format('alert %s of book %s: %s %s %s', a.id, a.book, a.symbol, a.direction, a.price) from price_alert a
      where a.status = 'open' and (exists (select from tape t where t.symbol = a.symbol and t.seq > a.armed_seq
          and t.seq <= a.armed_seq + 1000 and not t.gap and t.time_ms <= ${PAST}
          and case a.direction when 'above' then t.last >= a.price else t.last <= a.price end)
        or exists (select from tape_minute m where m.symbol = a.symbol and m.first_seq > a.armed_seq and m.minute_ms + 60000 <= ${PAST}
          and case a.direction when 'above' then m.high >= a.price else m.low <= a.price end))`,
  },
  {
    invariant: 'L30: deposits and withdrawals are decided by the time that their customers were told',
    sql: `select format('%s %s of book %s was due at %s', o.what, o.id, o.book, to_timestamp(o.due / 1000)) from (
        select 'deposit' as what, d.id, d.book, d.deadline_ms as due from deposit d where d.status in ('under_review', 'waiting')
        union all select 'withdrawal', w.id, w.book, coalesce(w.hold_until_ms, w.deadline_ms) from withdrawal w
          where w.status in ('under_review', 'waiting')
      ) o where o.due < extract(epoch from clock_timestamp()) * 1000 - 60000`,
  },
];
