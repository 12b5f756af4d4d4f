-- Conversion rates and financing on record: which published entry each rate of a position stands in, and which entry brought
-- each night about. Before, a closing carried a rate and no entry, and a night its sum alone; neither could be looked up.

alter table position
  -- When the order was accepted: what a resting one froze was reckoned with it.
  add column placed_rate numeric(38,8) not null default 1,
  add column placed_rate_seq bigint,
  -- At the opening; null until then. `rate` moves on with what is published.
  add column open_rate numeric(38,8),
  add column open_rate_seq bigint,
  -- Every charge of midnights, oldest first; it only grows:
  -- {seq, time_ms, nights, quantity, rate, rate_seq, amount}.
  add column nights jsonb not null default '[]';
-- Written as the column's new type is, because what has ended refuses an update. Of rows of before the rate is that of now.
alter table position alter column placed_rate type numeric(38,8) using rate;
alter table position alter column open_rate type numeric(38,8) using case when entry_price is not null then rate end;
alter table position alter column placed_rate drop default;
alter table position alter column nights drop default;

-- The market's time by the database's own clock, in milliseconds.
create function market_now_ms() returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select floor(c.base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - c.base_wall_ms) * c.speed) from clock c);
end
$$;

-- What a quantity of 1 has of the base currency, as the catalogue has it (a test holds the two against each other).
create function contract_size(product text, symbol text) returns numeric
  language plpgsql immutable set search_path = public, pg_temp as
$$
begin
  return case when product = 'contract' then 1 when symbol = 'XAU/USD' then 100 when symbol = 'XAG/USD' then 5000 else 100000 end;
end
$$;

-- Whether a rate is that of its published entry, and the entry was the newest of its tape at some time between two. US dollars
-- count as one USDT and have no entry. The two seconds are for clocks that differ.
create function rate_counted(symbol text, rate numeric, rate_seq bigint, from_ms bigint, to_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  currency text := split_part(symbol, '/', 2);
begin
  if currency in ('USDT', 'USD') then
    return rate is not distinct from 1 and rate_seq is null;
  end if;
  return exists (select from tape r where r.symbol = currency || '/USDT' and r.seq = rate_seq and r.last = rate
      and r.time_ms <= to_ms + 2000)
    and not exists (select from tape n where n.symbol = currency || '/USDT' and n.seq = rate_seq + 1
      and n.time_ms <= from_ms - 2000);
end
$$;

-- What is wrong with the rates and nights of a position as it is to be, null where nothing is. What was there before passed
-- already, so the closings and nights behind those are asked of alone.
create function position_rates_fault(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  size numeric := contract_size(new_row.product, new_row.symbol);
  financed_ms bigint := coalesce(case when was.entry_price is not null then was.financed_ms end, new_row.entry_ms);
  item record;
  opened_ms bigint;
begin
  if was.book is not null
    and (was.placed_rate, was.placed_rate_seq) is distinct from (new_row.placed_rate, new_row.placed_rate_seq) then
    return 'placed_rate';
  end if;
  if was.open_rate is not null and (was.open_rate, was.open_rate_seq) is distinct from (new_row.open_rate, new_row.open_rate_seq) then
    return 'open_rate';
  end if;
  if was.book is null
    and not rate_counted(new_row.symbol, new_row.placed_rate, new_row.placed_rate_seq, new_row.created_ms, now_ms) then
    return 'placed_rate';
  end if;
  if (new_row.open_rate is null) <> (new_row.entry_price is null) then
    return 'open_rate';
  end if;
  if was.open_rate is null and new_row.open_rate is not null then
    select t.time_ms into opened_ms from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq;
    if not rate_counted(new_row.symbol, new_row.open_rate, new_row.open_rate_seq, least(opened_ms, new_row.entry_ms), now_ms) then
      return 'open_rate';
    end if;
  end if;
  if (was.rate, was.rate_seq) is distinct from (new_row.rate, new_row.rate_seq)
    and (was.rate_seq >= new_row.rate_seq or not rate_counted(new_row.symbol, new_row.rate, new_row.rate_seq, 0, now_ms)) then
    return 'rate';
  end if;
  for item in select n.*, t.time_ms as entry_ms
    from jsonb_array_elements(new_row.nights) with ordinality as e (value, at),
      jsonb_to_record(e.value) as n (seq bigint, time_ms bigint, nights int, quantity numeric, rate numeric, rate_seq bigint,
        amount numeric)
      left join tape t on t.symbol = new_row.symbol and t.seq = n.seq and not t.gap
    where e.at > coalesce(jsonb_array_length(was.nights), 0) order by e.at
  loop
    if (item.entry_ms = item.time_ms
      and item.nights > 0 and item.nights = item.time_ms / 86400000 - financed_ms / 86400000
      -- What a closing at the same entry took was still open: it charges the nights first.
      and item.quantity = new_row.quantity - coalesce((select sum((c ->> 'quantity')::numeric)
        from jsonb_array_elements(new_row.closes) c where (c ->> 'tape_seq')::bigint < item.seq), 0)
      and rate_counted(new_row.symbol, item.rate, item.rate_seq, item.time_ms, now_ms)
      and item.amount = item.nights * ceil(ceil(item.quantity * size * new_row.entry_price * item.rate * 100000000)
        * new_row.financing_rate) / 100000000) is not true
    then
      return 'nights';
    end if;
    financed_ms := item.time_ms;
  end loop;
  if new_row.entry_price is not null and new_row.financed_ms / 86400000 <> financed_ms / 86400000 then
    return 'financed_ms';
  end if;
  for item in select c.*, t.time_ms as entry_ms
    from jsonb_array_elements(new_row.closes) with ordinality as e (value, at),
      jsonb_to_record(e.value) as c (tape_seq bigint, rate numeric, rate_seq bigint)
      left join tape t on t.symbol = new_row.symbol and t.seq = c.tape_seq
    where e.at > coalesce(jsonb_array_length(was.closes), 0)
  loop
    if item.entry_ms is null or not rate_counted(new_row.symbol, item.rate, item.rate_seq, item.entry_ms, now_ms) then
      return 'rate of a closing';
    end if;
  end loop;
  if new_row.financing + coalesce((select sum((c ->> 'financing')::numeric) from jsonb_array_elements(new_row.closes) c), 0)
    <> coalesce((select sum((n ->> 'amount')::numeric) from jsonb_array_elements(new_row.nights) n), 0)
  then
    return 'financing';
  end if;
  return null;
end
$$;

-- Asked of every row whose rates, nights, closings or financing are new; of the others nothing is looked up.
create function position_rates() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  if tg_op = 'INSERT' then
    select c.id, f.fault into wrong from changed c,
      lateral (select position_rates_fault(null::public."position", c::public."position") as fault) f
    where not (split_part(c.symbol, '/', 2) in ('USDT', 'USD') and c.placed_rate = 1 and c.rate = 1
        and (c.placed_rate_seq, c.rate_seq, c.open_rate_seq) is not distinct from (null::bigint, null::bigint, null::bigint)
        and c.open_rate is not distinct from case when c.entry_price is null then null else 1 end
        and c.closes = '[]' and c.nights = '[]' and c.financing = 0)
      and f.fault is not null
    limit 1;
  else
    select c.id, f.fault into wrong from changed c join before b on b.book = c.book and b.id = c.id,
      lateral (select position_rates_fault(b::public."position", c::public."position") as fault) f
    where ((b.rate, b.rate_seq, b.placed_rate, b.placed_rate_seq, b.open_rate, b.open_rate_seq, b.financing, b.financed_ms)
        is distinct from
          (c.rate, c.rate_seq, c.placed_rate, c.placed_rate_seq, c.open_rate, c.open_rate_seq, c.financing, c.financed_ms)
        or b.closes <> c.closes or b.nights <> c.nights)
      and f.fault is not null
    limit 1;
  end if;
  if wrong.fault is not null then
    raise exception 'no published entry bears out the % of position %', wrong.fault, wrong.id
      using errcode = 'check_violation', constraint = 'position_rates';
  end if;
  return null;
end
$$;
create trigger position_rates_new after insert on position
  referencing new table as changed for each statement execute function position_rates();
create trigger position_rates after update on position
  referencing old table as before new table as changed for each statement execute function position_rates();
