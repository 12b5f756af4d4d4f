/**
 * The tax report of a year: every disposal of a coin, and the results of leverage, options and the fund, each in a separate
 * section.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import { costBasis } from '@candor/domain/statement/cost-basis.ts';
import type { CostMethod } from '@candor/domain/statement/cost-basis.ts';
import type { Period } from '@candor/domain/statement/period.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Pool } from '../../db/pool.ts';
import { JOURNALS_WITHIN } from '../../ledger/own-movements.ts';
import { readCoinMoves } from './coin-moves.ts';
import type { CoinMovesDeps } from './coin-moves.ts';
import { limits } from './limits.ts';
import { isFinal } from './statement.ts';

export type TaxReport = CallOutput<'GET statement/tax'>;
type Section = TaxReport['sections'][number];

export type TaxAsked = {
  readonly book: bigint;
  readonly year: Period;
  readonly method: CostMethod;
  readonly nowMs: number;
};

/** Returns undefined if there are more movements or disposals than the limits. */
export async function readTax(deps: CoinMovesDeps, asked: TaxAsked): Promise<TaxReport | undefined> {
  const { book, year, method, nowMs } = asked;
  const moves = await readCoinMoves(deps, { book, toMs: year.toMs, nowMs });
  if (moves === undefined) return undefined;
  const all = costBasis(moves, method).disposals;
  const disposals = all.filter(({ disposedMs }) => disposedMs >= year.fromMs);
  if (disposals.length > limits.disposalsMax) return undefined;
  const sum = (of: 'proceeds' | 'cost' | 'gain'): string =>
    formatAmount(disposals.reduce((total, one) => total + one[of], 0n));
  return {
    ...{ year: year.name, method, final: isFinal(year, nowMs) },
    disposals: disposals.map(({ currency, acquiredMs, disposedMs, quantity, proceeds, cost, gain }) => ({
      currency,
      acquired: acquiredMs === null ? null : Math.floor(acquiredMs / 1000),
      disposed: Math.floor(disposedMs / 1000),
      ...{ quantity: formatAmount(quantity), proceeds: formatAmount(proceeds) },
      ...{ cost: formatAmount(cost), gain: formatAmount(gain) },
    })),
    ...{ proceeds: sum('proceeds'), cost: sum('cost'), gain: sum('gain') },
    sections: await readSections(deps.pool, asked),
  };
}

/**
 * When results are counted. Leverage: when a position is closed in whole or in part, including the part of a shortfall that the
 * customer's opposite position covered; the opening fee when the position is opened; and an amount that the platform could not
 * pay immediately, when it is paid. Options: when they close, at their values on acceptance, as in the accumulated income.
 * Experience credit belongs to the platform until it is converted.
 */
const SECTIONS = `with ${JOURNALS_WITHIN}, leveraged as (
    select p.symbol, 0 as count, 0 as result, p.open_fee as costs
    from own o join position p on p.book = $1 and p.id = substr(o.ref, 10)::bigint
    where o.kind in ('contract_open', 'contract_fill') and p.collateral = 'contract'
    union all
    select p.symbol, 1, c.pnl + c.shortfall - coalesce(c."offset", 0) - coalesce(c.charge, 0) - coalesce(c.owed, 0), c.fee + c.financing
    from own o join position p on p.book = $1 and p.id = substr(o.ref, 10)::bigint
      cross join lateral jsonb_to_recordset(p.closes)
        as c (pnl numeric, shortfall numeric, "offset" numeric, charge numeric, owed numeric, fee numeric, financing numeric, journal_seq bigint)
    where o.kind = 'contract_close' and c.journal_seq = o.seq and p.collateral = 'contract'
    union all
    select p.symbol, 0, d.amount, 0
    from own o cross join lateral unnest(o.accounts, o.amounts) as d (account, amount)
      join house_debt h on h.book = $1 and h.id = substr(o.ref, 12)::bigint join position p on p.book = $1 and p.id = h.position
    where o.kind = 'debt_payment' and d.account = 'contract'
  ), posted as (
    select o.kind, p.account, p.amount from own o, unnest(o.accounts, o.currencies, o.amounts) as p (account, currency, amount)
    where p.currency = 'USDT'
  )
  select 1 as place, 'leverage' as section, symbol as name, sum(count) as count, sum(result) as result, sum(costs) as costs
    from leveraged group by symbol
  union all select 2, 'options', t.symbol, count(*),
      sum(case when t.status = 'won' then t.profit_usdt else -t.stake_usdt end), 0
    from own o join option_ticket t on t.book = $1 and t.source = 'option'
      and t.id = (case when o.ref like 'option:%' then substr(o.ref, 8) end)::bigint
    where o.kind in ('option_win', 'option_loss') group by t.symbol
  union all select 3, 'fund', 'fund', count(*) filter (where p.account = 'spot' and p.kind = 'fund_income'),
      coalesce(sum(p.amount) filter (where p.account = 'spot' and p.kind = 'fund_income'), 0),
      coalesce(sum(p.amount) filter (where p.account = 'fees'), 0)
    from posted p where p.kind in ('fund_income', 'fund_terminate') having count(*) > 0
  union all select 4, 'other', p.kind, count(*), sum(p.amount), 0
    from posted p where p.kind in ('referral_pay', 'experience_convert') and p.account = 'spot' group by p.kind
  order by 1, 3`;

async function readSections(pool: Pick<Pool, 'query'>, { book, year }: TaxAsked): Promise<Section[]> {
  const { rows } = await pool.query<{
    section: Section['section'];
    name: string;
    count: string;
    result: string;
    costs: string;
  }>({ name: 'tax-sections', text: SECTIONS, values: [book, year.fromMs, year.toMs] });
  return rows.map(({ section, name, count, ...figures }) => {
    const [result, costs] = [fromNumeric(figures.result), fromNumeric(figures.costs)];
    return {
      ...{ section, name, count: Number(count), result: formatAmount(result) },
      ...{ costs: formatAmount(costs), net: formatAmount(result - costs) },
    };
  });
}
