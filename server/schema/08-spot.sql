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
  -- Incremented with each change of the level. When the engine fires a trigger, it names this version.
  version int not null,
  armed_seq bigint not null,
  -- The amount still frozen for the order.
  held numeric(38,8) not null default 0 check (held >= 0),
  created_ms bigint not null,
  updated_ms bigint not null,
  -- The order's fee rate, a fraction of a fill's value. It is stored because an order keeps the rate that was published when it
  -- was accepted. For a coin-to-coin order, this is the rate for the coin sold, and each fill has its own rate.
  fee_rate numeric(38,8) not null check (fee_rate between 0 and 0.01),
  -- created_ms is the time of acceptance, and armed_seq is the newest tape entry at that time. For a coin-to-coin order,
  -- to_armed_seq is the newest entry of the coin bought. A market order that waits freezes an amount, as a limit order does. The
  -- quantity that a budget buys depends on the price.
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
  -- When the customer last amended the order, by the market clock. Earlier entries can no longer fill it.
  amended_ms bigint,
  -- A trailing stop: the distance in price, the share of the price from which it was computed, and the entry from which the best
  -- price is measured. Its stop is null, unless the price reversed by the distance but the house had too little to fill it.
  trail_distance numeric(38,8) check (trail_distance > 0),
  trail_bps int check (trail_bps between 1 and 9999),
  trail_seq bigint,
  -- For a purchase, the take profit and the stop loss of the sale that protects what it buys (`43-spot.sql`), of which at least
  -- one is set. For such a sale, the purchase that it protects.
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
create index spot_order_refused on spot_order (book, updated_ms, id) where status = 'refused';
-- Whether a key of the customer permits the change (`41-api-keys.sql`), and whether something else that the customer set up
-- permits cancelling their orders. Always false here; features replace these functions.
create function keyed_for(of_book bigint, of_symbol text) returns boolean language sql volatile set search_path = public, pg_temp as
$$ select false $$;
create function cancel_let_in(of_book bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$ select false $$;
-- Whether a key of the customer permits this amendment (`41-api-keys.sql`).
create function amend_let_in(of_book bigint, of_order bigint, of_version int) returns boolean language sql stable
  set search_path = public, pg_temp as
$$ select false $$;

-- An order is cancelled in a session of its customer, by one of their keys, or by something that they set up in a session.
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

-- Whether something other than a session of the customer permits an order. Here, it is the purchase that a sale protects. A
-- feature that places orders for customers renames this function, and creates one that checks its own rows and then calls the
-- renamed one.
create function order_let_in(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from spot_order s where s.book = of_book and s.id = of_order and s.entry_id is not null)
$$;

-- An order is placed in a session of its customer, or permitted by something that the customer set up in a session.
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

-- The terms of an accepted order and a cancellation request never change. The exceptions are the quantity that a budget buys,
-- what the customer amends (`spot_order_amended`), and the stop of a trailing stop that was reached. The version increases by at
-- most one, when the level that is watched changes.
create function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.fee_rate <> new.fee_rate then
    raise exception 'the fee rate of spot order % cannot change', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
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
    raise exception 'the accepted terms of spot order % cannot change', old.id
      using errcode = 'check_violation', constraint = 'spot_order_acceptance';
  end if;
  if new.version not between old.version and old.version
    + ((old.status, old.armed_seq, old.priced, old.amended_ms) is distinct from (new.status, new.armed_seq, new.priced, new.amended_ms))::int
  then
    raise exception 'the version of spot order % does not match its changes', old.id
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

-- The customer's amendments of a resting order: its levels, quantity and expiry before and after, with the entry and the time
-- from which it had waited.
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
  -- The expiry of the order before the amendment, if it had one, and after it.
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

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('spot_order', '', 'open', null, null, null, 0, '{}'),
  ('spot_order', '', 'filled', null, null, null, 0, '{}'),
  ('spot_order', '', 'refused', null, null, null, 0, '{}'),
  ('spot_order', 'open', 'open', null, null, null, 0, '{}'),
  ('spot_order', 'open', 'filled', null, null, null, 0, '{}'),
  ('spot_order', 'open', 'cancelled', null, null, null, 0, '{}'),
  ('spot_order', 'open', 'refused', null, null, null, 0, '{}');

insert into journal_template (kind, account, sign) values
  -- A spot trade: money for a coin of the house's inventory, the fee, and the house's gain from rounding.
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
revoke execute on function amend_let_in, cancel_let_in, keyed_for, order_begun_in_session, order_cancelled_in_session, order_let_in,
  spot_cost from public;
comment on table spot_amendment is 'written by commands';

-- Read by the invariants, which the guard evaluates.
grant select on spot_amendment, spot_fill, spot_order to candor_guard;
