/** Invariants of fund orders, as queries that return no rows if they hold: amounts moved, payments, and counters. */
import type { Invariant } from '../../ledger/invariants.ts';

/** A UTC day in milliseconds, and the first midnight after an order has ended. */
const DAY = '86400000::bigint';
const REST = `(o.ends_ms / ${DAY} + 1) * ${DAY}`;

export const fundOrderInvariants: readonly Invariant[] = [
  {
    invariant:
      'L9: each order of the fund has the journal that began it, once it ended the one of its end, and no other but income',
    sql: `select format('fund order %s of book %s (%s, %s): %s', o.id, o.book, o.status, o.reason, j.kinds)
      from fund_order o left join lateral (select string_agg(j.kind, ' ' order by j.seq) as kinds from journal j
        where j.book = o.book and j.ref = 'fund_order:' || o.id and j.kind <> 'fund_income') j on true
      where j.kinds is distinct from 'fund_join' || case o.reason when 'matured' then ' fund_maturity'
        when 'terminated' then ' fund_terminate' when 'cancelled' then ' fund_refund' when 'rejected' then ' fund_refund' else '' end
      union all select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join fund_order o on o.book = j.book and j.ref = 'fund_order:' || o.id
      where j.kind in ('fund_join', 'fund_refund', 'fund_income', 'fund_maturity', 'fund_terminate') and o.id is null`,
  },
  {
    invariant: 'L9: what an order of the fund handed over comes back, less the fee that was agreed',
    sql: `select format('journal %s/%s of fund order %s: principal %s, fees %s', m.book, m.seq, o.id, m.principal, m.fees)
      from (select p.book, p.seq, j.ref, j.kind, bool_and(p.currency = 'USDT') as in_usdt,
          coalesce(sum(p.amount) filter (where p.account = 'fund_principal'), 0) as principal,
          coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fees
        from posting p join journal j using (book, seq)
        where j.kind in ('fund_join', 'fund_refund', 'fund_maturity', 'fund_terminate') group by 1, 2, 3, 4) m
      join fund_order o on o.book = m.book and m.ref = 'fund_order:' || o.id
      where not m.in_usdt or abs(m.principal) <> o.amount or (m.principal > 0) <> (m.kind = 'fund_join')
        or m.fees <> case m.kind when 'fund_terminate' then ceil(o.amount * o.early_fee_rate * 100000000) * 0.00000001 else 0 end`,
  },
  {
    invariant:
      'L23: each day of an order is paid once, in its turn, for as long as it was there, with the rate that was published of it',
    sql: `select format('fund order %s of book %s, payment %s', p.order_id, p.book, p.number)
      from fund_payment p left join fund_order o on o.book = p.book and o.id = p.order_id
        left join fund_rate r on r.day = floor(o.counts_from_ms / 86400000.0) + p.number - 1
          and r.project = o.project and r.terms_version = o.terms_version
        left join posting m on m.book = p.book and m.seq = p.journal_seq and m.account = 'spot' and m.kind = 'fund_income'
      where (p.rate = r.rate and p.day = r.day and coalesce(m.amount, 0) = p.amount and p.paid_ms >= p.mark_ms
          and p.amount = div(o.amount * r.rate * p.part_ms * 100000000, 86400000) * 0.00000001
          and p.part_ms = case p.number when 1 then ${DAY} - o.counts_from_ms % ${DAY}
            when o.days + 1 then o.counts_from_ms % ${DAY} else ${DAY} end
          and p.mark_ms = case when p.number <= o.paid_days then o.started_ms + p.number * ${DAY}
            when p.number = o.days + 1 and o.paid_days = o.days and o.due_ms is null then ${REST} end) is not true
      union all select format('fund order %s of book %s: %s days, %s paid', o.id, o.book, o.paid_days, count(p.number))
      from fund_order o left join fund_payment p on p.book = o.book and p.order_id = o.id
      group by o.book, o.id
      having count(p.number) <> coalesce(max(p.number), 0) or coalesce(sum(p.amount), 0) <> o.income
        or count(distinct p.day) <> count(p.number)
        or count(p.number) <> o.paid_days + case when o.reason = 'matured' and o.due_ms is null and o.counts_from_ms % ${DAY} > 0
          then 1 else 0 end
        -- Once all payments of an order are made, the paid parts of days add up to whole days.
        or (o.reason = 'matured' and o.due_ms is null and sum(p.part_ms) <> o.days * ${DAY})
      union all select format('fund order %s of book %s is not to be paid the rest of its last day', o.id, o.book)
      from fund_order o where o.reason is not null and o.due_ms is not null
        and (o.reason = 'matured' and o.counts_from_ms % ${DAY} > 0 and o.due_ms = ${REST}) is not true
      union all select format('journal %s/%s', j.book, j.seq) from journal j
      left join fund_payment p on p.book = j.book and p.journal_seq = j.seq and j.ref = 'fund_order:' || p.order_id
      where j.kind = 'fund_income' and p.number is null`,
  },
  {
    invariant: 'L25: places of the fund, and how often an account joined a tier, are what orders say',
    sql: `select format('%s: %s, open orders %s', coalesce(c.name, o.name), c.value, o.value)
      from (select name, sum(value) as value from counter where name like 'fund\\_places:%' group by name) c
      full join (select 'fund_places:' || project as name, count(*) as value from fund_order
        where status in ('pending', 'in_progress') group by 1) o using (name)
      where coalesce(c.value, 0) <> coalesce(o.value, 0)
      union all select format('book %s, tier %s: used %s, orders %s', book, id, u.used, o.used)
      from (select book, id, used from fund_use where used > 0) u
      full join (select book, project::bigint as id, count(*) as used from fund_order
        where reason is null or reason not in ('cancelled', 'rejected') group by 1, 2) o using (book, id)
      where u.used is distinct from o.used`,
  },
  {
    invariant: 'L21: each order of the fund that an operator decided has the record of it',
    sql: `select format('fund order %s of book %s by %s', o.id, o.book, o.decided_by) from fund_order o
      where o.decided_by is not null and not exists (select from audit a where a.subject = 'customer:' || o.book
        and a.operator = o.decided_by and a.after::jsonb ->> 'fund_order' = o.id::text
        and a.action = case when o.reason = 'rejected' then 'fund.reject' else 'fund.approve' end)`,
  },
  {
    invariant: 'L12: whose principal lies in the fund has orders for it, and is counted',
    sql: `select format('book %s: principal %s, orders %s', book, b.amount, o.amount)
      from (select book, amount from balance where account = 'fund_principal' and amount > 0) b
      full join (select book, sum(amount) as amount from fund_order where status in ('pending', 'in_progress') group by book) o
        using (book) where b.amount is distinct from o.amount
      union all select format('%s: %s, in progress %s', name, c.value, o.value)
      from (select name, sum(value) as value from counter where name ~ '^fund:\\d+:\\d+$' group by name) c
      full join (select 'fund:' || project || ':' || terms_version as name, sum(amount) as value from fund_order
        where status = 'in_progress' group by 1) o using (name)
      where coalesce(c.value, 0) <> coalesce(o.value, 0)`,
  },
];
