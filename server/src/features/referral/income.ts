/** A customer's income from invited friends. */
import type { IncomePart } from '../../ledger/own-results.ts';

export const referralIncome: IncomePart = {
  sources: ['referral'],
  sql: `select 'referral' as source, l.time_ms, p.amount
    from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
    where l.kind = 'referral_pay' and p.account = 'spot' and p.currency = 'USDT'`,
};
