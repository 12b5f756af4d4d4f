-- Gap entries: where the tape says that there was no price, because somebody's time came and no quote did.

-- A gap entry repeats the prices of the entry before it and trades nothing.
alter table tape
  add column gap boolean not null default false,
  add constraint tape_gap_trades_nothing check (not gap or volume = 0);

-- Where the newest entry is a gap entry, the quote whose prices it repeats; null where it is a quote itself. Nothing is
-- filled while it is not.
alter table tape_head
  add column quoted_seq bigint,
  add column quoted_ms bigint,
  add constraint tape_head_gap check ((quoted_seq is null) = (quoted_ms is null)),
  add constraint tape_head_gap_is_halted
    check (quoted_seq is null or (halted and quoted_seq < seq and quoted_ms < time_ms));

-- A row may also wait for the first entry at or after a time whether or not there was a price.
alter table engine_inbox drop constraint engine_inbox_condition_check;
alter table engine_inbox add constraint engine_inbox_condition_check check (
  condition in (
    'clock_at_or_after', 'time_at_or_after',
    'ask_at_or_below', 'ask_at_or_above', 'bid_at_or_below', 'bid_at_or_above',
    'bid_falls_by', 'ask_rises_by'
  )
);
