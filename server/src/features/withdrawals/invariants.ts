/** Invariants of withdrawals: amounts frozen and paid, and who may decide. */
import type { Invariant } from '../../ledger/invariants.ts';

export const withdrawalInvariants: readonly Invariant[] = [
  {
    invariant: 'L22: who let a customer or money of theirs in let none of it out',
    // An operator is disqualified only by approvals of deposits or verifications that preceded the withdrawal's approval.
    sql: `select format('withdrawal %s of book %s by %s', w.id, w.book, string_agg(distinct operator_person(by), ', '))
      from withdrawal w, unnest(array[w.first_by, w.second_by, w.decided_by]) by
      where w.status = 'success' and operator_person(by) is not null and exists (
        select from audit a where a.subject = 'customer:' || w.book and a.time_ms < w.approved_ms
          and a.action in ('kyc.approve', 'deposit.approve') and operator_person(a.operator) = operator_person(by))
      group by w.book, w.id`,
  },
  {
    invariant:
      'L19: each withdrawal has the journal that held it, once it ended the one of its end, and no other',
    sql: `select format('withdrawal %s of book %s (%s): %s', w.id, w.book, w.status, string_agg(j.kind, ', ' order by j.seq))
      from withdrawal w left join journal j on j.book = w.book and j.ref = 'withdrawal:' || w.id
      group by w.book, w.id
      having string_agg(j.kind, ' ' order by j.seq) is distinct from 'withdrawal_hold' || case w.status
        when 'success' then ' withdrawal_pay' when 'failed' then ' withdrawal_release' else '' end
      union all select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join withdrawal w on w.book = j.book and j.ref = 'withdrawal:' || w.id
      where j.kind like 'withdrawal\\_%' and w.id is null`,
  },
  {
    invariant:
      'L19: what a paid withdrawal took out of custody is its amount less its fee, and a payment pays one',
    sql: `select format('withdrawal %s of book %s: %s %s', w.id, w.book, p.account, p.amount) from withdrawal w
      join journal j on j.book = w.book and j.ref = 'withdrawal:' || w.id and j.kind = 'withdrawal_pay'
      join posting p on p.book = j.book and p.seq = j.seq
      where (p.account, p.currency, p.amount) not in (('spot_frozen', w.currency, -w.amount),
        ('custody', w.currency, w.amount - w.fee), ('fees', w.currency, w.fee))
      union all select format('%s on %s: %s withdrawals', paid_reference, network, count(*)) from withdrawal
        where status = 'success' group by network, lower(paid_reference), paid_reference having count(*) > 1`,
  },
  {
    invariant:
      'L22: each withdrawal was approved by as many persons as it takes, on record, none of them its customer',
    sql: `select format('withdrawal %s of book %s (%s) by %s and %s', w.id, w.book, w.status, w.first_by, w.second_by)
      from withdrawal w left join operator f on f.account = w.first_by left join operator s on s.account = w.second_by
      where (w.approved_ms is null and w.status in ('waiting', 'success'))
        or (w.approved_ms is not null and w.needs_second and (s.account is null or s.person = f.person))
        or exists (select from (values (w.first_by), (w.second_by)) b (account) where b.account is not null
          and not exists (select from audit a where a.subject = 'customer:' || w.book and a.action = 'withdrawal.approve'
            and a.operator = b.account and a.after::jsonb ->> 'withdrawal' = w.id::text))`,
  },
  {
    invariant:
      'L21: each end of a withdrawal that an operator or the provider brought about has the record of it',
    sql: `select format('withdrawal %s of book %s (%s, %s) by %s', w.id, w.book, w.status, w.reason, w.decided_by)
      from withdrawal w where w.decided_by is not null and not exists (
        select from audit a where a.subject = 'customer:' || w.book and a.operator = w.decided_by
          and a.after::jsonb ->> 'withdrawal' = w.id::text
          and a.action in ('withdrawal.paid', 'withdrawal.reject', 'withdrawal.payout_failed'))`,
  },
  {
    invariant: 'L25: a customer has one withdrawal under way at most',
    sql: `select format('book %s has %s', book, count(*)) from withdrawal where status in ('under_review', 'waiting')
      group by book having count(*) > 1`,
  },
  {
    invariant:
      'L30: a withdrawal is due within a day of its request, or at the end of a hold with its reason',
    sql: `select format('withdrawal %s of book %s', id, book) from withdrawal
      where deadline_ms > requested_ms + 86400000 or (hold_until_ms is not null and hold_reason is null)`,
  },
];
