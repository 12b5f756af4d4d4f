-- The keys with which the platform signs its tapes, its log and, for the vault, the change of its own key. Each row follows the
-- one before: the key before and the new key both sign the change, so that whoever trusts the first key can follow to the newest.

create table signing_key (
  purpose text not null check (purpose in ('tape', 'log', 'vault')),
  number int not null check (number > 0),
  public_key bytea not null check (octet_length(public_key) = 32),
  -- From then on this key signs: milliseconds of the market clock for the tape, of the wall clock for the others.
  since_ms bigint not null check (since_ms >= 0),
  -- Ed25519 signatures by the key before and by this key, of the entry's text without its last two fields.
  signed_before bytea not null check (octet_length(signed_before) = 64),
  signed bytea not null check (octet_length(signed) = 64),
  primary key (purpose, number),
  unique (purpose, public_key)
);
create trigger signing_key_append_only before update or delete or truncate on signing_key
  for each statement execute function refuse_change();

create function signing_key_next() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  last signing_key;
begin
  select * into last from signing_key k where k.purpose = new.purpose order by k.number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.since_ms < last.since_ms then
    raise exception 'key % of % since % does not follow key % since %', new.number, new.purpose, new.since_ms, last.number, last.since_ms
      using errcode = 'check_violation', constraint = 'signing_key_next';
  end if;
  return new;
end
$$;
create trigger signing_key_next before insert on signing_key for each row execute function signing_key_next();

-- States the first key of a purpose, unless there is one already. Only the database's owner states later ones.
create function introduce_key(of_purpose text, of_key bytea, at_ms bigint, with_signature bytea) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  insert into signing_key (purpose, number, public_key, since_ms, signed_before, signed)
    select of_purpose, 1, of_key, at_ms, with_signature, with_signature
    where not exists (select from signing_key k where k.purpose = of_purpose)
    on conflict do nothing;
exception when check_violation then
  -- Another process stated it in the meantime.
  if not exists (select from signing_key k where k.purpose = of_purpose) then raise; end if;
end
$$;

-- Returns the unlogged keys. The first key follows itself.
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
revoke execute on function introduce_key, signing_key_next, tlog_due_keys from public;
