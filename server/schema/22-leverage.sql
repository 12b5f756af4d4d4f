-- Permission for leverage, decided by operators based on a questionnaire. Switching off a permission that was granted without
-- a questionnaire creates a row without answers.
create table lever_application (
  book bigint not null,
  id bigint not null,
  -- The codes of questions and answers, as JSON.
  answers text check (json_typeof(answers::json) = 'object'),
  status text not null check (status in ('submitted', 'approved', 'rejected', 'switched_off')),
  reason text,
  -- By the wall clock.
  submitted_ms bigint,
  decided_ms bigint,
  primary key (book, id),
  check ((status = 'submitted') = (decided_ms is null)),
  check ((status in ('rejected', 'switched_off')) = (reason is not null)),
  check ((answers is null) = (submitted_ms is null)),
  check (answers is not null or status = 'switched_off')
);
-- A customer has at most one application under review, even if several are submitted concurrently.
create unique index lever_application_waiting on lever_application (book) where status = 'submitted';
create index lever_application_queue on lever_application (submitted_ms, book) where status = 'submitted';
create index lever_application_decided on lever_application (decided_ms) where decided_ms is not null;
create trigger lever_application_zz_reason_approved before insert or update on lever_application for each row
  when (new.status in ('rejected', 'switched_off')) execute function reason_approved();

create trigger lever_application_transition before insert or update on lever_application for each row execute function goes_its_way();

-- A customer's leverage is switched on or off only with a record of an operator's action.
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

-- The signed text identifies the application for leverage by its number.
create function lever_application_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  verdict text := case new.status when 'approved' then 'lever.approve' when 'rejected' then 'lever.reject' else 'lever.off' end;
begin
  if new.status <> old.status and approved_body(subject, verdict, audit_by(subject, verdict), new.id::text) is null then
    raise exception 'application % does not match its signed approval', new.id
      using errcode = 'check_violation', constraint = 'lever_application_approved';
  end if;
  return new;
end
$$;
create trigger lever_application_zz_approved before update on lever_application
  for each row execute function lever_application_approved();

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('lever_application', '', 'submitted', null, null, null, 0, '{}'),
  ('lever_application', '', 'switched_off', null, 'lever.off', null, 1, '{}'),
  ('lever_application', 'submitted', 'approved', null, 'lever.approve', null, 1, '{reason,decided_ms}'),
  ('lever_application', 'submitted', 'rejected', null, 'lever.reject', null, 1, '{reason,decided_ms}'),
  ('lever_application', 'approved', 'switched_off', null, 'lever.off', null, 1, '{reason,decided_ms}');

grant select, insert, update (answers, status, reason, submitted_ms, decided_ms) on lever_application to candor_app;
revoke execute on function lever_application_approved from public;
