-- Limits on the amounts that an operator may credit, pay out or grant within 24 hours, and on the number of customers that an
-- operator may lock or read about. Also the rule that an operator who let in a customer or their money may not pay out to that
-- customer.

-- Limits on the amounts that one operator, and all operators of a role together, may credit, pay out or grant within 24 hours,
-- in USDT at the newest price. Every approval is included, whether it is the first or the final one, even if the case later
-- fails.

-- The database owner may change the limits. A role that is not listed for a kind may not approve it.
create table operator_cap (
  role text not null check (role in ('support', 'reviewer', 'treasurer', 'admin')),
  kind text not null check (kind in ('deposit', 'withdrawal_approve', 'withdrawal_pay', 'loan', 'manual')),
  operator_usdt numeric(38,8) not null check (operator_usdt > 0),
  role_usdt numeric(38,8) not null check (role_usdt >= operator_usdt),
  primary key (role, kind)
);

-- The number of customers whom one operator may lock or freeze (locks), or read about (reads), within an hour.
create table operator_pace (
  what text primary key check (what in ('locks', 'reads')),
  hour_max int not null check (hour_max > 0),
  -- The limit for the last 24 hours, because staying just below the hourly limit in every hour would add up to thousands.
  day_max int not null,
  check (day_max >= 1)
);

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
create trigger operator_leave_kept before update or delete or truncate on operator_leave
  for each statement execute function refuse_change();

-- One row per approval. The limits cover the last 24 hours instead of a calendar day, because a limit that resets at midnight
-- would allow twice the amount within an hour around midnight.
create table operator_word (
  said_at timestamptz not null,
  kind text not null,
  role text not null,
  person text not null,
  usdt numeric(38,8) not null check (usdt >= 0)
);
create index operator_word_said on operator_word (kind, said_at);

-- Returns the persons who let in this customer or the customer's money: by approving a verification, crediting a deposit or
-- approving it first, granting a loan, crediting manually as either of the two operators, or removing factors that were
-- reported lost, which lets in whoever reported them lost. None of these persons may approve or pay a withdrawal of this
-- customer, from whatever operator account. Runs with the privileges of its owner, because not every role may read the log's
-- records.
create function customer_let_in_by(of_book bigint) returns setof text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select operator_person(a.operator) from audit a
    where a.subject = 'customer:' || of_book and operator_person(a.operator) is not null
      and (a.action = 'kyc.approve' or a.action in ('factor.reset', 'factor.reset_first') and a.reason like 'lost%')
  union
  select operator_person(by) from deposit d, unnest(array[d.first_by, d.decided_by]) by
    where d.book = of_book and d.status = 'success' and operator_person(by) is not null
  union
  select operator_person(by) from loan l, unnest(array[l.first_by, l.decided_by]) by
    where l.book = of_book and l.status in ('disbursed', 'settled') and operator_person(by) is not null
  union
  select operator_person(by) from proposal p, unnest(array[p.proposed_by, p.decided_by]) by
    where p.book = of_book and p.status = 'done' and p.kind in ('correction', 'promotion')
      and (p.body::jsonb ->> 'takes') is distinct from 'true' and operator_person(by) is not null
$$;

-- Returns the value of an amount in USDT at the newest price; zero for a coin that was never quoted.
create function usdt_worth(of_currency text, of_amount numeric) returns numeric language sql stable set search_path = public, pg_temp as
$$
  select case of_currency when 'USDT' then of_amount else
    ceil(of_amount * coalesce((select h.bid from tape_head h where h.symbol = of_currency || '/USDT'), 0) * 1e8) / 1e8 end
$$;

create function operator_counts(of_account text, of_kind text, worth numeric) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  who operator;
  cap operator_cap;
  of_role numeric;
  of_person numeric;
begin
  select * into who from operator o where o.account = of_account;
  -- The payment provider isn't an operator, so its reports don't count.
  if who.account is null or worth <= 0 then return; end if;
  select * into cap from operator_cap c where c.role = who.role and c.kind = of_kind;
  -- Concurrent approvals run one after another, so that each sees those before it.
  perform pg_advisory_xact_lock(7305145, hashtext(of_kind));
  delete from operator_word w where w.kind = of_kind and w.said_at < house_clock() - interval '2 days';
  insert into operator_word (said_at, kind, role, person, usdt) values (house_clock(), of_kind, who.role, who.person, worth);
  -- A person's amounts are summed over all of the person's accounts and roles.
  select coalesce(sum(w.usdt) filter (where w.role = who.role), 0), coalesce(sum(w.usdt) filter (where w.person = who.person), 0)
    into of_role, of_person from operator_word w where w.kind = of_kind and w.said_at > house_clock() - interval '24 hours';
  if cap.role is null or of_role > cap.role_usdt or of_person > cap.operator_usdt then
    raise exception '% USDT exceed a daily cap: operator %, kind %', worth, of_account, of_kind
      using errcode = 'check_violation', constraint = 'operator_cap';
  end if;
end
$$;

create function operator_capped() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  now_row jsonb := to_jsonb(new);
  old_row jsonb := case tg_op when 'UPDATE' then to_jsonb(old) end;
  body jsonb;
  worth numeric;
begin
  if tg_table_name = 'proposal' then
    body := new.body::jsonb;
    if new.kind not in ('correction', 'promotion') or body ->> 'takes' = 'true' then return null; end if;
    worth := usdt_worth(case new.kind when 'promotion' then 'USDT' else body ->> 'currency' end, (body ->> 'amount')::numeric);
    if tg_op = 'INSERT' then perform operator_counts(new.proposed_by, 'manual', worth);
    elsif new.status = 'done' then perform operator_counts(new.decided_by, 'manual', worth); end if;
    return null;
  end if;
  worth := usdt_worth(coalesce(now_row ->> 'credited_currency', new.currency),
    coalesce((now_row ->> 'credited_amount')::numeric, new.amount));
  if tg_table_name = 'deposit' then worth := greatest(worth, (now_row ->> 'value_usdt')::numeric); end if;
  -- Each word that was given here, of whom there may be two in one change.
  perform operator_counts(now_row ->> w.said_by, case tg_table_name when 'withdrawal' then 'withdrawal_approve' else tg_table_name end, worth)
    from (values ('first_by'), ('second_by')) w (said_by)
    where now_row ->> w.said_by is not null and now_row ->> w.said_by is distinct from old_row ->> w.said_by;
  if new.status <> old.status and new.status in ('success', 'disbursed') then
    perform operator_counts(new.decided_by, case tg_table_name when 'withdrawal' then 'withdrawal_pay' else tg_table_name end, worth);
  end if;
  return null;
end
$$;

create function operator_leave_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.granted_at := house_clock();
  if audit_by('operator:' || new.account, 'operator.allow') is distinct from new.granted_by
    or (approved_body('operator:' || new.account, 'operator.allow', new.granted_by, null) ->> 'what') is distinct from new.what
    or new.person is distinct from operator_person(new.account)
  then
    raise exception 'the raised limit % of operator % has no matching audit record', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_leave_record';
  end if;
  if not operator_admits(new.granted_by) or operator_person(new.granted_by) = new.person then
    raise exception 'the raised limit % of operator % must be granted by another person who is an admin', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_leave_two_persons';
  end if;
  return new;
end
$$;
create trigger operator_leave_guard before insert on operator_leave for each row execute function operator_leave_guard();

-- Returns the number of customers whom an operator may currently lock or read about within an hour: ten times the usual limit
-- for an hour after an admin raised it.
create function operator_pace_of(of_person text, of_what text) returns int language sql stable set search_path = public, pg_temp as
$$
  select p.hour_max * case when exists (select from operator_leave l where l.person = of_person and l.what = of_what
    and l.granted_at > house_clock() - interval '1 hour') then 10 else 1 end
  from operator_pace p where p.what = of_what
$$;

-- Counts these customers, each once an hour, unless the count would exceed the hourly or daily limit. Returns the count before
-- and after.
create function operator_touches(of_person text, of_what text, customers bigint[], out before int, out by_now int) language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  this_hour timestamptz := date_trunc('hour', house_clock());
  of_day int;
begin
  perform pg_advisory_xact_lock(7305144, hashtext(of_what || of_person));
  delete from operator_hour h where h.hour < this_hour - interval '23 hours' and h.person = of_person;
  select count(*) into before from operator_hour h where h.hour = this_hour and h.what = of_what and h.person = of_person;
  select before + count(distinct c) into by_now from unnest(customers) c where not exists (select from operator_hour h
    where h.hour = this_hour and h.what = of_what and h.person = of_person and h.customer = c);
  -- A customer who was already counted within the last day is not counted again.
  select count(distinct c) into of_day from (
    select h.customer as c from operator_hour h where h.what = of_what and h.person = of_person
    union all select unnest(customers)) of_both;
  -- Exceeding the daily limit is reported like exceeding the hourly limit.
  if by_now > before and of_day > operator_day_pace_of(of_person, of_what)
    and exists (select from unnest(customers) c where not exists (select from operator_hour h
      where h.what = of_what and h.person = of_person and h.customer = c))
  then
    by_now := greatest(by_now, operator_pace_of(of_person, of_what) + 1);
  end if;
  -- A refused request is not recorded, so it is refused again if it is repeated.
  if by_now <= operator_pace_of(of_person, of_what) then
    insert into operator_hour (hour, what, person, customer)
      select this_hour, of_what, of_person, c from unnest(customers) c on conflict do nothing;
  end if;
end
$$;

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
    raise exception '% exceeds the number of customers that one person may lock', by_person
      using errcode = 'check_violation', constraint = 'operator_pace';
  end if;
  return new;
end
$$;
create trigger customer_locked_at_pace before update of status on customer for each row
  when (new.status in ('locked', 'frozen') and old.status is distinct from new.status) execute function customer_locked_at_pace();

-- Returns the limit for the last 24 hours: ten times the usual one for an hour after an admin raised it.
create function operator_day_pace_of(of_person text, of_what text) returns int language sql stable set search_path = public, pg_temp as
$$
  select p.day_max * case when exists (select from operator_leave l where l.person = of_person and l.what = of_what
    and l.granted_at > house_clock() - interval '1 hour') then 10 else 1 end
  from operator_pace p where p.what = of_what
$$;

create view customer_duty as
  select c.id as book, 0::bigint as id,
    coalesce((select json_agg(p order by p) from customer_let_in_by(c.id) p)::text, '[]') as persons
  from customer c;

-- The input with which the server checks the limits in advance: the amounts used in the last 24 hours, the limits, and the
-- prices for valuing an amount.
create view cap_state as
  select json_build_object(
    'used', (select coalesce(json_agg(json_build_object('kind', u.kind, 'role', u.role, 'person', u.person, 'usdt', u.usdt::text)), '[]')
      from (select w.kind, w.role, coalesce(w.person, '') as person, sum(w.usdt) as usdt from operator_word w
        where w.said_at > house_clock() - interval '24 hours'
        group by grouping sets ((w.kind, w.role, w.person), (w.kind, w.role))) u),
    'caps', (select coalesce(json_agg(json_build_object('kind', k.kind, 'role', k.role, 'operator', k.operator_usdt::text,
      'all', k.role_usdt::text)), '[]') from operator_cap k),
    'bids', (select coalesce(json_object_agg(split_part(h.symbol, '/', 1), h.bid::text), '{}')
      from tape_head h where h.symbol like '%/USDT'))::text as state;

create view customer_cap as select c.id as book, 0::bigint as id, s.state from customer c cross join cap_state s;

insert into operator_cap (role, kind, operator_usdt, role_usdt) values
  ('reviewer', 'deposit', 250000, 1000000), ('treasurer', 'deposit', 1000000, 3000000), ('admin', 'deposit', 5000000, 10000000),
  ('reviewer', 'withdrawal_approve', 100000, 300000), ('treasurer', 'withdrawal_approve', 500000, 1500000),
  ('admin', 'withdrawal_approve', 1000000, 3000000),
  ('treasurer', 'withdrawal_pay', 500000, 1500000), ('admin', 'withdrawal_pay', 1000000, 3000000),
  ('reviewer', 'loan', 100000, 300000), ('treasurer', 'loan', 100000, 300000), ('admin', 'loan', 250000, 750000),
  ('treasurer', 'manual', 250000, 500000), ('admin', 'manual', 250000, 500000);

insert into operator_pace (what, hour_max, day_max) values ('locks', 20, 60), ('reads', 300, 1500);

insert into unsigned_action values ('customers.read'), ('links.read');

grant select on customer_duty, cap_state, operator_cap, customer_cap, operator_hour, operator_pace, operator_word to candor_app;
grant select, insert on operator_leave to candor_app;
revoke execute on function customer_let_in_by, operator_counts, operator_touches from public;
grant execute on function customer_let_in_by, operator_touches to candor_app;
