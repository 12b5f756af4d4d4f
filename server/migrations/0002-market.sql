-- The market: who leads, what time it is, every price ever used, and what is derived from it.
-- The tape and its checkpoints are append-only for the serving role; what is derived from them can be made again.

-- Who may write for a role. A later leader has a greater epoch, and everything a leader writes names its epoch.
create table leader (
  role  text primary key,
  epoch bigint not null,
  owner text not null,
  beat  timestamptz not null
);

-- Market time = base_market_ms + (wall time − base_wall_ms) · speed. Identity in live; file time in a replay.
create table clock (
  one            boolean primary key default true check (one),
  base_wall_ms   bigint not null,
  base_market_ms bigint not null,
  speed          numeric not null check (speed >= 0)
);
insert into clock (base_wall_ms, base_market_ms, speed) values (0, 0, 1);

-- The newest entry of each symbol. A row stands from the start with seq 0 and a hash of 32 zero bytes.
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
  -- The head is stale once it is older than this by the wall clock, or at once while halted.
  stale_after_ms int not null default 5000 check (stale_after_ms > 0),
  halted         boolean not null default true,
  halted_because text
) with (fillfactor = 50);

-- One plain table: the primary key serves every read. Cutting it by day becomes worth its trouble together with
-- moving old days into signed files; until then nothing is deleted.
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
  primary key (symbol, seq)
);

-- Each minute of the tape, kept current in the transaction that appends. Last makes the candles; the extremes of
-- bid and ask tell the engine whether a level was reached; the seqs say where in the tape to look.
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

-- Finished candles of longer periods, so that a chart of years need not read every minute; and the simulated
-- history from before the first entry of a demo's tape (simulated = true), which no order ever met.
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

-- Signed heads. The key is stored with each, so that a checkpoint outlives a change of the signing key.
create table checkpoint (
  symbol     text not null,
  seq        bigint not null,
  hash       bytea not null,
  time_ms    bigint not null,
  public_key bytea not null,
  signature  bytea not null,
  primary key (symbol, seq)
);

grant select, insert, update on leader, tape_head, tape_minute to candor_app;
grant select, update on clock to candor_app;
grant select, insert on tape, candle, checkpoint to candor_app;
