-- The public list of fills: each fill and each closed ticket, without its customer, with the entries of the tape that its rule
-- names (docs/verification.md#fill-quality). A list belongs to one root of the ledger, and its hash is in the transparency log.

create table public_fill (
  -- The root of the ledger that covers the journal of the fill, and the fill's position in its list.
  root bigint not null check (root > 0),
  number int not null check (number > 0),
  -- The UTC day by the market clock.
  day int not null,
  -- Only the customer receives the salt and the opening, and recognises the line by their hash.
  book bigint not null,
  opening text not null,
  salt bytea not null check (octet_length(salt) = 16),
  line text not null check (octet_length(line) < 1000),
  primary key (root, number)
);
create index public_fill_of_day on public_fill (day, root, number);
create index public_fill_of_book on public_fill (book, root, number);
create trigger public_fill_append_only before update or delete or truncate on public_fill
  for each statement execute function refuse_change();

-- Returns a size class, because an exact amount could identify the customer.
create function fill_size(usdt numeric) returns int language sql immutable parallel safe
  return case when usdt < 100 then 1 when usdt < 1000 then 2 when usdt < 10000 then 3 else 4 end;

-- Returns the fills whose journals are covered by a root of the ledger, in the form of their orders' rows. Each has the prices on
-- its tape: what its side would have paid at the entry of the acceptance and at the first later quote; and the time of the fill's
-- entry.
create function fills_under(of_root bigint) returns table (book bigint, opening text, day int, rest text)
  language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
  with covered as materialized (
    select j.book, j.seq, j.kind, j.time_ms, split_part(j.ref, ':', 2) as id
    from journal_seal s
      -- Each part is fenced, because PostgreSQL would otherwise read all journals of each customer, and all positions for a closing.
      cross join lateral (select coalesce(max(o.seq), 0) as seq from journal_seal o where o.book = s.book and o.seq < s.seq offset 0) before
      cross join lateral (select l.* from journal l where l.book = s.book and l.seq > before.seq and l.seq <= s.seq offset 0) j
    where s.number = of_root and j.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_fill', 'contract_open', 'contract_fill',
      'contract_close', 'option_win', 'option_loss', 'option_return', 'spot_release', 'contract_release')
  ), filled as (
    select c.book, 'spot_order:' || f.order_id || '|' || f.leg as told, 'spot' as product, f.symbol, f.side = 'buy' as buys,
      -- If an order closed a position at a stop, it counts as a stop loss.
      case when w.stop is not null and case f.side when 'buy' then f.price >= w.stop else f.price <= w.stop end then 'stop_loss'
        when o.type = 'market' then 'market' when o.type = 'trailing_stop' then 'trailing' else 'limit' end as how, coalesce(o.amended_ms, o.created_ms) as accepted_ms, case f.leg when 1 then o.armed_seq else o.to_armed_seq end as accepted,
      case f.leg when 1 then o.fill_age_ms else o.to_fill_age_ms end as age_ms,
      case when w.stop is not null and case f.side when 'buy' then f.price >= w.stop else f.price <= w.stop end then w.stop else o.price end as level,
      f.tape_seq as filled, f.price, f.value as worth, c.time_ms
    from covered c
      join spot_fill f on f.book = c.book and f.order_id = c.id::bigint and f.journal_seq = c.seq
      join spot_order o on o.book = c.book and o.id = f.order_id
      cross join lateral (select case when o.triggered_seq is null then o.stop end as stop) w
    where c.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_fill')
    union all
    select c.book, 'position:' || p.id || '|0', p.product, p.symbol, p.side = 'long', case p.type when 'stop' then 'stop_loss' else p.type end,
      case when p.type <> 'market' and p.entry_seq <> p.created_seq then (p.armed -> 'limit' ->> 2)::bigint else p.created_ms end,
      case when p.type <> 'market' and p.entry_seq <> p.created_seq
        then coalesce((p.armed -> 'limit' ->> 1)::bigint, p.created_seq) else p.created_seq end,
      p.fill_age_ms, p.price, p.entry_seq, p.entry_price,
      contract_notional(p.product, p.symbol, p.quantity, p.entry_price, coalesce(p.open_rate, p.placed_rate)) / 100000000, c.time_ms
    from covered c join position p on p.book = c.book and p.id = c.id::bigint
    where c.kind in ('contract_open', 'contract_fill')
    union all
    select c.book, 'position:' || p.id || '|' || e.nth, p.product, p.symbol, p.side = 'short',
      case when e.one ->> 'reason' in ('customer', 'close_all') then 'market' when r.type = 'stop' then 'stop_loss' when r.type = 'limit' then 'limit'
        else e.one ->> 'reason' end,
      coalesce((e.one ->> 'asked_ms')::bigint, (p.armed -> w.part ->> 2)::bigint, (r.armed -> 'limit' ->> 2)::bigint),
      coalesce((e.one ->> 'asked_seq')::bigint, (p.armed -> w.part ->> 1)::bigint, (r.armed -> 'limit' ->> 1)::bigint),
      p.fill_age_ms, coalesce(w.level, r.price), (e.one ->> 'tape_seq')::bigint, (e.one ->> 'price')::numeric,
      contract_notional(p.product, p.symbol, (e.one ->> 'quantity')::numeric, (e.one ->> 'price')::numeric,
        (e.one ->> 'rate')::numeric) / 100000000, c.time_ms
    from covered c join position p on p.book = c.book and p.id = c.id::bigint
      cross join lateral jsonb_array_elements(p.closes) with ordinality e (one, nth)
      cross join lateral (select case e.one ->> 'reason' when 'take_profit' then 'target' when 'stop_loss' then 'stop'
          when 'profit_lock' then 'stop' when 'trailing' then 'trail' when 'close_out' then 'margin' end as part,
        case e.one ->> 'reason' when 'take_profit' then p.take_profit when 'stop_loss' then p.stop_price
          when 'profit_lock' then p.stop_price end as level) w
      left join lateral (select o.* from position o where o.book = p.book and o.id = (e.one ->> 'order')::bigint offset 0) r on true
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
    concat_ws('|', 'unfilled', p.product, p.symbol, case p.side when 'long' then 'buy' else 'sell' end,
      case p.type when 'market' then 'market' else 'limit' end, p.reason, case p.type when 'market' then p.created_ms
      else (p.armed -> 'limit' ->> 2)::bigint end, case p.type when 'market' then p.created_seq else (p.armed -> 'limit' ->> 1)::bigint end,
      p.fill_age_ms, coalesce(trim_scale(coalesce(p.worst_price, p.price))::text, ''), coalesce(p.ended_seq::text, ''), c.time_ms)
  from covered c join position p on p.book = c.book and p.id = c.id::bigint
  where c.kind = 'contract_release' and p.status = 'cancelled' and p.reason not in ('customer', 'start_over')
    -- An amendment may have released a part earlier.
    and c.seq = (select max(j.seq) from journal j where j.book = c.book and j.ref = 'position:' || p.id and j.kind = 'contract_release')
$$;

-- Publishes the lists of roots that have none yet, and returns their log entries. The order of a list is random, so that it does
-- not reveal which fills have the same customer.
create function tlog_due_fills(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language plpgsql volatile set search_path = public, pg_temp as
$$
declare
  due bigint;
  published record;
  told bigint := 0;
begin
  for due in
    select l.number from ledger_seal l where l.number > tlog_reached('fills', '') order by l.number limit least(at_most, 200)
  loop
    with made as (
      insert into public_fill (root, number, day, book, opening, salt, line)
        select due, row_number() over (order by f.salt), f.day, f.book, f.opening, f.salt,
          encode(sha256(f.salt || convert_to(f.opening, 'UTF8')), 'hex') || '|' || f.rest
        from (select u.*, uuid_send(gen_random_uuid()) as salt from fills_under(due) u offset 0) f
        returning number, line
    )
    select count(*) as lines, encode(sha256(convert_to(coalesce(string_agg(m.line || E'\n', '' order by m.number), ''), 'UTF8')), 'hex') as hash
      into published from made m;
    return query select '', due, null::bigint, 'candor-fills-v1|' || due || '|' || published.lines || '|' || published.hash;
    told := told + published.lines;
    -- The log's transaction has little time, so the next one continues.
    exit when told >= at_most or clock_timestamp() > statement_timestamp() + interval '3 seconds';
  end loop;
end
$$;
insert into tlog_source (kind, due, ordinal) values ('fills', 'tlog_due_fills', 11);

grant select on public_fill to candor_app;
revoke execute on function fill_size, fills_under, tlog_due_fills from public;
grant execute on function contract_notional, fill_size, fills_under to candor_app;
