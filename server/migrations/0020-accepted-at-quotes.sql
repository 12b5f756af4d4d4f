-- No ticket is accepted at an entry that is not a quote, and the check against the tape rejects a ticket that names a rejected
-- quote.
create or replace function option_ticket_verified() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- Sequential scans are off because a plan cached while the tape was short could scan the entire tape later.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as
$$
declare
  wrong bigint;
begin
  -- Each entry is looked up only once, because ten thousand tickets that close together name the same one.
  with struck as materialized (
    select s.symbol, s.accepted_seq, s.from_ms, strike.seq, strike.last, strike.time_ms, accepted.gap or strike.gap as in_gap
    from (select distinct symbol, accepted_seq, coalesce(struck_from_ms, 0) as from_ms from changed) s
      join tape accepted
        on accepted.symbol = s.symbol and accepted.seq = s.accepted_seq and accepted.cause is distinct from 'reject'
      left join lateral (
        select e.seq, e.last, e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq > s.accepted_seq and e.cause is distinct from 'reject'
          and (e.gap or least(e.time_ms, e.feed_time_ms) >= s.from_ms)
        order by e.seq limit 1) strike on true
  ), settled as materialized (
    -- The named entry, and its neighbours that aren't rejects.
    select s.symbol, s.settle_seq, named.last, named.time_ms, named.gap,
      before.time_ms as before_ms, before.gap as before_gap, after.time_ms as after_ms, after.gap as after_gap
    from (select distinct symbol, settle_seq from changed where settle_seq is not null) s
      left join tape named
        on named.symbol = s.symbol and named.seq = s.settle_seq and named.cause is distinct from 'reject'
      left join lateral (
        select e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq < s.settle_seq and e.cause is distinct from 'reject'
        order by e.seq desc limit 1) before on true
      left join lateral (
        select e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq > s.settle_seq and e.cause is distinct from 'reject'
        order by e.seq limit 1) after on true
  )
  select t.id into wrong
  from changed t
    left join struck strike on strike.symbol = t.symbol and strike.accepted_seq = t.accepted_seq
      and strike.from_ms = coalesce(t.struck_from_ms, 0)
    left join settled settle on settle.symbol = t.symbol and settle.settle_seq = t.settle_seq
  where (case
    when t.status = 'open' then t.strike is null or (t.strike = strike.last and t.strike_ms = strike.time_ms and t.strike_seq = strike.seq
      and not strike.in_gap and strike.time_ms <= t.expires_ms)
    when t.reason = 'start_over' then t.settled_ms >= t.accepted_ms and exists (
      select 1 from journal j where j.book = t.book and j.kind = 'start_over' and j.time_ms = t.settled_ms)
    when t.reason = 'gap_strike' then (strike.in_gap or strike.time_ms > t.expires_ms) and t.strike_seq is not distinct from strike.seq
    when (t.settle = settle.last and t.settle_seq >= strike.seq) is not true then false
    when t.reason = 'gap_expiry' then
      settle.time_ms <= t.expires_ms and settle.after_ms > t.expires_ms and (settle.gap or settle.after_gap)
    -- Both sides of the expiry must be quotes, and the exit must be the one that the interval between them determines.
    when (case
      when settle.time_ms <= t.expires_ms then settle.after_ms > t.expires_ms and not settle.gap
        and not settle.after_gap and settle.after_ms - settle.time_ms <= 3000
      else settle.before_ms <= t.expires_ms and t.settle_seq > strike.seq and not settle.gap
        and not settle.before_gap and settle.time_ms - settle.before_ms > 3000
    end) is not true then false
    else t.status = case sign(settle.last - t.strike) * case t.side when 'up' then 1 else -1 end
      when 1 then 'won' when -1 then 'lost' else 'tied' end
  end) is not true
  limit 1;
  if wrong is not null then
    raise exception 'the tape does not bear out how ticket % ended', wrong
      using errcode = 'check_violation', constraint = 'option_ticket_verified';
  end if;
  return null;
end
$$;

create or replace function option_ticket_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  wrong bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select c.id into wrong from changed c
      where (abs(c.accepted_ms - now_ms) <= slack_ms and was_newest(c.symbol, c.accepted_seq, c.accepted_ms, slack_ms)
          and (select not e.gap from tape e where e.symbol = c.symbol and e.seq = c.accepted_seq)) is not true
      limit 1;
  else
    select c.id into wrong from changed c
      where (c.strike_ms is not null and c.strike_ms < c.accepted_ms - slack_ms)
        or (c.status <> 'open' and (abs(c.settled_ms - now_ms) > slack_ms or (c.settle is not null and c.expires_ms > now_ms + slack_ms)))
      limit 1;
  end if;
  if wrong is not null then
    raise exception 'ticket % is not of this time', wrong using errcode = 'check_violation', constraint = 'option_ticket_in_time';
  end if;
  return null;
end
$$;
