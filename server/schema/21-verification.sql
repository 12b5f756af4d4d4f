-- Identity verification of customers. Names, birth date and document number are in the sealed part.
create table kyc_application (
  book bigint not null references customer (id),
  id bigint not null,
  status text not null check (status in ('under_review', 'approved', 'rejected')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  certificate_type text not null check (certificate_type in ('driving_licence', 'passport', 'id_card')),
  sealed bytea not null,
  -- A keyed hash of the document's country, type and number, so that a document verifies only one customer.
  number_key bytea not null,
  front text not null references stored_file,
  back text not null references stored_file,
  reason text,
  submitted_ms bigint not null,
  decided_ms bigint,
  -- A keyed hash of the name, by which an operator finds its customer. Null for applications made before it existed.
  name_key bytea check (octet_length(name_key) = 32),
  primary key (book, id),
  check ((status = 'under_review') = (decided_ms is null)),
  check ((status = 'rejected') = (reason is not null)),
  check (front <> back)
);
create unique index kyc_application_number on kyc_application (number_key) where status <> 'rejected';
create unique index kyc_application_one on kyc_application (book) where status <> 'rejected';
create index kyc_application_name on kyc_application (name_key) where name_key is not null;
create index kyc_application_queue on kyc_application (submitted_ms, book) where status = 'under_review';
-- For computing service levels from recent decisions.
create index kyc_application_decided on kyc_application (decided_ms) where decided_ms is not null;
create trigger kyc_application_zz_reason_approved before update on kyc_application for each row
  when (new.status = 'rejected' and old.status <> 'rejected') execute function reason_approved();

create trigger kyc_application_transition before insert or update on kyc_application for each row execute function goes_its_way();

create function kyc_application_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  verdict text := case new.status when 'approved' then 'kyc.approve' else 'kyc.reject' end;
  -- As `seenOf` makes it.
  seen text := rtrim(translate(encode(sha256(convert_to(old.id || ' ' || old.status || ' ', 'UTF8') || old.sealed), 'base64'), '+/', '-_'), '=');
begin
  if new.status <> old.status
    and approved_body(subject, verdict, audit_by(subject, verdict), null) ->> 'seen' is distinct from seen
  then
    raise exception 'application % does not match its signed approval', new.id
      using errcode = 'check_violation', constraint = 'kyc_application_approved';
  end if;
  return new;
end
$$;
create trigger kyc_application_zz_approved before update on kyc_application
  for each row execute function kyc_application_approved();

-- At commit, when both are written: a customer becomes verified only with their own approved application, and gets the country
-- of the document.
create function verified_by_application() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and exists (select from kyc_application a where a.book = new.id) and not exists (
    select from kyc_application a where a.book = new.id and a.status = new.kyc_status and a.xmin = pg_current_xact_id()::xid
      and (new.kyc_status <> 'approved' or a.country = new.country))
  then
    raise exception 'the verification of customer % does not match a decided application', new.id
      using errcode = 'check_violation', constraint = 'verified_by_application';
  end if;
  return null;
end
$$;
create constraint trigger verified_by_application after update of kyc_status, country on customer deferrable initially deferred
  for each row when (new.kyc_status in ('approved', 'rejected')
    and (old.kyc_status, old.country) is distinct from (new.kyc_status, new.country))
  execute function verified_by_application();

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('kyc_application', '', 'under_review', null, null, null, 0, '{}'),
  ('kyc_application', 'under_review', 'approved', null, 'kyc.approve', null, 1, '{reason,decided_ms}'),
  ('kyc_application', 'under_review', 'rejected', null, 'kyc.reject', null, 1, '{reason,decided_ms}');

insert into unsigned_action values ('kyc.read');

grant select, insert, update (status, reason, decided_ms) on kyc_application to candor_app;
revoke execute on function kyc_application_approved, verified_by_application from public;
