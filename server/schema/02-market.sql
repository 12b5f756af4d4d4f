-- The market: the tape and the data derived from it, the leader, the clock, the keys of the simulated market, and the
-- functions with which guards query the tape: which entry was the newest at a time, and which was the first to reach a price.

-- The current leader for each role; only the leader may write the role's tables. Each new leader has a greater epoch, which is
-- stored in every row that it writes.
create table leader (
  role  text primary key,
  epoch bigint not null,
  owner text not null,
  beat  timestamptz not null,
  -- The kind of feed that the leader has started. It is null after a change of leader until the new leader has started its feed.
  -- A demo's market clock can be moved forward only while it is not null.
  feed text check (feed in ('simulated', 'replay', 'external'))
);

-- Market time = base_market_ms + (wall time − base_wall_ms) · speed. It equals wall time in live mode and the file's time in a
-- replay.
create table clock (
  one            boolean primary key default true check (one),
  base_wall_ms   bigint not null,
  base_market_ms bigint not null,
  speed          numeric not null check (speed >= 0),
  -- The house's time = wall time + ahead_ms. All business data is dated by it. ahead_ms is 0 on a live platform, in a replay and
  -- with external prices. When a simulated demo is set forward, market time and the house's time move by the same step, so they
  -- remain equal.
  ahead_ms       bigint not null default 0
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
  -- The quote of each named source if a quote was combined from several, as lines. The hash covers them
  -- (docs/feeds.md#several-sources).
  sources text check (octet_length(sources) between 1 and 8192),
  primary key (symbol, seq),
  constraint tape_gap_trades_nothing check (not gap or volume = 0),
  constraint tape_cause_is_no_quote check (cause is null or gap),
  constraint tape_sources_are_of_quotes check (sources is null or not gap),
  constraint tape_cause_has_reason check ((cause is null) = (reason is null)),
  constraint tape_reject_is_told check (
    (refused is not null) = coalesce(cause = 'reject', false) and (refused is null) = (refused_count is null))
);
-- For the published list of entries that are not quotes, which runs from newest to oldest.
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

-- Finished candles of longer periods, so that a chart of several years does not have to read every minute. Rows with simulated =
-- true are generated history from before the first entry of a demo's tape; no order was ever filled at their prices.
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

-- The clock of a simulated market is set only by an operator's action, and neither before the running feed is announced nor after
-- it was replaced. The leader of a replay sets the clock itself, and an external feed provides its own time.
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
    -- The role of the market's leader may not call this function, and it writes no records.
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

-- Whether the newest audit record of this transaction is the one that sets the clock forward from `old_clock` to `new_clock`. A
-- record permits only one step: a second step would end later than the record says. The five minutes allow for clock
-- differences.
create function clock_said_so(old_clock clock, new_clock clock) returns boolean language sql stable as
$$
  select exists (
    select from (select * from audit order by seq desc limit 1) a, lateral (
      select extract(epoch from (a.before::jsonb ->> 'market_time')::timestamptz) * 1000 as was_ms,
        extract(epoch from (a.after::jsonb ->> 'market_time')::timestamptz) * 1000 as is_ms) said
    where a.xid = pg_current_xact_id_if_assigned() and a.subject = 'clock' and a.action = 'clock.forward'
      and said.is_ms - said.was_ms = new_clock.base_market_ms - old_clock.base_market_ms
      and abs(said.is_ms - (new_clock.base_market_ms
        + (extract(epoch from clock_timestamp()) * 1000 - new_clock.base_wall_ms) * new_clock.speed)) < 300000)
$$;

-- On a live platform, market time and the house's time equal wall time, and nobody sets its clock, not even the database owner.
-- In a demo, the clock of a simulated market moves forward by the amount in the record, and the house's time with it; external
-- prices provide their own time, and the clock of a replay, which is that of its file, never falls behind the newest entry of any
-- tape.
create function clock_set_forward() returns trigger language plpgsql as
$$
declare
  running text := (select l.feed from leader l where l.role = 'market');
  newest_ms bigint := (select max(h.time_ms) from tape_head h);
  wall_ms numeric := extract(epoch from clock_timestamp()) * 1000;
  owns boolean := pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member');
  may_lead boolean := pg_has_role(current_user, 'candor_tape', 'member');
  step_ms bigint := new.ahead_ms - old.ahead_ms;
  is_simulated boolean := running is not distinct from 'simulated' or exists (select from market_run);
  passes boolean;
begin
  if is_live_house() then
    passes := false;
  -- A new demo may begin in the past as long as nothing in it has a date.
  elsif step_ms < 0 then
    passes := owns and old.ahead_ms = 0 and new.ahead_ms >= -60 * 86400000::bigint and step_ms % 60000 = 0 and not is_simulated
      and (new.base_wall_ms, new.speed, new.base_market_ms) = (old.base_wall_ms, 1, old.base_market_ms + step_ms)
      and not exists (select from customer) and not exists (select from operator) and not exists (select from journal)
      and not exists (select from tape) and not exists (select from audit);
  -- A step is a number of whole hours, at most a day. A demo that began in the past returns to the present in steps of whole
  -- minutes. The opening with play capital makes the platform a demo permanently.
  elsif step_ms > 0 then
    passes := running is not distinct from 'simulated'
      and exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')
      and (new.base_wall_ms, new.speed, new.base_market_ms) = (old.base_wall_ms, old.speed, old.base_market_ms + step_ms)
      and step_ms <= 86400000 and (step_ms % 3600000 = 0 or step_ms % 60000 = 0 and new.ahead_ms <= 0)
      and clock_said_so(old, new);
  -- In a demo, the database owner may set the clock, as tests do.
  elsif owns then
    passes := true;
  -- A market that was once simulated always counts as simulated, whatever the leader's row says.
  elsif running is not distinct from 'external' or is_simulated or not may_lead then
    passes := false;
  else
    -- A few seconds allow for clock differences.
    passes := new.base_market_ms + greatest(0, wall_ms - new.base_wall_ms) * new.speed
      >= coalesce(newest_ms, 0) - 5000 * greatest(new.speed, 1);
  end if;
  if passes is not true then
    raise exception 'the market clock cannot be set to this time' using errcode = 'check_violation', constraint = 'clock_set_forward';
  end if;
  return new;
end
$$;
create trigger clock_set_forward before update on clock for each row execute function clock_set_forward();

-- Returns the market time, in milliseconds, by the database's own clock.
create function market_now_ms() returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select floor(c.base_market_ms + (extract(epoch from clock_timestamp()) * 1000 - c.base_wall_ms) * c.speed) from clock c);
end
$$;

-- Acceptances and fills are bound to market time. A row states when it was accepted and which entry of the tape was the newest
-- then. The database checks both against its own clock and the tape, and checks every fill against the rule: at the newest entry
-- if that was recent, otherwise at the first quote after it; for a level, at the first entry after the arming that reaches it.
-- The database owner, who could drop triggers anyway, is exempt so that tests can insert rows; the audit checks those rows as
-- well.

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
    raise exception 'trades can only be written at the isolation level read committed' using errcode = 'check_violation', constraint = 'as_it_is_now';
  end if;
  return true;
end
$$;

-- Returns the kind of the running feed. The leader's row is read without a lock, which would block the leader's heartbeats and
-- a takeover by another process. A transaction that sets the clock forward checks the feed again at its end
-- (`clock_set_forward`).
create function running_feed() returns text language sql stable security definer set search_path = public, pg_temp as
$$
  select l.feed from leader l where l.role = 'market' and l.beat >= clock_timestamp() - interval '2 seconds'
$$;

-- Returns the maximum time, by the market clock, for which a market order waits for its price.
create function fill_wait_ms() returns bigint language sql immutable parallel safe set search_path = public, pg_temp return 60000;

-- Guards recompute the initial figures of a new deposit, withdrawal or address: fee, limits, required approvals, value, deadline
-- and waiting time follow from the published terms, the customer's requests within the last day, the tape and the clock. These
-- guards use the time in the row; separate guards named `of_now` check that time against the clock.

-- Whether a time is the house's current time or lies within the time for which the transaction can have been running.
-- Clocks of servers may be slightly ahead.
create function is_wall_now(of_ms bigint) returns boolean language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return of_ms - floor(extract(epoch from house_clock()) * 1000) between -10000 and 5000;
end
$$;

-- The market times from which on fills depend on when entries were made, from which on the time of a cancellation request is
-- recorded, and from which on each trade has its message. Earlier rows, written by a release without these checks, are audited by
-- the older rule.
create table made_since (
  one boolean primary key default true check (one),
  accepted_ms bigint not null,
  taken_back_ms bigint not null,
  told_ms bigint not null
);
insert into made_since (accepted_ms, taken_back_ms, told_ms) values (0, 0, 0);
insert into clock (base_wall_ms, base_market_ms, speed) values (0, 0, 1);
insert into looked_last (at) values ('-infinity');

grant select on held_back, made_since to candor_app;
grant select, insert on candle, checkpoint, tape, market_run to candor_app;
grant select, insert, update on tape_head, leader, tape_minute to candor_app;
grant select, update on clock to candor_app;
grant select, insert, update (key, revealed_ms) on market_day to candor_app;
revoke execute on function fill_wait_ms, is_wall_now, running_feed from public;
grant execute on function running_feed to candor_app;

-- Read by the invariants, which the guard evaluates.
grant select on clock, made_since, tape, tape_head, tape_minute to candor_guard;
