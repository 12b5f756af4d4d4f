-- Views over several features: frozen and staked amounts, the house's promises and funds, the amounts that count towards
-- self-imposed limits, and what a customer may do.

-- Returns the market move that is assumed in a stress, as a fraction of the price. It is the same as in `domain`.
create function stress_move(of_symbol text) returns numeric
  language sql immutable parallel safe
  return case when of_symbol like '%/USDT' then 0.2 when of_symbol like 'XA_/USD' then 0.1 else 0.05 end;

-- Returns what a position would cost the house, in USDT, if the market moved by `stress_move`.
create function stress_of(product text, symbol text, quantity numeric, price numeric, rate numeric) returns numeric
  language sql immutable parallel safe
  return ceil(ceil(quantity * contract_size(product, symbol) * price * rate * 100000000) * stress_move(symbol)) / 100000000;

-- Every open hold. The frozen part of an account is the sum of its holds. A feature that freezes money adds its rows to this
-- view.
create view open_hold as
  select book, 'spot_order:' || id as ref, 'spot_frozen'::account as account,
    case when side = 'buy' then split_part(symbol, '/', 2) else split_part(symbol, '/', 1) end as currency,
    held as amount
  from spot_order where status = 'open'
  union all
  select book, 'position:' || id, case collateral when 'contract' then 'contract_frozen' else 'promo_frozen' end::account,
    'USDT', margin
  from position where status in ('pending', 'open', 'closing')
  union all
  select book, 'withdrawal:' || id, 'spot_frozen', currency, amount
  from withdrawal where status in ('under_review', 'waiting');

-- Customers' money in the house's escrow, item by item. It still belongs to the customer and is shown as frozen. A feature
-- that moves money to escrow adds its rows to this view.
create view open_stake as
  select book, 'option:' || id as ref,
    case source when 'option' then 'option_frozen' else 'promo_frozen' end::account as account,
    currency, stake as amount, profit as house_amount
  from option_ticket where status = 'open';

-- Stakes and results of options and leveraged trading with customers' own money, and deposits, row by row, in USDT at the
-- value when staked. Experience credit is excluded. staked: the amount staked on that day. open: the part of `staked` that is
-- still at stake, first in, first out. result: the result of what was closed on that day, minus fees, financing and covered
-- losses of the opposite side. deposited: the deposits submitted on that UTC day, except failed ones.
create view own_move as
  select book, coalesce(placed_day, accepted_ms / 86400000)::int as day, stake_usdt as staked,
    case status when 'open' then stake_usdt else 0 end as open, 0 as result,
    coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647) as last_day, 0::numeric as deposited
  from option_ticket where source = 'option'
  union all
  select book, coalesce(ended_day, settled_ms / 86400000)::int, 0, 0,
    case status when 'won' then profit_usdt when 'lost' then -stake_usdt else 0 end,
    coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647), 0
  from option_ticket where source = 'option' and status <> 'open'
  union all
  select p.book, coalesce(p.placed_day, p.created_ms / 86400000)::int,
    case p.status when 'cancelled' then 0 else coalesce(p.staked, p.initial_margin) end,
    greatest(0, p.margin - coalesce((select sum(a.amount) from jsonb_to_recordset(p.added) as a (amount numeric)), 0)), 0,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p where p.collateral = 'contract'
  union all
  select p.book, a.day, a.amount,
    least(a.amount, greatest(0, p.margin - coalesce((select sum(b.amount)
      from jsonb_to_recordset(p.added) as b (day int, amount numeric) where b.day > a.day), 0))), 0,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p, lateral (select x.day, sum(x.amount) as amount
    from jsonb_to_recordset(p.added) as x (day int, amount numeric) group by x.day) a
  where p.collateral = 'contract' and p.added <> '[]'
  union all
  select book, coalesce(opened_day, entry_ms / 86400000)::int, 0, 0, -open_fee,
    case when status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((closes -> -1 ->> 'day')::int, (closed_ms / 86400000)::int) end, 0
  from position where collateral = 'contract' and entry_price is not null
  union all
  select p.book, coalesce(c.day, c.time_ms / 86400000)::int, 0, 0, c.pnl - c.fee - c.financing + c.shortfall
      - coalesce(c."offset", 0) - coalesce(c.charge, 0),
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p, jsonb_to_recordset(p.closes) as c (day int, time_ms bigint, pnl numeric, fee numeric,
    financing numeric, shortfall numeric, "offset" numeric, charge numeric)
  where p.collateral = 'contract'
  union all
  -- A deposit is included only on the day of its submission, so that is also its last day.
  select book, placed_day, 0, 0, 0, placed_day, value_usdt from deposit where status <> 'failed';

-- `own_move`, summed by day.
create view own_day as
  select book, day, sum(staked) as staked, sum(open) as open, sum(result) as result, sum(deposited) as deposited
  from own_move group by book, day;

-- `own_move`, summed by day, as one row per book, for a command that sets a limit while it locks the book. `seq` shows whether
-- anything has changed since the row was read. Days that are no longer in any period are omitted.
create view own_history as
  select b.id as book, 0::bigint as id, b.seq, coalesce((
      select json_agg(json_build_object('day', d.day, 'staked', d.staked::text, 'open', d.open::text,
        'result', d.result::text, 'deposited', d.deposited::text) order by d.day)
      from (
        select m.day, sum(m.staked) as staked, sum(m.open) as open, sum(m.result) as result, sum(m.deposited) as deposited
        from own_move m
        where m.book = b.id and m.last_day >= (select (extract(epoch from house_clock()) / 86400)::int - 40)
        group by m.day
      ) d
      where d.open <> 0 or d.day >= (select extract(epoch from house_clock()) / 86400 - 40)
    ), '[]') as days
  from book b;

create view customer_gate as
  select c.id as book, 0::bigint as id, c.status, c.kyc_status, c.country, c.lever_enabled,
    c.trading_password_hash is not null as has_trading_password,
    exists (select from bank_card b where b.book = c.id) as has_bank_card,
    c.security_changed_ms, p.time_out_until_ms, p.excluded_until_ms
  from customer c cross join lateral (
    select max(p.until_ms) filter (where p.kind = 'time_out') as time_out_until_ms,
      max(p.until_ms) filter (where p.kind = 'self_exclusion') as excluded_until_ms
    from own_pause p where p.book = c.id) p;

-- The cost of open positions to the house if each market moved against it by `stress_move`, by symbol and side.
create view open_stress as
  select p.symbol, p.side, sum(stress_of(p.product, p.symbol, p.open_quantity, p.entry_price, p.rate)) as amount
  from position p where p.status in ('open', 'closing') group by p.symbol, p.side;

-- The money from which the house pays positions, its debts, and open profits. There is one row per book, so that a command that
-- opens a position can read it.
create view house_cover as
  select b.id as book, 0::bigint as id,
    (select coalesce(sum(h.amount), 0) from house_balance h where h.currency = 'USDT'
      and h.account in ('trading', 'insurance', 'equity', 'interest', 'fees', 'rounding'))::numeric(38,8) as funds,
    (select coalesce(sum(c.value), 0) from counter c where c.name = 'house_owed')::numeric(38,8) as owed,
    (select coalesce(sum(c.value), 0) from counter c where c.name = 'open_profit')::numeric(38,8) as open_profit
  from book b;

-- The current promises of the house in USDT: open profits, debts, and for each symbol the stress of open positions on the side
-- where it is greater.
create view house_promised as
  select b.id as book, 0::bigint as id, (select c.funds from house_cover c where c.book = 0) as funds,
    ((select coalesce(sum(o.amount), 0) from open_profit o)
      + (select coalesce(sum(d.amount - d.paid), 0) from house_debt d where d.status = 'owed')
      + (select coalesce(sum(s.greatest), 0)
        from (select max(o.amount) as greatest from open_stress o group by o.symbol) s))::numeric(38,8) as promised
  from book b where b.id = 0;

grant select on open_hold, open_stake, customer_gate, own_day, own_history, house_cover, house_promised, open_stress to candor_app;

-- Read by the invariants, which the guard evaluates.
grant select on open_hold, open_stake, open_stress, own_day to candor_guard;
