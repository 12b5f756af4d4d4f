-- The vault's keys after the first one (`vault_key`). Each row contains the material of the earlier keys, encrypted with the new
-- one.

create table vault_generation (
  number int primary key check (number > 1),
  -- Identifies the key. Only a server with the newest one starts.
  fingerprint bytea not null unique check (octet_length(fingerprint) = 32),
  -- The key for keyed hashes. It is kept, because the hashes can't be recomputed.
  hashing bytea not null,
  -- Opens data that was sealed with the previous key; removed once no such data is left.
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
      raise exception 'key % of the vault cannot change', old.number using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  perform pg_advisory_xact_lock(7305165);
  select * into last from vault_generation g order by g.number desc limit 1;
  if new.number <> coalesce(last.number, 1) + 1 or last.sealing_before is not null then
    raise exception 'key % of the vault does not follow key %', new.number, coalesce(last.number, 1)
      using errcode = 'check_violation', constraint = 'vault_generation_next';
  end if;
  return new;
end
$$;
-- After a rotation, a server that was not stopped still has the old key, which nobody keeps. Whatever it seals is therefore
-- rejected once the next key is stated. The statement waits for transactions that are sealing data, and they wait for it, so that
-- none commits after the rows were counted. Sealed data begins with 2 and the number of its key, or with 1 for the first key.
create function sealed_with_current_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  head bytea;
  newest int;
begin
  perform pg_advisory_xact_lock_shared(7305165);
  newest := (select max(g.number) from vault_generation g);
  execute format('select substr(($1).%I, 1, 5)', tg_argv[0]) into head using new;
  if newest is not null and head <> '\x02'::bytea || int4send(newest) then
    raise exception '% of % is not sealed with key % of the vault', tg_argv[0], tg_table_name, newest
      using errcode = 'check_violation', constraint = 'sealed_with_current_key';
  end if;
  return new;
end
$$;
create trigger authenticator_zz_current_key before insert or update of sealed_secret on authenticator for each row
  when (new.sealed_secret is not null) execute function sealed_with_current_key('sealed_secret');
create trigger operator_zz_current_key before insert or update of sealed_totp_secret on operator for each row
  when (new.sealed_totp_secret is not null) execute function sealed_with_current_key('sealed_totp_secret');
create trigger stored_file_zz_current_key before insert or update of sealed on stored_file for each row
  when (new.sealed is not null) execute function sealed_with_current_key('sealed');
create trigger kyc_application_zz_current_key before insert or update of sealed on kyc_application for each row
  when (new.sealed is not null) execute function sealed_with_current_key('sealed');
create trigger chat_picture_zz_current_key before insert or update of sealed on chat_picture for each row
  when (new.sealed is not null) execute function sealed_with_current_key('sealed');
create trigger bank_card_zz_current_key before insert or update of sealed on bank_card for each row
  when (new.sealed is not null) execute function sealed_with_current_key('sealed');
create trigger push_key_zz_current_key before insert or update of sealed_private_key on push_key for each row
  when (new.sealed_private_key is not null) execute function sealed_with_current_key('sealed_private_key');

create trigger vault_generation_next before insert or update on vault_generation
  for each row execute function vault_generation_next();
create trigger vault_generation_kept before delete or truncate on vault_generation
  for each statement execute function refuse_change();

grant select on vault_generation to candor_app;
revoke execute on function vault_generation_next, sealed_with_current_key from public;
