-- Adds orders with a stop, orders that expire, and customers' own names for orders.
alter table spot_order
  add column stop numeric(38,8) check (stop > 0),
  add column triggered_seq bigint,
  add column lasts text not null default 'GTC' check (lasts in ('GTC', 'IOC', 'FOK', 'GTD')),
  add column expires_ms bigint,
  add column client_order_id text,
  drop constraint spot_order_type_check,
  add constraint spot_order_type_check check (type in ('market', 'limit', 'stop', 'stop_limit', 'oco'));
alter table spot_order drop constraint spot_order_check3;
alter table spot_order
  add constraint spot_order_kind check ((type in ('stop', 'stop_limit', 'oco')) = (stop is not null)
    and case type when 'market' then price is null when 'stop' then price is null else price is not null end
    and (to_symbol is null or type = 'market') and (triggered_seq is null or type = 'stop_limit')
    and (type <> 'oco' or (side = 'sell') = (stop < price) and stop <> price)),
  add constraint spot_order_lasts check ((lasts = 'GTD') = (expires_ms is not null)
    and (expires_ms is null or (type <> 'market' and expires_ms > created_ms))
    and (lasts not in ('IOC', 'FOK') or (type = 'market' and worst is not null and budget is null and to_symbol is null)));
create unique index spot_order_client on spot_order (book, client_order_id) where status = 'open' and client_order_id is not null;

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

create function spot_expires_seq(of_symbol text, of_expires_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  from_seq bigint;
begin
  if of_expires_ms is null then
    return null;
  end if;
  select m.first_seq into from_seq from tape_minute m
    where m.symbol = of_symbol and m.minute_ms >= of_expires_ms / 60000 * 60000 order by m.minute_ms limit 1;
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq >= from_seq and not q.gap and q.time_ms >= of_expires_ms
    order by q.seq limit 1);
end
$$;

create or replace function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  if (old.created_ms, old.fill_age_ms, old.to_armed_seq, old.to_fill_age_ms, old.to_fee_rate, old.budget, old.worst)
      is distinct from (new.created_ms, new.fill_age_ms, new.to_armed_seq, new.to_fill_age_ms, new.to_fee_rate, new.budget, new.worst)
    or (old.type, old.price, old.stop, old.lasts, old.expires_ms, old.client_order_id)
      is distinct from (new.type, new.price, new.stop, new.lasts, new.expires_ms, new.client_order_id)
    or (old.triggered_seq is not null and old.triggered_seq is distinct from new.triggered_seq)
    or (old.type = 'market' and old.armed_seq <> new.armed_seq)
    or (old.budget is null and old.quantity <> new.quantity)
    or (old.cancel_ms is not null
      and (old.cancel_ms, old.cancel_seq, old.cancel_age_ms) is distinct from (new.cancel_ms, new.cancel_seq, new.cancel_age_ms))
  then
    raise exception 'spot order % keeps what was accepted', old.id
      using errcode = 'check_violation', constraint = 'spot_order_acceptance';
  end if;
  if new.version not between old.version and old.version
    + ((old.status, old.armed_seq, old.priced) <> (new.status, new.armed_seq, new.priced))::int
  then
    raise exception 'spot order % has another version than its changes', old.id
      using errcode = 'check_violation', constraint = 'spot_order_version';
  end if;
  return new;
end
$$;

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
          and (n.status <> 'open' or n.held = case n.side when 'sell' then n.quantity else spot_cost(n.quantity, case
            when n.type in ('limit', 'stop_limit') then n.price when n.type in ('stop', 'oco') then n.stop
            else (select t.ask from tape t where t.symbol = n.symbol and t.seq = n.armed_seq) end, n.fee_rate) end)
        ) is true as is_of_now
        from (select a.*, (select t.time_ms from tape t where t.symbol = a.symbol and t.seq = a.armed_seq) as entry_ms,
            (select t.time_ms from tape t where t.symbol = a.symbol and t.seq = a.armed_seq + 1) as next_ms
          from changed a offset 0) n
        offset 0) c
      where not c.is_of_now or abs(c.created_ms - now_ms) > slack_ms / 3 or c.next_ms <= now_ms - slack_ms / 3 limit 1;
    if wrong.is_of_now then
      perform read_too_long_ago(wrong.symbol);
    end if;
  else
    select c.id into wrong from changed c full join before b on b.book = c.book and b.id = c.id
      where case
        when b.id is null or c.id is null then true
        -- While an order waits, its hold is unchanged and nothing is filled. If the customer gave an amount, the quantity is at
        -- least what the hold can buy.
        when b.status = 'open' and c.status = 'open' and (b.held, b.quantity, b.filled_quantity) <> (c.held, c.quantity, c.filled_quantity)
          then true
        when b.armed_seq = c.armed_seq and b.triggered_seq is distinct from c.triggered_seq then true
        when b.armed_seq = c.armed_seq then b.status = 'open' and c.budget is not null and case c.status
          when 'filled' then c.quantity < quantity_for(c.symbol, least(b.held, c.budget), (select t.ask from tape t
            where t.symbol = c.symbol and t.seq = filling_seq(c.symbol, c.armed_seq, c.created_ms, c.fill_age_ms)), c.fee_rate)
          else false end
        else (c.armed_seq > b.armed_seq and c.type <> 'market'
          and spot_reached_at(c.symbol, c.side, case when b.type <> 'stop_limit' or b.triggered_seq is not null then c.price end,
            case when b.triggered_seq is null then c.stop end, watched_from(c.symbol, b.armed_seq, b.created_ms), c.armed_seq)
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
        else spot_reached_at(f.symbol, o.side, case when o.type <> 'stop_limit' or o.triggered_seq is not null then o.price end,
          case when o.triggered_seq is null then o.stop end, watched_from(f.symbol, o.armed_seq, o.created_ms), f.tape_seq)
      end) is not true
    limit 1;
  if wrong.order_id is not null then
    raise exception 'leg % of spot order % is not filled at its entry', wrong.leg, wrong.order_id
      using errcode = 'check_violation', constraint = 'spot_fill_in_time';
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
  waits_limit numeric := case when old.type <> 'stop_limit' or old.triggered_seq is not null then old.price end;
  waits_stop numeric := case when old.triggered_seq is null then old.stop end;
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
    elsif spot_reached_between(old.symbol, old.side, waits_limit, waits_stop, watched_from(old.symbol, old.armed_seq, old.created_ms),
      least(new.ended_seq, rests_until, spot_expires_seq(old.symbol, old.expires_ms)))
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
    if violation is null and spot_reached_between(old.symbol, old.side, waits_limit, waits_stop,
      watched_from(old.symbol, old.armed_seq, old.created_ms), least(spot_expires_seq(old.symbol, old.expires_ms),
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
    else coalesce(new.ended_seq < spot_expires_seq(old.symbol, old.expires_ms), true) and spot_reached_at(old.symbol, old.side,
      waits_limit, waits_stop, watched_from(old.symbol, old.armed_seq, old.created_ms), new.ended_seq)
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
    or (was.type in ('stop', 'oco') and of_reason = 'balance_insufficient')
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

create or replace function fills_under(of_root bigint) returns table (book bigint, opening text, day int, rest text)
  language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
  with covered as materialized (
    select j.book, j.seq, j.kind, j.time_ms, split_part(j.ref, ':', 2) as id
    from journal_seal s
      cross join lateral (select coalesce(max(o.seq), 0) as seq from journal_seal o where o.book = s.book and o.seq < s.seq) before
      join journal j on j.book = s.book and j.seq > before.seq and j.seq <= s.seq
    where s.number = of_root and j.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_fill', 'contract_open', 'contract_fill',
      'contract_close', 'option_win', 'option_loss', 'option_return', 'spot_release', 'contract_release')
  ), filled as (
    select c.book, 'spot_order:' || f.order_id || '|' || f.leg as told, 'spot' as product, f.symbol, f.side = 'buy' as buys,
      -- If an order closed a position at a stop, it counts as a stop loss.
      case when w.stop is not null and case f.side when 'buy' then f.price >= w.stop else f.price <= w.stop end then 'stop_loss'
        when o.type = 'market' then 'market' else 'limit' end as how, o.created_ms as accepted_ms, case f.leg when 1 then o.armed_seq else o.to_armed_seq end as accepted,
      case f.leg when 1 then o.fill_age_ms else o.to_fill_age_ms end as age_ms,
      case when w.stop is not null and case f.side when 'buy' then f.price >= w.stop else f.price <= w.stop end then w.stop else o.price end as level,
      f.tape_seq as filled, f.price, f.value as worth, c.time_ms
    from covered c
      join spot_fill f on f.book = c.book and f.order_id = c.id::bigint and f.journal_seq = c.seq
      join spot_order o on o.book = c.book and o.id = f.order_id
      cross join lateral (select case when o.triggered_seq is null then o.stop end as stop) w
    where c.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_fill')
    union all
    select c.book, 'position:' || p.id || '|0', p.product, p.symbol, p.side = 'long', p.type,
      case when p.type = 'limit' and p.entry_seq <> p.created_seq then (p.armed -> 'limit' ->> 2)::bigint else p.created_ms end,
      case when p.type = 'limit' and p.entry_seq <> p.created_seq
        then coalesce((p.armed -> 'limit' ->> 1)::bigint, p.created_seq) else p.created_seq end,
      p.fill_age_ms, p.price, p.entry_seq, p.entry_price,
      contract_notional(p.product, p.symbol, p.quantity, p.entry_price, coalesce(p.open_rate, p.placed_rate)) / 100000000, c.time_ms
    from covered c join position p on p.book = c.book and p.id = c.id::bigint
    where c.kind in ('contract_open', 'contract_fill')
    union all
    select c.book, 'position:' || p.id || '|' || e.nth, p.product, p.symbol, p.side = 'short',
      case when e.one ->> 'reason' in ('customer', 'close_all') then 'market' else e.one ->> 'reason' end,
      coalesce((e.one ->> 'asked_ms')::bigint, (p.armed -> w.part ->> 2)::bigint),
      coalesce((e.one ->> 'asked_seq')::bigint, (p.armed -> w.part ->> 1)::bigint),
      p.fill_age_ms, w.level, (e.one ->> 'tape_seq')::bigint, (e.one ->> 'price')::numeric,
      contract_notional(p.product, p.symbol, (e.one ->> 'quantity')::numeric, (e.one ->> 'price')::numeric,
        (e.one ->> 'rate')::numeric) / 100000000, c.time_ms
    from covered c join position p on p.book = c.book and p.id = c.id::bigint
      cross join lateral jsonb_array_elements(p.closes) with ordinality e (one, nth)
      cross join lateral (select case e.one ->> 'reason' when 'take_profit' then 'target' when 'stop_loss' then 'stop'
          when 'profit_lock' then 'stop' when 'trailing' then 'trail' when 'close_out' then 'margin' end as part,
        case e.one ->> 'reason' when 'take_profit' then p.take_profit when 'stop_loss' then p.stop_price
          when 'profit_lock' then p.stop_price end as level) w
    where c.kind = 'contract_close' and (e.one ->> 'journal_seq')::bigint = c.seq
  )
  select f.book, 'candor-fill-v1|' || f.book || '|' || f.told, (f.time_ms / 86400000)::int,
    concat_ws('|', f.product, f.symbol, case when f.buys then 'buy' else 'sell' end, f.how, coalesce(f.accepted_ms::text, ''),
      coalesce(f.accepted::text, ''), coalesce(f.age_ms::text, ''), coalesce(trim_scale(f.level)::text, ''),
      coalesce(trim_scale(q.quoted)::text, ''), coalesce(trim_scale(q.next_price)::text, ''), f.filled, coalesce(q.entry_ms::text, ''),
      trim_scale(f.price), f.time_ms, fill_size(f.worth))
  from filled f cross join lateral (
    select (select case when f.buys then t.ask else t.bid end from tape t where t.symbol = f.symbol and t.seq = f.accepted) as quoted,
      (select case when f.buys then t.ask else t.bid end from tape t where t.symbol = f.symbol and t.seq > f.accepted and not t.gap
        order by t.seq limit 1) as next_price,
      (select t.time_ms from tape t where t.symbol = f.symbol and t.seq = f.filled) as entry_ms offset 0) q
  union all
  select c.book, 'candor-fill-v1|' || c.book || '|option:' || o.id, (c.time_ms / 86400000)::int,
    concat_ws('|', 'option', o.symbol, o.side, o.status, coalesce(o.reason, ''), o.accepted_ms, o.accepted_seq, o.expires_ms,
      coalesce(o.struck_from_ms::text, ''), coalesce(o.strike_seq::text, ''), coalesce(o.settle_seq::text, ''), c.time_ms,
      fill_size(o.stake_usdt), case when o.status = 'void' then trim_scale(o.stake_usdt)::text else '' end,
      case when o.status = 'void' then trim_scale(o.profit_usdt)::text else '' end)
  from covered c join option_ticket o on o.book = c.book and o.id = c.id::bigint
  where c.kind like 'option\_%'
  union all
  -- Orders that ended without a fill and without a request by their customer.
  select distinct c.book, 'candor-fill-v1|' || c.book || '|spot_order:' || o.id || '|0', (c.time_ms / 86400000)::int,
    concat_ws('|', 'unfilled', 'spot', o.symbol, o.side, case o.type when 'market' then 'market' else 'limit' end, o.reason, o.created_ms, o.armed_seq, o.fill_age_ms,
      coalesce(case when o.to_symbol is null then trim_scale(coalesce(o.worst, o.price, o.stop))::text end, ''),
      coalesce(o.ended_seq::text, ''), c.time_ms)
  from covered c join spot_order o on o.book = c.book and o.id = c.id::bigint
  where c.kind = 'spot_release' and o.status in ('refused', 'cancelled') and o.reason not in ('customer', 'start_over', 'expired')
  union all
  select distinct c.book, 'candor-fill-v1|' || c.book || '|position:' || p.id || '|0', (c.time_ms / 86400000)::int,
    concat_ws('|', 'unfilled', p.product, p.symbol, case p.side when 'long' then 'buy' else 'sell' end, p.type, p.reason, p.created_ms,
      p.created_seq, p.fill_age_ms, coalesce(trim_scale(coalesce(p.worst_price, p.price))::text, ''), coalesce(p.ended_seq::text, ''),
      c.time_ms)
  from covered c join position p on p.book = c.book and p.id = c.id::bigint
  where c.kind = 'contract_release' and p.status = 'cancelled' and p.reason not in ('customer', 'start_over')
$$;

grant update (triggered_seq) on spot_order to candor_app;
revoke execute on function spot_reached_at, spot_reached_between, spot_expires_seq from public;
