-- Transfers of a customer's own money between the customer's accounts.
create table transfer (
  book bigint not null,
  id bigint not null,
  currency text not null,
  from_account text not null check (from_account in ('spot', 'contract', 'option')),
  to_account text not null check (to_account in ('spot', 'contract', 'option')),
  amount numeric(38,8) not null check (amount > 0),
  -- By the market clock.
  time_ms bigint not null,
  journal_seq bigint not null,
  primary key (book, id),
  check (from_account <> to_account)
);
create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();

create trigger begun_in_session after insert on transfer referencing new table as added
  for each statement execute function begun_in_session();

create constraint trigger moved_by_its_journal after insert on transfer deferrable initially deferred for each row
  execute function moved_by_its_journal();

insert into journal_template (kind, account, sign) values
  ('transfer', 'spot', 0), ('transfer', 'contract', 0), ('transfer', 'option', 0);

grant select, insert on transfer to candor_app;
