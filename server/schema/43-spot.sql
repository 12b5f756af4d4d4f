-- Trailing stops of spot orders, and brackets: a purchase with a take profit, a stop loss or both.

-- Whether a trailing stop has the requested distance at the entry from which it is measured. The distance is less than the price
-- there and, if a share of the price was given, equals that share, rounded down.
create function spot_trails_truly(of_symbol text, of_side text, from_seq bigint, distance numeric, share_bps int) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  price numeric := (select case of_side when 'buy' then t.ask else t.bid end from tape t where t.symbol = of_symbol and t.seq = from_seq);
begin
  return distance < price and coalesce(distance = div(price * share_bps * 10000, 1) / 100000000, true);
end
$$;

-- Whether an entry before a given one reaches what a resting order waits for: its limit, its stop or, if it has both, either of
-- them. A trailing stop is reached if the price has reversed by the distance from the best price on the public tape since the
-- acceptance. The best price is not stored, so it can't be wrong.
create function spot_order_reached_before(of_row public.spot_order, before_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  watched bigint := watched_from(of_row.symbol, of_row.armed_seq, coalesce(of_row.amended_ms, of_row.created_ms));
begin
  if of_row.type = 'trailing_stop' and of_row.stop is null then
    return trailed_first(of_row.symbol, of_row.side = 'sell', of_row.trail_distance, of_row.trail_seq, watched, before_seq - 1) is not null;
  end if;
  return spot_reached_between(of_row.symbol, of_row.side,
    case when of_row.type <> 'stop_limit' or of_row.triggered_seq is not null then of_row.price end,
    case when of_row.triggered_seq is null then of_row.stop end, watched, before_seq);
end
$$;

-- Whether an entry is the first one that reaches what a resting order waits for.
create function spot_order_reached_at(of_row public.spot_order, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  watched bigint := watched_from(of_row.symbol, of_row.armed_seq, coalesce(of_row.amended_ms, of_row.created_ms));
begin
  if of_row.type = 'trailing_stop' and of_row.stop is null then
    return coalesce(at_seq > of_row.armed_seq and trailed_first(of_row.symbol, of_row.side = 'sell', of_row.trail_distance,
      of_row.trail_seq, watched, at_seq) = at_seq, false);
  end if;
  return spot_reached_at(of_row.symbol, of_row.side,
    case when of_row.type <> 'stop_limit' or of_row.triggered_seq is not null then of_row.price end,
    case when of_row.triggered_seq is null then of_row.stop end, watched, at_seq);
end
$$;

-- The sale that protects a purchase is created in the transaction that fills the purchase. It sells exactly the quantity bought,
-- with the limit and the stop that the customer gave with the purchase (both: an OCO order), at the fee rate of that time, and is
-- armed from the entry of the fill, even if the fill was written later. No other row may name a purchase.
create function spot_order_protects() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (
    select from spot_order e join spot_fill f on f.book = e.book and f.order_id = e.id and f.leg = 1
    where e.book = new.book and e.id = new.entry_id and e.status = 'filled' and e.xmin = pg_current_xact_id()::xid
      and f.xmin = pg_current_xact_id()::xid
      and (new.symbol, new.quantity, new.held, new.armed_seq, new.created_ms, new.fill_age_ms, new.fee_rate)
        = (e.symbol, f.quantity, f.quantity, f.tape_seq, e.created_ms, e.fill_age_ms, e.fee_rate)
      and coalesce(e.take_profit, e.stop_loss) is not null
      and (new.price, new.stop) is not distinct from (e.take_profit, e.stop_loss)
      and (new.status, new.version, new.lasts) = ('open', 1, 'GTC')
      and coalesce(new.cancel_ms, new.amended_ms, new.triggered_seq, new.to_armed_seq, new.ended_seq) is null
      and coalesce(new.client_order_id, new.limit_client_order_id, new.stop_client_order_id, new.to_symbol, new.reason) is null
      and coalesce(new.budget, new.worst) is null and new.priced = '[]')
  then
    raise exception 'spot order % of book % does not match a purchase that fills now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_protects';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_protects after insert on spot_order deferrable initially deferred for each row
  when (new.entry_id is not null) execute function spot_order_protects();

-- A purchase with a take profit or a stop loss does not fill without the sale that protects it.
create function spot_order_protected() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (select from spot_order p where p.book = new.book and p.entry_id = new.id and p.xmin = pg_current_xact_id()::xid) then
    raise exception 'spot order % of book % was filled without the sale that protects it', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_protected';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_protected_new after insert on spot_order deferrable initially deferred for each row
  when (coalesce(new.take_profit, new.stop_loss) is not null and new.status = 'filled') execute function spot_order_protected();
create constraint trigger spot_order_protected after update on spot_order deferrable initially deferred for each row
  when (coalesce(new.take_profit, new.stop_loss) is not null and new.status = 'filled' and old.status <> 'filled') execute function spot_order_protected();

revoke execute on function spot_order_protected, spot_order_protects, spot_order_reached_at, spot_order_reached_before, spot_trails_truly
  from public;
