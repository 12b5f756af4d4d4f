-- The records of batches: what each command was given and read. With them, anybody who has the rules decides every command again
-- and compares the journals (docs/re-execution.md).

create table command_record (
  number bigint generated always as identity primary key,
  -- By the wall clock of the database, and by the market clock that the batch read.
  at_ms bigint not null default floor(extract(epoch from clock_timestamp()) * 1000),
  market_ms bigint not null,
  commands int not null check (commands > 0),
  -- JSON, compressed with Zstandard.
  packed bytea not null check (octet_length(packed) between 1 and 67108864),
  hash bytea not null generated always as (sha256(packed)) stored
);
-- The records are compressed already.
alter table command_record alter column packed set storage external;
create index command_record_at on command_record (at_ms);
create index command_record_market on command_record (market_ms);
create trigger command_record_append_only before update or delete or truncate on command_record
  for each statement execute function refuse_change();
comment on table command_record is 'written by commands';

-- Each minute's records, once no transaction can add one to it: how many there are, and one hash over their numbers and hashes.
create function tlog_due_records(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  select '', r.minute, null::bigint, 'candor-records-v1|' || r.minute * 60000 || '|' || min(r.number) || '|' || max(r.number) || '|'
    || count(*) || '|' || encode(sha256(string_agg(int8send(r.number) || r.hash, ''::bytea order by r.number)), 'hex')
  from (select c.at_ms / 60000 as minute, c.number, c.hash from command_record c
    where c.at_ms >= (tlog_reached('records', '') + 1) * 60000
      and c.at_ms < floor(extract(epoch from clock_timestamp()) * 1000 - 20000)::bigint / 60000 * 60000) r
  group by r.minute order by r.minute limit at_most
$$;

insert into tlog_source (kind, due, ordinal) values ('records', 'tlog_due_records', 13);

grant select, insert (market_ms, commands, packed) on command_record to candor_app;
revoke execute on function tlog_due_records from public;
