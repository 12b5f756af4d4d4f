/**
 * Invariants of shares of fund income: each is set aside out of fees, belongs to a real payment, and is paid in exactly the
 * amount set aside.
 */
import type { Invariant } from '../../ledger/invariants.ts';

export const referralInvariants: readonly Invariant[] = [
  {
    invariant: 'L13: what is set aside for referral is what is due to those who invited',
    sql: `select format('held %s, due %s', held, due) from (
        select coalesce((select sum(amount) from house_balance where account = 'referral'), 0) as held,
          coalesce((select sum(amount) from referral_reward where status = 'due'), 0) as due
      ) s where held <> due`,
  },
  {
    invariant: 'L13: each payment set aside exactly its shares, and they are at most what their levels say',
    sql: `select format('payment %s/%s of %s set aside %s for shares of %s', s.order_id, s.number, s.source, s.reserved, s.shares) from (
        select r.source, r.order_id, r.number, sum(r.amount) as shares,
          bool_or(r.amount > trunc(p.amount * r.rate, 8) or p.amount is distinct from r.base) as wrong,
          coalesce((select sum(q.amount) from journal j join posting q on q.book = j.book and q.seq = j.seq
            where j.book = r.source and j.kind = 'referral_reserve' and q.account = 'referral'
              and j.ref = format('fund_payment:%s:%s', r.order_id, r.number)), 0) as reserved
        from referral_reward r
          left join fund_payment p on p.book = r.source and p.order_id = r.order_id and p.number = r.number
        group by r.source, r.order_id, r.number
      ) s where s.wrong or s.shares <> s.reserved`,
  },
  {
    invariant: 'L13: what was paid for inviting is what the shares say, journal by journal',
    sql: `select format('share %s/%s', r.book, r.id) from referral_reward r
        left join posting p on p.book = r.book and p.seq = r.journal_seq and p.account = 'referral'
      where r.journal_seq is not null and (p.amount is distinct from -r.amount
        or p.kind <> case r.status when 'paid' then 'referral_pay' else 'referral_return' end)
      union all
      select format('journal %s/%s', j.book, j.seq) from journal j
        left join referral_reward r on r.book = j.book and r.journal_seq = j.seq
      where j.kind in ('referral_pay', 'referral_return') and r.id is null`,
  },
  {
    invariant:
      'L13: shares come out of fees that their own friend has paid with their own money, half of them at most',
    sql: `select format('customer %s: shares of %s, fees %s', book, given, fees) from referral_basis
      where book in (select source from referral_reward where status <> 'none') and 2 * given > fees`,
  },
  {
    invariant: 'L13: a share goes to who stands so many invitations above, and never in a circle',
    sql: `select format('share %s/%s', r.book, r.id) from referral_reward r
        join customer a on a.id = r.source left join customer b on b.id = a.invited_by left join customer c on c.id = b.invited_by
      where r.book is distinct from case r.level when 1 then a.invited_by when 2 then b.invited_by else c.invited_by end
      union all
      select format('customer %s', id) from customer where invited_by >= id`,
  },
];
