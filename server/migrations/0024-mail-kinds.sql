-- What mails are about becomes a table: each feature adds its own kinds, and none has to repeat the others'.
create table mail_kind (kind text primary key);
insert into mail_kind (kind)
  select distinct m[1] from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') as m
  where c.conname = 'mail_kind_check';
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_known foreign key (kind) references mail_kind;
grant select on mail_kind to candor_app;
