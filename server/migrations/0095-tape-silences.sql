-- What is published of the entries that are no quote: the newest first.
create index tape_without_quote on tape (time_ms desc, symbol desc, seq desc) where gap;
