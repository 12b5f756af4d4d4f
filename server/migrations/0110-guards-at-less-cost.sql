-- The guards of positions ask what they asked and cost a third of it. Formulas that were functions with settings of their own are
-- bound bodies, which PostgreSQL puts into the expression that names them; lists are walked through instead of queried; and what a
-- changed row costs and made is asked of all rows of a statement at once, with the clock read once.

create or replace function contract_size(product text, symbol text) returns numeric language sql immutable parallel safe
  return case when product = 'contract' then 1::numeric when symbol = 'XAU/USD' then 100::numeric when symbol = 'XAG/USD' then 5000::numeric
    else 100000::numeric end;

create or replace function contract_notional(product text, symbol text, quantity numeric, price numeric, rate numeric) returns numeric
  language sql immutable parallel safe
  return ceil(quantity * contract_size(product, symbol) * price * rate * 100000000);

create or replace function stress_of(product text, symbol text, quantity numeric, price numeric, rate numeric) returns numeric
  language sql immutable parallel safe
  return ceil(ceil(quantity * contract_size(product, symbol) * price * rate * 100000000) * stress_move(symbol)) / 100000000;
-- Its body is bound, too: a path of its own only kept it from being expanded.
alter function stress_move reset search_path;

-- As 0099 has it, with the list of closings walked through.
create or replace function position_cost_fault(of_row public."position", is_new boolean) returns text
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
  for at in 0 .. jsonb_array_length(of_row.closes) - 1 loop
    part := (of_row.closes -> at ->> 'quantity')::numeric;
    exit when part >= was_open;
    margin_units := div(margin_units * (was_open - part) * 100000000 + was_open * 100000000 - 1, was_open * 100000000);
    was_open := was_open - part;
  end loop;
  return case when (of_row.initial_margin * 100000000 = margin_units and of_row.open_fee * 100000000 = fee_units) is not true
    then 'cost' end;
end
$$;

-- As 0099 has it, with the list walked through once.
create or replace function position_made_fault(of_row public."position", from_at int) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  size numeric := contract_size(of_row.product, of_row.symbol);
  item jsonb;
  part numeric;
  made numeric;
  at_price numeric;
  at_rate numeric;
  closed numeric := 0;
  all_made numeric := 0;
begin
  for at in 0 .. jsonb_array_length(of_row.closes) - 1 loop
    item := of_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    made := (item ->> 'pnl')::numeric;
    if at >= from_at then
      at_price := (item ->> 'price')::numeric;
      at_rate := (item ->> 'rate')::numeric;
      if (part > 0 and made * 100000000 = floor(part * size * at_rate
          * case when long then at_price - of_row.entry_price else of_row.entry_price - at_price end * 100000000)
        and (item ->> 'fee')::numeric * 100000000 = ceil(ceil(part * size * at_price * at_rate * 100000000) * of_row.fee_rate)) is not true
      then
        return 'profit of a closing';
      end if;
      if ((item ->> 'tape_seq')::bigint >= of_row.entry_seq and coalesce((item ->> 'asked_seq')::bigint >= of_row.entry_seq, true)) is not true
      then
        return 'entry of a closing';
      end if;
    end if;
    closed := closed + part;
    all_made := all_made + made;
  end loop;
  return case when (of_row.quantity - closed = of_row.open_quantity and all_made = of_row.realised_pnl) is not true
    then 'sum of its closings' end;
end
$$;

-- As 0099 has it; of what closed nothing yet the sum is at hand.
create or replace function position_recomputed_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select f.id, f.fault into wrong from (
    select c.id, coalesce(
      case when c.status <> 'cancelled' then position_cost_fault(c::public."position", true) end,
      case when c.entry_price is null then null
        when c.closes = '[]' then case when (c.quantity = c.open_quantity and c.realised_pnl = 0) is not true then 'sum of its closings' end
        else position_made_fault(c::public."position", 0) end,
      -- That the entry at which it opened is there is asked by position_opening_fault.
      case when (c.armed -> 'margin' ->> 1)::bigint > coalesce(c.entry_seq, 0)
        and (c.armed -> 'margin' ->> 1)::bigint > coalesce((select t.seq from tape t where t.symbol = c.symbol order by t.seq desc limit 1), 0)
        then 'arming of its margin' end
    ) as fault from changed c offset 0) f
  where f.fault is not null limit 1;
  if found then
    perform position_refused(wrong.fault, wrong.id);
  end if;
  return null;
end
$$;

-- As 0099 has it, of all rows of a statement. They are put beside what they were as 0090 does.
drop trigger position_recomputed on position;
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
create trigger position_recomputed after update on position
  referencing old table as before new table as changed for each statement execute function position_recomputed();

-- It asks the clock, and says so: as a stable function it was asked of each row of a statement where once of all alike was meant.
alter function is_term_now volatile;

-- As 0106 has it; of what counts for one symbol and side the sum alone is moved.
create or replace function position_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  names text[];
  amounts numeric[];
begin
  if tg_op = 'INSERT' then
    select array_agg(format('cover:%s:%s', m.symbol, m.side)), array_agg(m.amount) into names, amounts from (
      select a.symbol, a.side, sum(stress_of(a.product, a.symbol, a.open_quantity, a.entry_price, a.rate)) as amount
        from added a where a.status in ('open', 'closing') and a.entry_price is not null group by a.symbol, a.side
    ) m;
  else
    select array_agg(format('cover:%s:%s', m.symbol, m.side)), array_agg(m.amount) into names, amounts from (
      select c.symbol, c.side, sum(stress_of(c.product, c.symbol, c.open_quantity, c.entry_price, c.rate)) as amount
        from changed c where c.status in ('open', 'closing') and c.entry_price is not null group by c.symbol, c.side
      union all
      select b.symbol, b.side, -sum(stress_of(b.product, b.symbol, b.open_quantity, b.entry_price, b.rate))
        from before b where b.status in ('open', 'closing') and b.entry_price is not null group by b.symbol, b.side
    ) m;
  end if;
  if names is not null then
    perform count_moves(names, amounts);
  end if;
  return null;
end
$$;
