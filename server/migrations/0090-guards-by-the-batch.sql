-- What 0047, 0048 and 0055 ask of positions is asked of all rows of a statement at once, by one guard: the clock is read once, a row
-- is looked at only where something of it is new, and an entry that two of them asked for is looked up once. Nothing is asked less.

-- What is wrong with the rates that a position keeps, null where nothing is.
create function position_rate_fault(was public."position", new_row public."position", now_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  opened_ms bigint;
begin
  if was.book is not null
    and (was.placed_rate, was.placed_rate_seq) is distinct from (new_row.placed_rate, new_row.placed_rate_seq) then
    return 'placed_rate';
  end if;
  if was.open_rate is not null and (was.open_rate, was.open_rate_seq) is distinct from (new_row.open_rate, new_row.open_rate_seq) then
    return 'open_rate';
  end if;
  if was.book is null
    and not rate_counted(new_row.symbol, new_row.placed_rate, new_row.placed_rate_seq, new_row.created_ms, now_ms) then
    return 'placed_rate';
  end if;
  if (new_row.open_rate is null) <> (new_row.entry_price is null) then
    return 'open_rate';
  end if;
  if was.open_rate is null and new_row.open_rate is not null then
    select t.time_ms into opened_ms from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq;
    if not rate_counted(new_row.symbol, new_row.open_rate, new_row.open_rate_seq, least(opened_ms, new_row.entry_ms), now_ms) then
      return 'open_rate';
    end if;
  end if;
  if (was.rate, was.rate_seq) is distinct from (new_row.rate, new_row.rate_seq)
    and (was.rate_seq >= new_row.rate_seq or not rate_counted(new_row.symbol, new_row.rate, new_row.rate_seq, 0, now_ms)) then
    return 'rate';
  end if;
  return null;
end
$$;

-- What is wrong with the nights that are new.
create function position_nights_fault(was public."position", new_row public."position", now_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  size numeric := contract_size(new_row.product, new_row.symbol);
  financed_ms bigint := coalesce(case when was.entry_price is not null then was.financed_ms end, new_row.entry_ms);
  item record;
  entry_ms bigint;
begin
  if not starts_with(new_row.nights::text, rtrim(was.nights::text, ']')) then
    return 'nights';
  end if;
  for item in select n.* from jsonb_array_elements(new_row.nights) with ordinality as e (value, at),
      jsonb_to_record(e.value) as n (seq bigint, time_ms bigint, nights int, quantity numeric, rate numeric, rate_seq bigint,
        amount numeric)
    where e.at > coalesce(jsonb_array_length(was.nights), 0) order by e.at
  loop
    entry_ms := (select t.time_ms from tape t where t.symbol = new_row.symbol and t.seq = item.seq and not t.gap);
    if (entry_ms = item.time_ms
      and item.nights > 0 and item.nights = item.time_ms / 86400000 - financed_ms / 86400000
      -- What a closing at the same entry took was still open: it charges the nights first.
      and item.quantity = new_row.quantity - coalesce((select sum((c ->> 'quantity')::numeric)
        from jsonb_array_elements(new_row.closes) c where (c ->> 'tape_seq')::bigint < item.seq), 0)
      and rate_counted(new_row.symbol, item.rate, item.rate_seq, item.time_ms, now_ms)
      and item.amount = item.nights * ceil(ceil(item.quantity * size * new_row.entry_price * item.rate * 100000000)
        * new_row.financing_rate) / 100000000) is not true
    then
      return 'nights';
    end if;
    financed_ms := item.time_ms;
  end loop;
  if new_row.entry_price is not null and new_row.financed_ms / 86400000 <> financed_ms / 86400000 then
    return 'financed_ms';
  end if;
  return null;
end
$$;

-- What is wrong with when a position was accepted, and with the entry at which it opened.
create function position_opening_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  entry record;
  armed bigint;
begin
  if was.book is null then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age,
        (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = new_row.created_seq + 1) as next_ms,
        (select h.fill_age_ms from tape_head h where h.symbol = new_row.symbol) as fill_age_ms
      into entry from tape t where t.symbol = new_row.symbol and t.seq = new_row.created_seq;
    if (abs(new_row.created_ms - now_ms) <= slack_ms
        and entry.time_ms <= new_row.created_ms + slack_ms and coalesce(entry.next_ms > new_row.created_ms - slack_ms, true)
        and new_row.fill_age_ms = entry.fill_age_ms) is not true then
      return 'acceptance';
    end if;
  end if;
  if was.entry_seq is not null or new_row.entry_seq is null then
    return null;
  end if;
  if was.book is not null or new_row.entry_seq <> new_row.created_seq then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age into entry
      from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq;
  end if;
  if (not entry.gap and new_row.entry_price = case when long then entry.ask else entry.bid end) is not true then
    return 'price of its opening';
  end if;
  armed := coalesce((was.armed -> 'limit' ->> 1)::bigint, new_row.created_seq);
  if (case
    when new_row.type = 'market' and new_row.entry_seq = new_row.created_seq then entry.age <= new_row.fill_age_ms
    when new_row.type = 'market' then new_row.entry_seq
      = filling_seq(new_row.symbol, new_row.created_seq, new_row.created_ms, new_row.fill_age_ms)
    when not case when long then entry.ask <= new_row.price else entry.bid >= new_row.price end then false
    when was.book is null then new_row.entry_seq = new_row.created_seq and entry.age <= new_row.fill_age_ms
    else new_row.entry_seq > armed
      and not reached_between(new_row.symbol, case when long then 'ask' else 'bid' end, long, new_row.price, armed, new_row.entry_seq)
    end) is not true
  then
    return 'entry of its opening';
  end if;
  if new_row.entry_ms is distinct from (case when new_row.entry_seq = new_row.created_seq then new_row.created_ms else entry.time_ms end) then
    return 'time of its opening';
  end if;
  return null;
end
$$;

-- A level is watched from the newest entry on, or from the one that opened it.
create function position_arming_fault(of_symbol text, was_armed jsonb, now_armed jsonb, opened_seq bigint, now_ms bigint, slack_ms bigint)
  returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  armed bigint;
  part text;
begin
  foreach part in array array['limit', 'stop', 'target', 'trail'] loop
    armed := (now_armed -> part ->> 1)::bigint;
    if armed is distinct from (was_armed -> part ->> 1)::bigint and armed is distinct from opened_seq
      and not was_newest(of_symbol, armed, now_ms, slack_ms)
    then
      return 'arming of its ' || part;
    end if;
  end loop;
  return null;
end
$$;

-- A closing that waits was asked for now.
create function position_asked_fault(of_symbol text, of_seq bigint, at_ms bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (abs(at_ms - now_ms) <= slack_ms and was_newest(of_symbol, of_seq, at_ms, slack_ms)) is not true
    then 'closing that it waits for' end;
end
$$;

-- What is wrong with the closings that are new; those of before passed already. Of the owner of the database rates alone are asked.
create function position_closings_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint,
  is_timed boolean) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  item record;
  fault text;
begin
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    select c.*, t.gap, case new_row.side when 'long' then t.bid else t.ask end as at_price, t.time_ms as entry_ms,
        least(t.time_ms, t.feed_time_ms) as known_ms,
        (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = c.tape_seq + 1) as next_ms
      into item
      from jsonb_to_record(new_row.closes -> at) as c (quantity numeric, price numeric, tape_seq bigint, rate numeric, rate_seq bigint,
          financing numeric, reason text, time_ms bigint, asked_ms bigint, asked_seq bigint)
        left join lateral (select * from tape e where e.symbol = new_row.symbol and e.seq = c.tape_seq offset 0) t on true;
    if item.entry_ms is null or not rate_counted(new_row.symbol, item.rate, item.rate_seq, item.entry_ms, now_ms) then
      return 'rate of a closing';
    end if;
    continue when not is_timed;
    if (not item.gap and item.price = item.at_price and abs(item.time_ms - now_ms) <= slack_ms) is not true then
      return 'price of a closing';
    end if;
    if item.reason in ('customer', 'close_all') then
      if item.asked_ms is distinct from was.asked_ms and (abs(item.asked_ms - now_ms) <= slack_ms and case
          when item.asked_seq = item.tape_seq
            then item.entry_ms <= item.asked_ms + slack_ms and coalesce(item.next_ms > item.asked_ms - slack_ms, true)
          else was_newest(new_row.symbol, item.asked_seq, item.asked_ms, slack_ms) end) is not true then
        return 'time of a closing';
      end if;
      -- Over a closed session it fills at the first quote after it; one from before may be written late.
      if (case
        when item.tape_seq = item.asked_seq and item.asked_ms - item.known_ms <= new_row.fill_age_ms then true
        when new_row.product = 'forex' and item.tape_seq > item.asked_seq and not exists (
            select from tape q where q.symbol = new_row.symbol and q.seq > item.asked_seq and q.seq < item.tape_seq and not q.gap
              and q.time_ms > item.entry_ms - 1800000) then true
        else item.tape_seq = filling_seq(new_row.symbol, item.asked_seq, item.asked_ms, new_row.fill_age_ms)
        end) is not true
      then
        return 'entry of a closing';
      end if;
    else
      fault := closing_unasked_fault(was, new_row, item.reason, item.tape_seq, item.at_price, item.rate, item.financing, item.quantity,
        now_ms, slack_ms);
      if fault is not null then
        return fault;
      end if;
    end if;
  end loop;
  return null;
end
$$;

-- The same of one that nobody asked for.
create function closing_unasked_fault(was public."position", new_row public."position", of_reason text, at_seq bigint, at_price numeric,
  at_rate numeric, all_financing numeric, of_quantity numeric, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  armed bigint;
  due numeric;
begin
  if of_reason in ('stop_loss', 'profit_lock', 'take_profit') then
    armed := (was.armed -> case of_reason when 'take_profit' then 'target' else 'stop' end ->> 1)::bigint;
    due := case of_reason when 'take_profit' then was.take_profit else was.stop_price end;
    if (at_seq > armed
      and case when long = (of_reason = 'take_profit') then at_price >= due else at_price <= due end
      and not reached_between(new_row.symbol, closes_at, long <> (of_reason = 'take_profit'), due, armed, at_seq)) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'trailing' then
    armed := (was.armed -> 'trail' ->> 1)::bigint;
    select case when long then max(q.bid) - at_price else at_price - min(q.ask) end into due
      from tape q where q.symbol = new_row.symbol and q.seq >= armed and q.seq <= at_seq;
    if (at_seq > armed and due >= was.trail_distance) is not true then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'close_out' then
    armed := (was.armed -> 'margin' ->> 1)::bigint;
    if (at_seq > armed and 2 * (was.margin - all_financing + of_quantity * contract_size(new_row.product, new_row.symbol)
        * at_rate * case when long then at_price - new_row.entry_price else new_row.entry_price - at_price end)
      <= was.initial_margin) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'start_over' then
    if exists (select from tape q where q.symbol = new_row.symbol and q.seq > at_seq and not q.gap and q.time_ms <= now_ms - slack_ms)
      or not exists (select from journal j where j.book = new_row.book and j.kind = 'start_over' and abs(j.time_ms - now_ms) <= slack_ms)
    then
      return 'entry of a closing';
    end if;
  else
    return 'reason of a closing';
  end if;
  return null;
end
$$;

-- What was charged of nights is what closings settled of it and what is not settled yet.
create function position_financing_fault(financing numeric, closes jsonb, nights jsonb) returns text
  language plpgsql immutable set search_path = public, pg_temp as
$$
declare
  rest numeric := financing;
begin
  for at in 0 .. jsonb_array_length(closes) - 1 loop
    rest := rest + coalesce((closes -> at ->> 'financing')::numeric, 0);
  end loop;
  for at in 0 .. jsonb_array_length(nights) - 1 loop
    rest := rest - coalesce((nights -> at ->> 'amount')::numeric, 0);
  end loop;
  return case when rest <> 0 then 'financing' end;
end
$$;

create function position_refused(fault text, of_id bigint) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  if fault in ('placed_rate', 'open_rate', 'rate', 'nights', 'financed_ms', 'financing', 'rate of a closing') then
    raise exception 'no published entry bears out the % of position %', fault, of_id
      using errcode = 'check_violation', constraint = 'position_rates';
  end if;
  raise exception 'the tape does not bear out the % of position %', fault, of_id
    using errcode = 'check_violation', constraint = 'position_in_time';
end
$$;

drop trigger position_rates_new on position;
drop trigger position_rates on position;
drop function position_rates;
drop trigger position_in_time_new on position;
drop trigger position_in_time on position;
drop function position_in_time;
drop function position_rates_fault, position_time_fault;

-- Of a new row everything is asked.
create function position_in_time_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  none public."position";
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  is_timed boolean := is_bound_in_time(tg_relid);
  wrong record;
begin
  select c.id, f.fault into wrong from changed c cross join lateral (
    select coalesce(
      case when is_timed then position_opening_fault(none, c::public."position", now_ms, slack_ms) end,
      case when is_timed and c.armed ?| array['limit', 'stop', 'target', 'trail'] and c.status in ('pending', 'open', 'closing')
        then position_arming_fault(c.symbol, null, c.armed, c.entry_seq, now_ms, slack_ms) end,
      case when is_timed and c.asked_ms is not null then position_asked_fault(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when not (split_part(c.symbol, '/', 2) in ('USDT', 'USD') and c.placed_rate = 1 and c.rate = 1
          and (c.placed_rate_seq, c.rate_seq, c.open_rate_seq) is not distinct from (null::bigint, null::bigint, null::bigint)
          and c.open_rate is not distinct from case when c.entry_price is not null then 1 end)
        then position_rate_fault(none, c::public."position", now_ms) end,
      case when c.nights <> '[]' or (c.entry_price is not null and c.financed_ms / 86400000 <> c.entry_ms / 86400000)
        then position_nights_fault(none, c::public."position", now_ms) end,
      case when c.financing <> 0 or c.nights <> '[]' or c.closes <> '[]'
        then position_financing_fault(c.financing, c.closes, c.nights) end,
      case when c.closes <> '[]' then position_closings_fault(none, c::public."position", now_ms, slack_ms, is_timed) end
    ) as fault offset 0) f
  where f.fault is not null limit 1;
  if found then
    perform position_refused(wrong.fault, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_in_time_new after insert on position
  referencing new table as changed for each statement execute function position_in_time_new();

-- Of a changed one, what is new. Rows are put beside what they were by a full join, since there is no other way for that than to
-- hash or to sort: a loop over both, which is planned for one row and kept, takes the square of their number.
create function position_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  is_timed boolean := is_bound_in_time(tg_relid);
  wrong record;
begin
  select c.id, f.fault into wrong from changed c full join before b on b.book = c.book and b.id = c.id cross join lateral (
    select coalesce(
      case when is_timed and b.entry_seq is distinct from c.entry_seq
        then position_opening_fault(b::public."position", c::public."position", now_ms, slack_ms) end,
      case when is_timed and b.armed <> c.armed and c.status in ('pending', 'open', 'closing')
        then position_arming_fault(c.symbol, b.armed, c.armed, case when b.entry_seq is null then c.entry_seq end, now_ms, slack_ms) end,
      case when is_timed and c.asked_ms is distinct from b.asked_ms and c.asked_ms is not null
        then position_asked_fault(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when (b.placed_rate, b.placed_rate_seq, b.open_rate, b.open_rate_seq, b.rate, b.rate_seq)
          is distinct from (c.placed_rate, c.placed_rate_seq, c.open_rate, c.open_rate_seq, c.rate, c.rate_seq)
          or (b.entry_price is null) <> (c.entry_price is null)
        then position_rate_fault(b::public."position", c::public."position", now_ms) end,
      case when b.nights <> c.nights or (c.entry_price is not null
          and c.financed_ms / 86400000 <> coalesce(case when b.entry_price is not null then b.financed_ms end, c.entry_ms) / 86400000)
        then position_nights_fault(b::public."position", c::public."position", now_ms) end,
      case when b.financing <> c.financing or b.nights <> c.nights or b.closes <> c.closes
        then position_financing_fault(c.financing, c.closes, c.nights) end,
      case when b.closes <> c.closes
        then position_closings_fault(b::public."position", c::public."position", now_ms, slack_ms, is_timed) end,
      -- A row that is another one now has no row that it was.
      case when b.id is null or c.id is null then 'acceptance' end
    ) as fault offset 0) f
  where f.fault is not null limit 1;
  if found then
    perform position_refused(wrong.fault, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_in_time after update on position
  referencing old table as before new table as changed for each statement execute function position_in_time();

-- As 0055 has it, asked once for all rows: by itself it was planned anew for each.
drop trigger position_unhedged on position;
create or replace function position_unhedged() returns trigger language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  hedged bigint;
begin
  select a.id into hedged from added a
    where (a.collateral = 'promo' and exists (
        select from position p where p.book = a.book and p.status in ('pending', 'open', 'closing')
          and p.symbol = a.symbol and p.side <> a.side))
      or exists (
        select from position p where p.book = a.book and p.symbol = a.symbol and p.collateral = 'promo'
          and p.status in ('pending', 'open', 'closing') and p.side <> a.side)
    limit 1;
  if hedged is not null then
    raise exception 'position % is the other side of credit', hedged
      using errcode = 'check_violation', constraint = 'position_unhedged';
  end if;
  return null;
end
$$;
create trigger position_unhedged after insert on position
  referencing new table as added for each statement execute function position_unhedged();

-- As 0048 has it, with the newest entries looked up beside the rows instead of row by row.
create or replace function spot_order_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  wrong bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select c.id into wrong from changed c
      where (abs(c.created_ms - now_ms) <= slack_ms
        and (select t.time_ms from tape t where t.symbol = c.symbol and t.seq = c.armed_seq) <= c.created_ms + slack_ms
        and coalesce((select n.time_ms from tape n where n.symbol = c.symbol and n.seq = c.armed_seq + 1) > c.created_ms - slack_ms, true)
        and c.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = c.symbol)
        and (c.to_symbol is null or (c.to_fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = c.to_symbol)
          and was_newest(c.to_symbol, c.to_armed_seq, c.created_ms, slack_ms)))
        ) is not true limit 1;
  else
    select c.id into wrong from changed c full join before b on b.book = c.book and b.id = c.id
      where case
        when b.id is null or c.id is null then true
        when b.armed_seq = c.armed_seq then false
        else (c.armed_seq > b.armed_seq and (was_newest(c.symbol, c.armed_seq, now_ms, slack_ms)
          or (c.reason = 'liquidity_insufficient'
            and not reached_between(c.symbol, case c.side when 'buy' then 'ask' else 'bid' end, c.side = 'buy', c.price, b.armed_seq,
              c.armed_seq)))) is not true
        end
      limit 1;
  end if;
  if wrong is not null then
    raise exception 'spot order % is not of this time', wrong using errcode = 'check_violation', constraint = 'spot_order_in_time';
  end if;
  return null;
end
$$;

-- As 0048 has it; that the newest entry was young is asked of the entry that is at hand.
create or replace function spot_fill_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select f.order_id, f.leg into wrong from added f
    left join spot_order o on o.book = f.book and o.id = f.order_id
    left join tape t on t.symbol = f.symbol and t.seq = f.tape_seq and not t.gap
    where (abs(f.time_ms - now_ms) <= slack_ms
      and f.price = case f.side when 'buy' then t.ask else t.bid end
      and f.symbol = case f.leg when 1 then o.symbol else o.to_symbol end
      and f.side = case when f.leg = 1 then o.side else 'buy' end
      and case
        when o.type = 'market' and f.tape_seq = case f.leg when 1 then o.armed_seq else o.to_armed_seq end then
          o.created_ms - least(t.time_ms, t.feed_time_ms) <= case f.leg when 1 then o.fill_age_ms else o.to_fill_age_ms end
        when o.type = 'market' and f.leg = 1 then
          f.tape_seq = filling_seq(f.symbol, o.armed_seq, o.created_ms, o.fill_age_ms)
        when o.type = 'market' then f.tape_seq = filling_seq(f.symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        when not case o.side when 'buy' then t.ask <= o.price else t.bid >= o.price end then false
        when f.tape_seq = o.armed_seq then f.time_ms = o.created_ms
          and f.time_ms - least(t.time_ms, t.feed_time_ms) <= o.fill_age_ms
        else f.tape_seq > o.armed_seq
          and not reached_between(f.symbol, case o.side when 'buy' then 'ask' else 'bid' end, o.side = 'buy', o.price, o.armed_seq,
            f.tape_seq)
      end) is not true
    limit 1;
  if wrong.order_id is not null then
    raise exception 'leg % of spot order % is not filled at its entry', wrong.leg, wrong.order_id
      using errcode = 'check_violation', constraint = 'spot_fill_in_time';
  end if;
  return null;
end
$$;

-- As 0061b has it, with the record of the closing found by walking through the list, which costs a third of asking a query to.
create or replace function contract_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  accounts account[] := new.accounts;
  amounts numeric[] := new.amounts;
  of_position record;
  -- What the customer gains on accounts of credit, and on those of their own money.
  credit numeric := 0;
  own numeric := 0;
  closing jsonb;
  closings int := 0;
  borne numeric;
  explained boolean;
begin
  select p.status, p.collateral, p.entry_price, p.open_fee, p.closes,
      (select sum(h.margin) from position h
        where h.book = p.book and h.collateral = p.collateral and h.status in ('pending', 'open', 'closing')) as held,
      (select b.amount from balance b where b.book = p.book and b.currency = 'USDT'
        and b.account = case p.collateral when 'promo' then 'promo_frozen' else 'contract_frozen' end::account) as frozen
    into of_position from position p
    where p.book = new.book and p.id = journal_row(new.ref, 'position') and p.xmin = pg_current_xact_id()::xid;
  explained := of_position.status is not null and 'USDT' = all (new.currencies);
  for at in 1 .. cardinality(accounts) loop
    if accounts[at] in ('contract', 'contract_frozen') then own := own + amounts[at];
    elsif accounts[at] in ('promo', 'promo_frozen') then credit := credit + amounts[at];
    end if;
  end loop;
  if of_position.collateral = 'promo' then
    explained := explained and credit <= 0 and not 'contract_frozen' = any (accounts);
  else
    explained := explained and not accounts && '{promo,promo_frozen}';
  end if;
  if not coalesce(explained, false) then
    perform journal_unexplained(new.book, new.seq, new.kind);
  end if;
  case new.kind
    when 'contract_close' then
      for at in 0 .. jsonb_array_length(of_position.closes) - 1 loop
        if of_position.closes -> at ->> 'journal_seq' = new.seq::text then
          closing := of_position.closes -> at;
          closings := closings + 1;
        end if;
      end loop;
      borne := (closing ->> 'offset')::numeric;
      explained := closings = 1
        and own + credit = (closing ->> 'pnl')::numeric - (closing ->> 'fee')::numeric - (closing ->> 'financing')::numeric
          + (closing ->> 'shortfall')::numeric - (closing ->> 'owed')::numeric - borne - (closing ->> 'charge')::numeric
        and (of_position.collateral <> 'promo' or own >= case when (closing ->> 'shortfall')::numeric > 0 then -borne else 0 end);
    when 'contract_open', 'contract_fill' then
      explained := of_position.entry_price is not null and own + credit = -of_position.open_fee;
    when 'contract_release' then
      explained := of_position.status not in ('pending', 'open') and own + credit = 0;
    else explained := own + credit = 0;
  end case;
  if explained is not true then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  if coalesce(of_position.held, 0) is distinct from of_position.frozen then
    raise exception 'journal %/% leaves frozen what no position holds', new.book, new.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
  return null;
end
$$;

-- Asked by the guards, which act as their owner, and by nobody else.
revoke execute on function position_rate_fault, position_nights_fault, position_opening_fault, position_arming_fault,
  position_asked_fault, position_closings_fault, closing_unasked_fault, position_financing_fault, position_refused from public;
