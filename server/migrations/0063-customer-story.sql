-- Indexes for a customer's timeline in the operators' console: events that have no journal, newest first.
create index deposit_of_book on deposit (book, submitted_ms, id);
create index deposit_failed on deposit (book, decided_ms, id) where status = 'failed';
create index loan_of_book on loan (book, applied_ms, id);
create index loan_failed on loan (book, decided_ms, id) where status = 'failed';
create index spot_order_refused on spot_order (book, updated_ms, id) where status = 'refused';
create index security_event_newest on security_event (customer, time_ms, id);
