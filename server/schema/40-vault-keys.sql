-- The vault's keys after the first one (`vault_key`). Each has what it needs of the keys before, encrypted with it.

create table vault_generation (
  number int primary key check (number > 1),
  -- Identifies the key. Only a server with the newest one starts.
  fingerprint bytea not null unique check (octet_length(fingerprint) = 32),
  -- The key of keyed hashes, which cannot be computed again.
  hashing bytea not null,
  -- What opens data that the key before sealed; removed once nothing is left of it.
  sealing_before bytea,
  since_ms bigint not null
);

create function vault_generation_next() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  last vault_generation;
begin
  if tg_op = 'UPDATE' then
    if (new.number, new.fingerprint, new.hashing, new.since_ms) is distinct from (old.number, old.fingerprint, old.hashing, old.since_ms)
      or new.sealing_before is not null then
      raise exception 'key % of the vault stays as it is', old.number using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  select * into last from vault_generation g order by g.number desc limit 1;
  if new.number <> coalesce(last.number, 1) + 1 or last.sealing_before is not null then
    raise exception 'key % of the vault does not follow key %', new.number, coalesce(last.number, 1)
      using errcode = 'check_violation', constraint = 'vault_generation_next';
  end if;
  return new;
end
$$;
create trigger vault_generation_next before insert or update on vault_generation
  for each row execute function vault_generation_next();
create trigger vault_generation_kept before delete or truncate on vault_generation
  for each statement execute function refuse_change();

grant select on vault_generation to candor_app;
revoke execute on function vault_generation_next from public;
