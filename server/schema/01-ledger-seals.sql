-- Seals: the journals of each book in a chain, and one root over all chains.

-- Seals the journals written since the last run, at most a few thousand at a time. Returns the new root, or no row if nothing has
-- changed. The canonical form is that of the operators' log: each field as its length, a colon, its bytes and a comma.
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
  if sealed = 0 and made.audit_hash = coalesce(before.audit_hash, zero) then return; end if;
  made.sealed_ms := extract(epoch from house_clock()) * 1000;
  made.root := sha256(coalesce(before.root, zero) || convert_to(audit_field(made.number::text) || audit_field(made.sealed_ms::text)
    || audit_field(made.audit_seq::text) || audit_field(encode(made.audit_hash, 'hex')) || books, 'UTF8'));
  insert into ledger_seal values (made.*);
  return next made;
end
$$;

revoke execute on function seal_ledger from public;
