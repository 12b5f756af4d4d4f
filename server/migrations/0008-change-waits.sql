-- Levels change, and margin that is added counts, at once where the newest entry is as young as one that fills an order at market, and otherwise
-- from the first quote that is made since: whoever stands nearer to a late market could else take a level out of the way of a quote.

alter table position add column change_ms bigint, add column change_seq bigint, add column change_age_ms int check (change_age_ms >= 0),
  add column change_waits jsonb,
  add constraint position_change check ((change_ms is null) = (change_seq is null) and (change_ms is null) = (change_age_ms is null)
    and (change_waits is null or change_ms is not null)),
  add constraint position_change_exact check (change_waits::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]');

create function session_long_closed(of_symbol text, at_ms bigint) returns boolean
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as
$$
begin
  return session_reopens_ms(of_symbol, at_ms) is not null and session_reopens_ms(of_symbol, at_ms - fill_wait_ms()) is not null;
end
$$;

create function level_changed(before numeric, was_armed jsonb, after numeric, now_armed jsonb, wanted numeric, asked_seq bigint, asked_ms bigint)
  returns boolean language plpgsql immutable set search_path = public, pg_temp as
$$
begin
  return after is not distinct from wanted
    and case when after is not distinct from before then (now_armed ->> 1, now_armed ->> 2) is not distinct from (was_armed ->> 1, was_armed ->> 2)
      else after is null or ((now_armed ->> 1)::bigint, (now_armed ->> 2)::bigint) = (asked_seq, asked_ms) end;
end
$$;

create function position_change_fault(was public."position", new_row public."position", slack_ms bigint) returns text
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
    and (was.type = 'limit' or was.status = 'open')
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
      end) is not true then 'change of its levels' end;
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
  -- What was added counts from when its change is carried out.
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
    -- Nights that the closing's own entry brought about are charged by it; what was watched before it knew nothing of them.
    due := new_row.entry_price + case when long then 1 else -1 end
      * (was.initial_margin / 2 - margin + was.financing + was.charge) / (was.open_quantity * size * was.rate);
    due := case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
    if (at_seq > armed and 2 * (margin - all_financing - was.charge + of_quantity * size
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
      case when is_timed and coalesce(c.cancel_ms, c.change_ms) is not null then 'acceptance' end,
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
        then case when b.change_waits is not null and c.change_waits is null and b.change_ms = c.change_ms
          then position_arming_fault(c.symbol, b.armed, c.armed, greatest(c.change_seq, c.entry_seq), c.change_ms, now_ms, slack_ms)
          else position_arming_fault(c.symbol, b.armed, c.armed, case when b.entry_seq is null then c.entry_seq end, b.updated_ms,
            now_ms, slack_ms) end end,
      -- The levels of an order count from when they were set last, which is now.
      case when is_timed and b.status = 'pending' and c.status = 'pending' and not (b.change_waits is not null and c.change_waits is null)
          and (b.take_profit, b.stop_price, b.trail_distance, b.updated_ms)
          is distinct from (c.take_profit, c.stop_price, c.trail_distance, c.updated_ms)
        then position_set_fault(c.symbol, c.updated_ms, now_ms, slack_ms) end,
      case when is_timed and ((b.take_profit, b.stop_price, b.stop_kind, b.trail_distance, b.change_ms, b.change_seq, b.change_age_ms, b.change_waits)
            is distinct from (c.take_profit, c.stop_price, c.stop_kind, c.trail_distance, c.change_ms, c.change_seq, c.change_age_ms, c.change_waits)
          or b.added is distinct from c.added or (b.status = 'pending' and c.status = 'pending' and b.updated_ms <> c.updated_ms)
          or (b.armed <> c.armed and b.entry_seq is not null and b.armed || c.armed ?| array['target', 'stop', 'trail']))
        then position_change_fault(b::public."position", c::public."position", slack_ms) end,
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
  -- Its levels count up to the entry at which they change.
  changes_at bigint;
  changed text;
begin
  if of_row.status = 'pending' then
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
  is_carried_out boolean := was.change_waits is not null and new_row.change_waits is null and was.change_ms = new_row.change_ms;
  changes_at bigint := case when was.change_waits is not null then taken_back_seq(was.symbol, was.change_seq, was.change_ms) end;
begin
  if was.change_waits is not null and new_row.change_waits is not null and new_row.status in ('pending', 'open', 'closing')
    and (was.armed -> 'change') is distinct from (new_row.armed -> 'change')
  then
    return 'arming of its change';
  end if;
  -- What came before its change fires first.
  if is_carried_out and position_reached(was, changes_at - 1) is not null then
    return 'reached';
  end if;
  -- While it waits its version stays, too, and that of a cancelling that waits: the engine leaves alone what it knows by another one.
  if is_armed_anew and was.status = 'pending' and ((was.armed #> '{limit,1}', was.armed #> '{limit,2}')
      is distinct from (new_row.armed #> '{limit,1}', new_row.armed #> '{limit,2}')
    or (new_row.status = 'pending' and ((was.armed -> 'limit') is distinct from (new_row.armed -> 'limit')
      or (was.cancel_ms is not null and (was.armed -> 'cancel') is distinct from (new_row.armed -> 'cancel')))))
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
  if has_levels and not is_carried_out and new_row.status in ('pending', 'open') then
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
  -- What fires is what an entry reached first; at the entry of the closing itself all of it has one price, and by it levels have changed.
  if reason is not null and reason <> 'start_over'
    and (position_reached(was, (new_row.closes -> -1 ->> 'tape_seq')::bigint - 1) is not null
      or changes_at <= (new_row.closes -> -1 ->> 'tape_seq')::bigint
      -- A part would take its share of margin that does not count yet.
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
    return margin_rearmed_fault(was, new_row);
  end if;
  return null;
end
$$;

create or replace function position_recomputed() returns trigger
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
  select f.book, f.id, f.fault into wrong from (
    select c.book, c.id, case when b.id is null or c.id is null then 'acceptance' else coalesce(
      case when c.status <> 'cancelled' and (b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq
          or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee)
        then position_cost_fault(c::public."position", false) end,
      case when c.entry_price is not null and (b.closes <> c.closes or b.open_quantity <> c.open_quantity
          or b.realised_pnl <> c.realised_pnl)
        then position_made_fault(c::public."position", case when b.entry_price is null then 0 else jsonb_array_length(b.closes) end) end,
      case when b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq or b.status <> c.status
          or b.armed <> c.armed or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee
          or b.open_quantity <> c.open_quantity or b.realised_pnl <> c.realised_pnl or b.margin <> c.margin
          or (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance)
          or b.change_waits is distinct from c.change_waits
        then position_moved_fault(b::public."position", c::public."position", now_ms, slack_ms) end
    ) end as fault from changed c full join before b on b.book = c.book and b.id = c.id offset 0) f
  where f.fault is not null limit 1;
  if wrong.fault = 'reached' then
    raise exception 'position % of book % is to fire first', wrong.id, wrong.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif wrong.fault is not null then
    perform position_refused(wrong.fault, wrong.id);
  end if;
  return null;
end
$$;

create or replace function left_unfired() returns table (told text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part)
    from position p, position_reached(p, least(entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()),
      case when p.status = 'pending' then rests_until_seq(p.symbol, p.cancel_seq, p.cancel_ms) - 1 end)) as r (part)
    where p.status in ('pending', 'open', 'closing') and r.part is not null
  union all
  select format('order %s of book %s is asked to be cancelled, and its entry has come', p.id, p.book) from position p
    where p.status = 'pending' and p.cancel_ms is not null
      and taken_back_seq(p.symbol, p.cancel_seq, p.cancel_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s is asked to change, and its entry has come', p.id, p.book) from position p
    where p.status in ('pending', 'open', 'closing') and p.change_waits is not null
      and taken_back_seq(p.symbol, p.change_seq, p.change_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
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
      least(entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1, rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms)))
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

create or replace function close_out_price(of_row public."position") returns numeric
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
        or b.added is distinct from c.added or b.change_ms is distinct from c.change_ms
        -- What waited is carried out as it was asked for.
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

grant update (change_ms, change_seq, change_age_ms, change_waits) on position to candor_app;
revoke execute on function level_changed, position_change_fault, session_long_closed from public;
