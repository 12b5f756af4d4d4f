-- Finds the trigger of a position that fires first and its entry, and rows that still wait although they should have fired.

-- Returns the name of the first trigger of a position that an entry up to a given one has reached, at the levels that were
-- watched or that a change had set by then. Returns null if none was reached.
create function position_reached(of_row public."position", upto bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  quote text := split_part(of_row.symbol, '/', 2);
  armed jsonb := of_row.armed;
  watched bigint;
  item record;
  -- The entry at which a pending change takes effect. The old levels apply up to it.
  changes_at bigint;
  changed text;
begin
  if of_row.status = 'pending' then
    if of_row.expires_ms is not null and upto is not null then
      upto := least(upto, entry_before(of_row.symbol, of_row.expires_ms));
    end if;
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end,
      long <> (of_row.type = 'stop'), of_row.price, part_watched_from(of_row.symbol, armed -> 'limit'), upto + 1) then 'limit' end;
  end if;
  if of_row.status not in ('open', 'closing') then
    return null;
  end if;
  if of_row.change_waits is not null then
    changes_at := taken_back_seq(of_row.symbol, of_row.change_seq, of_row.change_ms);
    if changes_at <= upto then
      upto := changes_at - 1;
      changed := 'change';
    end if;
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
    return changed;
  end if;
  if quote in ('USDT', 'USD') then
    return case when margin_reached(of_row, of_row.rate, watched, upto) then 'margin' else changed end;
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
  return changed;
end
$$;

-- Returns the violation in a change of a row, by request or by an entry, or null. A level that an entry has reached fires
-- before anything later: before a manual action, another trigger of the position, or a change of the entry from which the
-- level is watched. For a manual closing, entries up to the one that it names are examined; for a cancellation or a level
-- change, those up to the newest entry.
create function position_moved_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closed int := jsonb_array_length(new_row.closes) - jsonb_array_length(was.closes);
  reason text := case when closed > 0 then new_row.closes -> -1 ->> 'reason' end;
  item record;
  violation text;
  is_moved boolean := was.status in ('pending', 'open') and was.added is distinct from new_row.added;
  is_armed_anew boolean := was.armed is distinct from new_row.armed;
  has_levels boolean := coalesce(was.take_profit, was.stop_price, was.trail_distance, new_row.take_profit, new_row.stop_price,
    new_row.trail_distance) is not null;
  is_carried_out boolean := was.change_waits is not null and new_row.change_waits is null and was.change_ms = new_row.change_ms;
  changes_at bigint := case when was.change_waits is not null then taken_back_seq(was.symbol, was.change_seq, was.change_ms) end;
begin
  if was.change_waits is not null and new_row.change_waits is not null and new_row.status in ('pending', 'open', 'closing')
    and (was.armed -> 'change') is distinct from (new_row.armed -> 'change')
  then
    return 'arming of its change';
  end if;
  -- A trigger that was reached before the change takes effect fires first.
  if is_carried_out and position_reached(was, changes_at - 1) is not null then
    return 'reached';
  end if;
  -- While the change waits, the version stays the same, as it does during a pending cancellation, because the engine ignores a
  -- trigger with another version.
  if is_armed_anew and was.status = 'pending' and was.amended_ms is not distinct from new_row.amended_ms and ((was.armed #> '{limit,1}', was.armed #> '{limit,2}')
      is distinct from (new_row.armed #> '{limit,1}', new_row.armed #> '{limit,2}')
    or (new_row.status = 'pending' and ((was.armed -> 'limit') is distinct from (new_row.armed -> 'limit')
      or (was.armed -> 'expiry') is distinct from (new_row.armed -> 'expiry')
      or (was.cancel_ms is not null and (was.armed -> 'cancel') is distinct from (new_row.armed -> 'cancel')))))
  then
    return 'arming of its limit';
  end if;
  if was.status = 'pending' and new_row.status = 'cancelled' then
    return position_ended_violation(was, new_row, now_ms, slack_ms);
  end if;
  if closed > 0 then
    violation := position_margin_violation(was, new_row);
    if violation is not null then
      return violation;
    end if;
  end if;
  if has_levels and not is_carried_out and new_row.status in ('pending', 'open') then
    for item in select * from (values ('target', was.take_profit, new_row.take_profit), ('stop', was.stop_price, new_row.stop_price),
        ('trail', was.trail_distance, new_row.trail_distance)) as v (part, before, after)
      where v.before is distinct from v.after
        or (v.after is not null and new_row.entry_seq is not null and (was.entry_seq is null
          or (new_row.armed -> v.part ->> 1, new_row.armed -> v.part ->> 2)
            is distinct from (was.armed -> v.part ->> 1, was.armed -> v.part ->> 2)))
    loop
      -- A level that was set together with its order is watched from the opening on. A level that was moved is watched from now
      -- on.
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
  elsif is_armed_anew and not is_carried_out and new_row.status in ('closing', 'closed') and was.entry_seq is not null
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
  -- The trigger that an entry reached first must fire. At the entry of the closing itself, all triggers have the same price, and
  -- a change of levels at that entry has already taken effect.
  if reason is not null and reason <> 'start_over'
    and (position_reached(was, (new_row.closes -> -1 ->> 'tape_seq')::bigint - 1) is not null
      or changes_at <= (new_row.closes -> -1 ->> 'tape_seq')::bigint
      -- Closing a part would release a share of margin that does not count yet.
      or (new_row.status <> 'closed' and (was.change_waits ->> 'margin')::numeric > 0))
  then
    return 'reached';
  end if;
  if was.asked_ms is null and new_row.asked_ms is not null and position_reached(was, new_row.asked_seq) is not null then
    return 'reached';
  end if;
  if is_armed_anew and new_row.status in ('open', 'closing', 'closed') and was.status in ('open', 'closing')
    and (was.armed #> '{margin,1}') is distinct from (new_row.armed #> '{margin,1}')
  then
    return margin_rearmed_violation(was, new_row);
  end if;
  return null;
end
$$;

-- Returns rows that should have been fired or charged at an entry more than a minute old. A midnight falls due with the first
-- entry after it; an expired ticket is due for settlement, a requested closing for execution, and a conversion for the price
-- of its second coin. A process that falsely reported to the engine that such a row no longer waits would withhold a winner's
-- money. The engine reads a row found here again and fires it at that entry.
create function left_unfired() returns table (told text, book bigint, row_id bigint)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part), p.book, p.id
    from position p, position_reached(p, least(entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()),
      case when p.status = 'pending' then rests_until_seq(p.symbol, p.cancel_seq, p.cancel_ms) - 1 end)) as r (part)
    where p.status in ('pending', 'open', 'closing') and r.part is not null
  union all
  select format('order %s of book %s is asked to be cancelled, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status = 'pending' and p.cancel_ms is not null
      and taken_back_seq(p.symbol, p.cancel_seq, p.cancel_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s rests, and its time is over', p.id, p.book), p.book, p.id from position p
    where p.status = 'pending' and p.expires_ms is not null
      and position_expired_seq(p.symbol, p.created_seq, p.expires_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s is asked to change, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status in ('pending', 'open', 'closing') and p.change_waits is not null
      and taken_back_seq(p.symbol, p.change_seq, p.change_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s: its night was passed and is not charged', p.id, p.book), p.book, p.id from position p
    where p.status in ('open', 'closing') and exists (select from tape t where t.symbol = p.symbol and not t.gap
      and t.seq = entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and t.time_ms / 86400000 > p.financed_ms / 86400000)
  union all
  select format('order %s of book %s waits at market for an entry that has come', o.id, o.book), o.book, o.id from (
      select p.book, p.id, p.symbol, p.created_seq as seq, p.created_ms as ms, p.fill_age_ms from position p
        where p.status = 'pending' and p.type = 'market'
      union all
      select s.book, s.id, s.symbol, s.armed_seq, s.created_ms, s.fill_age_ms from spot_order s
        where s.status = 'open' and s.type = 'market' and not s.priced @> '[{"leg": 1}]'
    ) o where filling_seq(o.symbol, o.seq, o.ms, o.fill_age_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('spot order %s of book %s was reached and did not fill', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.type <> 'market' and spot_order_reached_before(o, least(entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1, rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms),
      spot_expires_seq(o.symbol, o.expires_ms)))
  union all
  select format('spot order %s of book %s has expired and did not end', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.expires_ms is not null and exists (select from tape t where t.symbol = o.symbol
      and t.cause is distinct from 'reject' and t.seq = entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
      and t.seq > o.armed_seq and t.time_ms >= o.expires_ms)
  union all
  select format('spot order %s of book %s is asked to be cancelled, and its entry has come', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.cancel_ms is not null
      and taken_back_seq(o.symbol, o.cancel_seq, o.cancel_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  -- A closing requested in a closed session takes place at the first quote after the session reopens.
  select format('position %s of book %s is asked to close, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status = 'closing' and p.asked_seq is not null
      and case when session_reopens_ms(p.symbol, p.asked_ms) is null then filling_seq(p.symbol, p.asked_seq, p.asked_ms, p.fill_age_ms)
        else (select q.seq from tape q where q.symbol = p.symbol and q.seq > p.asked_seq and not q.gap
          and q.time_ms >= session_reopens_ms(p.symbol, p.asked_ms) and least(q.time_ms, q.feed_time_ms) >= p.asked_ms
          order by q.seq limit 1) end
        <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s waits for its second coin, whose entry has come', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.type = 'market' and o.priced @> '[{"leg": 1}]'
      and filling_seq(o.to_symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        <= entry_past(o.to_symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('ticket %s of book %s is over and did not end', t.id, t.book), t.book, t.id from option_ticket t
    where t.status = 'open' and exists (select from tape e where e.symbol = t.symbol and e.cause is distinct from 'reject'
      and e.seq = entry_past(t.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and e.time_ms > t.expires_ms)
$$;

-- Returns the liquidation price of an open position, at which half of the initial margin is left. Added margin is included
-- from the time at which the change takes effect.
create function close_out_price(of_row public."position") returns numeric
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  due numeric := of_row.entry_price + case when long then 1 else -1 end * (of_row.initial_margin / 2 - of_row.margin
    + coalesce((of_row.change_waits ->> 'margin')::numeric, 0) + of_row.financing + of_row.charge) / (of_row.open_quantity * contract_size(of_row.product, of_row.symbol) * of_row.rate);
begin
  return case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
end
$$;

-- Whether the margin of an open position has been watched without a gap from an entry up to the one at which it is armed: no
-- entry between the two reached its liquidation price. A position that can never be liquidated is not watched.
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

-- The margin trigger may be rearmed only after entries that did not reach the liquidation price. If a conversion rate changes
-- that price, the margin was watched at the old rate until the new one was published, and at the new one from then on.
create function margin_rearmed_violation(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  since bigint := (was.armed -> 'margin' ->> 1)::bigint;
  upto bigint := (new_row.armed -> 'margin' ->> 1)::bigint;
  published bigint;
begin
  if since is null then
    return case when coalesce(upto > (select max(t.seq) from tape t where t.symbol = was.symbol), false) then 'arming of its margin' end;
  end if;
  if upto is null then
    return case when not (long and close_out_price(new_row) <= 0) then 'arming of its margin' end;
  end if;
  if upto < since or upto > (select max(t.seq) from tape t where t.symbol = was.symbol) then
    return 'arming of its margin';
  end if;
  if was.rate_seq is distinct from new_row.rate_seq then
    published := greatest(since, entry_before(was.symbol, (
      select r.time_ms from tape r where r.symbol = split_part(was.symbol, '/', 2) || '/USDT' and r.seq = new_row.rate_seq)));
    if margin_reached(was, new_row.rate, published, upto) then
      return 'reached';
    end if;
    upto := least(upto, published);
  end if;
  return case when margin_reached(was, was.rate, since, upto) then 'reached' end;
end
$$;

-- These changes require a session of the customer: a manual closing or cancellation, a change of a level or of the entry from
-- which it is watched, and added margin. Checked once for all rows of a statement.
create function position_changed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp
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
      and ((b.cancel_ms is null and (c.cancel_ms is not null or (b.status = 'pending' and c.status = 'cancelled' and c.reason = 'customer'))
          and not cancel_let_in(c.book))
        or (b.asked_ms is null and c.asked_ms is not null)
        or (b.asked_ms is null and b.closes <> c.closes and c.closes -> -1 ->> 'reason' in ('customer', 'close_all'))
        or b.added is distinct from c.added or b.change_ms is distinct from c.change_ms
        -- If a pending request takes effect, it must do so unchanged.
        or (b.change_waits is null and c.status in ('pending', 'open') and jsonb_array_length(c.closes) = jsonb_array_length(b.closes)
          and (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance))
        or (b.change_waits is null and b.status = 'open' and c.status = 'open' and (b.armed #> '{target,1}', b.armed #> '{target,2}', b.armed #> '{stop,1}',
            b.armed #> '{stop,2}', b.armed #> '{trail,1}', b.armed #> '{trail,2}') is distinct from (c.armed #> '{target,1}',
            c.armed #> '{target,2}', c.armed #> '{stop,1}', c.armed #> '{stop,2}', c.armed #> '{trail,1}', c.armed #> '{trail,2}')))
      and exists (select from signed_in s where s.customer = c.book) limit 1;
  if lone is not null then
    perform unacted(lone, 'position');
  end if;
  return null;
end
$$;
create trigger position_changed_in_session after update on position
  referencing old table as before new table as changed for each statement execute function position_changed_in_session();

-- A trigger gets a new version if and only if its condition changes. The engine ignores a trigger whose version differs from
-- the one in its inbox, and would never fire one whose version was not announced to it. The entry from which levels and the
-- margin are watched is checked elsewhere.
create function position_versions() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  part text;
  was jsonb;
  now jsonb;
  explained boolean;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  for part in select key from jsonb_each(old.armed || new.armed) loop
    was := old.armed -> part;
    now := new.armed -> part;
    continue when was is not distinct from now;
    -- A version increases by at most as many steps as one batch may need, so that nobody can use up the numbers.
    explained := coalesce((now ->> 0)::bigint, (was ->> 0)::bigint) between coalesce((was ->> 0)::bigint, 0) and coalesce((was ->> 0)::bigint, 0) + 1000;
    -- An opening arms all triggers.
    if old.entry_seq is not null or new.entry_seq is null then
      explained := explained and case part
        when 'target' then old.take_profit is distinct from new.take_profit or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'stop' then old.stop_price is distinct from new.stop_price or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'trail' then old.trail_distance is distinct from new.trail_distance or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'margin' then (old.open_quantity, old.rate, old.margin, old.initial_margin, old.financing, old.charge, old.warned,
            old.change_waits) is distinct from (new.open_quantity, new.rate, new.margin, new.initial_margin, new.financing, new.charge,
            new.warned, new.change_waits)
        when 'change' then (old.change_ms, old.change_waits) is distinct from (new.change_ms, new.change_waits)
        when 'financing' then old.financed_ms <> new.financed_ms
        when 'rate' then (now ->> 1)::bigint > (was ->> 1)::bigint and (now ->> 1)::bigint <= new.rate_seq
        when 'closing' then (old.status, old.asked_ms, old.asked_seq) is distinct from (new.status, new.asked_ms, new.asked_seq)
        else true end;
    end if;
    if explained is not true then
      raise exception 'position % of book %: the version of its trigger % changed without a reason', new.id, new.book, part
        using errcode = 'check_violation', constraint = 'position_versions';
    end if;
  end loop;
  -- After a warning, the margin trigger waits for the next warning level, if there is one.
  if old.warned <> new.warned and (old.armed -> 'margin') is not distinct from (new.armed -> 'margin')
    and not (new.side = 'long' and close_out_price(new) <= 0)
  then
    raise exception 'position % of book % was warned and does not wait for the next warning level', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_versions';
  end if;
  return null;
end
$$;
create constraint trigger position_versions after update on position deferrable initially deferred for each row
  when (new.status in ('pending', 'open', 'closing') and (old.armed <> new.armed or old.warned <> new.warned))
  execute function position_versions();

-- Whether an entry in a range, including the last, reached the liquidation price of an open position at a given rate.
create function margin_reached(of_row public."position", at_rate numeric, since bigint, upto bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
begin
  if since >= upto then
    return false;
  end if;
  of_row.rate := at_rate;
  return reached_between(of_row.symbol, case when long then 'bid' else 'ask' end, long, close_out_price(of_row), since, upto + 1);
end
$$;

-- Returns positions that are watched from an entry after their rate was published, although an entry in between had reached
-- the liquidation price. Only entries after the last financing, partial closing and charge for the opposite side are examined,
-- because these also move the liquidation price. Added margin only moves it further away.
create function left_behind_rates() returns table (told text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its margin was reached behind entry %s, at a rate that was published then, and is watched from %s',
      p.id, p.book, s.since, s.watched)
    from position p
      join tape r on r.symbol = split_part(p.symbol, '/', 2) || '/USDT' and r.seq = p.rate_seq
      cross join lateral (select (p.armed -> 'margin' ->> 1)::bigint as watched,
        greatest(p.entry_seq, entry_before(p.symbol, r.time_ms), (p.nights -> -1 ->> 'seq')::bigint, (p.closes -> -1 ->> 'tape_seq')::bigint,
          (select max((c ->> 'tape_seq')::bigint) from position o, jsonb_array_elements(o.closes) as e (c)
            where o.book = p.book and o.symbol = p.symbol and c ? 'charged')) as since offset 0) s
    where p.status = 'open' and margin_reached(p, p.rate, s.since, s.watched)
$$;

revoke execute on function close_out_price, left_behind_rates, left_unfired, margin_reached, margin_rearmed_violation, margin_watched,
  position_moved_violation, position_reached, position_versions from public;
grant execute on function left_behind_rates, left_unfired to candor_app;
