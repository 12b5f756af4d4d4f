-- The figures of a position must be those that the rules compute: its cost, margins, charges and results, at published terms.

-- Overnight financing is charged from the last charge on; the initial margin shrinks with each part that is closed; and added
-- margin belongs to the day on which it is added.
create function position_follows() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  initial numeric := old.initial_margin;
  was_open numeric := old.open_quantity;
  part numeric;
  today int := floor(extract(epoch from house_clock() - interval '5 seconds') / 86400);
  violation text;
begin
  if old.entry_ms is null then
    initial := case when new.closes = '[]' then new.margin
      - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new.added) as e (a)), 0)
      else new.initial_margin end;
  else
    for part in select (c ->> 'quantity')::numeric from jsonb_array_elements(new.closes) with ordinality as e (c, at)
        where e.at > jsonb_array_length(old.closes) order by e.at
    loop
      exit when part >= was_open;
      initial := ceil(initial * (was_open - part) / was_open * 100000000) / 100000000;
      was_open := was_open - part;
    end loop;
  end if;
  if new.entry_ms is not null and new.initial_margin <> initial then
    violation := 'initial_margin';
  elsif new.financed_ms is distinct from coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms, old.financed_ms) then
    violation := 'financed_ms';
  elsif old.added is distinct from new.added and not (
    coalesce((new.added -> -1 ->> 'amount')::numeric > 0, false)
    and (new.added -> -1 ->> 'day')::int between today and today + 1
    -- If a closing in the same batch also released a part of the margin, only the journals show how much was added.
    and (old.closes <> new.closes or old.entry_ms is null or (new.added -> -1 ->> 'amount')::numeric = new.margin - old.margin
      + coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(old.added) as e (a) where a -> 'day' = new.added -> -1 -> 'day'), 0))
    and (new.added - -1) = (case when old.added -> -1 -> 'day' = new.added -> -1 -> 'day' then old.added - -1 else old.added end))
  then
    violation := 'added';
  elsif old.entry_ms is not null and new.margin > old.margin and old.added is not distinct from new.added then
    violation := 'margin';
  end if;
  if violation is not null then
    raise exception 'position % of book %: % does not follow from its last state', new.id, new.book, violation
      using errcode = 'check_violation', constraint = 'position_follows';
  end if;
  return new;
end
$$;
create trigger position_follows before update on position for each row
  when (old.initial_margin <> new.initial_margin or old.financed_ms <> new.financed_ms or old.added is distinct from new.added
    or old.margin < new.margin or old.entry_ms is distinct from new.entry_ms)
  execute function position_follows();

-- Returns the violation in the amount that an order freezes, in the cost of an opening, or in the amounts that remain after
-- closings; null if there is none.
create function position_cost_violation(of_row public."position", is_new boolean) returns text
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
  -- An order that only reduces a position costs nothing (`position_reduces`).
  if of_row.reduces is not null then
    return null;
  end if;
  if is_held and (is_new or of_row.entry_price is null or limit_price is not null) then
    -- A market order that waits freezes its cost at the quote that was the newest at its acceptance.
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
  -- At its limit, an order costs at most what it froze. At market and at a stop, the entry's price determines the cost.
  if is_held and of_row.type = 'limit' and margin_units + fee_units >= held_margin + held_fee then
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

-- Returns the violation in the figures of the closings from a given index on, or null.
create function position_made_violation(of_row public."position", from_at int) returns text
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
  night int := 0;
  -- The amounts below are in units of 10^-8.
  due numeric := 0;
  closed numeric := 0;
  all_made numeric := 0;
begin
  for at in 0 .. jsonb_array_length(of_row.closes) - 1 loop
    item := of_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    made := (item ->> 'pnl')::numeric;
    -- A closing first charges the nights that are due at its own entry.
    while (of_row.nights -> night ->> 'seq')::bigint <= (item ->> 'tape_seq')::bigint loop
      due := due + (of_row.nights -> night ->> 'amount')::numeric * 100000000;
      night := night + 1;
    end loop;
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
      if ((item ->> 'financing')::numeric * 100000000
        = div(due * part * 100000000 + (of_row.quantity - closed) * 100000000 - 1,
          nullif(of_row.quantity - closed, 0) * 100000000)) is not true
      then
        return 'financing';
      end if;
    end if;
    due := due - (item ->> 'financing')::numeric * 100000000;
    closed := closed + part;
    all_made := all_made + made;
  end loop;
  return case when (of_row.quantity - closed = of_row.open_quantity and all_made = of_row.realised_pnl) is not true
    then 'sum of its closings' end;
end
$$;

-- Compares the figures of new rows with those that the rules compute.
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
  select f.id, f.violation into wrong from (
    select c.id, coalesce(
      case when c.status <> 'cancelled' then position_cost_violation(r.becomes, true) end,
      case when c.entry_price is null then null
        when c.closes = '[]' then case when (c.quantity = c.open_quantity and c.realised_pnl = 0) is not true then 'sum of its closings' end
        else position_made_violation(r.becomes, 0) end,
      -- `position_opening_violation` checks that the entry at which the position opened exists.
      case when (c.armed -> 'margin' ->> 1)::bigint > coalesce(c.entry_seq, 0)
        and (c.armed -> 'margin' ->> 1)::bigint > coalesce((select t.seq from tape t where t.symbol = c.symbol order by t.seq desc limit 1), 0)
        then 'arming of its margin' end
    ) as violation from changed c cross join lateral (select c::public."position" as becomes offset 0) r offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
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
      raise exception 'a position on % does not have the published rates', wrong.symbol
        using errcode = 'check_violation', constraint = 'position_terms';
    end if;
  end if;
  return null;
end
$$;
create trigger position_terms after insert on position
  referencing new table as changed for each statement execute function position_terms();

create function position_recomputed() returns trigger
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
  select f.id, f.violation into wrong from (
    select c.id, case when b.id is null or c.id is null then 'acceptance' else coalesce(
      case when c.status <> 'cancelled' and (b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq
          or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee)
        then position_cost_violation(r.becomes, false) end,
      case when c.entry_price is not null and (b.closes <> c.closes or b.open_quantity <> c.open_quantity
          or b.realised_pnl <> c.realised_pnl)
        then position_made_violation(r.becomes, case when b.entry_price is null then 0 else jsonb_array_length(b.closes) end) end,
      case when b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq or b.status <> c.status
          or b.armed <> c.armed or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee
          or b.open_quantity <> c.open_quantity or b.realised_pnl <> c.realised_pnl or b.margin <> c.margin
          or (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance)
          or b.change_waits is distinct from c.change_waits
        then position_moved_violation(r.was, r.becomes, now_ms, slack_ms) end
    ) end as violation from changed c full join before b on b.book = c.book and b.id = c.id
      cross join lateral (select b::public."position" as was, c::public."position" as becomes offset 0) r offset 0) f
  where f.violation is not null limit 1;
  if wrong.violation is not null then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_recomputed after update on position
  referencing old table as before new table as changed for each statement execute function position_recomputed();

-- Whether the margin after closings is plausible: each closing releases its share of the margin, or more if its loss is
-- greater. Margin added in the same batch may have been added before or after the closings.
create function position_margin_violation(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  own numeric;
  added numeric := 0;
  item jsonb;
  part numeric;
  needed numeric;
  -- In units of 10^-8, including the margin added before and after the closings.
  before_units numeric;
  after_units numeric;
  was_open numeric := coalesce(nullif(was.open_quantity, 0), new_row.quantity);
begin
  if was.entry_price is not null then
    after_units := was.margin * 100000000;
  else
    own := contract_notional(new_row.product, new_row.symbol, new_row.quantity, new_row.entry_price, new_row.open_rate);
    after_units := least(div(own + new_row.leverage - 1, new_row.leverage),
      case when new_row.type = 'limit' and new_row.entry_seq <> new_row.created_seq then new_row.staked * 100000000 end);
  end if;
  if was.added is distinct from new_row.added then
    added := 100000000 * (coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new_row.added) as e (a)), 0)
      - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(was.added) as e (a)), 0));
  end if;
  before_units := after_units + added;
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    item := new_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    needed := 100000000 * ((item ->> 'fee')::numeric + (item ->> 'financing')::numeric + coalesce((item ->> 'charge')::numeric, 0)
      - (item ->> 'pnl')::numeric);
    before_units := before_units
      - least(greatest(needed, div(before_units * part * 100000000, was_open * 100000000)), before_units);
    after_units := after_units
      - least(greatest(needed, div(after_units * part * 100000000, was_open * 100000000)), after_units);
    was_open := was_open - part;
  end loop;
  return case when (new_row.margin * 100000000 between before_units and after_units + added) is not true then 'margin of a closing' end;
end
$$;

revoke execute on function position_cost_violation, position_made_violation, position_margin_violation from public;
