/**
 * Invariants of the house accounts' side of positions, checked from rows and journals: who bears a loss, what the accounts owe,
 * what the counters contain, and that the accounts can pay.
 */
import type { Invariant } from '../ledger/invariants.ts';
import { CLOSINGS } from './asked-in-sql.ts';

export const houseInvariants: readonly Invariant[] = [
  {
    invariant: 'L15: a closing gave its customer what it made and no more, but for what the house owes',
    sql: `select format('position %s of book %s: %s', c.id, c.book, p.amount) from (${CLOSINGS}) c
      left join lateral (select coalesce(sum(p.amount), 0) as amount from posting p
        where p.book = c.book and p.seq = c.journal_seq and not is_house(p.account)) p on true
      where p.amount <> c.pnl - c.fee - c.financing + c.shortfall - coalesce(c.owed, 0) - coalesce(c."offset", 0)
        - coalesce(c.charge, 0)`,
  },
  {
    invariant: 'L15: a loss beyond the margin is borne by gains of the other side before the house',
    sql: `select u as format from (select distinct c.book, c.symbol from (${CLOSINGS}) c
        where c.shortfall > 0 or c."offset" > 0 or c.charge > 0) p, position_unborne(p.book, p.symbol, 0, 0) u`,
  },
  {
    invariant: 'L15: what the house owes is what its closings said, less what was paid of it',
    sql: `select format('debt %s of book %s: %s of %s', d.id, d.book, d.paid, d.amount) from house_debt d
      left join (${CLOSINGS}) c on c.book = d.book and c.id = d.position and c.journal_seq = d.id
      left join lateral (select coalesce(sum(p.amount), 0) as amount from journal j
        join posting p on p.book = j.book and p.seq = j.seq and p.account in ('contract', 'promo')
        where j.book = d.book and j.kind = 'debt_payment' and j.ref = 'house_debt:' || d.id) p on true
      where d.amount is distinct from c.owed or d.paid <> p.amount
      union all select format('closing %s of book %s owes %s', c.journal_seq, c.book, c.owed) from (${CLOSINGS}) c
      left join house_debt d on d.book = c.book and d.id = c.journal_seq where c.owed > 0 and d.id is null
      union all select format('%s owed, counted %s', d.amount, c.value) from
        (select coalesce(sum(amount - paid), 0) as amount from house_debt where status = 'owed') d,
        (select coalesce(sum(value), 0) as value from counter where name = 'house_owed') c where d.amount <> c.value`,
  },
  {
    invariant: 'L23: what the house owes of credit is credit when it is paid, and nothing else is',
    sql: `select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
       left join house_debt d on d.book = j.book and j.ref = 'house_debt:' || d.id
       where j.kind = 'debt_payment' and (d.collateral::account = any (j.accounts)) is not true
       union all select format('debt %s of book %s', d.id, d.book) from house_debt d
       left join position p on p.book = d.book and p.id = d.position
       where d.collateral is distinct from p.collateral`,
  },
  {
    invariant: 'L25: the stress of open positions is counted exactly, by symbol and side',
    sql: `select format('%s: %s, open positions %s', c.name, c.value, s.amount)
      from (select name, sum(value) as value from counter where name like 'cover:%' group by name) c
      full join (select 'cover:' || symbol || ':' || side as name, amount from open_stress) s using (name)
      where coalesce(c.value, 0) <> coalesce(s.amount, 0)`,
  },
  {
    invariant: 'L11: what customers may claim, open profits and debts among it, does not exceed what is held',
    // Profits, and the debts that arise from them, depend on prices. A single extreme quote must not be able to stop payouts.
    noFreeze: true,
    sql: claimsAboveCustody(` union all select 'USDT', amount from open_profit
        union all select 'USDT', amount - paid from house_debt where status = 'owed'`),
  },
  {
    invariant: 'L11: what customers have and staked does not exceed what is held',
    quick: true,
    sql: claimsAboveCustody(''),
  },
];

function claimsAboveCustody(further: string): string {
  return `select format('%s: claims %s, held %s', currency, claims.amount, -custody.amount)
      from (select currency, sum(amount) as amount from (select currency, amount from balance
        union all select currency, amount from open_stake${further}) held group by currency) claims
      left join (select currency, sum(amount) as amount from house_balance where account = 'custody'
        group by currency) custody using (currency)
      where claims.amount > coalesce(-custody.amount, 0)`;
}
