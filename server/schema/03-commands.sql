-- The write path: stored answers of commands, and the inbox through which the engine learns of waiting rows.

create sequence row_id increment by 1000;

-- The answer to each command, stored in the command's transaction. A command with a known key gets the stored answer and
-- changes nothing.
create table answer (
  book bigint not null,
  key text not null,
  body_hash text not null,
  answer text not null,
  at timestamptz not null default now(),
  -- Where the receipt for the command is: the batch, and the place in it. Null for commands that are not orders.
  batch bigint,
  place smallint,
  primary key (book, key),
  constraint answer_receipt check ((batch is null) = (place is null))
);

-- Each transaction that sets, changes or removes a row's level records it here. The engine reads rows by transaction id, starting
-- from the oldest transaction that was still running at its last read, because reading by id would skip a transaction that
-- commits late. A row is deleted once the engine has checked every tape entry that might concern it.
create table engine_inbox (
  id bigserial,
  xid xid8 not null default pg_current_xact_id(),
  symbol text not null,
  kind text not null,
  book bigint not null,
  row_id bigint not null,
  version bigint not null check (version between 0 and 4294967295),
  condition text not null,
  -- Null if this version no longer waits for anything.
  level numeric(38,8),
  -- The newest tape entry that the transaction read. The engine ignores entries up to it.
  armed_seq bigint not null,
  -- Quotes made before this market time are ignored too; null if no quote is ignored.
  since_ms bigint,
  constraint engine_inbox_condition_check check (
  condition in (
    'clock_at_or_after', 'time_at_or_after',
    'ask_at_or_below', 'ask_at_or_above', 'bid_at_or_below', 'bid_at_or_above',
    'last_at_or_below', 'last_at_or_above',
    'bid_falls_by', 'ask_rises_by'
  )
),
  -- Limits the fields to values that the engine can read.
  constraint engine_inbox_reckoned check (level <> 'NaN' and armed_seq between 0 and 9007199254740991
    and since_ms between 0 and 9007199254740991),
  -- The names are no longer than existing ones, because a name too long for an index would keep the engine from saving its
  -- progress.
  constraint engine_inbox_named check (length(symbol) <= 40 and length(kind) <= 40),
  -- Rows are read and deleted by transaction only, so an index by id alone would be written for nothing.
  primary key (xid, id)
);

-- Items that the engine set aside: messages that do not match any row ('false'), and firings that stay busy ('busy'), which it
-- keeps retrying. The audit reports them until the database owner has investigated and deleted them.
create table engine_set_aside (
  kind text not null,
  book bigint not null,
  row_id bigint not null,
  version bigint not null,
  symbol text not null,
  told text not null check (length(told) <= 500),
  at timestamptz not null default clock_timestamp(),
  why text not null default 'false' check (why in ('false', 'busy')),
  primary key (kind, book, row_id, version, symbol, why)
);
comment on table engine_set_aside is 'written by commands';

-- All triggers up to this entry have fired and are committed. A new leader continues after it.
create table engine_position (
  symbol text primary key,
  handled_seq bigint not null,
  constraint engine_position_reached check (handled_seq >= 0)
) with (fillfactor = 50);

-- The entry never decreases: otherwise a new leader would first have to read years of tape.
create function engine_position_forward() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception 'the entry up to which % was handled cannot decrease', old.symbol
    using errcode = 'check_violation', constraint = 'engine_position_forward';
end
$$;
create trigger engine_position_forward before update on engine_position for each row
  when (new.handled_seq < old.handled_seq or new.symbol <> old.symbol) execute function engine_position_forward();

-- How far the engine is behind the tape, as reported by its leader for every process. An old report means that the leader has
-- stopped.
create table engine_beat (
  role text primary key,
  epoch bigint not null,
  beat timestamptz not null,
  -- The lag in milliseconds: a common one, and the additional lag of each symbol.
  lag_ms int not null check (lag_ms >= 0),
  symbol_lag_ms jsonb not null check (jsonb_typeof(symbol_lag_ms) = 'object')
) with (fillfactor = 50);

-- A report must be the current leader's. It is dated here, so that nobody can report in advance that nothing is behind.
create function engine_beat_of_leader() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (select from public.leader l where l.role = new.role and l.epoch = new.epoch) then
    raise exception 'epoch % of % is not that of the leader', new.epoch, new.role
      using errcode = 'check_violation', constraint = 'engine_beat_of_leader';
  end if;
  new.beat := clock_timestamp();
  return new;
end
$$;
create trigger engine_beat_of_leader before insert or update on engine_beat for each row execute function engine_beat_of_leader();

-- Whether the customer of a demo started over in this transaction, at about the given market time.
create function starts_over(of_book bigint, now_ms bigint, slack_ms bigint) returns boolean
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$ select exists (select from journal j where j.book = of_book and j.kind = 'start_over' and abs(j.time_ms - now_ms) <= slack_ms
  and j.xmin = pg_current_xact_id()::xid) $$;

-- Does the same as `starts_over`, at any time, by the newest 64 journals of the book.
create function starts_over_now(of_book bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from (select j.kind, j.xmin from journal j where j.book = of_book order by j.seq desc limit 64) newest
    where newest.kind = 'start_over' and newest.xmin = pg_current_xact_id()::xid)
$$;

grant select, insert on answer to candor_app;
-- The database itself sets the transaction id of a message, because messages are read and deleted by it.
grant select, delete, insert (symbol, kind, book, row_id, version, condition, level, armed_seq, since_ms) on engine_inbox to candor_app;
grant select, insert (kind, book, row_id, version, symbol, told, why) on engine_set_aside to candor_app;
grant select, insert, update on engine_position to candor_app;
grant select on engine_beat to candor_app;
grant usage on sequence engine_inbox_id_seq to candor_app;
grant usage on sequence row_id to candor_app;
revoke execute on function starts_over, engine_position_forward, engine_beat_of_leader from public;

-- Read by the invariants, which the guard evaluates.
grant select on engine_set_aside to candor_guard;
