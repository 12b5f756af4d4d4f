-- What one person only begins: that an approved large withdrawal certainly failed, and that a customer's factors are lost. And what one
-- person does only so often an hour: locking customers, and reading about them, until an admin who is another person allows more.

-- The first word that a payment failed, after two persons let it be paid.
create table withdrawal_failing (
  book bigint not null references customer,
  id bigint not null,
  said_by text not null references operator,
  person text not null,
  said_ms bigint not null,
  primary key (book, id),
  foreign key (book, id) references withdrawal (book, id)
);
create function withdrawal_failing_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  of withdrawal;
  signed jsonb := approved_body(subject, 'withdrawal.payout_failed_first', new.said_by, new.id::text);
begin
  select * into of from withdrawal w where w.book = new.book and w.id = new.id;
  if audit_by(subject, 'withdrawal.payout_failed_first') is distinct from new.said_by
    or (signed ->> 'amount')::numeric is distinct from of.amount
  then
    raise exception 'the first word on withdrawal % has no record', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_failing_record';
  end if;
  if of.status <> 'waiting' or not of.needs_second or new.person is distinct from operator_person(new.said_by)
    or exists (select from operator_tie t where t.customer = new.book and t.person = new.person)
  then
    raise exception 'withdrawal % has no use for a first word', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_failing_waits';
  end if;
  return new;
end
$$;
create trigger withdrawal_failing_guard before insert or update on withdrawal_failing
  for each row execute function withdrawal_failing_guard();
create trigger withdrawal_failing_kept before delete or truncate on withdrawal_failing
  for each statement execute function refuse_change();

create function withdrawal_failed_by_two() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  -- The provider reports about its own payment.
  if operator_person(new.decided_by) is not null and not exists (
    select from withdrawal_failing f where f.book = new.book and f.id = new.id and f.person <> operator_person(new.decided_by)
      and not exists (select from operator_tie t where t.customer = new.book and t.person = f.person))
  then
    raise exception 'withdrawal % would fail on one word', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_failed_by_two';
  end if;
  return new;
end
$$;
create trigger withdrawal_failed_by_two before update on withdrawal for each row
  when (old.status = 'waiting' and new.status = 'failed' and new.needs_second) execute function withdrawal_failed_by_two();

-- The first word that a customer's factors are lost; good for a day, by the database's clock.
create table factor_reset_first (
  customer bigint not null references customer,
  said_by text not null references operator,
  person text not null,
  said_at timestamptz not null default clock_timestamp(),
  -- Where the log has it: a reset after it used it up.
  seq bigint not null default 0,
  primary key (customer, said_at)
);
create function factor_reset_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.said_at := clock_timestamp();
  new.seq := coalesce((select max(a.seq) from audit a where a.subject = 'customer:' || new.customer), 0);
  if audit_by('customer:' || new.customer, 'factor.reset_first') is distinct from new.said_by
    or new.person is distinct from operator_person(new.said_by)
  then
    raise exception 'the first word on the factors of customer % has no record', new.customer
      using errcode = 'check_violation', constraint = 'factor_reset_record';
  end if;
  return new;
end
$$;
create trigger factor_reset_guard before insert on factor_reset_first for each row execute function factor_reset_guard();
create trigger factor_reset_kept before update or delete or truncate on factor_reset_first
  for each statement execute function refuse_change();

-- Whose first word counts now: of the last day, not used up, of nobody who is tied to the customer.
create function factor_first_word(of_customer bigint) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select f.person from factor_reset_first f
    where f.customer = of_customer and f.said_at > clock_timestamp() - interval '1 day'
      and not exists (select from operator_tie t where t.customer = f.customer and t.person = f.person)
      and not exists (select from audit a where a.subject = 'customer:' || f.customer and a.action = 'factor.reset'
        and a.reason like 'lost%' and a.seq > f.seq)
    order by f.said_at desc limit 1
$$;
revoke execute on function factor_first_word from public;
grant execute on function factor_first_word to candor_app;

-- On record as taken away they are only by a second person.
create function factor_reset_by_two() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  if (factor_first_word(split_part(new.subject, ':', 2)::bigint) <> operator_person(new.operator)) is not true then
    raise exception 'the factors of % would be taken away by one person', new.subject
      using errcode = 'check_violation', constraint = 'factor_reset_by_two';
  end if;
  return new;
end
$$;
create trigger factor_reset_by_two before insert on audit for each row
  when (new.action = 'factor.reset' and new.reason like 'lost%') execute function factor_reset_by_two();

-- How many customers one person locks or freezes, and reads about, in an hour.
create table operator_pace (
  what text primary key check (what in ('locks', 'reads')),
  hour_max int not null check (hour_max > 0)
);
insert into operator_pace values ('locks', 20), ('reads', 300);
create table operator_hour (
  hour timestamptz not null,
  what text not null,
  person text not null,
  customer bigint not null,
  primary key (hour, what, person, customer)
);
create table operator_leave (
  account text not null references operator,
  person text not null,
  what text not null references operator_pace,
  granted_by text not null references operator,
  granted_at timestamptz not null,
  primary key (account, what, granted_at)
);
create function operator_leave_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.granted_at := clock_timestamp();
  if audit_by('operator:' || new.account, 'operator.allow') is distinct from new.granted_by
    or (approved_body('operator:' || new.account, 'operator.allow', new.granted_by, null) ->> 'what') is distinct from new.what
    or new.person is distinct from operator_person(new.account)
  then
    raise exception 'more % for % are not on record', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_leave_record';
  end if;
  if not operator_admits(new.granted_by) or operator_person(new.granted_by) = new.person then
    raise exception 'more % for % take another person who is an admin', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_leave_two_persons';
  end if;
  return new;
end
$$;
create trigger operator_leave_guard before insert on operator_leave for each row execute function operator_leave_guard();
create trigger operator_leave_kept before update or delete or truncate on operator_leave
  for each statement execute function refuse_change();

-- How many a person may by now: ten times as many for an hour after an admin allowed it.
create function operator_pace_of(of_person text, of_what text) returns int language sql stable set search_path = public, pg_temp as
$$
  select p.hour_max * case when exists (select from operator_leave l where l.person = of_person and l.what = of_what
    and l.granted_at > clock_timestamp() - interval '1 hour') then 10 else 1 end
  from operator_pace p where p.what = of_what
$$;

-- Counts these customers once an hour each, unless they are too many, and answers how many it was and would be; what is older than a day is of no use.
create function operator_touches(of_person text, of_what text, customers bigint[], out before int, out by_now int) language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  perform pg_advisory_xact_lock(7305144, hashtext(of_what || of_person));
  delete from operator_hour h where h.hour < clock_timestamp() - interval '1 day' and h.person = of_person;
  select count(*) into before from operator_hour h where h.hour = date_trunc('hour', clock_timestamp()) and h.what = of_what
    and h.person = of_person;
  select before + count(distinct c) into by_now from unnest(customers) c where not exists (select from operator_hour h
    where h.hour = date_trunc('hour', clock_timestamp()) and h.what = of_what and h.person = of_person and h.customer = c);
  -- What is refused was not done: asking again is refused again.
  if by_now <= operator_pace_of(of_person, of_what) then
    insert into operator_hour (hour, what, person, customer)
      select date_trunc('hour', clock_timestamp()), of_what, of_person, c from unnest(customers) c on conflict do nothing;
  end if;
end
$$;
revoke execute on function operator_touches from public;
grant execute on function operator_touches to candor_app;

create function customer_locked_at_pace() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  by_person text := operator_person(coalesce(
    audit_by('customer:' || new.id, 'customer.lock'), audit_by('customer:' || new.id, 'customer.freeze')));
begin
  -- What the program does by itself is nobody's pace.
  if by_person is null then return new; end if;
  if (operator_touches(by_person, 'locks', array[new.id])).by_now > operator_pace_of(by_person, 'locks') then
    raise exception '% locks more customers than one person may', by_person
      using errcode = 'check_violation', constraint = 'operator_pace';
  end if;
  return new;
end
$$;
create trigger customer_locked_at_pace before update of status on customer for each row
  when (new.status in ('locked', 'frozen') and old.status is distinct from new.status) execute function customer_locked_at_pace();

grant select on withdrawal_failing, factor_reset_first, operator_pace, operator_hour, operator_leave to candor_app;
grant insert, update on withdrawal_failing to candor_app;
grant insert on factor_reset_first, operator_leave to candor_app;
