-- Every read and deletion of the engine's inbox is by transaction, so an index by id alone was only written.
drop index engine_inbox_xid;
alter table engine_inbox drop constraint engine_inbox_pkey;
alter table engine_inbox add primary key (xid, id);
