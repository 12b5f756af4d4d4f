-- Lets customers amend resting spot orders in place.
alter table spot_order
  add column amended_ms bigint,
  add constraint spot_order_amended check (amended_ms is null or (type <> 'market' and amended_ms > created_ms));

-- A customer's amendments of a resting order: its levels and quantity before and after, with the entry and the time from which
-- each version of the order waited.
create table spot_amendment (
  book bigint not null,
  order_id bigint not null,
  -- The version of the order after the amendment.
  version int not null,
  symbol text not null,
  was_price numeric(38,8),
  was_stop numeric(38,8),
  was_quantity numeric(38,8) not null,
  was_armed_seq bigint not null,
  was_since_ms bigint not null,
  price numeric(38,8),
  stop numeric(38,8),
  quantity numeric(38,8) not null,
  -- The newest entry, which is fresh enough to fill a market order, and the maximum age for that.
  tape_seq bigint not null,
  fill_age_ms int not null,
  time_ms bigint not null,
  primary key (book, order_id, version)
);
create trigger spot_amendment_append_only before update or delete or truncate on spot_amendment
  for each statement execute function refuse_change();

-- An amendment must describe an order that this transaction amends, with the order's present terms.
create function spot_amendment_truly() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (select from spot_order o
    where o.book = new.book and o.id = new.order_id and o.xmin = pg_current_xact_id()::xid and o.symbol = new.symbol and o.status = 'open'
      and (o.version, o.armed_seq, o.amended_ms, o.quantity) = (new.version, new.tape_seq, new.time_ms, new.quantity)
      and (o.price, o.stop) is not distinct from (new.price, new.stop)
      and new.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = new.symbol))
  then
    raise exception 'spot order % of book % is not so amended', new.order_id, new.book
      using errcode = 'check_violation', constraint = 'spot_amendment_truly';
  end if;
  return null;
end
$$;
create trigger spot_amendment_truly after insert on spot_amendment for each row execute function spot_amendment_truly();

-- Only the customer amends an order, in a session. The order must wait for a level and have no cancellation request. The newest
-- entry is fresh enough to fill a market order, so the customer knows no price that the order does not, and no entry up to it has
-- reached what the order waited for. From that entry on, the order holds its new cost and waits.
create function spot_order_amended() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  age_ms int := (select h.fill_age_ms from tape_head h where h.symbol = new.symbol);
  waits_limit numeric := case when old.type <> 'stop_limit' or old.triggered_seq is not null then old.price end;
  waits_stop numeric := case when old.triggered_seq is null then old.stop end;
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
  if spot_expires_seq(old.symbol, old.expires_ms) <= new.armed_seq or spot_reached_between(old.symbol, old.side, waits_limit, waits_stop,
    watched_from(old.symbol, old.armed_seq, coalesce(old.amended_ms, old.created_ms)),
    (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1)
  then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
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
    and (a.was_armed_seq, a.was_since_ms) = (old.armed_seq, coalesce(old.amended_ms, old.created_ms))
    and a.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'spot order % of book % is amended by nothing', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_amendment';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_amendment after update on spot_order deferrable initially deferred for each row
  when (old.amended_ms is distinct from new.amended_ms)
  execute function spot_order_amendment();

create or replace function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  if (old.created_ms, old.fill_age_ms, old.to_armed_seq, old.to_fill_age_ms, old.to_fee_rate, old.budget, old.worst)
      is distinct from (new.created_ms, new.fill_age_ms, new.to_armed_seq, new.to_fill_age_ms, new.to_fee_rate, new.budget, new.worst)
    or (old.type, old.lasts, old.expires_ms, old.client_order_id) is distinct from (new.type, new.lasts, new.expires_ms, new.client_order_id)
    or (new.amended_ms is not distinct from old.amended_ms and (old.price, old.stop) is distinct from (new.price, new.stop))
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
        -- Amendments are checked by `spot_order_amended`.
        when b.amended_ms is distinct from c.amended_ms then false
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
            case when b.triggered_seq is null then c.stop end, watched_from(c.symbol, b.armed_seq, coalesce(b.amended_ms, b.created_ms)), c.armed_seq)
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
          case when o.triggered_seq is null then o.stop end, watched_from(f.symbol, o.armed_seq, coalesce(o.amended_ms, o.created_ms)), f.tape_seq)
      end) is not true
    limit 1;
  if wrong.order_id is not null then
    raise exception 'leg % of spot order % is not filled at its entry', wrong.leg, wrong.order_id
      using errcode = 'check_violation', constraint = 'spot_fill_in_time';
  end if;
  return null;
end
$$;

create or replace function spot_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  of_order bigint := journal_row(new.ref, 'spot_order');
  accounts account[] := new.accounts;
  currencies text[] := new.currencies;
  amounts numeric[] := new.amounts;
  fill record;
  coin numeric := 0;
  money numeric := 0;
  fees numeric := 0;
  explained boolean;
begin
  if new.kind in ('spot_buy', 'spot_sell', 'spot_fill') then
    select split_part(f.symbol, '/', 1) as base, split_part(f.symbol, '/', 2) as quote, f.fee,
        case f.side when 'buy' then f.quantity else -f.quantity end as coin,
        case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end as money
      into fill from spot_fill f
      where f.book = new.book and f.order_id = of_order and f.journal_seq = new.seq and f.leg = 1 and f.xmin = pg_current_xact_id()::xid;
    explained := fill.coin is not null;
    for at in 1 .. cardinality(accounts) loop
      if accounts[at] < 'inventory' then
        if currencies[at] = fill.base then coin := coin + amounts[at];
        elsif currencies[at] = fill.quote then money := money + amounts[at];
        else explained := false;
        end if;
      elsif accounts[at] = 'fees' then fees := fees + amounts[at];
      end if;
    end loop;
    explained := explained and coin = fill.coin and money = fill.money and fill.fee - fees between 0 and 0.00000001;
  elsif new.kind = 'spot_convert' then
    with leg as materialized (
      select f.symbol, f.side, f.quantity, f.value, f.fee from spot_fill f
      where f.book = new.book and f.order_id = of_order and f.journal_seq = new.seq and f.xmin = pg_current_xact_id()::xid
    ), moved as (
      select p.account, p.currency, p.amount from unnest(accounts, currencies, amounts) as p (account, currency, amount)
    ), line as (
      select currency, amount from moved where account < 'inventory'
      union all select split_part(symbol, '/', 1), case side when 'buy' then -quantity else quantity end from leg
      union all select split_part(symbol, '/', 2), case side when 'buy' then value + fee else fee - value end from leg
    )
    select exists (select from leg)
        and not exists (select from line group by currency having sum(amount) <> 0)
        and (select sum(fee) - coalesce((select sum(amount) from moved where account = 'fees'), 0) from leg) between 0 and 0.00000002
      into explained;
  else
    explained := exists (
      select from spot_order o where o.book = new.book and o.id = of_order and o.xmin = pg_current_xact_id()::xid
        and (new.kind = 'spot_hold' or o.status <> 'open' or exists (select from spot_amendment a
          where a.book = o.book and a.order_id = o.id and a.version = o.version and a.xmin = pg_current_xact_id()::xid)));
  end if;
  if explained is not true then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  if new.kind in ('spot_hold', 'spot_release', 'spot_fill') and not (
    select bool_and(holds_add_up(new.book, 'spot_frozen', p.currency))
    from unnest(accounts, currencies) as p (account, currency) where p.account = 'spot_frozen')
  then
    raise exception 'journal %/% leaves frozen what no order holds', new.book, new.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
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
    elsif spot_reached_between(old.symbol, old.side, waits_limit, waits_stop, watched_from(old.symbol, old.armed_seq, coalesce(old.amended_ms, old.created_ms)),
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
      watched_from(old.symbol, old.armed_seq, coalesce(old.amended_ms, old.created_ms)), least(spot_expires_seq(old.symbol, old.expires_ms),
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
      waits_limit, waits_stop, watched_from(old.symbol, old.armed_seq, coalesce(old.amended_ms, old.created_ms)), new.ended_seq)
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
    where o.status = 'open' and o.type <> 'market' and spot_reached_between(o.symbol, o.side,
      case when o.type <> 'stop_limit' or o.triggered_seq is not null then o.price end,
      case when o.triggered_seq is null then o.stop end, watched_from(o.symbol, o.armed_seq, coalesce(o.amended_ms, o.created_ms)),
      least(entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1, rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms),
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
        when o.type = 'market' then 'market' else 'limit' end as how, coalesce(o.amended_ms, o.created_ms) as accepted_ms, case f.leg when 1 then o.armed_seq else o.to_armed_seq end as accepted,
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
    concat_ws('|', 'unfilled', 'spot', o.symbol, o.side, case o.type when 'market' then 'market' else 'limit' end, o.reason, coalesce(o.amended_ms, o.created_ms), o.armed_seq, o.fill_age_ms,
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

grant select, insert on spot_amendment to candor_app;
grant update (price, stop, amended_ms) on spot_order to candor_app;
revoke execute on function spot_amendment_truly, spot_order_amended, spot_order_amendment from public;
comment on table spot_amendment is 'written by commands';
