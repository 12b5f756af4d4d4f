/** Invariant of self-imposed limits: the used amount matches the customer's history. */
import type { Invariant } from '../../ledger/invariants.ts';

export const ownLimitInvariants: readonly Invariant[] = [
  {
    invariant: 'L25: of each own limit that much is used as history says',
    sql: `select format('%s of book %s a %s: used %s, history %s', l.kind, l.book, l.period, l.used, coalesce(d.amount, 0))
      from own_limit l left join lateral (
        select sum(case l.kind when 'stake' then staked when 'loss' then open - result else deposited end) as amount from own_day
        where book = l.book and day >= l.period_start_ms / 86400000
      ) d on true
      where l.amount is not null and l.used <> coalesce(d.amount, 0)`,
  },
];
