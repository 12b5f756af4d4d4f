-- How much one operator, and all of a role together, may let in, let out or grant in a day of UTC, in USDT at the newest price.
-- What counts is each person's own word: a first approval counts as a last one does. Nothing is given back when a case ends otherwise.

-- The figures are the owner's to change; a role that is not listed for a kind has no word in it.
create table operator_cap (
  role text not null check (role in ('support', 'reviewer', 'treasurer', 'admin')),
  kind text not null check (kind in ('deposit', 'withdrawal_approve', 'withdrawal_pay', 'loan', 'manual')),
  operator_usdt numeric(38,8) not null check (operator_usdt > 0),
  role_usdt numeric(38,8) not null check (role_usdt >= operator_usdt),
  primary key (role, kind)
);
insert into operator_cap (role, kind, operator_usdt, role_usdt) values
  ('reviewer', 'deposit', 250000, 1000000), ('treasurer', 'deposit', 1000000, 3000000), ('admin', 'deposit', 5000000, 10000000),
  ('reviewer', 'withdrawal_approve', 100000, 300000), ('treasurer', 'withdrawal_approve', 500000, 1500000),
  ('admin', 'withdrawal_approve', 1000000, 3000000),
  ('treasurer', 'withdrawal_pay', 500000, 1500000), ('admin', 'withdrawal_pay', 1000000, 3000000),
  ('reviewer', 'loan', 100000, 300000), ('treasurer', 'loan', 100000, 300000), ('admin', 'loan', 250000, 750000),
  ('treasurer', 'manual', 250000, 500000), ('admin', 'manual', 250000, 500000);

-- What was used of a day; person '' is the role's sum. Only `operator_counts` writes it.
create table operator_day (
  day date not null,
  kind text not null,
  role text not null,
  person text not null,
  usdt numeric(38,8) not null check (usdt >= 0),
  primary key (day, kind, role, person)
);

-- A coin that was never quoted counts nothing: there is no price to count it by.
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
  today date := (clock_timestamp() at time zone 'UTC')::date;
  of_role numeric;
  of_person numeric;
begin
  select * into who from operator o where o.account = of_account;
  -- The payment provider is no operator.
  if who.account is null or worth <= 0 then return; end if;
  select * into cap from operator_cap c where c.role = who.role and c.kind = of_kind;
  insert into operator_day as d (day, kind, role, person, usdt) values (today, of_kind, who.role, '', worth)
    on conflict (day, kind, role, person) do update set usdt = d.usdt + excluded.usdt returning d.usdt into of_role;
  insert into operator_day as d (day, kind, role, person, usdt) values (today, of_kind, who.role, who.person, worth)
    on conflict (day, kind, role, person) do update set usdt = d.usdt + excluded.usdt;
  -- Another account in another role is the same person.
  select sum(d.usdt) into of_person from operator_day d where d.day = today and d.kind = of_kind and d.person = who.person;
  if cap.role is null or of_role > cap.role_usdt or of_person > cap.operator_usdt then
    raise exception '% USDT are above what % may % today', worth, of_account, of_kind
      using errcode = 'check_violation', constraint = 'operator_cap';
  end if;
end
$$;
revoke execute on function operator_counts from public;

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
create trigger deposit_capped after update on deposit for each row execute function operator_capped();
create trigger withdrawal_capped after update on withdrawal for each row execute function operator_capped();
create trigger loan_capped after update on loan for each row execute function operator_capped();
create trigger proposal_capped after insert or update on proposal for each row execute function operator_capped();

-- What the program asks before: today's use, the figures, and the prices that it is counted by.
create view cap_state as
  select json_build_object(
    'used', (select coalesce(json_agg(json_build_object('kind', d.kind, 'role', d.role, 'person', d.person, 'usdt', d.usdt::text)), '[]')
      from operator_day d where d.day = (clock_timestamp() at time zone 'UTC')::date),
    'caps', (select coalesce(json_agg(json_build_object('kind', k.kind, 'role', k.role, 'operator', k.operator_usdt::text,
      'all', k.role_usdt::text)), '[]') from operator_cap k),
    'bids', (select coalesce(json_object_agg(split_part(h.symbol, '/', 1), h.bid::text), '{}')
      from tape_head h where h.symbol like '%/USDT'))::text as state;
create view customer_cap as select c.id as book, 0::bigint as id, s.state from customer c cross join cap_state s;

grant select on operator_cap, operator_day, cap_state, customer_cap to candor_app;
