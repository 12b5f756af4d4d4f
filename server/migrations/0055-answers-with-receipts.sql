-- The answers to orders that came without a key are stored with their receipts. Nobody can repeat such an order, so its answer
-- need not be found by a key, and a separate row for it was a fifth of what an order writes. Answers stored before keep their
-- rows.
drop trigger receipt_batch_stays on receipt_batch;
alter table receipt_batch add column answers text check (octet_length(answers) between 1 and 100000000);
alter table receipt_batch alter column answers set storage external;
create trigger receipt_batch_stays before update of number, at_ms, accepted_ms, heads, leaves, root, signature, answers on receipt_batch
  for each statement execute function refuse_change();
grant insert (answers) on receipt_batch to candor_app;
