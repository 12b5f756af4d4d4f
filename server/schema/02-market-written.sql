-- Rules for writing the tape, and for the time of acceptances. The database itself dates both.

create function market_day_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  today date := (to_timestamp(clock_ms() / 1000.0) at time zone 'UTC')::date;
begin
  if tg_op = 'INSERT' then
    -- Neither for a day that is over, nor so far ahead that many could be kept to choose from.
    if new.key is null and new.day between today - 1 and today + 2 then return new; end if;
  elsif old.key is null and new.key is not null and old.day < today
    and (old.day, old.commitment, old.public_key, old.signature, old.committed_ms)
      = (new.day, new.commitment, new.public_key, new.signature, new.committed_ms) then
    return new;
  end if;
  raise exception 'the key of the market of day % is committed or revealed at the wrong time', new.day
    using errcode = 'check_violation', constraint = 'market_day_guard';
end
$$;
create trigger market_day_guard before insert or update on market_day
  for each row execute function market_day_guard();

-- Records the time of a transaction's first writing statement; if that statement is rolled back, the time of the next one.
create function accepted_lately() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into accepted_lately (xid, at, told) values (pg_current_xact_id(), clock_timestamp(), tg_table_name || ' ' || lower(tg_op))
    on conflict do nothing;
  return null;
end
$$;

-- Reports rows that were held back for more than one and a half seconds. A buyer who could see five seconds past the strike of a
-- half-minute option would win 63 of 100 tickets, and with one and a half seconds 57; the break-even rate is 56. Processes end
-- transactions that take longer than one and a half seconds. On two cores with eight times their load, the slowest of 469 batches
-- was visible 0.2 s after its first statement. Looks are at least a quarter of a second apart. A row that one look did not see
-- and the next one sees was committed in between.
create function market_looks() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  looks_at timestamptz := clock_timestamp();
  looked_at timestamptz := (select l.at from looked_last l);
begin
  if looks_at < looked_at + interval '250 milliseconds' then
    return null;
  end if;
  with seen as (delete from accepted_lately returning *)
  insert into held_back (xid, at, seen, told)
    select s.xid, s.at, looks_at, s.told from seen s where s.at + interval '1500 milliseconds' < looked_at
    on conflict do nothing;
  update looked_last set at = looks_at;
  return null;
end
$$;
create trigger market_looks after insert or update on tape_head for each statement execute function market_looks();

-- Returns the milliseconds between two steps of a run of the simulated market. A run keeps up with the clock in steps of a
-- quarter of a second. The story of a new demo begins weeks ago. Until it reaches the present, a run that began more than five
-- and a half minutes ago takes longer steps while no option is open: a quarter of an hour, or a minute if the run began within
-- the last seven hours. The interval depends only on the clock and the tickets.
create function market_pace_ms(of_started_ms bigint) returns int language plpgsql stable security definer
  set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := extract(epoch from clock_timestamp()) * 1000;
  now_ms bigint := clock_ms();
begin
  if is_live_house() or now_ms > wall_ms - 60000 or now_ms - of_started_ms <= 330000
    or exists (select from option_ticket t where t.status = 'open')
  then
    return 250;
  end if;
  return case when of_started_ms >= wall_ms - 25200000 then 60000 else 900000 end;
end
$$;

-- A run has a fixed interval between steps. If a new run leaves a gap in the tape, no ticket may expire in the gap: it would
-- exit at the new run's first quote, and whoever caused the gap would get a second random outcome. The process that made the
-- tape first makes the missed steps, as long as it has the key of that day and the key is not revealed.
create function market_run_goes_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  newest record;
  ends_ms bigint;
  missed bigint;
begin
  if (new.step_ms = 250 or new.step_ms = market_pace_ms(new.started_ms)) is not true then
    raise exception 'a run of the market of day % has an invalid step', new.day using errcode = 'check_violation', constraint = 'market_run_paced';
  end if;
  select r.day, r.step_ms, d.public_key, d.key into newest from market_run r
    join market_day d on d.day = r.day and d.commitment = r.commitment order by r.started_ms desc limit 1;
  select max(h.time_ms) into ends_ms from tape_head h;
  if newest.step_ms is null or newest.key is not null or new.started_ms - ends_ms <= 3000
    or newest.day <> (to_timestamp(ends_ms / 1000.0) at time zone 'UTC')::date
    or newest.public_key is distinct from (select d.public_key from market_day d where d.day = new.day and d.commitment = new.commitment)
  then
    return new;
  end if;
  select t.id into missed from option_ticket t join tape_head h on h.symbol = t.symbol
    where t.status = 'open' and t.expires_ms >= h.time_ms and t.expires_ms < new.started_ms limit 1;
  if missed is not null then
    raise exception 'ticket % expires in the gap before a run of day %', missed, new.day
      using errcode = 'check_violation', constraint = 'market_run_goes_on';
  end if;
  return new;
end
$$;
create trigger market_run_goes_on before insert on market_run for each row execute function market_run_goes_on();

-- A quote has its feed's time on the tape or, if the feed is ahead of the market clock, the clock's time. Delaying the
-- platform or writing late therefore cannot move a price that precedes an instant to after it: the last entry at or before an
-- expiry is the last one by the feed's time. The times never decrease. For entries that are not quotes and for conversion
-- rates, only that is checked.
create function tape_at_its_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.symbol, a.seq into wrong from added a left join tape before on before.symbol = a.symbol and before.seq = a.seq - 1
    where a.time_ms < before.time_ms or a.feed_time_ms < before.feed_time_ms
      or (not a.gap and a.symbol not in ('EUR/USDT', 'GBP/USDT', 'CHF/USDT', 'CAD/USDT', 'JPY/USDT')
        and a.time_ms > greatest(a.feed_time_ms, before.time_ms))
    limit 1;
  if wrong.seq is not null then
    raise exception 'entry % of % does not have the time of its feed', wrong.seq, wrong.symbol
      using errcode = 'check_violation', constraint = 'tape_at_its_time';
  end if;
  return null;
end
$$;
create trigger tape_at_its_time after insert on tape
  referencing new table as added for each statement execute function tape_at_its_time();

-- A minute's row must match the entries of the minute. Guards read minutes instead of thousands of entries. Without this check,
-- the writer of the tape could give a minute an extreme that no entry has, so that a level would count as reached although it was
-- not, or would never count as reached.
create function tape_minute_verified() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  from_seq bigint := new.first_seq;
  e record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    from_seq := old.last_seq + 1;
  end if;
  select count(*) as entries, max(t.last) as high, min(t.last) as low, max(t.bid) as bid_high, min(t.bid) as bid_low,
      max(t.ask) as ask_high, min(t.ask) as ask_low, sum(t.volume) as volume
    into e from tape t where t.symbol = new.symbol and t.seq between from_seq and new.last_seq;
  if tg_op = 'UPDATE' then
    e.high := greatest(e.high, old.high);
    e.low := least(e.low, old.low);
    e.bid_high := greatest(e.bid_high, old.bid_high);
    e.bid_low := least(e.bid_low, old.bid_low);
    e.ask_high := greatest(e.ask_high, old.ask_high);
    e.ask_low := least(e.ask_low, old.ask_low);
    e.volume := e.volume + old.volume;
  end if;
  if (e.entries = new.last_seq - from_seq + 1 and e.entries > 0
    and (e.high, e.low, e.bid_high, e.bid_low, e.ask_high, e.ask_low, e.volume)
      = (new.high, new.low, new.bid_high, new.bid_low, new.ask_high, new.ask_low, new.volume)
    and new.open between new.low and new.high and new.close = (select t.last from tape t where t.symbol = new.symbol and t.seq = new.last_seq)
    and (tg_op = 'INSERT' or (new.symbol, new.minute_ms, new.first_seq, new.open) = (old.symbol, old.minute_ms, old.first_seq, old.open)))
    is not true
  then
    raise exception 'minute % of % does not match its entries', new.minute_ms, new.symbol
      using errcode = 'check_violation', constraint = 'tape_minute_verified';
  end if;
  return null;
end
$$;
create trigger tape_minute_verified after insert or update on tape_minute for each row execute function tape_minute_verified();

revoke execute on function accepted_lately, market_looks, market_pace_ms, market_run_goes_on, tape_at_its_time, tape_minute_verified from public;
