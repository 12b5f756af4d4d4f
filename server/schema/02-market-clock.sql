-- The house's time. Everything that a customer or an operator sees is dated by it, and every business rule reads it. It equals
-- the wall clock, except in a simulated demo that an operator set forward (docs/decisions/one-time.md). Heartbeats of processes,
-- ages of transactions, sessions, and times that are compared with another machine's clock use the wall clock instead.

-- Names are qualified, because setting a search path would take longer than running the function.
create function house_ahead_ms() returns bigint language plpgsql stable as
$$ begin return (select c.ahead_ms from public.clock c); end $$;

create function house_clock() returns timestamptz language plpgsql stable as
$$ begin return clock_timestamp() + (select c.ahead_ms from public.clock c) * interval '1 millisecond'; end $$;

-- Each change of the difference between the house's time and the wall clock. From `wall_ms` on, the house's time is ahead by
-- `ahead_ms`. Every change is in the public log, so that anyone can tell when something was written, whatever its date.
create table clock_step (
  number bigint primary key check (number > 0),
  wall_ms bigint not null,
  -- The size of the change. Only the first step of a new demo can go into the past.
  step_ms bigint not null check (step_ms <> 0),
  ahead_ms bigint not null,
  -- The operator's record of the step. A record permits only one step.
  audit_seq bigint unique,
  constraint clock_step_forward check (step_ms > 0 or number = 1)
);
create trigger clock_step_append_only before update or delete or truncate on clock_step
  for each statement execute function refuse_change();
create function clock_step_goes_on() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  last clock_step;
begin
  select * into last from clock_step s order by s.number desc limit 1;
  if (new.number, new.ahead_ms, new.ahead_ms) is distinct from
    (coalesce(last.number, 0) + 1, coalesce(last.ahead_ms, 0) + new.step_ms, (select c.ahead_ms from clock c))
    or (new.step_ms > 0) <> (new.audit_seq is not null)
  then
    raise exception 'step % of the clock does not follow step %', new.number, last.number
      using errcode = 'check_violation', constraint = 'clock_step_goes_on';
  end if;
  return new;
end
$$;
create trigger clock_step_goes_on before insert on clock_step for each row execute function clock_step_goes_on();

-- Records a step. Waits for transactions that have written journals or command records at the previous time. Later transactions
-- find the new time when they write, and a batch that was decided at the previous time is decided again. If the writers don't
-- finish in time, the step fails. Nothing is appended to the log while the step is written (`tlog_append` takes the same lock),
-- so no entry that is dated by the step precedes it in the log.
create function clock_stepped() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set lock_timeout = '5s' as
$$
begin
  perform pg_advisory_xact_lock(7305144);
  lock table journal, command_record in share mode;
  insert into clock_step (number, wall_ms, step_ms, ahead_ms, audit_seq) values (coalesce((select max(s.number) from clock_step s), 0) + 1,
    greatest(floor(extract(epoch from clock_timestamp()) * 1000), coalesce((select max(s.wall_ms) from clock_step s), 0)),
    new.ahead_ms - old.ahead_ms, new.ahead_ms,
    case when new.ahead_ms > old.ahead_ms then (select a.seq from audit a where a.xid = pg_current_xact_id_if_assigned()
      and a.subject = 'clock' and a.action = 'clock.forward' order by a.seq desc limit 1) end);
  return null;
end
$$;
create trigger clock_stepped after update on clock for each row when (new.ahead_ms <> old.ahead_ms) execute function clock_stepped();

-- Returns the difference between a house time and a wall-clock time. For ten seconds after a step, times from before the step
-- are accepted too.
create function house_apart_ms(of_ms bigint, at_wall_ms bigint) returns bigint language sql stable set search_path = public, pg_temp as
$$
  select min(abs(of_ms - at_wall_ms - a.ahead_ms)) from (
    select c.ahead_ms from clock c
    union all
    select s.ahead_ms - s.step_ms from clock_step s where s.wall_ms > extract(epoch from clock_timestamp()) * 1000 - 10000) a
$$;

-- Whether a step within the last day skipped a house time, so that nothing could be done at that time.
create function was_passed_over(of_ms bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from clock_step s where s.step_ms > 0
    and of_ms between s.wall_ms + s.ahead_ms - s.step_ms and s.wall_ms + s.ahead_ms
    and s.wall_ms + s.ahead_ms > extract(epoch from house_clock()) * 1000 - 86400000)
$$;

-- Whether the time was set forward within the last two minutes. Many things are then due at once and take a while to process.
create function was_set_forward_lately() returns boolean language sql stable set search_path = public, pg_temp as
$$ select exists (select from clock_step s where s.step_ms > 0 and s.wall_ms > extract(epoch from clock_timestamp()) * 1000 - 120000) $$;

grant select on clock_step to candor_app, candor_guard;
revoke execute on function clock_said_so, clock_step_goes_on, clock_stepped, house_apart_ms, was_passed_over, was_set_forward_lately from public;
grant execute on function clock_said_so to candor_app;
grant execute on function house_apart_ms to candor_app;
grant execute on function was_passed_over, was_set_forward_lately to candor_app, candor_guard;
