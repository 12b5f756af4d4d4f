-- What rests is taken back at the newest entry if that is as young as one that fills an order at market, and otherwise at the first quote that
-- is made since: a quote that was under way already still fills it, since whoever stands nearer to the market knew that.

alter table made_since add column taken_back_ms bigint;
update made_since set taken_back_ms = market_ms();
alter table made_since alter column taken_back_ms set not null;

alter table spot_order add column cancel_ms bigint, add column cancel_seq bigint, add column cancel_age_ms int check (cancel_age_ms >= 0),
  add constraint spot_order_cancel check ((cancel_ms is null) = (cancel_seq is null) and (cancel_ms is null) = (cancel_age_ms is null));

alter table position add column cancel_ms bigint, add column cancel_seq bigint, add column cancel_age_ms int check (cancel_age_ms >= 0),
  add constraint position_cancel check ((cancel_ms is null) = (cancel_seq is null) and (cancel_ms is null) = (cancel_age_ms is null));

create function taken_back_seq(of_symbol text, asked_seq bigint, asked_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > asked_seq and not q.gap
    and least(q.time_ms, q.feed_time_ms) >= asked_ms order by q.seq limit 1);
end
$$;

create function position_cancel_fault(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (was.status = 'pending' and was_newest(was.symbol, new_row.cancel_seq, new_row.cancel_ms, slack_ms)
    and new_row.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and case
      when new_row.status = 'pending' then was.type = 'limit'
        and filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) is distinct from new_row.cancel_seq
      when new_row.status = 'cancelled' and new_row.reason = 'customer' then was.type = 'market'
        or filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) = new_row.cancel_seq
      else false end) is not true then 'cancelling' end;
end
$$;

create or replace function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  if (old.created_ms, old.fill_age_ms, old.to_armed_seq, old.to_fill_age_ms, old.to_fee_rate, old.budget, old.worst)
      is distinct from (new.created_ms, new.fill_age_ms, new.to_armed_seq, new.to_fill_age_ms, new.to_fee_rate, new.budget, new.worst)
    or (old.type = 'market' and old.armed_seq <> new.armed_seq)
    or (old.budget is null and old.quantity <> new.quantity)
    or (old.cancel_ms is not null
      and (old.cancel_ms, old.cancel_seq, old.cancel_age_ms) is distinct from (new.cancel_ms, new.cancel_seq, new.cancel_age_ms))
  then
    raise exception 'spot order % keeps what was accepted', old.id
      using errcode = 'check_violation', constraint = 'spot_order_acceptance';
  end if;
  if new.version not between old.version and old.version
    + ((old.status, old.armed_seq, old.priced) <> (new.status, new.armed_seq, new.priced))::int
  then
    raise exception 'spot order % has another version than its changes', old.id
      using errcode = 'check_violation', constraint = 'spot_order_version';
  end if;
  return new;
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
          and coalesce(n.next_ms > n.created_ms - slack_ms, true) and n.cancel_ms is null
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
        -- While it waits the hold stays, and nothing of it is filled; and an amount buys at least what its hold does.
        when b.status = 'open' and c.status = 'open' and (b.held, b.quantity, b.filled_quantity) <> (c.held, c.quantity, c.filled_quantity)
          then true
        when b.armed_seq = c.armed_seq then b.status = 'open' and c.budget is not null and case c.status
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
      and (o.cancel_ms is null or coalesce(f.tape_seq < taken_back_seq(o.symbol, o.cancel_seq, o.cancel_ms), true))
      and f.fee_rate = case f.leg when 1 then o.fee_rate else o.to_fee_rate end
      and case
        when f.leg = 1 then f.quantity = o.quantity and o.filled_quantity = o.quantity and coalesce(f.value + f.fee <= o.budget, true)
          and (o.worst is null or o.to_symbol is not null or case o.side when 'buy' then f.price <= o.worst else f.price >= o.worst end)
        else coalesce(f.quantity >= o.worst, true) and f.quantity = quantity_for(f.symbol, (select s.value - s.fee from spot_fill s
          where s.book = f.book and s.order_id = f.order_id and s.leg = 1), f.price, f.fee_rate) end
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

create function spot_order_cancel_asked() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (old.status = 'open' and was_newest(new.symbol, new.cancel_seq, new.cancel_ms, market_slack_ms())
    and new.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = new.symbol)
    and case
      when new.status = 'open' then new.type = 'limit'
        and filling_seq(new.symbol, new.cancel_seq, new.cancel_ms, new.cancel_age_ms) is distinct from new.cancel_seq
      when new.status = 'cancelled' and new.reason = 'customer' then new.type = 'market'
        or filling_seq(new.symbol, new.cancel_seq, new.cancel_ms, new.cancel_age_ms) = new.cancel_seq
      else false end) is not true
  then
    raise exception 'spot order % of book % is not taken back now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_cancel_asked';
  end if;
  return null;
end
$$;
create trigger spot_order_cancel_asked after update on spot_order for each row
  when (old.cancel_ms is null and new.cancel_ms is not null)
  execute function spot_order_cancel_asked();

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
  taken_back bigint := taken_back_seq(old.symbol, old.cancel_seq, old.cancel_ms);
  fault text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.ended_seq is null then
    fault := 'entry';
  elsif new.reason = 'customer' and old.type = 'limit' then
    if new.cancel_ms is null then
      fault := 'request';
    elsif old.cancel_ms is null then
      fault := case when new.ended_seq <> new.cancel_seq then 'entry' end;
    elsif taken_back is not null then
      fault := case when new.ended_seq < taken_back then 'entry' when new.ended_seq > taken_back then 'reached' end;
    elsif now_ms - old.cancel_ms <= fill_wait_ms() or not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      fault := 'entry';
    end if;
    if fault is null and reached_between(old.symbol, case old.side when 'buy' then 'ask' else 'bid' end, old.side = 'buy', old.price,
      watched_from(old.symbol, old.armed_seq, old.created_ms),
      coalesce(taken_back, (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1))
    then
      fault := 'reached';
    end if;
  elsif new.reason in ('customer', 'start_over') then
    if not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      fault := 'entry';
    elsif new.reason = 'start_over' then
      fault := case when not starts_over(old.book, now_ms, slack_ms) then 'reason' end;
    elsif new.cancel_ms is null then
      fault := 'request';
    else
      fault := case when not market_missed(of_symbol, armed, old.created_ms, age_ms, now_ms) then 'reached' end;
    end if;
  elsif new.ended_seq >= taken_back then
    fault := 'entry';
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
  if new_row.type = 'market'
    and (case when long then new_row.entry_price > new_row.worst_price else new_row.entry_price < new_row.worst_price end)
  then
    return 'bound of its opening';
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
      and (was.cancel_ms is null or coalesce(new_row.entry_seq < taken_back_seq(was.symbol, was.cancel_seq, was.cancel_ms), true))
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
      case when is_timed and c.cancel_ms is not null then 'acceptance' end,
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
      case when is_timed and b.cancel_ms is null and c.cancel_ms is not null
        then position_cancel_fault(b::public."position", c::public."position", slack_ms) end,
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

create or replace function position_ended_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  taken_back bigint := taken_back_seq(was.symbol, was.cancel_seq, was.cancel_ms);
begin
  if new_row.ended_seq is null then
    return 'entry of its end';
  end if;
  if new_row.reason = 'customer' and new_row.cancel_ms is null then
    return 'request of its end';
  end if;
  if new_row.reason = 'customer' and was.type = 'limit' then
    if (case
      when was.cancel_ms is null then new_row.ended_seq <> new_row.cancel_seq
      when taken_back is not null then new_row.ended_seq < taken_back
      else now_ms - was.cancel_ms <= fill_wait_ms() or not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) end)
    then
      return 'entry of its end';
    end if;
    return case when new_row.ended_seq > taken_back or position_reached(was, coalesce(taken_back - 1,
      (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1))) is not null then 'reached' end;
  end if;
  if new_row.reason in ('customer', 'start_over') then
    if not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) then
      return 'entry of its end';
    end if;
    if new_row.reason = 'start_over' then
      return case when not starts_over(was.book, now_ms, slack_ms) then 'reason of its end' end;
    end if;
    return case when not market_missed(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms, now_ms) then 'reached' end;
  end if;
  if new_row.ended_seq >= taken_back then
    return 'entry of its end';
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
  if of_row.status not in ('open', 'closing') then
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
  if reason is not null and reason <> 'start_over'
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
      and ((b.cancel_ms is null and (c.cancel_ms is not null or (b.status = 'pending' and c.status = 'cancelled' and c.reason = 'customer')))
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

drop trigger position_transition on position;
create trigger position_transition before update on position for each row
  when (
    (old.status = 'closing' and new.status = 'open' and new.open_quantity >= old.open_quantity)
    or (old.entry_price is not null and (
      old.entry_price <> new.entry_price or old.entry_seq <> new.entry_seq or old.entry_ms <> new.entry_ms
    ))
    or old.side <> new.side or old.quantity <> new.quantity or old.symbol <> new.symbol
    or old.collateral <> new.collateral
    or old.fee_rate <> new.fee_rate or old.financing_rate <> new.financing_rate
    or old.created_ms <> new.created_ms or old.created_seq <> new.created_seq or old.fill_age_ms <> new.fill_age_ms
    or (old.status = 'closing' and new.status = 'closing'
      and (old.asked_ms, old.asked_seq, old.closing_quantity) is distinct from (new.asked_ms, new.asked_seq, new.closing_quantity))
    or (old.cancel_ms is not null
      and (old.cancel_ms, old.cancel_seq, old.cancel_age_ms) is distinct from (new.cancel_ms, new.cancel_seq, new.cancel_age_ms))
    -- A list of closings only grows: what it was without its last bracket is how it begins.
    or not starts_with(new.closes::text, rtrim(old.closes::text, ']'))
  ) execute function position_refuse();

create or replace function left_unfired() returns table (told text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part)
    from position p, position_reached(p, least(entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()),
      case when p.status = 'pending' then taken_back_seq(p.symbol, p.cancel_seq, p.cancel_ms) - 1 end)) as r (part)
    where p.status in ('pending', 'open', 'closing') and r.part is not null
  union all
  select format('order %s of book %s is asked to be cancelled, and its entry has come', p.id, p.book) from position p
    where p.status = 'pending' and p.cancel_ms is not null
      and taken_back_seq(p.symbol, p.cancel_seq, p.cancel_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
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
      o.side = 'buy', o.price, watched_from(o.symbol, o.armed_seq, o.created_ms),
      least(entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1, taken_back_seq(o.symbol, o.cancel_seq, o.cancel_ms)))
  union all
  select format('spot order %s of book %s is asked to be cancelled, and its entry has come', o.id, o.book) from spot_order o
    where o.status = 'open' and o.cancel_ms is not null
      and taken_back_seq(o.symbol, o.cancel_seq, o.cancel_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
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

drop trigger changed_in_session on spot_order;
create trigger changed_in_session after update on spot_order for each row
  when (old.cancel_ms is null and (new.cancel_ms is not null
    or (old.status = 'open' and new.status = 'cancelled' and new.reason = 'customer')))
  execute function changed_in_session();

grant update (cancel_ms, cancel_seq, cancel_age_ms) on spot_order to candor_app;
grant update (cancel_ms, cancel_seq, cancel_age_ms) on position to candor_app;
revoke execute on function position_cancel_fault, spot_order_cancel_asked, taken_back_seq from public;
