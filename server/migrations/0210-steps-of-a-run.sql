-- A run of the simulated market makes a step every so many milliseconds from its beginning on, by the market clock: what a process missed is
-- made up at the times that it would have had, so that the times of all its quotes follow from this row. Of runs from before, whose steps
-- bear the times at which the process got to them, it says nothing.
alter table market_run add column step_ms int check (step_ms > 0);

-- A run has a pace, and where it leaves a hole behind the tape no ticket expires in that: its exit would be the run's first quote, a second
-- throw for whoever had brought the hole about. The process that made the tape makes up for what it missed first, which it can while the
-- key of that day is its own and not told.
create function market_run_goes_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  newest record;
  ends_ms bigint;
  missed bigint;
begin
  if new.step_ms is distinct from 250 then
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
revoke execute on function market_run_goes_on from public;
create trigger market_run_goes_on before insert on market_run for each row execute function market_run_goes_on();
