-- A refusal that ends what waited is worked out by the database, whichever it is. Some were believed: what a country offers, how much
-- leverage it allows, what published terms close, budgets, and coin to coin. And a reason of one kind of order counted for another:
-- without a bank card a resting contract was taken back at a price that its customer did not like, though only forex asks for one.

-- What the configuration of the house offers to whom, and in which steps coins are bought. The owner writes it at each start; guards
-- alone read it.
create table offered (
  subject text primary key,
  body jsonb not null check (jsonb_typeof(body) = 'object')
);
revoke all on offered from public, candor_app, candor_tape, candor_door;

-- The profile of the jurisdiction policy that counts for a customer; null where none was written.
create function profile_of(of_book bigint) returns jsonb
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  policy jsonb := (select o.body from offered o where o.subject = 'jurisdictions');
  wanted text := policy ->> 'mode';
begin
  if wanted = 'country' then
    wanted := coalesce((select p ->> 'name' from jsonb_array_elements(policy -> 'profiles') as e (p), customer c
      where c.id = of_book and c.kyc_status = 'approved' and p -> 'countries' ? c.country limit 1), 'unlisted');
  end if;
  return (select p from jsonb_array_elements(policy -> 'profiles') as e (p) where p ->> 'name' = wanted);
end
$$;

-- Whether published terms let nothing new be bought or opened on a symbol, now or when the transaction can have begun.
create function closed_lately(of_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  return coalesce(terms_at('instrument:' || of_symbol, wall_ms) ->> 'open' = 'false'
    or terms_at('instrument:' || of_symbol, wall_ms - 10000) ->> 'open' = 'false', false);
end
$$;

-- Whether what keeps a customer from what they wanted is so: a purchase or a sale of coins, a contract, or forex. Who sells is asked
-- nothing but whether the account is open.
create function barred_truly(of_book bigint, of_reason text, wanted text, of_symbol text, of_leverage int) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  gate record;
  profile jsonb;
begin
  select * into gate from customer_gate g where g.book = of_book;
  if of_reason in ('account_frozen', 'account_locked') then
    return case of_reason when 'account_frozen' then gate.status = 'frozen' else gate.status not in ('active', 'frozen') end;
  end if;
  if wanted = 'sale' then
    return false;
  end if;
  if of_reason in ('product_not_offered', 'leverage_above_cap') then
    profile := profile_of(of_book);
  end if;
  return case of_reason
    when 'self_excluded' then coalesce(gate.excluded_until_ms > extract(epoch from clock_timestamp()) * 1000 - 3000, false)
    when 'timed_out' then coalesce(gate.time_out_until_ms > extract(epoch from clock_timestamp()) * 1000 - 3000, false)
    when 'product_not_offered' then not profile -> 'products' ? case wanted when 'purchase' then 'spot' else wanted end
    when 'pair_not_active' then closed_lately(of_symbol)
    when 'lever_not_enabled' then wanted in ('contracts', 'forex') and not gate.lever_enabled
    when 'bank_card_missing' then wanted = 'forex' and not gate.has_bank_card
    when 'leverage_above_cap' then wanted in ('contracts', 'forex') and coalesce(of_leverage > (profile -> 'caps' ->> of_symbol)::int, false)
    else false end;
end
$$;

-- The most of a coin, in whole steps, whose value and fee a sum of its quote currency covers.
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

-- Whether a bound of coin to coin was broken, or the house could not give it: both legs at their prices.
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

-- As 0121 has it, with everything worked out. What an order froze is its customer's again by now, and may be somewhere else already: at
-- least that much it had.
create or replace function spot_refused_truly(was public.spot_order, of_reason text, at_seq bigint, at_symbol text) returns boolean
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
  if was.type = 'market' and was.to_symbol is not null and of_reason in ('amount_wrong', 'quantity_above_maximum', 'price_moved',
    'liquidity_insufficient')
  then
    return conversion_refused_truly(was, of_reason, at_seq, at_symbol);
  end if;
  if was.type = 'market' and of_reason in ('price_moved', 'amount_below_minimum', 'balance_insufficient', 'liquidity_insufficient') then
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

-- As 0121 has it, with credit worked out like own money, for as long as it may be used.
create or replace function position_refused_truly(was public."position", of_reason text, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  long boolean := was.side = 'long';
  entry record;
  own numeric;
begin
  select t.bid, t.ask, t.time_ms, case when long then t.ask else t.bid end as opens_at, case when long then t.bid else t.ask end as closes_at
    into entry from tape t where t.symbol = was.symbol and t.seq = at_seq;
  own := contract_notional(was.product, was.symbol, was.quantity, entry.opens_at, was.rate);
  return case of_reason
    when 'trading_closed' then was.type = 'market' and entry.time_ms - was.created_ms > fill_wait_ms()
    when 'price_moved' then was.type = 'market' and case when long then entry.opens_at > was.worst_price else entry.opens_at < was.worst_price end
    when 'take_profit_wrong' then was.type = 'market' and case when long then was.take_profit < entry.ask else was.take_profit > entry.bid end
    when 'stop_loss_wrong' then was.type = 'market' and case when long then was.stop_price > entry.bid else was.stop_price < entry.ask end
    when 'trailing_wrong' then was.type = 'market' and was.trail_distance >= entry.closes_at
    -- What it froze is its customer's again by now, and may be somewhere else already.
    when 'margin_insufficient' then was.type = 'market' and was.collateral = 'contract'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate) > 100000000 * greatest(was.margin,
        (select b.amount from balance b where b.book = was.book and b.account = 'contract' and b.currency = 'USDT'))
    when 'credit_insufficient' then was.type = 'market' and was.collateral = 'promo'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate) > 100000000 * greatest(was.margin,
        (select b.amount from balance b where b.book = was.book and b.account = 'promo' and b.currency = 'USDT'
          and exists (select from experience_credit c where c.book = b.book and c.status = 'active'
            and c.expires_ms > market_now_ms() + market_slack_ms())))
    -- No bound of the cover is below a half of it, and none counts more than everything.
    when 'liquidity_insufficient' then exists (select from house_cover h where h.book = 0 and (h.owed > 0
      or (select coalesce(sum(c.value), 0) from counter c where starts_with(c.name, 'cover:'))
        + stress_of(was.product, was.symbol, was.quantity, entry.opens_at, was.rate) > (h.funds - h.open_profit) / 2))
    else barred_truly(was.book, of_reason, case was.product when 'forex' then 'forex' else 'contracts' end, was.symbol, was.leverage) end;
end
$$;
drop function barred_truly(bigint, text);

revoke execute on function profile_of, closed_lately, barred_truly, quantity_for, conversion_refused_truly, house_lacks from public;
