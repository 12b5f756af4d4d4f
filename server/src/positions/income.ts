/** Computes a customer's income from leveraged trading. */
import type { IncomePart } from '../ledger/own-results.ts';

/**
 * Sums what openings and closings posted to the customer's accounts, so that fees and financing are included when they are
 * paid.
 */
export const positionsIncome: IncomePart = {
  sources: ['contracts', 'forex'],
  sql: `select case q.product when 'forex' then 'forex' else 'contracts' end as source, l.time_ms, p.amount
    from later l left join position q on q.book = $1
        and q.id = (case when l.ref like 'position:%' then substr(l.ref, 10) end)::bigint,
      unnest(l.accounts, l.currencies, l.amounts) as p (account, currency, amount)
    where l.kind in ('contract_open', 'contract_fill', 'contract_close', 'experience_keep')
      and p.account in ('contract', 'contract_frozen') and p.currency = 'USDT'`,
};
