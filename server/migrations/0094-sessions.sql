-- A closing that was asked for over a closed session of forex or metals is bound to the calendar as it is published, and no more to
-- half an hour before its entry. The calendar is New York's by its rule, as the domain has it; a test holds the two together.

create function new_york_offset_ms(at_ms bigint) returns bigint language plpgsql immutable set search_path = pg_catalog, public, pg_temp as
$$
declare
  year int := extract(year from to_timestamp((at_ms - 5 * 3600000) / 1000.0) at time zone 'UTC');
  march date := make_date(year, 3, 1);
  november date := make_date(year, 11, 1);
  -- The second Sunday of March and the first of November, at two o'clock.
  summer_ms bigint := extract(epoch from march + (7 - extract(dow from march)::int) % 7 + 7)::bigint * 1000 + 7 * 3600000;
  winter_ms bigint := extract(epoch from november + (7 - extract(dow from november)::int) % 7)::bigint * 1000 + 6 * 3600000;
begin
  return case when at_ms >= summer_ms and at_ms < winter_ms then -4 else -5 end * 3600000;
end
$$;

-- The Sunday of Easter, by the algorithm of 1876.
create function easter_of(year int) returns date language plpgsql immutable set search_path = pg_catalog, public, pg_temp as
$$
declare
  golden int := year % 19;
  century int := year / 100;
  in_century int := year % 100;
  moon int := (19 * golden + century - century / 4 - (century - (century + 8) / 25 + 1) / 3 + 15) % 30;
  to_sunday int := (32 + 2 * (century % 4) + 2 * (in_century / 4) - moon - in_century % 4) % 7;
  late int := (golden + 11 * moon + 22 * to_sunday) / 451;
  month_and_day int := moon + to_sunday - 7 * late + 114;
begin
  return make_date(year, month_and_day / 31, month_and_day % 31 + 1);
end
$$;

-- When the market of a symbol opens again after a time at which it is closed; null where it is open.
create function session_reopens_ms(of_symbol text, at_ms bigint) returns bigint
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as
$$
declare
  metal boolean := of_symbol like 'XA_/USD';
  first_day int;
  day date;
  local_ms bigint;
  opens_ms bigint;
begin
  if of_symbol like '%/USDT' then
    return null;
  end if;
  -- A trading day runs from 17:00 to 17:00 in New York and bears the date on which it ends.
  first_day := floor((at_ms + new_york_offset_ms(at_ms) + 7 * 3600000) / 86400000.0);
  for later in first_day .. first_day + 14 loop
    day := date '1970-01-01' + later;
    local_ms := later * 86400000::bigint - 7 * 3600000;
    opens_ms := local_ms - new_york_offset_ms(local_ms + 5 * 3600000) + case when metal then 3600000 else 0 end;
    if extract(isodow from day) > 5 or to_char(day, 'MMDD') in ('1225', '0101')
      or (metal and day = easter_of(extract(year from day)::int) - 2)
    then
      continue;
    end if;
    if later = first_day and at_ms >= opens_ms then
      return null;
    end if;
    if opens_ms > at_ms then
      return opens_ms;
    end if;
  end loop;
  return null;
end
$$;

-- As 0092 has it but for that.
create or replace function position_closings_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint,
  is_timed boolean) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  item record;
  reopens_ms bigint;
  fault text;
begin
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    select c.*, t.gap, case new_row.side when 'long' then t.bid else t.ask end as at_price, t.time_ms as entry_ms,
        least(t.time_ms, t.feed_time_ms) as known_ms,
        (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = c.tape_seq + 1) as next_ms
      into item
      from jsonb_to_record(new_row.closes -> at) as c (quantity numeric, price numeric, tape_seq bigint, rate numeric, rate_seq bigint,
          financing numeric, reason text, time_ms bigint, asked_ms bigint, asked_seq bigint)
        left join lateral (select * from tape e where e.symbol = new_row.symbol and e.seq = c.tape_seq offset 0) t on true;
    if item.entry_ms is null or not rate_counted(new_row.symbol, item.rate, item.rate_seq, item.entry_ms, now_ms) then
      return 'rate of a closing';
    end if;
    continue when not is_timed;
    if (not item.gap and item.price = item.at_price and abs(item.time_ms - now_ms) <= slack_ms) is not true then
      return 'price of a closing';
    end if;
    if item.reason in ('customer', 'close_all') then
      if item.asked_ms is distinct from was.asked_ms and (abs(item.asked_ms - now_ms) <= slack_ms and case
          when item.asked_seq = item.tape_seq
            then item.entry_ms <= item.asked_ms + slack_ms and coalesce(item.next_ms > item.asked_ms - slack_ms, true)
          else was_newest(new_row.symbol, item.asked_seq, item.asked_ms, slack_ms) end) is not true then
        return 'time of a closing';
      end if;
      -- Over a closed session it fills at the first quote from its reopening on; one from before may be written late.
      reopens_ms := session_reopens_ms(new_row.symbol, item.asked_ms);
      if (case
        when reopens_ms is not null then item.tape_seq = (select q.seq from tape q where q.symbol = new_row.symbol
          and q.seq > item.asked_seq and q.time_ms >= reopens_ms and not q.gap order by q.seq limit 1)
        when item.tape_seq = item.asked_seq then item.asked_ms - item.known_ms <= new_row.fill_age_ms
        else item.tape_seq = filling_seq(new_row.symbol, item.asked_seq, item.asked_ms, new_row.fill_age_ms)
        end) is not true
      then
        return 'entry of a closing';
      end if;
    else
      fault := closing_unasked_fault(was, new_row, item.reason, item.tape_seq, item.at_price, item.rate, item.financing, item.quantity,
        now_ms, slack_ms);
      if fault is not null then
        return fault;
      end if;
    end if;
  end loop;
  -- When it ended is when its last closing was: what is asked of it later goes by that.
  if is_timed and new_row.status = 'closed' and new_row.closed_ms is distinct from (new_row.closes -> -1 ->> 'time_ms')::bigint then
    return 'time of a closing';
  end if;
  return null;
end
$$;