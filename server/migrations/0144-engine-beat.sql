-- How far what fires is behind the tape, as its leader tells everybody who serves beside it: a beat that grows old is a leader that
-- stands still. Of a leader before this one nothing counts.
create table engine_beat (
  role text primary key,
  epoch bigint not null,
  beat timestamptz not null,
  -- Milliseconds, of everything and by symbol beyond that.
  lag_ms int not null check (lag_ms >= 0),
  symbol_lag_ms jsonb not null check (jsonb_typeof(symbol_lag_ms) = 'object')
) with (fillfactor = 50);
grant select, insert, update on engine_beat to candor_app;
