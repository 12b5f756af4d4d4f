-- The transparency log is one append-only list of everything to which the platform commits itself. The platform signs the root
-- of a Merkle tree over the list. Independent witnesses keep and compare the roots, so that everybody sees the same history
-- (docs/verification.md#the-transparency-log).

-- Entries are inserted only by `tlog_append`, which copies them from the rows of their sources.
create table tlog_entry (
  index bigint primary key check (index >= 0),
  -- The kind of source, the key of the logged object (such as a symbol or a book), and the object's position or version.
  kind text not null,
  key text not null,
  position bigint not null,
  -- The bytes that the tree covers, as UTF-8.
  entry text not null check (octet_length(entry) between 1 and 65535),
  -- An entry about one customer publishes only a salted hash. `opening` and `salt` open the hash, and only the customer
  -- receives them.
  book bigint,
  opening text,
  salt bytea check (octet_length(salt) = 16),
  time_ms bigint not null,
  unique (kind, key, position),
  check ((book is null) = (opening is null) and (book is null) = (salt is null))
);
create index tlog_entry_of_book on tlog_entry (book, index) where book is not null;
create index tlog_entry_newest_book on tlog_entry (index) where kind = 'book';
create trigger tlog_entry_append_only before update or delete or truncate on tlog_entry
  for each statement execute function refuse_change();

-- The hashes of the tree in tiles of at most 256 hashes, in the form in which they are served. A tile grows only at its end.
create table tlog_tile (
  level smallint not null check (level between 0 and 7),
  number bigint not null check (number >= 0),
  hashes bytea not null check (octet_length(hashes) between 32 and 8192 and octet_length(hashes) % 32 = 0),
  primary key (level, number)
);
create function tlog_tile_grows() returns trigger language plpgsql as
$$
begin
  if new.level <> old.level or new.number <> old.number
    or substr(new.hashes, 1, octet_length(old.hashes)) <> old.hashes then
    raise exception 'tile % of level % may only grow', old.number, old.level
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger tlog_tile_grows before update on tlog_tile for each row execute function tlog_tile_grows();
create trigger tlog_tile_kept before delete or truncate on tlog_tile for each statement execute function refuse_change();

-- The signed roots. Each covers all entries that existed when it was signed.
create table tlog_checkpoint (
  size bigint primary key check (size > 0),
  root bytea not null check (octet_length(root) = 32),
  time_ms bigint not null,
  note text not null
);
create function tlog_checkpoint_next() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  entries bigint := (select e.index + 1 from tlog_entry e order by e.index desc limit 1);
  before bigint := (select c.size from tlog_checkpoint c order by c.size desc limit 1);
begin
  if new.size is distinct from entries or new.size <= before then
    raise exception 'a checkpoint of % entries does not follow one of % over % entries', new.size, before, entries
      using errcode = 'check_violation', constraint = 'tlog_checkpoint_next';
  end if;
  return new;
end
$$;
create trigger tlog_checkpoint_next before insert on tlog_checkpoint for each row execute function tlog_checkpoint_next();
create trigger tlog_checkpoint_append_only before update or delete or truncate on tlog_checkpoint
  for each statement execute function refuse_change();

-- Witnesses' signatures below a checkpoint.
create table tlog_cosignature (
  size bigint not null references tlog_checkpoint,
  witness text not null,
  -- When the cosignature was made, by the witness's clock. A checkpoint that is still the newest after a while is cosigned again.
  seconds bigint not null,
  line text not null check (octet_length(line) < 1000),
  primary key (size, witness, seconds)
);
create trigger tlog_cosignature_append_only before update or delete or truncate on tlog_cosignature
  for each statement execute function refuse_change();

-- The witnesses from which the leading process requests cosignatures, published so that anyone can require these cosignatures.
create table tlog_witness (
  name text primary key,
  vkey text not null,
  url text not null,
  -- Whether the platform itself runs the witness, as in a demo.
  own boolean not null
);

-- Sources of entries. The function named in `due` returns rows that are not logged yet, up to a given number. Each source is
-- queried only once in a number of rounds, because most rarely have new rows, and querying all of them every time would delay
-- orders.
create table tlog_source (
  kind text primary key,
  due text not null,
  ordinal smallint not null unique,
  every smallint not null default 1 check (every > 0)
);

-- Returns the greatest logged position of a key, or -1 if there is none.
create function tlog_reached(of_kind text, of_key text) returns bigint language sql stable set search_path = public, pg_temp as
$$
  select coalesce((select e.position from tlog_entry e where e.kind = of_kind and e.key = of_key
    order by e.position desc limit 1), -1)
$$;

-- How often entries were appended, even if none was due, and when that last happened, by the database's clock.
create table tlog_progress (
  singleton boolean primary key default true check (singleton),
  appends bigint not null default 0,
  at_ms bigint not null default 0
);
insert into tlog_progress default values;
create trigger tlog_progress_kept before delete or truncate on tlog_progress for each statement execute function refuse_change();

-- Sources whose next entry could not be appended. Each is retried, after pauses that grow to at most a minute, and the other
-- sources continue.
create table tlog_stuck (
  kind text primary key references tlog_source,
  since_ms bigint not null,
  tries int not null,
  next_ms bigint not null,
  error text not null
);

-- Appends at most `at_most` entries of each source, or only of those whose turn it is, and returns the new entries. Only one
-- process runs it at a time. A source that fails or exceeds the statement's time limit delays no other one: its entries before
-- the failing one are appended.
create function tlog_append(at_most int, from_all boolean default true) returns table (index bigint, entry text) language plpgsql security definer
  set search_path = public, pg_temp as
$$
declare
  source record;
  next bigint;
  added bigint;
  now_ms bigint := (extract(epoch from clock_timestamp()) * 1000)::bigint;
  round bigint := (select p.appends from tlog_progress p);
  many int;
  failing text;
  had int;
begin
  perform pg_advisory_xact_lock(7305144);
  next := coalesce((select e.index + 1 from tlog_entry e order by e.index desc limit 1), 0);
  added := next;
  for source in
    select s.kind, s.due, k.tries from tlog_source s left join tlog_stuck k on k.kind = s.kind
      -- If the clock was set back, no source has to wait.
      where (k.kind is null or now_ms >= k.next_ms or now_ms < k.since_ms) and (from_all or round % s.every = 0) order by s.ordinal
  loop
    failing := null;
    many := greatest(1, at_most >> least(coalesce(source.tries, 0), 20));
    loop
      begin
        execute format(
          'insert into tlog_entry (index, kind, key, position, entry, book, opening, salt, time_ms)
            select $1 + row_number() over (order by d.n) - 1, $2, d.key, d.position,
              case when d.book is null and octet_length(d.text) > 65000
                  then ''candor-long-v1|'' || $2 || ''|'' || encode(sha256(convert_to(d.text, ''UTF8'')), ''hex'')
                when d.book is null then d.text
                else ''candor-private-v1|'' || $2 || ''|'' || encode(sha256(d.salt || convert_to(d.text, ''UTF8'')), ''hex'') end,
              d.book, case when d.book is not null then d.text end, case when d.book is not null then d.salt end, $3
            from (select t.*, uuid_send(gen_random_uuid()) as salt from %I($4) with ordinality t (key, position, book, text, n) offset 0) d',
          source.due)
          using next, source.kind, (extract(epoch from house_clock()) * 1000)::bigint, many;
        get diagnostics had = row_count;
        exit;
      exception when query_canceled or others then
        had := 0;
        failing := sqlstate || ': ' || sqlerrm;
        exit when many = 1 or sqlstate = '57014';
        many := many / 2;
      end;
    end loop;
    next := coalesce((select e.index + 1 from tlog_entry e order by e.index desc limit 1), 0);
    if failing is not null then
      insert into tlog_stuck as k (kind, since_ms, tries, next_ms, error) values (source.kind, now_ms, 1, now_ms + 1000, left(failing, 1000))
        on conflict (kind) do update set tries = k.tries + 1, next_ms = now_ms + least(60000, 1000 << least(k.tries, 6)), error = excluded.error;
    elsif source.tries is not null then
      -- Once more than one part of the source can be appended again, the source is no longer stuck.
      delete from tlog_stuck k where k.kind = source.kind and (had < many or k.tries = 1);
      update tlog_stuck k set tries = k.tries - 1, next_ms = now_ms where k.kind = source.kind;
    end if;
  end loop;
  update tlog_progress set appends = appends + 1, at_ms = (extract(epoch from clock_timestamp()) * 1000)::bigint;
  return query select e.index, e.entry from tlog_entry e where e.index >= added order by e.index;
end
$$;

-- Returns the unlogged signed heads of all tapes and signed roots of the ledger.
create function tlog_due_checkpoints(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select c.symbol, c.seq, null::bigint,
    'candor-checkpoint-v1|' || c.symbol || '|' || c.seq || '|' || encode(c.hash, 'hex') || '|' || c.time_ms / 1000
  from (select h.symbol from tape_head h union all select 'ledger') s
    cross join lateral (
      select * from checkpoint c where c.symbol = s.symbol and c.seq > tlog_reached('checkpoint', s.symbol)
        order by c.seq limit at_most) c
  order by c.time_ms, c.symbol, c.seq
$$;

-- Returns the unlogged steps of the house's time. They are logged before everything that is dated by them.
create function tlog_due_steps(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', s.number, null::bigint, 'candor-clock-v1|' || s.number || '|' || s.wall_ms || '|' || s.ahead_ms
  from clock_step s where s.number > tlog_reached('clock', '') order by s.number limit at_most
$$;

-- Returns the hashes of the operators' log's records. The records themselves are private.
create function tlog_due_audit(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', a.seq, null::bigint, 'candor-audit-v1|' || a.seq || '|' || encode(a.hash, 'hex')
  from audit a where a.seq > tlog_reached('audit', '') order by a.seq limit at_most
$$;

-- Returns the ledger's roots, each with the newest record of the operators' log at that time, so that the later removal of a
-- record is noticed.
create function tlog_due_seals(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', l.number, null::bigint, 'candor-ledger-v1|' || l.number || '|' || l.sealed_ms || '|' || l.audit_seq || '|'
    || encode(l.audit_hash, 'hex') || '|' || encode(l.root, 'hex')
  from ledger_seal l where l.number > tlog_reached('ledger', '') order by l.number limit at_most
$$;

-- Returns the heads of customers' journals under each of the ledger's roots: all of a root together, and in an order that does
-- not reveal whose they are. Each states how many of the customer's device keys are in the log before it, so that no key, not
-- even the last one, can be in the log and hidden from its customer.
create function tlog_due_books(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  select j.book::text, j.seq, j.book, 'candor-book-v2|' || j.book || '|' || j.seq || '|' || encode(j.hash, 'hex') || '|'
    || greatest(tlog_reached('device_key', j.book::text), 0)
  from (select coalesce((select s.number from tlog_entry e join journal_seal s on s.book = e.book and s.seq = e.position
      where e.kind = 'book' order by e.index desc limit 1), 0) as reached) r
    cross join journal_seal j
  where j.number > r.reached and j.number < coalesce(
    (select l.number from journal_seal l where l.number > r.reached order by l.number, l.book offset at_most limit 1), 9223372036854775807)
  order by j.number, gen_random_uuid()
$$;

-- Returns unlogged published terms, and those default terms of the configuration that differ from the last logged ones.
create function tlog_due_terms(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select t.subject, t.version::bigint, null::bigint,
    'candor-terms-v1|' || t.subject || '|' || t.version || '|' || t.effective_ms || '|' || t.published_ms || '|' || t.body
  from terms t
  where not exists (select from tlog_entry e where e.kind = 'terms' and e.key = t.subject and e.position = t.version)
  order by t.proposal limit at_most
$$;
create function tlog_due_usual_terms(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select u.subject, 1 + tlog_reached('usual_terms', u.subject), null::bigint, d.text
  from usual_terms u cross join lateral (select 'candor-usual-terms-v1|' || u.subject || '|' || u.body::text as text) d
  where d.text is distinct from (select e.entry from tlog_entry e where e.kind = 'usual_terms' and e.key = u.subject
    order by e.position desc limit 1)
  order by u.subject limit at_most
$$;

-- The files of the customers' app that the server serves. There is a new row whenever they change, with one line for each file
-- and its SHA-256. Files that were served before newer ones can be served again only with a public reason, because they may have
-- bugs that the newer ones fixed.
create table tlog_manifest (
  number bigint primary key check (number > 0),
  hash bytea not null check (octet_length(hash) = 32),
  text text not null check (hash = sha256(convert_to(text, 'UTF8'))),
  time_ms bigint not null,
  reason text constraint tlog_manifest_reason_check check (char_length(reason) between 10 and 500 and reason !~ '[[:cntrl:]]')
);
create function tlog_manifest_newer() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if (new.reason is not null) is distinct from exists (select from tlog_manifest m where m.hash = new.hash) then
    raise exception 'a rollback of the app needs a reason, and new files must not have one'
      using errcode = 'check_violation', constraint = 'tlog_manifest_newer';
  end if;
  return new;
end
$$;
create trigger tlog_manifest_newer before insert on tlog_manifest for each row execute function tlog_manifest_newer();
create trigger tlog_manifest_append_only before update or delete or truncate on tlog_manifest
  for each statement execute function refuse_change();
create function tlog_due_manifests(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select '', m.number, null::bigint, case when m.reason is null then 'candor-app-v1|' || encode(m.hash, 'hex')
    else 'candor-app-rollback-v1|' || encode(m.hash, 'hex') || '|' || m.time_ms || '|' || m.reason end
  from tlog_manifest m where not exists (select from tlog_entry e where e.kind = 'app' and e.key = '' and e.position = m.number)
  order by m.number limit at_most
$$;
comment on table tlog_manifest is 'written by the door';

insert into tlog_source (kind, due, ordinal, every) values
  ('clock', 'tlog_due_steps', 0, 1), ('checkpoint', 'tlog_due_checkpoints', 1, 1), ('audit', 'tlog_due_audit', 2, 1), ('ledger', 'tlog_due_seals', 3, 1),
  ('book', 'tlog_due_books', 4, 1), ('terms', 'tlog_due_terms', 5, 5), ('usual_terms', 'tlog_due_usual_terms', 6, 5),
  ('app', 'tlog_due_manifests', 7, 5);

grant select on tlog_entry, tlog_tile, tlog_checkpoint, tlog_cosignature, tlog_progress, tlog_stuck, tlog_witness to candor_app;
grant select, insert on tlog_manifest to candor_app;
revoke execute on function tlog_append, tlog_checkpoint_next, tlog_due_audit, tlog_due_books, tlog_due_checkpoints, tlog_due_manifests, tlog_due_seals, tlog_due_steps, tlog_due_terms, tlog_due_usual_terms,
  tlog_manifest_newer, tlog_reached, tlog_tile_grows from public;
