-- Receipts for orders, and the keys with which customers' devices sign their orders (docs/verification.md#a-receipt). A batch of
-- orders is promised by one signature over the root of a Merkle tree, which must then be added to the transparency log.

create table receipt_batch (
  number bigint primary key check (number > 0),
  -- When the batch was decided, by the wall clock.
  at_ms bigint not null,
  -- When all orders of the batch were accepted, by the market clock.
  accepted_ms bigint not null,
  -- The distinct tapes and newest entries that the orders name, as lines of `<symbol>|<seq>`.
  heads text not null check (octet_length(heads) between 1 and 20000),
  -- For each order, in the order of the tree's leaves: a byte with the position of its line in `heads`, and the SHA-256 of its
  -- text and of its answer.
  leaves bytea not null check (octet_length(leaves) between 65 and 1000000 and octet_length(leaves) % 65 = 0),
  root bytea not null check (octet_length(root) = 32),
  signature bytea not null check (octet_length(signature) = 64),
  -- The answers to orders that were sent without a key. Nobody can repeat such an order by its key, so its answer needs no
  -- separate row. There is one line for each order, with its book, a space and the answer. A line is empty if the order's answer
  -- is in the table `answer`. Null if all answers are there.
  answers text check (octet_length(answers) between 1 and 100000000),
  -- Whether the root is in the transparency log. Only the function that appends to the log changes it.
  logged boolean not null default false
);
-- The leaves are read only for a receipt or an audit, and compressing them would delay orders.
alter table receipt_batch alter column leaves set storage external, alter column answers set storage external;
create index receipt_batch_due on receipt_batch (number) where not logged;

-- The orders that a device signed, each with its text, the body that was sent, and the signature. Nobody else can produce the
-- signature, so it proves the customer's intent.
create table signed_order (
  book bigint not null,
  batch bigint not null,
  place smallint not null check (place >= 0),
  text text not null check (octet_length(text) <= 500),
  body text not null check (octet_length(body) <= 65536),
  device_key bytea not null check (octet_length(device_key) = 32),
  signature bytea not null check (octet_length(signature) = 64),
  primary key (book, batch, place)
);
-- A device signs each order together with a key that is unique to the order, so a signature cannot be used for a second one.
create unique index signed_order_once on signed_order (device_key, split_part(text, '|', 3));
create trigger signed_order_append_only before update or delete or truncate on signed_order
  for each statement execute function refuse_change();

-- An old signature must not be valid for a later request, so the device's clock and the batch's may differ by at most ten
-- minutes.
create function signed_order_in_time() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  ahead bigint := house_ahead_ms();
begin
  -- The device's time is by the wall clock, and the batch's is by the house's clock. If the two are too far apart, they are
  -- compared once more, in case the house's clock was set in between.
  if exists (select from written w left join receipt_batch b on b.number = w.batch
      where b.number is null or (abs(split_part(w.text, '|', 7)::bigint + ahead - b.at_ms) > 600000
        and house_apart_ms(b.at_ms, split_part(w.text, '|', 7)::bigint) > 600000)) then
    raise exception 'a signed order does not have the time of its batch'
      using errcode = 'check_violation', constraint = 'signed_order_in_time';
  end if;
  return null;
end
$$;
create trigger signed_order_in_time after insert on signed_order referencing new table as written
  for each statement execute function signed_order_in_time();

-- The public keys of customers' devices, numbered within each book. No key is ever replaced, and each is in the transparency log,
-- so customers see every key registered in their name.
create table device_key (
  book bigint not null,
  number int not null check (number between 1 and 1000),
  public_key bytea not null check (octet_length(public_key) = 32),
  at_ms bigint not null,
  -- The session that registered the key, and the key's own signature of customer, key and session.
  session bigint not null,
  signature bytea not null check (octet_length(signature) = 64),
  logged boolean not null default false,
  primary key (book, number),
  foreign key (book, session) references session (customer, id),
  -- A key belongs to one customer only. Otherwise one customer's signature could be passed off as another's.
  unique (public_key)
);
create index device_key_due on device_key (book, number) where not logged;

-- A key is registered in an open session of its customer. One session can register at most ten keys within a day, so that a
-- stolen session leaves only few behind. The keys of a customer are numbered without gaps, and are registered one after another,
-- so that the log cannot omit one unnoticed.
create function device_key_of_session() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  perform pg_advisory_xact_lock(7305164, hashtext(new.book::text));
  if not exists (select from session s where s.customer = new.book and s.id = new.session and s.revoked_ms is null
      and new.at_ms - house_ahead_ms() between s.created_ms and s.expires_ms) then
    raise exception 'no open session of customer % has registered this key', new.book
      using errcode = 'check_violation', constraint = 'device_key_of_session';
  end if;
  if (select count(*) >= 10 from device_key k where k.book = new.book and k.session = new.session and k.at_ms > new.at_ms - 86400000) then
    raise exception 'session % of customer % has already registered ten keys within a day', new.session, new.book
      using errcode = 'check_violation', constraint = 'device_key_session_day';
  end if;
  if new.number <> 1 + (select count(*) from device_key k where k.book = new.book) then
    raise exception 'key % of customer % does not follow the others', new.number, new.book
      using errcode = 'check_violation', constraint = 'device_key_next';
  end if;
  return new;
end
$$;
create trigger device_key_of_session before insert on device_key for each row execute function device_key_of_session();
comment on table receipt_batch is 'written by commands';
comment on table signed_order is 'written by commands';
comment on table device_key is 'written by the door';

-- A row never changes, except that it is marked as logged once.
create function comes_into_log() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  is_logged boolean := new.logged;
begin
  new.logged := old.logged;
  if old.logged or not is_logged or new is distinct from old then
    raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
  end if;
  new.logged := true;
  return new;
end
$$;
-- For a batch, an update may only set the mark. If `comes_into_log` were used, PostgreSQL would write all leaves again, because
-- PostgreSQL writes the long values of a row again if a trigger assigns one of its columns.
create trigger receipt_batch_comes_into_log before update on receipt_batch for each row
  when (old.logged or not new.logged) execute function refuse_change();
create trigger receipt_batch_stays before update of number, at_ms, accepted_ms, heads, leaves, root, signature, answers on receipt_batch
  for each statement execute function refuse_change();
create trigger receipt_batch_kept before delete or truncate on receipt_batch for each statement execute function refuse_change();
create trigger device_key_comes_into_log before update on device_key for each row execute function comes_into_log();
create trigger device_key_kept before delete or truncate on device_key for each statement execute function refuse_change();

-- Returns the rows that the log does not contain yet. They are marked in the transaction that appends them. The numbers of
-- batches are not committed in order, so the greatest logged number says nothing about smaller ones.
create function tlog_due_receipts(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  with due as (update receipt_batch b set logged = true
    where b.number in (select n.number from receipt_batch n where not n.logged order by n.number limit at_most) and not b.logged
    returning b.number, b.at_ms, b.leaves, b.root)
  select '', d.number, null::bigint, 'candor-receipts-v1|' || d.number || '|' || d.at_ms || '|'
    || octet_length(d.leaves) / 65 || '|' || encode(d.root, 'hex')
  from due d order by d.number
$$;
create function tlog_due_device_keys(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  with due as (update device_key k set logged = true
    where (k.book, k.number) in (select n.book, n.number from device_key n where not n.logged order by n.book, n.number limit at_most)
      and not k.logged
    returning k.book, k.number, k.public_key, k.at_ms)
  select d.book::text, d.number::bigint, d.book, 'candor-device-key-v3|' || d.book || '|' || d.number || '|' || encode(d.public_key, 'hex') || '|' || d.at_ms
  from due d order by gen_random_uuid()
$$;

insert into mail_kind (kind) values ('signing_key_added');
insert into tlog_source (kind, due, ordinal, every) values
  ('receipts', 'tlog_due_receipts', 8, 1), ('device_key', 'tlog_due_device_keys', 80, 5);

-- The serving roles must not set the mark of the log.
grant select, insert (number, at_ms, accepted_ms, heads, leaves, root, signature, answers) on receipt_batch to candor_app;
grant select, insert on signed_order to candor_app;
grant select, insert (book, number, public_key, at_ms, session, signature) on device_key to candor_app;
revoke execute on function signed_order_in_time, device_key_of_session, comes_into_log, tlog_due_receipts, tlog_due_device_keys from public;
