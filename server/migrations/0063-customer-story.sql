-- Indexes for a customer's timeline in the operators' console: events that have no journal, newest first.
create index deposit_of_book on deposit (book, submitted_ms, id);
create index deposit_failed on deposit (book, decided_ms, id) where status = 'failed';
create index loan_of_book on loan (book, applied_ms, id);
create index loan_failed on loan (book, decided_ms, id) where status = 'failed';
create index spot_order_refused on spot_order (book, updated_ms, id) where status = 'refused';
create index security_event_newest on security_event (customer, time_ms, id);

-- Keyed hashes by which operators find a customer by a card or a name, and the customers who share a card.
alter table bank_card add column digest bytea check (octet_length(digest) = 32);
create index bank_card_digest on bank_card (digest) where digest is not null;
grant update (digest) on bank_card to candor_app;
alter table kyc_application add column name_key bytea check (octet_length(name_key) = 32);
create index kyc_application_name on kyc_application (name_key) where name_key is not null;
create index session_by_device on session (device) where device is not null;
create index session_by_address on session (hashtextextended(address, 0));
create index customer_country on customer (country, id);
create index customer_identity on customer (kyc_status, id);

-- An operator who writes to a customer reopens their closed conversation by taking it, with a record.
create or replace function chat_conversation_record() returns trigger language plpgsql as
$$
declare
  subject text := coalesce('customer:' || new.customer, 'chat:' || new.id);
begin
  if old.assigned_to is distinct from new.assigned_to and not (case
    when new.assigned_to is not null then audit_has(subject, 'chat.assign')
    else audit_has(subject, 'chat.release') or audit_has(subject, 'chat.close')
  end)
  or (new.status = 'closed' and old.status = 'open' and not audit_has(subject, 'chat.close'))
  or (new.status = 'open' and old.status = 'closed' and new.last_number = old.last_number
    and not (new.assigned_to is not null and audit_has(subject, 'chat.assign')))
  then
    raise exception 'conversation % changed hands without a record', new.id
      using errcode = 'check_violation', constraint = 'chat_conversation_record';
  end if;
  return new;
end
$$;

-- Reading who shares a card, an address or a device is recorded without a signature, as other reading is.
insert into unsigned_action values ('links.read');
