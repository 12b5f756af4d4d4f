/** Invariants of tickets: amounts staked and set aside, strikes, settlements and payouts. */
import type { Invariant } from '../../ledger/invariants.ts';

export const optionInvariants: readonly Invariant[] = [
  {
    invariant: 'L4: the escrow of options is the stakes and greatest gains of open tickets',
    quick: true,
    sql: `select format('%s: escrow %s, open tickets %s', currency, e.amount, t.amount)
      from (select currency, sum(amount) as amount from house_balance where account = 'option_escrow' group by currency) e
      full join (select currency, sum(amount + house_amount) as amount from open_stake group by currency) t
      using (currency) where coalesce(e.amount, 0) <> coalesce(t.amount, 0)`,
  },
  {
    invariant:
      'L9: each ticket has one journal that staked it, once it ended one of its kind of end, and no other',
    sql: `select format('ticket %s of book %s (%s): %s', t.id, t.book, t.status, string_agg(j.kind, ', ' order by j.seq))
      from option_ticket t left join journal j on j.book = t.book and j.ref = 'option:' || t.id and j.kind <> 'experience_keep'
      group by t.book, t.id
      having string_agg(j.kind, ' ' order by j.seq) is distinct from 'option_stake' || case t.status
        when 'open' then '' when 'won' then ' option_win' when 'lost' then ' option_loss' else ' option_return' end
      union all select format('journal %s/%s (%s)', j.book, j.seq, j.ref) from journal j
      left join option_ticket t on t.book = j.book and j.ref = 'option:' || t.id
      where j.kind like 'option\\_%' and t.id is null`,
  },
  {
    invariant: 'L9: what options set aside for a customer is within its bound, counted exactly',
    sql: `select format('%s: %s, open tickets %s', c.name, c.value, t.value)
      from (select name, sum(value) as value from counter where name like 'option\\_exposure:%' group by name) c
      full join (select 'option_exposure:' || symbol as name, sum(profit_usdt) as value from option_ticket
        where status = 'open' group by symbol) t using (name)
      where coalesce(c.value, 0) <> coalesce(t.value, 0)`,
  },
  {
    invariant: 'L16: each ticket was struck and ended as the tape says',
    sql: `select format('ticket %s of book %s (%s)', t.id, t.book, t.status) from option_ticket t
      left join tape accepted on accepted.symbol = t.symbol and accepted.seq = t.accepted_seq
        and accepted.cause is distinct from 'reject'
      left join lateral (select * from tape e where e.symbol = t.symbol and e.seq > t.accepted_seq
        and e.cause is distinct from 'reject'
        and (e.gap or least(e.time_ms, e.feed_time_ms) >= coalesce(t.struck_from_ms, 0)) order by e.seq limit 1) strike on true
      left join lateral (select * from tape e where e.symbol = t.symbol and e.time_ms > t.expires_ms
        and e.seq > t.accepted_seq and e.cause is distinct from 'reject' order by e.seq limit 1) after
        on t.status <> 'open'
      left join lateral (select * from tape e where e.symbol = t.symbol and e.seq < after.seq
        and e.cause is distinct from 'reject' order by e.seq desc limit 1) before on true
      left join tape settle on settle.symbol = t.symbol and settle.seq =
        case when after.time_ms - before.time_ms > 3000 and t.reason is null then after.seq else before.seq end
      where coalesce(case
        when t.strike is distinct from strike.last and t.strike is not null then true
        -- Tickets older than struck_from_ms have no value there.
        when t.struck_from_ms is not null and (t.strike is not null or t.reason = 'gap_strike')
          and (t.struck_from_ms, t.strike_seq) is distinct from (t.accepted_ms, strike.seq) then true
        -- No ticket is accepted at a reject.
        when accepted.seq is null then true
        when t.status = 'open' then false
        when t.reason = 'start_over' then not exists (
          select from journal j where j.book = t.book and j.kind = 'start_over' and j.time_ms = t.settled_ms)
        when t.reason = 'gap_strike' then
          not (strike.gap or accepted.gap or strike.time_ms > t.expires_ms)
        when strike.gap or accepted.gap or strike.time_ms > t.expires_ms then true
        when t.settle_seq is distinct from settle.seq or t.settle is distinct from settle.last then true
        when t.reason = 'gap_expiry' then not (before.gap or after.gap)
        else before.gap or after.gap or t.status is distinct from
          case when settle.last = t.strike then 'tied' when (settle.last > t.strike) = (t.side = 'up') then 'won'
            else 'lost' end
      end, true)`,
  },
  {
    invariant: 'L27: a ticket made what its journals moved',
    sql: `select format('ticket %s of book %s: pnl %s, moved %s', t.id, t.book, t.pnl, p.amount) from option_ticket t
      join (select book, ref, sum(amount) as amount from posting join journal using (book, seq)
        where not is_house(posting.account) and journal.kind like 'option\\_%' group by book, ref) p
        on p.book = t.book and p.ref = 'option:' || t.id
      where p.amount <> case t.status when 'open' then -t.stake else t.pnl end`,
  },
];
