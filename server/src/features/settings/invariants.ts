/** Invariants of closed accounts. */
import type { Invariant } from '../../ledger/invariants.ts';

export const closedInvariants: readonly Invariant[] = [
  {
    invariant: 'L4: a closed account holds nothing and waits for nothing',
    sql: `select format('closed account %s has %s %s of %s', c.id, h.amount, h.currency, h.account) from customer c
      join (select book, account::text, currency, amount from balance where amount > 0
        union all select book, ref, currency, amount from open_hold
        union all select book, ref, currency, amount from open_stake
        union all select book, 'deposit:' || id, currency, amount from deposit where status in ('under_review', 'waiting')
        union all select book, 'house_debt:' || id, 'USDT', amount - paid from house_debt where status = 'owed'
        union all select book, 'loan:' || id, currency, amount from loan where status in ('pending_review', 'disbursed')
      ) h on h.book = c.id where c.status = 'closed'`,
  },
];
