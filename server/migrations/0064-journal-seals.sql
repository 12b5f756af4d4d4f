-- Every journal becomes part of a chain of its book soon after it is written, and all chains, with the head of the operators' log,
-- part of one root every ten seconds, which the platform's key signs. A root that somebody kept shows a history written anew, even
-- by the owner of the database; what is younger than the newest root is not covered yet.

-- How far the journals of a book are sealed: the hash over all of them up to this one.
create table journal_seal (
  book bigint not null,
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  -- The root that it is part of.
  number bigint not null,
  primary key (book, seq)
);
create index journal_seal_number on journal_seal (number, book);
create table ledger_seal (
  number bigint primary key check (number > 0),
  -- Wall clock.
  sealed_ms bigint not null,
  audit_seq bigint not null,
  audit_hash bytea not null check (octet_length(audit_hash) = 32),
  root bytea not null check (octet_length(root) = 32)
);
create trigger journal_seal_append_only before update or delete or truncate on journal_seal
  for each statement execute function refuse_change();
create trigger ledger_seal_append_only before update or delete or truncate on ledger_seal
  for each statement execute function refuse_change();

-- Seals what was written since the last time, some thousands of journals at once; answers the new root, or nothing where nothing
-- happened. Canonical forms are the log's (0008): each field as its length, a colon, its bytes and a comma.
create function seal_ledger(at_most int) returns setof ledger_seal language plpgsql security definer
  set search_path = public, pg_temp as
$$
declare
  zero bytea := decode(repeat('00', 32), 'hex');
  before ledger_seal;
  made ledger_seal;
  open_book record;
  entry record;
  hash bytea;
  upto bigint;
  sealed int := 0;
  books text := '';
begin
  perform pg_advisory_xact_lock(7305144);
  select * into before from ledger_seal order by number desc limit 1;
  made.number := coalesce(before.number, 0) + 1;
  for open_book in
    select b.id, coalesce(s.seq, 0) as seq, coalesce(s.hash, zero) as hash from book b
      left join lateral (select * from journal_seal where book = b.id order by seq desc limit 1) s on true
    where b.seq > coalesce(s.seq, 0) and exists (select from journal j where j.book = b.id and j.seq > coalesce(s.seq, 0))
    order by b.id
  loop
    hash := open_book.hash;
    for entry in
      select j.* from journal j where j.book = open_book.id and j.seq > open_book.seq order by j.seq
    loop
      hash := sha256(hash || convert_to(audit_field(entry.book::text) || audit_field(entry.seq::text) || audit_field(entry.kind)
        || audit_field(entry.ref) || audit_field(entry.time_ms::text) || audit_field(entry.slot::text)
        || audit_field(array_to_string(entry.accounts, ',')) || audit_field(array_to_string(entry.currencies, ','))
        || audit_field(array_to_string(entry.amounts, ',')), 'UTF8'));
      upto := entry.seq;
      sealed := sealed + 1;
    end loop;
    insert into journal_seal (book, seq, hash, number) values (open_book.id, upto, hash, made.number);
    books := books || audit_field(open_book.id::text) || audit_field(upto::text) || audit_field(encode(hash, 'hex'));
    exit when sealed >= at_most;
  end loop;
  select a.seq, a.hash into made.audit_seq, made.audit_hash from audit a order by a.seq desc limit 1;
  made.audit_seq := coalesce(made.audit_seq, 0);
  made.audit_hash := coalesce(made.audit_hash, zero);
  if sealed = 0 and made.audit_seq = coalesce(before.audit_seq, 0) then return; end if;
  made.sealed_ms := extract(epoch from clock_timestamp()) * 1000;
  made.root := sha256(coalesce(before.root, zero) || convert_to(audit_field(made.number::text) || audit_field(made.sealed_ms::text)
    || audit_field(made.audit_seq::text) || audit_field(encode(made.audit_hash, 'hex')) || books, 'UTF8'));
  insert into ledger_seal values (made.*);
  return next made;
end
$$;
revoke execute on function seal_ledger from public;
grant select on journal_seal, ledger_seal to candor_app;
