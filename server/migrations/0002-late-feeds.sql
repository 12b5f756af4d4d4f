-- What fills an order, fires a level or strikes a ticket was made at or after it was asked for: a feed from outside that is late tells
-- prices that whoever stands nearer to the market knew by then.

alter table engine_inbox add column since_ms bigint;
alter table option_ticket add column strike_seq bigint, add column struck_from_ms bigint;

-- What was filled before is audited by the rule of then.
create table made_since (
  one boolean primary key default true check (one),
  accepted_ms bigint not null
);
insert into made_since (accepted_ms) values (market_ms());

drop function trailed_first(text, boolean, numeric, bigint, bigint);
drop function trailed_within(text, boolean, numeric, numeric, bigint, bigint, bigint);
drop function position_arming_fault(text, jsonb, jsonb, bigint, bigint, bigint);

create or replace function filling_seq(of_symbol text, accepted_seq bigint, accepted_ms bigint, age_ms int) returns bigint
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
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > accepted_seq and not q.gap
    and least(q.time_ms, q.feed_time_ms) >= accepted_ms order by q.seq limit 1);
end
$$;

create function watched_from(of_symbol text, armed bigint, since_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  if since_ms is null then
    return armed;
  end if;
  return coalesce((select q.seq - 1 from tape q where q.symbol = of_symbol and q.seq > armed
      and least(q.time_ms, q.feed_time_ms) >= since_ms order by q.seq limit 1),
    greatest(armed, (select q.seq from tape q where q.symbol = of_symbol order by q.seq desc limit 1)));
end
$$;

create function part_watched_from(of_symbol text, part jsonb) returns bigint
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return watched_from(of_symbol, (part ->> 1)::bigint, (part ->> 2)::bigint);
end
$$;

create function trailed_first(of_symbol text, long boolean, distance numeric, armed bigint, watched bigint, upto bigint) returns bigint
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
    return trailed_within(of_symbol, long, distance, null, watched, armed, upto);
  end if;
  found_seq := trailed_within(of_symbol, long, distance, null, watched, armed, first_end);
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
    found_seq := trailed_within(of_symbol, long, distance, minute.best_before, watched, minute.first_seq, least(minute.last_seq, upto));
    if found_seq is not null then
      return found_seq;
    end if;
  end loop;
  return null;
end
$$;

create function trailed_within(of_symbol text, long boolean, distance numeric, best numeric, watched bigint, from_seq bigint, to_seq bigint)
  returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select w.seq from (
      select q.seq, q.gap, q.price, greatest(best, max(q.price) over (order by q.seq)) as furthest
      from (select e.seq, e.gap, case when long then e.bid else -e.ask end as price from tape e
        where e.symbol = of_symbol and e.seq between from_seq and to_seq) q) w
    where not w.gap and w.seq > watched and w.furthest - w.price >= distance order by w.seq limit 1);
end
$$;

create or replace function spot_order_in_time() returns trigger
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
  if tg_op = 'INSERT' then
    select c.id, c.symbol, c.is_of_now into wrong from (
      select n.*, (abs(n.created_ms - now_ms) <= slack_ms and n.entry_ms <= n.created_ms + slack_ms
          and coalesce(n.next_ms > n.created_ms - slack_ms, true)
          and n.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = n.symbol)
          and (n.to_symbol is null or (n.to_fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = n.to_symbol)
            and was_newest(n.to_symbol, n.to_armed_seq, n.created_ms, slack_ms)))
          and (n.type <> 'market' or n.status <> 'open'
            or filling_seq(n.symbol, n.armed_seq, n.created_ms, n.fill_age_ms) is distinct from n.armed_seq
            or (n.to_symbol is not null
              and filling_seq(n.to_symbol, n.to_armed_seq, n.created_ms, n.to_fill_age_ms) is distinct from n.to_armed_seq))
        ) is true as is_of_now
        from (select a.*, (select t.time_ms from tape t where t.symbol = a.symbol and t.seq = a.armed_seq) as entry_ms,
            (select t.time_ms from tape t where t.symbol = a.symbol and t.seq = a.armed_seq + 1) as next_ms
          from changed a offset 0) n
        offset 0) c
      where not c.is_of_now or abs(c.created_ms - now_ms) > slack_ms / 3 or c.next_ms <= now_ms - slack_ms / 3 limit 1;
    if wrong.is_of_now then
      perform read_too_long_ago(wrong.symbol);
    end if;
  else
    select c.id into wrong from changed c full join before b on b.book = c.book and b.id = c.id
      where case
        when b.id is null or c.id is null then true
        -- An amount buys at least what its hold does, and while it waits the hold stays.
        when b.armed_seq = c.armed_seq then b.status = 'open' and c.budget is not null and case c.status
          when 'open' then c.held <> b.held
          when 'filled' then c.quantity < quantity_for(c.symbol, least(b.held, c.budget), (select t.ask from tape t
            where t.symbol = c.symbol and t.seq = filling_seq(c.symbol, c.armed_seq, c.created_ms, c.fill_age_ms)), c.fee_rate)
          else false end
        else (c.armed_seq > b.armed_seq and c.type = 'limit' and c.reason = 'liquidity_insufficient'
          and spot_reached_first(c.symbol, c.side, c.price, watched_from(c.symbol, b.armed_seq, b.created_ms), c.armed_seq)
          and spot_house_lacks(c.symbol, c.side, c.quantity, c.armed_seq)) is not true
        end
      limit 1;
  end if;
  if wrong.id is not null then
    raise exception 'spot order % is not of this time', wrong.id using errcode = 'check_violation', constraint = 'spot_order_in_time';
  end if;
  return null;
end
$$;

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
      and (f.leg <> 1 or (f.quantity = o.quantity and o.filled_quantity = o.quantity
        and coalesce(f.value + f.fee <= o.budget, true)))
      and case
        when o.type = 'market' and f.tape_seq = case f.leg when 1 then o.armed_seq else o.to_armed_seq end then
          o.created_ms - least(t.time_ms, t.feed_time_ms) <= case f.leg when 1 then o.fill_age_ms else o.to_fill_age_ms end
          and (f.time_ms = o.created_ms or o.to_symbol is not null)
        when o.type = 'market' and f.leg = 1 then
          f.tape_seq = filling_seq(f.symbol, o.armed_seq, o.created_ms, o.fill_age_ms)
        when o.type = 'market' then f.tape_seq = filling_seq(f.symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        when not case o.side when 'buy' then t.ask <= o.price else t.bid >= o.price end then false
        when f.tape_seq = o.armed_seq then f.time_ms = o.created_ms
          and f.time_ms - least(t.time_ms, t.feed_time_ms) <= o.fill_age_ms
        else spot_reached_first(f.symbol, o.side, o.price, watched_from(f.symbol, o.armed_seq, o.created_ms), f.tape_seq)
      end) is not true
    limit 1;
  if wrong.order_id is not null then
    raise exception 'leg % of spot order % is not filled at its entry', wrong.leg, wrong.order_id
      using errcode = 'check_violation', constraint = 'spot_fill_in_time';
  end if;
  return null;
end
$$;

create or replace function spot_order_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  -- The tape whose price it waited for.
  of_symbol text := case when old.priced @> '[{"leg": 1}]' then old.to_symbol else old.symbol end;
  armed bigint := case when old.priced @> '[{"leg": 1}]' then old.to_armed_seq else old.armed_seq end;
  age_ms int := case when old.priced @> '[{"leg": 1}]' then old.to_fill_age_ms else old.fill_age_ms end;
  fault text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.ended_seq is null then
    fault := 'entry';
  elsif new.reason in ('customer', 'start_over') then
    if not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      fault := 'entry';
    elsif new.reason = 'start_over' then
      fault := case when not starts_over(old.book, now_ms, slack_ms) then 'reason' end;
    elsif old.type = 'market' then
      fault := case when not market_missed(of_symbol, armed, old.created_ms, age_ms, now_ms) then 'reached' end;
    elsif reached_between(old.symbol, case old.side when 'buy' then 'ask' else 'bid' end, old.side = 'buy', old.price,
      watched_from(old.symbol, old.armed_seq, old.created_ms), (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1)
    then
      fault := 'reached';
    end if;
  elsif (case when old.type = 'market' then new.ended_seq > armed and new.ended_seq = filling_seq(of_symbol, armed, old.created_ms, age_ms)
    else spot_reached_first(old.symbol, old.side, old.price, watched_from(old.symbol, old.armed_seq, old.created_ms), new.ended_seq)
    end) is not true
  then
    fault := 'entry';
  elsif spot_refused_truly(old, new.reason, new.ended_seq, of_symbol) is not true then
    fault := 'reason';
  end if;
  if fault = 'reached' then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif fault is not null then
    raise exception 'no entry bears out the % by which spot order % of book % ended', fault, old.id, old.book
      using errcode = 'check_violation', constraint = 'spot_order_ended_at';
  end if;
  return null;
end
$$;

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
    and ((new_row.armed -> 'limit' ->> 1)::bigint, (new_row.armed -> 'limit' ->> 2)::bigint)
      is distinct from (new_row.created_seq, new_row.created_ms)
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
  armed := coalesce(part_watched_from(was.symbol, was.armed -> 'limit'), new_row.created_seq);
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

create function position_arming_fault(of_symbol text, was_armed jsonb, now_armed jsonb, opened_seq bigint, asked_ms bigint,
  now_ms bigint, slack_ms bigint) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  armed bigint;
  since_ms bigint;
  part text;
begin
  foreach part in array array['limit', 'stop', 'target', 'trail'] loop
    armed := (now_armed -> part ->> 1)::bigint;
    since_ms := (now_armed -> part ->> 2)::bigint;
    if (armed, since_ms) is distinct from ((was_armed -> part ->> 1)::bigint, (was_armed -> part ->> 2)::bigint)
      and ((armed, since_ms) is distinct from (opened_seq, asked_ms) or asked_ms > now_ms + slack_ms)
      and (since_ms is null or not was_newest(of_symbol, armed, since_ms, slack_ms))
    then
      return 'arming of its ' || part;
    end if;
  end loop;
  return null;
end
$$;

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

create or replace function position_in_time_new() returns trigger
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
        then position_arming_fault(c.symbol, null, c.armed, c.entry_seq, c.created_ms, now_ms, slack_ms) end,
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

create function position_set_fault(of_symbol text, set_ms bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  if abs(set_ms - now_ms) > slack_ms then
    return 'time of its levels';
  elsif abs(set_ms - now_ms) > slack_ms / 3 then
    perform read_too_long_ago(of_symbol);
  end if;
  return null;
end
$$;

create or replace function position_in_time() returns trigger
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
        then position_arming_fault(c.symbol, b.armed, c.armed, case when b.entry_seq is null then c.entry_seq end, b.updated_ms,
          now_ms, slack_ms) end,
      -- The levels of an order count from when they were set last, which is now.
      case when is_timed and b.status = 'pending' and c.status = 'pending' and (b.take_profit, b.stop_price, b.trail_distance, b.updated_ms)
          is distinct from (c.take_profit, c.stop_price, c.trail_distance, c.updated_ms)
        then position_set_fault(c.symbol, c.updated_ms, now_ms, slack_ms) end,
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

create or replace function position_reached(of_row public."position", upto bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  quote text := split_part(of_row.symbol, '/', 2);
  armed jsonb := of_row.armed;
  watched bigint;
  item record;
begin
  if of_row.status = 'pending' then
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end, long,
      of_row.price, part_watched_from(of_row.symbol, armed -> 'limit'), upto + 1) then 'limit' end;
  end if;
  if of_row.status <> 'open' then
    return null;
  end if;
  if of_row.take_profit is not null
    and reached_between(of_row.symbol, closes_at, not long, of_row.take_profit, part_watched_from(of_row.symbol, armed -> 'target'), upto + 1)
  then
    return 'target';
  end if;
  if of_row.stop_price is not null
    and reached_between(of_row.symbol, closes_at, long, of_row.stop_price, part_watched_from(of_row.symbol, armed -> 'stop'), upto + 1)
  then
    return 'stop';
  end if;
  if of_row.trail_distance is not null
    and trailed_first(of_row.symbol, long, of_row.trail_distance, (armed -> 'trail' ->> 1)::bigint,
      part_watched_from(of_row.symbol, armed -> 'trail'), upto) is not null
  then
    return 'trail';
  end if;
  watched := (armed -> 'margin' ->> 1)::bigint;
  if watched >= upto then
    return null;
  end if;
  if quote in ('USDT', 'USD') then
    return case when margin_reached(of_row, of_row.rate, watched, upto) then 'margin' end;
  end if;
  for item in select w.rate, w.since, lead(w.since) over (order by w.seq) as until from (
      select of_row.rate_seq as seq, of_row.rate as rate, watched as since
      union all
      select r.seq, r.last, entry_before(of_row.symbol, r.time_ms) from tape r
        where r.symbol = quote || '/USDT' and r.seq > of_row.rate_seq and not r.gap
    ) w order by w.seq
  loop
    if margin_reached(of_row, item.rate, greatest(watched, item.since), least(upto, coalesce(item.until, upto))) then
      return 'margin';
    end if;
  end loop;
  return null;
end
$$;

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
  if is_armed_anew and was.status = 'pending' and (was.armed #> '{limit,1}', was.armed #> '{limit,2}')
    is distinct from (new_row.armed #> '{limit,1}', new_row.armed #> '{limit,2}')
  then
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
          or (new_row.armed -> v.part ->> 1, new_row.armed -> v.part ->> 2)
            is distinct from (was.armed -> v.part ->> 1, was.armed -> v.part ->> 2)))
    loop
      -- One that was set with its order is watched from the opening on, one that moved from now.
      if new_row.entry_seq is not null and item.after is not null and not coalesce((was.entry_seq is null
          and item.before is not distinct from item.after and ((new_row.armed -> item.part ->> 1)::bigint,
            (new_row.armed -> item.part ->> 2)::bigint) = (new_row.entry_seq, was.updated_ms))
        or ((was.entry_seq is not null or item.before is distinct from item.after)
          and was_newest(new_row.symbol, (new_row.armed -> item.part ->> 1)::bigint,
            coalesce((new_row.armed -> item.part ->> 2)::bigint, 0), slack_ms)), false)
      then
        return 'arming of its ' || item.part;
      end if;
      is_moved := is_moved or was.entry_seq is not null or item.before is distinct from item.after;
    end loop;
  elsif is_armed_anew and new_row.status in ('closing', 'closed') and was.entry_seq is not null
    and (was.take_profit, was.stop_price, was.trail_distance) is not distinct from (new_row.take_profit, new_row.stop_price, new_row.trail_distance)
    and (was.armed #> '{target,1}', was.armed #> '{stop,1}', was.armed #> '{trail,1}', was.armed #> '{target,2}', was.armed #> '{stop,2}',
      was.armed #> '{trail,2}') is distinct from (new_row.armed #> '{target,1}', new_row.armed #> '{stop,1}', new_row.armed #> '{trail,1}',
      new_row.armed #> '{target,2}', new_row.armed #> '{stop,2}', new_row.armed #> '{trail,2}')
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

create or replace function position_changed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  acting text[];
  lone bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  acting := acting_now();
  select c.book into lone from changed c join before b on b.book = c.book and b.id = c.id
    where c.book::text <> all (acting)
      and ((b.status = 'pending' and c.status = 'cancelled' and c.reason = 'customer')
        or (b.asked_ms is null and c.asked_ms is not null)
        or (b.asked_ms is null and b.closes <> c.closes and c.closes -> -1 ->> 'reason' in ('customer', 'close_all'))
        or b.added is distinct from c.added
        or (c.status in ('pending', 'open') and jsonb_array_length(c.closes) = jsonb_array_length(b.closes)
          and (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance))
        or (b.status = 'open' and c.status = 'open' and (b.armed #> '{target,1}', b.armed #> '{target,2}', b.armed #> '{stop,1}',
            b.armed #> '{stop,2}', b.armed #> '{trail,1}', b.armed #> '{trail,2}') is distinct from (c.armed #> '{target,1}',
            c.armed #> '{target,2}', c.armed #> '{stop,1}', c.armed #> '{stop,2}', c.armed #> '{trail,1}', c.armed #> '{trail,2}')))
      and exists (select from signed_in s where s.customer = c.book) limit 1;
  if lone is not null then
    perform unacted(lone, 'position');
  end if;
  return null;
end
$$;

create or replace function left_unfired() returns table (told text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part)
    from position p, position_reached(p, entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())) as r (part)
    where p.status in ('pending', 'open') and r.part is not null
  union all
  select format('position %s of book %s: its night was passed and is not charged', p.id, p.book) from position p
    where p.status in ('open', 'closing') and exists (select from tape t where t.symbol = p.symbol and not t.gap
      and t.seq = entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and t.time_ms / 86400000 > p.financed_ms / 86400000)
  union all
  select format('order %s of book %s waits at market for an entry that has come', o.id, o.book) from (
      select p.book, p.id, p.symbol, p.created_seq as seq, p.created_ms as ms, p.fill_age_ms from position p
        where p.status = 'pending' and p.type = 'market'
      union all
      select s.book, s.id, s.symbol, s.armed_seq, s.created_ms, s.fill_age_ms from spot_order s
        where s.status = 'open' and s.type = 'market' and not s.priced @> '[{"leg": 1}]'
    ) o where filling_seq(o.symbol, o.seq, o.ms, o.fill_age_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('spot order %s of book %s was reached and did not fill', o.id, o.book) from spot_order o
    where o.status = 'open' and o.type = 'limit' and reached_between(o.symbol, case o.side when 'buy' then 'ask' else 'bid' end,
      o.side = 'buy', o.price, watched_from(o.symbol, o.armed_seq, o.created_ms), entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1)
  union all
  -- What was asked to close over a closed session closes at the first quote from its reopening on.
  select format('position %s of book %s is asked to close, and its entry has come', p.id, p.book) from position p
    where p.status = 'closing' and p.asked_seq is not null
      and case when session_reopens_ms(p.symbol, p.asked_ms) is null then filling_seq(p.symbol, p.asked_seq, p.asked_ms, p.fill_age_ms)
        else (select q.seq from tape q where q.symbol = p.symbol and q.seq > p.asked_seq and not q.gap
          and q.time_ms >= session_reopens_ms(p.symbol, p.asked_ms) and least(q.time_ms, q.feed_time_ms) >= p.asked_ms
          order by q.seq limit 1) end
        <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s waits for its second coin, whose entry has come', o.id, o.book) from spot_order o
    where o.status = 'open' and o.type = 'market' and o.priced @> '[{"leg": 1}]'
      and filling_seq(o.to_symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        <= entry_past(o.to_symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('ticket %s of book %s is over and did not end', t.id, t.book) from option_ticket t
    where t.status = 'open' and exists (select from tape e where e.symbol = t.symbol and e.cause is distinct from 'reject'
      and e.seq = entry_past(t.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and e.time_ms > t.expires_ms)
$$;

create or replace function position_ended_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  newest bigint;
begin
  if new_row.ended_seq is null then
    return 'entry of its end';
  end if;
  if new_row.reason in ('customer', 'start_over') then
    if not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) then
      return 'entry of its end';
    end if;
    if new_row.reason = 'start_over' then
      return case when not starts_over(was.book, now_ms, slack_ms) then 'reason of its end' end;
    end if;
    if was.type = 'market' then
      return case when not market_missed(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms, now_ms) then 'reached' end;
    end if;
    newest := (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1);
    return case when position_reached(was, newest) is not null then 'reached' end;
  end if;
  if (case when was.type = 'market'
      then new_row.ended_seq > was.created_seq
        and new_row.ended_seq = filling_seq(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms)
      else spot_reached_first(was.symbol, case when long then 'buy' else 'sell' end, was.price,
        part_watched_from(was.symbol, was.armed -> 'limit'), new_row.ended_seq) end) is not true
  then
    return 'entry of its end';
  end if;
  return case when position_refused_truly(was, new_row.reason, new_row.ended_seq) is not true then 'reason of its end' end;
end
$$;

create or replace function option_ticket_borne_out() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- The tape is asked by symbol and number. A plan made while it was short could read it from end to end ever after.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as
$$
declare
  wrong bigint;
begin
  -- Each entry is looked up once: where ten thousand tickets end together, they end at the same.
  with struck as materialized (
    select s.symbol, s.accepted_seq, s.from_ms, strike.seq, strike.last, strike.time_ms, accepted.gap or strike.gap as in_gap
    from (select distinct symbol, accepted_seq, coalesce(struck_from_ms, 0) as from_ms from changed) s
      left join tape accepted on accepted.symbol = s.symbol and accepted.seq = s.accepted_seq
      left join lateral (
        select e.seq, e.last, e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq > s.accepted_seq and e.cause is distinct from 'reject'
          and (e.gap or least(e.time_ms, e.feed_time_ms) >= s.from_ms)
        order by e.seq limit 1) strike on true
  ), settled as materialized (
    -- The named entry, and its neighbours that are no rejects.
    select s.symbol, s.settle_seq, named.last, named.time_ms, named.gap,
      before.time_ms as before_ms, before.gap as before_gap, after.time_ms as after_ms, after.gap as after_gap
    from (select distinct symbol, settle_seq from changed where settle_seq is not null) s
      left join tape named
        on named.symbol = s.symbol and named.seq = s.settle_seq and named.cause is distinct from 'reject'
      left join lateral (
        select e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq < s.settle_seq and e.cause is distinct from 'reject'
        order by e.seq desc limit 1) before on true
      left join lateral (
        select e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq > s.settle_seq and e.cause is distinct from 'reject'
        order by e.seq limit 1) after on true
  )
  select t.id into wrong
  from changed t
    left join struck strike on strike.symbol = t.symbol and strike.accepted_seq = t.accepted_seq
      and strike.from_ms = coalesce(t.struck_from_ms, 0)
    left join settled settle on settle.symbol = t.symbol and settle.settle_seq = t.settle_seq
  where (case
    when t.status = 'open' then t.strike is null or (t.strike = strike.last and t.strike_ms = strike.time_ms and t.strike_seq = strike.seq
      and not strike.in_gap and strike.time_ms <= t.expires_ms)
    when t.reason = 'start_over' then t.settled_ms >= t.accepted_ms and exists (
      select 1 from journal j where j.book = t.book and j.kind = 'start_over' and j.time_ms = t.settled_ms)
    when t.reason = 'gap_strike' then (strike.in_gap or strike.time_ms > t.expires_ms) and t.strike_seq is not distinct from strike.seq
    when (t.settle = settle.last and t.settle_seq >= strike.seq) is not true then false
    when t.reason = 'gap_expiry' then
      settle.time_ms <= t.expires_ms and settle.after_ms > t.expires_ms and (settle.gap or settle.after_gap)
    -- Neither side of the expiry is anything but a quote, and the exit is the one that the distance says.
    when (case
      when settle.time_ms <= t.expires_ms then settle.after_ms > t.expires_ms and not settle.gap
        and not settle.after_gap and settle.after_ms - settle.time_ms <= 3000
      else settle.before_ms <= t.expires_ms and t.settle_seq > strike.seq and not settle.gap
        and not settle.before_gap and settle.time_ms - settle.before_ms > 3000
    end) is not true then false
    else t.status = case sign(settle.last - t.strike) * case t.side when 'up' then 1 else -1 end
      when 1 then 'won' when -1 then 'lost' else 'tied' end
  end) is not true
  limit 1;
  if wrong is not null then
    raise exception 'the tape does not bear out how ticket % ended', wrong
      using errcode = 'check_violation', constraint = 'option_ticket_borne_out';
  end if;
  return null;
end
$$;

drop trigger option_ticket_transition on option_ticket;
create trigger option_ticket_transition before update on option_ticket for each row
  when (
    (old.strike is distinct from new.strike and (old.strike is not null or new.status <> 'open'))
    or (old.strike_ms is distinct from new.strike_ms and (old.strike_ms is not null or new.status <> 'open'))
    or (old.book, old.id, old.product, old.symbol, old.side, old.seconds, old.currency, old.source, old.stake)
      <> (new.book, new.id, new.product, new.symbol, new.side, new.seconds, new.currency, new.source, new.stake)
    or (old.payout_ratio, old.stake_usdt, old.profit_usdt, old.accepted_ms, old.accepted_seq, old.expires_ms)
      <> (new.payout_ratio, new.stake_usdt, new.profit_usdt, new.accepted_ms, new.accepted_seq, new.expires_ms)
    or old.accepted_wall_ms <> new.accepted_wall_ms
    or (old.strike is not null and (old.strike_seq, old.struck_from_ms) is distinct from (new.strike_seq, new.struck_from_ms))
    or (old.strike is null and (new.strike is not null or new.reason = 'gap_strike')
      and new.struck_from_ms is distinct from new.accepted_ms)
    or (new.strike is null and new.strike_seq is not null and new.reason is distinct from 'gap_strike')
  ) execute function option_ticket_refuse();

drop trigger option_ticket_new on option_ticket;
create trigger option_ticket_new before insert on option_ticket for each row
  when (new.status <> 'open' or new.strike is not null or new.settle is not null or new.strike_seq is not null
    or new.struck_from_ms is not null) execute function option_ticket_new();

grant select on made_since to candor_app;
grant update (strike_seq, struck_from_ms) on option_ticket to candor_app;
revoke execute on function part_watched_from, position_arming_fault, position_set_fault, trailed_first, trailed_within, watched_from from public;
