-- Limits and pauses that customers set for themselves.

-- Self-imposed limits. Amounts are in USDT. A lower amount takes effect immediately; a higher one, or the removal of the
-- limit, is pending for a day. `used` is the amount counted in the period that started at period_start_ms.
create table own_limit (
  book bigint not null references customer (id),
  id bigint not null check (id between 0 and 8),
  kind text not null check (kind in ('deposit', 'loss', 'stake')),
  period text not null check (period in ('day', 'week', 'month')),
  -- Null for no limit.
  amount numeric(38,8) check (amount >= 0),
  pending_amount numeric(38,8) check (pending_amount >= 0),
  -- Null if nothing is pending.
  pending_from_ms bigint,
  used numeric(38,8) not null,
  period_start_ms bigint not null,
  primary key (book, id),
  unique (book, kind, period),
  check (pending_amount is null or pending_from_ms is not null),
  -- A pending amount is higher than the current one; null means no limit.
  check (pending_from_ms is null or (amount is not null and (pending_amount is null or pending_amount > amount)))
) with (fillfactor = 70);
-- Lowering a limit, or setting a pending amount, requires a session of the customer. A pending amount takes effect without
-- one.
create trigger changed_in_session after update on own_limit for each row
  when (new.amount < old.amount or (old.amount is null and new.amount is not null)
    or (new.pending_from_ms is not null and (old.pending_amount, old.pending_from_ms) is distinct from (new.pending_amount, new.pending_from_ms)))
  execute function changed_in_session();

-- A pause from trading, or self-exclusion. Rows are only added, so nobody can shorten a pause.
create table own_pause (
  book bigint not null references customer (id),
  id bigint not null,
  kind text not null check (kind in ('time_out', 'self_exclusion')),
  from_ms bigint not null,
  until_ms bigint not null,
  primary key (book, id),
  check (case kind when 'time_out' then until_ms - from_ms between 86400000 and 42 * 86400000::bigint
    else until_ms - from_ms >= 180 * 86400000::bigint end)
);
create trigger own_pause_append_only before update or delete or truncate on own_pause
  for each statement execute function refuse_change();

create trigger begun_in_session after insert on own_limit referencing new table as added
  for each statement execute function begun_in_session();

create trigger begun_in_session after insert on own_pause referencing new table as added
  for each statement execute function begun_in_session();

-- Returns the amount of a limit in effect at an instant; null means that there is no limit.
create function own_limit_allowed(of_limit own_limit, at_ms numeric) returns numeric
  language sql immutable parallel safe
  return case when (of_limit).pending_from_ms <= at_ms then (of_limit).pending_amount else (of_limit).amount end;

-- Whichever role writes, a limit is raised only when a pending amount falls due, and an amount is pending for at least a day, by
-- the clock of the database. A minute allows for clock differences.
create function own_limit_loosening() returns trigger language plpgsql as
$$
declare
  now_ms numeric := extract(epoch from house_clock()) * 1000;
  was numeric := own_limit_allowed(old, now_ms + 60000);
begin
  if was is not null and (
    own_limit_allowed(new, now_ms) is null or own_limit_allowed(new, now_ms) > was
    or (new.pending_from_ms is distinct from old.pending_from_ms or new.pending_amount is distinct from old.pending_amount)
      and new.pending_from_ms < now_ms + 86400000 - 60000
  ) then
    raise exception 'limit %/% cannot be loosened immediately', old.book, old.kind
      using errcode = 'check_violation', constraint = 'own_limit_loosening';
  end if;
  return new;
end
$$;
create trigger own_limit_loosening before update on own_limit for each row
  when (
    (old.amount, old.pending_amount, old.pending_from_ms) is distinct from
    (new.amount, new.pending_amount, new.pending_from_ms)
  ) execute function own_limit_loosening();

-- The period of a self-imposed limit starts with its day, week or month. Otherwise a wrong period would disable the limit.
create function own_limit_period(of_period text, at_ms numeric) returns bigint
  language sql immutable parallel safe set search_path = public, pg_temp
  return extract(epoch from date_trunc(of_period, to_timestamp(floor(at_ms / 1000)) at time zone 'UTC') at time zone 'UTC')::bigint * 1000;

create function own_limit_begins() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms numeric := extract(epoch from house_clock()) * 1000;
begin
  -- The minute allows for clock differences, and for a limit that was decided before midnight and is written after it.
  if is_bound_in_time(tg_relid) and new.period_start_ms not in (own_limit_period(new.period, now_ms - 60000),
    own_limit_period(new.period, now_ms + 60000))
  then
    raise exception 'the current % of limit %/% has a wrong start', new.period, new.book, new.kind
      using errcode = 'check_violation', constraint = 'own_limit_begins';
  end if;
  return null;
end
$$;
create trigger own_limit_begins_new after insert on own_limit for each row execute function own_limit_begins();
create trigger own_limit_begins after update on own_limit for each row
  when (old.period_start_ms <> new.period_start_ms or old.used <> new.used or (old.amount is null) <> (new.amount is null))
  execute function own_limit_begins();

create function own_limit_used() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select l.used, coalesce(d.amount, 0) as due into wrong from own_limit l cross join lateral (
      select sum(case l.kind when 'stake' then o.staked when 'loss' then o.open - o.result else o.deposited end) as amount
      from own_day o where o.book = l.book and o.day >= l.period_start_ms / 86400000) d
    where l.book = new.book and l.id = new.id and l.amount is not null and l.used <> coalesce(d.amount, 0);
  if found then
    raise exception 'limit %/%: expected the amount used to be %, found %', new.book, new.kind, wrong.due, wrong.used
      using errcode = 'check_violation', constraint = 'own_limit_used';
  end if;
  return null;
end
$$;
create constraint trigger own_limit_used_new after insert on own_limit deferrable initially deferred
  for each row execute function own_limit_used();
create constraint trigger own_limit_used after update on own_limit deferrable initially deferred for each row
  when (old.period_start_ms <> new.period_start_ms or old.used <> new.used or (old.amount is null) <> (new.amount is null))
  execute function own_limit_used();

grant select, insert on own_pause to candor_app;
grant select, insert, update (amount, pending_amount, pending_from_ms, used, period_start_ms) on own_limit to candor_app;
revoke execute on function own_limit_begins, own_limit_period, own_limit_used from public;

-- Read by the invariants, which the guard evaluates.
grant select on own_limit to candor_guard;
