-- Registrations that can be repeated if the answer was lost: the key that the client sent identifies the opened account, if the
-- same fields and the same password are sent again.
create table registration_key (
  -- The SHA-256 of the client's key.
  key_hash bytea primary key check (octet_length(key_hash) = 32),
  -- The SHA-256 of the fields that were sent with it, without the password.
  fields_hash bytea not null check (octet_length(fields_hash) = 32),
  customer bigint not null references customer (id),
  made_ms bigint not null
);
create index registration_key_made on registration_key (made_ms);

grant select, insert, delete on registration_key to candor_app;
