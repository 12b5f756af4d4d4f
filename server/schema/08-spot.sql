-- Spot orders and their fills.

create table spot_order (
  book bigint not null,
  id bigint not null,
  symbol text not null,
  -- The instrument that a coin-to-coin order buys, in its second leg.
  to_symbol text,
  side text not null check (side in ('buy', 'sell')),
  type text not null check (type in ('market', 'limit', 'stop', 'stop_limit', 'oco', 'trailing_stop')),
  quantity numeric(38,8) not null check (quantity > 0),
  price numeric(38,8) check (price > 0),
  filled_quantity numeric(38,8) not null default 0 check (filled_quantity >= 0 and filled_quantity <= quantity),
  status text not null check (status in ('open', 'filled', 'cancelled', 'refused')),
  reason text,
  -- Incremented with each change of the level. When the engine fires a trigger, it names the version.
  version int not null,
  armed_seq bigint not null,
  -- The amount still frozen for the order.
  held numeric(38,8) not null default 0 check (held >= 0),
  created_ms bigint not null,
  updated_ms bigint not null,
  -- The order's fee rate, a fraction of a fill's value. It is stored because an order keeps the rate that was published when
  -- it was accepted. For coin to coin, this is the rate for the coin sold, and each fill has its own.
  fee_rate numeric(38,8) not null check (fee_rate between 0 and 0.01),
  -- created_ms is the time of acceptance, and armed_seq the newest tape entry at that time; to_armed_seq is the newest entry
  -- of the coin bought (coin to coin). A market order that waits freezes an amount, as a limit order does. The quantity that a
  -- budget buys depends on the price.
  fill_age_ms int not null check (fill_age_ms >= 0),
  to_armed_seq bigint,
  to_fill_age_ms int check (to_fill_age_ms >= 0),
  to_fee_rate numeric(38,8) check (to_fee_rate between 0 and 0.01),
  -- The budget in USDT of a market order for which the customer gave an amount instead of a quantity.
  budget numeric(38,8) check (budget > 0),
  -- The worst price that the customer accepts for a market order or, for coin to coin, the minimum quantity to buy.
  worst numeric(38,8) check (worst > 0),
  -- For a waiting coin-to-coin order: the entries already determined, as [{"leg": 1, "tape_seq": 7, "price": "0.5"}].
  priced jsonb not null default '[]',
  ended_seq bigint,
  -- The request for cancellation: its time by the market clock, the newest entry at that time, and the maximum age of that
  -- entry at which the order is cancelled immediately.
  cancel_ms bigint,
  cancel_seq bigint,
  cancel_age_ms int check (cancel_age_ms >= 0),
  -- The stop of an order: a sale waits for the bid to fall to it, a purchase for the ask to rise to it. triggered_seq is the entry
  -- at which a stop-limit order became a limit order.
  stop numeric(38,8) check (stop > 0),
  triggered_seq bigint,
  lasts text not null default 'GTC' check (lasts in ('GTC', 'IOC', 'FOK', 'GTD')),
  -- The market-clock time from which nothing can fill the order.
  expires_ms bigint,
  client_order_id text,
  -- When the customer last amended the order, by the market clock. Entries made earlier do not fill it any more.
  amended_ms bigint,
  -- A trailing stop: the distance in price, the share of the price from which it was computed, and the entry from which the best
  -- price is measured. Its stop is null until the house has too little to fill it at the entry that came back far enough.
  trail_distance numeric(38,8) check (trail_distance > 0),
  trail_bps int check (trail_bps between 1 and 9999),
  trail_seq bigint,
  -- The limit and the stop of the sale that protects what this order buys (`43-spot.sql`), or one of the two, and of such a sale
  -- the order that it protects.
  take_profit numeric(38,8) check (take_profit > 0),
  stop_loss numeric(38,8) check (stop_loss > 0),
  entry_id bigint,
  -- The customer's own names for the two levels of an OCO order.
  limit_client_order_id text,
  stop_client_order_id text,
  primary key (book, id),
  check (status <> 'open' or held > 0),
  check (status = 'open' or held = 0),
  constraint spot_order_filled_whole check (filled_quantity = case status when 'filled' then quantity else 0 end),
  constraint spot_order_second_tape check ((to_armed_seq is null) = (to_fill_age_ms is null) and (to_armed_seq is null) = (to_fee_rate is null)),
  constraint spot_order_ended_at check (ended_seq is null or status in ('cancelled', 'refused')),
  -- An order that fills immediately or not at all is a market order with a worst price.
  constraint spot_order_kind check (((type in ('stop', 'stop_limit', 'oco')) = (stop is not null) or type = 'trailing_stop')
    and (type in ('market', 'stop', 'trailing_stop')) = (price is null)
    and (to_symbol is null or type = 'market') and (triggered_seq is null or type = 'stop_limit')
    and (type <> 'oco' or (side = 'sell') = (stop < price) and stop <> price)),
  constraint spot_order_lasts check ((lasts = 'GTD') = (expires_ms is not null)
    and (expires_ms is null or (type <> 'market' and expires_ms > created_ms))
    and (lasts not in ('IOC', 'FOK') or (type = 'market' and worst is not null and budget is null and to_symbol is null))),
  constraint spot_order_leg_names check (coalesce(limit_client_order_id, stop_client_order_id) is null or type = 'oco'),
  constraint spot_order_amended check (amended_ms is null or (type <> 'market' and amended_ms > created_ms)),
  constraint spot_order_trails check ((type = 'trailing_stop') = (trail_distance is not null)
    and (trail_distance is null) = (trail_seq is null) and (trail_bps is null or trail_distance is not null)),
  constraint spot_order_bracket check ((coalesce(take_profit, stop_loss) is null or (side = 'buy' and type not in ('oco', 'trailing_stop')
      and to_symbol is null and coalesce(stop_loss < take_profit, true)))
    and (entry_id is null or (side = 'sell' and type in ('oco', 'limit', 'stop')))),
  constraint spot_order_cancel check ((cancel_ms is null) = (cancel_seq is null) and (cancel_ms is null) = (cancel_age_ms is null))
) with (fillfactor = 80);
create unique index spot_order_client on spot_order (book, client_order_id) where status = 'open' and client_order_id is not null;
create unique index spot_order_limit_client on spot_order (book, limit_client_order_id)
  where status = 'open' and limit_client_order_id is not null;
create unique index spot_order_stop_client on spot_order (book, stop_client_order_id)
  where status = 'open' and stop_client_order_id is not null;
create unique index spot_order_protects_once on spot_order (book, entry_id) where entry_id is not null;
create index spot_order_open on spot_order (book, id) where status = 'open';
-- Whether a key of the customer may do so (`41-api-keys.sql`), and whether something else that the customer set up authorises
-- cancelling their orders. Always false here; the features replace these functions.
create function keyed_for(of_book bigint, of_symbol text) returns boolean language sql volatile set search_path = public, pg_temp as
$$ select false $$;
create function cancel_let_in(of_book bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$ select false $$;
-- Whether a key of the customer may amend the order so (`41-api-keys.sql`).
create function amend_let_in(of_book bigint, of_order bigint, of_version int) returns boolean language sql stable
  set search_path = public, pg_temp as
$$ select false $$;

-- An order is cancelled in a session of its customer, by a key of theirs, or by something that they set up in a session.
create function order_cancelled_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.book::text <> all (acting_now())
    and exists (select from signed_in s where s.customer = new.book) and not keyed_for(new.book, new.symbol)
    and not cancel_let_in(new.book)
  then
    perform unacted(new.book, tg_table_name);
  end if;
  return null;
end
$$;
create trigger changed_in_session after update on spot_order for each row
  when (old.cancel_ms is null and (new.cancel_ms is not null
    or (old.status = 'open' and new.status = 'cancelled' and new.reason = 'customer')))
  execute function order_cancelled_in_session();
create trigger taken_back_lately after update on spot_order for each statement execute function accepted_lately();

create table spot_fill (
  book bigint not null,
  order_id bigint not null,
  leg smallint not null,
  symbol text not null,
  side text not null check (side in ('buy', 'sell')),
  quantity numeric(38,8) not null check (quantity > 0),
  price numeric(38,8) not null check (price > 0),
  -- The value before the fee, and the fee, both in USDT.
  value numeric(38,8) not null,
  fee numeric(38,8) not null check (fee >= 0),
  -- The tape entry whose price was used.
  tape_seq bigint not null,
  journal_seq bigint not null,
  time_ms bigint not null,
  fee_rate numeric(38,8) not null check (fee_rate between 0 and 0.01),
  primary key (book, order_id, leg),
  constraint spot_fill_leg check (leg in (1, 2)),
  constraint spot_fill_fee check (fee * 100000000 = ceil(value * fee_rate * 100000000)),
  constraint spot_fill_value check (abs(value - quantity * price) < 0.00000001)
);
create trigger spot_fill_append_only before update or delete or truncate on spot_fill
  for each statement execute function refuse_change();

-- Whether something other than a session of the customer authorises an order. Here, the purchase that a sale protects. A feature
-- that places orders for customers renames this function, and creates one that asks its own rows and then the renamed one.
create function order_let_in(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from spot_order s where s.book = of_book and s.id = of_order and s.entry_id is not null)
$$;

-- An order is placed in a session of its customer, or authorised by something that the customer set up in a session.
create function order_begun_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  acting text[];
  lone bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  acting := acting_now();
  select a.book into lone from added a
    where a.book::text <> all (acting) and exists (select from signed_in s where s.customer = a.book)
      and not order_let_in(a.book, a.id)
    limit 1;
  if lone is not null then
    perform unacted(lone, tg_table_name);
  end if;
  return null;
end
$$;
create trigger begun_in_session after insert on spot_order referencing new table as added
  for each statement execute function order_begun_in_session();

create trigger accepted_lately after insert on spot_order for each statement execute function accepted_lately();

-- The terms of an accepted order and a cancellation request never change, except for the quantity that a budget buys, what the
-- customer amends (`spot_order_amended`), and the stop of a trailing stop that was reached. The version increases by at most one, when the watched level changes.
create function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
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
create trigger spot_order_keeps_leg_names before update of limit_client_order_id, stop_client_order_id on spot_order for each row
  when ((old.limit_client_order_id, old.stop_client_order_id) is distinct from (new.limit_client_order_id, new.stop_client_order_id))
  execute function refuse_change();
create trigger spot_order_keeps before update on spot_order
  for each row execute function spot_order_keeps();
create trigger spot_order_began after insert on spot_order referencing new table as added for each statement execute function went_its_way();
create trigger spot_order_went_its_way after update on spot_order referencing old table as before new table as changed
  for each statement execute function went_its_way();

-- Returns the cost of a purchase including its fee. Value and fee are rounded up.
create function spot_cost(quantity numeric, price numeric, fee_rate numeric) returns numeric language sql immutable parallel safe
  return ceil(ceil(quantity * price * 100000000) * (1 + fee_rate)) / 100000000;

-- An order is accepted at the current time and names the newest entry. If it waits, it freezes its cost at its limit, at its stop
-- if it has no limit or also a stop (OCO), at that entry for a market order, or the distance above that for a trailing stop. What
-- protects a purchase is judged by `spot_order_protects`. It is rearmed only at the first entry that
-- reaches it, and only if the house then has too little of the coin or money that the order takes, or if its stop was reached
-- and its limit was not, from which on it waits for its limit. A market order that could fill immediately does not wait. The
-- newest entries are looked up by a join, not row by row.
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
        -- What is amended is judged by `spot_order_amended`.
        when b.amended_ms is distinct from c.amended_ms then false
        -- While it waits the hold stays, and nothing of it is filled; and an amount buys at least what its hold does.
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
create trigger spot_order_in_time_new after insert on spot_order
  referencing new table as changed for each statement execute function spot_order_in_time();
create trigger spot_order_in_time after update on spot_order
  referencing old table as before new table as changed for each statement execute function spot_order_in_time();

-- The customer's amendments of a resting order: its levels, quantity and end before and after, with the entry from which each
-- waited and since when.
create table spot_amendment (
  book bigint not null,
  order_id bigint not null,
  -- The order's version from this amendment on.
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
  -- The newest entry, which is young enough to fill a market order, and the maximum age for that.
  tape_seq bigint not null,
  fill_age_ms int not null,
  time_ms bigint not null,
  -- The time at which the order ended, if it had one, and ends.
  was_expires_ms bigint,
  expires_ms bigint,
  -- The distance of a trailing stop, and the entry from which its best price is measured.
  was_trail_distance numeric(38,8),
  was_trail_seq bigint,
  trail_distance numeric(38,8),
  trail_seq bigint,
  primary key (book, order_id, version)
);
create trigger spot_amendment_append_only before update or delete or truncate on spot_amendment
  for each statement execute function refuse_change();

-- An amendment must describe an order that this transaction amends, with its present terms.
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
    raise exception 'spot order % of book % is not so amended', new.order_id, new.book
      using errcode = 'check_violation', constraint = 'spot_amendment_truly';
  end if;
  return null;
end
$$;
create trigger spot_amendment_truly after insert on spot_amendment for each row execute function spot_amendment_truly();

-- Only the customer amends, in a session or by a key of theirs: an open order that waits for a level, whose cancellation is not asked for. The newest
-- entry is young enough to fill a market order, so the customer knows no price that the order does not, and no entry has ended the
-- order or reached what it waited for. The order then holds its new cost, and waits from that entry on.
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
    -- A trailing stop gets another distance, from now on, or keeps its best price. One that was reached trails no more. No entry
    -- up to now was made since the amendment.
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
create trigger spot_order_amended after update on spot_order for each row
  when (old.amended_ms is distinct from new.amended_ms)
  execute function spot_order_amended();

-- Each amendment has its row.
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
    raise exception 'spot order % of book % is amended by nothing', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_amendment';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_amendment after update on spot_order deferrable initially deferred for each row
  when (old.amended_ms is distinct from new.amended_ms)
  execute function spot_order_amendment();

-- A fill is written at the current time, at the price of its entry, and its entry is the one that the order's rule determines.
-- A fill at the entry that was the newest at acceptance is written together with the order, and fills all of it. The fill has
-- the order's fee rate and respects the customer's limit. For coin to coin, the second leg spends what the first one yielded.
-- The age of the newest entry is computed from the row already read.
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
      -- In one transaction with its order: otherwise a fill that was counted earlier could be paid later, or never.
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
create trigger spot_fill_in_time after insert on spot_fill
  referencing new table as added for each statement execute function spot_fill_in_time();

-- A spot trade moves the amounts of its fills and no other fee, and the frozen amount of an order is moved to or from the
-- frozen account.
create function spot_journals_explained(books bigint[], seqs bigint[], of_check bigint) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  checked record;
begin
  with posted as materialized (
    select j.book, j.seq, j.kind, journal_row(j.ref, 'spot_order') as of_order, j.accounts, j.currencies, j.amounts
    from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq
  )
  select array_agg(f.book) filter (where f.order_id is not null) as books, array_agg(f.order_id) filter (where f.order_id is not null) as orders,
      (array_agg(array[p.book::text, p.seq::text, p.kind]) filter (where c.is_wrong))[1:1] as wrong
    into checked from posted p
    left join spot_fill f on p.kind in ('spot_buy', 'spot_sell', 'spot_fill')
      and f.book = p.book and f.order_id = p.of_order and f.leg = 1 and f.journal_seq = p.seq and f.xmin = pg_current_xact_id()::xid
    cross join lateral (select (case
    -- The usual form of an immediate trade: its first posting is the customer's money and its last one their coin. The next
    -- branch would return the same, at three times the cost.
    when p.kind in ('spot_buy', 'spot_sell') and p.accounts in ('{spot,inventory,inventory,fees,spot}', '{spot,inventory,inventory,fees,rounding,spot}')
      then f.symbol = p.currencies[cardinality(p.currencies)] || '/' || p.currencies[1]
        and p.currencies[4] = p.currencies[1]
        -- Rounding leaves at most one unit each of the value and of the fee, so no stock moves under its name.
        and case when cardinality(p.accounts) = 6 then p.currencies[5] = p.currencies[1] and p.amounts[5] <= 0.00000002 else true end
        and p.amounts[cardinality(p.amounts)] = case f.side when 'buy' then f.quantity else -f.quantity end
        and p.amounts[1] = case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end
        and f.fee - p.amounts[4] between 0 and 0.00000001
    when p.kind in ('spot_buy', 'spot_sell', 'spot_fill') then (
      select bool_and(case when l.account < 'inventory' then l.currency in (t.base, t.quote) else l.account <> 'fees' or l.currency = t.quote end)
        and coalesce(sum(l.amount) filter (where l.account < 'inventory' and l.currency = t.base), 0)
          = case f.side when 'buy' then f.quantity else -f.quantity end
        and coalesce(sum(l.amount) filter (where l.account < 'inventory' and l.currency = t.quote), 0)
          = case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end
        and f.fee - coalesce(sum(l.amount) filter (where l.account = 'fees'), 0) between 0 and 0.00000001
        and coalesce(bool_and(l.currency = t.quote and l.amount <= 0.00000002) filter (where l.account = 'rounding'), true)
        and count(*) filter (where l.account = 'rounding') <= 1
      from (select split_part(f.symbol, '/', 1) as base, split_part(f.symbol, '/', 2) as quote) t,
        (select unnest(p.accounts) as account, unnest(p.currencies) as currency, unnest(p.amounts) as amount) l)
    when p.kind = 'spot_convert' then (
      with leg as materialized (
        select g.symbol, g.side, g.quantity, g.value, g.fee from spot_fill g
        where g.book = p.book and g.order_id = p.of_order and g.journal_seq = p.seq and g.xmin = pg_current_xact_id()::xid
      ), moved as (
        select unnest(p.accounts) as account, unnest(p.currencies) as currency, unnest(p.amounts) as amount
      ), line as (
        select currency, amount from moved where account < 'inventory'
        union all select split_part(symbol, '/', 1), case side when 'buy' then -quantity else quantity end from leg
        union all select split_part(symbol, '/', 2), case side when 'buy' then value + fee else fee - value end from leg
      )
      select (select count(*) from leg) = 2
        and not exists (select from moved where account = 'rounding' and currency not in (select split_part(symbol, '/', 2) from leg))
        and coalesce((select sum(amount) from moved where account = 'rounding'), 0) <= 0.00000004
        and not exists (select from line group by currency having sum(amount) <> 0)
        and (select sum(fee) - coalesce((select sum(amount) from moved where account = 'fees'), 0) from leg) between 0 and 0.00000002)
    else exists (
      select from spot_order o where o.book = p.book and o.id = p.of_order and o.xmin = pg_current_xact_id()::xid
        and (p.kind = 'spot_hold' or o.status <> 'open' or exists (select from spot_amendment a
          where a.book = o.book and a.order_id = o.id and a.version = o.version and a.xmin = pg_current_xact_id()::xid)))
    end) is not true as is_wrong offset 0) c;
  if checked.wrong is not null then
    perform journal_unexplained(checked.wrong[1][1]::bigint, checked.wrong[1][2]::bigint, checked.wrong[1][3]);
  end if;
  -- Checks `spot_orders_paid` for the orders of these journals, without looking anything up. This transaction noted them a
  -- moment after its journals; if others came in between, the orders are checked by themselves.
  delete from check_due d where d.id between of_check + 1 and of_check + 64 and d.guard = 'spot_orders' and d.xmin = pg_current_xact_id()::xid
    and not exists (select from unnest(d.books, d.ids) as o (book, id)
      where (o.book, o.id) not in (select * from unnest(checked.books, checked.orders)));
end
$$;

create function spot_holds_explained(books bigint[], seqs bigint[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  wrong record;
begin
  select h.book, h.seq into wrong from (
      select j.book, p.currency, max(j.seq) as seq
      from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq,
        unnest(j.accounts, j.currencies) as p (account, currency)
      where p.account = 'spot_frozen' group by 1, 2) h
    where not holds_add_up(h.book, 'spot_frozen', h.currency) limit 1;
  if wrong.book is not null then
    raise exception 'journal %/% leaves frozen what no order holds', wrong.book, wrong.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
end
$$;

-- Every change of the amount frozen for an order has journals in the same transaction that move as much. A journal checks the sum of
-- the frozen amounts itself, so the sum is checked here only if the newest journals for the order do not explain the change: a
-- transaction may have had the check of its journals run before it changed the order.
create function spot_order_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if (select coalesce(sum(p.amount), 0) from (select j.ref, j.kind, j.xmin, j.accounts, j.amounts from journal j where j.book = new.book order by j.seq desc limit 16) n
        cross join unnest(n.accounts, n.amounts) as p (account, amount)
      where n.ref = 'spot_order:' || new.id and n.xmin = pg_current_xact_id()::xid and n.kind in ('spot_hold', 'spot_release', 'spot_fill')
        and p.account = 'spot_frozen')
      <> (select o.held from spot_order o where o.book = new.book and o.id = new.id) - coalesce(old.held, 0)
    and not holds_add_up(new.book, 'spot_frozen', split_part(new.symbol, '/', case new.side when 'buy' then 2 else 1 end))
  then
    raise exception 'spot order % of book % holds what is not frozen', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_holds';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_holds_new after insert on spot_order deferrable initially deferred for each row
  when (new.held > 0) execute function spot_order_holds();
create constraint trigger spot_order_holds after update on spot_order deferrable initially deferred for each row
  when (old.held <> new.held) execute function spot_order_holds();

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
    raise exception 'spot order % of book % waits with another entry', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_priced';
  end if;
  return new;
end
$$;
create trigger spot_order_priced_new before insert on spot_order for each row when (new.priced <> '[]') execute function spot_order_priced();
create trigger spot_order_priced before update on spot_order for each row when (old.priced <> new.priced) execute function spot_order_priced();

-- The time of a cancellation request is the current time. The request takes effect immediately if the newest entry is recent
-- enough to fill a market order, otherwise at the first quote made afterwards. An order that an entry has ended expires.
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
create trigger spot_order_cancel_asked after update on spot_order for each row
  when (old.cancel_ms is null and new.cancel_ms is not null)
  execute function spot_order_cancel_asked();

-- A customer can cancel a resting order if no entry that was made before the request and arrived within a minute reached the
-- order, and none from its expiry on came before the one at which the cancellation takes effect. A refusal ends the order at the entry at which it would have filled. A cancellation request ends it at the first
-- quote made after the request or, if there is none, after the maximum time that a market order waits.
create function spot_order_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  -- The tape whose price it waited for.
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
      -- A second request that arrives at the same moment waits for the first one.
      violation := case when new.ended_seq < taken_back and now_ms - old.cancel_ms <= fill_wait_ms() then 'entry'
        when new.ended_seq <> taken_back and now_ms - old.cancel_ms <= fill_wait_ms() then 'reached'
        -- After a minute, a second request need not wait for the entry that should have ended the order.
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
create trigger spot_order_reached after update on spot_order for each row
  when (old.status = 'open' and new.status in ('cancelled', 'refused'))
  execute function spot_order_reached();

-- An order that this transaction filled, at once or after it waited, has its fills, which name a journal of this transaction that was
-- posted for the order; for coin to coin, two fills and one journal. That journal moves what they say (`spot_journals_explained`).
-- There is no fill of another order: each one is written together with its order (`spot_fill_in_time`).
create function spot_orders_paid(books bigint[], ids bigint[], legs smallint[], kinds text[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select u.book, u.id into unpaid from unnest(books, ids) as u (book, id)
    where (select count(*) from spot_fill f join journal j on j.book = f.book and j.seq = f.journal_seq
      where f.book = u.book and f.order_id = u.id and f.leg = any (legs) and f.xmin = pg_current_xact_id()::xid
        and j.ref = 'spot_order:' || u.id and j.kind = any (kinds) and j.xmin = pg_current_xact_id()::xid) <> cardinality(legs)
    limit 1;
  if unpaid.id is not null then
    raise exception 'spot order % of book % is filled by nothing', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'spot_order_filled';
  end if;
end
$$;

create function spot_order_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    insert into check_due (guard, books, ids)
      select 'spot_orders', array_agg(a.book), array_agg(a.id) from added a where a.status = 'filled' and a.to_symbol is null having count(*) > 0
      union all
      select 'spot_conversions', array_agg(a.book), array_agg(a.id) from added a where a.status = 'filled' and a.to_symbol is not null
        having count(*) > 0;
  else
    insert into check_due (guard, books, ids)
      select case when c.to_symbol is null then 'spot_orders' else 'spot_conversions' end, array_agg(c.book), array_agg(c.id)
        from changed c join before b on b.book = c.book and b.id = c.id where c.status = 'filled' and b.status <> 'filled' group by 1;
  end if;
  return null;
end
$$;
create trigger spot_order_checks_due_new after insert on spot_order
  referencing new table as added for each statement execute function spot_order_checks_due();
create trigger spot_order_checks_due after update on spot_order referencing old table as before new table as changed
  for each statement execute function spot_order_checks_due();

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
      raise exception 'a spot order on % has not the rate that is published', wrong.symbol
        using errcode = 'check_violation', constraint = 'spot_order_terms';
    end if;
  end if;
  return null;
end
$$;
create trigger spot_order_terms after insert on spot_order
  referencing new table as changed for each statement execute function spot_order_terms();

-- Whether a quote between two entries reaches what a resting order waits for: its limit, its stop or, with both, either.
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

-- Returns the first entry from an expiry on, be it a price or a silence of the feed, at which the order ends; null while there is
-- none. A rejected quote is not one.
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

-- Whether the house's inventory, over all slots, is too small to fill a quantity at the price of an entry.
create function spot_house_lacks(of_symbol text, of_side text, of_quantity numeric, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return coalesce((select sum(h.amount) from house_balance h
      where h.account = 'inventory' and h.currency = split_part(of_symbol, '/', case of_side when 'buy' then 1 else 2 end)), 0)
    < case of_side when 'buy' then of_quantity
      else (select ceil(of_quantity * t.bid * 100000000) / 100000000 from tape t where t.symbol = of_symbol and t.seq = at_seq) end;
end
$$;

-- Whether the stated reason why an order did not fill at an entry is true. The order's frozen amount was already returned to
-- the customer and may have been moved since, so the customer's funds count as at least that amount.
create function spot_refused_truly(was public.spot_order, of_reason text, at_seq bigint, at_symbol text) returns boolean
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

-- Returns the largest quantity of a coin, in whole steps, whose value and fee fit into an amount of its quote currency.
create function quantity_for(of_symbol text, amount numeric, price numeric, fee_rate numeric) returns numeric
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  step numeric := (select (o.body ->> 'step')::numeric from offered o where o.subject = 'instrument:' || of_symbol);
  quantity numeric := floor(div(div(amount * 100000000, 1 + fee_rate) * 100000000, price * 100000000) / 100000000 / step) * step;
begin
  while quantity > 0 and ceil(ceil(quantity * price * 100000000) * (1 + fee_rate)) > amount * 100000000 loop
    quantity := quantity - step;
  end loop;
  return quantity;
end
$$;

-- Whether a coin-to-coin order was refused for a true reason, with both legs at the prices of their entries: the customer's
-- limit was missed, or the house could not supply the coin.
create function conversion_refused_truly(was public.spot_order, of_reason text, at_seq bigint, at_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  sold numeric := (select (l ->> 'price')::numeric from jsonb_array_elements(was.priced) as e (l) where l -> 'leg' = '1');
  bought numeric := (select (l ->> 'price')::numeric from jsonb_array_elements(was.priced) as e (l) where l -> 'leg' = '2');
  to_bounds jsonb := (select o.body from offered o where o.subject = 'instrument:' || was.to_symbol);
  worth numeric;
  quantity numeric;
begin
  if at_symbol = was.symbol then
    sold := (select t.bid from tape t where t.symbol = at_symbol and t.seq = at_seq);
  else
    bought := (select t.ask from tape t where t.symbol = at_symbol and t.seq = at_seq);
  end if;
  -- Whoever still waits for the other price has none to be refused at.
  if sold is null or bought is null or to_bounds is null then
    return false;
  end if;
  worth := floor(was.quantity * sold * 100000000);
  quantity := quantity_for(was.to_symbol, (worth - ceil(worth * was.fee_rate)) / 100000000, bought, was.to_fee_rate);
  return case of_reason
    when 'amount_wrong' then quantity < (to_bounds ->> 'min')::numeric
    when 'quantity_above_maximum' then quantity > (to_bounds ->> 'max')::numeric
    when 'price_moved' then coalesce(quantity < was.worst, false)
    when 'liquidity_insufficient' then house_lacks(split_part(was.to_symbol, '/', 1), quantity)
      or house_lacks(split_part(was.symbol, '/', 2), ceil(was.quantity * sold * 100000000) / 100000000)
    else false end;
end
$$;

create function house_lacks(of_currency text, needed numeric) returns boolean
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
  select coalesce((select sum(h.amount) from house_balance h where h.account = 'inventory' and h.currency = of_currency), 0) < needed
$$;

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('spot_order', '', 'open', null, null, null, 0, '{}'),
  ('spot_order', '', 'filled', null, null, null, 0, '{}'),
  ('spot_order', '', 'refused', null, null, null, 0, '{}'),
  ('spot_order', 'open', 'open', null, null, null, 0, '{}'),
  ('spot_order', 'open', 'filled', null, null, null, 0, '{}'),
  ('spot_order', 'open', 'cancelled', null, null, null, 0, '{}'),
  ('spot_order', 'open', 'refused', null, null, null, 0, '{}');

insert into journal_template (kind, account, sign) values
  -- A spot trade: money against a coin of the house's inventory, the fee, and the house's gain from rounding.
  ('spot_buy', 'spot', 0), ('spot_buy', 'inventory', 0), ('spot_buy', 'fees', 1), ('spot_buy', 'rounding', 1),
  ('spot_sell', 'spot', 0), ('spot_sell', 'inventory', 0), ('spot_sell', 'fees', 1), ('spot_sell', 'rounding', 1),
  ('spot_convert', 'spot', 0), ('spot_convert', 'inventory', 0), ('spot_convert', 'fees', 1), ('spot_convert', 'rounding', 1),
  ('spot_hold', 'spot', -1), ('spot_hold', 'spot_frozen', 1),
  ('spot_release', 'spot_frozen', -1), ('spot_release', 'spot', 1),
  ('spot_fill', 'spot_frozen', -1), ('spot_fill', 'spot', 1), ('spot_fill', 'inventory', 0), ('spot_fill', 'fees', 1),
  ('spot_fill', 'rounding', 1),
  ('spot_convert', 'spot_frozen', -1);

insert into mail_kind (kind) values
  ('order_bought'), ('order_sold'), ('order_took_profit'), ('order_stopped'), ('order_expired'), ('order_refused');

grant select, insert on spot_fill, spot_amendment to candor_app;
grant select, insert, update (quantity, price, stop, lasts, expires_ms, trail_distance, trail_bps, trail_seq, amended_ms, filled_quantity, status, reason, version, armed_seq, held, updated_ms, priced, ended_seq,
  cancel_ms, cancel_seq, cancel_age_ms, triggered_seq) on spot_order to candor_app;
revoke execute on function amend_let_in, cancel_let_in, conversion_refused_truly, house_lacks, keyed_for, order_begun_in_session,
  order_cancelled_in_session, order_let_in, quantity_for, spot_cost, spot_house_lacks,
  spot_amendment_truly, spot_order_amended, spot_order_amendment, spot_order_cancel_asked, spot_order_checks_due, spot_order_holds, spot_orders_paid, spot_holds_explained, spot_journals_explained, spot_reached_at, spot_reached_between,
  spot_expires_seq, spot_refused_truly from public;
comment on table spot_amendment is 'written by commands';

-- What the invariants read, which the guard evaluates.
grant select on spot_amendment, spot_fill, spot_order to candor_guard;
