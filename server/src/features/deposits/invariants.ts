/** Invariants of deposits: each payment is credited once, and each decision has its approvers and audit records. */
import type { Invariant } from '../../ledger/invariants.ts';

export const depositInvariants: readonly Invariant[] = [
  {
    invariant:
      'L19: each credited deposit has its one journal, of what was credited, and each such journal its deposit',
    sql: `select format('deposit %s of book %s, journal %s: %s, moved %s', d.id, coalesce(d.book, m.book), m.ref,
        d.credited_amount, m.amount)
      from (select * from deposit where status = 'success') d
      full join (select j.book, j.ref, count(distinct j.seq) as journals, min(p.currency) as currency, sum(p.amount) as amount
        from journal j join posting p using (book, seq) where j.kind = 'deposit' and p.account = 'spot' group by j.book, j.ref) m
        on m.book = d.book and m.ref = 'deposit:' || d.id
      where (m.journals, m.currency, m.amount) is distinct from (1::bigint, d.credited_currency, d.credited_amount)`,
  },
  {
    invariant: 'L19: a payment is credited once, and a picture proves one deposit',
    sql: `select format('%s on %s: %s deposits', reference_key, network, count(*)) from deposit where status = 'success'
      group by network, reference_key having count(*) > 1
      union all select format('picture %s: %s deposits', encode(voucher_digest, 'hex'), count(*)) from deposit
      where status <> 'failed' group by voucher_digest having count(*) > 1`,
  },
  {
    invariant:
      'L22: each large deposit was credited by two persons who named the same payment, on record, none of them its customer',
    sql: `select format('deposit %s of book %s by %s and %s', d.id, d.book, d.first_by, d.decided_by)
      from deposit d left join operator f on f.account = d.first_by left join operator s on s.account = d.decided_by
      where d.needs_second and d.status = 'success' and ((f.person <> s.person and d.first_key = d.reference_key) is not true
        or not exists (select from audit a where a.subject = 'customer:' || d.book and a.action = 'deposit.approve_first'
          and a.operator = d.first_by and a.after::jsonb ->> 'deposit' = d.id::text
          and a.after::jsonb ->> 'first_reference' = d.first_reference))`,
  },
  {
    invariant: 'L21: each deposit that an operator decided has the record of it',
    sql: `select format('deposit %s of book %s (%s) by %s', d.id, d.book, d.status, d.decided_by) from deposit d
      where d.decided_by is not null and not exists (select from audit a where a.subject = 'customer:' || d.book
        and a.operator = d.decided_by and a.after::jsonb ->> 'deposit' = d.id::text
        and a.action = case d.status when 'success' then 'deposit.approve' when 'failed' then 'deposit.reject'
          else 'deposit.await' end)`,
  },
];
