-- Codes that prove that somebody reads a mailbox or has a phone. Each request is a row of its own: it is good for one purpose, from
-- where it was asked for, and no later request by anybody else takes its place. A reset is mailed a link too, whose 128 bits
-- nobody guesses, so nothing counts the tries at it and nobody can use them up.
insert into mail_kind (kind) values ('code_reset');

drop table email_code;
create table mailed_code (
  id bigint primary key default nextval('row_id'),
  -- A folded e-mail address, or a phone number.
  address_key text not null,
  purpose text not null check (purpose in ('register', 'reset', 'contact', 'trading_password')),
  -- Keyed hashes: of the code, of the link where one was mailed, and of the device and the network that asked.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  link_hash bytea unique check (octet_length(link_hash) = 32),
  device_hash bytea not null check (octet_length(device_hash) = 32),
  network_hash bytea not null check (octet_length(network_hash) = 32),
  made_ms bigint not null,
  expires_ms bigint not null,
  link_expires_ms bigint,
  attempts smallint not null default 0,
  used boolean not null default false,
  check ((link_hash is null) = (link_expires_ms is null))
);
create index mailed_code_address on mailed_code (address_key, made_ms);
create index mailed_code_made on mailed_code (made_ms);
create index text_message_made on text_message (created_ms);

grant select, insert, delete on mailed_code to candor_app;
grant update (attempts, used, expires_ms) on mailed_code to candor_app;
