-- Orders that end unfilled: the stated reason must be true.

-- Whether the house's inventory, over all slots, is too small to fill a quantity at the price of an entry.
create function spot_house_lacks(of_symbol text, of_side text, of_quantity numeric, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return coalesce((select sum(h.amount) from house_balance h
      where h.account = 'inventory' and h.currency = split_part(of_symbol, '/', case of_side when 'buy' then 1 else 2 end)), 0)
    < case of_side when 'buy' then of_quantity
      else (select ceil(of_quantity * t.bid * 100000000) / 100000000 from tape t where t.symbol = of_symbol and t.seq = at_seq) end;
end
$$;

-- Whether the stated reason why an order did not fill at an entry is true. The order's frozen amount was already returned to
-- the customer and may have been moved since, so the customer's funds count as at least that amount.
create function spot_refused_truly(was public.spot_order, of_reason text, at_seq bigint, at_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  entry record;
  cost numeric;
  funds numeric;
  quantity numeric := was.quantity;
begin
  select t.bid, t.ask, t.time_ms, case was.side when 'buy' then t.ask else t.bid end as price
    into entry from tape t where t.symbol = at_symbol and t.seq = at_seq;
  if of_reason = 'trading_closed' then
    return was.type = 'market' and entry.time_ms - was.created_ms > fill_wait_ms();
  end if;
  if of_reason = 'opening_stopped' then
    return (was.side = 'buy' or was.to_symbol is not null)
      and opening_was_stopped('spot', coalesce(was.to_symbol, was.symbol), entry.time_ms);
  end if;
  if was.type = 'market' and was.to_symbol is not null and of_reason in ('amount_wrong', 'quantity_above_maximum', 'price_moved',
    'liquidity_insufficient')
  then
    return conversion_refused_truly(was, of_reason, at_seq, at_symbol);
  end if;
  if (was.type = 'market' and of_reason in ('price_moved', 'amount_below_minimum', 'balance_insufficient', 'liquidity_insufficient'))
    or (was.type in ('stop', 'oco', 'trailing_stop') and of_reason = 'balance_insufficient')
  then
    if of_reason = 'price_moved' then
      return case was.side when 'buy' then entry.price > was.worst else entry.price < was.worst end;
    end if;
    if was.side = 'buy' then
      funds := greatest(was.held, (select b.amount from balance b
        where b.book = was.book and b.account = 'spot' and b.currency = split_part(was.symbol, '/', 2)));
      if was.budget is not null then
        quantity := quantity_for(was.symbol, least(was.budget, funds), entry.price, was.fee_rate);
      end if;
    end if;
    cost := ceil(ceil(quantity * entry.price * 100000000) * (1 + was.fee_rate)) / 100000000;
    return case of_reason
      when 'amount_below_minimum' then was.budget is not null
        and quantity < (select (o.body ->> 'min')::numeric from offered o where o.subject = 'instrument:' || was.symbol)
      when 'balance_insufficient' then was.side = 'buy' and was.budget is null and cost + 0.00000002 > funds
      else spot_house_lacks(was.symbol, was.side, quantity, at_seq) end;
  end if;
  return barred_truly(was.book, of_reason, case when was.side = 'sell' and was.to_symbol is null then 'sale' else 'purchase' end,
    coalesce(was.to_symbol, was.symbol), null);
end
$$;

-- Returns the largest quantity of a coin, in whole steps, whose value and fee fit into an amount of its quote currency.
create function quantity_for(of_symbol text, amount numeric, price numeric, fee_rate numeric) returns numeric
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  step numeric := (select (o.body ->> 'step')::numeric from offered o where o.subject = 'instrument:' || of_symbol);
  quantity numeric := floor(div(div(amount * 100000000, 1 + fee_rate) * 100000000, price * 100000000) / 100000000 / step) * step;
begin
  while quantity > 0 and ceil(ceil(quantity * price * 100000000) * (1 + fee_rate)) > amount * 100000000 loop
    quantity := quantity - step;
  end loop;
  return quantity;
end
$$;

-- Whether a coin-to-coin order was refused for a true reason, with both legs at the prices of their entries: the customer's
-- limit was missed, or the house could not supply the coin.
create function conversion_refused_truly(was public.spot_order, of_reason text, at_seq bigint, at_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  sold numeric := (select (l ->> 'price')::numeric from jsonb_array_elements(was.priced) as e (l) where l -> 'leg' = '1');
  bought numeric := (select (l ->> 'price')::numeric from jsonb_array_elements(was.priced) as e (l) where l -> 'leg' = '2');
  to_bounds jsonb := (select o.body from offered o where o.subject = 'instrument:' || was.to_symbol);
  worth numeric;
  quantity numeric;
begin
  if at_symbol = was.symbol then
    sold := (select t.bid from tape t where t.symbol = at_symbol and t.seq = at_seq);
  else
    bought := (select t.ask from tape t where t.symbol = at_symbol and t.seq = at_seq);
  end if;
  -- Whoever still waits for the other price has none to be refused at.
  if sold is null or bought is null or to_bounds is null then
    return false;
  end if;
  worth := floor(was.quantity * sold * 100000000);
  quantity := quantity_for(was.to_symbol, (worth - ceil(worth * was.fee_rate)) / 100000000, bought, was.to_fee_rate);
  return case of_reason
    when 'amount_wrong' then quantity < (to_bounds ->> 'min')::numeric
    when 'quantity_above_maximum' then quantity > (to_bounds ->> 'max')::numeric
    when 'price_moved' then coalesce(quantity < was.worst, false)
    when 'liquidity_insufficient' then house_lacks(split_part(was.to_symbol, '/', 1), quantity)
      or house_lacks(split_part(was.symbol, '/', 2), ceil(was.quantity * sold * 100000000) / 100000000)
    else false end;
end
$$;

create function house_lacks(of_currency text, needed numeric) returns boolean
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
  select coalesce((select sum(h.amount) from house_balance h where h.account = 'inventory' and h.currency = of_currency), 0) < needed
$$;

revoke execute on function conversion_refused_truly, house_lacks, quantity_for, spot_house_lacks, spot_refused_truly from public;
