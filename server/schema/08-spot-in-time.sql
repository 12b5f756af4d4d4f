-- Orders are accepted, filled and cancelled at the entries that the rules determine.

-- An order is accepted at the current time and names the newest entry. If it waits, it freezes its cost: at its limit; at its
-- stop if it has no limit, or has both (OCO); for a market order, at that entry; for a trailing stop, the distance above that
-- entry. A sale that protects a purchase is checked by `spot_order_protects`. An order is rearmed only at the first entry that
-- reaches it, and only in two cases: the house has too little of the coin or money that the order takes, or the entry reached
-- the order's stop but not its limit, for which the order then waits. A market order that could fill immediately does not wait.
-- The newest entries are looked up by a join, not row by row.
create function spot_order_in_time() returns trigger
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
    -- The orders of a batch on one symbol name the same entry.
    with entry as materialized (
      select e.symbol, e.seq, (select t.time_ms from tape t where t.symbol = e.symbol and t.seq = e.seq) as entry_ms,
        (select t.time_ms from tape t where t.symbol = e.symbol and t.seq = e.seq + 1) as next_ms,
        (select h.fill_age_ms from tape_head h where h.symbol = e.symbol) as head_age_ms
      from (select distinct a.symbol, a.armed_seq as seq from changed a where a.entry_id is null) e
    )
    select c.id, c.symbol, c.is_of_now into wrong from (
      select n.*, (abs(n.created_ms - now_ms) <= slack_ms and n.entry_ms <= n.created_ms + slack_ms
          and coalesce(n.next_ms > n.created_ms - slack_ms, true) and n.cancel_ms is null and n.triggered_seq is null
          and n.fill_age_ms = n.head_age_ms
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
        from (select a.*, e.entry_ms, e.next_ms, e.head_age_ms from changed a join entry e on e.symbol = a.symbol and e.seq = a.armed_seq
          where a.entry_id is null offset 0) n
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
    raise exception 'spot order % does not match the tape at this time', wrong.id using errcode = 'check_violation', constraint = 'spot_order_in_time';
  end if;
  return null;
end
$$;
create trigger spot_order_in_time_new after insert on spot_order
  referencing new table as changed for each statement execute function spot_order_in_time();
create trigger spot_order_in_time after update on spot_order
  referencing old table as before new table as changed for each statement execute function spot_order_in_time();

-- A fill is written at the current time, at the price of its entry, and its entry is the one that the order's rule determines. A
-- fill at the entry that was the newest at acceptance is written together with the order, and fills all of it. The fill has the
-- order's fee rate and respects the customer's limit. In a coin-to-coin order, the second leg spends what the first one yielded.
-- The age of the newest entry is computed from the row that was already read.
create function spot_fill_in_time() returns trigger
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
    raise exception 'leg % of spot order % is not filled at the correct entry', wrong.leg, wrong.order_id
      using errcode = 'check_violation', constraint = 'spot_fill_in_time';
  end if;
  return null;
end
$$;
create trigger spot_fill_in_time after insert on spot_fill
  referencing new table as added for each statement execute function spot_fill_in_time();

-- The entries recorded in a waiting coin-to-coin market order are those that the order's rule determines.
create function spot_order_priced() returns trigger language plpgsql stable set search_path = public, pg_temp as
$$
begin
  if exists (
    select from jsonb_to_recordset(new.priced) as l (leg int, tape_seq bigint, price numeric)
    where (case l.leg
      when 1 then l.tape_seq = filling_seq(new.symbol, new.armed_seq, new.created_ms, new.fill_age_ms)
        and l.price = (select t.bid from tape t where t.symbol = new.symbol and t.seq = l.tape_seq)
      when 2 then l.tape_seq = filling_seq(new.to_symbol, new.to_armed_seq, new.created_ms, new.to_fill_age_ms)
        and l.price = (select t.ask from tape t where t.symbol = new.to_symbol and t.seq = l.tape_seq)
      end) is not true)
    or (select count(*) <> count(distinct l ->> 'leg') from jsonb_array_elements(new.priced) as e (l))
  then
    raise exception 'spot order % of book % waits with the wrong entry or price', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_priced';
  end if;
  return new;
end
$$;
create trigger spot_order_priced_new before insert on spot_order for each row when (new.priced <> '[]') execute function spot_order_priced();
create trigger spot_order_priced before update on spot_order for each row when (old.priced <> new.priced) execute function spot_order_priced();

-- The time of a cancellation request is the current time. The request takes effect immediately if the newest entry is recent
-- enough to fill a market order, otherwise at the first quote made afterwards. An order whose expiry an entry has reached expires
-- instead.
create function spot_order_cancel_asked() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (old.status = 'open' and was_newest(new.symbol, new.cancel_seq, new.cancel_ms, market_slack_ms())
    and new.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = new.symbol)
    and case
      when new.status = 'open' then new.type <> 'market'
        and filling_seq(new.symbol, new.cancel_seq, new.cancel_ms, new.cancel_age_ms) is distinct from new.cancel_seq
      when new.status = 'cancelled' and new.reason = 'customer' then new.type = 'market'
        or filling_seq(new.symbol, new.cancel_seq, new.cancel_ms, new.cancel_age_ms) = new.cancel_seq
      else false end) is not true
  then
    raise exception 'spot order % of book % cannot be taken back now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_cancel_asked';
  end if;
  if is_bound_in_time(tg_relid) and spot_expires_seq(new.symbol, new.expires_ms) is not null then
    raise exception 'spot order % of book % has reached its end time and must expire first', new.id, new.book
      using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  return null;
end
$$;
create trigger spot_order_cancel_asked after update on spot_order for each row
  when (old.cancel_ms is null and new.cancel_ms is not null)
  execute function spot_order_cancel_asked();

-- A customer can cancel a resting order under two conditions: no entry that was made before the request and arrived within a
-- minute of it has reached the order, and no entry at or after the expiry came before the one at which the cancellation takes
-- effect. A refusal ends the order at the entry at which it would have filled. A cancellation request ends it at the first quote
-- made after the request or, if there is none, after the maximum time that a market order waits.
create function spot_order_reached() returns trigger
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
  expires bigint := spot_expires_seq(old.symbol, old.expires_ms);
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
    elsif spot_order_reached_before(old, least(new.ended_seq, rests_until, expires))
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
    if violation is null and (expires <= coalesce(taken_back, expires) or spot_order_reached_before(old, least(expires,
      coalesce(rests_until, (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1))))
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
    else coalesce(new.ended_seq < expires, true) and spot_order_reached_at(old, new.ended_seq)
    end) is not true
  then
    violation := 'entry';
  elsif spot_refused_truly(old, new.reason, new.ended_seq, of_symbol) is not true then
    violation := 'reason';
  end if;
  if violation = 'reached' then
    raise exception 'spot order % of book % has reached its level and must fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif violation is not null then
    raise exception 'the tape does not bear out the % of the end of spot order % of book %', violation, old.id, old.book
      using errcode = 'check_violation', constraint = 'spot_order_ended_at';
  end if;
  return null;
end
$$;
create trigger spot_order_reached after update on spot_order for each row
  when (old.status = 'open' and new.status in ('cancelled', 'refused'))
  execute function spot_order_reached();

create function spot_order_terms() returns trigger
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
      raise exception 'a spot order on % does not have the published fee rate', wrong.symbol
        using errcode = 'check_violation', constraint = 'spot_order_terms';
    end if;
  end if;
  return null;
end
$$;
create trigger spot_order_terms after insert on spot_order
  referencing new table as changed for each statement execute function spot_order_terms();

-- Whether a quote between two entries reaches what a resting order waits for: its limit, its stop or, if it has both, either of
-- them.
create function spot_reached_between(of_symbol text, of_side text, of_limit numeric, of_stop numeric, after_seq bigint, before_seq bigint)
  returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (of_limit is not null and reached_between(of_symbol, case of_side when 'buy' then 'ask' else 'bid' end, of_side = 'buy',
      of_limit, after_seq, before_seq))
    or (of_stop is not null and reached_between(of_symbol, case of_side when 'buy' then 'ask' else 'bid' end, of_side = 'sell',
      of_stop, after_seq, before_seq));
end
$$;

-- Whether an entry is the first one, after a given entry, that reaches what a resting order waits for.
create function spot_reached_at(of_symbol text, of_side text, of_limit numeric, of_stop numeric, armed bigint, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return at_seq > armed
    and exists (select from tape t where t.symbol = of_symbol and t.seq = at_seq and not t.gap
      and case of_side when 'buy' then t.ask <= of_limit or t.ask >= of_stop else t.bid >= of_limit or t.bid <= of_stop end)
    and not spot_reached_between(of_symbol, of_side, of_limit, of_stop, armed, at_seq);
end
$$;

-- Returns the entry at which an order expires: the first one at or after the expiry, whether it is a price or a gap in the feed.
-- Returns null while there is none. Entries that report rejected quotes are skipped.
create function spot_expires_seq(of_symbol text, of_expires_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  if of_expires_ms is null then
    return null;
  end if;
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > entry_before(of_symbol, of_expires_ms)
    and q.time_ms >= of_expires_ms and q.cause is distinct from 'reject' order by q.seq limit 1);
end
$$;

revoke execute on function spot_order_cancel_asked, spot_reached_at, spot_reached_between, spot_expires_seq from public;
