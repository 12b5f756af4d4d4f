-- What a row may wait for besides a price: a time of the market clock (the level is milliseconds, read as a whole
-- number of 10⁻⁸ like every level), and the way back from the best price since it was armed (the level is a distance).
alter table engine_inbox drop constraint engine_inbox_condition_check;
alter table engine_inbox add constraint engine_inbox_condition_check check (
  condition in (
    'time_at_or_after',
    'ask_at_or_below', 'ask_at_or_above', 'bid_at_or_below', 'bid_at_or_above',
    'bid_falls_by', 'ask_rises_by'
  )
);
