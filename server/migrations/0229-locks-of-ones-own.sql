-- What somebody with any connection to the database can hold, the house does not wait for. Whoever held the advisory lock of the seals, or
-- that of the watch over the books, kept them from being made, and nothing said so: a table that no serving role can lock, and a row
-- that only the watch's own can, take their places.
create table books_watch (
  singleton boolean primary key default true check (singleton),
  asked_ms bigint not null
);
insert into books_watch (asked_ms) values (0);
revoke all on books_watch from public, candor_app, candor_tape, candor_door;
grant select on books_watch to candor_app, candor_door;
grant update (asked_ms) on books_watch to candor_door;

-- As 0064 has it but for the lock.
create or replace function seal_ledger(at_most int) returns setof ledger_seal language plpgsql security definer
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
  lock table ledger_seal in share row exclusive mode;
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

-- A firm price that stays in its transaction until the market has moved is a price for nothing: where it did not move well the quote was
-- never given, and is no unused one. Orders of the fund wait for a day's result in the same way.
create trigger accepted_lately after insert or update on exchange_quote for each statement execute function accepted_lately();
create trigger accepted_lately after insert or update on fund_order for each statement execute function accepted_lately();
