-- A close-out and a trailing stop fire at the first entry that reached them too, as other levels do; and what a position owes of the
-- other side weighs in its close-out, as it does in the rule.

-- The first quote behind an arming that came back far enough from the best price since, that of the arming's entry included, up to
-- an entry; null where none did. Of a long stretch whole minutes are asked by their extremes.
create function trailed_first(of_symbol text, long boolean, distance numeric, armed bigint, upto bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  minute record;
  best numeric;
  first_end bigint;
  last_begin bigint;
  found_seq bigint;
begin
  if upto - armed > 1000 then
    select m.last_seq into first_end from tape_minute m
      where m.symbol = of_symbol and m.minute_ms = (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = armed) / 60000 * 60000;
    select m.first_seq into last_begin from tape_minute m
      where m.symbol = of_symbol and m.minute_ms = (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = upto) / 60000 * 60000;
  end if;
  if first_end is null or last_begin is null or first_end not between armed and last_begin - 2 then
    return trailed_within(of_symbol, long, distance, null, armed, armed, upto);
  end if;
  found_seq := trailed_within(of_symbol, long, distance, null, armed, armed, first_end);
  if found_seq is not null then
    return found_seq;
  end if;
  -- A price is a high of the bid, or the ask upside down.
  best := (select max(case when long then q.bid else -q.ask end) from tape q
    where q.symbol = of_symbol and q.seq between armed and first_end);
  for minute in
    select w.* from (
      select m.first_seq, m.last_seq, greatest(best, max(m.high) over (order by m.minute_ms rows between unbounded preceding and 1 preceding))
          as best_before, greatest(best, max(m.high) over (order by m.minute_ms)) - m.low as back, m.minute_ms
        from (select e.minute_ms, e.first_seq, e.last_seq, case when long then e.bid_high else -e.ask_low end as high,
            case when long then e.bid_low else -e.ask_high end as low
          from tape_minute e where e.symbol = of_symbol
            and e.minute_ms > (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = armed) / 60000 * 60000
            and e.minute_ms <= (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = upto) / 60000 * 60000) m) w
      where w.back >= distance order by w.minute_ms
  loop
    found_seq := trailed_within(of_symbol, long, distance, minute.best_before, armed, minute.first_seq, least(minute.last_seq, upto));
    if found_seq is not null then
      return found_seq;
    end if;
  end loop;
  return null;
end
$$;

-- The same among the entries from one to another, with the best price from before them.
create function trailed_within(of_symbol text, long boolean, distance numeric, best numeric, armed bigint, from_seq bigint, to_seq bigint)
  returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select w.seq from (
      select q.seq, q.gap, q.price, greatest(best, max(q.price) over (order by q.seq)) as furthest
      from (select e.seq, e.gap, case when long then e.bid else -e.ask end as price from tape e
        where e.symbol = of_symbol and e.seq between from_seq and to_seq) q) w
    where not w.gap and w.seq > armed and w.furthest - w.price >= distance order by w.seq limit 1);
end
$$;

-- As 0090 has it, but for trailing stops and close-outs.
create or replace function closing_unasked_fault(was public."position", new_row public."position", of_reason text, at_seq bigint,
  at_price numeric, at_rate numeric, all_financing numeric, of_quantity numeric, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  size numeric := contract_size(new_row.product, new_row.symbol);
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
    if (at_seq > armed and trailed_first(new_row.symbol, long, was.trail_distance, armed, at_seq) = at_seq) is not true then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'close_out' then
    armed := (was.armed -> 'margin' ->> 1)::bigint;
    -- Nights that the closing's own entry brought about are charged by it; what was watched before it knew nothing of them.
    due := new_row.entry_price + case when long then 1 else -1 end
      * (was.initial_margin / 2 - was.margin + was.financing + was.charge) / (was.open_quantity * size * was.rate);
    due := case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
    if (at_seq > armed and 2 * (was.margin - all_financing - was.charge + of_quantity * size
        * at_rate * case when long then at_price - new_row.entry_price else new_row.entry_price - at_price end) <= was.initial_margin
      and not reached_between(new_row.symbol, closes_at, long, due, armed, at_seq)) is not true
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

-- As 0090 has it, and a row ends when its last closing says.
create or replace function position_closings_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint,
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
  -- When it ended is when its last closing was: what is asked of it later goes by that.
  if is_timed and new_row.status = 'closed' and new_row.closed_ms is distinct from (new_row.closes -> -1 ->> 'time_ms')::bigint then
    return 'time of a closing';
  end if;
  return null;
end
$$;

revoke execute on function trailed_first, trailed_within from public;
