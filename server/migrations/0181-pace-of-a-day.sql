-- Whoever stays below the bound of an hour, hour after hour, comes to thousands. So there is a bound of a day too: of the last twenty-four
-- hours, whichever they are.
alter table operator_pace add column day_max int;
update operator_pace set day_max = case what when 'locks' then 60 else 1500 end;
alter table operator_pace alter column day_max set not null, add check (day_max >= 1);

-- How many a person may within a day by now: ten times as many for an hour after an admin allowed it.
create function operator_day_pace_of(of_person text, of_what text) returns int language sql stable set search_path = public, pg_temp as
$$
  select p.day_max * case when exists (select from operator_leave l where l.person = of_person and l.what = of_what
    and l.granted_at > clock_timestamp() - interval '1 hour') then 10 else 1 end
  from operator_pace p where p.what = of_what
$$;

-- Counts these customers once an hour each, unless they are too many for the hour or the day, and answers how many it was and would be.
create or replace function operator_touches(of_person text, of_what text, customers bigint[], out before int, out by_now int) language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  this_hour timestamptz := date_trunc('hour', clock_timestamp());
  of_day int;
begin
  perform pg_advisory_xact_lock(7305144, hashtext(of_what || of_person));
  delete from operator_hour h where h.hour < this_hour - interval '23 hours' and h.person = of_person;
  select count(*) into before from operator_hour h where h.hour = this_hour and h.what = of_what and h.person = of_person;
  select before + count(distinct c) into by_now from unnest(customers) c where not exists (select from operator_hour h
    where h.hour = this_hour and h.what = of_what and h.person = of_person and h.customer = c);
  -- Somebody who was seen to earlier today is no further one.
  select count(distinct c) into of_day from (
    select h.customer as c from operator_hour h where h.what = of_what and h.person = of_person
    union all select unnest(customers)) of_both;
  -- Beyond the day's bound it is as one beyond the hour's.
  if by_now > before and of_day > operator_day_pace_of(of_person, of_what)
    and exists (select from unnest(customers) c where not exists (select from operator_hour h
      where h.what = of_what and h.person = of_person and h.customer = c))
  then
    by_now := greatest(by_now, operator_pace_of(of_person, of_what) + 1);
  end if;
  -- What is refused was not done: asking again is refused again.
  if by_now <= operator_pace_of(of_person, of_what) then
    insert into operator_hour (hour, what, person, customer)
      select this_hour, of_what, of_person, c from unnest(customers) c on conflict do nothing;
  end if;
end
$$;
