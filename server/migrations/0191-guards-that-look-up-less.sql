-- The guards of positions that ask the tape ask what they asked, and less often: what follows from what is at hand is not looked up. A
-- query within an expression costs its start even where the branch that holds it is not taken, so it stands where it is needed.

-- As 0048 has it; between neighbours lies nothing, which is what nearly every question about a fresh level comes to.
create or replace function reached_between(of_symbol text, side text, falls boolean, level numeric, after_seq bigint, before_seq bigint)
  returns boolean language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off as
$$
declare
  first_end bigint;
  last_begin bigint;
  from_minute bigint;
  to_minute bigint;
begin
  if before_seq - after_seq <= 1 then
    return false;
  end if;
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

-- As 0099 has it; where the margin is watched from no entry before the last that is asked about, nothing is reckoned.
create or replace function position_reached(of_row public."position", upto bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  armed jsonb := of_row.armed;
  due numeric;
begin
  if of_row.status = 'pending' then
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end, long,
      of_row.price, (armed -> 'limit' ->> 1)::bigint, upto + 1) then 'limit' end;
  end if;
  if of_row.status <> 'open' then
    return null;
  end if;
  if of_row.take_profit is not null
    and reached_between(of_row.symbol, closes_at, not long, of_row.take_profit, (armed -> 'target' ->> 1)::bigint, upto + 1)
  then
    return 'target';
  end if;
  if of_row.stop_price is not null
    and reached_between(of_row.symbol, closes_at, long, of_row.stop_price, (armed -> 'stop' ->> 1)::bigint, upto + 1)
  then
    return 'stop';
  end if;
  if of_row.trail_distance is not null
    and trailed_first(of_row.symbol, long, of_row.trail_distance, (armed -> 'trail' ->> 1)::bigint, upto) is not null
  then
    return 'trail';
  end if;
  if (armed -> 'margin' ->> 1)::bigint >= upto then
    return null;
  end if;
  due := of_row.entry_price + case when long then 1 else -1 end * (of_row.initial_margin / 2 - of_row.margin + of_row.financing
    + of_row.charge) / (of_row.open_quantity * contract_size(of_row.product, of_row.symbol) * of_row.rate);
  due := case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
  if reached_between(of_row.symbol, closes_at, long, due, (armed -> 'margin' ->> 1)::bigint, upto + 1) then
    return 'margin';
  end if;
  return null;
end
$$;

-- As 0122 has it; levels are looked at where there are any, and armings where one changed.
create or replace function position_moved_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closed int := jsonb_array_length(new_row.closes) - jsonb_array_length(was.closes);
  reason text := case when closed > 0 then new_row.closes -> -1 ->> 'reason' end;
  item record;
  fault text;
  is_moved boolean := was.status in ('pending', 'open') and was.added is distinct from new_row.added;
  is_armed_anew boolean := was.armed is distinct from new_row.armed;
  has_levels boolean := coalesce(was.take_profit, was.stop_price, was.trail_distance, new_row.take_profit, new_row.stop_price,
    new_row.trail_distance) is not null;
begin
  if is_armed_anew and was.status = 'pending' and was.armed #> '{limit,1}' is distinct from new_row.armed #> '{limit,1}' then
    return 'arming of its limit';
  end if;
  if was.status = 'pending' and new_row.status = 'cancelled' then
    return position_ended_fault(was, new_row, now_ms, slack_ms);
  end if;
  if closed > 0 then
    fault := position_margin_fault(was, new_row);
    if fault is not null then
      return fault;
    end if;
  end if;
  if has_levels and new_row.status in ('pending', 'open') then
    for item in select * from (values ('target', was.take_profit, new_row.take_profit), ('stop', was.stop_price, new_row.stop_price),
        ('trail', was.trail_distance, new_row.trail_distance)) as v (part, before, after)
      where v.before is distinct from v.after
        or (v.after is not null and new_row.entry_seq is not null and (was.entry_seq is null
          or (new_row.armed -> v.part ->> 1) is distinct from (was.armed -> v.part ->> 1)))
    loop
      -- One that was set with its order is watched from the opening on, one that moved from now.
      if new_row.entry_seq is not null and item.after is not null and not coalesce((was.entry_seq is null
          and item.before is not distinct from item.after and (new_row.armed -> item.part ->> 1)::bigint = new_row.entry_seq)
        or ((was.entry_seq is not null or item.before is distinct from item.after)
          and was_newest(new_row.symbol, (new_row.armed -> item.part ->> 1)::bigint, now_ms, slack_ms)), false)
      then
        return 'arming of its ' || item.part;
      end if;
      is_moved := is_moved or was.entry_seq is not null or item.before is distinct from item.after;
    end loop;
  elsif is_armed_anew and new_row.status in ('closing', 'closed') and was.entry_seq is not null
    and (was.take_profit, was.stop_price, was.trail_distance) is not distinct from (new_row.take_profit, new_row.stop_price, new_row.trail_distance)
    and (was.armed #> '{target,1}', was.armed #> '{stop,1}', was.armed #> '{trail,1}')
      is distinct from (new_row.armed #> '{target,1}', new_row.armed #> '{stop,1}', new_row.armed #> '{trail,1}')
  then
    return 'arming of what ended';
  end if;
  if is_moved then
    if position_reached(was, (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1)) is not null then
      return 'reached';
    end if;
  end if;
  -- What fires is what an entry reached first; at the entry of the closing itself all of it has one price.
  if reason is not null and reason <> 'start_over' and (was.asked_ms is null or reason not in ('customer', 'close_all'))
    and position_reached(was, (new_row.closes -> -1 ->> 'tape_seq')::bigint - 1) is not null
  then
    return 'reached';
  end if;
  if was.asked_ms is null and new_row.asked_ms is not null and position_reached(was, new_row.asked_seq) is not null then
    return 'reached';
  end if;
  if is_armed_anew and new_row.status in ('open', 'closing', 'closed') and was.status in ('open', 'closing')
    and (was.armed #> '{margin,1}') is distinct from (new_row.armed #> '{margin,1}')
  then
    return margin_rearmed_fault(was, new_row);
  end if;
  return null;
end
$$;

-- As 0122 has it, with the record of a closing read field by field.
create or replace function position_margin_fault(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  own numeric;
  added numeric := 0;
  item jsonb;
  part numeric;
  needed numeric;
  -- In units, with what was added before the closings and after them.
  before_units numeric;
  after_units numeric;
  was_open numeric := coalesce(nullif(was.open_quantity, 0), new_row.quantity);
begin
  if was.entry_price is not null then
    after_units := was.margin * 100000000;
  else
    own := contract_notional(new_row.product, new_row.symbol, new_row.quantity, new_row.entry_price, new_row.open_rate);
    after_units := least(div(own + new_row.leverage - 1, new_row.leverage),
      case when new_row.price is not null and new_row.entry_seq <> new_row.created_seq then new_row.staked * 100000000 end);
  end if;
  if was.added is distinct from new_row.added then
    added := 100000000 * (coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new_row.added) as e (a)), 0)
      - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(was.added) as e (a)), 0));
  end if;
  before_units := after_units + added;
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    item := new_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    needed := 100000000 * ((item ->> 'fee')::numeric + (item ->> 'financing')::numeric + coalesce((item ->> 'charge')::numeric, 0)
      - (item ->> 'pnl')::numeric);
    before_units := before_units
      - least(greatest(needed, div(before_units * part * 100000000, was_open * 100000000)), before_units);
    after_units := after_units
      - least(greatest(needed, div(after_units * part * 100000000, was_open * 100000000)), after_units);
    was_open := was_open - part;
  end loop;
  return case when (new_row.margin * 100000000 between before_units and after_units + added) is not true then 'margin of a closing' end;
end
$$;

-- As 0120 has it; the entry behind the newest is looked up where it could have been there.
create or replace function position_opening_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  entry record;
  armed bigint;
begin
  if was.book is null then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age,
        null::bigint as next_ms,
        (select h.fill_age_ms from tape_head h where h.symbol = new_row.symbol) as fill_age_ms
      into entry from tape t where t.symbol = new_row.symbol and t.seq = new_row.created_seq;
    -- Times of a tape never run backwards: only behind an entry that is that old can there be one that was there already.
    if entry.time_ms <= now_ms - slack_ms / 3 then
      entry.next_ms := (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = new_row.created_seq + 1);
    end if;
    if (abs(new_row.created_ms - now_ms) <= slack_ms
        and entry.time_ms <= new_row.created_ms + slack_ms and coalesce(entry.next_ms > new_row.created_ms - slack_ms, true)
        and new_row.fill_age_ms = entry.fill_age_ms) is not true then
      return 'acceptance';
    end if;
    if abs(new_row.created_ms - now_ms) > slack_ms / 3 or entry.next_ms <= now_ms - slack_ms / 3 then
      perform read_too_long_ago(new_row.symbol);
    end if;
    if new_row.type = 'market' and new_row.entry_seq is distinct from new_row.created_seq
      and not entry.gap and entry.age <= new_row.fill_age_ms
    then
      return 'entry of its opening';
    end if;
  end if;
  if was.book is null and new_row.type = 'limit' and new_row.status = 'pending'
    and (new_row.armed -> 'limit' ->> 1)::bigint is distinct from new_row.created_seq
  then
    return 'arming of its limit';
  end if;
  if was.entry_seq is not null or new_row.entry_seq is null then
    return null;
  end if;
  -- What is opened and closed in one batch has no row that a closing could be held against.
  if was.book is null and new_row.closes <> '[]' and position_margin_fault(was, new_row) is not null then
    return 'margin of a closing';
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
    when was.book is not null and new_row.entry_seq <= new_row.created_seq then false
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
  if new_row.status in ('open', 'closing')
    and (new_row.armed -> 'margin' ->> 1)::bigint is distinct from new_row.entry_seq
    and not margin_watched(new_row, new_row.entry_seq)
  then
    return 'arming of its margin';
  end if;
  if coalesce(new_row.take_profit, new_row.stop_price, new_row.trail_distance) is not null and new_row.status in ('open', 'closing')
    and ((new_row.take_profit is not null and new_row.armed #> '{target,1}' is null)
      or (new_row.stop_price is not null and new_row.armed #> '{stop,1}' is null)
      or (new_row.trail_distance is not null and new_row.armed #> '{trail,1}' is null))
  then
    return 'arming of its levels';
  end if;
  return null;
end
$$;

-- As 0120 has it, with the record of a closing read field by field and the entry behind it where it could have been there.
create or replace function position_closings_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint,
  is_timed boolean) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closing jsonb;
  item record;
  reopens_ms bigint;
  fills_at bigint;
  fault text;
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
      -- Over a closed session it fills at the first quote from its reopening on; one from before may be written late.
      reopens_ms := case when new_row.product = 'forex' then session_reopens_ms(new_row.symbol, item.asked_ms) end;
      if reopens_ms is not null then
        fills_at := (select q.seq from tape q where q.symbol = new_row.symbol
          and q.seq > item.asked_seq and q.time_ms >= reopens_ms and not q.gap order by q.seq limit 1);
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
      fault := closing_unasked_fault(was, new_row, item.reason, item.tape_seq, item.at_price, item.rate, item.financing, item.quantity,
        now_ms, slack_ms);
      if fault is not null then
        return fault;
      end if;
    end if;
  end loop;
  -- When it ended is when its last closing was: what is asked of it later goes by that.
  if is_timed and new_row.status = 'closed' and new_row.closed_ms is distinct from (new_row.closes -> -1 ->> 'time_ms')::bigint then
    return 'time of a closing';
  end if;
  return null;
end
$$;
