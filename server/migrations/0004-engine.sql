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
  condition text not null
    check (condition in ('ask_at_or_below', 'ask_at_or_above', 'bid_at_or_below', 'bid_at_or_above')),
  -- Null: this version waits for nothing any more.
  level numeric(38,8),
  -- The head of the tape that the transaction read; an entry up to it does not count.
  armed_seq bigint not null
);
create index engine_inbox_xid on engine_inbox (xid);

-- Up to this entry, all that fired is committed. A successor goes on from here.
create table engine_position (
  symbol text primary key,
  handled_seq bigint not null
) with (fillfactor = 50);

grant select, insert, delete on engine_inbox to candor_app;
grant usage on sequence engine_inbox_id_seq to candor_app;
grant select, insert, update on engine_position to candor_app;
