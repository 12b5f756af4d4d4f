-- Proofs of a customer's identity: second factors, codes, challenges to sign, and failed attempts. Withdrawals are held for a day
-- after a proof was changed.

-- Times are wall-clock milliseconds. Sealed columns are encrypted before they reach the database, which does not have the key.

-- Identifies the sealing key. A server with a different key could not decrypt any sealed column, and reports the mismatch.
create table vault_key (
  id boolean primary key default true check (id),
  fingerprint bytea not null
);

-- Failed attempts at a secret, counted before the secret is compared. A subject is a keyed hash of a customer's number, or of
-- an account name that does not exist. Attempts from the customer's known devices and from unknown devices have different
-- origins, so that attempts from unknown devices cannot lock the customer out.
create table guess (
  subject bytea not null,
  kind text not null check (kind in ('password', 'second_factor', 'recovery_code', 'trading_password', 'mailed_code')),
  origin bytea not null,
  misses int not null check (misses > 0),
  locked_until_ms bigint not null,
  last_ms bigint not null,
  -- Set if the subject is an account name or address that anyone can invent; such rows are deleted after a time.
  ages boolean not null,
  primary key (subject, kind, origin)
);
create index guess_age on guess (last_ms) where ages;

-- A challenge that was issued for signing and can be used once, stored as its SHA-256. State `held`: the signature was valid,
-- and a second factor is needed for exactly the message with the stored hash.
create table nonce (
  value_hash bytea primary key,
  purpose text not null,
  customer bigint not null,
  expires_ms bigint not null,
  state text not null default 'fresh' check (state in ('fresh', 'held', 'used')),
  held_hash bytea,
  check ((state = 'held') = (held_hash is not null)),
  constraint nonce_purpose_check
  check (purpose in ('wallet', 'passkey_sign_in', 'passkey_add', 'passkey_confirm', 'operator_sign_in'))
);
create index nonce_age on nonce (expires_ms);

-- A customer's authenticator app. It is unconfirmed (bound_ms is null) until the first correct code.
create table authenticator (
  customer bigint primary key references customer,
  sealed_secret bytea not null,
  bound_ms bigint,
  -- The newest 30-second time step whose code was used. Codes of this and earlier steps are rejected.
  last_step bigint not null default 0
);

create table recovery_code (
  customer bigint not null references customer,
  code_hash bytea not null,
  used_ms bigint,
  primary key (customer, code_hash)
);

create table passkey (
  customer bigint not null references customer,
  id bigint generated always as identity,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_ms bigint not null,
  used_ms bigint,
  primary key (customer, id)
);

create table security_event (
  customer bigint not null references customer,
  id bigint generated always as identity,
  kind text not null,
  time_ms bigint not null,
  agent text not null,
  address text not null,
  primary key (customer, id)
);
create index security_event_newest on security_event (customer, time_ms, id);
create trigger security_event_append_only before update or delete or truncate on security_event
  for each statement execute function refuse_change();

create table mailed_code (
  id bigint primary key default nextval('row_id'),
  -- An email address in folded form, or a phone number.
  address_key text not null,
  purpose text not null check (purpose in ('register', 'reset', 'contact', 'trading_password')),
  -- Keyed hashes of the code, of the link if one was mailed, and of the device and the network that requested them.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  link_hash bytea unique check (octet_length(link_hash) = 32),
  device_hash bytea not null check (octet_length(device_hash) = 32),
  network_hash bytea not null check (octet_length(network_hash) = 32),
  made_ms bigint not null,
  expires_ms bigint not null,
  link_expires_ms bigint,
  attempts smallint not null default 0,
  used boolean not null default false,
  check ((link_hash is null) = (link_expires_ms is null))
);
create index mailed_code_address on mailed_code (address_key, made_ms);
create index mailed_code_made on mailed_code (made_ms);

-- Withdrawals are held for a day after an account's security settings were changed. The day starts with the change itself,
-- whichever role makes it, and is never shortened. Setting something for the first time does not start it.
create function hold_withdrawals(of_customer bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  update customer c set security_changed_ms = greatest(c.security_changed_ms, floor(extract(epoch from house_clock()) * 1000))
    where c.id = of_customer;
end
$$;

create function customer_change_holds() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  new.security_changed_ms := greatest(old.security_changed_ms, new.security_changed_ms, case when
    (old.password_hash is not null and new.password_hash is distinct from old.password_hash)
    or (old.trading_password_hash is not null and new.trading_password_hash is distinct from old.trading_password_hash)
    or (old.email_key is not null and new.email_key is distinct from old.email_key)
    or (old.wallet_address is not null and new.wallet_address is distinct from old.wallet_address)
    then floor(extract(epoch from house_clock()) * 1000)::bigint end);
  return new;
end
$$;
create trigger customer_change_holds before update of password_hash, trading_password_hash, email_key, wallet_address, security_changed_ms
  on customer for each row execute function customer_change_holds();

-- Starts the hold when a customer's second factor is removed or added, or when new recovery codes are created.
create function factor_change_holds() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  of_customer bigint := coalesce(is_now ->> 'customer', was ->> 'customer')::bigint;
  holds boolean := case tg_table_name
    when 'authenticator' then case
      when was ->> 'bound_ms' is not null then is_now is null or (was ->> 'customer', was ->> 'sealed_secret', was ->> 'bound_ms')
        is distinct from (is_now ->> 'customer', is_now ->> 'sealed_secret', is_now ->> 'bound_ms')
      else is_now ->> 'bound_ms' is not null and exists (select from passkey p where p.customer = of_customer) end
    when 'passkey' then case tg_op
      when 'INSERT' then exists (select from authenticator a where a.customer = of_customer and a.bound_ms is not null)
        or exists (select from passkey p where p.customer = of_customer and p.id <> (is_now ->> 'id')::bigint)
      else is_now is null or (was ->> 'customer', was ->> 'credential_id', was ->> 'public_key')
        is distinct from (is_now ->> 'customer', is_now ->> 'credential_id', is_now ->> 'public_key') end
    -- The first codes come with the authenticator; later ones replace those.
    when 'recovery_code' then exists (select from authenticator a
      where a.customer = of_customer and a.bound_ms is not null and a.xmin <> pg_current_xact_id()::xid) end;
begin
  if holds then
    perform hold_withdrawals(of_customer);
    if was ->> 'customer' <> is_now ->> 'customer' then perform hold_withdrawals((was ->> 'customer')::bigint); end if;
  end if;
  return null;
end
$$;
create trigger authenticator_change_holds after insert or update or delete on authenticator
  for each row execute function factor_change_holds();
create trigger passkey_change_holds after insert or update or delete on passkey
  for each row execute function factor_change_holds();
create trigger recovery_code_change_holds after insert on recovery_code
  for each row execute function factor_change_holds();

create function used_step_stays() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) then
    raise exception 'the last used code of an authenticator cannot be reset' using errcode = 'check_violation', constraint = 'used_step_stays';
  end if;
  return null;
end
$$;
create trigger authenticator_step_stays after update on authenticator for each row
  when (new.last_step < old.last_step and new.sealed_secret = old.sealed_secret) execute function used_step_stays();

grant select, insert on vault_key, security_event to candor_app;
grant select, insert, update, delete on nonce, guess, authenticator, recovery_code, passkey to candor_app;
grant select, insert, delete, update (expires_ms, attempts, used) on mailed_code to candor_app;
revoke execute on function customer_change_holds, factor_change_holds, hold_withdrawals, used_step_stays from public;
