-- The engine sets aside firings that it repeatedly finds busy, and records them like false messages.
alter table engine_set_aside add column why text not null default 'false' check (why in ('false', 'busy'));
alter table engine_set_aside drop constraint engine_set_aside_pkey;
alter table engine_set_aside add primary key (kind, book, row_id, version, symbol, why);
grant insert (why) on engine_set_aside to candor_app;
