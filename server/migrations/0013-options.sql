-- Short options: tickets, what they hold in escrow, and the bound on what the house has at stake.

-- Figures that many customers share and that a rule bounds. A counter is the sum of its slots, one a process as of the
-- house's accounts, so that those who only move it do not queue for one row. The row of slot -1 counts nothing: the batch
-- that may raise the counter locks it and adds up the slots behind the lock.
create table counter (
  name  text not null,
  slot  smallint not null check (slot between -1 and 15),
  value numeric(38,8) not null default 0 check (slot >= 0 or value = 0),
  primary key (name, slot)
) with (fillfactor = 50);

create function move_counters(names text[], amounts numeric[], at_slot smallint) returns void
  language plpgsql as
$$
declare
  moved int;
begin
  insert into counter as c (name, slot, value)
    select u.name, at_slot, u.amount from unnest(names, amounts) as u (name, amount)
      join counter opened on opened.name = u.name and opened.slot = -1
    on conflict (name, slot) do update set value = c.value + excluded.value;
  get diagnostics moved = row_count;
  if moved <> cardinality(names) then
    raise exception 'a counter of % was never opened', names
      using errcode = 'check_violation', constraint = 'counter_open';
  end if;
end
$$;

create table option_ticket (
  book bigint not null,
  id bigint not null,
  product text not null check (product in ('crypto', 'forex')),
  symbol text not null,
  side text not null check (side in ('up', 'down')),
  seconds int not null check (seconds > 0),
  -- What the stake is paid in, and whether of the customer's own money or of experience credit.
  currency text not null,
  source text not null check (source in ('option', 'promo')),
  stake numeric(38,8) not null check (stake > 0),
  -- Part of one that a winning ticket gains, and that gain. Both are those that the customer was shown.
  payout_ratio numeric(38,8) not null check (payout_ratio > 0),
  profit numeric(38,8) not null check (profit > 0),
  -- What stake and gain were worth in USDT when it was accepted.
  stake_usdt numeric(38,8) not null,
  profit_usdt numeric(38,8) not null,
  status text not null check (status in ('open', 'won', 'lost', 'tied', 'void')),
  -- Why it is void.
  reason text check (reason in ('gap_strike', 'gap_expiry', 'start_over')),
  accepted_ms bigint not null,
  -- The entry of the tape that stood when it was accepted; the next one is the strike.
  accepted_seq bigint not null check (accepted_seq > 0),
  expires_ms bigint not null,
  strike numeric(38,8),
  strike_ms bigint,
  -- The last entry at or before expiry, once that is known.
  settle numeric(38,8),
  settle_seq bigint,
  settled_ms bigint,
  pnl numeric(38,8) not null,
  primary key (book, id),
  check ((status = 'open') = (settled_ms is null)),
  check ((status = 'void') = (reason is not null)),
  check ((strike is null) = (strike_ms is null)),
  check ((settle is null) = (settle_seq is null)),
  -- What the tape decided names its exit, what a gap at expiry made void too; nothing else has one.
  check ((settle is not null) = (status in ('won', 'lost', 'tied') or coalesce(reason = 'gap_expiry', false))),
  check (settle is null or strike is not null),
  check (expires_ms = (accepted_ms / 1000 + seconds) * 1000),
  check (profit = trunc(stake * payout_ratio, 8)),
  check (pnl = case status when 'won' then profit when 'lost' then -stake else 0 end)
) with (fillfactor = 70);
create index option_ticket_open on option_ticket (book, id) where status = 'open';
create index option_ticket_ended on option_ticket (book, settled_ms) where status <> 'open';
create index option_ticket_void on option_ticket (settled_ms) where status = 'void' and reason <> 'start_over';

-- What was accepted cannot be rewritten, and what ended stays as it ended.
create function option_ticket_refuse() returns trigger language plpgsql as
$$
begin
  raise exception 'ticket % cannot become what it is to become (% after %)', old.id, new.status, old.status
    using errcode = 'check_violation', constraint = 'option_ticket_transition';
end
$$;
create trigger option_ticket_transition before update on option_ticket for each row
  when (
    old.status <> 'open'
    -- Struck once, while it is open: the strike was held against the tape then, and needs no second look at the end.
    or (old.strike is distinct from new.strike and (old.strike is not null or new.status <> 'open'))
    or (old.strike_ms is distinct from new.strike_ms and (old.strike_ms is not null or new.status <> 'open'))
    or (old.book, old.id, old.product, old.symbol, old.side, old.seconds, old.currency, old.source, old.stake)
      <> (new.book, new.id, new.product, new.symbol, new.side, new.seconds, new.currency, new.source, new.stake)
    or (old.payout_ratio, old.stake_usdt, old.profit_usdt, old.accepted_ms, old.accepted_seq, old.expires_ms)
      <> (new.payout_ratio, new.stake_usdt, new.profit_usdt, new.accepted_ms, new.accepted_seq, new.expires_ms)
  ) execute function option_ticket_refuse();

-- An outcome is what the tape says, whoever writes it: the server's own role cannot record another. The strike is the
-- entry behind the accepted one; the exit is the last entry at or before expiry, and an entry behind that proves it. A
-- ticket that is void because its owner began anew has the journal of that beside it. What is not certainly so is refused.
create function option_ticket_borne_out() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- The tape is asked by symbol and number. A plan made while it was short could read it from end to end ever after.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as
$$
declare
  wrong bigint;
begin
  -- Each entry is looked up once: where ten thousand tickets end together, they end at the same.
  with struck as materialized (
    select s.symbol, s.accepted_seq, strike.last, strike.time_ms,
      accepted.gap or strike.gap or strike.time_ms - accepted.time_ms > 3000 as in_gap
    from (select distinct symbol, accepted_seq from changed where status = 'open' or reason = 'gap_strike') s
      left join tape accepted on accepted.symbol = s.symbol and accepted.seq = s.accepted_seq
      left join tape strike on strike.symbol = s.symbol and strike.seq = s.accepted_seq + 1
  ), settled as materialized (
    select s.symbol, s.settle_seq, settle.last, settle.time_ms, after.time_ms as after_ms,
      settle.gap or after.gap or after.time_ms - settle.time_ms > 3000 as in_gap
    from (select distinct symbol, settle_seq from changed where settle_seq is not null) s
      left join tape settle on settle.symbol = s.symbol and settle.seq = s.settle_seq
      left join tape after on after.symbol = s.symbol and after.seq = s.settle_seq + 1
  )
  select t.id into wrong
  from changed t
    left join struck strike on strike.symbol = t.symbol and strike.accepted_seq = t.accepted_seq
    left join settled settle on settle.symbol = t.symbol and settle.settle_seq = t.settle_seq
  where (case
    when t.status = 'open' then
      t.strike is null or (t.strike = strike.last and t.strike_ms = strike.time_ms and not strike.in_gap)
    when t.reason = 'start_over' then t.settled_ms >= t.accepted_ms and exists (
      select 1 from journal j where j.book = t.book and j.kind = 'start_over' and j.time_ms = t.settled_ms)
    when t.reason = 'gap_strike' then strike.in_gap or strike.time_ms > t.expires_ms
    when (t.settle = settle.last and settle.time_ms <= t.expires_ms and settle.after_ms > t.expires_ms
      and t.settle_seq > t.accepted_seq) is not true then false
    when t.reason = 'gap_expiry' then settle.in_gap
    when settle.in_gap is not false then false
    else t.status = case sign(settle.last - t.strike) * case t.side when 'up' then 1 else -1 end
      when 1 then 'won' when -1 then 'lost' else 'tied' end
  end) is not true
  limit 1;
  if wrong is not null then
    raise exception 'the tape does not bear out how ticket % ended', wrong
      using errcode = 'check_violation', constraint = 'option_ticket_borne_out';
  end if;
  return null;
end
$$;
create trigger option_ticket_borne_out after update on option_ticket
  referencing new table as changed for each statement execute function option_ticket_borne_out();

-- A ticket begins open, and with nothing decided.
create function option_ticket_new() returns trigger language plpgsql as
$$
begin
  raise exception 'ticket % begins as %', new.id, new.status
    using errcode = 'check_violation', constraint = 'option_ticket_new';
end
$$;
create trigger option_ticket_new before insert on option_ticket for each row
  when (new.status <> 'open' or new.strike is not null or new.settle is not null) execute function option_ticket_new();

insert into journal_template (kind, account, sign) values
  -- The house's own capital goes to the account that will need it.
  ('house_allocation', 'equity', -1), ('house_allocation', 'trading', 1),
  -- Stake and greatest gain are set aside together, so that no settlement ever lacks cover.
  ('option_stake', 'option', -1), ('option_stake', 'promo', -1), ('option_stake', 'trading', -1),
  ('option_stake', 'option_escrow', 1),
  ('option_win', 'option_escrow', -1), ('option_win', 'option', 1), ('option_win', 'promo', 1),
  ('option_loss', 'option_escrow', -1), ('option_loss', 'trading', 1), ('option_loss', 'promotions', 1),
  ('option_return', 'option_escrow', -1), ('option_return', 'option', 1), ('option_return', 'promo', 1),
  ('option_return', 'trading', 1);

-- What of a customer's lies in the house's escrow, one by one: still theirs, and shown with what is frozen. Each feature
-- that sets aside adds its rows here.
create view open_stake as
  select book, 'option:' || id as ref,
    case source when 'option' then 'option_frozen' else 'promo_frozen' end::account as account,
    currency, stake as amount, profit as house_amount
  from option_ticket where status = 'open';

grant select, insert, update on counter to candor_app;
grant select, insert, update on option_ticket to candor_app;
grant select on open_stake to candor_app;
