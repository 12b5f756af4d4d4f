-- Journals of spot orders: at commit, the journals of fills and holds are compared with the rows.

-- A spot trade moves exactly the amounts of its fills and no other fee. A change of the amount frozen for an order is moved to or
-- from the frozen account.
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
    -- The usual form of an immediate trade: its first posting is the customer's money, and its last one the customer's coin. The
    -- next branch would return the same, at three times the cost.
    when p.kind in ('spot_buy', 'spot_sell') and p.accounts in ('{spot,inventory,inventory,fees,spot}', '{spot,inventory,inventory,fees,rounding,spot}')
      then f.symbol = p.currencies[cardinality(p.currencies)] || '/' || p.currencies[1]
        and p.currencies[4] = p.currencies[1]
        -- Rounding leaves at most one unit each of the value and of the fee, so that no inventory can be moved as rounding.
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
  -- Checks the orders of these journals with `spot_orders_paid`, without looking anything up: this transaction recorded their
  -- check just after that of its journals. If other checks came in between, the orders are checked separately.
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
    raise exception 'journal %/% leaves an amount frozen that no order holds', wrong.book, wrong.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
end
$$;

-- Whenever the amount frozen for an order changes, journals in the same transaction move as much. The check of a journal compares
-- the sum of the frozen amounts. The sum is checked here only if the newest journals for the order do not explain the change,
-- because a transaction may have had its journals checked before it changed the order.
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
    raise exception 'spot order % of book % holds an amount that is not frozen', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_holds';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_holds_new after insert on spot_order deferrable initially deferred for each row
  when (new.held > 0) execute function spot_order_holds();
create constraint trigger spot_order_holds after update on spot_order deferrable initially deferred for each row
  when (old.held <> new.held) execute function spot_order_holds();

-- If this transaction filled an order, immediately or after it waited, the order has its fills, which name a journal of this
-- transaction that was posted for the order. A coin-to-coin order has two fills and one journal. The journal moves the amounts in
-- the fills (`spot_journals_explained`). No other order can have a new fill, because each fill is written together with its order
-- (`spot_fill_in_time`).
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
    raise exception 'spot order % of book % is filled without its fills and journals', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'spot_order_filled';
  end if;
end
$$;

-- A resting order that fills, expires or is refused has a message that says so, unless its customer asked for its end. A market
-- order waits while its screen shows it, so the server alone decides whether it waited long enough for a message.
create function spot_orders_told(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  untold record;
begin
  select o.book, o.id into untold from unnest(books, ids) as u (book, id) join spot_order o on o.book = u.book and o.id = u.id
      left join spot_fill f on f.book = o.book and f.order_id = o.id and f.leg = 1
    where case when o.status = 'filled' then not exists (
        select from told_now(o.book, case when o.side = 'buy' then '{order_bought}' when o.entry_id is null then '{order_sold}'
          else '{order_took_profit,order_stopped}' end::text[], 'order', o.id) m (params)
        where (m.params ->> 'quantity')::numeric = f.quantity and (m.params ->> 'price')::numeric = f.price)
      else not exists (select from told_now(o.book,
        case o.reason when 'expired' then '{order_expired}' else '{order_refused}' end::text[], 'order', o.id)) end
    limit 1;
  if untold.id is not null then
    raise exception 'spot order % of book % ends and its customer is not told', untold.id, untold.book
      using errcode = 'check_violation', constraint = 'spot_order_told';
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
        from changed c join before b on b.book = c.book and b.id = c.id where c.status = 'filled' and b.status <> 'filled' group by 1
      union all
      select 'spot_told', array_agg(c.book), array_agg(c.id)
        from changed c join before b on b.book = c.book and b.id = c.id where b.status = 'open' and c.status <> 'open' and c.type <> 'market'
          and (c.status = 'filled' or (c.cancel_ms is null and c.reason not in ('customer', 'start_over'))) having count(*) > 0;
  end if;
  return null;
end
$$;
create trigger spot_order_checks_due_new after insert on spot_order
  referencing new table as added for each statement execute function spot_order_checks_due();
create trigger spot_order_checks_due after update on spot_order referencing old table as before new table as changed
  for each statement execute function spot_order_checks_due();

revoke execute on function spot_order_checks_due, spot_order_holds, spot_orders_paid, spot_orders_told, spot_holds_explained, spot_journals_explained
  from public;
