-- A command reads the newest entries in its own transaction and writes what it decided at once. Whoever may take three seconds for that
-- chooses among the entries of three seconds. So what is named as the newest has to have been it within the last second: honest work
-- that took longer is told to read again, which the executor does by itself.

-- For the transaction to be repeated with what is the newest by then.
create function read_too_long_ago(of_symbol text) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'what was read of % is too old to be written', of_symbol
    using errcode = 'serialization_failure', constraint = 'read_just_now';
end
$$;

-- Whether an entry was the newest of its tape at a time of just now. A third of what the clocks may differ by is what it may take to
-- write; beyond that, and within the whole of it, it is to be read again.
create or replace function was_newest(of_symbol text, of_seq bigint, at_ms bigint, slack_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  entry record;
begin
  select t.time_ms, (select n.time_ms from tape n where n.symbol = of_symbol and n.seq = of_seq + 1) as next_ms
    into entry from tape t where t.symbol = of_symbol and t.seq = of_seq;
  if (entry.time_ms <= at_ms + slack_ms and abs(at_ms - now_ms) <= slack_ms and coalesce(entry.next_ms > at_ms - slack_ms, true)) is not true
  then
    return false;
  end if;
  if abs(at_ms - now_ms) > slack_ms / 3 or entry.next_ms <= now_ms - slack_ms / 3 then
    perform read_too_long_ago(of_symbol);
  end if;
  return true;
end
$$;

-- As 0090 has it; and an order at market that could open at once does not wait: whoever lets it wait opens it at the old price once they
-- have seen the new one. The margin is watched from the opening on.
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
        (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = new_row.created_seq + 1) as next_ms,
        (select h.fill_age_ms from tape_head h where h.symbol = new_row.symbol) as fill_age_ms
      into entry from tape t where t.symbol = new_row.symbol and t.seq = new_row.created_seq;
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

-- The price at which half of its initial margin is left of a position that is open.
create function close_out_price(of_row public."position") returns numeric
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  due numeric := of_row.entry_price + case when long then 1 else -1 end * (of_row.initial_margin / 2 - of_row.margin + of_row.financing
    + of_row.charge) / (of_row.open_quantity * contract_size(of_row.product, of_row.symbol) * of_row.rate);
begin
  return case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
end
$$;

-- Whether the margin of an open position is watched without a break since an entry, up to the one that it is armed at: between the
-- two none came to its close-out. What can never be closed out is not watched.
create function margin_watched(of_row public."position", since bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  armed bigint := (of_row.armed -> 'margin' ->> 1)::bigint;
  long boolean := of_row.side = 'long';
  due numeric := close_out_price(of_row);
begin
  if armed is null then
    return long and due <= 0;
  end if;
  return armed >= since and armed <= (select max(t.seq) from tape t where t.symbol = of_row.symbol)
    and not reached_between(of_row.symbol, case when long then 'bid' else 'ask' end, long, due, since, armed + 1);
end
$$;

-- As 0094 has it; what waits for its price fills behind it, with the quantity that was asked for, and no midnight is left out.
create or replace function position_closings_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint,
  is_timed boolean) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  item record;
  reopens_ms bigint;
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
    if item.entry_ms / 86400000 > new_row.financed_ms / 86400000 then
      return 'nights';
    end if;
    if item.reason in ('customer', 'close_all') then
      if item.asked_ms is distinct from was.asked_ms then
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
      reopens_ms := session_reopens_ms(new_row.symbol, item.asked_ms);
      if (case
        when reopens_ms is not null then item.tape_seq = (select q.seq from tape q where q.symbol = new_row.symbol
          and q.seq > item.asked_seq and q.time_ms >= reopens_ms and not q.gap order by q.seq limit 1)
        when item.tape_seq = item.asked_seq then item.asked_ms - item.known_ms <= new_row.fill_age_ms
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

-- As 0090 has it; what could be closed at once does not wait for a price that is still to come.
create or replace function position_asked_fault(of_symbol text, of_seq bigint, at_ms bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (abs(at_ms - now_ms) <= slack_ms and was_newest(of_symbol, of_seq, at_ms, slack_ms)
    and (session_reopens_ms(of_symbol, at_ms) is not null
      or filling_seq(of_symbol, of_seq, at_ms, (select h.fill_age_ms from tape_head h where h.symbol = of_symbol)) is distinct from of_seq)
    ) is not true then 'closing that it waits for' end;
end
$$;

-- As 0090 has it; and a limit is armed anew at one entry alone, the first that reached it, where the house had too little of what it
-- takes. An order at market that could fill at once does not wait.
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
        when b.armed_seq = c.armed_seq then false
        else (c.armed_seq > b.armed_seq and c.type = 'limit' and c.reason = 'liquidity_insufficient'
          and spot_reached_first(c.symbol, c.side, c.price, b.armed_seq, c.armed_seq)
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

-- Whether an entry is the first behind another that comes to a limit.
create function spot_reached_first(of_symbol text, of_side text, of_price numeric, armed bigint, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return at_seq > armed
    and exists (select from tape t where t.symbol = of_symbol and t.seq = at_seq and not t.gap
      and case of_side when 'buy' then t.ask <= of_price else t.bid >= of_price end)
    and not reached_between(of_symbol, case of_side when 'buy' then 'ask' else 'bid' end, of_side = 'buy', of_price, armed, at_seq);
end
$$;

-- Whether the house has too little in stock, in all slots together, for what a quantity takes of it at an entry.
create function spot_house_lacks(of_symbol text, of_side text, of_quantity numeric, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return coalesce((select sum(h.amount) from house_balance h
      where h.account = 'inventory' and h.currency = split_part(of_symbol, '/', case of_side when 'buy' then 1 else 2 end)), 0)
    < case of_side when 'buy' then of_quantity
      else (select ceil(of_quantity * t.bid * 100000000) / 100000000 from tape t where t.symbol = of_symbol and t.seq = at_seq) end;
end
$$;

-- As 0090 has it; what fills at the entry of its acceptance fills with it, not later, and whole.
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

revoke execute on function close_out_price, margin_watched, spot_reached_first, spot_house_lacks from public;
