-- Withdrawals wait a day after whoever has an account changed how it is kept safe. The day begins with the change itself, whoever writes
-- it and whether they say so or not, and it never gets shorter. Setting something for the first time takes nothing from anybody.

create function hold_withdrawals(of_customer bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  update customer c set security_changed_ms = greatest(c.security_changed_ms, floor(extract(epoch from clock_timestamp()) * 1000))
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
    then floor(extract(epoch from clock_timestamp()) * 1000)::bigint end);
  return new;
end
$$;
create trigger customer_change_holds before update of password_hash, trading_password_hash, email_key, wallet_address, security_changed_ms
  on customer for each row execute function customer_change_holds();

-- A second factor that is taken away, or put beside another one, and other codes for it.
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

create function bank_card_change_holds() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  perform hold_withdrawals(new.book);
  return null;
end
$$;
-- A demo's card from before there was a screen to bind one is replaced by the first.
create trigger bank_card_change_holds after update on bank_card for each row
  when (old.shown is not null and (old.sealed, old.shown, old.payee_country) is distinct from (new.sealed, new.shown, new.payee_country))
  execute function bank_card_change_holds();

revoke execute on function hold_withdrawals, customer_change_holds, factor_change_holds, bank_card_change_holds from public;
