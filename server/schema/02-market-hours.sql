-- The hours of markets that close, and the holidays of New York.

-- Implements the published session calendar of forex and metals, by New York time, as `domain` does; a test compares the two. A
-- closing requested while the session is closed must follow it.
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

-- Returns Easter Sunday by the Meeus/Jones/Butcher algorithm (1876).
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

-- Returns when the market of a symbol reopens, given a time at which it is closed; null if it is open.
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
