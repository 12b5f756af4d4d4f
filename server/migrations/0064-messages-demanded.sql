-- The database demands the messages about trades: a resting order that fills or ends, a closing by a level, an option and a fund
-- order that end do not commit without their message.

alter table made_since add told_ms bigint not null default 0;
alter table made_since alter told_ms drop default;
update made_since set told_ms = market_now_ms();

-- Messages of a kind that this transaction writes about a row. They are among the newest of their customer, so they are found
-- without reading the others. A batch has at most eight commands of one customer, which write far fewer than a thousand messages.
create function told_now(of_book bigint, of_kinds text[], of_key text, of_id bigint) returns setof json language sql stable
  set search_path = pg_catalog, public, pg_temp as
$$
  select n.params::json from (
      select m.kind, m.params, m.xmin as written from notice m where m.book = of_book order by m.time_ms desc, m.id desc limit 1000) n
    where n.written = pg_current_xact_id()::xid and n.kind = any (of_kinds) and n.params::json ->> of_key = of_id::text
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

create or replace function spot_order_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
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

-- A resting order that opens a position, expires or is refused has a message that says so, unless its customer asked for its end.
-- An order that reduces a position gives none if it ends together with it, because the closing has its own.
create function position_orders_told(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  untold record;
begin
  select p.book, p.id into untold from unnest(books, ids) as u (book, id) join position p on p.book = u.book and p.id = u.id
    where case when p.entry_price is not null then not exists (
        select from told_now(p.book, array['position_opened_' || p.side], 'position', p.id) m (params)
        where (m.params ->> 'quantity')::numeric = p.quantity and (m.params ->> 'price')::numeric = p.entry_price)
      else not exists (select from told_now(p.book,
        case p.reason when 'expired' then '{order_expired}' else '{order_refused}' end::text[], 'position', p.id)) end
    limit 1;
  if untold.id is not null then
    raise exception 'order % of book % ends and its customer is not told', untold.id, untold.book
      using errcode = 'check_violation', constraint = 'position_told';
  end if;
end
$$;

-- A closing has a message with its quantity and price, unless its customer asked for it and it took at most a minute, for which
-- the screen shows that it waits.
create function position_closings_told(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  untold record;
begin
  select p.book, p.id into untold from unnest(books, ids) as u (book, id) join position p on p.book = u.book and p.id = u.id
      cross join lateral jsonb_array_elements(p.closes) as c (closing)
      cross join lateral (select case c.closing ->> 'reason' when 'take_profit' then 'position_took_profit'
        when 'stop_loss' then 'position_stopped' when 'profit_lock' then 'position_locked' when 'trailing' then 'position_trailed'
        when 'reduce' then 'position_reduced' when 'close_out' then 'position_closed_out' when 'start_over' then null
        else 'position_closed_late' end as kind) t
    where t.kind is not null
      and (t.kind <> 'position_closed_late' or (c.closing ? 'asked_ms' and (select e.time_ms - (c.closing ->> 'asked_ms')::bigint > 60000 from tape e
        where e.symbol = p.symbol and e.seq = (c.closing ->> 'tape_seq')::bigint)))
      and (select j.xmin = pg_current_xact_id()::xid from journal j where j.book = p.book and j.seq = (c.closing ->> 'journal_seq')::bigint)
      and not exists (select from told_now(p.book, array[t.kind], 'position', p.id) m (params)
        where (m.params ->> 'quantity')::numeric = (c.closing ->> 'quantity')::numeric
          and (m.params ->> 'price')::numeric = (c.closing ->> 'price')::numeric)
    limit 1;
  if untold.id is not null then
    raise exception 'position % of book % closes and its customer is not told', untold.id, untold.book
      using errcode = 'check_violation', constraint = 'position_told';
  end if;
end
$$;

-- Records the rows of a statement for their checks at commit, in one pass over them.
create or replace function position_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    insert into check_due (guard, books, ids)
      select g.guard, g.books, g.ids from (
          select array_agg(a.book) filter (where a.is_opened) as opened, array_agg(a.id) filter (where a.is_opened) as opened_ids,
            array_agg(a.book) filter (where a.closes <> '[]') as closed, array_agg(a.id) filter (where a.closes <> '[]') as closed_ids,
            array_agg(a.book) filter (where a.margin > 0 and a.collateral = 'contract') as held,
            array_agg(a.book) filter (where a.margin > 0 and a.collateral = 'promo') as credit
          from (select n.*, n.entry_price is not null and n.open_fee > 0 as is_opened from added n) a) d
        cross join lateral (values ('positions_opened', d.opened, d.opened_ids), ('positions_closed', d.closed, d.closed_ids),
          ('positions_held', d.held, '{}'), ('credit_held', d.credit, '{}')) as g (guard, books, ids)
        where g.books is not null;
  else
    insert into check_due (guard, books, ids)
      select g.guard, g.books, g.ids from (
          select array_agg(c.book) filter (where m.is_opened) as opened, array_agg(c.id) filter (where m.is_opened) as opened_ids,
            array_agg(c.book) filter (where m.is_closed) as closed, array_agg(c.id) filter (where m.is_closed) as closed_ids,
            array_agg(c.book) filter (where m.is_told) as told, array_agg(c.id) filter (where m.is_told) as told_ids,
            array_agg(c.book) filter (where m.is_over) as over, array_agg(c.id) filter (where m.is_over) as over_ids,
            array_agg(c.book) filter (where c.margin <> b.margin and c.collateral = 'contract') as held,
            array_agg(c.book) filter (where c.margin <> b.margin and c.collateral = 'promo') as credit
          from changed c join before b on b.book = c.book and b.id = c.id
            cross join lateral (select b.entry_price is null and c.entry_price is not null and c.open_fee > 0 as is_opened,
              c.closes <> b.closes as is_closed, b.status <> 'closed' and c.status = 'closed' as is_over,
              b.status = 'pending' and c.status <> 'pending' and c.type <> 'market' and (c.entry_price is not null or (c.cancel_ms is null
                and c.reason not in ('customer', 'start_over', 'reduced', 'position_not_open', 'position_closing'))) as is_told) m) d
        cross join lateral (values ('positions_over', d.over, d.over_ids), ('positions_told', d.told, d.told_ids), ('positions_opened', d.opened, d.opened_ids),
          ('positions_closed', d.closed, d.closed_ids), ('positions_held', d.held, '{}'), ('credit_held', d.credit, '{}')) as g (guard, books, ids)
        where g.books is not null;
  end if;
  return null;
end
$$;

-- A ticket that ends has a message with its result and its stake, unless its customer started the demo over.
create function option_tickets_told(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  untold record;
begin
  select t.book, t.id into untold from unnest(books, ids) as u (book, id) join option_ticket t on t.book = u.book and t.id = u.id
    where t.reason is distinct from 'start_over' and not exists (
      select from told_now(t.book, array[case t.status when 'void' then 'option_voided' else 'option_' || t.status end], 'ticket', t.id) m (params)
      where (m.params ->> 'amount')::numeric = t.stake)
    limit 1;
  if untold.id is not null then
    raise exception 'ticket % of book % ends and its customer is not told', untold.id, untold.book
      using errcode = 'check_violation', constraint = 'option_ticket_told';
  end if;
end
$$;

-- A fund order that ends by itself or early has a message that says so.
create function fund_order_told() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (select from told_now(new.book,
    case new.reason when 'matured' then '{fund_ended}' else '{fund_terminated}' end::text[], 'order', new.id))
  then
    raise exception 'fund order % of book % ends and its customer is not told', new.id, new.book
      using errcode = 'check_violation', constraint = 'fund_order_told';
  end if;
  return null;
end
$$;
create constraint trigger fund_order_zz_told after update on fund_order deferrable initially deferred for each row
  when (old.reason is null and new.reason in ('matured', 'terminated')) execute function fund_order_told();

-- Every lookup uses a key, regardless of the statistics at the time of planning, and a plan is made only once. For few rows, the
-- planner would otherwise make a new plan each time, which takes longer than the check.
create or replace function check_due_run() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set plan_cache_mode = force_generic_plan as
$$
declare
  posted journal;
begin
  delete from check_due d where d.id = new.id;
  -- Another check has already covered this one.
  if not found then
    return null;
  end if;
  case new.guard
    when 'spot_trades' then
      perform spot_journals_explained(new.books, new.ids, new.id);
    when 'spot_holds' then
      perform spot_journals_explained(new.books, new.ids, new.id);
      perform spot_holds_explained(new.books, new.ids);
    when 'spot_orders' then perform spot_orders_paid(new.books, new.ids, '{1}', '{spot_buy,spot_sell,spot_fill}');
    when 'spot_told' then perform spot_orders_told(new.books, new.ids);
    when 'spot_conversions' then perform spot_orders_paid(new.books, new.ids, '{1,2}', '{spot_convert}');
    when 'options' then perform option_journals_explained(new.books, new.ids);
    when 'tickets_accepted' then perform option_tickets_paid(new.books, new.ids, '{option_stake}');
    when 'tickets_ended' then
      perform option_tickets_paid(new.books, new.ids, '{option_win,option_loss,option_return}');
      perform option_tickets_told(new.books, new.ids);
    when 'positions_opened' then perform positions_opened_paid(new.books, new.ids);
    when 'positions_closed' then
      perform positions_closed_paid(new.books, new.ids);
      perform position_closings_told(new.books, new.ids);
    when 'positions_told' then perform position_orders_told(new.books, new.ids);
    when 'positions_held' then perform positions_frozen(new.books, 'contract');
    when 'credit_held' then perform positions_frozen(new.books, 'promo');
    when 'positions_over' then perform positions_reduced(new.books, new.ids);
    when 'contracts' then
      perform contract_journals_explained(new.books, new.ids);
      perform contract_holds_explained(new.books, new.ids, new.id);
    when 'journals' then
      for posted in select j.* from unnest(new.books, new.ids) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq loop
        perform journal_explained(posted);
      end loop;
  end case;
  return null;
end
$$;

revoke execute on function fund_order_told, option_tickets_told, position_closings_told, position_orders_told, spot_orders_told, told_now
  from public;
