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

create or replace function market_run_goes_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  newest record;
  ends_ms bigint;
  missed bigint;
begin
  if (new.step_ms = 250 or new.step_ms = market_pace_ms(new.started_ms)) is not true then
    raise exception 'a run of the market of % has no pace', new.day using errcode = 'check_violation', constraint = 'market_run_paced';
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
    raise exception 'ticket % expires in the hole before a run of %', missed, new.day
      using errcode = 'check_violation', constraint = 'market_run_goes_on';
  end if;
  return new;
end
$$;

revoke execute on function market_pace_ms from public;
