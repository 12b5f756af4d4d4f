-- Orders write less.

-- Of a batch, an update may set the mark only. `comes_into_log` would make PostgreSQL write all leaves once more, since a row whose
-- column a trigger assigns is written with its long values anew.
drop trigger receipt_batch_comes_into_log on receipt_batch;
create trigger receipt_batch_comes_into_log before update on receipt_batch for each row
  when (old.logged or not new.logged) execute function refuse_change();
create trigger receipt_batch_stays before update of number, at_ms, leaves, root, signature on receipt_batch
  for each statement execute function refuse_change();
