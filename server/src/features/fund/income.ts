/** A customer's income from the fund. */
import type { IncomePart } from '../../ledger/own-results.ts';

/** The fee for ending early counts as a loss: principal that was not returned. */
export const fundIncome: IncomePart = {
  sources: ['fund'],
  sql: `select 'fund' as source, l.time_ms, p.amount
    from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
    where l.kind in ('fund_income', 'fund_terminate') and p.account in ('spot', 'fund_principal') and p.currency = 'USDT'`,
};
