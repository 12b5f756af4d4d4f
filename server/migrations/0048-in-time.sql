-- What is accepted and filled is bound to the market's time. A row says when it was accepted and which entry of the tape was the
-- newest then; the database holds both against its own clock and the tape, and every fill against the rule: at the newest entry
-- if that was young, else at the first quote after it; at a level, the first entry after the arming that reaches it.
-- The owner of the database, who may take triggers off, may also lay down what a test needs; the audit looks at that too.

-- By how much the clock and the times of entries may differ: as long as a transaction may last, and at the speed of a replay.
create function market_slack_ms() returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select ceil(3000 * greatest(c.speed, 1)) from clock c);
end
$$;

-- Whether whoever is connected is somebody whose rows are to be held against the tape.
create function is_bound_in_time(of_table oid) returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return not pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = of_table), 'member');
end
$$;

-- Whether an entry was the newest of its tape at a time: it was there, and the one after it was not.
create function was_newest(of_symbol text, of_seq bigint, at_ms bigint, slack_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return exists (select from tape t where t.symbol = of_symbol and t.seq = of_seq and t.time_ms <= at_ms + slack_ms)
    and not exists (select from tape n where n.symbol = of_symbol and n.seq = of_seq + 1 and n.time_ms <= at_ms - slack_ms);
end
$$;

-- The entry at which an order at market fills: the newest at its acceptance if that is a quote and young, else the first quote
-- after it; null while there is none.
create function filling_seq(of_symbol text, accepted_seq bigint, accepted_ms bigint, age_ms int) returns bigint
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  newest record;
begin
  select t.gap, accepted_ms - least(t.time_ms, t.feed_time_ms) as age into newest
    from tape t where t.symbol = of_symbol and t.seq = accepted_seq;
  if not newest.gap and newest.age <= age_ms then
    return accepted_seq;
  end if;
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > accepted_seq and not q.gap order by q.seq limit 1);
end
$$;

-- Whether a quote behind one entry and before another comes to a price: `side` is the side of the quote that counts, and it comes
-- from above where it falls to the price. Of a long stretch whole minutes are asked by their extremes.
create function reached_between(of_symbol text, side text, falls boolean, level numeric, after_seq bigint, before_seq bigint)
  returns boolean language plpgsql stable set search_path = public, pg_temp
  -- By symbol and number, or by symbol and minute, whatever the tables looked like when it was planned.
  set enable_seqscan = off as
$$
declare
  first_end bigint;
  last_begin bigint;
  from_minute bigint;
  to_minute bigint;
begin
  if before_seq - after_seq > 1000 then
    select m.last_seq, m.minute_ms into first_end, from_minute from tape t
      join tape_minute m on m.symbol = t.symbol and m.minute_ms = t.time_ms / 60000 * 60000 and t.seq between m.first_seq and m.last_seq
      where t.symbol = of_symbol and t.seq = after_seq + 1;
    select m.first_seq, m.minute_ms into last_begin, to_minute from tape t
      join tape_minute m on m.symbol = t.symbol and m.minute_ms = t.time_ms / 60000 * 60000 and t.seq between m.first_seq and m.last_seq
      where t.symbol = of_symbol and t.seq = before_seq;
  end if;
  if first_end is null or last_begin is null or first_end >= last_begin then
    return exists (select from tape q where q.symbol = of_symbol and q.seq > after_seq and q.seq < before_seq and not q.gap
      and case when falls then case side when 'ask' then q.ask else q.bid end <= level
        else case side when 'ask' then q.ask else q.bid end >= level end);
  end if;
  return exists (select from tape_minute m where m.symbol = of_symbol and m.minute_ms > from_minute and m.minute_ms < to_minute
      and case when falls then case side when 'ask' then m.ask_low else m.bid_low end <= level
        else case side when 'ask' then m.ask_high else m.bid_high end >= level end)
    or reached_between(of_symbol, side, falls, level, after_seq, least(first_end, after_seq + 999) + 1)
    or reached_between(of_symbol, side, falls, level, greatest(last_begin, before_seq - 999) - 1, before_seq);
end
$$;

-- An order is accepted now, behind the newest entry; and armed anew behind the newest, or the one that it could not be filled at.
create function spot_order_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as
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
      left join tape_head h on h.symbol = c.symbol left join tape_head o on o.symbol = c.to_symbol
      where (abs(c.created_ms - now_ms) <= slack_ms and was_newest(c.symbol, c.armed_seq, c.created_ms, slack_ms)
        and c.fill_age_ms = h.fill_age_ms
        and (c.to_symbol is null or (c.to_fill_age_ms = o.fill_age_ms and was_newest(c.to_symbol, c.to_armed_seq, c.created_ms, slack_ms)))
        ) is not true limit 1;
  else
    select c.id into wrong from changed c join before b on b.book = c.book and b.id = c.id
      where b.armed_seq <> c.armed_seq
        and (c.armed_seq > b.armed_seq and (was_newest(c.symbol, c.armed_seq, now_ms, slack_ms)
          or (c.reason = 'liquidity_insufficient'
            and not reached_between(c.symbol, case c.side when 'buy' then 'ask' else 'bid' end, c.side = 'buy', c.price, b.armed_seq,
              c.armed_seq)))) is not true
      limit 1;
  end if;
  if wrong is not null then
    raise exception 'spot order % is not of this time', wrong using errcode = 'check_violation', constraint = 'spot_order_in_time';
  end if;
  return null;
end
$$;
create trigger spot_order_in_time_new after insert on spot_order
  referencing new table as changed for each statement execute function spot_order_in_time();
create trigger spot_order_in_time after update on spot_order
  referencing old table as before new table as changed for each statement execute function spot_order_in_time();

-- A fill is of now, at the price of its entry, and the entry is the one that the order's rule names.
create function spot_fill_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as
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
create trigger spot_fill_in_time after insert on spot_fill
  referencing new table as added for each statement execute function spot_fill_in_time();

-- Each leg of an exchange was the newest while its quote held: within the last ten seconds of the wall, a minute of the market at
-- most, and what the clocks differ by.
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
    raise exception 'exchange % is not of this time', wrong using errcode = 'check_violation', constraint = 'exchange_in_time';
  end if;
  return null;
end
$$;
create trigger exchange_in_time after insert on exchange
  referencing new table as added for each statement execute function exchange_in_time();

-- A ticket is accepted now, behind the newest entry, and struck by one that is not from before.
create function option_ticket_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as
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
      where (abs(c.accepted_ms - now_ms) <= slack_ms and was_newest(c.symbol, c.accepted_seq, c.accepted_ms, slack_ms)) is not true
      limit 1;
  else
    select c.id into wrong from changed c
      where (c.strike_ms is not null and c.strike_ms < c.accepted_ms - slack_ms)
        or (c.status <> 'open' and (abs(c.settled_ms - now_ms) > slack_ms or (c.settle is not null and c.expires_ms > now_ms + slack_ms)))
      limit 1;
  end if;
  if wrong is not null then
    raise exception 'ticket % is not of this time', wrong using errcode = 'check_violation', constraint = 'option_ticket_in_time';
  end if;
  return null;
end
$$;
create trigger option_ticket_in_time_new after insert on option_ticket
  referencing new table as changed for each statement execute function option_ticket_in_time();
create trigger option_ticket_in_time after update on option_ticket
  referencing new table as changed for each statement execute function option_ticket_in_time();

-- What is wrong with the times and entries of a position as it is to be, null where nothing is.
create function position_time_fault(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  closes_at text := case new_row.side when 'long' then 'bid' else 'ask' end;
  opens_at text := case new_row.side when 'long' then 'ask' else 'bid' end;
  entry record;
  item record;
  armed bigint;
  due numeric;
  part text;
begin
  if was.book is null and (abs(new_row.created_ms - now_ms) <= slack_ms
      and was_newest(new_row.symbol, new_row.created_seq, new_row.created_ms, slack_ms)
      and new_row.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = new_row.symbol)) is not true then
    return 'acceptance';
  end if;
  -- A level is watched from the newest entry on, or from the one that opened it.
  foreach part in array array['limit', 'stop', 'target', 'trail'] loop
    armed := (new_row.armed -> part ->> 1)::bigint;
    if armed is distinct from (was.armed -> part ->> 1)::bigint
      and armed is distinct from (case when was.entry_seq is null then new_row.entry_seq end)
      and new_row.status in ('pending', 'open', 'closing')
      and not was_newest(new_row.symbol, armed, now_ms, slack_ms)
    then
      return 'arming of its ' || part;
    end if;
  end loop;
  if was.entry_seq is null and new_row.entry_seq is not null then
    select t.bid, t.ask, t.time_ms, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age into entry
      from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq and not t.gap;
    if new_row.entry_price is distinct from (case new_row.side when 'long' then entry.ask else entry.bid end) then
      return 'price of its opening';
    end if;
    armed := coalesce((was.armed -> 'limit' ->> 1)::bigint, new_row.created_seq);
    if (case
      when new_row.type = 'market' then new_row.entry_seq
        = filling_seq(new_row.symbol, new_row.created_seq, new_row.created_ms, new_row.fill_age_ms)
      when not case new_row.side when 'long' then entry.ask <= new_row.price else entry.bid >= new_row.price end then false
      when was.book is null then new_row.entry_seq = new_row.created_seq and entry.age <= new_row.fill_age_ms
      else new_row.entry_seq > armed
        and not reached_between(new_row.symbol, opens_at, new_row.side = 'long', new_row.price, armed, new_row.entry_seq)
      end) is not true
    then
      return 'entry of its opening';
    end if;
    if new_row.entry_ms is distinct from (case when new_row.entry_seq = new_row.created_seq then new_row.created_ms else entry.time_ms end) then
      return 'time of its opening';
    end if;
  end if;
  -- A closing that waits was asked for now.
  if new_row.asked_ms is not null and was.asked_ms is distinct from new_row.asked_ms
    and (abs(new_row.asked_ms - now_ms) <= slack_ms
      and was_newest(new_row.symbol, new_row.asked_seq, new_row.asked_ms, slack_ms)) is not true
  then
    return 'closing that it waits for';
  end if;
  for item in select c.*, t.bid, t.ask, t.time_ms as entry_ms,
      case new_row.side when 'long' then t.bid else t.ask end as at_price
    from jsonb_array_elements(new_row.closes) with ordinality as e (value, at)
      cross join lateral jsonb_to_record(e.value) as c (quantity numeric, price numeric, tape_seq bigint, rate numeric, financing numeric,
        reason text, time_ms bigint, asked_ms bigint, asked_seq bigint)
      left join tape t on t.symbol = new_row.symbol and t.seq = c.tape_seq and not t.gap
    where e.at > coalesce(jsonb_array_length(was.closes), 0)
  loop
    if (item.price = item.at_price and abs(item.time_ms - now_ms) <= slack_ms) is not true then
      return 'price of a closing';
    end if;
    if item.reason in ('customer', 'close_all') then
      if item.asked_ms is distinct from was.asked_ms and (abs(item.asked_ms - now_ms) <= slack_ms
          and was_newest(new_row.symbol, item.asked_seq, item.asked_ms, slack_ms)) is not true then
        return 'time of a closing';
      end if;
      -- Over a closed session it fills at the first quote after it; one from before may be written late.
      if item.asked_seq is null or (item.tape_seq = filling_seq(new_row.symbol, item.asked_seq, item.asked_ms, new_row.fill_age_ms)
          or (new_row.product = 'forex' and item.tape_seq > item.asked_seq and not exists (
            select from tape q where q.symbol = new_row.symbol and q.seq > item.asked_seq and q.seq < item.tape_seq and not q.gap
              and q.time_ms > item.entry_ms - 1800000))) is not true
      then
        return 'entry of a closing';
      end if;
    elsif item.reason in ('stop_loss', 'profit_lock', 'take_profit') then
      armed := (was.armed -> case item.reason when 'take_profit' then 'target' else 'stop' end ->> 1)::bigint;
      due := case item.reason when 'take_profit' then was.take_profit else was.stop_price end;
      if (item.tape_seq > armed
        and case when (new_row.side = 'long') = (item.reason = 'take_profit') then item.at_price >= due else item.at_price <= due end
        and not reached_between(new_row.symbol, closes_at, (new_row.side = 'long') <> (item.reason = 'take_profit'), due, armed,
          item.tape_seq)) is not true
      then
        return 'entry of a closing';
      end if;
    elsif item.reason = 'trailing' then
      armed := (was.armed -> 'trail' ->> 1)::bigint;
      select case new_row.side when 'long' then max(q.bid) - item.at_price else item.at_price - min(q.ask) end as back into due
        from tape q where q.symbol = new_row.symbol and q.seq >= armed and q.seq <= item.tape_seq;
      if (item.tape_seq > armed and due >= was.trail_distance) is not true then
        return 'entry of a closing';
      end if;
    elsif item.reason = 'close_out' then
      armed := (was.armed -> 'margin' ->> 1)::bigint;
      if (item.tape_seq > armed and 2 * (was.margin - item.financing + item.quantity * contract_size(new_row.product, new_row.symbol)
          * item.rate * case new_row.side when 'long' then item.price - new_row.entry_price else new_row.entry_price - item.price end)
        <= was.initial_margin) is not true
      then
        return 'entry of a closing';
      end if;
    elsif item.reason = 'start_over' then
      if exists (select from tape q where q.symbol = new_row.symbol and q.seq > item.tape_seq and not q.gap and q.time_ms <= now_ms - slack_ms)
        or not exists (select from journal j where j.book = new_row.book and j.kind = 'start_over' and abs(j.time_ms - now_ms) <= slack_ms)
      then
        return 'entry of a closing';
      end if;
    else
      return 'reason of a closing';
    end if;
  end loop;
  return null;
end
$$;

create function position_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select c.id, f.fault into wrong from changed c,
      lateral (select position_time_fault(null::public."position", c::public."position") as fault) f
    where f.fault is not null limit 1;
  else
    -- Of what a row waits for, and of its closings and its opening, something is new.
    select c.id, f.fault into wrong from changed c join before b on b.book = c.book and b.id = c.id,
      lateral (select position_time_fault(b::public."position", c::public."position") as fault) f
    where (b.armed <> c.armed or b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq or b.asked_ms is distinct from c.asked_ms
        or b.created_ms <> c.created_ms)
      and f.fault is not null
    limit 1;
  end if;
  if wrong.fault is not null then
    raise exception 'the tape does not bear out the % of position %', wrong.fault, wrong.id
      using errcode = 'check_violation', constraint = 'position_in_time';
  end if;
  return null;
end
$$;
create trigger position_in_time_new after insert on position
  referencing new table as changed for each statement execute function position_in_time();
create trigger position_in_time after update on position
  referencing old table as before new table as changed for each statement execute function position_in_time();
