-- Adds leveraged orders that expire, that fill immediately or not at all, that are post-only, or that have a customer's own
-- name.

alter table position add column time_in_force text not null default 'GTC', add column expires_ms bigint,
  add column post_only boolean not null default false, add column client_order_id text,
  add constraint position_time_in_force check (case time_in_force when 'GTC' then true when 'GTD' then type = 'limit'
    when 'IOC' then type = 'market' when 'FOK' then type = 'market' else false end),
  add constraint position_expiry check ((time_in_force = 'GTD') = (expires_ms is not null)
    and (expires_ms is null or expires_ms - created_ms between 1000 and 7776000000)),
  add constraint position_post_only check (not post_only or type = 'limit'),
  add constraint position_client_order_id check (client_order_id ~ '^[A-Za-z0-9._:-]{1,64}$');
create unique index position_client_order on position (book, client_order_id) where status = 'pending' and client_order_id is not null;

create function position_expired_seq(of_symbol text, accepted_seq bigint, at_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > greatest(accepted_seq, entry_before(of_symbol, at_ms))
    and q.time_ms >= at_ms and q.cause is distinct from 'reject' order by q.seq limit 1);
end
$$;

create or replace function position_opening_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
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
    if new_row.post_only and (new_row.entry_seq is not null
      or (case when long then entry.ask <= new_row.price else entry.bid >= new_row.price end) is not false)
    then
      return 'waiting';
    end if;
  end if;
  if was.book is null and new_row.expires_ms is not null and new_row.status = 'pending'
    and (new_row.armed -> 'expiry' ->> 1)::bigint is distinct from new_row.created_seq
  then
    return 'arming of its expiry';
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
      and (was.expires_ms is null or entry.time_ms < was.expires_ms)
      and (was.cancel_ms is null or coalesce(new_row.entry_seq < rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms), true))
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
  -- The entry at which a pending change takes effect. The old levels apply up to it.
  changes_at bigint;
  changed text;
begin
  if of_row.status = 'pending' then
    if of_row.expires_ms is not null and upto is not null then
      upto := least(upto, entry_before(of_row.symbol, of_row.expires_ms));
    end if;
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end, long,
      of_row.price, part_watched_from(of_row.symbol, armed -> 'limit'), upto + 1) then 'limit' end;
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

create or replace function position_ended_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  taken_back bigint := taken_back_seq(was.symbol, was.cancel_seq, was.cancel_ms);
  rests_until bigint := rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms);
begin
  if new_row.ended_seq is null then
    return 'entry of its end';
  end if;
  if new_row.reason = 'expired' then
    if (new_row.ended_seq = position_expired_seq(was.symbol, was.created_seq, was.expires_ms)) is not true then
      return 'entry of its end';
    end if;
    return case when position_reached(was, least(rests_until, new_row.ended_seq) - 1) is not null then 'reached' end;
  end if;
  if new_row.reason = 'customer' and new_row.cancel_ms is null then
    return 'request of its end';
  end if;
  if new_row.reason = 'customer' and was.type = 'limit' then
    if (case
      when was.cancel_ms is null then new_row.ended_seq <> new_row.cancel_seq
      -- If a second request arrives at the same moment, it waits for the first one.
      when taken_back is not null then new_row.ended_seq < taken_back and now_ms - was.cancel_ms <= fill_wait_ms()
      else now_ms - was.cancel_ms <= fill_wait_ms() or not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) end)
    then
      return 'entry of its end';
    end if;
    -- A minute after the first request, a second one need not wait for the entry that would have executed the cancellation.
    if new_row.ended_seq <> taken_back and now_ms - was.cancel_ms > fill_wait_ms()
      and not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms)
    then
      return 'entry of its end';
    end if;
    return case when (new_row.ended_seq <> taken_back and now_ms - was.cancel_ms <= fill_wait_ms()) or position_reached(was, coalesce(rests_until - 1,
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
  if new_row.ended_seq >= rests_until
    or (was.expires_ms is not null and new_row.ended_seq > entry_before(was.symbol, was.expires_ms))
  then
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

create or replace function position_moved_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
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
  if is_armed_anew and was.status = 'pending' and ((was.armed #> '{limit,1}', was.armed #> '{limit,2}')
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

create or replace function left_unfired() returns table (told text, book bigint, row_id bigint)
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
    where o.status = 'open' and o.type <> 'market' and spot_reached_between(o.symbol, o.side,
      case when o.type <> 'stop_limit' or o.triggered_seq is not null then o.price end,
      case when o.triggered_seq is null then o.stop end, watched_from(o.symbol, o.armed_seq, o.created_ms),
      least(entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1, rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms),
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

revoke execute on function position_expired_seq from public;
