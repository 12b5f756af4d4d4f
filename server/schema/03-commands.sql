-- The write path: answers by key, and what the engine is told of rows that wait.

-- Spot orders and their fills. The customer leads every key, so that customers can live apart.
create sequence row_id increment by 1000;

-- The answer of each command, stored with its effects: a repeated key gets this and changes nothing.
create table answer (
  book bigint not null,
  key text not null,
  body_hash text not null,
  answer text not null,
  at timestamptz not null default now(),
  primary key (book, key)
);

-- What the engine is told, and how far it has come.

-- Each transaction that gives a row a level, changes it or takes it away says so here. The engine reads rows by
-- transaction id from the oldest transaction that was still running when it last read, because ids alone would pass
-- over one that commits late. Rows are deleted once every entry of the tape they could have missed was checked.
create table engine_inbox (
  id bigserial primary key,
  xid xid8 not null default pg_current_xact_id(),
  symbol text not null,
  kind text not null,
  book bigint not null,
  row_id bigint not null,
  version bigint not null check (version between 0 and 4294967295),
  condition text not null,
  -- Null: this version waits for nothing any more.
  level numeric(38,8),
  -- The head of the tape that the transaction read; an entry up to it does not count.
  armed_seq bigint not null,
  -- A quote that was made before this time of the market does not count either; null where any does.
  since_ms bigint,
  constraint engine_inbox_condition_check check (
  condition in (
    'clock_at_or_after', 'time_at_or_after',
    'ask_at_or_below', 'ask_at_or_above', 'bid_at_or_below', 'bid_at_or_above',
    'last_at_or_below', 'last_at_or_above',
    'bid_falls_by', 'ask_rises_by'
  )
),
  -- What the engine can reckon with: a number, an entry, a time.
  constraint engine_inbox_reckoned check (level <> 'NaN' and armed_seq between 0 and 9007199254740991
    and since_ms between 0 and 9007199254740991),
  -- Names as long as names are: what has no place in an index keeps the engine from saving how far it has come.
  constraint engine_inbox_named check (length(symbol) <= 40 and length(kind) <= 40)
);
create index engine_inbox_xid on engine_inbox (xid);

-- What the engine was told and no row bears out: it leaves that aside, and the audit tells it until the owner of the database, who has looked into
-- it, deletes it.
create table engine_set_aside (
  kind text not null,
  book bigint not null,
  row_id bigint not null,
  version bigint not null,
  symbol text not null,
  told text not null check (length(told) <= 500),
  at timestamptz not null default clock_timestamp(),
  primary key (kind, book, row_id, version, symbol)
);
comment on table engine_set_aside is 'written by commands';

-- Up to this entry, all that fired is committed. A successor goes on from here.
create table engine_position (
  symbol text primary key,
  handled_seq bigint not null,
  constraint engine_position_reached check (handled_seq >= 0)
) with (fillfactor = 50);

-- It never goes back: a successor would go through a tape of years before anything fires again.
create function engine_position_forward() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception 'what was handled of % stays handled', old.symbol
    using errcode = 'check_violation', constraint = 'engine_position_forward';
end
$$;
create trigger engine_position_forward before update on engine_position for each row
  when (new.handled_seq < old.handled_seq or new.symbol <> old.symbol) execute function engine_position_forward();

-- How far what fires is behind the tape, as its leader tells everybody who serves beside it: a beat that grows old is a leader that stands still.
create table engine_beat (
  role text primary key,
  epoch bigint not null,
  beat timestamptz not null,
  -- Milliseconds, of everything and by symbol beyond that.
  lag_ms int not null check (lag_ms >= 0),
  symbol_lag_ms jsonb not null check (jsonb_typeof(symbol_lag_ms) = 'object')
) with (fillfactor = 50);

-- Whether a book starts over in this transaction.
create function starts_over(of_book bigint, now_ms bigint, slack_ms bigint) returns boolean
  language sql stable set search_path = public, pg_temp set enable_seqscan = off as
$$ select exists (select from journal j where j.book = of_book and j.kind = 'start_over' and abs(j.time_ms - now_ms) <= slack_ms
  and j.xmin = pg_current_xact_id()::xid) $$;

-- Whether this very transaction begins a demo anew.
create function starts_over_now(of_book bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from (select j.kind, j.xmin from journal j where j.book = of_book order by j.seq desc limit 64) newest
    where newest.kind = 'start_over' and newest.xmin = pg_current_xact_id()::xid)
$$;

grant select, insert on answer to candor_app;
-- In which transaction something was told nobody says but the database: it is read, and forgotten, by that.
grant select, delete, insert (symbol, kind, book, row_id, version, condition, level, armed_seq, since_ms) on engine_inbox to candor_app;
grant select, insert (kind, book, row_id, version, symbol, told) on engine_set_aside to candor_app;
grant select, insert, update on engine_position, engine_beat to candor_app;
grant usage on sequence engine_inbox_id_seq to candor_app;
grant usage on sequence row_id to candor_app;
revoke execute on function starts_over, engine_position_forward from public;
