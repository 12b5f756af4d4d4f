/**
 * Every cost of a customer within a period, as an amount and in per cent: fees, the distance of each fill's price from the mid
 * price of the tape's entry, overnight fees, interest, and the fees of loans, withdrawals and the fund. Each cost comes from the
 * row that charged it.
 */
import { formatAmount, fromNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import { percentOf } from '@candor/domain/statement/cost-basis.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import { costKinds } from '@candor/protocol/statements/kinds.ts';
import type { Pool } from '../../db/pool.ts';
import { JOURNALS_WITHIN } from '../../ledger/own-movements.ts';

type Cost = CallOutput<'GET statement/one'>['costs'][number];

/**
 * SQL for the amount that a fill of this quantity paid above the mid price, or received below it; negative if the price was
 * better than mid. Each fill is rounded, so that the months add up to their year.
 */
const beyondMid = (fill: string, of: { readonly units: string; readonly buys: string }): string =>
  `(select round(${of.units} * case when ${of.buys} then ${fill}.price - (t.bid + t.ask) / 2 else (t.bid + t.ask) / 2 - ${fill}.price end, 8)
    from tape t where t.symbol = ${fill}.symbol and t.seq = ${fill}.tape_seq)`;

const COSTS = `with ${JOURNALS_WITHIN}, spot as (
    select f.fee, f.value, ${beyondMid('f', { units: 'f.quantity', buys: "f.side = 'buy'" })} as spread
    from spot_fill f where f.book = $1 and f.time_ms >= $2 and f.time_ms < $3
  ), exchanged as (
    select e.fee, e.fee_rate, e.legs::jsonb as legs, case when e.from_currency = 'USDT' then e.from_amount end as given
    from exchange e where e.book = $1 and e.time_ms >= $2 and e.time_ms < $3
  ), leg as (
    select x.one ->> 'side' as side, (x.one ->> 'quantity')::numeric as quantity, (x.one ->> 'price')::numeric as price,
      x.one ->> 'symbol' as symbol, (x.one ->> 'tape_seq')::bigint as tape_seq
    from exchanged e, jsonb_array_elements(e.legs) x (one)
  ), filled as (
    select p.product, p.symbol, p.side = 'long' as buys, p.quantity, p.entry_price as price, p.entry_seq as tape_seq,
      coalesce(p.open_rate, p.placed_rate) as rate, p.open_fee as fee, 0 as financing
    from own o join position p on p.book = $1 and p.id = substr(o.ref, 10)::bigint
    where o.kind in ('contract_open', 'contract_fill')
    union all
    select p.product, p.symbol, p.side = 'short', c.quantity, c.price, c.tape_seq, c.rate, c.fee, c.financing
    from own o join position p on p.book = $1 and p.id = substr(o.ref, 10)::bigint
      cross join lateral jsonb_to_recordset(p.closes)
        as c (quantity numeric, price numeric, tape_seq bigint, rate numeric, fee numeric, financing numeric, journal_seq bigint)
    where o.kind = 'contract_close' and c.journal_seq = o.seq
  ), leveraged as (
    select f.product, f.fee, f.financing,
      contract_notional(f.product, f.symbol, f.quantity, f.price, f.rate) / 100000000 as value,
      ${beyondMid('f', { units: 'f.quantity * contract_size(f.product, f.symbol) * f.rate', buys: 'f.buys' })} as spread
    from filled f
  ), charged as (
    select o.kind, p.account, p.currency, p.amount, sum(abs(p.amount)) over (partition by o.seq, p.currency) as whole
    from own o, unnest(o.accounts, o.currencies, o.amounts) as p (account, currency, amount)
    where o.kind in ('loan_repay', 'withdrawal_pay', 'fund_terminate') and is_house(p.account)
  ), ended as (
    select -p.amount as principal, p.currency from own o, unnest(o.accounts, o.currencies, o.amounts) as p (account, currency, amount)
    where o.kind = 'fund_terminate' and p.account = 'fund_principal'
  )
  select 'spot_fee' as kind, 'USDT' as currency, sum(fee) as amount, sum(value) as base from spot
  union all select 'spot_spread', 'USDT', sum(spread), sum(value) from spot where spread is not null
  union all select 'exchange_fee', 'USDT', sum(e.fee), sum(coalesce(e.given, (select trunc((x.one ->> 'quantity')::numeric * (x.one ->> 'price')::numeric, 8)
      from jsonb_array_elements(e.legs) x (one) where x.one ->> 'side' = 'sell'))) from exchanged e
  union all select 'exchange_spread', 'USDT', sum(${beyondMid('l', { units: 'l.quantity', buys: "l.side = 'buy'" })}),
    sum(round(l.quantity * l.price, 8)) from leg l
  union all select product || '_fee', 'USDT', sum(fee), sum(value) from leveraged group by product
  union all select product || '_spread', 'USDT', sum(spread), sum(value) from leveraged where spread is not null group by product
  union all select 'overnight', 'USDT', sum(financing), sum(value) from leveraged where financing <> 0
  union all select 'loan_fee', currency, sum(amount), sum(whole) from charged where kind = 'loan_repay' and account = 'fees' group by currency
  union all select 'loan_interest', currency, sum(amount), sum(whole) from charged
    where kind = 'loan_repay' and account = 'interest' group by currency
  union all select 'withdrawal_fee', currency, sum(amount), sum(whole) from charged
    where kind = 'withdrawal_pay' and account = 'fees' group by currency
  union all select 'fund_exit_fee', c.currency, sum(c.amount), (select sum(e.principal) from ended e where e.currency = c.currency)
    from charged c where c.kind = 'fund_terminate' and c.account = 'fees' group by c.currency`;

export async function readCosts(
  pool: Pick<Pool, 'query'>,
  at: { readonly book: bigint; readonly fromMs: number; readonly toMs: number },
): Promise<Cost[]> {
  const { rows } = await pool.query<{
    kind: Cost['kind'];
    currency: string;
    amount: string;
    base: string;
  }>({
    name: 'statement-costs',
    // All amounts are already rounded. `round` only gives each figure eight decimal places.
    text: `select kind, currency, round(amount, 8) as amount, round(base, 8) as base from (${COSTS}) c
      where amount <> 0 order by kind, currency`,
    values: [at.book, at.fromMs, at.toMs],
  });
  return rows
    .map(({ kind, currency, ...figures }) => {
      const [amount, base] = [fromNumeric(figures.amount), fromNumeric(figures.base)];
      return {
        ...{ kind, currency, amount: formatAmount(amount), base: formatAmount(base) },
        percent: percentText(percentOf(amount, base)),
      };
    })
    .toSorted((a, b) => costKinds.indexOf(a.kind) - costKinds.indexOf(b.kind));
}

function percentText(percent: Amount | null): string | null {
  return percent === null ? null : formatAmount(percent);
}
