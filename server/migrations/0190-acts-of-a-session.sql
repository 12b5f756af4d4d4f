-- Whatever is done in a customer's name takes a session of theirs: whoever can write rows of orders and positions, but knows no
-- customer's token, places, cancels, closes and moves nothing for them.
--
-- A token is with its customer alone. The server derives a proof from it, which is good for nothing but this, and the database
-- keeps the proof's hash. A transaction shows proofs to `act_for`, which notes whose they are in a setting of the transaction, under
-- a code that nobody else can make.

alter table session add column proof_hash bytea check (octet_length(proof_hash) = 32);
-- Sessions from before have none and could do nothing any more, so they end.
update session set revoked_ms = floor(extract(epoch from clock_timestamp()) * 1000) where revoked_ms is null;

-- Random, and read by the functions below alone.
create table acting_secret (
  singleton boolean primary key default true check (singleton),
  secret bytea not null
);
insert into acting_secret (secret)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));
revoke all on acting_secret from public, candor_app, candor_tape, candor_door;

-- Who ever signed in with a proof needs one from then on, also when all their sessions are gone.
create table signed_in (customer bigint primary key references customer (id));
revoke all on signed_in from public, candor_app, candor_tape, candor_door;
grant select on signed_in to candor_app;

create function session_signed_in() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into signed_in (customer) values (new.customer) on conflict do nothing;
  return null;
end
$$;
create trigger session_signed_in after insert on session for each row when (new.proof_hash is not null)
  execute function session_signed_in();

-- The code under which a list of customers counts in this transaction.
create function acting_code(acting text) returns text language sql volatile set search_path = public, pg_temp as
$$ select encode(sha256(s.secret || convert_to(pg_current_xact_id()::text || ' ' || acting, 'utf8')), 'hex') from acting_secret s $$;
revoke execute on function acting_code from public;

-- Whoever acts in this transaction; empty where nobody showed a proof.
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
revoke execute on function acting_now from public;

-- Shows the proofs of sessions, in hexadecimal digits. One that ended a moment ago still counts for what was asked for before it did.
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
revoke execute on function act_for from public;
grant execute on function act_for to candor_app;

create function unacted(book bigint, of_what text) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception '% of book % is done in no session of its customer', of_what, book
    using errcode = 'check_violation', constraint = 'acts_in_session';
end
$$;
revoke execute on function unacted from public;

-- Rows that customers alone begin.
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
do $$
declare
  of_table text;
begin
  foreach of_table in array array['spot_order', 'position', 'option_ticket', 'transfer', 'exchange', 'withdrawal', 'withdrawal_address',
    'fund_order', 'loan', 'loan_payment']
  loop
    execute format('create trigger begun_in_session after insert on %I referencing new table as added
      for each statement execute function begun_in_session()', of_table);
  end loop;
end $$;

-- What customers alone change about them; the arguments of each trigger say what.
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
create trigger changed_in_session after update on spot_order for each row
  when (old.status = 'open' and new.status = 'cancelled' and new.reason = 'customer')
  execute function changed_in_session();
-- A closing or cancelling by hand, a level that moves, and margin that is added; asked once of all rows of a statement.
create function position_changed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  acting text[];
  lone bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  acting := acting_now();
  select c.book into lone from changed c join before b on b.book = c.book and b.id = c.id
    where c.book::text <> all (acting)
      and ((b.status = 'pending' and c.status = 'cancelled' and c.reason = 'customer')
        or (b.asked_ms is null and c.asked_ms is not null)
        or (b.asked_ms is null and b.closes <> c.closes and c.closes -> -1 ->> 'reason' in ('customer', 'close_all'))
        or b.added is distinct from c.added
        or (c.status in ('pending', 'open') and jsonb_array_length(c.closes) = jsonb_array_length(b.closes)
          and (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance)))
      and exists (select from signed_in s where s.customer = c.book) limit 1;
  if lone is not null then
    perform unacted(lone, 'position');
  end if;
  return null;
end
$$;
create trigger position_changed_in_session after update on position
  referencing old table as before new table as changed for each statement execute function position_changed_in_session();
create trigger changed_in_session after update on withdrawal for each row
  when (old.status <> new.status and new.reason = 'cancelled_by_customer') execute function changed_in_session();
create trigger changed_in_session after update on withdrawal_address for each row
  when (old.deleted_ms is distinct from new.deleted_ms) execute function changed_in_session();
create trigger changed_in_session after update on fund_order for each row
  when (old.status <> new.status and new.reason in ('cancelled', 'terminated')) execute function changed_in_session();
create trigger done_in_session after insert on journal for each row
  when (new.kind in ('start_over', 'account_close')) execute function changed_in_session();
