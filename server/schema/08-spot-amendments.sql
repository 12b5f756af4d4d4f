-- Amendments of resting orders. Each is stored, and takes effect at the time when it was made.

-- An amendment must describe an order that this transaction amends, with the order's present terms.
create function spot_amendment_truly() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (select from spot_order o
    where o.book = new.book and o.id = new.order_id and o.xmin = pg_current_xact_id()::xid and o.symbol = new.symbol and o.status = 'open'
      and (o.version, o.armed_seq, o.amended_ms, o.quantity) = (new.version, new.tape_seq, new.time_ms, new.quantity)
      and (o.price, o.stop, o.expires_ms, o.trail_distance, o.trail_seq)
        is not distinct from (new.price, new.stop, new.expires_ms, new.trail_distance, new.trail_seq)
      and new.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = new.symbol))
  then
    raise exception 'the recorded amendment of spot order % of book % does not match the order', new.order_id, new.book
      using errcode = 'check_violation', constraint = 'spot_amendment_truly';
  end if;
  return null;
end
$$;
create trigger spot_amendment_truly after insert on spot_amendment for each row execute function spot_amendment_truly();

-- Only the customer can amend an order, in a session or by one of their keys. The order must be open, wait for a level, and have
-- no cancellation request. The newest entry must be fresh enough to fill a market order, so that the customer can't know a price
-- that has not reached the order. No entry may have ended the order or reached what it waited for. From that entry on, the order
-- holds its new cost and waits.
create function spot_order_amended() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  age_ms int := (select h.fill_age_ms from tape_head h where h.symbol = new.symbol);
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.book::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.book)
    and not amend_let_in(new.book, new.id, new.version)
  then
    perform unacted(new.book, tg_table_name);
  end if;
  if (new.amended_ms > coalesce(old.amended_ms, old.created_ms) and old.status = 'open' and new.status = 'open' and old.type <> 'market'
    and old.cancel_ms is null and new.cancel_ms is null and new.version = old.version + 1 and new.reason is null
    and new.filled_quantity = 0 and new.triggered_seq is not distinct from old.triggered_seq and new.armed_seq >= old.armed_seq
    and (new.price is null) = (old.price is null) and (new.stop is null) = (old.stop is null)
    and (old.triggered_seq is null or new.stop = old.stop)
    and coalesce(new.amended_ms < old.expires_ms, true) and coalesce(new.amended_ms < new.expires_ms, true)
    -- A trailing stop either gets another distance, which applies from now on, or keeps its best price. One that was reached no
    -- longer trails. The newest entry must have been made before the amendment.
    and (old.type <> 'trailing_stop' or (old.stop is null and new.quantity = old.quantity
      and (select t.time_ms from tape t where t.symbol = new.symbol and t.seq = new.armed_seq) < new.amended_ms
      and ((new.trail_distance, new.trail_bps, new.trail_seq) is not distinct from (old.trail_distance, old.trail_bps, old.trail_seq)
        or (new.trail_seq = new.armed_seq
          and spot_trails_truly(new.symbol, new.side, new.trail_seq, new.trail_distance, new.trail_bps)))))
    and abs(new.amended_ms - market_now_ms()) <= market_slack_ms()
    and was_newest(new.symbol, new.armed_seq, new.amended_ms, market_slack_ms())
    and filling_seq(new.symbol, new.armed_seq, new.amended_ms, age_ms) = new.armed_seq
    and new.held = case new.side when 'sell' then new.quantity
      else spot_cost(new.quantity, case when new.type in ('limit', 'stop_limit') then new.price when new.type <> 'trailing_stop' then new.stop
        else (select t.ask from tape t where t.symbol = new.symbol and t.seq = new.trail_seq) + new.trail_distance end, new.fee_rate) end
    and not (new.side = 'buy' and exists (select from guard_freeze f where f.until_ms is null and f.since_ms < guard_now_ms() - 2000))
  ) is not true then
    raise exception 'spot order % of book % cannot be amended in this way now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_amended_in_time';
  end if;
  if spot_expires_seq(old.symbol, old.expires_ms) is not null or spot_order_reached_before(old,
    (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1)
  then
    raise exception 'spot order % of book % has reached its level and must fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  return null;
end
$$;
create trigger spot_order_amended after update on spot_order for each row
  when (old.amended_ms is distinct from new.amended_ms)
  execute function spot_order_amended();

-- Each amendment of an order has a row with the same terms.
create function spot_order_amendment() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (select from spot_amendment a where a.book = new.book and a.order_id = new.id and a.version = new.version
    and (a.tape_seq, a.time_ms, a.was_quantity, a.quantity) = (new.armed_seq, new.amended_ms, old.quantity, new.quantity)
    and (a.was_price, a.was_stop, a.price, a.stop) is not distinct from (old.price, old.stop, new.price, new.stop)
    and (a.was_expires_ms, a.expires_ms) is not distinct from (old.expires_ms, new.expires_ms)
    and (a.was_trail_distance, a.was_trail_seq, a.trail_distance, a.trail_seq)
      is not distinct from (old.trail_distance, old.trail_seq, new.trail_distance, new.trail_seq)
    and (a.was_armed_seq, a.was_since_ms) = (old.armed_seq, coalesce(old.amended_ms, old.created_ms))
    and a.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'spot order % of book % was amended without a recorded amendment', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_amendment';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_amendment after update on spot_order deferrable initially deferred for each row
  when (old.amended_ms is distinct from new.amended_ms)
  execute function spot_order_amendment();

revoke execute on function spot_amendment_truly, spot_order_amended, spot_order_amendment from public;
