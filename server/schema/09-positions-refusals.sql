-- Orders that end without opening: the stated reason must be true.

-- Whether the stated obstacle to a customer's order exists. `wanted` is the kind of order: a purchase or sale of coins, a
-- contract, or forex. The only obstacle to a sale is an account that is not open.
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
    when 'self_excluded' then coalesce(gate.excluded_until_ms > extract(epoch from house_clock()) * 1000 - 3000, false)
    when 'timed_out' then coalesce(gate.time_out_until_ms > extract(epoch from house_clock()) * 1000 - 3000, false)
    when 'product_not_offered' then not profile -> 'products' ? case wanted when 'purchase' then 'spot' else wanted end
    when 'pair_not_active' then closed_lately(of_symbol)
    when 'lever_not_enabled' then wanted in ('contracts', 'forex') and not gate.lever_enabled
    when 'bank_card_missing' then wanted = 'forex' and not gate.has_bank_card
    when 'leverage_above_cap' then wanted in ('contracts', 'forex') and coalesce(of_leverage > (profile -> 'caps' ->> of_symbol)::int, false)
    else false end;
end
$$;

-- Whether the stated reason why an order did not open at an entry is true. Experience credit is treated like own money
-- while it may be used.
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
  if was.reduces is not null then
    -- This reason is true only while the position is being closed in full.
    if of_reason = 'position_closing' then
      return exists (select from position p where p.book = was.book and p.id = was.reduces and p.status = 'closing');
    end if;
    return of_reason = 'reduced' and exists (select from position p, jsonb_to_recordset(p.closes) as c ("order" bigint, tape_seq bigint, quantity numeric)
      where p.book = was.book and p.id = was.reduces and p.xmin = pg_current_xact_id()::xid and (c."order", c.tape_seq) = (was.id, at_seq)
        and (c.quantity = was.quantity or (c.quantity < was.quantity and p.open_quantity = 0)));
  end if;
  own := contract_notional(was.product, was.symbol, was.quantity, entry.opens_at, was.rate);
  return case of_reason
    when 'trading_closed' then was.type = 'market' and entry.time_ms - was.created_ms > fill_wait_ms()
    when 'opening_stopped' then
      opening_was_stopped(case was.product when 'forex' then 'forex' else 'contracts' end, was.symbol, entry.time_ms)
    when 'price_moved' then was.type <> 'limit' and case when long then entry.opens_at > was.worst_price else entry.opens_at < was.worst_price end
    when 'take_profit_wrong' then was.type <> 'limit' and case when long then was.take_profit < entry.ask else was.take_profit > entry.bid end
    when 'stop_loss_wrong' then was.type <> 'limit' and case when long then was.stop_price > entry.bid else was.stop_price < entry.ask end
    when 'trailing_wrong' then was.type <> 'limit' and was.trail_distance >= entry.closes_at
    -- The order's frozen amount has been returned to the customer by now, and may already have been moved.
    when 'margin_insufficient' then was.type <> 'limit' and was.collateral = 'contract'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate) > 100000000 * greatest(was.margin,
        (select b.amount from balance b where b.book = was.book and b.account = 'contract' and b.currency = 'USDT'))
    when 'credit_insufficient' then was.type <> 'limit' and was.collateral = 'promo'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate) > 100000000 * greatest(was.margin,
        (select b.amount from balance b where b.book = was.book and b.account = 'promo' and b.currency = 'USDT'
          and exists (select from experience_credit c where c.book = b.book and c.status = 'active'
            and c.expires_ms > market_now_ms() + market_slack_ms())))
    -- No limit of the cover is less than half of the cover, and none counts for more than the total.
    when 'liquidity_insufficient' then exists (select from house_cover h where h.book = 0 and (h.owed > 0
      or (select coalesce(sum(c.value), 0) from counter c where starts_with(c.name, 'cover:'))
        + stress_of(was.product, was.symbol, was.quantity, entry.opens_at, was.rate) > (h.funds - h.open_profit) / 2))
    else barred_truly(was.book, of_reason, case was.product when 'forex' then 'forex' else 'contracts' end, was.symbol, was.leverage) end;
end
$$;

-- Returns the entry at which an order expires: the first one after its acceptance that is at or after the expiry, whether it is a
-- price or a gap in the feed. Returns null while there is none.
create function position_expired_seq(of_symbol text, accepted_seq bigint, at_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > greatest(accepted_seq, entry_before(of_symbol, at_ms))
    and q.time_ms >= at_ms and q.cause is distinct from 'reject' order by q.seq limit 1);
end
$$;

-- Returns the violation in the end of an order that did not open; null if there is none.
create function position_ended_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  taken_back bigint := taken_back_seq(was.symbol, was.cancel_seq, was.cancel_ms);
  rests_until bigint := rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms);
  expires bigint := position_expired_seq(was.symbol, was.created_seq, was.expires_ms);
begin
  if new_row.ended_seq is null then
    return 'entry of its end';
  end if;
  if new_row.reason = 'expired' then
    if (new_row.ended_seq = expires) is not true then
      return 'entry of its end';
    end if;
    return case when position_reached(was, least(rests_until, new_row.ended_seq) - 1) is not null then 'reached' end;
  end if;
  if new_row.reason = 'customer' and new_row.cancel_ms is null then
    return 'request of its end';
  end if;
  if new_row.reason = 'customer' and was.type <> 'market' then
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
    return case when (new_row.ended_seq <> taken_back and now_ms - was.cancel_ms <= fill_wait_ms())
      or expires <= coalesce(taken_back, expires) or position_reached(was, coalesce(rests_until - 1,
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
  -- The position that the order reduces was closed before an entry reached the order.
  if new_row.reason = 'position_not_open' and was.reduces is not null then
    if not exists (select from position p where p.book = was.book and p.id = was.reduces and p.status = 'closed'
      and (p.closes -> -1 ->> 'tape_seq')::bigint = new_row.ended_seq)
    then
      return 'reason of its end';
    end if;
    return case when position_reached(was, least(rests_until, new_row.ended_seq) - 1) is not null then 'reached' end;
  end if;
  if new_row.ended_seq >= rests_until
    or (was.expires_ms is not null and new_row.ended_seq > entry_before(was.symbol, was.expires_ms))
  then
    return 'entry of its end';
  end if;
  if (case when was.type = 'market'
      then new_row.ended_seq > was.created_seq
        and new_row.ended_seq = filling_seq(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms)
      else spot_reached_at(was.symbol, case when long then 'buy' else 'sell' end, case was.type when 'limit' then was.price end,
        case was.type when 'stop' then was.price end, part_watched_from(was.symbol, was.armed -> 'limit'), new_row.ended_seq) end) is not true
  then
    return 'entry of its end';
  end if;
  return case when position_refused_truly(was, new_row.reason, new_row.ended_seq) is not true then 'reason of its end' end;
end
$$;

revoke execute on function barred_truly, position_ended_violation, position_expired_seq, position_refused_truly from public;
