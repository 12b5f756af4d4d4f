-- Leveraged positions: contracts on crypto, and lots of forex and metals. An order is a position that rests.

create table position (
  book bigint not null,
  id bigint not null,
  product text not null check (product in ('contract', 'forex')),
  symbol text not null,
  side text not null check (side in ('long', 'short')),
  type text not null check (type in ('market', 'limit')),
  status text not null check (status in ('pending', 'open', 'closing', 'closed', 'cancelled')),
  -- Why it ended.
  reason text,
  -- Coins of crypto, lots of forex and metals: asked for, and not closed yet.
  quantity numeric(38,8) not null check (quantity > 0),
  open_quantity numeric(38,8) not null check (open_quantity >= 0 and open_quantity <= quantity),
  leverage int not null check (leverage > 0),
  collateral text not null check (collateral in ('contract', 'promo')),
  price numeric(38,8) check (price > 0),
  entry_price numeric(38,8) check (entry_price > 0),
  entry_seq bigint,
  entry_ms bigint,
  -- Of the opening; of a resting order as it would be at the limit.
  open_fee numeric(38,8) not null check (open_fee >= 0),
  initial_margin numeric(38,8) not null check (initial_margin >= 0),
  -- Frozen for it, of a resting order with its fee; also what of that is more than its initial margin.
  margin numeric(38,8) not null check (margin >= 0),
  -- USDT for one unit of the quote currency, and the entry it was published in.
  rate numeric(38,8) not null check (rate > 0),
  rate_seq bigint,
  -- Charged at midnights and not settled yet; the market time up to which they are counted.
  financing numeric(38,8) not null check (financing >= 0),
  financed_ms bigint not null,
  take_profit numeric(38,8) check (take_profit > 0),
  stop_price numeric(38,8) check (stop_price > 0),
  stop_kind text check (stop_kind in ('loss', 'lock')),
  trail_distance numeric(38,8) check (trail_distance > 0),
  -- The last margin warning sent: 0, 75 or 60 per cent.
  warned smallint not null check (warned in (0, 75, 60)),
  -- What each kind of trigger waits with: {"stop": [version, armed_seq]}. It fires at the first entry after armed_seq
  -- that reaches its level; a firing names the version it fires.
  armed jsonb not null,
  realised_pnl numeric(38,8) not null,
  -- Every closing, whole or in part, oldest first; it only grows.
  closes jsonb not null,
  created_ms bigint not null,
  updated_ms bigint not null,
  closed_ms bigint,
  primary key (book, id),
  check ((stop_price is null) = (stop_kind is null)),
  check ((status in ('closed', 'cancelled')) = (closed_ms is not null)),
  check ((status in ('open', 'closing')) = (open_quantity > 0)),
  check (status in ('pending', 'open', 'closing') or margin = 0),
  check (status in ('pending', 'cancelled') or entry_price is not null),
  check (type = 'market' or price is not null)
) with (fillfactor = 70);
create index position_alive on position (book, id) where status in ('pending', 'open', 'closing');

-- Which way a position goes; one that ended never changes, what was closed stays on record, and what it was opened as
-- cannot be rewritten. The conditions stand in the trigger itself: a function called for every row cost as much as the row.
create function position_refuse() returns trigger language plpgsql as
$$
begin
  raise exception 'position % cannot become what it is to become (% after %)', old.id, new.status, old.status
    using errcode = 'check_violation', constraint = 'position_transition';
end
$$;
create trigger position_transition before update on position for each row
  when (
    not case old.status
      when 'pending' then new.status in ('pending', 'open', 'cancelled')
      when 'open' then new.status in ('open', 'closing', 'closed')
      when 'closing' then new.status in ('closing', 'closed')
      else false
    end
    or (old.entry_price is not null and (
      old.entry_price <> new.entry_price or old.entry_seq <> new.entry_seq or old.entry_ms <> new.entry_ms
    ))
    or old.side <> new.side or old.quantity <> new.quantity or old.symbol <> new.symbol
    or old.collateral <> new.collateral
    -- A list of closings only grows: what it was without its last bracket is how it begins.
    or not starts_with(new.closes::text, rtrim(old.closes::text, ']'))
  ) execute function position_refuse();

insert into journal_template (kind, account, sign) values
  -- A resting order freezes margin and fee at its limit, and gives them back when it is cancelled.
  ('contract_hold', 'contract', -1), ('contract_hold', 'contract_frozen', 1),
  ('contract_hold', 'promo', -1), ('contract_hold', 'promo_frozen', 1),
  ('contract_release', 'contract', 1), ('contract_release', 'contract_frozen', -1),
  ('contract_release', 'promo', 1), ('contract_release', 'promo_frozen', -1),
  -- Opening: the margin is frozen and stays the customer's; only the fee leaves.
  ('contract_open', 'contract', -1), ('contract_open', 'contract_frozen', 1),
  ('contract_open', 'promo', -1), ('contract_open', 'promo_frozen', 1),
  ('contract_open', 'fees', 1), ('contract_open', 'rounding', 1),
  ('contract_fill', 'contract', 1), ('contract_fill', 'contract_frozen', -1),
  ('contract_fill', 'promo', 1), ('contract_fill', 'promo_frozen', -1),
  ('contract_fill', 'fees', 1), ('contract_fill', 'rounding', 1),
  ('contract_margin', 'contract', -1), ('contract_margin', 'contract_frozen', 1),
  ('contract_margin', 'promo', -1), ('contract_margin', 'promo_frozen', 1),
  -- Closing: margin comes back with the profit or less the loss; what a loss exceeds it by, the house bears.
  ('contract_close', 'contract', 1), ('contract_close', 'contract_frozen', -1),
  ('contract_close', 'promo', 1), ('contract_close', 'promo_frozen', -1),
  ('contract_close', 'trading', 0), ('contract_close', 'fees', 1), ('contract_close', 'interest', 1),
  ('contract_close', 'insurance', -1), ('contract_close', 'equity', -1), ('contract_close', 'rounding', 1);

-- Every open hold, one by one: an account's frozen part is their sum. Each feature that freezes adds its rows here.
create or replace view open_hold as
  select book, 'spot_order:' || id as ref, 'spot_frozen'::account as account,
    case when side = 'buy' then split_part(symbol, '/', 2) else split_part(symbol, '/', 1) end as currency,
    held as amount
  from spot_order where status = 'open'
  union all
  select book, 'position:' || id, case collateral when 'contract' then 'contract_frozen' else 'promo_frozen' end::account,
    'USDT', margin
  from position where status in ('pending', 'open', 'closing');

grant select, insert, update on position to candor_app;
