/** A customer's income from options. */
import type { IncomePart } from '../../ledger/own-results.ts';

/**
 * A ticket is included once it closes, at its value on acceptance. Stakes of experience credit are excluded, because a profit on
 * them is itself credit.
 */
export const optionsIncome: IncomePart = {
  sources: ['options'],
  sql: `select 'options' as source, l.time_ms, case when t.status = 'won' then t.profit_usdt else -t.stake_usdt end as amount
    from later l join option_ticket t on t.book = $1 and t.source = 'option'
      and t.id = (case when l.ref like 'option:%' then substr(l.ref, 8) end)::bigint
    where l.kind in ('option_win', 'option_loss')`,
};
