/** Income from experience credit. Until it is converted, credit is not the customer's money and therefore not income. */
import type { IncomePart } from '../../ledger/own-results.ts';

export const creditIncome: IncomePart = {
  sources: ['credit'],
  sql: `select 'credit' as source, l.time_ms, p.amount
    from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
    where l.kind = 'experience_convert' and p.account = 'spot' and p.currency = 'USDT'`,
};
