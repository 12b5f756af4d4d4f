-- What waited and did not fill names the entry by which it ended: by hand the newest one, and nothing up to it may have reached its
-- level; by a refusal the very entry at which it would have filled. Whether the refusal was true is asked as far as the database knows.

alter table position add column ended_seq bigint, add constraint position_ended check (ended_seq is null or status = 'cancelled');
alter table spot_order add column ended_seq bigint, add constraint spot_order_ended_at check (ended_seq is null or status in ('cancelled', 'refused'));
grant update (ended_seq) on position, spot_order to candor_app;

-- Whether a book starts over in this transaction.
create function starts_over(of_book bigint, now_ms bigint, slack_ms bigint) returns boolean
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$ select exists (select from journal j where j.book = of_book and j.kind = 'start_over' and abs(j.time_ms - now_ms) <= slack_ms
  and j.xmin = pg_current_xact_id()::xid) $$;

-- Whether what keeps a customer from trading is so, as far as their row and their pauses say. What a country offers, and what terms
-- close, is the server's to know.
create function barred_truly(of_book bigint, of_reason text) returns boolean
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
  select case of_reason
    when 'account_frozen' then g.status = 'frozen'
    when 'account_locked' then g.status not in ('active', 'frozen')
    when 'self_excluded' then coalesce(g.excluded_until_ms > extract(epoch from clock_timestamp()) * 1000 - 3000, false)
    when 'timed_out' then coalesce(g.time_out_until_ms > extract(epoch from clock_timestamp()) * 1000 - 3000, false)
    when 'lever_not_enabled' then not g.lever_enabled
    when 'bank_card_missing' then not g.has_bank_card
    else of_reason in ('product_not_offered', 'leverage_above_cap', 'pair_not_active') end
  from customer_gate g where g.book = of_book
$$;

-- The longest that an order at market waits for its price, by the market's clock.
create function fill_wait_ms() returns bigint language sql immutable parallel safe set search_path = public, pg_temp return 60000;

-- Whether an order at market that waits behind an entry may be taken back: its price came too late, or not at all.
create function market_missed(of_symbol text, accepted_seq bigint, accepted_ms bigint, age_ms int, now_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return now_ms - accepted_ms > fill_wait_ms() and not exists (
    select from tape t where t.symbol = of_symbol and t.seq = filling_seq(of_symbol, accepted_seq, accepted_ms, age_ms)
      and t.time_ms - accepted_ms <= fill_wait_ms());
end
$$;

-- Whether the reason is true for which an order did not open at an entry.
create function position_refused_truly(was public."position", of_reason text, at_seq bigint) returns boolean
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
    -- What it froze is its customer's again by now.
    when 'margin_insufficient' then was.type = 'market' and was.collateral = 'contract'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate)
        > 100000000 * coalesce((select b.amount from balance b where b.book = was.book and b.account = 'contract' and b.currency = 'USDT'), 0)
    when 'credit_insufficient' then was.type = 'market' and was.collateral = 'promo'
    -- No bound of the cover is below a half of it, and none counts more than everything.
    when 'liquidity_insufficient' then exists (select from house_cover h where h.book = 0 and (h.owed > 0
      or (select coalesce(sum(c.value), 0) from counter c where starts_with(c.name, 'cover:'))
        + stress_of(was.product, was.symbol, was.quantity, entry.opens_at, was.rate) > (h.funds - h.open_profit) / 2))
    else barred_truly(was.book, of_reason) end;
end
$$;

-- What is wrong with how an order ended that did not open; null where nothing is.
create function position_ended_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  newest bigint;
begin
  if new_row.ended_seq is null then
    return 'entry of its end';
  end if;
  if new_row.reason in ('customer', 'start_over') then
    if not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) then
      return 'entry of its end';
    end if;
    if new_row.reason = 'start_over' then
      return case when not starts_over(was.book, now_ms, slack_ms) then 'reason of its end' end;
    end if;
    if was.type = 'market' then
      return case when not market_missed(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms, now_ms) then 'reached' end;
    end if;
    newest := (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1);
    return case when position_reached(was, newest) is not null then 'reached' end;
  end if;
  if (case when was.type = 'market'
      then new_row.ended_seq > was.created_seq
        and new_row.ended_seq = filling_seq(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms)
      else spot_reached_first(was.symbol, case when long then 'buy' else 'sell' end, was.price, (was.armed -> 'limit' ->> 1)::bigint,
        new_row.ended_seq) end) is not true
  then
    return 'entry of its end';
  end if;
  return case when position_refused_truly(was, new_row.reason, new_row.ended_seq) is not true then 'reason of its end' end;
end
$$;

-- Whether the reason is true for which an order did not fill at an entry.
create function spot_refused_truly(was public.spot_order, of_reason text, at_seq bigint, at_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  entry record;
  cost numeric;
begin
  select t.bid, t.ask, t.time_ms, case was.side when 'buy' then t.ask else t.bid end as price
    into entry from tape t where t.symbol = at_symbol and t.seq = at_seq;
  if of_reason = 'trading_closed' then
    return was.type = 'market' and entry.time_ms - was.created_ms > fill_wait_ms();
  end if;
  -- Coin to coin hangs on two prices: which of its bounds it broke is worked out by who fills it.
  if was.type = 'market' and was.to_symbol is not null and of_reason in ('amount_wrong', 'quantity_above_maximum', 'price_moved',
    'liquidity_insufficient')
  then
    return true;
  end if;
  if was.type = 'market' and of_reason in ('price_moved', 'amount_below_minimum', 'balance_insufficient', 'liquidity_insufficient') then
    cost := ceil(ceil(was.quantity * entry.price * 100000000) * (1 + was.fee_rate)) / 100000000;
    return case of_reason
      when 'price_moved' then case was.side when 'buy' then entry.price > was.worst else entry.price < was.worst end
      when 'amount_below_minimum' then was.budget is not null
      -- What it froze is its customer's again by now.
      when 'balance_insufficient' then was.side = 'buy' and was.budget is null and cost + 0.00000002
        > coalesce((select b.amount from balance b where b.book = was.book and b.account = 'spot' and b.currency = split_part(was.symbol, '/', 2)), 0)
      else was.budget is not null or spot_house_lacks(was.symbol, was.side, was.quantity, at_seq) end;
  end if;
  return barred_truly(was.book, of_reason);
end
$$;

-- A resting order ends by hand where nothing up to now has reached it, and by a refusal at the entry at which it would have filled.
create or replace function spot_order_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  -- The tape whose price it waited for.
  of_symbol text := case when old.priced @> '[{"leg": 1}]' then old.to_symbol else old.symbol end;
  armed bigint := case when old.priced @> '[{"leg": 1}]' then old.to_armed_seq else old.armed_seq end;
  age_ms int := case when old.priced @> '[{"leg": 1}]' then old.to_fill_age_ms else old.fill_age_ms end;
  fault text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.ended_seq is null then
    fault := 'entry';
  elsif new.reason in ('customer', 'start_over') then
    if not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      fault := 'entry';
    elsif new.reason = 'start_over' then
      fault := case when not starts_over(old.book, now_ms, slack_ms) then 'reason' end;
    elsif old.type = 'market' then
      fault := case when not market_missed(of_symbol, armed, old.created_ms, age_ms, now_ms) then 'reached' end;
    elsif reached_between(old.symbol, case old.side when 'buy' then 'ask' else 'bid' end, old.side = 'buy', old.price, old.armed_seq,
      (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1)
    then
      fault := 'reached';
    end if;
  elsif (case when old.type = 'market' then new.ended_seq > armed and new.ended_seq = filling_seq(of_symbol, armed, old.created_ms, age_ms)
    else spot_reached_first(old.symbol, old.side, old.price, old.armed_seq, new.ended_seq) end) is not true
  then
    fault := 'entry';
  elsif spot_refused_truly(old, new.reason, new.ended_seq, of_symbol) is not true then
    fault := 'reason';
  end if;
  if fault = 'reached' then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif fault is not null then
    raise exception 'no entry bears out the % by which spot order % of book % ended', fault, old.id, old.book
      using errcode = 'check_violation', constraint = 'spot_order_ended_at';
  end if;
  return null;
end
$$;
drop trigger spot_order_reached on spot_order;
create trigger spot_order_reached after update on spot_order for each row
  when (old.status = 'open' and new.status in ('cancelled', 'refused'))
  execute function spot_order_reached();

revoke execute on function starts_over, barred_truly, fill_wait_ms, market_missed, position_refused_truly, position_ended_fault,
  spot_refused_truly from public;
