-- Reduces what orders write.

-- For a batch, an update may only set the mark. If `comes_into_log` were used, PostgreSQL would write all leaves again, because a
-- row in which a trigger assigns a column is written with its long values anew.
drop trigger receipt_batch_comes_into_log on receipt_batch;
create trigger receipt_batch_comes_into_log before update on receipt_batch for each row
  when (old.logged or not new.logged) execute function refuse_change();
create trigger receipt_batch_stays before update of number, at_ms, leaves, root, signature on receipt_batch
  for each statement execute function refuse_change();

-- The orders of a batch look up the entries once for each symbol.
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
    raise exception 'spot order % is not of this time', wrong.id using errcode = 'check_violation', constraint = 'spot_order_in_time';
  end if;
  return null;
end
$$;

-- Reads the pauses of a customer once instead of twice.
create or replace view customer_gate as
  select c.id as book, 0::bigint as id, c.status, c.kyc_status, c.country, c.lever_enabled,
    c.trading_password_hash is not null as has_trading_password,
    exists (select from bank_card b where b.book = c.id) as has_bank_card,
    c.security_changed_ms, p.time_out_until_ms, p.excluded_until_ms
  from customer c cross join lateral (
    select max(p.until_ms) filter (where p.kind = 'time_out') as time_out_until_ms,
      max(p.until_ms) filter (where p.kind = 'self_exclusion') as excluded_until_ms
    from own_pause p where p.book = c.id) p;

-- Fills of customers without a key are not looked up one by one.
create or replace function api_fill_counts() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  -- Most batches have no customer with a key, and seldom a fill of a key's order. This check costs less than starting the
  -- statement below.
  if not exists (select from added f join api_key k on k.book = f.book) then
    return null;
  end if;
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
