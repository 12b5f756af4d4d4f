-- Options: tickets, possible payouts, and outcomes determined by the tape.

create table option_ticket (
  book bigint not null,
  id bigint not null,
  product text not null check (product in ('crypto', 'forex')),
  symbol text not null,
  side text not null check (side in ('up', 'down')),
  seconds int not null check (seconds > 0),
  -- The currency of the stake, and the account that paid it: the customer's own money or experience credit.
  currency text not null,
  source text not null check (source in ('option', 'promo')),
  stake numeric(38,8) not null check (stake > 0),
  -- The gain of a winning ticket, as a fraction of the stake and as an amount, as shown to the customer.
  payout_ratio numeric(38,8) not null check (payout_ratio > 0),
  profit numeric(38,8) not null check (profit > 0),
  -- The value of stake and gain in USDT at acceptance.
  stake_usdt numeric(38,8) not null,
  profit_usdt numeric(38,8) not null,
  status text not null check (status in ('open', 'won', 'lost', 'tied', 'void')),
  -- Why the ticket is void.
  reason text check (reason in ('gap_strike', 'gap_expiry', 'start_over')),
  accepted_ms bigint not null,
  -- The newest entry of the tape at acceptance. The strike is the first later entry that was made since the acceptance.
  accepted_seq bigint not null check (accepted_seq > 0),
  expires_ms bigint not null,
  strike numeric(38,8),
  strike_ms bigint,
  -- Also set if the ticket is void because no strike was possible: the entry that shows this.
  strike_seq bigint,
  -- The earliest time at which the strike entry may have been made. Null until the strike is determined, and for tickets of
  -- older releases.
  struck_from_ms bigint,
  -- The exit entry, which is the last one at or before expiry; null until it is known.
  settle numeric(38,8),
  settle_seq bigint,
  settled_ms bigint,
  pnl numeric(38,8) not null,
  -- The UTC day by the wall clock, counted from 1 January 1970, on which self-imposed limits and results count the stake and
  -- the outcome. Times of tickets are by the market clock.
  placed_day int,
  ended_day int,
  accepted_wall_ms bigint not null default (extract(epoch from house_clock()) * 1000)::bigint,
  primary key (book, id),
  check ((status = 'open') = (settled_ms is null)),
  check ((status = 'void') = (reason is not null)),
  check ((strike is null) = (strike_ms is null)),
  check ((settle is null) = (settle_seq is null)),
  -- A ticket that the tape decided has an exit entry, even if a gap at expiry made it void. Other tickets have none.
  check ((settle is not null) = (status in ('won', 'lost', 'tied') or coalesce(reason = 'gap_expiry', false))),
  check (settle is null or strike is not null),
  check (expires_ms = (accepted_ms / 1000 + seconds) * 1000),
  check (profit = trunc(stake * payout_ratio, 8)),
  check (pnl = case status when 'won' then profit when 'lost' then -stake else 0 end)
) with (fillfactor = 70);
create index option_ticket_open on option_ticket (book, id) where status = 'open';
create index option_ticket_ended on option_ticket (book, settled_ms) where status <> 'open';
create index option_ticket_void on option_ticket (settled_ms) where status = 'void' and reason <> 'start_over';
-- Indexes tickets by the day on which they were closed, with open ones last, so that a query for a few weeks does not read the
-- entire history.
create index option_ticket_last_day on option_ticket (book, (coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647)));
create trigger option_ticket_day_kept before update on option_ticket for each row
  when (old.placed_day is distinct from new.placed_day or (new.status = 'open' and new.ended_day is not null))
  execute function day_kept();

create trigger begun_in_session after insert on option_ticket referencing new table as added
  for each statement execute function begun_in_session();

create trigger accepted_lately after insert on option_ticket for each statement execute function accepted_lately();

-- The accepted terms cannot be rewritten, and a closed ticket never changes.
create function option_ticket_refuse() returns trigger language plpgsql as
$$
begin
  raise exception 'ticket %: status % is not allowed after %', old.id, new.status, old.status
    using errcode = 'check_violation', constraint = 'option_ticket_transition';
end
$$;
create trigger option_ticket_transition before update on option_ticket for each row
  when (
    (old.strike is distinct from new.strike and (old.strike is not null or new.status <> 'open'))
    or (old.strike_ms is distinct from new.strike_ms and (old.strike_ms is not null or new.status <> 'open'))
    or (old.book, old.id, old.product, old.symbol, old.side, old.seconds, old.currency, old.source, old.stake)
      <> (new.book, new.id, new.product, new.symbol, new.side, new.seconds, new.currency, new.source, new.stake)
    or (old.payout_ratio, old.stake_usdt, old.profit_usdt, old.accepted_ms, old.accepted_seq, old.expires_ms)
      <> (new.payout_ratio, new.stake_usdt, new.profit_usdt, new.accepted_ms, new.accepted_seq, new.expires_ms)
    or old.accepted_wall_ms <> new.accepted_wall_ms
    or (old.strike is not null and (old.strike_seq, old.struck_from_ms) is distinct from (new.strike_seq, new.struck_from_ms))
    or (old.strike is null and (new.strike is not null or new.reason = 'gap_strike')
      and new.struck_from_ms is distinct from new.accepted_ms)
    or (new.strike is null and new.strike_seq is not null and new.reason is distinct from 'gap_strike')
  ) execute function option_ticket_refuse();
create trigger option_ticket_began after insert on option_ticket referencing new table as added for each statement execute function went_its_way();
create trigger option_ticket_went_its_way after update on option_ticket referencing old table as before new table as changed
  for each statement execute function went_its_way();

-- The outcome of a ticket is determined by the tape, and even the server's role cannot record a different one. The strike is the
-- first entry after the accepted one that is not a reject and, if it is a quote, was made since the acceptance, because a late
-- feed delivers prices that a customer with a faster source knew when buying. No ticket is accepted at a reject. The exit is the
-- last entry at or before expiry or, if the next entry is more than three seconds later, that next entry. Only an entry of kind
-- gap or halt makes a ticket void. The mere absence of entries does not, because the platform itself could cause it and must not
-- gain by it. If a ticket is void because the customer of a demo started over, the same transaction must contain the journal of
-- that. An outcome that the tape does not prove is rejected.
create function option_ticket_verified() returns trigger
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
    raise exception 'the tape does not bear out the end of ticket %', wrong
      using errcode = 'check_violation', constraint = 'option_ticket_verified';
  end if;
  return null;
end
$$;
create trigger option_ticket_verified after update on option_ticket
  referencing new table as changed for each statement execute function option_ticket_verified();

create function option_ticket_new() returns trigger language plpgsql as
$$
begin
  raise exception 'new ticket % cannot have the status %', new.id, new.status
    using errcode = 'check_violation', constraint = 'option_ticket_new';
end
$$;
create trigger option_ticket_new before insert on option_ticket for each row
  when (new.status <> 'open' or new.strike is not null or new.settle is not null or new.strike_seq is not null
    or new.struck_from_ms is not null) execute function option_ticket_new();

create function option_ticket_terms() returns trigger language plpgsql as
$$
declare
  wrong bigint;
begin
  select t.id into wrong from added t
    left join lateral (
      -- The newest version that was in effect at that time.
      select v.body::jsonb as body from terms v
      where v.subject = 'option:' || t.symbol and v.effective_ms <= t.accepted_wall_ms order by v.version desc limit 1
    ) v on true
  where t.payout_ratio is distinct from coalesce(
      (v.body ->> ('payout_' || t.seconds))::numeric,
      case t.seconds when 30 then 0.8 when 60 then 0.82 when 120 then 0.84 when 180 then 0.86 when 300 then 0.88 end)
    -- The time must be recent, so that nobody is paid by terms that no longer apply.
    or t.accepted_wall_ms < extract(epoch from house_clock()) * 1000 - 300000
  limit 1;
  if wrong is not null then
    raise exception 'ticket % does not have the published payout', wrong
      using errcode = 'check_violation', constraint = 'option_ticket_terms';
  end if;
  return null;
end
$$;
create trigger option_ticket_terms after insert on option_ticket
  referencing new table as added for each statement execute function option_ticket_terms();

-- A ticket is accepted at the current time and names the newest entry, which must be a quote, because otherwise the symbol is
-- halted. Its strike entry must not have been made before the acceptance.
create function option_ticket_in_time() returns trigger
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
    raise exception 'ticket % does not match the current time', wrong using errcode = 'check_violation', constraint = 'option_ticket_in_time';
  end if;
  return null;
end
$$;
create trigger option_ticket_in_time_new after insert on option_ticket
  referencing new table as changed for each statement execute function option_ticket_in_time();
create trigger option_ticket_in_time after update on option_ticket
  referencing new table as changed for each statement execute function option_ticket_in_time();

create function option_ticket_unhedged() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if exists (
    select from option_ticket t where t.book = new.book and t.status = 'open' and t.symbol = new.symbol
      and t.side <> new.side and 'promo' in (t.source, new.source)
  ) then
    raise exception 'ticket % is opposite to a ticket on credit', new.id
      using errcode = 'check_violation', constraint = 'option_ticket_unhedged';
  end if;
  return null;
end
$$;
create trigger option_ticket_unhedged after insert on option_ticket for each row execute function option_ticket_unhedged();

-- The stake and the maximum gain of a ticket are moved to escrow, and exactly their sum is paid out according to the outcome. A
-- returned stake goes back to the account that it came from. A gain belongs to the customer, whatever the stake was.
create function option_journals_explained(books bigint[], seqs bigint[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  wrong record;
begin
  select j.book, j.seq, j.kind into wrong
    from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq
      left join option_ticket t on t.book = j.book and t.id = journal_row(j.ref, 'option') and t.xmin = pg_current_xact_id()::xid
      cross join lateral (
        select coalesce(sum(l.amount) filter (where l.account = 'option'), 0) as own,
          coalesce(sum(l.amount) filter (where l.account = 'promo'), 0) as credit,
          coalesce(sum(l.amount) filter (where l.account = 'option_escrow'), 0) as escrow
        from (select unnest(j.accounts) as account, unnest(j.amounts) as amount) l) moved
      cross join lateral (
        select case j.kind when 'option_stake' then -t.stake when 'option_loss' then 0 else t.stake end as stake,
          case j.kind when 'option_win' then t.profit else 0 end as profit,
          case j.kind when 'option_stake' then t.stake + t.profit else -t.stake - t.profit end as escrow) said
    where (t.currency = all (j.currencies)
      and t.status = any (case j.kind when 'option_stake' then array[t.status] when 'option_win' then '{won}' when 'option_loss' then '{lost}'
        when 'option_return' then '{tied,void}' end)
      and moved.own = case t.source when 'option' then said.stake else 0 end + said.profit
      and moved.credit = case t.source when 'promo' then said.stake else 0 end
      and moved.escrow = said.escrow) is not true
    limit 1;
  if wrong.kind is not null then perform journal_unexplained(wrong.book, wrong.seq, wrong.kind); end if;
end
$$;

-- If this transaction accepted or closed a ticket, it also posted the journal of that. The journal moves the amounts in the
-- ticket.
create function option_tickets_paid(books bigint[], ids bigint[], kinds text[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select u.book, u.id into unpaid from unnest(books, ids) as u (book, id)
    where (select j.seq from journal j where j.book = u.book and j.ref = 'option:' || u.id and j.kind = any (kinds)
      and j.kind in ('option_stake', 'option_win', 'option_loss', 'option_return') and j.xmin = pg_current_xact_id()::xid limit 1) is null
    limit 1;
  if unpaid.id is not null then
    raise exception 'ticket % of book % has no journal that moves its money', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'option_ticket_paid';
  end if;
end
$$;

-- A ticket that ends has a message with its result and its stake, unless its customer started the demo over.
create function option_tickets_told(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  untold record;
begin
  select t.book, t.id into untold from unnest(books, ids) as u (book, id) join option_ticket t on t.book = u.book and t.id = u.id
    where t.reason is distinct from 'start_over' and not exists (
      select from told_now(t.book, array[case t.status when 'void' then 'option_voided' else 'option_' || t.status end], 'ticket', t.id) m (params)
      where (m.params ->> 'amount')::numeric = t.stake)
    limit 1;
  if untold.id is not null then
    raise exception 'ticket % of book % ends and its customer is not told', untold.id, untold.book
      using errcode = 'check_violation', constraint = 'option_ticket_told';
  end if;
end
$$;

create function option_ticket_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    insert into check_due (guard, books, ids) select 'tickets_accepted', array_agg(a.book), array_agg(a.id) from added a having count(*) > 0;
  else
    insert into check_due (guard, books, ids) select 'tickets_ended', array_agg(c.book), array_agg(c.id)
      from changed c join before b on b.book = c.book and b.id = c.id where b.status = 'open' and c.status <> 'open' having count(*) > 0;
  end if;
  return null;
end
$$;
create trigger option_ticket_checks_due_new after insert on option_ticket
  referencing new table as added for each statement execute function option_ticket_checks_due();
create trigger option_ticket_checks_due after update on option_ticket referencing old table as before new table as changed
  for each statement execute function option_ticket_checks_due();

create function option_ticket_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  names text[];
  amounts numeric[];
begin
  if tg_op = 'INSERT' then
    select array_agg('option_exposure:' || a.symbol), array_agg(a.profit_usdt)
      into names, amounts from added a where a.status = 'open';
  else
    select array_agg('option_exposure:' || m.symbol), array_agg(m.amount) into names, amounts from (
      select c.symbol, c.profit_usdt as amount from changed c where c.status = 'open'
      union all
      select b.symbol, -b.profit_usdt from before b where b.status = 'open'
    ) m;
  end if;
  if names is not null then
    perform count_moves(names, amounts);
  end if;
  return null;
end
$$;
create trigger option_ticket_counted_new after insert on option_ticket
  referencing new table as added for each statement execute function option_ticket_counted();
create trigger option_ticket_counted after update on option_ticket
  referencing old table as before new table as changed for each statement execute function option_ticket_counted();

create function option_ticket_worth() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  slack_ms bigint := market_slack_ms();
  wrong bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.id into wrong from added a cross join lateral terms_at('option:' || a.symbol, a.accepted_wall_ms) as v (body)
    where (a.profit_usdt = trunc(a.stake_usdt * a.payout_ratio, 8)
      and a.stake_usdt between (v.body ->> 'stake_min_usdt')::numeric and (v.body ->> 'stake_max_usdt')::numeric
      and case when a.currency = 'USDT' then a.stake_usdt = a.stake
        else a.source = 'option' and exists (
          select from tape t where t.symbol = a.currency || '/USDT' and t.time_ms <= a.accepted_ms + slack_ms
            and t.seq >= coalesce(entry_past(t.symbol, a.accepted_ms, slack_ms), 0) and a.stake_usdt = trunc(a.stake * t.bid, 8))
      end) is not true
    limit 1;
  if wrong is not null then
    raise exception 'the worth of ticket % does not match the tape', wrong using errcode = 'check_violation', constraint = 'option_ticket_worth';
  end if;
  return null;
end
$$;
create trigger option_ticket_worth after insert on option_ticket
  referencing new table as added for each statement execute function option_ticket_worth();

-- A ticket has the payout and the limits of the terms in effect at its acceptance. The row states the time at which the terms are
-- looked up. It must be the current time, because otherwise a ticket could use terms that are not yet in effect, or terms from
-- before a change.
create function option_ticket_of_now() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.id, a.book into wrong from (select min(id) as id, min(book) as book, accepted_wall_ms from added group by accepted_wall_ms) a
    where not is_wall_now(a.accepted_wall_ms) limit 1;
  if found then
    raise exception 'ticket % of book % was not accepted at the current time', wrong.id, wrong.book
      using errcode = 'check_violation', constraint = 'option_ticket_of_now';
  end if;
  return null;
end
$$;
create trigger option_ticket_of_now after insert on option_ticket referencing new table as added for each statement
  execute function option_ticket_of_now();

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('option_ticket', '', 'open', null, null, null, 0, '{}'),
  ('option_ticket', 'open', 'open', null, null, null, 0, '{}'),
  ('option_ticket', 'open', 'won', null, null, null, 0, '{}'),
  ('option_ticket', 'open', 'lost', null, null, null, 0, '{}'),
  ('option_ticket', 'open', 'tied', null, null, null, 0, '{}'),
  ('option_ticket', 'open', 'void', null, null, null, 0, '{}');

insert into journal_template (kind, account, sign) values
  -- The stake and the maximum gain are moved to escrow together, so that every settlement is covered.
  ('option_stake', 'option', -1), ('option_stake', 'promo', -1), ('option_stake', 'trading', -1),
  ('option_stake', 'option_escrow', 1),
  ('option_win', 'option_escrow', -1), ('option_win', 'option', 1), ('option_win', 'promo', 1),
  ('option_loss', 'option_escrow', -1), ('option_loss', 'trading', 1), ('option_loss', 'promotions', 1),
  ('option_return', 'option_escrow', -1), ('option_return', 'option', 1), ('option_return', 'promo', 1),
  ('option_return', 'trading', 1);

insert into mail_kind (kind) values
  ('option_won'), ('option_lost'), ('option_tied'), ('option_voided');

grant select, insert, update (status, reason, strike, strike_ms, strike_seq, struck_from_ms, settle, settle_seq, settled_ms, pnl, ended_day) on option_ticket to
  candor_app;
revoke execute on function option_journals_explained, option_ticket_checks_due, option_ticket_of_now, option_ticket_worth, option_tickets_paid,
  option_tickets_told from public;

-- Read by the invariants, which the guard evaluates.
grant select on option_ticket to candor_guard;
