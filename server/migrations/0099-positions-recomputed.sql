-- What a position costs at its opening, and what a closing of it made, is worked out again from its prices at each write; its rates are
-- those that are published; a level that moves is watched from now on; and what was reached is neither cancelled nor changed by hand.

alter table position add constraint position_product check ((product = 'contract') = (symbol like '%/USDT'));
alter table position add constraint position_leverage check (leverage between 1 and 200);

-- In units of 10^-8 USDT, up: fee and margin are taken of it.
create function contract_notional(product text, symbol text, quantity numeric, price numeric, rate numeric) returns numeric
  language sql immutable set search_path = public, pg_temp as
$$ select ceil(quantity * contract_size(product, symbol) * price * rate * 100000000) $$;

-- What is wrong with what an order freezes or an opening cost, and with what of it stays after its closings; null where nothing is.
create function position_cost_fault(of_row public."position", is_new boolean) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  is_held boolean := of_row.entry_seq is distinct from of_row.created_seq;
  limit_price numeric := of_row.price;
  held numeric;
  held_margin numeric;
  held_fee numeric;
  own numeric;
  margin_units numeric;
  fee_units numeric;
  was_open numeric := of_row.quantity;
  part numeric;
begin
  if is_held and (is_new or of_row.entry_price is null or limit_price is not null) then
    -- An order at market that waits freezes what it would cost at the quote that it came behind.
    if limit_price is null then
      select case of_row.side when 'long' then t.ask else t.bid end into limit_price from tape t
        where t.symbol = of_row.symbol and t.seq <= of_row.created_seq and not t.gap order by t.seq desc limit 1;
    end if;
    held := contract_notional(of_row.product, of_row.symbol, of_row.quantity, limit_price, of_row.placed_rate);
    held_margin := div(held + of_row.leverage - 1, of_row.leverage);
    held_fee := ceil(held * of_row.fee_rate);
    if is_new and (of_row.staked * 100000000 = held_margin) is not true then
      return 'stake';
    end if;
  end if;
  if of_row.entry_price is null then
    return case when (of_row.initial_margin * 100000000 = held_margin and of_row.open_fee * 100000000 = held_fee
      and of_row.margin * 100000000 = held_margin + held_fee) is not true then 'cost' end;
  end if;
  own := contract_notional(of_row.product, of_row.symbol, of_row.quantity, of_row.entry_price, of_row.open_rate);
  margin_units := div(own + of_row.leverage - 1, of_row.leverage);
  fee_units := ceil(own * of_row.fee_rate);
  if is_new and not is_held and (of_row.staked * 100000000 = margin_units) is not true then
    return 'stake';
  end if;
  -- At its limit an order costs what it froze or less; at market what its entry says.
  if is_held and of_row.price is not null and margin_units + fee_units >= held_margin + held_fee then
    margin_units := held_margin;
    fee_units := held_fee;
  end if;
  for part in select (c ->> 'quantity')::numeric from jsonb_array_elements(of_row.closes) with ordinality as e (c, at) order by e.at loop
    exit when part >= was_open;
    margin_units := div(margin_units * (was_open - part) * 100000000 + was_open * 100000000 - 1, was_open * 100000000);
    was_open := was_open - part;
  end loop;
  return case when (of_row.initial_margin * 100000000 = margin_units and of_row.open_fee * 100000000 = fee_units) is not true
    then 'cost' end;
end
$$;

-- What is wrong with the figures of closings from one on.
create function position_made_fault(of_row public."position", from_at int) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  size numeric := contract_size(of_row.product, of_row.symbol);
  item record;
begin
  for item in select c.*, case of_row.side when 'long' then c.price - of_row.entry_price else of_row.entry_price - c.price end as move
    from jsonb_array_elements(of_row.closes) with ordinality as e (value, at), jsonb_to_record(e.value) as c (quantity numeric,
      price numeric, rate numeric, pnl numeric, fee numeric, tape_seq bigint, asked_seq bigint)
    where e.at > from_at
  loop
    if (item.quantity > 0 and item.pnl * 100000000 = floor(item.quantity * size * item.rate * item.move * 100000000)
      and item.fee * 100000000
        = ceil(contract_notional(of_row.product, of_row.symbol, item.quantity, item.price, item.rate) * of_row.fee_rate)) is not true
    then
      return 'profit of a closing';
    end if;
    if (item.tape_seq >= of_row.entry_seq and coalesce(item.asked_seq >= of_row.entry_seq, true)) is not true then
      return 'entry of a closing';
    end if;
  end loop;
  return (select case when (of_row.quantity - coalesce(sum((c ->> 'quantity')::numeric), 0) = of_row.open_quantity
      and coalesce(sum((c ->> 'pnl')::numeric), 0) = of_row.realised_pnl) is not true then 'sum of its closings' end
    from jsonb_array_elements(of_row.closes) c);
end
$$;

-- The first of its parts that an entry up to one has reached, of those that it is watched by; null where none was.
create function position_reached(of_row public."position", upto bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  due numeric;
begin
  if of_row.status = 'pending' then
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end, long,
      of_row.price, (of_row.armed -> 'limit' ->> 1)::bigint, upto + 1) then 'limit' end;
  end if;
  if of_row.status <> 'open' then
    return null;
  end if;
  if of_row.take_profit is not null
    and reached_between(of_row.symbol, closes_at, not long, of_row.take_profit, (of_row.armed -> 'target' ->> 1)::bigint, upto + 1)
  then
    return 'target';
  end if;
  if of_row.stop_price is not null
    and reached_between(of_row.symbol, closes_at, long, of_row.stop_price, (of_row.armed -> 'stop' ->> 1)::bigint, upto + 1)
  then
    return 'stop';
  end if;
  if of_row.trail_distance is not null
    and trailed_first(of_row.symbol, long, of_row.trail_distance, (of_row.armed -> 'trail' ->> 1)::bigint, upto) is not null
  then
    return 'trail';
  end if;
  due := of_row.entry_price + case when long then 1 else -1 end * (of_row.initial_margin / 2 - of_row.margin + of_row.financing
    + of_row.charge) / (of_row.open_quantity * contract_size(of_row.product, of_row.symbol) * of_row.rate);
  due := case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
  if reached_between(of_row.symbol, closes_at, long, due, (of_row.armed -> 'margin' ->> 1)::bigint, upto + 1) then
    return 'margin';
  end if;
  return null;
end
$$;

-- The newest entry that everybody has had the time to act on.
create function entry_past(of_symbol text, now_ms bigint, wait_ms bigint) returns bigint
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$ select t.seq from tape t where t.symbol = of_symbol and t.time_ms <= now_ms - wait_ms order by t.seq desc limit 1 $$;

-- What is wrong with how a row came out of what it was, by hand or by an entry.
create function position_moved_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closed int := jsonb_array_length(new_row.closes) - jsonb_array_length(was.closes);
  item record;
  needed numeric;
  by_hand boolean;
begin
  -- What of the margin goes with one closing; more go by their journals.
  if closed = 1 and was.entry_price is not null and was.added is not distinct from new_row.added then
    select c.* into item from jsonb_to_record(new_row.closes -> -1) as c (quantity numeric, pnl numeric, fee numeric, financing numeric,
      charge numeric);
    needed := greatest(item.fee + item.financing + coalesce(item.charge, 0) - item.pnl,
      div(was.margin * 100000000 * item.quantity * 100000000, was.open_quantity * 100000000) * 0.00000001);
    if was.margin - new_row.margin <> least(needed, was.margin) then
      return 'margin of a closing';
    end if;
  end if;
  if new_row.status in ('pending', 'open') then
    for item in select * from (values ('target', was.take_profit, new_row.take_profit), ('stop', was.stop_price, new_row.stop_price),
        ('trail', was.trail_distance, new_row.trail_distance)) as v (part, before, after)
      where v.after is not null and new_row.entry_seq is not null
        and (v.before is distinct from v.after or was.entry_seq is null)
    loop
      -- One that was set with its order is watched from the opening on, one that moved from now.
      if not coalesce((was.entry_seq is null and item.before is not distinct from item.after
          and (new_row.armed -> item.part ->> 1)::bigint = new_row.entry_seq)
        or ((was.entry_seq is not null or item.before is distinct from item.after)
          and was_newest(new_row.symbol, (new_row.armed -> item.part ->> 1)::bigint, now_ms, slack_ms)), false)
      then
        return 'arming of its ' || item.part;
      end if;
    end loop;
  end if;
  if was.armed -> 'margin' is distinct from new_row.armed -> 'margin' then
    if (new_row.armed -> 'margin' ->> 1)::bigint
      > coalesce((select t.seq from tape t where t.symbol = new_row.symbol order by t.seq desc limit 1), 0)
    then
      return 'arming of its margin';
    end if;
  end if;
  by_hand := (closed > 0 and new_row.closes -> -1 ->> 'reason' in ('customer', 'close_all') and was.asked_ms is null)
    or (was.asked_ms is null and new_row.asked_ms is not null)
    or (was.status = 'pending' and new_row.status = 'cancelled' and new_row.reason = 'customer')
    or (closed = 0 and new_row.status = was.status and (was.take_profit, was.stop_price, was.trail_distance)
      is distinct from (new_row.take_profit, new_row.stop_price, new_row.trail_distance));
  if by_hand and position_reached(was, entry_past(was.symbol, now_ms, 4 * slack_ms)) is not null then
    return 'reached';
  end if;
  return null;
end
$$;

create function position_recomputed_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select c.id, f.fault into wrong from changed c cross join lateral (
    select coalesce(
      case when c.status <> 'cancelled' then position_cost_fault(c::public."position", true) end,
      case when c.entry_price is not null then position_made_fault(c::public."position", 0) end,
      case when (c.armed -> 'margin' ->> 1)::bigint
          > coalesce((select t.seq from tape t where t.symbol = c.symbol order by t.seq desc limit 1), 0)
        then 'arming of its margin' end
    ) as fault offset 0) f
  where f.fault is not null limit 1;
  if found then
    perform position_refused(wrong.fault, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_recomputed_new after insert on position
  referencing new table as changed for each statement execute function position_recomputed_new();

create function position_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if is_bound_in_time(tg_relid) then
    select g.symbol into wrong from (select distinct c.symbol, c.side, c.fee_rate, c.financing_rate from changed c) g
      where not (is_term_now('instrument:' || g.symbol, 'contract_fee_rate', g.fee_rate)
        and is_term_now('instrument:' || g.symbol, 'financing_' || g.side || '_rate', g.financing_rate)) limit 1;
    if found then
      raise exception 'a position on % has not the rates that are published', wrong.symbol
        using errcode = 'check_violation', constraint = 'position_terms';
    end if;
  end if;
  return null;
end
$$;
create trigger position_terms after insert on position
  referencing new table as changed for each statement execute function position_terms();

create function position_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  fault text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.status <> 'cancelled' and (old.entry_seq is distinct from new.entry_seq or old.closes <> new.closes
    or old.initial_margin <> new.initial_margin or old.open_fee <> new.open_fee)
  then
    fault := position_cost_fault(new, false);
  end if;
  if fault is null and new.entry_price is not null and (old.closes <> new.closes or old.open_quantity <> new.open_quantity
    or old.realised_pnl <> new.realised_pnl)
  then
    fault := position_made_fault(new, case when old.entry_price is null then 0 else jsonb_array_length(old.closes) end);
  end if;
  if fault is null then
    fault := position_moved_fault(old, new, market_now_ms(), market_slack_ms());
  end if;
  if fault = 'reached' then
    raise exception 'position % of book % is to fire first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif fault is not null then
    perform position_refused(fault, new.id);
  end if;
  return null;
end
$$;
create trigger position_recomputed after update on position for each row
  when (old.entry_seq is distinct from new.entry_seq or old.closes <> new.closes or old.status <> new.status
    or old.armed <> new.armed or old.initial_margin <> new.initial_margin or old.open_fee <> new.open_fee
    or old.open_quantity <> new.open_quantity or old.realised_pnl <> new.realised_pnl or old.margin <> new.margin
    or (old.take_profit, old.stop_price, old.trail_distance) is distinct from (new.take_profit, new.stop_price, new.trail_distance))
  execute function position_recomputed();

-- A resting spot order that was reached is not cancelled by hand any more; and its fee is the published one, as that of a firm quote is.
create function spot_order_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and reached_between(old.symbol, case old.side when 'buy' then 'ask' else 'bid' end, old.side = 'buy',
    old.price, old.armed_seq, entry_past(old.symbol, market_now_ms(), 4 * market_slack_ms()) + 1)
  then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  return null;
end
$$;
create trigger spot_order_reached after update on spot_order for each row
  when (old.status = 'open' and new.status = 'cancelled' and new.reason = 'customer' and old.type = 'limit')
  execute function spot_order_reached();

create function spot_order_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if is_bound_in_time(tg_relid) then
    select g.symbol into wrong from (select distinct c.symbol, c.fee_rate, c.to_symbol, c.to_fee_rate from changed c) g
      where not (is_term_now('instrument:' || g.symbol, 'spot_fee_rate', g.fee_rate)
        and (g.to_symbol is null or is_term_now('instrument:' || g.to_symbol, 'spot_fee_rate', g.to_fee_rate))) limit 1;
    if found then
      raise exception 'a spot order on % has not the rate that is published', wrong.symbol
        using errcode = 'check_violation', constraint = 'spot_order_terms';
    end if;
  end if;
  return null;
end
$$;
create trigger spot_order_terms after insert on spot_order
  referencing new table as changed for each statement execute function spot_order_terms();

create function exchange_quote_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not is_term_now('exchange', 'fee_rate', new.fee_rate) then
    raise exception 'an exchange has not the rate that is published' using errcode = 'check_violation', constraint = 'exchange_quote_terms';
  end if;
  return null;
end
$$;
create trigger exchange_quote_terms_new after insert on exchange_quote for each row execute function exchange_quote_terms();
create trigger exchange_quote_terms after update on exchange_quote for each row
  when (old.fee_rate <> new.fee_rate or old.quoted_ms <> new.quoted_ms) execute function exchange_quote_terms();

-- What an entry that is over a minute old has reached and nothing fired.
create function left_unfired() returns table (told text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part)
    from position p, position_reached(p, entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())) as r (part)
    where p.status in ('pending', 'open') and r.part is not null
  union all
  select format('spot order %s of book %s was reached and did not fill', o.id, o.book) from spot_order o
    where o.status = 'open' and o.type = 'limit' and reached_between(o.symbol, case o.side when 'buy' then 'ask' else 'bid' end,
      o.side = 'buy', o.price, o.armed_seq, entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1)
$$;

revoke execute on function contract_notional, position_cost_fault, position_made_fault, position_reached, entry_past,
  position_moved_fault, left_unfired from public;
grant execute on function left_unfired to candor_app;
