-- A firm quote is what its prices make of its amount, within the published bounds, for as long as quotes are firm; and each that was not
-- carried out is remembered for an hour, so that no more than are published go unused.

create function exchange_quote_fault(was exchange_quote, is_now exchange_quote) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('exchange', is_now.quoted_ms);
  wall_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  bid numeric;
  ask numeric;
  value numeric;
  left_over numeric;
  given jsonb := is_now.unused_ms::jsonb;
begin
  select max(l.price) filter (where l.side = 'sell'), max(l.price) filter (where l.side = 'buy') into bid, ask
    from jsonb_to_recordset(is_now.legs::jsonb) as l (side text, price numeric);
  value := case is_now.from_currency when 'USDT' then is_now.from_amount else trunc(is_now.from_amount * bid, 8) end;
  left_over := value - ceil(value * is_now.fee_rate * 100000000) / 100000000;
  return case
    when not is_wall_now(is_now.quoted_ms) or is_now.expires_ms <> is_now.quoted_ms + 10000 then 'time'
    when (of_terms ->> 'open') is distinct from 'true' or (value <= (of_terms ->> 'max_usdt')::numeric) is not true then 'bound'
    when is_now.fee_rate <> (of_terms ->> 'fee_rate')::numeric then 'rate'
    when (is_now.fee = value - left_over and is_now.to_amount = case is_now.to_currency when 'USDT' then left_over
      else trunc(left_over / ask, 8) end) is not true then 'figures'
    -- Its legs give its own currency and take its own, all of both.
    when exists (
      select from jsonb_to_recordset(is_now.legs::jsonb) as l (symbol text, coin text, side text, quantity numeric)
      where (l.symbol = l.coin || '/USDT' and (l.coin, l.quantity) = (case l.side
        when 'sell' then (is_now.from_currency, is_now.from_amount) when 'buy' then (is_now.to_currency, is_now.to_amount) end)) is not true)
      or (select count(*) filter (where l ->> 'side' = 'sell') <> (is_now.from_currency <> 'USDT')::int
          or count(*) filter (where l ->> 'side' = 'buy') <> (is_now.to_currency <> 'USDT')::int
        from jsonb_array_elements(is_now.legs::jsonb) as e (l)) then 'legs'
    when is_now.used then 'use'
    -- All of the last hour that went unused before it, and itself; those ten seconds from going may have gone already.
    when (given ->> -1)::bigint is distinct from is_now.quoted_ms
      or exists (select from jsonb_array_elements_text(coalesce(was.unused_ms, '[]')::jsonb) as e (ms)
        where e.ms::bigint > wall_ms - 3600000 + 10000 and not given @> jsonb_build_array(e.ms::bigint))
      or jsonb_array_length(given) <= (select count(*) from jsonb_array_elements_text(coalesce(was.unused_ms, '[]')::jsonb) as e (ms)
        where e.ms::bigint > wall_ms - 3600000 + 10000)
      or jsonb_array_length(given) > (of_terms ->> 'unused_max')::int then 'number unused'
  end;
end
$$;

create function exchange_quote_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  fault text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.number = new.number then
    -- Carrying it out takes the last one off the list, and nothing else does.
    if new.unused_ms::jsonb is distinct from (case when new.used then old.unused_ms::jsonb - -1 else old.unused_ms::jsonb end) then
      fault := 'number unused';
    end if;
  else
    fault := exchange_quote_fault(case tg_op when 'UPDATE' then old end, new);
  end if;
  if fault is not null then
    raise exception 'quote % of book % has another %', new.number, new.book, fault
      using errcode = 'check_violation', constraint = 'exchange_quote_recomputed';
  end if;
  return null;
end
$$;
create trigger exchange_quote_recomputed after insert or update on exchange_quote
  for each row execute function exchange_quote_recomputed();

revoke execute on function exchange_quote_fault, exchange_quote_recomputed from public;
