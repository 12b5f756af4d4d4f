-- What switches a guard off is no figure to be written: the period of an own limit begins with its day, week or month, what it has used
-- is what history says, and a code of an authenticator that was used is never right again.

create function own_limit_period(of_period text, at_ms numeric) returns bigint
  language sql immutable parallel safe set search_path = public, pg_temp
  return extract(epoch from date_trunc(of_period, to_timestamp(floor(at_ms / 1000)) at time zone 'UTC') at time zone 'UTC')::bigint * 1000;

create function own_limit_begins() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms numeric := extract(epoch from clock_timestamp()) * 1000;
begin
  -- The minute is for clocks that differ, and for what was decided before midnight and is written behind it.
  if is_bound_in_time(tg_relid) and new.period_start_ms not in (own_limit_period(new.period, now_ms - 60000),
    own_limit_period(new.period, now_ms + 60000))
  then
    raise exception 'the % of limit %/% began at another time', new.period, new.book, new.kind
      using errcode = 'check_violation', constraint = 'own_limit_begins';
  end if;
  return null;
end
$$;
create trigger own_limit_begins_new after insert on own_limit for each row execute function own_limit_begins();
create trigger own_limit_begins after update on own_limit for each row
  when (old.period_start_ms <> new.period_start_ms or old.used <> new.used or (old.amount is null) <> (new.amount is null))
  execute function own_limit_begins();

-- At commit, when everything that a limit counts is written.
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
    raise exception 'limit %/% has used %, and not %', new.book, new.kind, wrong.due, wrong.used
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

create function used_step_stays() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) then
    raise exception 'a code that was used is not right again' using errcode = 'check_violation', constraint = 'used_step_stays';
  end if;
  return null;
end
$$;
create trigger authenticator_step_stays after update on authenticator for each row
  when (new.last_step < old.last_step and new.sealed_secret = old.sealed_secret) execute function used_step_stays();
create trigger operator_step_stays after update on operator for each row
  when (new.totp_last_step < old.totp_last_step and new.sealed_totp_secret is not distinct from old.sealed_totp_secret)
  execute function used_step_stays();

revoke execute on function own_limit_period, own_limit_begins, own_limit_used, used_step_stays from public;
