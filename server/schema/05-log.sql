-- The log of operators' actions. Guards of rows that operators decide look up the record of the decision here.

-- Whether no object in the value names a key twice. If one did, different readers could use different values.
create function json_keys_unique(value json) returns boolean language sql immutable parallel safe as
$$
  select case json_typeof(value)
    when 'object' then (select count(*) = count(distinct e.key) and coalesce(bool_and(json_keys_unique(e.value)), true) from json_each(value) e)
    when 'array' then (select coalesce(bool_and(json_keys_unique(e.value)), true) from json_array_elements(value) e)
    else true end
$$;

-- Each action of an operator is one record. Records are chained: hash = SHA-256(hash of the previous record, followed by the
-- canonical form of this one). The first record follows 32 zero bytes. Times are wall-clock milliseconds.
create table audit (
  seq bigint primary key,
  time_ms bigint not null,
  operator text not null,
  role text not null,
  -- For example the action "lever.approve" with the subject "customer:100001".
  action text not null,
  subject text not null,
  -- The values before and after, as JSON; stored as text to preserve the bytes that were hashed.
  before text check (json_typeof(before::json) <> ''),
  after text check (json_typeof(after::json) <> ''),
  reason text,
  hash bytea not null check (octet_length(hash) = 32),
  -- The transaction id, by which guards find the record of a change made in the same transaction. It is not hashed, because
  -- the transaction ids of a database that was dumped and restored start again.
  xid xid8 not null,
  -- The signed approval, as JSON: key, nonce, time (ms), body, authenticator (hex), client, signature (hex).
  approval text check (json_typeof(approval::json) = 'object' and json_keys_unique(approval::json))
);

-- The actions that are recorded without a signature, because they decide nothing: viewing, chatting, writing articles, and enrolling
-- a key, which has no effect before it is vouched for or confirmed. Every other action is signed. The file of each feature lists
-- its own; only the database owner can.
create table unsigned_action (
  action text primary key check (action ~ '^[a-z_]+(\.[a-z_]+)?$')
);
insert into unsigned_action values ('denied');

-- For the list of operators who viewed a customer's documents, which the customer can see.
create index audit_kyc_read on audit (subject, seq) where action = 'kyc.read';
create index audit_subject on audit (subject, seq);
create index audit_operator on audit (operator, seq);
create index audit_action on audit (action, seq);
-- The decisions of operators by time, for the morning view.
create index audit_decided on audit (time_ms) where approval is not null;
create unique index audit_approval_once on audit ((approval::jsonb ->> 'nonce')) where approval is not null;
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- Encodes one field of the canonical form: the length in bytes, a colon, the bytes, a comma. A missing field is "-,".
-- Only immutable functions, so that it is computed inside the query that names it; the database's encoding is UTF-8.
create function audit_field(value text) returns text language sql immutable parallel safe
  return coalesce(octet_length(value)::text || ':' || value || ',', '-,');

-- Assigns number and hash, so that no program can write a record other than the next one in the chain. The lock is held until
-- the transaction ends, so a concurrent writer waits until the first record is committed or rolled back.
create function audit_link() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  last_seq bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(7305143);
  select a.seq, a.hash into last_seq, last_hash from audit a order by a.seq desc limit 1;
  new.seq := coalesce(last_seq, 0) + 1;
  new.hash := sha256(coalesce(last_hash, decode(repeat('00', 32), 'hex')) || convert_to(
    audit_field(new.seq::text) || audit_field(new.time_ms::text) || audit_field(new.operator) || audit_field(new.role)
      || audit_field(new.action) || audit_field(new.subject) || audit_field(new.before) || audit_field(new.after)
      -- A record that takes no signature is hashed as it always was.
      || audit_field(new.reason) || case when new.approval is null then '' else audit_field(new.approval) end, 'UTF8'));
  new.xid := pg_current_xact_id();
  return new;
end
$$;
create trigger audit_link before insert on audit for each row execute function audit_link();

-- Whether this transaction wrote the newest record of the log, with this action and subject. The record stays the newest until
-- the transaction ends, because the log is locked.
create function audit_has(of_subject text, of_action text) returns boolean language sql stable
  security definer set search_path = public, pg_temp as
$$
  select exists (
    select from (select * from audit order by seq desc limit 1) a
    where a.xid = pg_current_xact_id_if_assigned() and a.subject = of_subject and a.action = of_action
  )
$$;

-- Returns the operator who wrote a record with this action and subject in this transaction; null if there is none. One
-- transaction may contain records of several operators.
create function audit_by(of_subject text, of_action text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select a.operator from (
    select * from audit b where b.subject = of_subject order by b.seq desc limit 64
  ) a where a.xid = pg_current_xact_id_if_assigned() and a.action = of_action order by a.seq desc limit 1
$$;

grant select, insert (time_ms, operator, role, action, subject, before, after, reason, approval) on audit to candor_app;
revoke execute on function audit_by, audit_has from public;
grant execute on function audit_by, audit_has to candor_app;

-- Read by the invariants, which the guard evaluates.
grant select on audit to candor_guard;
