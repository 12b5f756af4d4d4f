/** Income from experience credit: credit is the customer's money, and thus income, only once it is converted. */
import type { IncomePart } from '../../ledger/own-results.ts';

export const creditIncome: IncomePart = {
  sources: ['credit'],
  sql: `select 'credit' as source, l.time_ms, p.amount
    from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
    where l.kind = 'experience_convert' and p.account = 'spot' and p.currency = 'USDT'`,
};
