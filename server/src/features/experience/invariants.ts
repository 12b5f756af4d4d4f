/**
 * Invariants of experience credit: it is granted and converted by journals, its turnover was at risk, and it is never one side of
 * a hedge.
 */
import type { Invariant } from '../../ledger/invariants.ts';

export const creditInvariants: readonly Invariant[] = [
  {
    invariant: 'L4: credit that is free, margin or staked is of a credit that has not ended',
    quick: true,
    sql: `select format('book %s has %s', h.book, h.amount)
      from (select book, sum(amount) as amount from (
          select book, amount from balance where account in ('promo', 'promo_frozen')
          union all select book, amount from open_stake where account = 'promo_frozen'
        ) held group by book) h
      left join experience_credit c on c.book = h.book and c.status = 'active' where h.amount > 0 and c.id is null`,
  },
  {
    invariant:
      'L9: each credit has the journal that granted it, and one that converted it if it was converted',
    sql: `select format('credit %s/%s (%s)', c.book, c.id, c.status) from experience_credit c
      left join journal g on g.book = c.book and g.seq = c.id and g.kind in ('demo_grant', 'start_over', 'promotion_grant')
      left join journal j on j.book = c.book and j.ref = 'experience_credit:' || c.id and j.kind = 'experience_convert'
      group by c.book, c.id, c.status
      having count(distinct g.seq) <> 1 or (c.status = 'converted' and count(j.seq) = 0)
      union all select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join experience_credit c on c.book = j.book and j.ref = 'experience_credit:' || c.id
      where j.kind in ('experience_convert', 'experience_expire') and c.id is null`,
  },
  {
    invariant: 'L23: credit is converted once it was turned over, and expires on its day',
    sql: `select format('credit %s/%s (%s): turnover %s of %s', c.book, c.id, c.status, u.amount, c.amount)
      from experience_credit c join experience_turnover u on u.book = c.book and u.id = c.id
      where (c.status = 'converted' and (u.amount < c.turnover or c.turnover < 10 * c.amount))
        or (c.status = 'expired' and c.ended_ms < c.expires_ms)`,
  },
  {
    invariant:
      'L23: of credit as much became money as its row says, at most half of the fees paid since it was granted',
    // Fees are summed only for credits that were partly or fully converted.
    sql: `with moved as materialized (
        select c.book, c.id, sum(l.amount) as amount from journal j
          join experience_credit c on c.book = j.book and j.ref = 'experience_credit:' || c.id and j.seq > c.bound_after,
          unnest(j.accounts, j.amounts) as l (account, amount)
        where j.kind = 'experience_convert' and l.account = 'spot' group by c.book, c.id
      ), brought as materialized (
        select c.book, c.id, c.granted_ms, c.converted, coalesce(m.amount, 0) as moved from experience_credit c
          left join moved m on m.book = c.book and m.id = c.id where c.converted > 0 or m.amount > 0
      ), fees as materialized (
        select b.book, b.id, sum(f.amount) as amount from brought b join posting f on f.book = b.book and f.seq > b.id
        where f.account = 'fees' and f.currency = 'USDT' and (f.kind like 'spot\\_%' or f.kind like 'contract\\_%' or f.kind = 'exchange')
          and not exists (select from journal o where o.book = f.book and o.seq = f.seq and o.accounts && '{promo,promo_frozen}')
        group by b.book, b.id
      ), edges as materialized (
        select b.book, b.id, sum(t.stake - t.profit) / 2 as amount from brought b join option_ticket t on t.book = b.book
        where t.source = 'option' and t.currency = 'USDT' and t.status in ('won', 'lost') and t.accepted_ms >= b.granted_ms
        group by b.book, b.id
      )
      select format('credit %s/%s: %s by its row, %s by its journals, %s in fees and %s in tickets', b.book, b.id, b.converted,
        b.moved, fees.amount, edges.amount)
      from brought b left join fees using (book, id) left join edges using (book, id)
      where b.converted <> b.moved or 2 * b.converted > coalesce(fees.amount, 0) + coalesce(edges.amount, 0)`,
  },
  {
    invariant: 'L23: a profit that was made with credit is credit',
    sql: `select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      join position p on j.kind = 'contract_close' and p.book = j.book and j.ref = 'position:' || p.id and p.collateral = 'promo'
      where not profit_kept(j)
      union all select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from option_ticket t
      join journal j on j.kind = 'option_win' and j.book = t.book and j.ref = 'option:' || t.id
      where t.source = 'promo' and not profit_kept(j)`,
  },
  {
    invariant: 'L23: credit is no half of a hedge',
    sql: `select format('positions %s and %s of book %s', p.id, o.id, p.book) from position p
      join position o on o.book = p.book and o.symbol = p.symbol and o.side <> p.side
        and o.created_ms < coalesce(p.closed_ms, o.created_ms + 1) and p.created_ms < coalesce(o.closed_ms, p.created_ms + 1)
      -- An order that only reduces a position is on the other side, and opens nothing.
      where p.collateral = 'promo' and p.reduces is null and o.reduces is null
      union all select format('tickets %s and %s of book %s', t.id, o.id, t.book) from option_ticket t
      join option_ticket o on o.book = t.book and o.symbol = t.symbol and o.side <> t.side
        and o.accepted_ms < coalesce(t.settled_ms, o.accepted_ms + 1) and t.accepted_ms < coalesce(o.settled_ms, t.accepted_ms + 1)
      where t.source = 'promo'`,
  },
];
