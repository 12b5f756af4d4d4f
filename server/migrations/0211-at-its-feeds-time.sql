-- A quote stands on the tape at its feed's time, and where the feed is ahead of the market clock, at the clock's. So whoever holds the
-- platform up, or writes late, puts no price behind an instant that it is from before: the last entry at or before an expiry is the last by
-- the feed's time. Neither time ever goes back. Of entries that are no quote only that is asked, and of conversion rates, which bear the
-- time of what made them due.
create function tape_at_its_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.symbol, a.seq into wrong from added a left join tape before on before.symbol = a.symbol and before.seq = a.seq - 1
    where a.time_ms < before.time_ms or a.feed_time_ms < before.feed_time_ms
      or (not a.gap and a.symbol not in ('EUR/USDT', 'GBP/USDT', 'CHF/USDT', 'CAD/USDT', 'JPY/USDT')
        and a.time_ms > greatest(a.feed_time_ms, before.time_ms))
    limit 1;
  if wrong.seq is not null then
    raise exception 'entry % of % does not stand at its feed''s time', wrong.seq, wrong.symbol
      using errcode = 'check_violation', constraint = 'tape_at_its_time';
  end if;
  return null;
end
$$;
revoke execute on function tape_at_its_time from public;
create trigger tape_at_its_time after insert on tape
  referencing new table as added for each statement execute function tape_at_its_time();
