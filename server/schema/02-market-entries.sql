-- Determines the tape entry at which an order fills or for which it waits, and the entry from which it is watched.

-- Whether a conversion rate equals the price of the named tape entry, and this entry was the newest of its tape at some time
-- within a range. The rate of the US dollar is 1 and has no entry. The two seconds allow for clock differences.
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

-- Whether an entry was the newest of its tape a moment ago. A transaction may take a third of the allowed clock difference
-- from reading the entry to writing. If it takes longer, but no longer than the allowed difference, it must read the newest
-- entry again.
create function was_newest(of_symbol text, of_seq bigint, at_ms bigint, slack_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  entry record;
begin
  select t.time_ms, (select n.time_ms from tape n where n.symbol = of_symbol and n.seq = of_seq + 1) as next_ms
    into entry from tape t where t.symbol = of_symbol and t.seq = of_seq;
  if (entry.time_ms <= at_ms + slack_ms and abs(at_ms - now_ms) <= slack_ms and coalesce(entry.next_ms > at_ms - slack_ms, true)) is not true
  then
    return false;
  end if;
  if abs(at_ms - now_ms) > slack_ms / 3 or entry.next_ms <= now_ms - slack_ms / 3 then
    perform read_too_long_ago(of_symbol);
  end if;
  return true;
end
$$;

-- Returns the entry at which a market order fills: the newest entry at the order's acceptance if that is a recent quote,
-- otherwise the first quote after it that was made since the acceptance; null while there is none. A late feed delivers past
-- prices, which a customer with a faster source already knew when ordering.
create function filling_seq(of_symbol text, accepted_seq bigint, accepted_ms bigint, age_ms int) returns bigint
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  newest record;
begin
  select t.gap, accepted_ms - least(t.time_ms, t.feed_time_ms) as age into newest
    from tape t where t.symbol = of_symbol and t.seq = accepted_seq;
  if not newest.gap and newest.age <= age_ms then
    return accepted_seq;
  end if;
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > accepted_seq and not q.gap
    and least(q.time_ms, q.feed_time_ms) >= accepted_ms order by q.seq limit 1);
end
$$;

-- Returns the entry that executes a cancellation: the first quote made since the request, after the entry that was the newest
-- at the request; null while there is none. Until then the order can fill, because the customer may have requested the
-- cancellation knowing an earlier quote that arrives late.
create function taken_back_seq(of_symbol text, asked_seq bigint, asked_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > asked_seq and not q.gap
    and least(q.time_ms, q.feed_time_ms) >= asked_ms order by q.seq limit 1);
end
$$;

-- Returns the entry from which nothing can fill the cancelled order any more: the entry that executes the cancellation or, if
-- earlier, the first that arrives more than a minute later. After that minute the customer can end the order with a second
-- request; if the order could still fill then, the customer could choose whether to accept the fill.
create function rests_until_seq(of_symbol text, asked_seq bigint, asked_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > asked_seq and not q.gap
    and (least(q.time_ms, q.feed_time_ms) >= asked_ms or q.time_ms > asked_ms + fill_wait_ms()) order by q.seq limit 1);
end
$$;

-- Returns the entry after which a level armed at a given entry is watched: the last one made before the customer's request.
-- The times at which entries were made never decrease, so late entries are consecutive. A level that was not requested by a
-- customer has no time of request.
create function watched_from(of_symbol text, armed bigint, since_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  if since_ms is null then
    return armed;
  end if;
  return coalesce((select q.seq - 1 from tape q where q.symbol = of_symbol and q.seq > armed
      and least(q.time_ms, q.feed_time_ms) >= since_ms order by q.seq limit 1),
    greatest(armed, (select q.seq from tape q where q.symbol = of_symbol order by q.seq desc limit 1)));
end
$$;

-- Does the same as `watched_from` for one trigger of a position, which stores [version, armed_seq, since_ms].
create function part_watched_from(of_symbol text, part jsonb) returns bigint
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return watched_from(of_symbol, (part ->> 1)::bigint, (part ->> 2)::bigint);
end
$$;

-- Whether a quote between two entries reaches a price. `side` is the side of the quote to compare; "above" means that the
-- quote falls to the price. In a long range, the extremes of whole minutes are compared. Adjacent entries have nothing between
-- them, which is the usual case for a new level. The subquery is inside the branch that needs it, because its start-up cost is
-- paid even if it is not evaluated.
create function reached_between(of_symbol text, side text, falls boolean, level numeric, after_seq bigint, before_seq bigint)
  returns boolean language plpgsql stable set search_path = public, pg_temp
  set enable_seqscan = off as
$$
declare
  first_end bigint;
  last_begin bigint;
  from_minute bigint;
  to_minute bigint;
begin
  if before_seq - after_seq <= 1 then
    return false;
  end if;
  if before_seq - after_seq > 1000 then
    select m.last_seq, m.minute_ms into first_end, from_minute from tape t
      join tape_minute m on m.symbol = t.symbol and m.minute_ms = t.time_ms / 60000 * 60000 and t.seq between m.first_seq and m.last_seq
      where t.symbol = of_symbol and t.seq = after_seq + 1;
    select m.first_seq, m.minute_ms into last_begin, to_minute from tape t
      join tape_minute m on m.symbol = t.symbol and m.minute_ms = t.time_ms / 60000 * 60000 and t.seq between m.first_seq and m.last_seq
      where t.symbol = of_symbol and t.seq = before_seq;
  end if;
  if first_end is null or last_begin is null or first_end >= last_begin then
    return exists (select from tape q where q.symbol = of_symbol and q.seq > after_seq and q.seq < before_seq and not q.gap
      and case when falls then case side when 'ask' then q.ask else q.bid end <= level
        else case side when 'ask' then q.ask else q.bid end >= level end);
  end if;
  return exists (select from tape_minute m where m.symbol = of_symbol and m.minute_ms > from_minute and m.minute_ms < to_minute
      and case when falls then case side when 'ask' then m.ask_low else m.bid_low end <= level
        else case side when 'ask' then m.ask_high else m.bid_high end >= level end)
    or reached_between(of_symbol, side, falls, level, after_seq, least(first_end, after_seq + 999) + 1)
    or reached_between(of_symbol, side, falls, level, greatest(last_begin, before_seq - 999) - 1, before_seq);
end
$$;

-- Returns the first quote after the start of the watch, up to a given entry, at which a trailing stop fires: the price has
-- reversed by the distance from the best price since the arming, including the price of the entry at the arming. Returns null if
-- there is none. In a long range, the extremes of whole minutes are compared.
create function trailed_first(of_symbol text, long boolean, distance numeric, armed bigint, watched bigint, upto bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  minute record;
  best numeric;
  first_end bigint;
  last_begin bigint;
  found_seq bigint;
begin
  if upto - armed > 1000 then
    select m.last_seq into first_end from tape_minute m
      where m.symbol = of_symbol and m.minute_ms = (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = armed) / 60000 * 60000;
    select m.first_seq into last_begin from tape_minute m
      where m.symbol = of_symbol and m.minute_ms = (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = upto) / 60000 * 60000;
  end if;
  if first_end is null or last_begin is null or first_end not between armed and last_begin - 2 then
    return trailed_within(of_symbol, long, distance, null, watched, armed, upto);
  end if;
  found_seq := trailed_within(of_symbol, long, distance, null, watched, armed, first_end);
  if found_seq is not null then
    return found_seq;
  end if;
  -- The best price is the highest bid or the lowest ask. Asks are negated, so that the best price is always the maximum.
  best := (select max(case when long then q.bid else -q.ask end) from tape q
    where q.symbol = of_symbol and q.seq between armed and first_end);
  for minute in
    select w.* from (
      select m.first_seq, m.last_seq, greatest(best, max(m.high) over (order by m.minute_ms rows between unbounded preceding and 1 preceding))
          as best_before, greatest(best, max(m.high) over (order by m.minute_ms)) - m.low as back, m.minute_ms
        from (select e.minute_ms, e.first_seq, e.last_seq, case when long then e.bid_high else -e.ask_low end as high,
            case when long then e.bid_low else -e.ask_high end as low
          from tape_minute e where e.symbol = of_symbol
            and e.minute_ms > (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = armed) / 60000 * 60000
            and e.minute_ms <= (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = upto) / 60000 * 60000) m) w
      where w.back >= distance order by w.minute_ms
  loop
    found_seq := trailed_within(of_symbol, long, distance, minute.best_before, watched, minute.first_seq, least(minute.last_seq, upto));
    if found_seq is not null then
      return found_seq;
    end if;
  end loop;
  return null;
end
$$;

-- Does the same as `trailed_first` within a range of entries, given the best price before the range.
create function trailed_within(of_symbol text, long boolean, distance numeric, best numeric, watched bigint, from_seq bigint, to_seq bigint)
  returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select w.seq from (
      select q.seq, q.gap, q.price, greatest(best, max(q.price) over (order by q.seq)) as furthest
      from (select e.seq, e.gap, case when long then e.bid else -e.ask end as price from tape e
        where e.symbol = of_symbol and e.seq between from_seq and to_seq) q) w
    where not w.gap and w.seq > watched and w.furthest - w.price >= distance order by w.seq limit 1);
end
$$;

-- Returns the newest entry that is at least `wait_ms` old, so that every process has had time to act on it.
create function entry_past(of_symbol text, now_ms bigint, wait_ms bigint) returns bigint
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$ select t.seq from tape t where t.symbol = of_symbol and t.time_ms <= now_ms - wait_ms order by t.seq desc limit 1 $$;

-- A command reads the newest entries in its own transaction and immediately writes its decision. If it were allowed to take three
-- seconds, it could choose among the entries of three seconds. The entry that it names must therefore have been the newest within
-- the last second. If a command took longer, the executor reads the entries again.

-- Raises an error on which the executor retries the transaction with the newest entry.
create function read_too_long_ago(of_symbol text) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'the entry of % that was read is no longer the newest', of_symbol
    using errcode = 'serialization_failure', constraint = 'read_just_now';
end
$$;

-- Whether a market order that waits after an entry may be cancelled because its price came too late or not at all.
create function market_missed(of_symbol text, accepted_seq bigint, accepted_ms bigint, age_ms int, now_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return now_ms - accepted_ms > fill_wait_ms() and not exists (
    select from tape t where t.symbol = of_symbol and t.seq = filling_seq(of_symbol, accepted_seq, accepted_ms, age_ms)
      and t.time_ms - accepted_ms <= fill_wait_ms());
end
$$;

-- Whether a figure is an amount times a price that was the newest of its tape a moment ago, rounded down. Without a symbol,
-- the price is 1. For a gap entry, the price is that of the quote before it.
create function is_worth_now(of_value numeric, of_amount numeric, of_symbol text, side text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
begin
  if of_symbol is null then
    return of_value = trunc(of_amount, 8);
  end if;
  return coalesce(exists (
    select from tape_head h where h.symbol = of_symbol and h.seq > 0
      and of_value = trunc(of_amount * case side when 'bid' then h.bid else h.last end, 8)
  ) or exists (
    select from tape_head h join tape t on t.symbol = h.symbol and t.seq between h.seq - 500 and h.seq - 1
      where h.symbol = of_symbol and of_value = trunc(of_amount * case side when 'bid' then t.bid else t.last end, 8)
        and was_newest(t.symbol, t.seq, now_ms, slack_ms)
  ), false);
end
$$;

-- A conversion rate applies from its publication, even if a position adopts it later: a trigger that an entry reaches at the
-- new rate fires before any later change of the position.

-- Returns the number of the newest entry of a tape before a time; 0 if there is none. Searches by minute, because the tape has
-- no index on time.
create function entry_before(of_symbol text, at_ms bigint) returns bigint
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
  select coalesce((select t.seq from tape t where t.symbol = of_symbol and t.time_ms < at_ms
    and t.seq < coalesce((select m.first_seq from tape_minute m where m.symbol = of_symbol and m.minute_ms > at_ms
      order by m.minute_ms limit 1), 9223372036854775807)
    order by t.seq desc limit 1), 0)
$$;

revoke execute on function entry_past, is_worth_now, market_missed, part_watched_from, rests_until_seq, taken_back_seq, trailed_first,
  trailed_within, watched_from from public;
