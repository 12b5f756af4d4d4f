-- The records of batches contain the inputs and the facts of each command. With them, anybody who has the rules can decide every
-- command again and compare the journals (docs/re-execution.md).

-- Whether the texts are refused orders in the form `<product>|<symbol>|<side>|<reason>`. Symbol and side may be empty.
create function are_refused_orders(texts text[]) returns boolean language sql immutable set search_path = pg_catalog, public, pg_temp as
$$ select coalesce(bool_and(coalesce(u.one ~ '^[a-z]{1,20}[|][A-Z/]{0,20}[|][a-z]{0,10}[|][a-z_]{1,64}$', false)), false) from unnest(texts) u (one) $$;

create table command_record (
  number bigint generated always as identity primary key,
  -- By the wall clock of the database, and by the market clock that the batch read.
  at_ms bigint not null default floor(extract(epoch from house_clock()) * 1000),
  market_ms bigint not null,
  commands int not null check (commands > 0),
  -- JSON, compressed with Zstandard.
  packed bytea not null check (octet_length(packed) between 1 and 67108864),
  -- The batch's orders that were refused immediately, one text for each; null if there were none.
  refused text[] check (refused is null or (are_refused_orders(refused) and cardinality(refused) <= commands)),
  hash bytea not null generated always as (sha256(packed)) stored
);
-- The records are already compressed.
alter table command_record alter column packed set storage external;
create index command_record_at on command_record (at_ms);
create index command_record_market on command_record (market_ms);
create index command_record_refused_at on command_record (at_ms) where refused is not null;
create index command_record_refused_market on command_record (market_ms) where refused is not null;
create trigger command_record_append_only before update or delete or truncate on command_record
  for each statement execute function refuse_change();
comment on table command_record is 'written by commands';

-- The log closes a minute twenty seconds after its end, so a record that was committed later would not be covered by any hash.
-- Such a batch is decided again instead.
create function command_record_in_time() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if extract(epoch from house_clock()) * 1000 > new.at_ms + 15000 then
    raise exception 'record % was committed more than fifteen seconds late', new.number
      using errcode = 'serialization_failure', constraint = 'command_record_in_time';
  end if;
  return null;
end
$$;
create constraint trigger command_record_in_time after insert on command_record deferrable initially deferred for each row
  execute function command_record_in_time();

-- The key of the pseudonyms that replace identifying data in records. Whoever has it can test names against records, so no export
-- contains it.
create table record_key (
  singleton boolean primary key default true check (singleton),
  key bytea not null check (octet_length(key) = 32)
);
insert into record_key (key)
  values (sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())));
create trigger record_key_fixed before insert or update or delete or truncate on record_key
  for each statement execute function refuse_change();

-- Returns each minute's records once no transaction can add one to it: their number, and one hash over their numbers and hashes.
create function tlog_due_records(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  select '', r.minute, null::bigint, 'candor-records-v1|' || r.minute * 60000 || '|' || min(r.number) || '|' || max(r.number) || '|'
    || count(*) || '|' || encode(sha256(string_agg(int8send(r.number) || r.hash, ''::bytea order by r.number)), 'hex')
  from (select c.at_ms / 60000 as minute, c.number, c.hash from command_record c
    where c.at_ms >= (tlog_reached('records', '') + 1) * 60000
      and c.at_ms < floor(extract(epoch from house_clock()) * 1000 - 20000)::bigint / 60000 * 60000) r
  group by r.minute order by r.minute limit at_most
$$;

-- Counts the orders that were refused immediately in each such minute, by UTC day of the market clock, product, symbol, side and
-- reason. A minute without a refusal has no entry. One with more than 400 kinds of refusals has several entries: an entry above
-- 65,000 bytes would only be published as a hash, so otherwise somebody who sends many kinds of bad orders could hide the counts.
create function refused_parts(from_minute bigint, before_ms bigint, at_most int)
  returns table (minute bigint, part bigint, text text) language sql stable set search_path = public, pg_temp as
$$
  select p.minute, p.part, 'candor-refused-v1|' || p.minute * 60000 || '|' || sum(p.count) || '|'
    || string_agg(p.line || '|' || p.count, ';' order by p.line collate "C")
  from (select r.*, (row_number() over (partition by r.minute order by r.line collate "C") - 1) / 400 as part,
      dense_rank() over (order by r.minute) as place
    from (select c.at_ms / 60000 as minute, c.market_ms / 86400000 || '|' || u.one as line, count(*) as count
      from command_record c cross join lateral unnest(c.refused) u (one)
      where c.refused is not null and c.at_ms >= from_minute * 60000 and c.at_ms < before_ms
      group by 1, 2) r) p
  where p.place <= at_most
  group by p.minute, p.part
$$;
create function tlog_due_refused(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  select case when p.part > 0 then p.part::text else '' end, p.minute, null::bigint, p.text
  from refused_parts(tlog_reached('refused', '') + 1,
    floor(extract(epoch from house_clock()) * 1000 - 20000)::bigint / 60000 * 60000, at_most) p
  order by p.minute, p.part
$$;

insert into tlog_source (kind, due, ordinal, every) values
  ('records', 'tlog_due_records', 13, 5), ('refused', 'tlog_due_refused', 24, 5);

grant select, insert (market_ms, commands, packed, refused) on command_record to candor_app;
grant select on record_key to candor_app;
revoke execute on function are_refused_orders, command_record_in_time, refused_parts, tlog_due_records, tlog_due_refused from public;
grant execute on function are_refused_orders to candor_app;
grant execute on function refused_parts to candor_app;
