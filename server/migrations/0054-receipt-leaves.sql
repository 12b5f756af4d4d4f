-- Stores the leaves of receipts as bytes, because as text they were a tenth of what an order writes. The leaves of a batch differ
-- only in the position of the entry that an order names and in the hashes of the order's text and answer.
drop trigger receipt_batch_comes_into_log on receipt_batch;
drop trigger receipt_batch_stays on receipt_batch;
alter table receipt_batch rename column leaves to lines;
alter table receipt_batch add column accepted_ms bigint, add column heads text, add column leaves bytea;
alter table receipt_batch alter column leaves set storage external;

-- A row that no server wrote, such as that of an attacker with the serving role's login, must not stop the upgrade. Such a row
-- keeps its count of leaves, and the audit continues to report its root and signature.
update receipt_batch b set accepted_ms = 0, heads = '-|0',
    leaves = decode(repeat('00', 65 * least(15000, 1 + octet_length(b.lines) - octet_length(replace(b.lines, chr(10), '')))), 'hex')
  where exists (select from string_to_table(b.lines, chr(10)) l (line)
      where l.line !~ '^candor-receipt-v1\|[0-9a-f]{64}\|[0-9]{1,18}\|[^|]{1,40}\|[0-9]{1,19}\|[0-9a-f]{64}$')
    or octet_length(b.lines) > 900000;

with leaf as (
  select b.number, l.place, split_part(l.line, '|', 2) as order_hash, split_part(l.line, '|', 3)::bigint as accepted_ms,
    split_part(l.line, '|', 4) || '|' || split_part(l.line, '|', 5) as head, split_part(l.line, '|', 6) as answer_hash
  from receipt_batch b cross join lateral string_to_table(b.lines, chr(10)) with ordinality l (line, place) where b.leaves is null
), head as (
  select h.number, h.head, row_number() over (partition by h.number order by h.head collate "C") - 1 as place
  from (select distinct l.number, l.head from leaf l) h
), stored as (
  select l.number, min(l.accepted_ms) as accepted_ms,
    string_agg(set_byte('\x00'::bytea, 0, h.place::int) || decode(l.order_hash || l.answer_hash, 'hex'), ''::bytea order by l.place) as leaves
  from leaf l join head h on h.number = l.number and h.head = l.head group by l.number
)
update receipt_batch b set accepted_ms = s.accepted_ms, leaves = s.leaves,
    heads = (select string_agg(h.head, chr(10) order by h.place) from head h where h.number = b.number)
  from stored s where s.number = b.number;

alter table receipt_batch drop column lines;
alter table receipt_batch alter column accepted_ms set not null, alter column heads set not null, alter column leaves set not null,
  add constraint receipt_batch_heads_check check (octet_length(heads) between 1 and 20000),
  add constraint receipt_batch_leaves_check check (octet_length(leaves) between 65 and 1000000 and octet_length(leaves) % 65 = 0);
create trigger receipt_batch_comes_into_log before update on receipt_batch for each row
  when (old.logged or not new.logged) execute function refuse_change();
create trigger receipt_batch_stays before update of number, at_ms, accepted_ms, heads, leaves, root, signature on receipt_batch
  for each statement execute function refuse_change();

create or replace function tlog_due_receipts(at_most int) returns table (key text, "position" bigint, book bigint, text text)
  language sql volatile set search_path = public, pg_temp as
$$
  with due as (update receipt_batch b set logged = true
    where b.number in (select n.number from receipt_batch n where not n.logged order by n.number limit at_most) and not b.logged
    returning b.number, b.at_ms, b.leaves, b.root)
  select '', d.number, null::bigint, 'candor-receipts-v1|' || d.number || '|' || d.at_ms || '|'
    || octet_length(d.leaves) / 65 || '|' || encode(d.root, 'hex')
  from due d order by d.number
$$;
grant insert (accepted_ms, heads, leaves) on receipt_batch to candor_app;
