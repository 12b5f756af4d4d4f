-- The market: the tape and the data derived from it, the leader, the clock, the keys of the simulated market, and the
-- functions with which guards query the tape: which entry was the newest at a time, and which was the first to reach a price.

-- The current leader for each role; only the leader may write the role's tables. Each new leader has a greater epoch, which is
-- stored in every row that it writes.
create table leader (
  role  text primary key,
  epoch bigint not null,
  owner text not null,
  beat  timestamptz not null,
  -- The kind of feed that the leader has started. It is null after a change of leader until the new leader has started its
  -- feed. A demo's market clock can be set forward only while it is set.
  feed text check (feed in ('simulated', 'replay', 'external'))
);

-- Market time = base_market_ms + (wall time − base_wall_ms) · speed. It equals wall time in live mode and the file's time in a
-- replay.
create table clock (
  one            boolean primary key default true check (one),
  base_wall_ms   bigint not null,
  base_market_ms bigint not null,
  speed          numeric not null check (speed >= 0)
);
create trigger clock_kept before delete or truncate on clock for each statement execute function refuse_change();

-- The newest tape entry of each symbol. A symbol's row exists from the start, with seq 0 and a hash of 32 zero bytes.
create table tape_head (
  symbol         text primary key,
  seq            bigint not null default 0,
  hash           bytea not null default decode(repeat('00', 32), 'hex') check (octet_length(hash) = 32),
  time_ms        bigint not null default 0,
  bid            numeric(38,8) not null default 0,
  ask            numeric(38,8) not null default 0,
  last           numeric(38,8) not null default 0,
  feed_time_ms   bigint not null default 0,
  epoch          bigint not null default 0,
  written_at     timestamptz not null default clock_timestamp(),
  -- The head is stale once it is older than this by the wall clock, or immediately after a halt.
  stale_after_ms int not null default 5000 check (stale_after_ms > 0),
  halted         boolean not null default true,
  halted_because text,
  -- If the newest entry is a gap entry, the number and the time of the quote whose prices it repeats; null if the newest entry
  -- is a quote. No order fills while the newest entry is a gap entry.
  quoted_seq bigint,
  quoted_ms bigint,
  -- The maximum age of the newest entry, by the market clock, at which a market order fills at it; set by the feed that wrote
  -- the entry. If the entry is older, the order fills at the first later quote that was made since the acceptance. An order's
  -- row therefore records the time of its acceptance, the newest entry at that time, and this maximum age.
  fill_age_ms int not null default 1000 check (fill_age_ms >= 0),
  constraint tape_head_gap check ((quoted_seq is null) = (quoted_ms is null)),
  constraint tape_head_gap_is_halted
  check (quoted_seq is null or (halted and quoted_seq < seq and quoted_ms <= time_ms))
) with (fillfactor = 50);

-- Not partitioned, because the primary key serves every read. Nothing is deleted.
create table tape (
  symbol       text not null,
  seq          bigint not null check (seq > 0),
  time_ms      bigint not null,
  feed_time_ms bigint not null,
  bid          numeric(38,8) not null check (bid > 0),
  ask          numeric(38,8) not null check (ask >= bid),
  last         numeric(38,8) not null check (last > 0),
  volume       numeric(38,8) not null check (volume >= 0),
  hash         bytea not null check (octet_length(hash) = 32),
  -- Gap entries record that no quote arrived although a price was due. A gap entry repeats the prices of the entry before it,
  -- and no order fills at it.
  gap boolean not null default false,
  -- The cause of an entry that is not a quote: the feed ended (halt), or the guard rejected a quote (reject); a gap may have a
  -- cause too. Such entries are numbered, hashed and signed like quotes. Of a rejected quote only the hash is stored: its
  -- sender can prove the content, and nobody is misled by its price.
  cause text check (cause in ('halt', 'reject')),
  reason text check (reason ~ '^[a-z][a-z_]{0,63}$'),
  refused bytea check (octet_length(refused) = 32),
  refused_count bigint check (refused_count > 0),
  -- The lines of the named sources from which a quote was combined, which the hash covers (docs/feeds.md#several-sources).
  sources text check (octet_length(sources) between 1 and 8192),
  primary key (symbol, seq),
  constraint tape_gap_trades_nothing check (not gap or volume = 0),
  constraint tape_cause_is_no_quote check (cause is null or gap),
  constraint tape_sources_are_of_quotes check (sources is null or not gap),
  constraint tape_cause_has_reason check ((cause is null) = (reason is null)),
  constraint tape_reject_is_told check (
    (refused is not null) = coalesce(cause = 'reject', false) and (refused is null) = (refused_count is null))
);
-- For the published list of entries that are not quotes, newest first.
create index tape_without_quote on tape (time_ms desc, symbol desc, seq desc) where gap;
-- Prevents changes of the tape even by roles that have the privilege; only a role that can drop this trigger can rewrite
-- history.
create trigger tape_append_only before update or delete or truncate on tape
  for each statement execute function refuse_change();

-- One row for each minute of the tape, updated in the transaction that appends an entry. Candles are made from `last`; the
-- engine reads the extremes of bid and ask to find whether a level was reached, and the seqs to find the entries.
create table tape_minute (
  symbol    text not null,
  minute_ms bigint not null,
  first_seq bigint not null,
  last_seq  bigint not null,
  open      numeric(38,8) not null,
  high      numeric(38,8) not null,
  low       numeric(38,8) not null,
  close     numeric(38,8) not null,
  bid_high  numeric(38,8) not null,
  bid_low   numeric(38,8) not null,
  ask_high  numeric(38,8) not null,
  ask_low   numeric(38,8) not null,
  volume    numeric(38,8) not null,
  primary key (symbol, minute_ms)
) with (fillfactor = 70);

-- Completed candles of longer periods, so that a chart of years does not have to read every minute. Rows with simulated = true
-- are invented history from before the first entry of a demo's tape; no order was ever filled at their prices.
create table candle (
  symbol    text not null,
  period_ms bigint not null,
  start_ms  bigint not null,
  open      numeric(38,8) not null,
  high      numeric(38,8) not null,
  low       numeric(38,8) not null,
  close     numeric(38,8) not null,
  volume    numeric(38,8) not null,
  simulated boolean not null,
  primary key (symbol, period_ms, start_ms)
);

-- Signed heads. The public key is stored with each head, so that a checkpoint can still be verified after the signing key
-- changes.
create table checkpoint (
  symbol     text not null,
  seq        bigint not null,
  hash       bytea not null,
  time_ms    bigint not null,
  public_key bytea not null,
  signature  bytea not null,
  primary key (symbol, seq)
);

-- The keys of the simulated market. A hash commits to a day's key before the day's first quote, and the key is revealed after
-- the day. The platform therefore cannot choose it based on customers' actions, and nobody can know it while it is in use.
create table market_day (
  -- A UTC day, by the market clock.
  day date not null,
  commitment bytea not null check (octet_length(commitment) = 32),
  public_key bytea not null check (octet_length(public_key) = 32),
  -- An Ed25519 signature of candor-market-day-v1|day|commitment.
  signature bytea not null check (octet_length(signature) = 64),
  committed_ms bigint not null,
  key bytea,
  revealed_ms bigint,
  primary key (day, commitment),
  check ((key is null) = (revealed_ms is null)),
  check (key is null or sha256(key) = commitment)
);

-- A run of quotes that the simulated market made from one key. It starts at the newest entry that each tape had at that time.
create table market_run (
  day date not null,
  commitment bytea not null,
  -- The number of the newest entry by symbol.
  heads jsonb not null,
  started_ms bigint not null,
  -- A run of the simulated market takes a step at a fixed interval from its start, by the market clock. Steps that a process
  -- missed are made later with their scheduled times, so the times of all quotes of the run follow from this row. Null for
  -- older runs, whose steps have the times at which the process made them.
  step_ms int check (step_ms > 0),
  primary key (day, commitment, started_ms),
  foreign key (day, commitment) references market_day
);

-- Every acceptance or cancellation must become visible to everyone within seconds. Guards check that a row is current when it
-- is written. A writer that keeps its transaction open afterwards could see which way the market moves, or how a ticket is
-- settled, before deciding whether to commit. A transaction time limit does not prevent that, since each session sets its own
-- limit, and a check at commit does not either, since the session can force it earlier. Therefore, a transaction that writes
-- trades records its id and the time. The process that writes the tape, whose role no process that takes orders has, looks at
-- the new rows twice a second. If a row was written more than five seconds before a look that did not see it, the row was held
-- back, which is recorded in `held_back` and reported by the audit. Nobody else can lock a row of `tape_head` to prevent the
-- looks. A row of `held_back` stays until the database owner has investigated and deleted it.
create table accepted_lately (
  xid xid8 primary key,
  at timestamptz not null,
  told text not null
);

create table held_back (
  xid xid8 primary key,
  at timestamptz not null,
  seen timestamptz not null,
  told text not null
);

-- The time of the last look, which saw everything that was committed before.
create table looked_last (
  singleton boolean primary key default true check (singleton),
  at timestamptz not null
);

-- The clock of a simulated market is set only by an operator's action: neither while the market runs, nor before the running
-- feed is announced or after another one is. The leader of a replay sets the clock itself, and an external feed provides its
-- own time.
create function clock_record() returns trigger language plpgsql as
$$
declare
  owns boolean := pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member');
  recorded boolean := false;
begin
  if exists (select from leader l where l.role = 'market' and l.feed = 'simulated')
    or (not owns and (exists (select from market_run) or not pg_has_role(current_user, 'candor_tape', 'member'))
      and not exists (select from leader l where l.role = 'market' and l.feed = 'external'))
  then
    -- Whoever leads has no right to the record, and writes none.
    if has_function_privilege('audit_has(text, text)', 'execute') then
      recorded := audit_has('clock', 'clock.forward');
    end if;
    if not recorded then
      raise exception 'the market clock was set without a record'
        using errcode = 'check_violation', constraint = 'clock_record';
    end if;
  end if;
  return new;
end
$$;
create trigger clock_record before update on clock for each row execute function clock_record();

-- `clock_ms` returns the market time by the clock; `market_ms` returns the later of that and the time of the newest entry.
create function clock_ms() returns bigint language sql stable as
$$
  select floor(c.base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - c.base_wall_ms) * c.speed)::bigint from clock c
$$;

create function market_ms() returns bigint language sql stable as
$$ select greatest(clock_ms(), (select max(h.time_ms) from tape_head h)) $$;

-- On a live platform, market time equals wall time, and nobody sets its clock, not even the database owner. In a demo, the
-- clock of a simulated market moves forward by the amount in the record, external prices provide their own time, and the clock
-- of a replay, which is that of its file, never falls behind the newest entry of any tape.
create function clock_set_forward() returns trigger language plpgsql as
$$
declare
  running text := (select l.feed from leader l where l.role = 'market');
  newest_ms bigint := (select max(h.time_ms) from tape_head h);
  wall_ms numeric := extract(epoch from clock_timestamp()) * 1000;
  owns boolean := pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member');
  may_lead boolean := pg_has_role(current_user, 'candor_tape', 'member');
  passes boolean;
begin
  -- Of a demo the owner of the database may do what a test does. The record is read of a simulated market alone: who leads any
  -- other has no right to it.
  if is_live_house() then
    passes := false;
  elsif owns then
    passes := true;
  elsif running = 'external' then
    passes := false;
  -- A market that was simulated once stays so, whatever is told of who leads it.
  elsif running = 'simulated' or exists (select from market_run) then
    passes := (new.base_wall_ms, new.speed) = (old.base_wall_ms, old.speed)
      and new.base_market_ms > old.base_market_ms
      and exists (
        select from (select * from audit order by seq desc limit 1) a, lateral (
          select extract(epoch from (a.before::jsonb ->> 'market_time')::timestamptz) * 1000 as was_ms,
            extract(epoch from (a.after::jsonb ->> 'market_time')::timestamptz) * 1000 as is_ms) said
        where a.xid = pg_current_xact_id_if_assigned() and a.subject = 'clock' and a.action = 'clock.forward'
          and said.is_ms - said.was_ms = new.base_market_ms - old.base_market_ms
          -- One record is one step: after a second one it would be later than was said. The minutes are for clocks that differ.
          and abs(said.is_ms - (new.base_market_ms + (wall_ms - new.base_wall_ms) * new.speed)) < 300000);
  elsif not may_lead then
    passes := false;
  else
    -- A few seconds are for clocks that differ.
    passes := new.base_market_ms + greatest(0, wall_ms - new.base_wall_ms) * new.speed
      >= coalesce(newest_ms, 0) - 5000 * greatest(new.speed, 1);
  end if;
  if passes is not true then
    raise exception 'the market clock cannot be set so' using errcode = 'check_violation', constraint = 'clock_set_forward';
  end if;
  return new;
end
$$;
create trigger clock_set_forward before update on clock for each row execute function clock_set_forward();

create function market_day_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  today date := (to_timestamp(clock_ms() / 1000.0) at time zone 'UTC')::date;
begin
  if tg_op = 'INSERT' then
    -- Neither for a day that is over, nor so far ahead that many could be kept to choose from.
    if new.key is null and new.day between today - 1 and today + 2 then return new; end if;
  elsif old.key is null and new.key is not null and old.day < today
    and (old.day, old.commitment, old.public_key, old.signature, old.committed_ms)
      = (new.day, new.commitment, new.public_key, new.signature, new.committed_ms) then
    return new;
  end if;
  raise exception 'a key of the market of % cannot be written so', new.day
    using errcode = 'check_violation', constraint = 'market_day_guard';
end
$$;
create trigger market_day_guard before insert or update on market_day
  for each row execute function market_day_guard();

-- Returns the market time by the database's clock, in milliseconds.
create function market_now_ms() returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select floor(c.base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - c.base_wall_ms) * c.speed) from clock c);
end
$$;

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

-- Acceptances and fills are bound to market time. A row states when it was accepted and which entry of the tape was the newest
-- then. The database checks both against its own clock and the tape, and checks every fill against the rule: at the newest
-- entry if that was recent, otherwise at the first quote after it; for a level, at the first entry after the arming that
-- reaches it. The database owner, who could drop triggers anyway, is exempt so that tests can insert rows; the audit checks
-- those rows too.

-- Returns the allowed difference between the clock and the times of entries: the maximum duration of a transaction, times the
-- speed of a replay.
create function market_slack_ms() returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select ceil(3000 * greatest(c.speed, 1)) from clock c);
end
$$;

-- Whether the rows written by the connected role are checked against the tape. The check reads the current tape, but a
-- transaction with an old snapshot, which it may keep as long as it likes, would see an old tape. Roles that are checked must
-- therefore not write in a transaction with a fixed snapshot.
create function is_bound_in_time(of_table oid) returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
begin
  if pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = of_table), 'member') then
    return false;
  end if;
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'what is traded is written as the tape is now' using errcode = 'check_violation', constraint = 'as_it_is_now';
  end if;
  return true;
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

-- Does the same as the function above for one trigger of a position, which stores [version, armed_seq, since_ms].
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

-- Returns the kind of the running feed. The leader's row is read without a lock, which would block the leader's heartbeats and
-- a takeover by another process. A transaction that sets the clock forward checks the feed again at its end
-- (`clock_set_forward`).
create function running_feed() returns text language sql stable security definer set search_path = public, pg_temp as
$$
  select l.feed from leader l where l.role = 'market' and l.beat >= clock_timestamp() - interval '2 seconds'
$$;

-- Returns the first quote after the start of the watch, up to a given entry, at which a trailing stop fires: it retraced far
-- enough from the best price since the arming, including the price of the entry of the arming; null if none did. In a long
-- range, the extremes of whole minutes are compared.
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
  -- A price is a high of the bid, or the ask upside down.
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

-- Does the same as the function above within a range of entries, given the best price before the range.
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

-- Implements the published session calendar of forex and metals, by New York time, as the domain does; a test compares the
-- two. A closing requested while the session is closed must follow it.
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

-- Returns the newest entry that is at least `wait_ms` old, so that every process has had time to act on it.
create function entry_past(of_symbol text, now_ms bigint, wait_ms bigint) returns bigint
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$ select t.seq from tape t where t.symbol = of_symbol and t.time_ms <= now_ms - wait_ms order by t.seq desc limit 1 $$;

-- A command reads the newest entries in its own transaction and immediately writes its decision. If it could take three
-- seconds, it could choose among the entries of three seconds. The named entry must therefore have been the newest within the
-- last second. The executor reads the entries again if a command took longer.

-- Raises an error on which the executor retries the transaction with the newest entry.
create function read_too_long_ago(of_symbol text) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'what was read of % is too old to be written', of_symbol
    using errcode = 'serialization_failure', constraint = 'read_just_now';
end
$$;

-- Returns the maximum time, by the market clock, for which a market order waits for its price.
create function fill_wait_ms() returns bigint language sql immutable parallel safe set search_path = public, pg_temp return 60000;

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

-- When a deposit, withdrawal or address is created, its initial figures are recomputed: fee, limits, required approvals,
-- value, deadline and waiting time follow from the published terms, the customer's requests within the last day, the tape and
-- the clock. The guards of these figures use the time in the row; separate guards named `of_now` check that time against the
-- clock.

-- Whether a wall-clock time is the current time or lies within the time for which the transaction can have been running.
-- Clocks of servers may be slightly ahead.
create function is_wall_now(of_ms bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return of_ms between floor(extract(epoch from clock_timestamp()) * 1000) - 10000
    and floor(extract(epoch from clock_timestamp()) * 1000) + 5000;
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

-- Records the time of a transaction's first writing statement; if that statement is rolled back, the time of the next one.
create function accepted_lately() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into accepted_lately (xid, at, told) values (pg_current_xact_id(), clock_timestamp(), tg_table_name || ' ' || lower(tg_op))
    on conflict do nothing;
  return null;
end
$$;

-- Reports rows that were held back for more than one and a half seconds. A buyer who could see five seconds past the strike of
-- a half-minute option would win 63 of 100 tickets, with one and a half seconds 57; the break-even rate is 56. Processes end
-- transactions that take longer than one and a half seconds. On two cores with eight times their load, the slowest of 469
-- batches was visible 0.2 s after its first statement. Looks are at least a quarter of a second apart. A row that one look did
-- not see and the next one sees was committed in between.
create function market_looks() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  looks_at timestamptz := clock_timestamp();
  looked_at timestamptz := (select l.at from looked_last l);
begin
  if looks_at < looked_at + interval '250 milliseconds' then
    return null;
  end if;
  with seen as (delete from accepted_lately returning *)
  insert into held_back (xid, at, seen, told)
    select s.xid, s.at, looks_at, s.told from seen s where s.at + interval '1500 milliseconds' < looked_at
    on conflict do nothing;
  update looked_last set at = looks_at;
  return null;
end
$$;
create trigger market_looks after insert or update on tape_head for each statement execute function market_looks();

-- A run has a fixed interval between steps. If a new run leaves a gap in the tape, no ticket may expire in the gap: it would
-- exit at the new run's first quote, and whoever caused the gap would get a second random outcome. The process that made the
-- tape first makes the missed steps, as long as it has the key of that day and the key is not revealed.
create function market_run_goes_on() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  newest record;
  ends_ms bigint;
  missed bigint;
begin
  if new.step_ms is distinct from 250 then
    raise exception 'a run of the market of % has no pace', new.day using errcode = 'check_violation', constraint = 'market_run_paced';
  end if;
  select r.day, r.step_ms, d.public_key, d.key into newest from market_run r
    join market_day d on d.day = r.day and d.commitment = r.commitment order by r.started_ms desc limit 1;
  select max(h.time_ms) into ends_ms from tape_head h;
  if newest.step_ms is null or newest.key is not null or new.started_ms - ends_ms <= 3000
    or newest.day <> (to_timestamp(ends_ms / 1000.0) at time zone 'UTC')::date
    or newest.public_key is distinct from (select d.public_key from market_day d where d.day = new.day and d.commitment = new.commitment)
  then
    return new;
  end if;
  select t.id into missed from option_ticket t join tape_head h on h.symbol = t.symbol
    where t.status = 'open' and t.expires_ms >= h.time_ms and t.expires_ms < new.started_ms limit 1;
  if missed is not null then
    raise exception 'ticket % expires in the hole before a run of %', missed, new.day
      using errcode = 'check_violation', constraint = 'market_run_goes_on';
  end if;
  return new;
end
$$;
create trigger market_run_goes_on before insert on market_run for each row execute function market_run_goes_on();

-- A quote has its feed's time on the tape or, if the feed is ahead of the market clock, the clock's time. Delaying the
-- platform or writing late therefore cannot move a price that precedes an instant to after it: the last entry at or before an
-- expiry is the last one by the feed's time. The times never decrease. For entries that are not quotes and for conversion
-- rates, only that is checked.
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
create trigger tape_at_its_time after insert on tape
  referencing new table as added for each statement execute function tape_at_its_time();

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

-- A minute's row must match the entries of the minute. Guards read minutes instead of thousands of entries. Without this
-- check, the writer of the tape could give a minute an extreme that no entry has, so that a level would count as reached, or
-- would never count as reached.
create function tape_minute_verified() returns trigger
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
      using errcode = 'check_violation', constraint = 'tape_minute_verified';
  end if;
  return null;
end
$$;
create trigger tape_minute_verified after insert or update on tape_minute for each row execute function tape_minute_verified();

-- The market times from which fills depend on the time at which entries were made, and from which the time of a cancellation
-- request is recorded. Earlier rows, written by a release without these checks, are audited by the older rule.
create table made_since (
  one boolean primary key default true check (one),
  accepted_ms bigint not null,
  taken_back_ms bigint not null
);
insert into made_since (accepted_ms, taken_back_ms) values (0, 0);
insert into clock (base_wall_ms, base_market_ms, speed) values (0, 0, 1);
insert into looked_last (at) values ('-infinity');

grant select on held_back, made_since to candor_app;
grant select, insert on candle, checkpoint, tape, market_run to candor_app;
grant select, insert, update on tape_head, leader, tape_minute to candor_app;
grant select, update on clock to candor_app;
grant select, insert, update (key, revealed_ms) on market_day to candor_app;
revoke execute on function accepted_lately, entry_past, fill_wait_ms, is_wall_now, is_worth_now, market_looks, market_missed,
  market_run_goes_on, running_feed, tape_at_its_time, tape_minute_verified, part_watched_from, rests_until_seq, taken_back_seq, trailed_first, trailed_within, watched_from from public;
grant execute on function running_feed to candor_app;

-- What the invariants read, which the guard evaluates.
grant select on clock, made_since, tape, tape_head, tape_minute to candor_guard;
