-- Flash exchange: firm quotes, and exchanges at them. A firm quote is a price that is valid for ten seconds. A customer has
-- one quote at a time, and it is used at most once.
create table exchange_quote (
  book bigint not null references customer (id),
  id bigint not null check (id = 0),
  number bigint not null,
  from_currency text not null,
  to_currency text not null,
  from_amount numeric(38,8) not null check (from_amount > 0),
  to_amount numeric(38,8) not null check (to_amount > 0),
  fee numeric(38,8) not null check (fee >= 0),
  fee_rate numeric(38,8) not null check (fee_rate >= 0),
  -- The legs, through USDT, as JSON, with the tape entries from which they were priced.
  legs text not null check (json_typeof(legs::json) = 'array'),
  quoted_ms bigint not null,
  expires_ms bigint not null,
  -- The time of the quote, by the market clock.
  market_ms bigint not null,
  used boolean not null,
  -- A firm price that is requested and not used is a small free option, so the terms limit how many a customer may leave
  -- unused within an hour. This column lists the wall-clock times (a JSON list, oldest first) of the customer's quotes of the
  -- last hour that were not executed. Older ones are removed with the next quote, so that the row does not grow.
  unused_ms text not null default '[]'
  constraint exchange_quote_unused check (json_typeof(unused_ms::json) = 'array' and json_array_length(unused_ms::json) <= 360),
  primary key (book, id),
  check (from_currency <> to_currency),
  constraint exchange_quote_exact check (legs !~ '\.[0-9]{9}|[0-9][eE][-+0-9]')
) with (fillfactor = 50);
-- A transaction that executes at a firm price and stays open until the market has moved would be a free option: if the price
-- moved against the customer, it could be rolled back, and the quote would not count as unused. Transactions with fund orders
-- could wait for a day's result in the same way. Such transactions are therefore recorded like trades.
create trigger accepted_lately after insert or update on exchange_quote for each statement execute function accepted_lately();

create table exchange (
  book bigint not null,
  -- The number of the quote; part of the key, so that no quote is executed twice.
  id bigint not null,
  from_currency text not null,
  to_currency text not null,
  from_amount numeric(38,8) not null check (from_amount > 0),
  to_amount numeric(38,8) not null check (to_amount > 0),
  fee numeric(38,8) not null,
  fee_rate numeric(38,8) not null,
  legs text not null check (json_typeof(legs::json) = 'array'),
  quoted_ms bigint not null,
  -- By the market clock.
  time_ms bigint not null,
  journal_seq bigint not null,
  -- When the execution was requested; each leg names the entry that was the newest at that time.
  asked_ms bigint not null default 0,
  primary key (book, id),
  constraint exchange_exact check (legs !~ '\.[0-9]{9}|[0-9][eE][-+0-9]')
);
create trigger exchange_append_only before update or delete or truncate on exchange
  for each statement execute function refuse_change();

create trigger begun_in_session after insert on exchange referencing new table as added
  for each statement execute function begun_in_session();

create trigger accepted_lately after insert on exchange for each statement execute function accepted_lately();

-- Each leg of an exchange used an entry that was the newest while the quote was valid: within the last ten seconds of wall
-- time, at most a minute of market time, plus the allowed clock difference.
create function exchange_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  wrong bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.id into wrong from added a where abs(a.time_ms - now_ms) > slack_ms
    or exists (
      select from json_to_recordset(a.legs::json) as l (symbol text, side text, price numeric, tape_seq bigint)
      left join tape t on t.symbol = l.symbol and t.seq = l.tape_seq and not t.gap
      left join tape n on n.symbol = l.symbol and n.seq = l.tape_seq + 1
      where (l.price = case l.side when 'buy' then t.ask else t.bid end and t.time_ms <= now_ms + slack_ms
        and coalesce(n.time_ms > now_ms - least(60000, slack_ms / 3 * 10) - slack_ms, true)) is not true)
  limit 1;
  if wrong is not null then
    raise exception 'exchange % does not match the tape at this time', wrong using errcode = 'check_violation', constraint = 'exchange_in_time';
  end if;
  return null;
end
$$;
create trigger exchange_in_time after insert on exchange
  referencing new table as added for each statement execute function exchange_in_time();

-- An exchange moves one currency to the house and another to the customer, each priced from its tape against USDT.
create function exchange_legs() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if exists (
    select from jsonb_to_recordset(new.legs::jsonb) as l (symbol text, coin text, side text)
    where (l.symbol = l.coin || '/USDT' and l.coin = case l.side when 'sell' then new.from_currency when 'buy' then new.to_currency end) is not true)
    or (select count(*) filter (where l ->> 'side' = 'sell') <> (new.from_currency <> 'USDT')::int
        or count(*) filter (where l ->> 'side' = 'buy') <> (new.to_currency <> 'USDT')::int
      from jsonb_array_elements(new.legs::jsonb) as e (l))
  then
    raise exception 'the legs of exchange % of book % do not match its currencies', new.id, new.book
      using errcode = 'check_violation', constraint = 'exchange_legs';
  end if;
  return new;
end
$$;
create trigger exchange_legs before insert on exchange for each row execute function exchange_legs();

create function exchange_quote_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not is_term_now('exchange', 'fee_rate', new.fee_rate) then
    raise exception 'an exchange does not have the published fee rate' using errcode = 'check_violation', constraint = 'exchange_quote_terms';
  end if;
  return null;
end
$$;
create trigger exchange_quote_terms_new after insert on exchange_quote for each row execute function exchange_quote_terms();
create trigger exchange_quote_terms after update on exchange_quote for each row
  when (old.fee_rate <> new.fee_rate or old.quoted_ms <> new.quoted_ms) execute function exchange_quote_terms();

-- A firm quote is created at the current time, at the newest entries, and is used for one exchange with exactly its figures.
-- Otherwise the process that takes orders could choose among the entries of ten seconds without having quoted a price from any
-- of them.
create function exchange_quote_given() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.number = new.number then
    if old.used or (old.from_currency, old.to_currency, old.from_amount, old.to_amount, old.fee, old.fee_rate, old.legs, old.quoted_ms,
        old.expires_ms, old.market_ms) is distinct from (new.from_currency, new.to_currency, new.from_amount, new.to_amount, new.fee,
        new.fee_rate, new.legs, new.quoted_ms, new.expires_ms, new.market_ms)
    then
      raise exception 'quote % of book % cannot change', new.number, new.book
        using errcode = 'check_violation', constraint = 'exchange_quote_given';
    end if;
    return null;
  end if;
  if (tg_op = 'UPDATE' and new.number < old.number)
    or abs(new.market_ms - now_ms) > slack_ms or new.expires_ms - new.quoted_ms > 10000 or new.quoted_ms > wall_ms + 3000
    or exists (
      select from json_to_recordset(new.legs::json) as l (symbol text, side text, price numeric, tape_seq bigint)
      left join tape t on t.symbol = l.symbol and t.seq = l.tape_seq and not t.gap
      where (l.price = case l.side when 'buy' then t.ask else t.bid end
        and was_newest(l.symbol, l.tape_seq, new.market_ms, slack_ms)) is not true)
  then
    raise exception 'quote % of book % does not match the current time and tape', new.number, new.book
      using errcode = 'check_violation', constraint = 'exchange_quote_given';
  end if;
  return null;
end
$$;
create trigger exchange_quote_given after insert or update on exchange_quote for each row execute function exchange_quote_given();

create function exchange_of_its_quote() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (
    select from exchange_quote q where q.book = new.book and q.number = new.id and q.used
      and (q.from_currency, q.to_currency, q.from_amount, q.to_amount, q.fee, q.fee_rate, q.quoted_ms)
        = (new.from_currency, new.to_currency, new.from_amount, new.to_amount, new.fee, new.fee_rate, new.quoted_ms)
      and abs(new.time_ms - q.market_ms) <= 60000
      and (select array_agg((l.symbol, l.side, l.quantity, l.price, l.tape_seq)::text order by l.symbol)
          from json_to_recordset(q.legs::json) as l (symbol text, side text, quantity numeric, price numeric, tape_seq bigint))
        = (select array_agg((l.symbol, l.side, l.quantity, l.price, l.tape_seq)::text order by l.symbol)
          from json_to_recordset(new.legs::json) as l (symbol text, side text, quantity numeric, price numeric, tape_seq bigint)))
  then
    raise exception 'exchange % of book % has no matching quote', new.id, new.book
      using errcode = 'check_violation', constraint = 'exchange_of_its_quote';
  end if;
  return null;
end
$$;
create constraint trigger exchange_of_its_quote after insert on exchange deferrable initially deferred
  for each row execute function exchange_of_its_quote();

create constraint trigger moved_by_its_journal after insert on exchange deferrable initially deferred for each row
  execute function moved_by_its_journal();

-- The price of a firm quote follows from its entries, its amount is within the published limits, and it is valid for the
-- published time. Quotes that were not executed are kept for an hour, so that no more than the published number remain unused.
create function exchange_quote_violation(was exchange_quote, is_now exchange_quote) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('exchange', is_now.quoted_ms);
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
  bid numeric;
  ask numeric;
  value numeric;
  left_over numeric;
  given jsonb := is_now.unused_ms::jsonb;
begin
  select max(l.price) filter (where l.side = 'sell'), max(l.price) filter (where l.side = 'buy') into bid, ask
    from jsonb_to_recordset(is_now.legs::jsonb) as l (side text, price numeric);
  value := case is_now.from_currency when 'USDT' then is_now.from_amount else trunc(is_now.from_amount * bid, 8) end;
  left_over := value - ceil(value * is_now.fee_rate * 100000000) / 100000000;
  return case
    when not is_wall_now(is_now.quoted_ms) or is_now.expires_ms <> is_now.quoted_ms + 10000 then 'time'
    when (of_terms ->> 'open') is distinct from 'true' or (value <= (of_terms ->> 'max_usdt')::numeric) is not true then 'bound'
    when is_now.fee_rate <> (of_terms ->> 'fee_rate')::numeric then 'rate'
    when (is_now.fee = value - left_over and is_now.to_amount = case is_now.to_currency when 'USDT' then left_over
      else trunc(left_over / ask, 8) end) is not true then 'figures'
    -- The legs sell exactly the currency given and buy exactly the currency received, in full.
    when exists (
      select from jsonb_to_recordset(is_now.legs::jsonb) as l (symbol text, coin text, side text, quantity numeric)
      where (l.symbol = l.coin || '/USDT' and (l.coin, l.quantity) = (case l.side
        when 'sell' then (is_now.from_currency, is_now.from_amount) when 'buy' then (is_now.to_currency, is_now.to_amount) end)) is not true)
      or (select count(*) filter (where l ->> 'side' = 'sell') <> (is_now.from_currency <> 'USDT')::int
          or count(*) filter (where l ->> 'side' = 'buy') <> (is_now.to_currency <> 'USDT')::int
        from jsonb_array_elements(is_now.legs::jsonb) as e (l)) then 'legs'
    when is_now.used then 'use'
    -- The list contains all quotes of the last hour that went unused before this one, and this one. Quotes that are within ten
    -- seconds of leaving the list may already be missing.
    when (given ->> -1)::bigint is distinct from is_now.quoted_ms
      or exists (select from jsonb_array_elements_text(coalesce(was.unused_ms, '[]')::jsonb) as e (ms)
        where e.ms::bigint > wall_ms - 3600000 + 10000 and not given @> jsonb_build_array(e.ms::bigint))
      or jsonb_array_length(given) <= (select count(*) from jsonb_array_elements_text(coalesce(was.unused_ms, '[]')::jsonb) as e (ms)
        where e.ms::bigint > wall_ms - 3600000 + 10000)
      or jsonb_array_length(given) > (of_terms ->> 'unused_max')::int then 'number unused'
  end;
end
$$;

create function exchange_quote_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  violation text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.number = new.number then
    -- Executing the quote removes the last entry of the list. Nothing else changes the list.
    if new.unused_ms::jsonb is distinct from (case when new.used then old.unused_ms::jsonb - -1 else old.unused_ms::jsonb end) then
      violation := 'number unused';
    end if;
  else
    violation := exchange_quote_violation(case tg_op when 'UPDATE' then old end, new);
  end if;
  if violation is not null then
    raise exception 'quote % of book % has a wrong %', new.number, new.book, violation
      using errcode = 'check_violation', constraint = 'exchange_quote_recomputed';
  end if;
  return null;
end
$$;
create trigger exchange_quote_recomputed after insert or update on exchange_quote
  for each row execute function exchange_quote_recomputed();

insert into journal_template (kind, account, sign) values
  ('exchange', 'spot', 0), ('exchange', 'inventory', 0), ('exchange', 'fees', 1), ('exchange', 'rounding', 1);

grant select, insert on exchange to candor_app;
grant select, insert, update (number, from_currency, to_currency, from_amount, to_amount, fee, fee_rate, legs, quoted_ms, expires_ms,
  market_ms, used, unused_ms) on exchange_quote to candor_app;
revoke execute on function exchange_quote_violation, exchange_quote_recomputed from public;

-- Read by the invariants, which the guard evaluates.
grant select on exchange to candor_guard;
