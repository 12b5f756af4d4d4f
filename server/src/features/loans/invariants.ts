/**
 * Invariants of loans, as queries that return no rows if they hold: amounts lent, amounts paid, and the cost of each started day.
 */
import { DAY_MS } from '@candor/domain/time.ts';
import type { Invariant } from '../../ledger/invariants.ts';

/** Rounds up at the eighth decimal place, as for customers' payments. */
const up = (product: string): string => `ceil(${product} * 100000000) / 100000000`;

/**
 * The principal left after each payment of a loan, and the number of days of each kind that had started by then. The first row is
 * the payout. If the clock is set back between two payments, no day is lost.
 */
const STEPS = `select l.book, l.id, l.days, l.daily_rate, l.overdue_rate, trunc(l.amount * l.overdue_cap, 8) as cap, s.time_ms, s.at,
    max(least(l.days, (s.time_ms - l.disbursed_ms) / ${DAY_MS} + 1) * (s.at > 0)::int) over w as day,
    max(greatest(0, (s.time_ms - l.due_ms + ${DAY_MS}) / ${DAY_MS}) * (s.at > 0)::int * (s.time_ms >= l.due_ms)::int) over w as late,
    l.amount - sum(s.principal) over w as principal, sum(s.interest) over w as paid, sum(s.fee) over w as fee_paid
  from loan l, lateral (
    select l.disbursed_ms as time_ms, 0 as at, 0::numeric as principal, 0::numeric as interest, 0::numeric as fee
    union all select y.time_ms, row_number() over (order by y.journal_seq), y.principal, y.interest, y.fee
      from loan_payment y where y.book = l.book and y.loan = l.id and l.reason is null
  ) s where l.disbursed_ms is not null
  window w as (partition by l.book, l.id order by s.at)`;

/** For each step, the interest since the previous step on the principal left before it, and the total so far. */
const CHARGED = `select t.*, sum(t.cost) over (partition by t.book, t.id order by t.at) as interest from (
    select s.*, lag(s.principal) over w as before, lag(s.paid) over w as paid_before, lag(s.late) over w as late_before,
      coalesce((s.day - lag(s.day) over w) * ${up('lag(s.principal) over w * s.daily_rate')}, 0) as cost
    from (${STEPS}) s window w as (partition by s.book, s.id order by s.at)
  ) t`;

/** The fee for each step's overdue days. The total is limited by the cap. */
const FEED = `select c.*, least(c.cap, sum(coalesce((c.late - c.late_before)
      * ${up('(c.before + c.interest - c.paid_before) * c.overdue_rate')}, 0)) over (partition by c.book, c.id order by c.at)) as fees
  from (${CHARGED}) c`;

export const loanInvariants: readonly Invariant[] = [
  {
    invariant: 'L14: each loan was paid out by one journal, and each such journal pays out one loan',
    sql: `select format('loan %s of book %s (%s), journal %s', l.id, coalesce(l.book, j.book), l.status, j.seq)
      from (select * from loan where disbursed_ms is not null) l
      full join (select j.book, j.seq, j.ref, sum(p.amount) filter (where p.account = 'spot') as spot,
          sum(p.amount) filter (where p.account = 'lending') as lending
        from journal j join posting p using (book, seq) where j.kind = 'loan_disburse' group by j.book, j.seq, j.ref) j
        on j.book = l.book and j.seq = l.disburse_seq and j.ref = 'loan:' || l.id
      where (j.spot, j.lending) is distinct from (l.amount, -l.amount)
      union all select format('%s of book %s was paid out %s times', j.ref, j.book, count(*)) from journal j
        where j.kind = 'loan_disburse' group by j.book, j.ref having count(*) > 1`,
  },
  {
    invariant: 'L14: each payment moved its parts, and each such journal is of one payment',
    sql: `select format('payment %s of loan %s of book %s, journal %s', y.id, y.loan, coalesce(y.book, j.book), j.seq)
      from loan_payment y full join (select j.book, j.seq, j.ref,
          coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fee,
          coalesce(sum(p.amount) filter (where p.account = 'interest'), 0) as interest,
          coalesce(sum(p.amount) filter (where p.account = 'lending'), 0) as principal
        from journal j join posting p using (book, seq) where j.kind in ('loan_repay', 'loan_return') group by j.book, j.seq, j.ref) j
        on j.book = y.book and j.seq = y.journal_seq and j.ref = 'loan:' || y.loan
      where (j.fee, j.interest, j.principal) is distinct from (y.fee, y.interest, y.principal)`,
  },
  {
    invariant:
      'L14: what is outstanding is what was lent less what came back, in the row and in the lending account',
    sql: `select format('loan %s of book %s: %s left of %s', l.id, l.book, l.principal_left, l.amount) from loan l
      left join (select book, loan, sum(principal) as principal, sum(interest) as interest, sum(fee) as fee from loan_payment
        group by book, loan) y on y.book = l.book and y.loan = l.id
      where l.principal_left <> case when l.disbursed_ms is null then 0 else l.amount - coalesce(y.principal, 0) end
        or l.interest_paid <> coalesce(y.interest, 0) or l.fees_paid <> coalesce(y.fee, 0)
      union all select format('lending: loans took %s, outstanding %s', m.moved, o.owed)
      from (select coalesce(-sum(p.amount), 0) as moved from posting p
          where p.account = 'lending' and p.kind in ('loan_disburse', 'loan_repay', 'loan_return')) m,
        (select coalesce(sum(principal_left), 0) as owed from loan where status = 'disbursed') o
      where m.moved <> o.owed`,
  },
  {
    invariant:
      'L14: of each begun day the interest, and after maturity the fee, is what the agreement says and no more',
    sql: `select format('loan %s of book %s after payment %s: interest %s of %s, fees %s of %s', f.id, f.book, f.at, f.paid,
        f.interest, f.fee_paid, f.fees)
      from (${FEED}) f where f.paid > f.interest or f.fee_paid > f.fees
      union all select format('loan %s of book %s: interest %s and %s, fees %s and %s', l.id, l.book, l.interest, f.interest, l.fees,
        f.fees)
      from loan l join (select distinct on (book, id) * from (${FEED}) f order by book, id, at desc) f on f.book = l.book and f.id = l.id
      where l.reason is null and (l.interest <> f.interest or l.fees <> f.fees or l.interest_days <> f.day or l.overdue_days <> f.late
        or (l.status = 'settled' and (l.interest_paid <> f.interest or l.fees_paid <> f.fees)))`,
  },
  {
    invariant: 'L28: a loan has the figures of the published terms that it names, whoever borrows',
    sql: `select format('loan %s of book %s: not the terms of version %s', l.id, l.book, l.terms_version) from loan l
      left join terms t on t.subject = 'loan' and t.version = l.terms_version
      where l.terms_version > 0 and (t.version is null or (l.daily_rate, l.overdue_rate, l.overdue_cap) is distinct from (
          (t.body::jsonb ->> 'daily_rate')::numeric, (t.body::jsonb ->> 'overdue_rate')::numeric,
          (t.body::jsonb ->> 'overdue_cap')::numeric)
        or l.amount not between (t.body::jsonb ->> 'min')::numeric and (t.body::jsonb ->> 'max')::numeric)`,
  },
  {
    invariant:
      'L21: each loan that an operator decided has the record of it, by somebody who is not its borrower',
    sql: `select format('loan %s of book %s (%s) by %s', l.id, l.book, l.status, l.decided_by) from loan l
      where l.decided_by is not null and not exists (select from audit a where a.subject = 'customer:' || l.book
        and a.operator = l.decided_by and a.after::jsonb ->> 'loan' = l.id::text
        and a.action = case when l.disbursed_ms is null then 'loan.reject' else 'loan.approve' end)
      union all select format('loan %s of book %s by nobody', l.id, l.book) from loan l
      where l.decided_by is null and (l.disbursed_ms is not null
        or (l.status = 'failed' and l.reason not in ('cancelled_by_customer', 'start_over')))`,
  },
  {
    invariant: 'L22: each large loan was paid out by two persons, on record, none of them its borrower',
    sql: `select format('loan %s of book %s by %s and %s', l.id, l.book, l.first_by, l.decided_by)
      from loan l left join operator f on f.account = l.first_by left join operator s on s.account = l.decided_by
      where l.needs_second and l.disbursed_ms is not null and ((f.person <> s.person) is not true
        or not exists (select from audit a where a.subject = 'customer:' || l.book and a.action = 'loan.approve_first'
          and a.operator = l.first_by and a.after::jsonb ->> 'loan' = l.id::text))`,
  },
  {
    invariant:
      'L25: a customer has one open loan at most, a picture is part of one, and a score moves once a mark',
    sql: `select format('book %s has %s', book, count(*)) from loan where status in ('pending_review', 'disbursed')
      group by book having count(*) > 1
      union all select format('a picture of %s customers', count(distinct book)) from loan_document where state <> 'released'
      group by digest having count(distinct book) > 1
      union all select format('loan %s of book %s: %s lines for %s marks', l.id, l.book, count(c.id), greatest(0, l.next_mark - 2))
      from loan l left join credit_change c on c.customer = l.book and c.loan = l.id and c.reason = 'loan_overdue'
      group by l.book, l.id having count(c.id) <> greatest(0, l.next_mark - 2)`,
  },
];
