-- Sessions of customers. Actions in a customer's name require a session of that customer.

create sequence session_id;

create table session (
  customer bigint not null references customer,
  id bigint not null default nextval('session_id'),
  -- SHA-256 of the token. Only the customer has the token.
  token_hash bytea not null unique,
  created_ms bigint not null,
  seen_ms bigint not null,
  expires_ms bigint not null,
  revoked_ms bigint,
  agent text not null,
  address text not null,
  -- SHA-256 of the random cookie that identifies a device. The cookie grants no rights.
  device bytea,
  -- The SHA-256 of the session's proof. An action in a customer's name requires a session of that customer, so a process that
  -- can write rows of orders and positions, but has no customer's token, cannot place, cancel, close or change anything for
  -- them. The server derives the proof from the token; a proof is valid for nothing else. A transaction passes proofs to
  -- `act_for`, which records the customers in a setting of the transaction, together with a code that nobody else can compute.
  proof_hash bytea check (octet_length(proof_hash) = 32),
  primary key (customer, id)
);
create index session_of_device on session (customer, device) where device is not null;
-- For finding the customers who share a device or a network address, by a hash.
create index session_by_device on session (device) where device is not null;
create index session_by_address on session (hashtextextended(address, 0));

-- The random key of `acting_code`; no role can read it.
create table acting_secret (
  singleton boolean primary key default true check (singleton),
  secret bytea not null
);

-- Customers who have logged in with a proof at least once. From then on, their actions need a proof, even after all their
-- sessions are deleted.
create table signed_in (
  customer bigint primary key references customer (id)
);

create function session_signed_in() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into signed_in (customer) values (new.customer) on conflict do nothing;
  return null;
end
$$;
create trigger session_signed_in after insert on session for each row when (new.proof_hash is not null)
  execute function session_signed_in();

create function acting_code(acting text) returns text language sql volatile set search_path = public, pg_temp as
$$ select encode(sha256(s.secret || convert_to(pg_current_xact_id()::text || ' ' || acting, 'utf8')), 'hex') from acting_secret s $$;

-- Returns the ids of the customers for whom this transaction acts; empty if it presented no proof.
create function acting_now() returns text[] language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  said text := coalesce(current_setting('candor.acting', true), '');
  acting text := split_part(said, ';', 1);
begin
  if said = '' or split_part(said, ';', 2) is distinct from acting_code(acting) then
    return '{}';
  end if;
  return string_to_array(acting, ',');
end
$$;

-- Presents proofs of sessions, in hexadecimal. A session that ended within the last 15 seconds is accepted too, for requests
-- made before it ended.
create function act_for(books bigint[], sessions bigint[], proofs text[]) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wall_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  acting text;
begin
  select string_agg(w.book, ',') into acting from (
    select distinct s.customer::text as book from unnest(books, sessions, proofs) as u (book, session, proof)
      join session s on s.customer = u.book and s.id = u.session
      where s.proof_hash = sha256(decode(u.proof, 'hex')) and s.expires_ms > wall_ms - 15000
        and coalesce(s.revoked_ms > wall_ms - 15000, true)
    union
    select unnest(acting_now())
  ) w;
  if acting is not null then
    perform set_config('candor.acting', acting || ';' || acting_code(acting), true);
  end if;
end
$$;

-- Rejects rows that were not created in a session of their customer; for tables whose rows only customers create.
create function begun_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  acting text[];
  lone bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  acting := acting_now();
  select a.book into lone from added a
    where a.book::text <> all (acting) and exists (select from signed_in s where s.customer = a.book) limit 1;
  if lone is not null then
    perform unacted(lone, tg_table_name);
  end if;
  return null;
end
$$;

-- Rejects changes made outside a session of the customer to the columns that the trigger names in its arguments.
create function changed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.book::text <> all (acting_now())
    and exists (select from signed_in s where s.customer = new.book)
  then
    perform unacted(new.book, tg_table_name);
  end if;
  return null;
end
$$;

create function done_in_session(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if is_bound_in_time('journal'::regclass) and posted.book::text <> all (acting_now())
    and exists (select from signed_in s where s.customer = posted.book)
  then
    perform unacted(posted.book, 'journal');
  end if;
end
$$;

create function closed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.id::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.id) then
    perform unacted(new.id, 'closing');
  end if;
  return null;
end
$$;
create trigger closed_in_session after update on customer for each row
  when (old.status <> 'closed' and new.status = 'closed') execute function closed_in_session();

insert into acting_secret (secret)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

grant select on signed_in to candor_app;
grant select, insert, update, delete on session to candor_app;
grant usage on sequence session_id to candor_app;
revoke execute on function act_for, acting_code, acting_now, closed_in_session, done_in_session from public;
grant execute on function act_for to candor_app;
