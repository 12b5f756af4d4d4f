-- Operators, the log of what they did, and the applications for leverage that they decide.

create table operator (
  -- Lower case, so that names that read alike are one name; the log names who acted by it.
  account text primary key check (account = lower(account) and account <> ''),
  role text not null check (role in ('support', 'reviewer', 'treasurer', 'admin')),
  password_hash text not null,
  created_ms bigint not null
);

-- Each act of an operator is one record, chained to the one before: hash = SHA-256(hash of the one before, then the
-- canonical form of this one). The first follows 32 zero bytes. Times are wall-clock milliseconds.
create table audit (
  seq bigint primary key,
  time_ms bigint not null,
  operator text not null,
  role text not null,
  -- What was done, "lever.approve", and to whom, "customer:100001".
  action text not null,
  subject text not null,
  -- What stood there before and what stands there after, as JSON; text, so that the bytes that were hashed stay.
  before text check (before is json),
  after text check (after is json),
  reason text,
  hash bytea not null check (octet_length(hash) = 32),
  -- The transaction that acted, by which the tables below know that their change has its record. Not hashed: a database
  -- that was dumped and restored counts its transactions anew.
  xid xid8 not null
);

-- One field of the canonical form: its length in bytes, a colon, its bytes, a comma; an absent one is "-,".
create function audit_field(value text) returns text language sql immutable parallel safe
  return case when value is null then '-,' else octet_length(convert_to(value, 'UTF8')) || ':' || value || ',' end;

-- Number and hash are made here, so that no program can write a record that is not the next of the chain. The lock is
-- held until the transaction ends: whoever comes second sees the first one's record, or that it was rolled back.
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
      || audit_field(new.reason), 'UTF8'));
  new.xid := pg_current_xact_id();
  return new;
end
$$;
create trigger audit_link before insert on audit for each row execute function audit_link();
create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();

-- Whether the newest record of the log is this transaction's own and says this. It is the newest until the transaction
-- ends, because nobody else can append meanwhile.
create function audit_has(of_subject text, of_action text) returns boolean language sql stable
  security definer set search_path = public, pg_temp as
$$
  select exists (
    select from (select * from audit order by seq desc limit 1) a
    where a.xid = pg_current_xact_id_if_assigned() and a.subject = of_subject and a.action = of_action
  )
$$;

-- The permission for leverage: submitted → approved | rejected, approved → switched_off. One switched off that no
-- questionnaire had brought is a row of its own, without answers.
create table lever_application (
  book bigint not null,
  id bigint not null,
  -- The questions' codes and what was answered, as JSON.
  answers text check (answers is json object),
  status text not null check (status in ('submitted', 'approved', 'rejected', 'switched_off')),
  -- What the customer is told, a code of the protocol.
  reason text,
  -- Wall clock.
  submitted_ms bigint,
  decided_ms bigint,
  primary key (book, id),
  check ((status = 'submitted') = (decided_ms is null)),
  check ((status in ('rejected', 'switched_off')) = (reason is not null)),
  check ((answers is null) = (submitted_ms is null)),
  check (answers is not null or status = 'switched_off')
);
-- However many are sent at once, one waits.
create unique index lever_application_waiting on lever_application (book) where status = 'submitted';
create index lever_application_queue on lever_application (submitted_ms, book) where status = 'submitted';

create function lever_application_transition() returns trigger language plpgsql as
$$
begin
  if tg_op = 'UPDATE' and (
    (old.status, new.status) not in (('submitted', 'approved'), ('submitted', 'rejected'), ('approved', 'switched_off'))
    or (old.book, old.id, old.answers, old.submitted_ms) is distinct from (new.book, new.id, new.answers, new.submitted_ms)
  ) then
    raise exception 'application % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'lever_application_transition';
  end if;
  if new.status <> 'submitted' and not audit_has('customer:' || new.book,
    case new.status when 'approved' then 'lever.approve' when 'rejected' then 'lever.reject' else 'lever.off' end)
  then
    raise exception 'application % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'lever_application_record';
  end if;
  return new;
end
$$;
create trigger lever_application_transition before insert or update on lever_application
  for each row execute function lever_application_transition();

-- Nothing switches leverage on or off but an operator's act.
create function lever_enabled_record() returns trigger language plpgsql as
$$
begin
  if not audit_has('customer:' || new.id, case when new.lever_enabled then 'lever.approve' else 'lever.off' end)
  then
    raise exception 'leverage of customer % was switched without a record', new.id
      using errcode = 'check_violation', constraint = 'lever_enabled_record';
  end if;
  return new;
end
$$;
create trigger lever_enabled_record before update of lever_enabled on customer
  for each row when (old.lever_enabled is distinct from new.lever_enabled) execute function lever_enabled_record();

-- The switch as a row of the customer's book, for commands that read it under the book's lock.
create view lever_permission as select id as book, 0::bigint as id, lever_enabled from customer;

revoke execute on function audit_has from public;
grant execute on function audit_has to candor_app;
grant select, insert on operator to candor_app;
grant select, insert (time_ms, operator, role, action, subject, before, after, reason) on audit to candor_app;
grant select, insert on lever_application to candor_app;
grant update (status, reason, decided_ms) on lever_application to candor_app;
grant update (lever_enabled) on customer to candor_app;
grant select on lever_permission to candor_app;
