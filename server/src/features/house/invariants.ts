/** The invariant of operators. */
import type { Invariant } from '../../ledger/invariants.ts';

export const operatorInvariants: readonly Invariant[] = [
  {
    invariant:
      'L22: who acts for the house was added on record, and confirmed by another person where it took two',
    // An audit record without the pending flag predates dual approval.
    sql: `select format('operator %s, added by %s, confirmed by %s', o.account, o.added_by, o.confirmed_by) from operator o
      left join operator a on a.account = o.added_by left join operator c on c.account = o.confirmed_by
      left join audit r on r.subject = 'operator:' || o.account and r.action = 'operator.add' and r.operator = o.added_by
      where o.added_by is not null and (r.seq is null or case
        when o.confirmed_by is null then o.sealed_totp_secret is not null
          or exists (select from operator_session s where s.account = o.account)
        when o.confirmed_by = o.added_by then coalesce(r.after::jsonb ->> 'waits', 'false') <> 'false'
        else not exists (select from audit b where b.subject = 'operator:' || o.account and b.action = 'operator.confirm'
            and b.operator = o.confirmed_by)
          or (o.confirmed_by <> 'bootstrap' and (a.person <> c.person and c.person <> o.person) is not true) end)
        -- Only a demo's example operators were added by nobody.
        or o.added_by is null and not operator_is_example(o.account, o.role, o.person)`,
  },
];
