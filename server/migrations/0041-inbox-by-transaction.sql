-- Every read and every deletion in the engine's inbox is by transaction, so the index by id alone was written but never used.
drop index engine_inbox_xid;
alter table engine_inbox drop constraint engine_inbox_pkey;
alter table engine_inbox add primary key (xid, id);
