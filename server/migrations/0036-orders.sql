-- A purchase can have only a take profit or only a stop loss. The expiry of a resting order and the distance of a trailing stop
-- can be amended.
alter table spot_order drop constraint spot_order_amended, drop constraint spot_order_bracket,
  add constraint spot_order_amended check (amended_ms is null or (type <> 'market' and amended_ms > created_ms)),
  add constraint spot_order_bracket check ((coalesce(take_profit, stop_loss) is null or (side = 'buy' and type not in ('oco', 'trailing_stop')
      and to_symbol is null and coalesce(stop_loss < take_profit, true)))
    and (entry_id is null or (side = 'sell' and type in ('oco', 'limit', 'stop'))));
alter table spot_amendment add column was_expires_ms bigint, add column expires_ms bigint, add column was_trail_distance numeric(38,8),
  add column was_trail_seq bigint, add column trail_distance numeric(38,8), add column trail_seq bigint;

create or replace function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  if (old.created_ms, old.fill_age_ms, old.to_armed_seq, old.to_fill_age_ms, old.to_fee_rate, old.budget, old.worst)
      is distinct from (new.created_ms, new.fill_age_ms, new.to_armed_seq, new.to_fill_age_ms, new.to_fee_rate, new.budget, new.worst)
    or (old.type, old.client_order_id) is distinct from (new.type, new.client_order_id)
    or (new.amended_ms is not distinct from old.amended_ms and (old.price is distinct from new.price
      or (old.lasts, old.expires_ms, old.trail_distance, old.trail_bps, old.trail_seq)
        is distinct from (new.lasts, new.expires_ms, new.trail_distance, new.trail_bps, new.trail_seq)
      or (old.stop is distinct from new.stop and (old.type <> 'trailing_stop' or old.stop is not null))))
    or (old.triggered_seq is not null and old.triggered_seq is distinct from new.triggered_seq)
    or (old.type = 'market' and old.armed_seq <> new.armed_seq)
    or (old.budget is null and old.quantity <> new.quantity and new.amended_ms is not distinct from old.amended_ms)
    or (old.cancel_ms is not null
      and (old.cancel_ms, old.cancel_seq, old.cancel_age_ms) is distinct from (new.cancel_ms, new.cancel_seq, new.cancel_age_ms))
  then
    raise exception 'spot order % keeps what was accepted', old.id
      using errcode = 'check_violation', constraint = 'spot_order_acceptance';
  end if;
  if new.version not between old.version and old.version
    + ((old.status, old.armed_seq, old.priced, old.amended_ms) is distinct from (new.status, new.armed_seq, new.priced, new.amended_ms))::int
  then
    raise exception 'spot order % has another version than its changes', old.id
      using errcode = 'check_violation', constraint = 'spot_order_version';
  end if;
  return new;
end
$$;

create or replace function spot_amendment_truly() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (select from spot_order o
    where o.book = new.book and o.id = new.order_id and o.xmin = pg_current_xact_id()::xid and o.symbol = new.symbol and o.status = 'open'
      and (o.version, o.armed_seq, o.amended_ms, o.quantity) = (new.version, new.tape_seq, new.time_ms, new.quantity)
      and (o.price, o.stop, o.expires_ms, o.trail_distance, o.trail_seq)
        is not distinct from (new.price, new.stop, new.expires_ms, new.trail_distance, new.trail_seq)
      and new.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = new.symbol))
  then
    raise exception 'spot order % of book % is not so amended', new.order_id, new.book
      using errcode = 'check_violation', constraint = 'spot_amendment_truly';
  end if;
  return null;
end
$$;

create or replace function spot_order_amended() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  age_ms int := (select h.fill_age_ms from tape_head h where h.symbol = new.symbol);
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.book::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.book) then
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
    raise exception 'spot order % of book % is not amended now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_amended_in_time';
  end if;
  if spot_expires_seq(old.symbol, old.expires_ms) <= new.armed_seq or spot_order_reached_before(old,
    (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1)
  then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  return null;
end
$$;

create or replace function spot_order_amendment() returns trigger language plpgsql security definer set search_path = public, pg_temp as
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
    raise exception 'spot order % of book % is amended by nothing', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_amendment';
  end if;
  return null;
end
$$;

create or replace function spot_fill_in_time() returns trigger
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
  select f.order_id, f.leg into wrong from added f
    left join spot_order o on o.book = f.book and o.id = f.order_id
    left join tape t on t.symbol = f.symbol and t.seq = f.tape_seq and not t.gap
    where (abs(f.time_ms - now_ms) <= slack_ms
      -- The fill must be written in the same transaction as its order's change. Otherwise a fill that was counted earlier could
      -- be paid later, or never.
      and o.status = 'filled' and o.xmin = pg_current_xact_id()::xid
      and f.price = case f.side when 'buy' then t.ask else t.bid end
      and f.symbol = case f.leg when 1 then o.symbol else o.to_symbol end
      and f.side = case when f.leg = 1 then o.side else 'buy' end
      and (o.cancel_ms is null or coalesce(f.tape_seq < rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms), true))
      and f.fee_rate = case f.leg when 1 then o.fee_rate else o.to_fee_rate end
      and case
        when f.leg = 1 then f.quantity = o.quantity and o.filled_quantity = o.quantity and coalesce(f.value + f.fee <= o.budget, true)
          and (o.worst is null or o.to_symbol is not null or case o.side when 'buy' then f.price <= o.worst else f.price >= o.worst end)
        else coalesce(f.quantity >= o.worst, true) and f.quantity = quantity_for(f.symbol, (select s.value - s.fee from spot_fill s
          where s.book = f.book and s.order_id = f.order_id and s.leg = 1), f.price, f.fee_rate) end
      and case
        when o.type = 'market' and f.tape_seq = case f.leg when 1 then o.armed_seq else o.to_armed_seq end then
          o.created_ms - least(t.time_ms, t.feed_time_ms) <= case f.leg when 1 then o.fill_age_ms else o.to_fill_age_ms end
          and (f.time_ms = o.created_ms or o.to_symbol is not null)
        when o.type = 'market' and f.leg = 1 then
          f.tape_seq = filling_seq(f.symbol, o.armed_seq, o.created_ms, o.fill_age_ms)
        when o.type = 'market' then f.tape_seq = filling_seq(f.symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        when t.time_ms >= o.expires_ms then false
        when o.type in ('limit', 'stop_limit') and not case o.side when 'buy' then t.ask <= o.price else t.bid >= o.price end then false
        -- The sale that protects a purchase sells at a later entry than the purchase.
        when o.type = 'limit' and f.tape_seq = o.armed_seq then f.time_ms = o.created_ms and o.entry_id is null
          and f.time_ms - least(t.time_ms, t.feed_time_ms) <= o.fill_age_ms
        else spot_order_reached_at(o, f.tape_seq)
      end) is not true
    limit 1;
  if wrong.order_id is not null then
    raise exception 'leg % of spot order % is not filled at its entry', wrong.leg, wrong.order_id
      using errcode = 'check_violation', constraint = 'spot_fill_in_time';
  end if;
  return null;
end
$$;

create or replace function spot_order_protects() returns trigger language plpgsql security definer set search_path = public, pg_temp as
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
    raise exception 'spot order % of book % protects nothing that fills now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_protects';
  end if;
  return null;
end
$$;

create or replace function api_order_cost(of_order spot_order) returns numeric language sql stable set search_path = public, pg_temp as
$$
  select (ceil(o.size * of_order.fee_rate * 100000000) + ceil(o.size * coalesce(of_order.to_fee_rate, 0) * 100000000)
      + ceil(o.size * (t.ask - t.bid) * 100000000 / t.bid) + coalesce(ceil(o.size * (u.ask - u.bid) * 100000000 / u.bid), 0))
      * case when coalesce(of_order.take_profit, of_order.stop_loss) is null then 1 else 2 end / 100000000
    from (select api_order_size(of_order) as size) o
    join tape t on t.symbol = of_order.symbol and t.seq = of_order.armed_seq
    left join tape u on u.symbol = of_order.to_symbol and u.seq = of_order.to_armed_seq
$$;

drop trigger spot_order_protected_new on spot_order;
drop trigger spot_order_protected on spot_order;
create constraint trigger spot_order_protected_new after insert on spot_order deferrable initially deferred for each row
  when (coalesce(new.take_profit, new.stop_loss) is not null and new.status = 'filled') execute function spot_order_protected();
create constraint trigger spot_order_protected after update on spot_order deferrable initially deferred for each row
  when (coalesce(new.take_profit, new.stop_loss) is not null and new.status = 'filled' and old.status <> 'filled') execute function spot_order_protected();

grant update (lasts, expires_ms, trail_distance, trail_bps, trail_seq) on spot_order to candor_app;

-- Deliveries in flight to a webhook are counted over all processes, and the closing of a part of a position sends an event.
alter table webhook_delivery add column taken_until_ms bigint;
create index webhook_delivery_taken on webhook_delivery (taken_until_ms) where status = 'waiting' and taken_until_ms is not null;
drop function webhook_kind(text, text, text);
create function webhook_kind(of_table text, changed jsonb) returns text language sql immutable as
$$
  select case of_table
    when 'spot_order' then case
      when status = 'filled' then 'order.filled' when status = 'open' then null
      when reason = 'expired' then 'order.expired' when reason in ('customer', 'start_over') then 'order.cancelled'
      else 'order.refused' end
    when 'position' then case status when 'closed' then 'position.closed'
      -- A part of a position that was closed by an order is reported with that order.
      when 'open' then case changed -> 'closes' -> -1 ->> 'reason' when 'reduce' then null
        else case when jsonb_array_length(changed -> 'closes') > 0 then 'position.partly_closed' else 'position.opened' end end
      when 'cancelled' then case when reason = 'reduced' then 'position.reduced' else 'position.cancelled' end end
    when 'option_ticket' then case when status <> 'open' then 'ticket.settled' end
    when 'deposit' then case when status = 'success' then 'deposit.credited' end
    when 'withdrawal' then 'withdrawal.changed'
  end
  from (select changed ->> 'status' as status, changed ->> 'reason' as reason) c
$$;
create or replace function webhook_hear(of_table text, changed jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp as
$$
declare
  told text := webhook_kind(of_table, changed);
  now_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
begin
  insert into webhook_delivery (book, webhook, event, kind, subject, row, created_ms, status, next_try_ms)
    select w.book, w.id, concat_ws('_', replace(told, '.', '_'), changed ->> 'id',
        case told when 'withdrawal.changed' then changed ->> 'version'
          when 'position.partly_closed' then jsonb_array_length(changed -> 'closes')::text end), told, of_table, changed, now_ms, 'waiting', now_ms
      from webhook w where w.book = (changed ->> 'book')::bigint and w.status = 'on' and told = any (string_to_array(w.kinds, ' '))
    on conflict do nothing;
end
$$;
create trigger webhook_hears_part after update on position for each row
  when (new.status = 'open' and old.status <> 'pending' and old.closes <> new.closes) execute function webhook_hears();
grant update (taken_until_ms) on webhook_delivery to candor_app;
revoke execute on function webhook_kind from public;
