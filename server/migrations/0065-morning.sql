-- The decisions of operators by time, for the morning view.
create index audit_decided on audit (time_ms) where approval is not null;
