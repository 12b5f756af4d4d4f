-- The keys with which the platform signs its tapes, its log and, for the vault, the change of its own key. Each row follows the
-- previous one: the previous key and the new one both sign the change, so that anybody who trusts the first key can follow the
-- chain to the newest.

create table signing_key (
  purpose text not null check (purpose in ('tape', 'log', 'vault')),
  number int not null check (number > 0),
  public_key bytea not null check (octet_length(public_key) = 32),
  -- The time from which on this key signs, in milliseconds of the market clock for the tape, and of the wall clock for the
  -- others.
  since_ms bigint not null check (since_ms >= 0),
  -- Ed25519 signatures by the previous key and by this key, of the entry's text without its last two fields.
  signed_before bytea not null check (octet_length(signed_before) = 64),
  signed bytea not null check (octet_length(signed) = 64),
  primary key (purpose, number),
  unique (purpose, public_key)
);
create trigger signing_key_append_only before update or delete or truncate on signing_key
  for each statement execute function refuse_change();

-- Whether a key may be the first of its purpose: nothing was signed yet, or the last signature was made with it. The signature
-- of a checkpoint of the log begins with the first bytes of SHA-256 over the log's name, a line feed, the type 1 and the key.
create function signing_key_signed_before(of_purpose text, of_key bytea) returns boolean language sql stable
  set search_path = public, pg_temp as
$$
  select case of_purpose
    when 'tape' then coalesce((select c.public_key = of_key from (select h.symbol from tape_head h union all select 'ledger') s
      cross join lateral (select * from checkpoint k where k.symbol = s.symbol order by k.seq desc limit 1) c
      order by c.time_ms desc limit 1), true)
    when 'log' then coalesce((select bool_or(substr(decode(m[2], 'base64'), 1, 4)
        = substr(sha256(convert_to(m[1] || E'\n', 'UTF8') || '\x01'::bytea || of_key), 1, 4))
      from (select * from tlog_checkpoint order by size desc limit 1) c cross join lateral
        regexp_matches(c.note, '^— (\S+) ([A-Za-z0-9+/=]+)$', 'gn') m), true)
    else true end
$$;

create function signing_key_next() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  last signing_key;
begin
  -- Of two concurrent statements, the second sees the first.
  perform pg_advisory_xact_lock(7305147);
  select * into last from signing_key k where k.purpose = new.purpose order by k.number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.since_ms < last.since_ms then
    raise exception 'key % of % since % does not follow key % since %', new.number, new.purpose, new.since_ms, last.number, last.since_ms
      using errcode = 'check_violation', constraint = 'signing_key_next';
  end if;
  -- The signatures of two different keys differ, and a first key signs alone. Whether signatures are valid is checked at each
  -- start and by the audit, because the database cannot verify Ed25519.
  if (new.number = 1) <> (new.signed_before = new.signed)
    or new.purpose <> 'tape' and new.since_ms > extract(epoch from house_clock()) * 1000 + 60000
  then
    raise exception 'the statement of key % of the % is invalid', new.number, new.purpose
      using errcode = 'check_violation', constraint = 'signing_key_stated';
  end if;
  if new.number = 1 and not signing_key_signed_before(new.purpose, new.public_key) then
    raise exception 'another key has already signed for the %', new.purpose
      using errcode = 'check_violation', constraint = 'signing_key_first';
  end if;
  return new;
end
$$;
create trigger signing_key_next before insert on signing_key for each row execute function signing_key_next();

-- States the first key of a purpose, unless there already is one. Only the database's owner states later ones.
create function introduce_key(of_purpose text, of_key bytea, at_ms bigint, with_signature bytea) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  -- Only the database's owner states a key of the vault.
  if of_purpose is null or of_purpose = 'vault' and not pg_has_role(session_user, current_user, 'member') then
    raise exception 'the first key of % cannot be stated by this role', of_purpose using errcode = 'insufficient_privilege';
  end if;
  insert into signing_key (purpose, number, public_key, since_ms, signed_before, signed)
    select of_purpose, 1, of_key, at_ms, with_signature, with_signature
    where not exists (select from signing_key k where k.purpose = of_purpose)
    on conflict do nothing;
exception when check_violation then
  -- Another process may have stated it in the meantime.
  if not exists (select from signing_key k where k.purpose = of_purpose) then raise; end if;
end
$$;

-- Returns the unlogged keys. The first key counts as its own predecessor.
create function tlog_due_keys(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql stable set search_path = public, pg_temp as
$$
  select k.purpose, k.number::bigint, null::bigint, 'candor-key-v1|' || k.purpose || '|' || k.number || '|'
    || encode(coalesce(b.public_key, k.public_key), 'hex') || '|' || encode(k.public_key, 'hex') || '|' || k.since_ms || '|'
    || encode(k.signed_before, 'hex') || '|' || encode(k.signed, 'hex')
  from signing_key k left join signing_key b on b.purpose = k.purpose and b.number = k.number - 1
  where k.number > tlog_reached('key', k.purpose) order by k.purpose, k.number limit at_most
$$;
insert into tlog_source (kind, due, ordinal) values ('key', 'tlog_due_keys', 14);

grant select on signing_key to candor_app;
revoke execute on function introduce_key, signing_key_next, signing_key_signed_before, tlog_due_keys from public;
