/** Invariants of the fund: the strategy's results, and the amounts published, set aside and paid. */
import type { Invariant } from '../../ledger/invariants.ts';

/** The postings of each result's journal, with the day to which the result belongs. */
const RESULTS = `select p.seq, coalesce(t.day, r.counts_day) as day, p.account, p.amount
  from posting p
    left join (select distinct journal_seq, slot_ms / 86400000 as day from strategy_trade) t on t.journal_seq = p.seq
    left join strategy_report r on r.journal_seq = p.seq
  where p.book = 0 and p.kind = 'strategy_result'`;

/** Published days, with the amount available for payment (`pool`) and the maximum earnings of the capital (`base`). */
const DAYS = `select d.*, greatest(0, least(d.result, d.balance)) as pool, greatest(d.wanted, (
    select ceil(d.capital * r.rate_max * 100000000) * 0.00000001 from fund_rate r where r.day = d.day
    order by r.project, r.terms_version desc limit 1)) as base
  from fund_day d`;

/**
 * SQL for the most or the least that a day's principal can earn, at one end of its rate band: principal times milliseconds,
 * divided by a day. It is computed exactly and rounded up.
 */
const upInUnits = (rate: string) =>
  `div(coalesce(sum(principal_ms * ${rate}), 0) * 100000000 + 86399999.99999999, 86400000) * 0.00000001`;

export const strategyInvariants: readonly Invariant[] = [
  {
    invariant: 'L12: the strategy holds what it made, less what is set aside of it, and its row says so',
    sql: `select format('held %s, made %s, row %s', held, made, balance) from (
        select coalesce((select sum(amount) from house_balance where account = 'strategy' and currency = 'USDT'), 0) as held,
          coalesce((select sum(result) from strategy_trade), 0) + coalesce((select sum(result) from strategy_report), 0)
            - coalesce((select sum(amount) from (${RESULTS}) s where s.account = 'equity'), 0)
            + coalesce((select sum(returned - reserved) from fund_day), 0) as made,
          (select balance from strategy_clock) as balance
      ) s where held <> made or held <> balance`,
  },
  {
    invariant:
      'L12: what is set aside for income is what days set aside, less what was paid and what went back',
    sql: `select format('held %s, left %s', held, due) from (
        select coalesce((select sum(amount) from house_balance where account = 'income_escrow'), 0) as held,
          coalesce((select sum(reserved - returned) from fund_day), 0)
            - coalesce((select sum(amount) from fund_payment), 0) as due
      ) s where held <> due`,
  },
  {
    invariant:
      'L12: each result that was booked is of its trades or its report, and each of those was booked',
    sql: `select format('journal 0/%s booked %s, made %s', coalesce(j.seq, s.seq), j.amount, s.amount)
      from (select seq, -sum(amount) as amount from (${RESULTS}) p where account = 'custody' group by seq) j
      full join (select journal_seq as seq, sum(result) as amount from strategy_trade where journal_seq is not null group by 1
        union all select journal_seq, result from strategy_report) s using (seq)
      where j.amount is distinct from s.amount
      union all select format('slot %s made %s', slot_ms, sum(result)) from strategy_trade where journal_seq is null
      group by slot_ms having sum(result) <> 0`,
  },
  {
    invariant: 'L12: the house bears a loss only where the strategy’s account is empty',
    sql: `select format('journal 0/%s leaves %s', seq, held) from (
        select seq, sum(sum(amount) filter (where account = 'strategy')) over (order by seq) as held,
          coalesce(sum(amount) filter (where account = 'equity' and kind = 'strategy_result'), 0) as borne
        from posting where book = 0 group by seq
      ) s where borne <> 0 and held <> 0`,
  },
  {
    invariant:
      'L12: a published day is what was booked of it, shared by the formula, one day after the other',
    // Results are summed by day first, because each day needs the sums of all earlier days.
    sql: `with results as materialized (select day, account, sum(amount) as amount from (${RESULTS}) r group by day, account)
      select format('day %s', d.day) from (${DAYS}) d
        left join lateral (select count(*) as n, ${upInUnits('rate_max')} as upper, ${upInUnits('rate_min')} as lower,
            sum(div(principal_ms * rate * 100000000, 86400000)) * 0.00000001 as reserved, bool_and(rate = case when d.base = 0 then 0
              when d.pool >= d.base then rate_max else div(rate_max * d.pool * 100000000, d.base) * 0.00000001 end) as by_formula
          from fund_rate r where r.day = d.day) r on true
        left join lateral (select -coalesce(sum(amount) filter (where account = 'custody' and s.day = d.day), 0) as result,
            coalesce(sum(amount) filter (where account = 'strategy' and s.day <= d.day), 0) as made
          from results s) s on true
        left join lateral (select coalesce(sum(e.returned) filter (where e.day <= d.day), 0)
            - coalesce(sum(e.reserved) filter (where e.day < d.day), 0) as kept from fund_day e) e on true
      where d.result <> s.result or d.balance <> s.made + e.kept or d.published_ms < (d.day + 1) * 86400000::bigint
        or d.wanted <> r.upper or d.covered <> (d.balance >= r.lower)
        or d.reserved <> coalesce(r.reserved, 0) or d.reserved > d.pool or not coalesce(r.by_formula, true)
        or (d.day > (select min(f.day) from fund_day f) and not exists (select from fund_day f where f.day = d.day - 1))`,
  },
  {
    invariant: 'L12: a published day weighed everything that was paid of it, for as long as it was there',
    sql: `select format('day %s, tier %s, version %s: %s, paid for %s', p.day, p.project, p.terms_version, r.principal_ms, p.weight)
      from (select p.day, o.project, o.terms_version, sum(o.amount * p.part_ms) as weight
        from fund_payment p join fund_order o on o.book = p.book and o.id = p.order_id group by 1, 2, 3) p
      left join fund_rate r using (day, project, terms_version)
      where (r.principal_ms >= p.weight) is not true`,
  },
  {
    invariant: 'L22: what was reported of a strategy two persons approved',
    sql: `select format('report %s', r.id) from strategy_report r
      left join proposal p on p.book = 0 and p.id = r.proposal and p.kind = 'strategy_result' and p.status = 'done'
        and p.journal_seq = r.journal_seq and p.body::jsonb ->> 'evidence' = r.evidence
      where p.id is null or operator_person(p.proposed_by) is not distinct from operator_person(p.decided_by)`,
  },
];
