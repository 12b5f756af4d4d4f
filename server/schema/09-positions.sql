-- Leveraged positions: contracts on crypto, and lots of forex and metals. A resting order is a position that is not open yet.
-- The database recomputes the cost and the result of each position, and checks every tape entry that a position names.

create table position (
  book bigint not null,
  id bigint not null,
  product text not null check (product in ('contract', 'forex')),
  symbol text not null,
  side text not null check (side in ('long', 'short')),
  -- A stop order opens when the price reaches its level from the opposite side to a limit order's: a long opens when the ask
  -- rises to it.
  type text not null check (type in ('market', 'limit', 'stop')),
  status text not null check (status in ('pending', 'open', 'closing', 'closed', 'cancelled')),
  reason text,
  -- The requested quantity and the part of it that is not closed yet, in coins (crypto) or lots (forex and metals).
  quantity numeric(38,8) not null check (quantity > 0),
  open_quantity numeric(38,8) not null check (open_quantity >= 0 and open_quantity <= quantity),
  leverage int not null check (leverage > 0),
  collateral text not null check (collateral in ('contract', 'promo')),
  -- The limit of a limit order, or the level of a stop order.
  price numeric(38,8) check (price > 0),
  entry_price numeric(38,8) check (entry_price > 0),
  entry_seq bigint,
  entry_ms bigint,
  -- The fee at the opening; for a resting order, the fee at its price.
  open_fee numeric(38,8) not null check (open_fee >= 0),
  initial_margin numeric(38,8) not null check (initial_margin >= 0),
  -- The amount frozen for the position, including the fee of a resting order and any margin above the initial one.
  margin numeric(38,8) not null check (margin >= 0),
  -- The conversion rate: USDT per unit of the quote currency, and the tape entry that published it.
  rate numeric(38,8) not null check (rate > 0),
  rate_seq bigint,
  -- Overnight financing in USDT that was charged but not settled yet, and the market time up to which it is charged.
  financing numeric(38,8) not null check (financing >= 0),
  financed_ms bigint not null,
  take_profit numeric(38,8) check (take_profit > 0),
  stop_price numeric(38,8) check (stop_price > 0),
  stop_kind text check (stop_kind in ('loss', 'lock')),
  trail_distance numeric(38,8) check (trail_distance > 0),
  -- The level of the last margin warning sent, in per cent; 0 for none.
  warned smallint not null check (warned in (0, 75, 60)),
  -- The state of each waiting trigger: {"stop": [version, armed_seq, since_ms]}. It fires at the first entry after armed_seq that
  -- reaches its level and, if since_ms is set, was made at or after since_ms. When the engine fires a trigger, it names this
  -- version.
  armed jsonb not null,
  realised_pnl numeric(38,8) not null,
  -- Every partial or full closing, oldest first. Elements are only appended.
  closes jsonb not null,
  created_ms bigint not null,
  updated_ms bigint not null,
  closed_ms bigint,
  placed_day int,
  opened_day int,
  -- The margin at the opening or, before that, at the acceptance of the order.
  staked numeric(38,8),
  -- Margin that was added after the opening: [{"day": 20413, "amount": "100"}].
  added jsonb not null default '[]',
  -- Fractions of the notional: the fee on opening and on closing, and the financing charged at each midnight for the
  -- position's side.
  fee_rate numeric(38,8) not null check (fee_rate between 0 and 0.01),
  financing_rate numeric(38,8) not null check (financing_rate between 0 and 0.01),
  -- created_ms and created_seq are from the acceptance of the order. asked_ms and asked_seq are from the request for a closing of
  -- closing_quantity that is still waiting. Once a closing is completed, its request is in `closes`.
  created_seq bigint not null,
  fill_age_ms int not null check (fill_age_ms >= 0),
  worst_price numeric(38,8) check (worst_price > 0),
  asked_ms bigint,
  asked_seq bigint,
  closing_quantity numeric(38,8) check (closing_quantity > 0),
  -- The conversion rate at the acceptance of the order, from which the frozen amount of a resting order was computed.
  placed_rate numeric(38,8) not null,
  placed_rate_seq bigint,
  -- The conversion rate at the opening; null until then. `rate` changes when a new rate is published.
  open_rate numeric(38,8),
  open_rate_seq bigint,
  -- Every overnight charge, oldest first: {seq, time_ms, nights, quantity, rate, rate_seq, amount}. Elements are only
  -- appended.
  nights jsonb not null,
  -- A loss beyond the margin is covered first by the customer's gains on the opposite side of the same instrument, and then by
  -- the house. `charge` is what this position owes for losses of the opposite side; `gains` lists the gains of the opposite
  -- side while this position was open.
  charge numeric(38,8) not null default 0
  check (charge >= 0 and (charge = 0 or status in ('open', 'closing'))),
  gains jsonb not null default '[]' check (jsonb_typeof(gains) = 'array'),
  -- The entry at which an order that waited ended without filling. For a manual cancellation, this is the newest entry, and no
  -- entry up to it may have reached the order's level. For a refusal, it is the entry at which the order would have filled,
  -- and the database checks the reason as far as it can.
  ended_seq bigint,
  -- The customer's request to cancel a resting order: its time by the market clock, the newest entry at that time, and the
  -- maximum age of that entry at which the order is cancelled immediately.
  cancel_ms bigint,
  cancel_seq bigint,
  cancel_age_ms int check (cancel_age_ms >= 0),
  -- The last request to change levels or margin, in the same form. While the change waits, change_waits contains all levels
  -- after the change and the margin to be added: {"take_profit": "21000", "stop_price": null, "stop_kind": null,
  -- "trail_distance": null, "margin": "0"}.
  change_ms bigint,
  change_seq bigint,
  change_age_ms int check (change_age_ms >= 0),
  change_waits jsonb,
  -- The time in force. An IOC or FOK order is a market order with its limit as the worst price. A GTD order can't be opened by an
  -- entry at or after expires_ms (market clock).
  time_in_force text not null default 'GTC',
  expires_ms bigint,
  -- Whether the order was accepted only because the newest price had not reached it.
  post_only boolean not null default false,
  -- The customer's own name for the order.
  client_order_id text,
  -- When the customer last amended the order, by the market clock. Earlier entries can no longer open it.
  amended_ms bigint,
  -- The position that the order reduces when its level is reached. Such an order opens nothing and freezes nothing.
  reduces bigint,
  primary key (book, id),
  check ((stop_price is null) = (stop_kind is null)),
  check ((status in ('closed', 'cancelled')) = (closed_ms is not null)),
  check ((status in ('open', 'closing')) = (open_quantity > 0)),
  check (status in ('pending', 'open', 'closing') or margin = 0),
  check (status in ('pending', 'cancelled') or entry_price is not null),
  check (type = 'market' or price is not null),
  constraint position_closing_asked check ((asked_ms is null) = (asked_seq is null) and (asked_ms is null) = (closing_quantity is null)),
  constraint position_closing_whole check (status = 'closed' or closing_quantity is null or closing_quantity <= open_quantity),
  constraint position_gains_exact check (gains::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]'),
  constraint position_exact
  check (closes::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]' and added::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]'),
  constraint position_product check ((product = 'contract') = (symbol like '%/USDT')),
  constraint position_leverage check (leverage between 1 and 200),
  constraint position_ended check (ended_seq is null or status = 'cancelled'),
  constraint position_cancel check ((cancel_ms is null) = (cancel_seq is null) and (cancel_ms is null) = (cancel_age_ms is null)),
  constraint position_change check ((change_ms is null) = (change_seq is null) and (change_ms is null) = (change_age_ms is null)
    and (change_waits is null or change_ms is not null)),
  constraint position_change_exact check (change_waits::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]'),
  constraint position_time_in_force check (case time_in_force when 'GTC' then true when 'GTD' then type <> 'market'
    when 'IOC' then type = 'market' when 'FOK' then type = 'market' else false end),
  constraint position_expiry check ((time_in_force = 'GTD') = (expires_ms is not null)
    and (expires_ms is null or expires_ms - created_ms between 1000 and 7776000000
      or expires_ms - amended_ms between 1 and 7776000000)),
  constraint position_post_only check (not post_only or type = 'limit'),
  constraint position_reduces check (reduces is null or (type <> 'market' and status in ('pending', 'cancelled') and entry_price is null
    and (margin, open_fee, initial_margin, staked) = (0, 0, 0, 0) and staked is not null and not post_only
    and coalesce(take_profit, stop_price, trail_distance, worst_price, change_ms) is null)),
  constraint position_amended check (amended_ms is null or (type <> 'market' and amended_ms > created_ms)),
  constraint position_client_order_id check (client_order_id ~ '^[A-Za-z0-9._:-]{1,64}$')
) with (fillfactor = 70);
create index position_alive on position (book, id) where status in ('pending', 'open', 'closing');
create index position_last_day on position (book, (case when status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((closes -> -1 ->> 'day')::int, (closed_ms / 86400000)::int) end));
-- A customer who holds both sides of an instrument has no market risk, and if one side uses experience credit, only the house
-- can lose. Therefore, while a position, resting order or ticket uses credit, its customer may not take the opposite side.
create index position_credit_alive on position (book, symbol) where collateral = 'promo' and status in ('pending', 'open', 'closing');
create index position_reduced_by on position (book, reduces) where reduces is not null and status = 'pending';
create unique index position_client_order on position (book, client_order_id) where status = 'pending' and client_order_id is not null;
create index position_ended on position (book, symbol, closed_ms) where status = 'closed';
create trigger position_day_kept before update on position for each row
  when ((old.placed_day is distinct from new.placed_day and old.amended_ms is not distinct from new.amended_ms)
    or (old.entry_price is not null and old.opened_day is distinct from new.opened_day))
  execute function day_kept();
create trigger taken_back_lately after update on position for each statement execute function accepted_lately();

-- The sharing of losses between the two sides of an instrument is checked at commit, once per transaction for each customer and
-- instrument. The check covers the new closings, and the positions that are open or were closed since the entries that these
-- closings name.

-- The checks due at commit. The table is empty between transactions, and only a trigger writes it.
create unlogged table position_due (
  book bigint not null,
  symbol text not null,
  -- The first journal of the new closings; null if there are only charges.
  first_seq bigint,
  -- Closings before this market time do not affect the check.
  since_ms bigint not null,
  -- The side of the rows that changed; null if rows of both sides did.
  side text,
  -- Whether one of the changes records a sharing of losses.
  said boolean not null default false,
  primary key (book, symbol)
);

create trigger begun_in_session after insert on position referencing new table as added
  for each statement execute function begun_in_session();

create trigger accepted_lately after insert on position for each statement execute function accepted_lately();

-- A position that has ended never changes, and neither recorded closings nor the opening can be rewritten. The conditions are in
-- the WHEN clause, because a function call per row would cost as much as writing the row.
create function position_refuse() returns trigger language plpgsql as
$$
begin
  raise exception 'position %: status % is not allowed after %', old.id, new.status, old.status
    using errcode = 'check_violation', constraint = 'position_transition';
end
$$;
create trigger position_transition before update on position for each row
  when (
    (old.status = 'closing' and new.status = 'open' and new.open_quantity >= old.open_quantity)
    or (old.entry_price is not null and (
      old.entry_price <> new.entry_price or old.entry_seq <> new.entry_seq or old.entry_ms <> new.entry_ms
    ))
    or old.side <> new.side or old.symbol <> new.symbol
    -- Amendments are checked by `position_amended`.
    or (old.amended_ms is not distinct from new.amended_ms and (old.quantity, old.price, old.time_in_force, old.expires_ms, old.staked)
      is distinct from (new.quantity, new.price, new.time_in_force, new.expires_ms, new.staked))
    or old.collateral <> new.collateral
    or old.fee_rate <> new.fee_rate or old.financing_rate <> new.financing_rate
    or old.created_ms <> new.created_ms or old.created_seq <> new.created_seq or old.fill_age_ms <> new.fill_age_ms
    or (old.status = 'closing' and new.status = 'closing'
      and (old.asked_ms, old.asked_seq, old.closing_quantity) is distinct from (new.asked_ms, new.asked_seq, new.closing_quantity))
    or (old.cancel_ms is not null
      and (old.cancel_ms, old.cancel_seq, old.cancel_age_ms) is distinct from (new.cancel_ms, new.cancel_seq, new.cancel_age_ms))
    -- Elements are only appended to the list of closings: the new text starts with the old one without its last bracket.
    or not starts_with(new.closes::text, rtrim(old.closes::text, ']'))
  ) execute function position_refuse();
create trigger position_began after insert on position referencing new table as added for each statement execute function went_its_way();
create trigger position_went_its_way after update on position referencing old table as before new table as changed
  for each statement execute function went_its_way();

-- Returns the amount of the base currency in a quantity of 1, as the catalogue does (a test compares the two). The function
-- has an SQL-standard body, which PostgreSQL inlines into the calling expression.
create function contract_size(product text, symbol text) returns numeric language sql immutable parallel safe
  return case when product = 'contract' then 1::numeric when symbol = 'XAU/USD' then 100::numeric when symbol = 'XAG/USD' then 5000::numeric
    else 100000::numeric end;

-- Whether a quote reaches the price that a resting order waits for.
create function entry_reached(bid numeric, ask numeric, long boolean, is_stop boolean, price numeric) returns boolean
  language sql immutable parallel safe
  return case when long then case when is_stop then ask >= price else ask <= price end
    else case when is_stop then bid <= price else bid >= price end end;

-- Returns the notional in units of 10^-8 USDT, rounded up. Fee and margin are computed from it.
create function contract_notional(product text, symbol text, quantity numeric, price numeric, rate numeric) returns numeric
  language sql immutable parallel safe
  return ceil(quantity * contract_size(product, symbol) * price * rate * 100000000);

-- Changes the exposure counters together with the rows that they count. For the counters by symbol and side, only the sum is
-- changed.
create function position_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  names text[];
  amounts numeric[];
begin
  if tg_op = 'INSERT' then
    select array_agg(format('cover:%s:%s', m.symbol, m.side)), array_agg(m.amount) into names, amounts from (
      select a.symbol, a.side, sum(stress_of(a.product, a.symbol, a.open_quantity, a.entry_price, a.rate)) as amount
        from added a where a.status in ('open', 'closing') and a.entry_price is not null group by a.symbol, a.side
    ) m;
  else
    select array_agg(format('cover:%s:%s', m.symbol, m.side)), array_agg(m.amount) into names, amounts from (
      select c.symbol, c.side, sum(stress_of(c.product, c.symbol, c.open_quantity, c.entry_price, c.rate)) as amount
        from changed c where c.status in ('open', 'closing') and c.entry_price is not null group by c.symbol, c.side
      union all
      select b.symbol, b.side, -sum(stress_of(b.product, b.symbol, b.open_quantity, b.entry_price, b.rate))
        from before b where b.status in ('open', 'closing') and b.entry_price is not null group by b.symbol, b.side
    ) m;
  end if;
  if names is not null then
    perform count_moves(names, amounts);
  end if;
  return null;
end
$$;
create trigger position_counted_new after insert on position
  referencing new table as added for each statement execute function position_counted();
create trigger position_counted after update on position
  referencing old table as before new table as changed for each statement execute function position_counted();

-- Recomputes the counter of open profits from the newest prices, because open profits change without a change of a row.
create function count_open_profit() returns void language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  -- Whoever looks at how things were some time ago counts what was then.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'open profits can only be recounted at the isolation level read committed' using errcode = 'check_violation', constraint = 'open_profit_now';
  end if;
  perform from counter c where c.name = 'open_profit' and c.slot = -1 for no key update;
  perform count_moves('{open_profit}', array[(select coalesce(sum(o.amount), 0) from open_profit o)
    - (select coalesce(sum(c.value), 0) from counter c where c.name = 'open_profit')]);
end
$$;

-- Unrealised profits of open positions, at the price at which each would close now. Losses are not offset against them.
create view open_profit as
  select p.book, p.id, p.symbol, p.side,
    greatest(0, trunc(p.open_quantity * contract_size(p.product, p.symbol) * p.rate
      * case p.side when 'long' then h.bid - p.entry_price else p.entry_price - h.ask end, 8)) as amount
  from position p join tape_head h on h.symbol = p.symbol and h.bid > 0
  where p.status in ('open', 'closing');

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('position', '', 'pending', null, null, null, 0, '{}'),
  ('position', '', 'open', null, null, null, 0, '{}'),
  ('position', 'pending', 'pending', null, null, null, 0, '{}'),
  ('position', 'pending', 'open', null, null, null, 0, '{}'),
  ('position', 'pending', 'cancelled', null, null, null, 0, '{}'),
  ('position', 'open', 'open', null, null, null, 0, '{}'),
  ('position', 'open', 'closing', null, null, null, 0, '{}'),
  ('position', 'open', 'closed', null, null, null, 0, '{}'),
  ('position', 'closing', 'closing', null, null, null, 0, '{}'),
  ('position', 'closing', 'open', null, null, null, 0, '{}'),
  ('position', 'closing', 'closed', null, null, null, 0, '{}');

insert into journal_template (kind, account, sign) values
  -- A resting order freezes margin and fee at its limit, and releases them when it is cancelled.
  ('contract_hold', 'contract', -1), ('contract_hold', 'contract_frozen', 1), ('contract_hold', 'promo', -1),
  ('contract_hold', 'promo_frozen', 1),
  ('contract_release', 'contract', 1), ('contract_release', 'contract_frozen', -1), ('contract_release', 'promo', 1),
  ('contract_release', 'promo_frozen', -1),
  -- Opening: the margin is frozen and still belongs to the customer; only the fee leaves the account.
  ('contract_open', 'contract', -1), ('contract_open', 'contract_frozen', 1), ('contract_open', 'promo', -1),
  ('contract_open', 'promo_frozen', 1), ('contract_open', 'fees', 1), ('contract_open', 'rounding', 1),
  ('contract_fill', 'contract', 1), ('contract_fill', 'contract_frozen', -1), ('contract_fill', 'promo', 1),
  ('contract_fill', 'promo_frozen', -1), ('contract_fill', 'fees', 1), ('contract_fill', 'rounding', 1),
  ('contract_margin', 'contract', -1), ('contract_margin', 'contract_frozen', 1), ('contract_margin', 'promo', -1),
  ('contract_margin', 'promo_frozen', 1),
  -- Closing: the margin is returned plus the profit or minus the loss; the house covers any loss beyond the margin.
  ('contract_close', 'contract', 0), ('contract_close', 'contract_frozen', -1), ('contract_close', 'promo', 1),
  ('contract_close', 'promo_frozen', -1), ('contract_close', 'trading', 0), ('contract_close', 'fees', 0),
  ('contract_close', 'interest', 0), ('contract_close', 'insurance', 0), ('contract_close', 'equity', 0),
  ('contract_close', 'rounding', 0),
  ('debt_payment', 'contract', 1), ('debt_payment', 'trading', -1), ('debt_payment', 'insurance', -1),
  ('debt_payment', 'equity', -1), ('debt_payment', 'interest', -1), ('debt_payment', 'fees', -1),
  ('debt_payment', 'rounding', -1), ('debt_payment', 'promo', 1);

insert into mail_kind (kind) values
  ('position_warned'), ('position_closed_out'),
  ('position_opened_long'), ('position_opened_short'), ('position_took_profit'), ('position_stopped'), ('position_locked'),
  ('position_trailed'), ('position_reduced'), ('position_closed_late');

-- The house's total debt, the open profits when they were last counted, and the stress of each symbol and side.
insert into counter (name, slot)
  select name, -1 from (values ('house_owed'), ('open_profit')) as one (name)
  union all select 'cover:' || symbol || ':' || side, -1
  from unnest(array['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT', 'XRP/USDT', 'ADA/USDT', 'DOGE/USDT', 'LTC/USDT', 'TRX/USDT',
    'LINK/USDT', 'EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/USD', 'USD/CHF', 'USD/CAD', 'NZD/USD', 'EUR/GBP', 'EUR/JPY', 'GBP/JPY',
    'XAU/USD', 'XAG/USD']) as listed (symbol), unnest(array['long', 'short']) as one (side);

grant select on open_profit to candor_app;
grant select, insert, update (status, reason, open_quantity, entry_price, entry_seq, entry_ms, open_fee, initial_margin, margin, rate,
  rate_seq, financing, financed_ms, take_profit, stop_price, stop_kind, trail_distance, warned, armed, realised_pnl, closes,
  updated_ms, closed_ms, opened_day, added, asked_ms, asked_seq, closing_quantity, open_rate, open_rate_seq, nights, charge, gains,
  ended_seq, cancel_ms, cancel_seq, cancel_age_ms, change_ms, change_seq, change_age_ms, change_waits, quantity, price, time_in_force,
  expires_ms, staked, placed_day, amended_ms) on position to candor_app;
revoke execute on function contract_notional, count_open_profit, entry_reached from public;
grant execute on function count_open_profit to candor_app;

-- Read by the invariants, which the guard evaluates.
grant select on open_profit, position to candor_guard;
