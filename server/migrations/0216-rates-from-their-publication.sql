-- A conversion rate counts from its publication on, however late a position takes it: what an entry reached by it fires, and no other
-- change of the position comes before that.

-- The newest entry of a tape from before a time; 0 where there is none. By minutes, since the tape has no index of times.
create function entry_before(of_symbol text, at_ms bigint) returns bigint
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
  select coalesce((select t.seq from tape t where t.symbol = of_symbol and t.time_ms < at_ms
    and t.seq < coalesce((select m.first_seq from tape_minute m where m.symbol = of_symbol and m.minute_ms > at_ms
      order by m.minute_ms limit 1), 9223372036854775807)
    order by t.seq desc limit 1), 0)
$$;

-- Whether an entry between two, the last included, came to the close-out of an open position at a rate.
create function margin_reached(of_row public."position", at_rate numeric, since bigint, upto bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
begin
  if since >= upto then
    return false;
  end if;
  of_row.rate := at_rate;
  return reached_between(of_row.symbol, case when long then 'bid' else 'ask' end, long, close_out_price(of_row), since, upto + 1);
end
$$;

-- As 0191 has it; where the rate moves, the margin is held by each that was published from the entry on at which that counts, whether the
-- row has taken it yet or not.
create or replace function position_reached(of_row public."position", upto bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  quote text := split_part(of_row.symbol, '/', 2);
  armed jsonb := of_row.armed;
  watched bigint;
  item record;
begin
  if of_row.status = 'pending' then
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end, long,
      of_row.price, (armed -> 'limit' ->> 1)::bigint, upto + 1) then 'limit' end;
  end if;
  if of_row.status <> 'open' then
    return null;
  end if;
  if of_row.take_profit is not null
    and reached_between(of_row.symbol, closes_at, not long, of_row.take_profit, (armed -> 'target' ->> 1)::bigint, upto + 1)
  then
    return 'target';
  end if;
  if of_row.stop_price is not null
    and reached_between(of_row.symbol, closes_at, long, of_row.stop_price, (armed -> 'stop' ->> 1)::bigint, upto + 1)
  then
    return 'stop';
  end if;
  if of_row.trail_distance is not null
    and trailed_first(of_row.symbol, long, of_row.trail_distance, (armed -> 'trail' ->> 1)::bigint, upto) is not null
  then
    return 'trail';
  end if;
  watched := (armed -> 'margin' ->> 1)::bigint;
  if watched >= upto then
    return null;
  end if;
  if quote in ('USDT', 'USD') then
    return case when margin_reached(of_row, of_row.rate, watched, upto) then 'margin' end;
  end if;
  for item in select w.rate, w.since, lead(w.since) over (order by w.seq) as until from (
      select of_row.rate_seq as seq, of_row.rate as rate, watched as since
      union all
      select r.seq, r.last, entry_before(of_row.symbol, r.time_ms) from tape r
        where r.symbol = quote || '/USDT' and r.seq > of_row.rate_seq and not r.gap
    ) w order by w.seq
  loop
    if margin_reached(of_row, item.rate, greatest(watched, item.since), least(upto, coalesce(item.until, upto))) then
      return 'margin';
    end if;
  end loop;
  return null;
end
$$;

-- As 0122 has it. One that a rate moves was watched with the old one until that was published, and is with the new one from there on.
create or replace function margin_rearmed_fault(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  since bigint := (was.armed -> 'margin' ->> 1)::bigint;
  upto bigint := (new_row.armed -> 'margin' ->> 1)::bigint;
  published bigint;
begin
  if since is null then
    return case when coalesce(upto > (select max(t.seq) from tape t where t.symbol = was.symbol), false) then 'arming of its margin' end;
  end if;
  if upto is null then
    return case when not (long and close_out_price(new_row) <= 0) then 'arming of its margin' end;
  end if;
  if upto < since or upto > (select max(t.seq) from tape t where t.symbol = was.symbol) then
    return 'arming of its margin';
  end if;
  if was.rate_seq is distinct from new_row.rate_seq then
    published := greatest(since, entry_before(was.symbol, (
      select r.time_ms from tape r where r.symbol = split_part(was.symbol, '/', 2) || '/USDT' and r.seq = new_row.rate_seq)));
    if margin_reached(was, new_row.rate, published, upto) then
      return 'reached';
    end if;
    upto := least(upto, published);
  end if;
  return case when margin_reached(was, was.rate, since, upto) then 'reached' end;
end
$$;

-- What is watched from later on than its rate was published, though an entry in between had come to its close-out. What else moves it,
-- nights, closings of parts and what it owes of the other side of a gap, may have done so since; margin that was added takes it further away.
create function left_behind_rates() returns table (told text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its margin was reached behind entry %s, at a rate that was published then, and is watched from %s',
      p.id, p.book, s.since, s.watched)
    from position p
      join tape r on r.symbol = split_part(p.symbol, '/', 2) || '/USDT' and r.seq = p.rate_seq
      cross join lateral (select (p.armed -> 'margin' ->> 1)::bigint as watched,
        greatest(p.entry_seq, entry_before(p.symbol, r.time_ms), (p.nights -> -1 ->> 'seq')::bigint, (p.closes -> -1 ->> 'tape_seq')::bigint,
          (select max((c ->> 'tape_seq')::bigint) from position o, jsonb_array_elements(o.closes) as e (c)
            where o.book = p.book and o.symbol = p.symbol and c ? 'charged')) as since offset 0) s
    where p.status = 'open' and margin_reached(p, p.rate, s.since, s.watched)
$$;

revoke execute on function margin_reached, left_behind_rates from public;
grant execute on function left_behind_rates to candor_app;
