-- The entries at which positions close, the conversion rates that they name, and the nights for which they are charged must be
-- those that the rules determine.

-- Returns the violation in a position's conversion rates, or null. One guard calls this function, the functions below and those
-- of `09-positions-opening-times.sql` for all rows of a statement together: the clock is read once, a row is examined only where
-- something in it is new, and an entry that two of the functions need is looked up once.
create function position_rate_violation(was public."position", new_row public."position", now_ms bigint) returns text
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

-- Returns the violation in the new overnight charges, or null.
create function position_nights_violation(was public."position", new_row public."position", now_ms bigint) returns text
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
      -- A quantity that a closing at the same entry closed was still open, because nights are charged first.
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

-- Returns the violation in the new closings, or null; earlier ones were checked when they were written. The row has the state
-- after its last closing. A closing that waited for its price has the requested quantity, and no midnight before it is
-- skipped. For the database owner, only rates are checked.
create function position_closings_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint,
  is_timed boolean) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closing jsonb;
  item record;
  reopens_ms bigint;
  fills_at bigint;
  violation text;
begin
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    closing := new_row.closes -> at;
    select (closing ->> 'quantity')::numeric as quantity, (closing ->> 'price')::numeric as price, (closing ->> 'tape_seq')::bigint as tape_seq,
        (closing ->> 'rate')::numeric as rate, (closing ->> 'rate_seq')::bigint as rate_seq, (closing ->> 'financing')::numeric as financing,
        closing ->> 'reason' as reason, (closing ->> 'time_ms')::bigint as time_ms, (closing ->> 'asked_ms')::bigint as asked_ms,
        (closing ->> 'asked_seq')::bigint as asked_seq, t.gap, case new_row.side when 'long' then t.bid else t.ask end as at_price,
        t.time_ms as entry_ms, least(t.time_ms, t.feed_time_ms) as known_ms, null::bigint as next_ms
      into item from tape t where t.symbol = new_row.symbol and t.seq = (closing ->> 'tape_seq')::bigint;
    if item.entry_ms is null or not rate_counted(new_row.symbol, item.rate, item.rate_seq, item.entry_ms, now_ms) then
      return 'rate of a closing';
    end if;
    continue when not is_timed;
    if (not item.gap and item.price = item.at_price and abs(item.time_ms - now_ms) <= slack_ms) is not true then
      return 'price of a closing';
    end if;
    if item.entry_ms / 86400000 > new_row.financed_ms / 86400000 then
      return 'nights';
    end if;
    if item.reason in ('customer', 'close_all') then
      if item.asked_ms is distinct from was.asked_ms then
        if item.asked_seq = item.tape_seq and item.entry_ms <= now_ms - slack_ms / 3 then
          item.next_ms := (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = item.tape_seq + 1);
        end if;
        if (abs(item.asked_ms - now_ms) <= slack_ms and case
            when item.asked_seq = item.tape_seq
              then item.entry_ms <= item.asked_ms + slack_ms and coalesce(item.next_ms > item.asked_ms - slack_ms, true)
                and item.time_ms = item.asked_ms
            else was_newest(new_row.symbol, item.asked_seq, item.asked_ms, slack_ms) end) is not true then
          return 'time of a closing';
        end if;
        if abs(item.asked_ms - now_ms) > slack_ms / 3 or (item.asked_seq = item.tape_seq and item.next_ms <= now_ms - slack_ms / 3) then
          perform read_too_long_ago(new_row.symbol);
        end if;
      elsif (item.asked_seq = was.asked_seq and item.tape_seq > was.asked_seq and item.quantity = was.closing_quantity) is not true then
        return 'entry of a closing';
      end if;
      -- During a closed session, the closing fills at the first quote after the reopening. An earlier quote may be written late.
      reopens_ms := case when new_row.product = 'forex' then session_reopens_ms(new_row.symbol, item.asked_ms) end;
      if reopens_ms is not null then
        fills_at := (select q.seq from tape q where q.symbol = new_row.symbol
          and q.seq > item.asked_seq and q.time_ms >= reopens_ms and least(q.time_ms, q.feed_time_ms) >= item.asked_ms and not q.gap
          order by q.seq limit 1);
      elsif item.tape_seq = item.asked_seq and item.asked_ms - item.known_ms <= new_row.fill_age_ms then
        fills_at := item.tape_seq;
      else
        fills_at := case when item.tape_seq <> item.asked_seq
          then filling_seq(new_row.symbol, item.asked_seq, item.asked_ms, new_row.fill_age_ms) end;
      end if;
      if (item.tape_seq = fills_at) is not true then
        return 'entry of a closing';
      end if;
    else
      violation := closing_unasked_violation(was, new_row, item.reason, item.tape_seq, item.at_price, item.rate, item.financing, item.quantity,
        (closing ->> 'order')::bigint, now_ms, slack_ms);
      if violation is not null then
        return violation;
      end if;
    end if;
  end loop;
  -- The time at which the position closed is that of its last closing. Later requests refer to it.
  if is_timed and new_row.status = 'closed' and new_row.closed_ms is distinct from (new_row.closes -> -1 ->> 'time_ms')::bigint then
    return 'time of a closing';
  end if;
  return null;
end
$$;

-- Does the same as `position_closings_violation` for a closing that nobody requested: a level, a trailing stop or a liquidation
-- closes at the first entry that reaches it.
create function closing_unasked_violation(was public."position", new_row public."position", of_reason text, at_seq bigint,
  at_price numeric, at_rate numeric, all_financing numeric, of_quantity numeric, of_order bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  size numeric := contract_size(new_row.product, new_row.symbol);
  armed bigint;
  due numeric;
  -- Added margin counts from the time at which the change that adds it takes effect.
  margin numeric := was.margin - coalesce((was.change_waits ->> 'margin')::numeric, 0);
begin
  if of_reason in ('stop_loss', 'profit_lock', 'take_profit') then
    armed := part_watched_from(was.symbol, was.armed -> case of_reason when 'take_profit' then 'target' else 'stop' end);
    due := case of_reason when 'take_profit' then was.take_profit else was.stop_price end;
    if (at_seq > armed
      and case when long = (of_reason = 'take_profit') then at_price >= due else at_price <= due end
      and not reached_between(new_row.symbol, closes_at, long <> (of_reason = 'take_profit'), due, armed, at_seq)) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'trailing' then
    armed := (was.armed -> 'trail' ->> 1)::bigint;
    if (at_seq > armed and trailed_first(new_row.symbol, long, was.trail_distance, armed,
      part_watched_from(was.symbol, was.armed -> 'trail'), at_seq) = at_seq) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'close_out' then
    armed := (was.armed -> 'margin' ->> 1)::bigint;
    -- Overnight charges due at the closing's own entry are charged by the closing. Levels watched before that did not include
    -- them.
    due := new_row.entry_price + case when long then 1 else -1 end
      * (was.initial_margin / 2 - margin + was.financing + was.charge) / (was.open_quantity * size * was.rate);
    due := case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
    if (at_seq > armed and 2 * (margin - all_financing - was.charge + of_quantity * size
        * at_rate * case when long then at_price - new_row.entry_price else new_row.entry_price - at_price end) <= was.initial_margin
      and not reached_between(new_row.symbol, closes_at, long, due, armed, at_seq)) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'reduce' then
    -- The order that reduces the position ends together with it, at the order's own first entry, which is checked with that
    -- order.
    if not exists (select from position r where r.book = new_row.book and r.id = of_order and r.reduces = new_row.id
      and (r.status, r.reason, r.ended_seq) = ('cancelled', 'reduced', at_seq) and r.quantity >= of_quantity
      and r.xmin = pg_current_xact_id()::xid)
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

-- The overnight charges equal the part settled by closings plus the part not settled yet.
create function position_financing_violation(financing numeric, closes jsonb, nights jsonb) returns text
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

create function position_refused(violation text, of_id bigint) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  if violation = 'reached' then
    raise exception 'position % is to fire first', of_id using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  if violation in ('placed_rate', 'open_rate', 'rate', 'nights', 'financed_ms', 'financing', 'rate of a closing') then
    raise exception 'no published entry bears out the % of position %', violation, of_id
      using errcode = 'check_violation', constraint = 'position_rates';
  end if;
  raise exception 'the tape does not bear out the % of position %', violation, of_id
    using errcode = 'check_violation', constraint = 'position_in_time';
end
$$;

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
  select c.id, f.violation into wrong from changed c
    cross join lateral (select c::public."position" as becomes offset 0) r
    cross join lateral (
    select coalesce(
      case when is_timed then position_opening_violation(none, r.becomes, now_ms, slack_ms) end,
      case when is_timed and c.armed ?| array['limit', 'stop', 'target', 'trail'] and c.status in ('pending', 'open', 'closing')
        then position_arming_violation(c.symbol, null, c.armed, c.entry_seq, c.created_ms, now_ms, slack_ms) end,
      case when is_timed and coalesce(c.cancel_ms, c.change_ms) is not null then 'acceptance' end,
      case when is_timed and c.asked_ms is not null then position_asked_violation(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when not (split_part(c.symbol, '/', 2) in ('USDT', 'USD') and c.placed_rate = 1 and c.rate = 1
          and (c.placed_rate_seq, c.rate_seq, c.open_rate_seq) is not distinct from (null::bigint, null::bigint, null::bigint)
          and c.open_rate is not distinct from case when c.entry_price is not null then 1 end)
        then position_rate_violation(none, r.becomes, now_ms) end,
      case when c.nights <> '[]' or (c.entry_price is not null and c.financed_ms / 86400000 <> c.entry_ms / 86400000)
        then position_nights_violation(none, r.becomes, now_ms) end,
      case when c.financing <> 0 or c.nights <> '[]' or c.closes <> '[]'
        then position_financing_violation(c.financing, c.closes, c.nights) end,
      case when c.closes <> '[]' then position_closings_violation(none, r.becomes, now_ms, slack_ms, is_timed) end
    ) as violation offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_in_time_new after insert on position
  referencing new table as changed for each statement execute function position_in_time_new();

-- Checks only the changed parts of a row. The whole rows are formed once and not for each function, because PostgreSQL prepares
-- each place that forms one for each statement, with the texts of all constraints of the table. Rows are matched with their old
-- versions by a full join, because that can only be hashed or merged. A nested loop over both, planned for one row and cached,
-- would take quadratic time.
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
  select c.id, f.violation into wrong from changed c full join before b on b.book = c.book and b.id = c.id
    cross join lateral (select b::public."position" as was, c::public."position" as becomes offset 0) r
    cross join lateral (
    select coalesce(
      case when is_timed and b.entry_seq is distinct from c.entry_seq
        then position_opening_violation(r.was, r.becomes, now_ms, slack_ms) end,
      case when is_timed and b.armed <> c.armed and c.status in ('pending', 'open', 'closing')
        then case when b.change_waits is not null and c.change_waits is null and b.change_ms = c.change_ms
          then position_arming_violation(c.symbol, b.armed, c.armed, greatest(c.change_seq, c.entry_seq), c.change_ms, now_ms, slack_ms)
          else position_arming_violation(c.symbol, b.armed, c.armed, case when b.entry_seq is null then c.entry_seq end, b.updated_ms,
            now_ms, slack_ms) end end,
      -- The levels of a waiting order count from the time at which they were last set, which is now.
      case when is_timed and b.status = 'pending' and c.status = 'pending' and not (b.change_waits is not null and c.change_waits is null)
          and (b.take_profit, b.stop_price, b.trail_distance, b.updated_ms)
          is distinct from (c.take_profit, c.stop_price, c.trail_distance, c.updated_ms)
        then position_set_violation(c.symbol, c.updated_ms, now_ms, slack_ms) end,
      case when is_timed and ((b.take_profit, b.stop_price, b.stop_kind, b.trail_distance, b.change_ms, b.change_seq, b.change_age_ms, b.change_waits)
            is distinct from (c.take_profit, c.stop_price, c.stop_kind, c.trail_distance, c.change_ms, c.change_seq, c.change_age_ms, c.change_waits)
          or b.added is distinct from c.added or (b.status = 'pending' and c.status = 'pending' and b.updated_ms <> c.updated_ms)
          or (b.armed <> c.armed and b.entry_seq is not null and b.armed || c.armed ?| array['target', 'stop', 'trail']))
        then position_change_violation(r.was, r.becomes, slack_ms) end,
      case when is_timed and b.cancel_ms is null and c.cancel_ms is not null
        then position_cancel_violation(r.was, r.becomes, slack_ms) end,
      case when is_timed and c.asked_ms is distinct from b.asked_ms and c.asked_ms is not null
        then position_asked_violation(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when (b.placed_rate, b.placed_rate_seq, b.open_rate, b.open_rate_seq, b.rate, b.rate_seq)
          is distinct from (c.placed_rate, c.placed_rate_seq, c.open_rate, c.open_rate_seq, c.rate, c.rate_seq)
          or (b.entry_price is null) <> (c.entry_price is null)
        then position_rate_violation(r.was, r.becomes, now_ms) end,
      case when b.nights <> c.nights or (c.entry_price is not null
          and c.financed_ms / 86400000 <> coalesce(case when b.entry_price is not null then b.financed_ms end, c.entry_ms) / 86400000)
        then position_nights_violation(r.was, r.becomes, now_ms) end,
      case when b.financing <> c.financing or b.nights <> c.nights or b.closes <> c.closes
        then position_financing_violation(c.financing, c.closes, c.nights) end,
      case when b.closes <> c.closes
        then position_closings_violation(r.was, r.becomes, now_ms, slack_ms, is_timed) end,
      -- A row that exists only before or only after the statement had its key changed.
      case when b.id is null or c.id is null then 'acceptance' end
    ) as violation offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_in_time after update on position
  referencing old table as before new table as changed for each statement execute function position_in_time();

revoke execute on function closing_unasked_violation, position_closings_violation, position_financing_violation,
  position_nights_violation, position_rate_violation, position_refused from public;
