-- An exchange gives its own currency and takes its own, each at the tape of that coin.
create function exchange_legs() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if exists (
    select from jsonb_to_recordset(new.legs::jsonb) as l (symbol text, coin text, side text)
    where (l.symbol = l.coin || '/USDT' and l.coin = case l.side when 'sell' then new.from_currency when 'buy' then new.to_currency end) is not true)
    or (select count(*) filter (where l ->> 'side' = 'sell') <> (new.from_currency <> 'USDT')::int
        or count(*) filter (where l ->> 'side' = 'buy') <> (new.to_currency <> 'USDT')::int
      from jsonb_array_elements(new.legs::jsonb) as e (l))
  then
    raise exception 'exchange % of book % is of other currencies', new.id, new.book
      using errcode = 'check_violation', constraint = 'exchange_legs';
  end if;
  return new;
end
$$;
create trigger exchange_legs before insert on exchange for each row execute function exchange_legs();
