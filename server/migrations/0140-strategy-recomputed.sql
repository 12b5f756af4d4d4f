-- The trades of the simulated strategy follow from the slot's time and the tape alone, and nothing of `domain/src/fund/strategy.ts` may
-- ever change. So the database works each of them out as well: a slot has exactly the trades that are due, and is over when it is booked.

create function strategy_word(value numeric) returns bigint
  language plpgsql immutable set search_path = public, pg_temp as
$$
declare
  part numeric := mod(value, 18446744073709551616);
begin
  if part < 0 then
    part := part + 18446744073709551616;
  end if;
  return case when part >= 9223372036854775808 then part - 18446744073709551616 else part end;
end
$$;

-- A step of splitmix64. Words are signed here, since the database has no other of 64 bits.
create function strategy_drawn(before_word bigint, purpose bigint) returns bigint
  language plpgsql immutable set search_path = public, pg_temp as
$$
declare
  z bigint := strategy_word(before_word::numeric + purpose + 11400714819323198485);
begin
  z := strategy_word((z # ((z >> 30) & 17179869183))::numeric * 13787848793156543929);
  z := strategy_word((z # ((z >> 27) & 137438953471))::numeric * 10723151780598845931);
  return z # ((z >> 31) & 8589934591);
end
$$;

-- The part of a number that a word names: all of it at the greatest word.
create function strategy_part(most numeric, word bigint) returns numeric
  language sql immutable set search_path = public, pg_temp
  return div(most * (case when word < 0 then word + 18446744073709551616 else word end), 18446744073709551615);

-- The trade of a symbol that is due in a slot; null where it makes none. Amounts are whole numbers of 10^-8 until the last lines.
create function strategy_trade_due(of_slot_ms bigint, of_symbol text) returns strategy_trade
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  one constant numeric := 100000000;
  seed constant bigint := 18930627848917574;
  names constant text[] := array['Aster', 'Borea', 'Cygnet'];
  fees constant numeric[] := array[20000, 30000, 50000];
  place int := array_position(array['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT'], of_symbol) - 1;
  day bigint := of_slot_ms / 86400000;
  of_symbol_word bigint := strategy_drawn(strategy_drawn(strategy_drawn(seed, 3), of_slot_ms / 600000), place);
  stray numeric := 170000 + strategy_part(70000, strategy_drawn(strategy_drawn(seed, 2), day));
  is_bad boolean := strategy_drawn(strategy_drawn(seed, 1), day) & 7 = 0;
  prices numeric[];
  of_buy int;
  of_sell int;
  best numeric;
  cost numeric;
  brings numeric;
  edge numeric;
  due strategy_trade;
  reference record;
begin
  select t.seq, t.last * one as last into reference from tape t
    where t.symbol = of_symbol and t.time_ms <= of_slot_ms and t.seq < coalesce(
      (select n.first_seq from tape_minute n where n.symbol = of_symbol and n.minute_ms > of_slot_ms order by n.minute_ms limit 1),
      9223372036854775807)
    order by t.seq desc limit 1;
  if reference.seq is null or place is null then
    return null;
  end if;
  for venue in 0..2 loop
    prices[venue + 1] := div(reference.last
      * (one + strategy_part(2 * stray, strategy_drawn(of_symbol_word, venue)) - stray), one * 1000000) * 1000000;
  end loop;
  for buying in 1..3 loop
    continue when prices[buying] <= 0;
    for selling in 1..3 loop
      continue when buying = selling;
      cost := ceil(prices[buying] * (one + fees[buying]) / one);
      brings := floor(prices[selling] * (one - fees[selling]) / one);
      edge := floor((brings - cost) * one / prices[buying]);
      if best is null or edge > best then
        best := edge;
        of_buy := buying;
        of_sell := selling;
      end if;
    end loop;
  end loop;
  if best is null or best < 50000 then
    return null;
  end if;
  due.slot_ms := of_slot_ms;
  due.symbol := of_symbol;
  due.tape_seq := reference.seq;
  due.buy_venue := names[of_buy];
  due.sell_venue := names[of_sell];
  -- A trade has its full size from an edge of 0.002 on, of five per cent of the capital.
  due.quantity := div(div(case when best >= 200000 then 10000000000000 else div(10000000000000 * best, 200000) end * one,
    prices[of_buy]), (array[1000, 10000, 100000, 100000])[place + 1]) * (array[1000, 10000, 100000, 100000])[place + 1];
  due.sell_price := div(prices[of_sell] - div(div(best * strategy_part(case when is_bad then 280000000 else 60000000 end,
    strategy_drawn(of_symbol_word, 3)), one) * prices[of_buy], one), 1000000) * 1000000;
  if due.quantity <= 0 or due.sell_price <= 0 then
    return null;
  end if;
  cost := ceil(due.quantity * prices[of_buy] / one);
  brings := floor(due.quantity * due.sell_price / one);
  due.buy_fee := ceil(cost * fees[of_buy] / one);
  due.sell_fee := ceil(brings * fees[of_sell] / one);
  due.result := (brings - cost - due.buy_fee - due.sell_fee) * 0.00000001;
  due.quantity := due.quantity * 0.00000001;
  due.buy_price := prices[of_buy] * 0.00000001;
  due.sell_price := due.sell_price * 0.00000001;
  due.buy_fee := due.buy_fee * 0.00000001;
  due.sell_fee := due.sell_fee * 0.00000001;
  return due;
end
$$;

-- At commit, since a slot's trades and the row that they count for come in one transaction.
create function strategy_trade_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  due strategy_trade;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  due := strategy_trade_due(new.slot_ms, new.symbol);
  if (new.quantity, new.buy_venue, new.buy_price, new.buy_fee, new.sell_venue, new.sell_price, new.sell_fee, new.result, new.tape_seq)
    is distinct from (due.quantity, due.buy_venue, due.buy_price, due.buy_fee, due.sell_venue, due.sell_price, due.sell_fee, due.result,
      due.tape_seq)
  then
    raise exception 'the tape makes another trade of % at %', new.symbol, new.slot_ms
      using errcode = 'check_violation', constraint = 'strategy_trade_recomputed';
  end if;
  return null;
end
$$;
create constraint trigger strategy_trade_recomputed after insert on strategy_trade deferrable initially deferred
  for each row execute function strategy_trade_recomputed();

-- A slot is passed over once it is a minute past, and none of its trades is left out. The row begins with the slot to come.
create function strategy_slots_whole() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  missing record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if new.day not in ((market_ms() - market_slack_ms()) / 86400000, market_ms() / 86400000)
      or new.first_slot_ms not between market_ms() - market_slack_ms() and market_ms() + 600000
    then
      raise exception 'the strategy begins at another time than now'
        using errcode = 'check_violation', constraint = 'strategy_slots_whole';
    end if;
    return null;
  end if;
  if new.next_slot_ms - 540000 > coalesce((select h.time_ms from tape_head h where h.symbol = 'BTC/USDT'), 0) then
    raise exception 'a slot before % is not over', new.next_slot_ms
      using errcode = 'check_violation', constraint = 'strategy_slots_whole';
  end if;
  select s.slot_ms, m.symbol into missing
    from generate_series(old.next_slot_ms, new.next_slot_ms - 600000, 600000) as s (slot_ms)
      cross join unnest(array['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT']) as m (symbol)
      cross join lateral strategy_trade_due(s.slot_ms, m.symbol) as d
    where d.quantity is not null
      and not exists (select from strategy_trade t where t.slot_ms = s.slot_ms and t.symbol = m.symbol) limit 1;
  if found then
    raise exception 'the trade of % at % is left out', missing.symbol, missing.slot_ms
      using errcode = 'check_violation', constraint = 'strategy_slots_whole';
  end if;
  return null;
end
$$;
create constraint trigger strategy_slots_begin after insert on strategy_clock deferrable initially deferred
  for each row execute function strategy_slots_whole();
create constraint trigger strategy_slots_whole after update on strategy_clock deferrable initially deferred
  for each row when (new.next_slot_ms > old.next_slot_ms) execute function strategy_slots_whole();

revoke execute on function strategy_word, strategy_drawn, strategy_part, strategy_trade_due from public;
revoke execute on function strategy_trade_recomputed, strategy_slots_whole from public;
