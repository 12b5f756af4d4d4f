-- A firm quote is given now, at the newest entries, and carries out one exchange, of its own figures. Whoever takes orders could
-- otherwise choose among the entries of ten seconds without having asked for a price at any of them.

create function exchange_quote_given() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wall_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.number = new.number then
    if old.used or (old.from_currency, old.to_currency, old.from_amount, old.to_amount, old.fee, old.fee_rate, old.legs, old.quoted_ms,
        old.expires_ms, old.market_ms) is distinct from (new.from_currency, new.to_currency, new.from_amount, new.to_amount, new.fee,
        new.fee_rate, new.legs, new.quoted_ms, new.expires_ms, new.market_ms)
    then
      raise exception 'quote % of book % stays as it was given', new.number, new.book
        using errcode = 'check_violation', constraint = 'exchange_quote_given';
    end if;
    return null;
  end if;
  if (tg_op = 'UPDATE' and new.number < old.number)
    or abs(new.market_ms - now_ms) > slack_ms or new.expires_ms - new.quoted_ms > 10000 or new.quoted_ms > wall_ms + 3000
    or exists (
      select from json_to_recordset(new.legs::json) as l (symbol text, side text, price numeric, tape_seq bigint)
      left join tape t on t.symbol = l.symbol and t.seq = l.tape_seq and not t.gap
      where (l.price = case l.side when 'buy' then t.ask else t.bid end
        and was_newest(l.symbol, l.tape_seq, new.market_ms, slack_ms)) is not true)
  then
    raise exception 'quote % of book % is not of now', new.number, new.book
      using errcode = 'check_violation', constraint = 'exchange_quote_given';
  end if;
  return null;
end
$$;
create trigger exchange_quote_given after insert or update on exchange_quote for each row execute function exchange_quote_given();

create function exchange_of_its_quote() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (
    select from exchange_quote q where q.book = new.book and q.number = new.id and q.used
      and (q.from_currency, q.to_currency, q.from_amount, q.to_amount, q.fee, q.fee_rate, q.quoted_ms)
        = (new.from_currency, new.to_currency, new.from_amount, new.to_amount, new.fee, new.fee_rate, new.quoted_ms)
      and abs(new.time_ms - q.market_ms) <= 60000
      and (select array_agg((l.symbol, l.side, l.quantity, l.price, l.tape_seq)::text order by l.symbol)
          from json_to_recordset(q.legs::json) as l (symbol text, side text, quantity numeric, price numeric, tape_seq bigint))
        = (select array_agg((l.symbol, l.side, l.quantity, l.price, l.tape_seq)::text order by l.symbol)
          from json_to_recordset(new.legs::json) as l (symbol text, side text, quantity numeric, price numeric, tape_seq bigint)))
  then
    raise exception 'exchange % of book % is of no quote', new.id, new.book
      using errcode = 'check_violation', constraint = 'exchange_of_its_quote';
  end if;
  return null;
end
$$;
create constraint trigger exchange_of_its_quote after insert on exchange deferrable initially deferred
  for each row execute function exchange_of_its_quote();
