-- What a counter says follows from the rows that it counts: the database moves it with them, and nobody writes it.

drop function move_counters;
revoke insert, update on counter from candor_app;
-- Opened at nothing.
grant insert (name, slot) on counter to candor_app;

-- Moves counters, in the slot of whoever is connected, always in the same order, and opens one that was not. Called by guards, which
-- act as their owner.
create function count_moves(names text[], amounts numeric[]) returns void language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  at_slot smallint := coalesce(nullif(current_setting('candor.slot', true), ''), '0');
begin
  insert into counter (name, slot)
    select distinct u.name, -1 from unnest(names) as u (name)
      where not exists (select from counter c where c.name = u.name and c.slot = -1) order by u.name on conflict do nothing;
  insert into counter as c (name, slot, value)
    select u.name, at_slot, sum(u.amount) from unnest(names, amounts) as u (name, amount)
      group by u.name having sum(u.amount) <> 0 order by u.name
    on conflict (name, slot) do update set value = c.value + excluded.value;
end
$$;
revoke execute on function count_moves from public;

-- Keeps everybody else from raising counters until this transaction ends, which otherwise takes the right to update them.
create function hold_counters(names text[]) returns void language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off as
$$
begin
  perform from counter c where c.name = any (names) and c.slot = -1 order by c.name for no key update;
end
$$;
revoke execute on function hold_counters from public;
grant execute on function hold_counters to candor_app;

-- What a position would cost the house if its market moved by its stress.
create function stress_of(product text, symbol text, quantity numeric, price numeric, rate numeric) returns numeric
  language sql immutable parallel safe set search_path = public, pg_temp
  return ceil(ceil(quantity * contract_size(product, symbol) * price * rate * 100000000) * stress_move(symbol)) / 100000000;

create or replace view open_stress as
  select p.symbol, p.side, sum(stress_of(p.product, p.symbol, p.open_quantity, p.entry_price, p.rate)) as amount
  from position p where p.status in ('open', 'closing') group by p.symbol, p.side;

create function position_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  names text[];
  amounts numeric[];
begin
  if tg_op = 'INSERT' then
    select array_agg(format('cover:%s:%s', a.symbol, a.side)),
        array_agg(stress_of(a.product, a.symbol, a.open_quantity, a.entry_price, a.rate))
      into names, amounts from added a where a.status in ('open', 'closing') and a.entry_price is not null;
  else
    select array_agg(format('cover:%s:%s', m.symbol, m.side)),
        array_agg(m.sign * stress_of(m.product, m.symbol, m.open_quantity, m.entry_price, m.rate))
      into names, amounts from (
        select 1 as sign, c.product, c.symbol, c.side, c.status, c.open_quantity, c.entry_price, c.rate from changed c
        union all
        select -1, b.product, b.symbol, b.side, b.status, b.open_quantity, b.entry_price, b.rate from before b
      ) m where m.status in ('open', 'closing') and m.entry_price is not null;
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

create function option_ticket_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  names text[];
  amounts numeric[];
begin
  if tg_op = 'INSERT' then
    select array_agg('option_exposure:' || a.symbol), array_agg(a.profit_usdt)
      into names, amounts from added a where a.status = 'open';
  else
    select array_agg('option_exposure:' || m.symbol), array_agg(m.amount) into names, amounts from (
      select c.symbol, c.profit_usdt as amount from changed c where c.status = 'open'
      union all
      select b.symbol, -b.profit_usdt from before b where b.status = 'open'
    ) m;
  end if;
  if names is not null then
    perform count_moves(names, amounts);
  end if;
  return null;
end
$$;
create trigger option_ticket_counted_new after insert on option_ticket
  referencing new table as added for each statement execute function option_ticket_counted();
create trigger option_ticket_counted after update on option_ticket
  referencing old table as before new table as changed for each statement execute function option_ticket_counted();

create function house_debt_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  by_now numeric;
  was numeric := 0;
begin
  if tg_op = 'INSERT' then
    select sum(a.amount - a.paid) into by_now from added a where a.status = 'owed';
  else
    select sum(c.amount - c.paid) into by_now from changed c where c.status = 'owed';
    select sum(b.amount - b.paid) into was from before b where b.status = 'owed';
  end if;
  perform count_moves('{house_owed}', array[coalesce(by_now, 0) - coalesce(was, 0)]);
  return null;
end
$$;
create trigger house_debt_counted_new after insert on house_debt
  referencing new table as added for each statement execute function house_debt_counted();
create trigger house_debt_counted after update on house_debt
  referencing old table as before new table as changed for each statement execute function house_debt_counted();

-- A place for each order that is open, and the principal of what is in progress.
create function fund_order_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  names text[];
  amounts numeric[];
begin
  if tg_op = 'INSERT' then
    select array_agg(o.name), array_agg(o.amount) into names, amounts from (
      select 'fund_places:' || a.project as name, 1::numeric as amount from added a where a.status in ('pending', 'in_progress')
      union all
      select format('fund:%s:%s', a.project, a.terms_version), a.amount from added a where a.status = 'in_progress'
    ) o;
  else
    select array_agg(o.name), array_agg(o.amount) into names, amounts from (
      select 'fund_places:' || c.project as name, 1::numeric as amount from changed c where c.status in ('pending', 'in_progress')
      union all select 'fund_places:' || b.project, -1 from before b where b.status in ('pending', 'in_progress')
      union all
      select format('fund:%s:%s', c.project, c.terms_version), c.amount from changed c where c.status = 'in_progress'
      union all
      select format('fund:%s:%s', b.project, b.terms_version), -b.amount from before b where b.status = 'in_progress'
    ) o;
  end if;
  if names is not null then
    perform count_moves(names, amounts);
  end if;
  return null;
end
$$;
create trigger fund_order_counted_new after insert on fund_order
  referencing new table as added for each statement execute function fund_order_counted();
create trigger fund_order_counted after update on fund_order
  referencing old table as before new table as changed for each statement execute function fund_order_counted();

-- The fund is closed while the day that was published last is not covered.
create function fund_day_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  perform count_moves('{fund_closed}', array[(case when new.covered then 0 else 1 end)
    - (select coalesce(sum(c.value), 0) from counter c where c.name = 'fund_closed')]);
  return null;
end
$$;
create trigger fund_day_counted after insert on fund_day for each row execute function fund_day_counted();

-- Markets move open profits, no row does: they are counted anew, as the heads have them now.
create function count_open_profit() returns void language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  -- Whoever looks at how things were some time ago counts what was then.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'open profits are counted as they are now' using errcode = 'check_violation', constraint = 'open_profit_now';
  end if;
  perform from counter c where c.name = 'open_profit' and c.slot = -1 for no key update;
  perform count_moves('{open_profit}', array[(select coalesce(sum(o.amount), 0) from open_profit o)
    - (select coalesce(sum(c.value), 0) from counter c where c.name = 'open_profit')]);
end
$$;
revoke execute on function count_open_profit from public;
grant execute on function count_open_profit to candor_app;
drop view house_open_profit;
