-- An order whose expiry has passed expires: nobody can cancel or amend it first. A dead man's switch leaves such an order to its
-- expiry.
create or replace function spot_order_amended() returns trigger
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
    raise exception 'spot order % of book % is not amended now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_amended_in_time';
  end if;
  if spot_expires_seq(old.symbol, old.expires_ms) is not null or spot_order_reached_before(old,
    (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1)
  then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  return null;
end
$$;

create or replace function spot_order_cancel_asked() returns trigger
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
    raise exception 'spot order % of book % is not taken back now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_cancel_asked';
  end if;
  if is_bound_in_time(tg_relid) and spot_expires_seq(new.symbol, new.expires_ms) is not null then
    raise exception 'spot order % of book % is to expire first', new.id, new.book
      using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  return null;
end
$$;

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
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif violation is not null then
    raise exception 'no entry bears out the % by which spot order % of book % ended', violation, old.id, old.book
      using errcode = 'check_violation', constraint = 'spot_order_ended_at';
  end if;
  return null;
end
$$;

create or replace function spot_expires_seq(of_symbol text, of_expires_ms bigint) returns bigint
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

create or replace function position_cancel_violation(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (was.status = 'pending' and was_newest(was.symbol, new_row.cancel_seq, new_row.cancel_ms, slack_ms)
    and new_row.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and case
      when new_row.status = 'pending' then was.type <> 'market'
        and filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) is distinct from new_row.cancel_seq
      when new_row.status = 'cancelled' and new_row.reason = 'customer' then was.type = 'market'
        or filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) = new_row.cancel_seq
      else false end) is not true then 'cancelling'
    -- An order whose expiry an entry has reached expires instead.
    when position_expired_seq(was.symbol, was.created_seq, was.expires_ms) is not null then 'reached' end;
end
$$;

create or replace function position_refused(violation text, of_id bigint) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  if violation = 'reached' then
    raise exception 'position % is to fire first', of_id using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  if violation in ('placed_rate', 'open_rate', 'rate', 'nights', 'financed_ms', 'financing', 'rate of a closing') then
    raise exception 'no published entry bears out the % of position %', violation, of_id
      using errcode = 'check_violation', constraint = 'position_rates';
  end if;
  raise exception 'the tape does not bear out the % of position %', violation, of_id
    using errcode = 'check_violation', constraint = 'position_in_time';
end
$$;

create or replace function position_recomputed() returns trigger
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
  select f.id, f.violation into wrong from (
    select c.id, case when b.id is null or c.id is null then 'acceptance' else coalesce(
      case when c.status <> 'cancelled' and (b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq
          or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee)
        then position_cost_violation(c::public."position", false) end,
      case when c.entry_price is not null and (b.closes <> c.closes or b.open_quantity <> c.open_quantity
          or b.realised_pnl <> c.realised_pnl)
        then position_made_violation(c::public."position", case when b.entry_price is null then 0 else jsonb_array_length(b.closes) end) end,
      case when b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq or b.status <> c.status
          or b.armed <> c.armed or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee
          or b.open_quantity <> c.open_quantity or b.realised_pnl <> c.realised_pnl or b.margin <> c.margin
          or (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance)
          or b.change_waits is distinct from c.change_waits
        then position_moved_violation(b::public."position", c::public."position", now_ms, slack_ms) end
    ) end as violation from changed c full join before b on b.book = c.book and b.id = c.id offset 0) f
  where f.violation is not null limit 1;
  if wrong.violation is not null then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;

create or replace function position_ended_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
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

create or replace function dead_mans_switch_cleared() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if exists (select from position p where p.book = new.book and p.status = 'pending' and p.type <> 'market' and p.cancel_ms is null
      and coalesce(p.expires_ms > (select h.time_ms from tape_head h where h.symbol = p.symbol), true))
    or exists (select from spot_order o where o.book = new.book and o.status = 'open' and o.type <> 'market' and o.cancel_ms is null
      and coalesce(o.expires_ms > (select h.time_ms from tape_head h where h.symbol = o.symbol), true))
  then
    raise exception 'the switch of book % fired and leaves an order resting', new.book
      using errcode = 'check_violation', constraint = 'dead_mans_switch_cleared';
  end if;
  return null;
end
$$;
