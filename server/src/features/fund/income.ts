/** What the fund brought a customer. */
import type { IncomePart } from '../../ledger/own-results.ts';

/** Ending an order early costs its fee: what left the principal and did not come back. */
export const fundIncome: IncomePart = {
  sources: ['fund'],
  sql: `select 'fund' as source, l.time_ms, p.amount
    from later l, unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
    where l.kind in ('fund_income', 'fund_terminate') and p.account in ('spot', 'fund_principal') and p.currency = 'USDT'`,
};
