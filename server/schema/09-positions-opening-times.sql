-- The entry at which an order opens, or at which a change or a cancellation takes effect, must be the one that the rules
-- determine.

-- Returns the violation in the acceptance or the opening entry of a position, or null. A market order that could open
-- immediately does not wait; otherwise someone who has seen the new price could delay it and open at the old one. The margin
-- is watched from the opening on. The entry after the newest is looked up only if it could already have existed.
create function position_opening_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  is_stop boolean := new_row.type = 'stop';
  entry record;
  armed bigint;
begin
  if was.book is null then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age,
        null::bigint as next_ms,
        (select h.fill_age_ms from tape_head h where h.symbol = new_row.symbol) as fill_age_ms
      into entry from tape t where t.symbol = new_row.symbol and t.seq = new_row.created_seq;
    -- The times of a tape's entries never decrease, so an earlier entry can exist only behind an entry that is at least this old.
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
    -- Entries without a price repeat the last price.
    if new_row.reduces is not null and not exists (select from position p where p.book = new_row.book and p.id = new_row.reduces
      and p.status in ('open', 'closing') and (p.product, p.symbol) = (new_row.product, new_row.symbol) and p.side <> new_row.side
      and p.open_quantity >= new_row.quantity
      -- An order for a part of a position can't wait for pending margin (`position_change_violation`).
      and (p.open_quantity = new_row.quantity or coalesce((p.change_waits ->> 'margin')::numeric, 0) = 0))
    then
      return 'position that it reduces';
    end if;
    if (new_row.post_only or is_stop or new_row.reduces is not null) and (new_row.entry_seq is not null
      or entry_reached(entry.bid, entry.ask, long, is_stop, new_row.price) is not false)
    then
      return 'waiting';
    end if;
  end if;
  if was.book is null and new_row.expires_ms is not null and new_row.status = 'pending'
    and (new_row.armed -> 'expiry' ->> 1)::bigint is distinct from new_row.created_seq
  then
    return 'arming of its expiry';
  end if;
  if was.book is null and new_row.type <> 'market' and new_row.status = 'pending'
    and ((new_row.armed -> 'limit' ->> 1)::bigint, (new_row.armed -> 'limit' ->> 2)::bigint)
      is distinct from (new_row.created_seq, new_row.created_ms)
  then
    return 'arming of its limit';
  end if;
  if was.entry_seq is not null or new_row.entry_seq is null then
    return null;
  end if;
  -- A position that is opened and closed in one batch has no previous row with which to compare the closing.
  if was.book is null and new_row.closes <> '[]' and position_margin_violation(was, new_row) is not null then
    return 'margin of a closing';
  end if;
  if was.book is not null or new_row.entry_seq <> new_row.created_seq then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age into entry
      from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq;
  end if;
  if (not entry.gap and new_row.entry_price = case when long then entry.ask else entry.bid end) is not true then
    return 'price of its opening';
  end if;
  if new_row.type <> 'limit'
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
    when not entry_reached(entry.bid, entry.ask, long, is_stop, new_row.price) then false
    when was.book is null then not is_stop and new_row.entry_seq = new_row.created_seq and entry.age <= new_row.fill_age_ms
    else new_row.entry_seq > armed
      and (was.expires_ms is null or entry.time_ms < was.expires_ms)
      and (was.cancel_ms is null or coalesce(new_row.entry_seq < rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms), true))
      and not reached_between(new_row.symbol, case when long then 'ask' else 'bid' end, long <> is_stop, new_row.price, armed, new_row.entry_seq)
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

-- A level is watched from the newest entry on, or from the entry that opened the position. Only entries made from now on can
-- fire it or, if the level was set while its order waited, those made since it was set.
create function position_arming_violation(of_symbol text, was_armed jsonb, now_armed jsonb, opened_seq bigint, asked_ms bigint,
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

-- The recorded time at which the levels of a waiting order were set decides which entries can fire them after the opening. A
-- time in the past would admit an entry that the customer could already know.
create function position_set_violation(of_symbol text, set_ms bigint, now_ms bigint, slack_ms bigint) returns text
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

-- The time of a request for a closing is the current time. A closing that could be executed immediately does not wait for a
-- later price.
create function position_asked_violation(of_symbol text, of_seq bigint, at_ms bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (abs(at_ms - now_ms) <= slack_ms and was_newest(of_symbol, of_seq, at_ms, slack_ms)
    and (session_reopens_ms(of_symbol, at_ms) is not null
      or filling_seq(of_symbol, of_seq, at_ms, (select h.fill_age_ms from tape_head h where h.symbol = of_symbol)) is distinct from of_seq)
    ) is not true then 'closing that it waits for' end;
end
$$;

-- The time of a request to cancel a resting order is the current time. The request takes effect immediately if the newest
-- entry is recent enough to open a market order, otherwise at the first quote made afterwards.
create function position_cancel_violation(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (was.status = 'pending' and was_newest(was.symbol, new_row.cancel_seq, new_row.cancel_ms, slack_ms)
    and new_row.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and case
      when new_row.status = 'pending' then was.type <> 'market'
        and filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) is distinct from new_row.cancel_seq
      when new_row.status = 'cancelled' and new_row.reason = 'customer' then was.type = 'market'
        or filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) = new_row.cancel_seq
      else false end) is not true then 'cancelling'
    -- An order whose expiry an entry has reached expires instead.
    when position_expired_seq(was.symbol, was.created_seq, was.expires_ms) is not null then 'reached' end;
end
$$;

-- Whether, at a time, the market of a symbol has been closed for at least the maximum time that an order waits, so that no
-- quote can be in flight.
create function session_long_closed(of_symbol text, at_ms bigint) returns boolean
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as
$$
begin
  return session_reopens_ms(of_symbol, at_ms) is not null and session_reopens_ms(of_symbol, at_ms - fill_wait_ms()) is not null;
end
$$;

-- Whether a level has the value that a change gave it, and is watched from the time of the request. Levels that the change did
-- not touch are watched as before.
create function level_changed(before numeric, was_armed jsonb, after numeric, now_armed jsonb, wanted numeric, asked_seq bigint, asked_ms bigint)
  returns boolean language plpgsql immutable set search_path = public, pg_temp as
$$
begin
  return after is not distinct from wanted
    and case when after is not distinct from before then (now_armed ->> 1, now_armed ->> 2) is not distinct from (was_armed ->> 1, was_armed ->> 2)
      else after is null or ((now_armed ->> 1)::bigint, (now_armed ->> 2)::bigint) = (asked_seq, asked_ms) end;
end
$$;

-- Returns the violation in a change of levels or in added margin, or null. The time of the request is the current time. The
-- change takes effect immediately if the newest entry is recent enough to open a market order or the market has long been
-- closed. Otherwise it waits and takes effect once, as requested, at the first quote made afterwards. The previous levels
-- apply until then; otherwise a customer with a faster source could move them out of the way of a quote that arrives late.
create function position_change_violation(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  waits jsonb := new_row.change_waits;
  is_moved boolean := (was.take_profit, was.stop_price, was.stop_kind, was.trail_distance)
      is distinct from (new_row.take_profit, new_row.stop_price, new_row.stop_kind, new_row.trail_distance)
    or (was.status = 'pending' and new_row.status = 'pending' and was.updated_ms <> new_row.updated_ms)
    or (was.entry_seq is not null and new_row.status in ('open', 'closing')
      and (was.armed #> '{target,1}', was.armed #> '{target,2}', was.armed #> '{stop,1}', was.armed #> '{stop,2}', was.armed #> '{trail,1}',
        was.armed #> '{trail,2}') is distinct from (new_row.armed #> '{target,1}', new_row.armed #> '{target,2}', new_row.armed #> '{stop,1}',
        new_row.armed #> '{stop,2}', new_row.armed #> '{trail,1}', new_row.armed #> '{trail,2}'));
  asked_seq bigint := greatest(was.change_seq, was.entry_seq);
  is_at_once boolean;
begin
  if (was.change_ms, was.change_seq, was.change_age_ms, was.change_waits)
    is not distinct from (new_row.change_ms, new_row.change_seq, new_row.change_age_ms, waits)
  then
    return case when is_moved or was.added is distinct from new_row.added then 'change of its levels' end;
  end if;
  if (was.change_ms, was.change_seq, was.change_age_ms) is not distinct from (new_row.change_ms, new_row.change_seq, new_row.change_age_ms) then
    return case when (waits is null and taken_back_seq(was.symbol, was.change_seq, was.change_ms) is not null
      and (was.status, was.closes, was.margin, was.added) = (new_row.status, new_row.closes, new_row.margin, new_row.added)
      and new_row.stop_kind is not distinct from was.change_waits ->> 'stop_kind'
      and (was.status <> 'pending' or new_row.updated_ms = was.change_ms)
      and case when was.entry_seq is null
        then (new_row.take_profit, new_row.stop_price, new_row.trail_distance) is not distinct from ((was.change_waits ->> 'take_profit')::numeric,
          (was.change_waits ->> 'stop_price')::numeric, (was.change_waits ->> 'trail_distance')::numeric)
        else level_changed(was.take_profit, was.armed -> 'target', new_row.take_profit, new_row.armed -> 'target',
            (was.change_waits ->> 'take_profit')::numeric, asked_seq, was.change_ms)
          and level_changed(was.stop_price, was.armed -> 'stop', new_row.stop_price, new_row.armed -> 'stop',
            (was.change_waits ->> 'stop_price')::numeric, asked_seq, was.change_ms)
          and level_changed(was.trail_distance, was.armed -> 'trail', new_row.trail_distance, new_row.armed -> 'trail',
            (was.change_waits ->> 'trail_distance')::numeric, asked_seq, was.change_ms) end
      ) is not true then 'change of its levels' end;
  end if;
  is_at_once := session_long_closed(was.symbol, new_row.change_ms)
    or coalesce(filling_seq(was.symbol, new_row.change_seq, new_row.change_ms, new_row.change_age_ms) = new_row.change_seq, false);
  return case when (was.status in ('pending', 'open')
    and (was.type <> 'market' or was.status = 'open')
    and was_newest(was.symbol, new_row.change_seq, new_row.change_ms, slack_ms)
    and new_row.change_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and (was.change_waits is null or session_long_closed(was.symbol, new_row.change_ms))
    and case when waits is null
      then is_at_once and (was.status <> 'pending' or new_row.status <> 'pending' or new_row.updated_ms = new_row.change_ms)
      else not is_at_once and not is_moved and new_row.status = was.status and new_row.closes = was.closes
        and coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new_row.added) as e (a)), 0)
          - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(was.added) as e (a)), 0) = (waits ->> 'margin')::numeric
        and coalesce((waits ->> 'take_profit')::numeric > 0, true) and coalesce((waits ->> 'stop_price')::numeric > 0, true)
        and coalesce((waits ->> 'trail_distance')::numeric > 0, true) and coalesce(waits ->> 'stop_kind' in ('loss', 'lock'), true)
        and (waits ->> 'stop_price' is null) = (waits ->> 'stop_kind' is null)
        and ((new_row.armed -> 'change' ->> 1)::bigint, (new_row.armed -> 'change' ->> 2)::bigint) = (new_row.change_seq, new_row.change_ms)
        -- Otherwise there would be a cycle: an order for a part of the position would wait for this margin, the margin for a
        -- level that an earlier entry reaches, and that level for the order.
        and ((waits ->> 'margin')::numeric = 0 or not exists (select from position r where r.book = was.book and r.reduces = was.id
          and r.status = 'pending' and r.quantity < was.open_quantity))
      end) is not true then 'change of its levels' end;
end
$$;

revoke execute on function level_changed, position_arming_violation, position_asked_violation, position_cancel_violation,
  position_change_violation, position_opening_violation, position_set_violation, session_long_closed from public;
