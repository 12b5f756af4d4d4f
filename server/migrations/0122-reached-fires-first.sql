-- What an entry has reached fires first, with no time in which it could still be taken back: neither by hand, nor by another of its parts,
-- nor by watching it from a later entry on.

-- What is wrong with how a row came out of what it was, by hand or by an entry. What an entry has reached fires, whatever comes later:
-- of a closing by hand up to the entry that it names, of an end and of a level up to the newest there is.
create or replace function position_moved_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closed int := jsonb_array_length(new_row.closes) - jsonb_array_length(was.closes);
  reason text := case when closed > 0 then new_row.closes -> -1 ->> 'reason' end;
  item record;
  fault text;
  is_moved boolean := was.status in ('pending', 'open') and was.added is distinct from new_row.added;
begin
  if was.status = 'pending' and was.armed #> '{limit,1}' is distinct from new_row.armed #> '{limit,1}' then
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
  if new_row.status in ('pending', 'open') then
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
  elsif new_row.status in ('closing', 'closed') and was.entry_seq is not null
    and (was.take_profit, was.stop_price, was.trail_distance) is not distinct from (new_row.take_profit, new_row.stop_price, new_row.trail_distance)
    and (was.armed #> '{target,1}', was.armed #> '{stop,1}', was.armed #> '{trail,1}')
      is distinct from (new_row.armed #> '{target,1}', new_row.armed #> '{stop,1}', new_row.armed #> '{trail,1}')
  then
    return 'arming of what ended';
  end if;
  if is_moved and position_reached(was, (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1)) is not null then
    return 'reached';
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
  if new_row.status in ('open', 'closing', 'closed') and was.status in ('open', 'closing')
    and (was.armed #> '{margin,1}') is distinct from (new_row.armed #> '{margin,1}')
  then
    return margin_rearmed_fault(was, new_row);
  end if;
  return null;
end
$$;

-- What of the margin goes with closings: of each its share, or what it takes. Margin that was added in the same batch came before them or
-- after.
create function position_margin_fault(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  own numeric;
  added numeric := 0;
  item record;
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
    select c.quantity, 100000000 * (c.fee + c.financing + coalesce(c.charge, 0) - c.pnl) as needed into item
      from jsonb_to_record(new_row.closes -> at) as c (quantity numeric, pnl numeric, fee numeric, financing numeric, charge numeric);
    before_units := before_units
      - least(greatest(item.needed, div(before_units * item.quantity * 100000000, was_open * 100000000)), before_units);
    after_units := after_units
      - least(greatest(item.needed, div(after_units * item.quantity * 100000000, was_open * 100000000)), after_units);
    was_open := was_open - item.quantity;
  end loop;
  return case when (new_row.margin * 100000000 between before_units and after_units + added) is not true then 'margin of a closing' end;
end
$$;

-- The margin is armed anew behind entries that did not come to its close-out. One that a rate moved was watched with the old one until
-- that was published.
create function margin_rearmed_fault(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  since bigint := (was.armed -> 'margin' ->> 1)::bigint;
  upto bigint := (new_row.armed -> 'margin' ->> 1)::bigint;
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
    upto := least(upto, coalesce((select t.seq from tape t where t.symbol = was.symbol and t.seq > since and t.time_ms < (
      select r.time_ms from tape r where r.symbol = split_part(was.symbol, '/', 2) || '/USDT' and r.seq = new_row.rate_seq)
      order by t.seq desc limit 1), since));
  end if;
  return case when reached_between(was.symbol, case when long then 'bid' else 'ask' end, long, close_out_price(was), since, upto + 1)
    then 'reached' end;
end
$$;

-- What an entry that is over a minute old has reached and nothing fired, or charged: a midnight comes with the first entry behind it.
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
      o.side = 'buy', o.price, o.armed_seq, entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1)
$$;

revoke execute on function position_margin_fault, margin_rearmed_fault from public;
