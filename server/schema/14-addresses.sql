-- A customer's withdrawal addresses, confirmed by the customer and usable after a waiting time. The only possible change of a
-- row is its removal.
create table withdrawal_address (
  book bigint not null references customer (id),
  id bigint not null,
  network text not null,
  address text not null,
  -- In normalised form, so that different spellings of an address are equal.
  address_key text not null,
  label text not null,
  added_ms bigint not null,
  -- The time from which withdrawals to the address are allowed.
  usable_ms bigint not null,
  deleted_ms bigint,
  primary key (book, id),
  check (usable_ms >= added_ms)
);
create unique index withdrawal_address_once on withdrawal_address (book, network, address_key) where deleted_ms is null;
create index withdrawal_address_shared on withdrawal_address (network, address_key);
create trigger withdrawal_address_zz_confirmed before insert on withdrawal_address
  for each row execute function confirmed_by_customer();
create trigger changed_in_session after update on withdrawal_address for each row
  when (old.deleted_ms is distinct from new.deleted_ms) execute function changed_in_session();

create trigger begun_in_session after insert on withdrawal_address referencing new table as added
  for each statement execute function begun_in_session();

create function withdrawal_address_fixed() returns trigger language plpgsql as
$$
begin
  raise exception 'address % cannot be changed', old.id
    using errcode = 'check_violation', constraint = 'withdrawal_address_fixed';
end
$$;
create trigger withdrawal_address_fixed before update on withdrawal_address for each row
  when (old.deleted_ms is not null or (old.book, old.id, old.network, old.address, old.address_key, old.label, old.added_ms,
    old.usable_ms) <> (new.book, new.id, new.network, new.address, new.address_key, new.label, new.added_ms, new.usable_ms))
  execute function withdrawal_address_fixed();

-- A new address has the published waiting time.
create function withdrawal_address_waits() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (new.deleted_ms is null
    and new.usable_ms = new.added_ms + (terms_at('address', new.added_ms) ->> 'cool_off_seconds')::bigint * 1000) is not true
  then
    raise exception 'address % of book % has a wrong waiting period', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_address_waits';
  end if;
  return new;
end
$$;
create trigger withdrawal_address_zz_waits before insert on withdrawal_address for each row execute function withdrawal_address_waits();

create function withdrawal_address_of_now() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not is_wall_now(coalesce(new.deleted_ms, new.added_ms)) then
    raise exception 'address % of book % was not added or deleted at the current time', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_address_of_now';
  end if;
  return new;
end
$$;
create trigger withdrawal_address_zz_of_now before insert or update on withdrawal_address
  for each row execute function withdrawal_address_of_now();

insert into mail_kind (kind) values
  ('address_added');

grant select, insert, update (deleted_ms) on withdrawal_address to candor_app;
revoke execute on function withdrawal_address_of_now, withdrawal_address_waits from public;
