-- Figures for the operators' charts, by hour and by day. Reports only: no price, order or payout reads them. What journals say is
-- added up as the journals are sealed, each exactly once, so that a chart reads a few rows however long the ledger is.

-- Starts of hours and days are in milliseconds of the house's time; days are in UTC.
create table figure (
  span text not null check (span in ('hour', 'day')),
  start_ms bigint not null check (start_ms % case span when 'hour' then 3600000 else 86400000 end = 0),
  series text not null check (series in ('deposits', 'withdrawals', 'fees', 'result', 'traded', 'closed', 'lost', 'claims', 'custody',
    'long', 'short', 'stress', 'options', 'funds', 'promised')),
  -- A currency, a product or a symbol; empty if the series has one line.
  key text not null,
  -- In USDT, except that claims and custody are in their currency, and traded, closed and lost are numbers of customers.
  value numeric(38,8) not null,
  primary key (span, start_ms, series, key)
);

-- The customers who traded in an hour or on a day, and the sum of their results of leveraged positions and options in USDT.
create table figure_customer (
  span text not null check (span in ('hour', 'day')),
  start_ms bigint not null,
  book bigint not null,
  result numeric(38,8) not null,
  -- Whether the customer closed a position, or an option of theirs ended.
  closed boolean not null,
  primary key (span, start_ms, book)
);

create table figure_progress (
  singleton boolean primary key default true check (singleton),
  -- The newest root of the ledger whose journals are counted.
  seal bigint not null default 0,
  -- When claims, custody and exposure were last read, by the house's time.
  observed_ms bigint not null default 0
);
insert into figure_progress default values;

-- Returns the product to which a journal belongs, or null if it is none of a product's: the house's own allocations, and transfers
-- of a customer. The product of a position is that of its row.
create function figure_product(of_book bigint, of_kind text, of_ref text) returns text language sql stable
  set search_path = public, pg_temp as
$$
  select case
    when of_kind like 'spot\_%' then 'spot'
    when of_kind in ('contract_open', 'contract_fill', 'contract_close') then
      (select p.product from position p where p.book = of_book and p.id = split_part(of_ref, ':', 2)::bigint)
    when of_kind = 'debt_payment' then (select p.product from house_debt d join position p on p.book = d.book and p.id = d.position
      where d.book = of_book and d.id = split_part(of_ref, ':', 2)::bigint)
    when of_kind like 'option\_%' then 'option'
    when of_kind = 'exchange' then 'exchange'
    when of_kind like 'withdrawal\_%' then 'withdrawal'
    when of_kind like 'fund\_%' then 'fund'
    when of_kind like 'loan\_%' then 'loan'
    when of_kind like 'referral\_%' then 'referral' end
$$;

-- Adds up the journals that the next roots cover, and returns the number of roots: as many as seal at most `at_most` books
-- together, and at least one. Only one process counts at a time; any other gets 0.
create function figures_count(at_most int) returns int language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  counted bigint;
  newest bigint;
  upto bigint;
  -- The market clock of a replay is years behind the house's time, by which charts are drawn.
  apart_ms bigint;
  first_ms bigint;
  last_ms bigint;
begin
  select p.seal into counted from figure_progress p for update skip locked;
  if not found then return 0; end if;
  select max(l.number) into newest from ledger_seal l;
  if newest is null or newest <= counted then return 0; end if;
  select s.number - 1 into upto from journal_seal s where s.number > counted order by s.number, s.book offset at_most limit 1;
  upto := greatest(coalesce(upto, newest), counted + 1);
  -- The two clocks are read one after the other, so the difference is only exact to the second.
  apart_ms := round(extract(epoch from house_clock()) - clock_ms() / 1000.0) * 1000;
  if abs(apart_ms) < 60000 then apart_ms := 0; end if;
  with covered as materialized (
    select j.book, j.seq, j.kind, j.ref, j.accounts, j.currencies, j.amounts, j.time_ms + apart_ms as at_ms
    from journal_seal s
      -- Each part is fenced, because PostgreSQL would otherwise read all journals of each customer.
      cross join lateral (select coalesce(max(o.seq), 0) as seq from journal_seal o where o.book = s.book and o.seq < s.seq offset 0) before
      cross join lateral (select l.* from journal l where l.book = s.book and l.seq > before.seq and l.seq <= s.seq offset 0) j
    where s.number > counted and s.number <= upto
  ), posted as materialized (
    select c.book, c.kind, c.ref, c.at_ms, p.account, p.currency, p.amount
    from covered c cross join lateral unnest(c.accounts, c.currencies, c.amounts) as p (account, currency, amount)
  ), told as (
    select 'deposits' as series, p.currency as key, p.at_ms, usdt_worth(p.currency, p.amount) as value
      from posted p where p.kind = 'deposit' and p.account = 'spot'
    union all
    select 'withdrawals', p.currency, p.at_ms, usdt_worth(p.currency, p.amount)
      from posted p where p.kind = 'withdrawal_pay' and p.account = 'custody'
    union all
    select 'fees', figure_product(p.book, p.kind, p.ref), p.at_ms, usdt_worth(p.currency, p.amount)
      from posted p where p.account in ('fees', 'interest', 'rounding') and p.book > 0
    union all
    -- What the house won or lost against customers, without fees.
    select 'result', figure_product(p.book, p.kind, p.ref), p.at_ms, p.amount
      from posted p where p.kind in ('contract_close', 'debt_payment') and p.account in ('trading', 'insurance', 'equity')
    union all
    select 'result', 'option', c.at_ms, case when c.kind = 'option_win' then -o.profit_usdt else o.stake_usdt end
      from covered c join option_ticket o on o.book = c.book and o.id = split_part(c.ref, ':', 2)::bigint
      -- A lost stake of experience credit returns to the account that granted it.
      where c.kind = 'option_win' or (c.kind = 'option_loss' and o.source = 'option')
  ), added as (
    insert into figure as f (span, start_ms, series, key, value)
      select s.span, t.at_ms - t.at_ms % s.ms, t.series, t.key, sum(t.value)
        from told t cross join (values ('hour', 3600000), ('day', 86400000)) s (span, ms)
        where t.key is not null group by 1, 2, 3, 4
      on conflict (span, start_ms, series, key) do update set value = f.value + excluded.value
  ), by_customer as (
    select c.book, c.at_ms, 0::numeric as result, false as closed
      from covered c where c.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_hold', 'spot_fill', 'exchange', 'contract_hold',
        'contract_open', 'contract_fill', 'contract_close', 'option_stake')
    union all
    select p.book, p.at_ms, sum(p.amount), bool_or(p.kind = 'contract_close') from posted p
      where p.kind in ('contract_open', 'contract_fill', 'contract_close') and not is_house(p.account) and p.currency = 'USDT'
      group by p.book, p.at_ms, p.ref
    union all
    select c.book, c.at_ms, case c.kind when 'option_win' then o.profit_usdt when 'option_loss' then -o.stake_usdt else 0 end, true
      from covered c join option_ticket o on o.book = c.book and o.id = split_part(c.ref, ':', 2)::bigint
      where c.kind in ('option_win', 'option_loss') or (c.kind = 'option_return' and o.status = 'tied')
  ), customers as (
    insert into figure_customer as f (span, start_ms, book, result, closed)
      select s.span, b.at_ms - b.at_ms % s.ms, b.book, sum(b.result), bool_or(b.closed)
        from by_customer b cross join (values ('hour', 3600000), ('day', 86400000)) s (span, ms) group by 1, 2, 3
      on conflict (span, start_ms, book) do update set result = f.result + excluded.result, closed = f.closed or excluded.closed
  )
  select min(b.at_ms), max(b.at_ms) into first_ms, last_ms from by_customer b;
  insert into figure as f (span, start_ms, series, key, value)
    select c.span, c.start_ms, n.series, '', case n.series when 'traded' then count(*) when 'closed' then count(*) filter (where c.closed)
        else count(*) filter (where c.closed and c.result < 0) end
      from figure_customer c cross join (values ('traded'), ('closed'), ('lost')) n (series)
      where c.start_ms between first_ms - first_ms % case c.span when 'hour' then 3600000 else 86400000 end and last_ms
        and c.span in ('hour', 'day')
      group by c.span, c.start_ms, n.series
    on conflict (span, start_ms, series, key) do update set value = excluded.value;
  -- No chart shows hours that are older than a month.
  delete from figure_customer c where c.span = 'hour' and c.start_ms < last_ms - 40 * 86400000::bigint;
  update figure_progress p set seal = upto;
  return upto - counted;
end
$$;

-- Records what is owed and held, the exposure by symbol, and what covers it, for the current hour and day. The newest reading of an
-- hour replaces earlier ones. Within five minutes of a reading, it does nothing.
create function figures_observe() returns void language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms constant bigint := floor(extract(epoch from house_clock()) * 1000);
  read_ms bigint;
begin
  select p.observed_ms into read_ms from figure_progress p for update skip locked;
  if not found or (now_ms - read_ms < 300000 and now_ms / 3600000 = read_ms / 3600000) then return; end if;
  delete from figure f using (values ('hour', 3600000), ('day', 86400000)) s (span, ms)
    where f.span = s.span and f.start_ms = now_ms - now_ms % s.ms
      and f.series in ('claims', 'custody', 'long', 'short', 'stress', 'options', 'funds', 'promised');
  insert into figure (span, start_ms, series, key, value)
    select s.span, now_ms - now_ms % s.ms, o.series, o.key, coalesce(o.value, 0) from (
      select 'custody' as series, h.currency as key, -sum(h.amount) filter (where h.account = 'custody') as value
        from house_balance h group by h.currency
      union all
      -- Every journal sums to zero, so what customers hold is what the house's accounts lack. Stakes in escrow are theirs too.
      select 'claims', h.currency, -sum(h.amount) + coalesce((select sum(t.stake) from option_ticket t
          where t.status = 'open' and t.currency = h.currency), 0)
        from house_balance h group by h.currency
      union all
      select case p.side when 'long' then 'long' else 'short' end, p.symbol,
          sum(contract_notional(p.product, p.symbol, p.open_quantity, p.entry_price, p.rate)) / 100000000
        from position p where p.status in ('open', 'closing') and p.open_quantity > 0 group by p.side, p.symbol
      union all
      select 'stress', o.symbol, max(o.amount) from open_stress o group by o.symbol
      union all
      select 'options', t.symbol, sum(t.profit_usdt) from option_ticket t where t.status = 'open' group by t.symbol
      union all
      select 'funds', '', p.funds from house_promised p
      union all
      select 'promised', '', p.promised from house_promised p
    ) o cross join (values ('hour', 3600000), ('day', 86400000)) s (span, ms);
  update figure_progress p set observed_ms = now_ms;
end
$$;

grant select on figure, figure_progress to candor_app;
revoke execute on function figure_product, figures_count, figures_observe from public;
grant execute on function figures_count, figures_observe to candor_app;
