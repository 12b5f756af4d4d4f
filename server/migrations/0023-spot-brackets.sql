-- Adds trailing stops of spot orders, and brackets: purchases with a take profit and a stop loss.
alter table spot_order
  add column trail_distance numeric(38,8) check (trail_distance > 0),
  add column trail_bps int check (trail_bps between 1 and 9999),
  add column trail_seq bigint,
  add column take_profit numeric(38,8) check (take_profit > 0),
  add column stop_loss numeric(38,8) check (stop_loss > 0),
  add column entry_id bigint,
  drop constraint spot_order_type_check,
  add constraint spot_order_type_check check (type in ('market', 'limit', 'stop', 'stop_limit', 'oco', 'trailing_stop')),
  drop constraint spot_order_kind,
  drop constraint spot_order_amended,
  add constraint spot_order_kind check (((type in ('stop', 'stop_limit', 'oco')) = (stop is not null) or type = 'trailing_stop')
    and (type in ('market', 'stop', 'trailing_stop')) = (price is null)
    and (to_symbol is null or type = 'market') and (triggered_seq is null or type = 'stop_limit')
    and (type <> 'oco' or (side = 'sell') = (stop < price) and stop <> price)),
  add constraint spot_order_amended check (amended_ms is null or (type not in ('market', 'trailing_stop') and amended_ms > created_ms)),
  add constraint spot_order_trails check ((type = 'trailing_stop') = (trail_distance is not null)
    and (trail_distance is null) = (trail_seq is null) and (trail_bps is null or trail_distance is not null)),
  add constraint spot_order_bracket check ((take_profit is null) = (stop_loss is null)
    and (take_profit is null or (side = 'buy' and type not in ('oco', 'trailing_stop') and to_symbol is null
      and stop_loss < take_profit))
    and (entry_id is null or (side = 'sell' and type = 'oco' and lasts = 'GTC')));
create unique index spot_order_protects_once on spot_order (book, entry_id) where entry_id is not null;

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

-- The sale that protects a purchase begins in the transaction that fills the purchase. It sells exactly the quantity bought,
-- with the limit and the stop that the customer gave with the purchase, at the fee rate of that time, and is armed from the
-- entry of the fill, whenever the fill was written. No other row may name a purchase.
create function spot_order_protects() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (
    select from spot_order e join spot_fill f on f.book = e.book and f.order_id = e.id and f.leg = 1
    where e.book = new.book and e.id = new.entry_id and e.status = 'filled' and e.xmin = pg_current_xact_id()::xid
      and f.xmin = pg_current_xact_id()::xid
      and (new.symbol, new.price, new.stop, new.quantity, new.held, new.armed_seq, new.created_ms, new.fill_age_ms, new.fee_rate)
        = (e.symbol, e.take_profit, e.stop_loss, f.quantity, f.quantity, f.tape_seq, e.created_ms, e.fill_age_ms, e.fee_rate)
      and (new.status, new.version) = ('open', 1)
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
create constraint trigger spot_order_protects after insert on spot_order deferrable initially deferred for each row
  when (new.entry_id is not null) execute function spot_order_protects();

-- A purchase with a take profit and a stop loss does not fill without the sale that protects it.
create function spot_order_protected() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (select from spot_order p where p.book = new.book and p.entry_id = new.id and p.xmin = pg_current_xact_id()::xid) then
    raise exception 'spot order % of book % fills and is not protected', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_protected';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_protected_new after insert on spot_order deferrable initially deferred for each row
  when (new.take_profit is not null and new.status = 'filled') execute function spot_order_protected();
create constraint trigger spot_order_protected after update on spot_order deferrable initially deferred for each row
  when (new.take_profit is not null and new.status = 'filled' and old.status <> 'filled') execute function spot_order_protected();

revoke execute on function spot_order_protected, spot_order_protects, spot_order_reached_at, spot_order_reached_before, spot_trails_truly
  from public;

-- The terms of an accepted order and a cancellation request never change. The exceptions are the quantity that a budget buys,
-- what the customer amends (`spot_order_amended`), and the stop of a trailing stop that was reached. The version increases by at
-- most one, when the level that is watched changes.
create or replace function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  if (old.created_ms, old.fill_age_ms, old.to_armed_seq, old.to_fill_age_ms, old.to_fee_rate, old.budget, old.worst)
      is distinct from (new.created_ms, new.fill_age_ms, new.to_armed_seq, new.to_fill_age_ms, new.to_fee_rate, new.budget, new.worst)
    or (old.type, old.lasts, old.expires_ms, old.client_order_id) is distinct from (new.type, new.lasts, new.expires_ms, new.client_order_id)
    or (new.amended_ms is not distinct from old.amended_ms and (old.price is distinct from new.price
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

-- An order is accepted at the current time and names the newest entry. If it waits, it freezes its cost: at its limit; at its
-- stop if it has no limit, or has both (OCO); for a market order, at that entry; for a trailing stop, the distance above that
-- entry. A sale that protects a purchase is checked by `spot_order_protects`. An order is rearmed only at the first entry that
-- reaches it, and only if the house then has too little of the coin or money that the order takes, or if the entry reached its
-- stop but not its limit, for which it then waits. A market order that could fill immediately does not wait. The newest entries
-- are looked up by a join, not row by row.
create or replace function spot_order_in_time() returns trigger
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
  if tg_op = 'INSERT' then
    select c.id, c.symbol, c.is_of_now into wrong from (
      select n.*, (abs(n.created_ms - now_ms) <= slack_ms and n.entry_ms <= n.created_ms + slack_ms
          and coalesce(n.next_ms > n.created_ms - slack_ms, true) and n.cancel_ms is null and n.triggered_seq is null
          and n.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = n.symbol)
          and (n.to_symbol is null or (n.to_fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = n.to_symbol)
            and was_newest(n.to_symbol, n.to_armed_seq, n.created_ms, slack_ms)))
          and (n.type <> 'market' or n.status <> 'open'
            or filling_seq(n.symbol, n.armed_seq, n.created_ms, n.fill_age_ms) is distinct from n.armed_seq
            or (n.to_symbol is not null
              and filling_seq(n.to_symbol, n.to_armed_seq, n.created_ms, n.to_fill_age_ms) is distinct from n.to_armed_seq))
          and (n.trail_distance is null or (n.stop is null and n.trail_seq = n.armed_seq
            and spot_trails_truly(n.symbol, n.side, n.trail_seq, n.trail_distance, n.trail_bps)))
          and (n.status <> 'open' or n.held = case n.side when 'sell' then n.quantity else spot_cost(n.quantity, case
            when n.type in ('limit', 'stop_limit') then n.price when n.type in ('stop', 'oco') then n.stop
            else (select t.ask from tape t where t.symbol = n.symbol and t.seq = n.armed_seq) + coalesce(n.trail_distance, 0) end, n.fee_rate) end)
        ) is true as is_of_now
        from (select a.*, (select t.time_ms from tape t where t.symbol = a.symbol and t.seq = a.armed_seq) as entry_ms,
            (select t.time_ms from tape t where t.symbol = a.symbol and t.seq = a.armed_seq + 1) as next_ms
          from changed a where a.entry_id is null offset 0) n
        offset 0) c
      where not c.is_of_now or abs(c.created_ms - now_ms) > slack_ms / 3 or c.next_ms <= now_ms - slack_ms / 3 limit 1;
    if wrong.is_of_now then
      perform read_too_long_ago(wrong.symbol);
    end if;
  else
    select c.id into wrong from changed c full join before b on b.book = c.book and b.id = c.id
      where case
        when b.id is null or c.id is null then true
        -- Amendments are checked by `spot_order_amended`.
        when b.amended_ms is distinct from c.amended_ms then false
        -- While an order waits, its hold is unchanged and nothing is filled. If the customer gave an amount, the quantity is at
        -- least what the hold can buy.
        when b.status = 'open' and c.status = 'open' and (b.held, b.quantity, b.filled_quantity) <> (c.held, c.quantity, c.filled_quantity)
          then true
        when b.armed_seq = c.armed_seq and (b.triggered_seq, b.stop) is distinct from (c.triggered_seq, c.stop) then true
        when b.armed_seq = c.armed_seq then b.status = 'open' and c.budget is not null and case c.status
          when 'filled' then c.quantity < quantity_for(c.symbol, least(b.held, c.budget), (select t.ask from tape t
            where t.symbol = c.symbol and t.seq = filling_seq(c.symbol, c.armed_seq, c.created_ms, c.fill_age_ms)), c.fee_rate)
          else false end
        else (c.armed_seq > b.armed_seq and c.type <> 'market'
          and spot_order_reached_at(b::spot_order, c.armed_seq)
          and (b.stop is not distinct from c.stop or c.stop = (select case c.side when 'buy' then t.ask else t.bid end from tape t
            where t.symbol = c.symbol and t.seq = c.armed_seq))
          and (c.type <> 'trailing_stop' or c.stop is not null)
          and coalesce((select t.time_ms from tape t where t.symbol = c.symbol and t.seq = c.armed_seq) < c.expires_ms, true)
          and (c.type <> 'stop_limit' or b.triggered_seq is not null or c.triggered_seq = c.armed_seq)
          and (b.triggered_seq is not distinct from c.triggered_seq or c.triggered_seq = c.armed_seq)
          and case when b.triggered_seq is distinct from c.triggered_seq and not exists (select from tape t where t.symbol = c.symbol
              and t.seq = c.armed_seq and case c.side when 'buy' then t.ask <= c.price else t.bid >= c.price end) then c.reason is null
            else c.reason = 'liquidity_insufficient' and spot_house_lacks(c.symbol, c.side, c.quantity, c.armed_seq) end) is not true
        end
      limit 1;
  end if;
  if wrong.id is not null then
    raise exception 'spot order % is not of this time', wrong.id using errcode = 'check_violation', constraint = 'spot_order_in_time';
  end if;
  return null;
end
$$;

-- Only the customer amends an order, in a session. The order must wait for a level and have no cancellation request. The newest
-- entry is fresh enough to fill a market order, so the customer knows no price that the order does not, and no entry up to it has
-- reached what the order waited for. From that entry on, the order holds its new cost and waits.
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
    and coalesce(new.amended_ms < new.expires_ms, true)
    and abs(new.amended_ms - market_now_ms()) <= market_slack_ms()
    and was_newest(new.symbol, new.armed_seq, new.amended_ms, market_slack_ms())
    and filling_seq(new.symbol, new.armed_seq, new.amended_ms, age_ms) = new.armed_seq
    and new.held = case new.side when 'sell' then new.quantity
      else spot_cost(new.quantity, case when new.type in ('limit', 'stop_limit') then new.price else new.stop end, new.fee_rate) end
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

-- A fill is written at the current time, at the price of its entry, and its entry is the one that the order's rule determines. A
-- fill at the entry that was the newest at acceptance is written together with the order, and fills all of it. The fill has the
-- order's fee rate and respects the customer's limit. In a coin-to-coin order, the second leg spends what the first one yielded.
-- The age of the newest entry is computed from the row that was already read.
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
        when o.type = 'limit' and f.tape_seq = o.armed_seq then f.time_ms = o.created_ms
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

-- A customer can cancel a resting order if no entry that was made before the request and arrived within a minute reached the
-- order. A refusal ends the order at the entry at which it would have filled. A cancellation request ends it at the first
-- quote made after the request or, if there is none, after the maximum time that a market order waits.
create or replace function spot_order_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  -- The tape of the symbol whose price the order waited for.
  of_symbol text := case when old.priced @> '[{"leg": 1}]' then old.to_symbol else old.symbol end;
  armed bigint := case when old.priced @> '[{"leg": 1}]' then old.to_armed_seq else old.armed_seq end;
  age_ms int := case when old.priced @> '[{"leg": 1}]' then old.to_fill_age_ms else old.fill_age_ms end;
  taken_back bigint := taken_back_seq(old.symbol, old.cancel_seq, old.cancel_ms);
  rests_until bigint := rests_until_seq(old.symbol, old.cancel_seq, old.cancel_ms);
  violation text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.ended_seq is null then
    violation := 'entry';
  elsif new.reason = 'expired' then
    if (new.ended_seq > old.armed_seq and exists (select from tape t where t.symbol = old.symbol and t.seq = new.ended_seq
      and t.cause is distinct from 'reject' and t.time_ms >= old.expires_ms)) is not true
    then
      violation := 'entry';
    elsif spot_order_reached_before(old, least(new.ended_seq, rests_until, spot_expires_seq(old.symbol, old.expires_ms)))
    then
      violation := 'reached';
    end if;
  elsif new.reason = 'customer' and old.type <> 'market' then
    if new.cancel_ms is null then
      violation := 'request';
    elsif old.cancel_ms is null then
      violation := case when new.ended_seq <> new.cancel_seq then 'entry' end;
    elsif taken_back is not null then
      -- If a second request arrives at the same moment, it waits for the first one.
      violation := case when new.ended_seq < taken_back and now_ms - old.cancel_ms <= fill_wait_ms() then 'entry'
        when new.ended_seq <> taken_back and now_ms - old.cancel_ms <= fill_wait_ms() then 'reached'
        -- A minute after the first request, a second one need not wait for the entry that would have executed the cancellation.
        when new.ended_seq <> taken_back and not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then 'entry' end;
    elsif now_ms - old.cancel_ms <= fill_wait_ms() or not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      violation := 'entry';
    end if;
    if violation is null and spot_order_reached_before(old, least(spot_expires_seq(old.symbol, old.expires_ms),
      coalesce(rests_until, (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1)))
    then
      violation := 'reached';
    end if;
  elsif new.reason in ('customer', 'start_over') then
    if not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      violation := 'entry';
    elsif new.reason = 'start_over' then
      violation := case when not starts_over(old.book, now_ms, slack_ms) then 'reason' end;
    elsif new.cancel_ms is null then
      violation := 'request';
    else
      violation := case when not market_missed(of_symbol, armed, old.created_ms, age_ms, now_ms) then 'reached' end;
    end if;
  elsif new.ended_seq >= rests_until then
    violation := 'entry';
  elsif (case when old.type = 'market' then new.ended_seq > armed and new.ended_seq = filling_seq(of_symbol, armed, old.created_ms, age_ms)
    else coalesce(new.ended_seq < spot_expires_seq(old.symbol, old.expires_ms), true) and spot_order_reached_at(old, new.ended_seq)
    end) is not true
  then
    violation := 'entry';
  elsif spot_refused_truly(old, new.reason, new.ended_seq, of_symbol) is not true then
    violation := 'reason';
  end if;
  if violation = 'reached' then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif violation is not null then
    raise exception 'no entry bears out the % by which spot order % of book % ended', violation, old.id, old.book
      using errcode = 'check_violation', constraint = 'spot_order_ended_at';
  end if;
  return null;
end
$$;

create or replace function spot_order_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if is_bound_in_time(tg_relid) then
    select g.symbol into wrong from (select distinct c.symbol, c.fee_rate, c.to_symbol, c.to_fee_rate from changed c where c.entry_id is null) g
      where not (is_term_now('instrument:' || g.symbol, 'spot_fee_rate', g.fee_rate)
        and (g.to_symbol is null or is_term_now('instrument:' || g.to_symbol, 'spot_fee_rate', g.to_fee_rate))) limit 1;
    if found then
      raise exception 'a spot order on % has not the rate that is published', wrong.symbol
        using errcode = 'check_violation', constraint = 'spot_order_terms';
    end if;
  end if;
  return null;
end
$$;

-- Whether the stated reason why an order did not fill at an entry is true. The order's frozen amount was already returned to
-- the customer and may have been moved since, so the customer's funds count as at least that amount.
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

-- Returns rows that should have been fired or charged at an entry more than a minute old. A midnight falls due with the first
-- entry after it; an expired ticket is due for settlement, a requested closing for execution, and a conversion for the price
-- of its second coin. A process that falsely reported to the engine that such a row no longer waits would withhold a winner's
-- money. The engine reads a row found here again and fires it at that entry.
create or replace function left_unfired() returns table (told text, book bigint, row_id bigint)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part), p.book, p.id
    from position p, position_reached(p, least(entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()),
      case when p.status = 'pending' then rests_until_seq(p.symbol, p.cancel_seq, p.cancel_ms) - 1 end)) as r (part)
    where p.status in ('pending', 'open', 'closing') and r.part is not null
  union all
  select format('order %s of book %s is asked to be cancelled, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status = 'pending' and p.cancel_ms is not null
      and taken_back_seq(p.symbol, p.cancel_seq, p.cancel_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s rests, and its time is over', p.id, p.book), p.book, p.id from position p
    where p.status = 'pending' and p.expires_ms is not null
      and position_expired_seq(p.symbol, p.created_seq, p.expires_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s is asked to change, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status in ('pending', 'open', 'closing') and p.change_waits is not null
      and taken_back_seq(p.symbol, p.change_seq, p.change_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s: its night was passed and is not charged', p.id, p.book), p.book, p.id from position p
    where p.status in ('open', 'closing') and exists (select from tape t where t.symbol = p.symbol and not t.gap
      and t.seq = entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and t.time_ms / 86400000 > p.financed_ms / 86400000)
  union all
  select format('order %s of book %s waits at market for an entry that has come', o.id, o.book), o.book, o.id from (
      select p.book, p.id, p.symbol, p.created_seq as seq, p.created_ms as ms, p.fill_age_ms from position p
        where p.status = 'pending' and p.type = 'market'
      union all
      select s.book, s.id, s.symbol, s.armed_seq, s.created_ms, s.fill_age_ms from spot_order s
        where s.status = 'open' and s.type = 'market' and not s.priced @> '[{"leg": 1}]'
    ) o where filling_seq(o.symbol, o.seq, o.ms, o.fill_age_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('spot order %s of book %s was reached and did not fill', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.type <> 'market' and spot_order_reached_before(o, least(entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1, rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms),
      spot_expires_seq(o.symbol, o.expires_ms)))
  union all
  select format('spot order %s of book %s has expired and did not end', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.expires_ms is not null and exists (select from tape t where t.symbol = o.symbol
      and t.cause is distinct from 'reject' and t.seq = entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
      and t.seq > o.armed_seq and t.time_ms >= o.expires_ms)
  union all
  select format('spot order %s of book %s is asked to be cancelled, and its entry has come', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.cancel_ms is not null
      and taken_back_seq(o.symbol, o.cancel_seq, o.cancel_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  -- A closing requested in a closed session takes place at the first quote after the session reopens.
  select format('position %s of book %s is asked to close, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status = 'closing' and p.asked_seq is not null
      and case when session_reopens_ms(p.symbol, p.asked_ms) is null then filling_seq(p.symbol, p.asked_seq, p.asked_ms, p.fill_age_ms)
        else (select q.seq from tape q where q.symbol = p.symbol and q.seq > p.asked_seq and not q.gap
          and q.time_ms >= session_reopens_ms(p.symbol, p.asked_ms) and least(q.time_ms, q.feed_time_ms) >= p.asked_ms
          order by q.seq limit 1) end
        <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s waits for its second coin, whose entry has come', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.type = 'market' and o.priced @> '[{"leg": 1}]'
      and filling_seq(o.to_symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        <= entry_past(o.to_symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('ticket %s of book %s is over and did not end', t.id, t.book), t.book, t.id from option_ticket t
    where t.status = 'open' and exists (select from tape e where e.symbol = t.symbol and e.cause is distinct from 'reject'
      and e.seq = entry_past(t.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and e.time_ms > t.expires_ms)
$$;

create or replace function api_fill_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  -- Most batches have no fill of a key's order, and checking costs less than starting the statement below.
  if not exists (select from added f join spot_order s on s.book = f.book and s.id = f.order_id
    join api_order o on o.book = f.book and o.order_id = coalesce(s.entry_id, s.id))
  then
    return null;
  end if;
  insert into api_day as d (book, key_id, symbol, day, carried, quantity, cash)
    select f.book, o.key_id, f.symbol, max(f.time_ms) / 86400000, 0, sum(case f.side when 'buy' then f.quantity else -f.quantity end),
        sum(case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end)
      from added f join spot_order s on s.book = f.book and s.id = f.order_id
        join api_order o on o.book = f.book and o.order_id = coalesce(s.entry_id, s.id)
      group by 1, 2, 3 order by 1, 2, 3
    on conflict (book, key_id, symbol) do update set day = greatest(d.day, excluded.day),
      carried = case when excluded.day > d.day then greatest(0, d.carried + d.quantity) else d.carried end,
      quantity = excluded.quantity + case when excluded.day > d.day then 0 else d.quantity end,
      cash = excluded.cash + case when excluded.day > d.day then 0 else d.cash end;
  return null;
end
$$;

-- Returns the size of an order in USDT: the maximum that it pays or takes in, before fees, at its limit or its stop or, if it has
-- neither, at the newest price at its acceptance.
create or replace function api_order_size(of_order spot_order) returns numeric language sql stable set search_path = public, pg_temp as
$$
  select coalesce(of_order.budget, ceil(of_order.quantity * case of_order.side
      when 'buy' then coalesce(greatest(of_order.price, of_order.stop, t.ask + of_order.trail_distance), t.ask)
      else greatest(of_order.price, of_order.stop, t.bid) end * 100000000) / 100000000)
    from tape t where t.symbol = of_order.symbol and t.seq = of_order.armed_seq
$$;

-- Like the purchases of plans, the orders of keys are placed outside a session, as is the sale that protects a purchase.
create or replace function order_let_in(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from recurring_purchase p
      where p.book = of_book and p.order_id = of_order and p.xmin = pg_current_xact_id()::xid)
    or exists (select from api_order o
      where o.book = of_book and o.order_id = of_order and o.xmin = pg_current_xact_id()::xid)
    or exists (select from spot_order s where s.book = of_book and s.id = of_order and s.entry_id is not null)
$$;
