-- What a deposit, a withdrawal and an address begin with is worked out again when they are made: fee, bounds, who has to approve, worth,
-- deadline and cool-off follow from the published terms, from what the book asked for within a day, from the tape and from the clock.
-- The guards of figures go by the time that the row says; guards of their own, named `of_now`, hold that time against the clock.

-- Whether a time of the wall is now, or was when the transaction can have begun. Clocks of servers may be ahead a little.
create function is_wall_now(of_ms bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return of_ms between floor(extract(epoch from clock_timestamp()) * 1000) - 10000
    and floor(extract(epoch from clock_timestamp()) * 1000) + 5000;
end
$$;

-- A day's sum is asked under the lock of its book, which whoever serves has anyway, so that no two add up beside each other.
create function lock_book(of_book bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  perform from book b where b.id = of_book for no key update;
end
$$;
revoke execute on function lock_book from public;

-- All of a day counts, however many they are. A row of a day has its time within it, so that what is older need not be read.
create or replace view deposit_lately as
  select c.id as book, 0::bigint as id, coalesce((
    select json_agg(json_build_object('currency', d.currency, 'amount', d.amount::text, 'requested_ms', d.submitted_ms) order by d.id desc)
    from deposit d where d.book = c.id and d.status <> 'failed'
      and d.submitted_ms > extract(epoch from now()) * 1000 - 2 * 86400000
  )::text, '[]') as asked
  from customer c;
create or replace view withdrawal_lately as
  select c.id as book, 0::bigint as id, coalesce((
    select json_agg(json_build_object('currency', w.currency, 'amount', w.amount::text, 'requested_ms', w.requested_ms) order by w.id desc)
    from withdrawal w where w.book = c.id and w.status <> 'failed'
      and w.requested_ms > extract(epoch from now()) * 1000 - 2 * 86400000
  )::text, '[]') as asked
  from customer c;

-- Whether a figure is an amount at a price that was the newest of its tape just now, rounded down; at par where there is no symbol.
-- A gap entry repeats the prices of the quote before it.
create function is_worth_now(of_value numeric, of_amount numeric, of_symbol text, side text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
begin
  if of_symbol is null then
    return of_value = trunc(of_amount, 8);
  end if;
  return coalesce(exists (
    select from tape_head h where h.symbol = of_symbol and h.seq > 0
      and of_value = trunc(of_amount * case side when 'bid' then h.bid else h.last end, 8)
  ) or exists (
    select from tape_head h join tape t on t.symbol = h.symbol and t.seq between h.seq - 500 and h.seq - 1
      where h.symbol = of_symbol and of_value = trunc(of_amount * case side when 'bid' then t.bid else t.last end, 8)
        and was_newest(t.symbol, t.seq, now_ms, slack_ms)
  ), false);
end
$$;
revoke execute on function is_worth_now from public;

-- Of what one unit of a deposit is counted by: a wire by the published rate, a coin by what it can be sold at.
create function deposit_symbol(of_currency text) returns text language sql immutable set search_path = public, pg_temp as
$$ select case when of_currency in ('USD', 'USDT') then null else of_currency || '/USDT' end $$;

-- What a customer's own limit leaves of a period of UTC, with all that was handed in during it.
create function own_deposit_fault(of_book bigint, of_value numeric, at_ms bigint) returns text
  language sql stable security definer set search_path = public, pg_temp as
$$
  select l.period from own_limit l
  where l.book = of_book and l.kind = 'deposit' and own_limit_allowed(l, at_ms) is not null
    and own_limit_allowed(l, at_ms) < of_value + coalesce((
      select sum(d.value_usdt) from deposit d where d.book = of_book and d.status <> 'failed' and d.placed_day >= case l.period
        when 'day' then at_ms / 86400000
        when 'week' then at_ms / 86400000 - (at_ms / 86400000 + 3) % 7
        else extract(epoch from date_trunc('month', to_timestamp(at_ms / 1000) at time zone 'UTC')) / 86400 end), 0)
  limit 1
$$;
revoke execute on function own_deposit_fault from public;

create function deposit_made_fault(made deposit) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('deposit:' || made.currency || ':' || made.network, made.submitted_ms);
  gate customer_gate;
begin
  perform lock_book(made.book);
  select * into gate from customer_gate g where g.book = made.book;
  return case
    when (of_terms ->> 'open') is distinct from 'true' then 'way'
    when gate.status <> 'active' or greatest(gate.time_out_until_ms, gate.excluded_until_ms) > made.submitted_ms then 'customer'
    when (made.amount between (of_terms ->> 'min')::numeric and (of_terms ->> 'max')::numeric) is not true then 'amount'
    when not made.needs_second and made.amount + coalesce((select sum(d.amount) from deposit d
        where d.book = made.book and d.currency = made.currency and d.status <> 'failed'
          and d.submitted_ms > made.submitted_ms - 86400000), 0) >= (of_terms ->> 'two_from')::numeric
      then 'number of persons'
    when made.deadline_ms <> made.submitted_ms + 86400000 then 'deadline'
    when made.placed_day <> made.submitted_ms / 86400000 then 'day'
    when made.version <> 1 or made.first_by is not null or made.decided_ms is not null then 'beginning'
    when not is_worth_now(made.value_usdt, made.amount, deposit_symbol(made.currency),
      case made.network when 'wire' then 'last' else 'bid' end) then 'worth'
    when own_deposit_fault(made.book, made.value_usdt, made.submitted_ms) is not null then 'own limit'
  end;
end
$$;
revoke execute on function deposit_made_fault from public;

create function deposit_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  fault text;
begin
  if is_bound_in_time(tg_relid) then
    fault := deposit_made_fault(new);
    if fault is not null then
      raise exception 'deposit % of book % begins with another %', new.id, new.book, fault
        using errcode = 'check_violation', constraint = 'deposit_recomputed';
    end if;
  end if;
  return new;
end
$$;
create trigger deposit_zz_recomputed before insert on deposit for each row execute function deposit_recomputed();

-- What a wire is credited at is the rate that is published when it is.
create function deposit_rate() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not is_worth_now(new.rate, 1, deposit_symbol(new.currency), 'last') then
    raise exception 'deposit % of book % is credited at another rate', new.id, new.book
      using errcode = 'check_violation', constraint = 'deposit_rate';
  end if;
  return new;
end
$$;
create trigger deposit_zz_rate before update on deposit for each row
  when (new.status = 'success' and new.rate is not null) execute function deposit_rate();

create function deposit_of_now() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not (
    case tg_op when 'INSERT' then is_wall_now(new.submitted_ms)
    else (new.decided_ms is null or is_wall_now(new.decided_ms))
      and (new.first_ms is not distinct from old.first_ms or new.first_ms is null or is_wall_now(new.first_ms)) end)
  then
    raise exception 'deposit % of book % is not of now', new.id, new.book
      using errcode = 'check_violation', constraint = 'deposit_of_now';
  end if;
  return new;
end
$$;
create trigger deposit_zz_of_now before insert or update on deposit for each row execute function deposit_of_now();

-- The smallest part that travels, where it is more than ours: USDT has six places.
create function withdrawal_fee(of_currency text, of_amount numeric, fee_rate numeric) returns numeric
  language sql immutable set search_path = public, pg_temp as
$$
  select of_amount - trunc(of_amount - ceil(of_amount * fee_rate * 100000000) / 100000000, case of_currency when 'USDT' then 6 else 8 end)
$$;

create function withdrawal_made_fault(made withdrawal) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('withdrawal:' || made.currency, made.requested_ms);
  gate customer_gate;
  asked numeric;
begin
  perform lock_book(made.book);
  select * into gate from customer_gate g where g.book = made.book;
  asked := made.amount + coalesce((select sum(w.amount) from withdrawal w
    where w.book = made.book and w.currency = made.currency and w.status <> 'failed' and w.requested_ms > made.requested_ms - 86400000), 0);
  return case
    when (of_terms ->> 'open') is distinct from 'true' then 'currency'
    -- What can be sent in on a chain can be sent out on it.
    when terms_at('deposit:' || made.currency || ':' || made.network, made.requested_ms) is null or made.network = 'wire' then 'chain'
    when (gate.status = 'active' and gate.kyc_status = 'approved' and gate.has_trading_password and gate.has_bank_card) is not true
      then 'customer'
    when gate.security_changed_ms + 86400000 > made.requested_ms then 'time after a change of security'
    when (made.amount between (of_terms ->> 'min')::numeric and (of_terms ->> 'max')::numeric) is not true then 'amount'
    when (asked <= (of_terms ->> 'day_max')::numeric) is not true then 'sum of a day'
    when (made.fee = withdrawal_fee(made.currency, made.amount, (of_terms ->> 'fee_rate')::numeric)) is not true then 'fee'
    when not made.needs_second and asked >= (of_terms ->> 'two_from')::numeric then 'number of persons'
    when made.deadline_ms <> made.requested_ms + 86400000 then 'deadline'
    when made.version <> 1 or made.holds <> 0 or made.approved_ms is not null or made.decided_by is not null then 'beginning'
  end;
end
$$;
revoke execute on function withdrawal_made_fault from public;

create function withdrawal_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  fault text;
begin
  if is_bound_in_time(tg_relid) then
    fault := withdrawal_made_fault(new);
    if fault is not null then
      raise exception 'withdrawal % of book % begins with another %', new.id, new.book, fault
        using errcode = 'check_violation', constraint = 'withdrawal_recomputed';
    end if;
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_recomputed before insert on withdrawal for each row execute function withdrawal_recomputed();

-- An approval is of an account that is active, and a hold ends within a week of it.
create function withdrawal_goes_on() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (new.first_by, new.second_by) is distinct from (old.first_by, old.second_by)
    and not exists (select from customer c where c.id = new.book and c.status = 'active')
  then
    raise exception 'withdrawal % of book % waits until its account is active', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_goes_on';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_goes_on before update on withdrawal for each row execute function withdrawal_goes_on();

create function withdrawal_of_now() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  week_ms constant bigint := 604800000;
begin
  if is_bound_in_time(tg_relid) and not (
    case tg_op when 'INSERT' then is_wall_now(new.requested_ms)
    else (new.decided_ms is null or is_wall_now(new.decided_ms))
      and (new.approved_ms is not distinct from old.approved_ms or is_wall_now(new.approved_ms))
      and (new.hold_until_ms is not distinct from old.hold_until_ms or new.hold_until_ms is null
        or new.hold_until_ms between 1 + floor(extract(epoch from clock_timestamp()) * 1000) - 10000
          and floor(extract(epoch from clock_timestamp()) * 1000) + 5000 + week_ms) end)
  then
    raise exception 'withdrawal % of book % is not of now', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_of_now';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_of_now before insert or update on withdrawal for each row execute function withdrawal_of_now();

-- A new address waits as long as is published.
create function withdrawal_address_waits() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (new.deleted_ms is null
    and new.usable_ms = new.added_ms + (terms_at('address', new.added_ms) ->> 'cool_off_seconds')::bigint * 1000) is not true
  then
    raise exception 'address % of book % waits for another time', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_address_waits';
  end if;
  return new;
end
$$;
create trigger withdrawal_address_zz_waits before insert on withdrawal_address for each row execute function withdrawal_address_waits();

create function withdrawal_address_of_now() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not is_wall_now(coalesce(new.deleted_ms, new.added_ms)) then
    raise exception 'address % of book % is not of now', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_address_of_now';
  end if;
  return new;
end
$$;
create trigger withdrawal_address_zz_of_now before insert or update on withdrawal_address
  for each row execute function withdrawal_address_of_now();

revoke execute on function is_wall_now, deposit_symbol, withdrawal_fee, deposit_recomputed, deposit_rate, deposit_of_now,
  withdrawal_recomputed, withdrawal_goes_on, withdrawal_of_now, withdrawal_address_waits, withdrawal_address_of_now from public;
