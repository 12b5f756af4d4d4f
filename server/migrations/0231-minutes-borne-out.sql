-- A minute of a tape says what its entries say. Guards ask minutes instead of thousands of entries, and whoever writes the tape could give
-- one an extreme that no entry has: a level counted as reached, or as never reached.
create function tape_minute_borne_out() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  from_seq bigint := new.first_seq;
  e record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    from_seq := old.last_seq + 1;
  end if;
  select count(*) as entries, max(t.last) as high, min(t.last) as low, max(t.bid) as bid_high, min(t.bid) as bid_low,
      max(t.ask) as ask_high, min(t.ask) as ask_low, sum(t.volume) as volume
    into e from tape t where t.symbol = new.symbol and t.seq between from_seq and new.last_seq;
  if tg_op = 'UPDATE' then
    e.high := greatest(e.high, old.high);
    e.low := least(e.low, old.low);
    e.bid_high := greatest(e.bid_high, old.bid_high);
    e.bid_low := least(e.bid_low, old.bid_low);
    e.ask_high := greatest(e.ask_high, old.ask_high);
    e.ask_low := least(e.ask_low, old.ask_low);
    e.volume := e.volume + old.volume;
  end if;
  if (e.entries = new.last_seq - from_seq + 1 and e.entries > 0
    and (e.high, e.low, e.bid_high, e.bid_low, e.ask_high, e.ask_low, e.volume)
      = (new.high, new.low, new.bid_high, new.bid_low, new.ask_high, new.ask_low, new.volume)
    and new.open between new.low and new.high and new.close = (select t.last from tape t where t.symbol = new.symbol and t.seq = new.last_seq)
    and (tg_op = 'INSERT' or (new.symbol, new.minute_ms, new.first_seq, new.open) = (old.symbol, old.minute_ms, old.first_seq, old.open)))
    is not true
  then
    raise exception 'minute % of % is not what its entries say', new.minute_ms, new.symbol
      using errcode = 'check_violation', constraint = 'tape_minute_borne_out';
  end if;
  return null;
end
$$;
revoke execute on function tape_minute_borne_out from public;
create trigger tape_minute_borne_out after insert or update on tape_minute for each row execute function tape_minute_borne_out();
