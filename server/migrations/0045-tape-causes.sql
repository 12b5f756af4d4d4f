-- Entries that say why there is no quote: the feed ended (halt), or sent what the guard refused (reject). What was in a log
-- before stands on the tape, numbered, hashed and signed with everything else.

-- An entry that is no quote (gap) may name its cause. A refused quote is kept as a hash: who sent it can show what it was, and
-- nobody can be misled by its price.
alter table tape
  add column cause text check (cause in ('halt', 'reject')),
  add column reason text check (reason ~ '^[a-z][a-z_]{0,63}$'),
  add column refused bytea check (octet_length(refused) = 32),
  add column refused_count bigint check (refused_count > 0),
  add constraint tape_cause_is_no_quote check (cause is null or gap),
  add constraint tape_cause_has_reason check ((cause is null) = (reason is null)),
  add constraint tape_reject_is_told check (
    (refused is not null) = coalesce(cause = 'reject', false) and (refused is null) = (refused_count is null));

-- A refused quote may come within the millisecond of the quote before it.
alter table tape_head drop constraint tape_head_gap_is_halted;
alter table tape_head add constraint tape_head_gap_is_halted
  check (quoted_seq is null or (halted and quoted_seq < seq and quoted_ms <= time_ms));
