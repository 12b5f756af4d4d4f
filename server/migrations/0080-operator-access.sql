-- How operators prove who they are, changed on record: the own password and authenticator by themselves, lost ones by two admins,
-- and signing in by a passkey that another admin confirmed.

alter table nonce drop constraint nonce_purpose_check;
alter table nonce add constraint nonce_purpose_check
  check (purpose in ('wallet', 'passkey_sign_in', 'passkey_add', 'passkey_confirm', 'operator_sign_in'));

-- What an admin asked to have replaced. Another one decides, and neither is who lost it.
create table operator_reset (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  account text not null references operator,
  what text not null check (what in ('password', 'authenticator')),
  -- Of a password the next one. An authenticator's secret is made for whoever confirms.
  password_hash text,
  reason text not null check (reason <> ''),
  status text not null check (status in ('requested', 'done', 'rejected')),
  requested_by text not null references operator (account),
  requested_ms bigint not null,
  decided_by text references operator (account),
  decided_ms bigint,
  check ((what = 'password') = (password_hash is not null)),
  check ((status = 'requested') = (decided_by is null)),
  check ((decided_by is null) = (decided_ms is null))
);
create unique index operator_reset_waiting on operator_reset (account) where status = 'requested';

create function operator_reset_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  about text := 'operator:' || new.account;
  whose text := operator_person(new.account);
  signed jsonb;
begin
  if tg_op = 'INSERT' then
    signed := approved_body(about, 'operator.reset', new.requested_by, null);
    if new.status <> 'requested' or whose is null or signed ->> 'what' is distinct from new.what
      or not operator_admits(new.requested_by) or operator_person(new.requested_by) = whose
      -- What everybody knows of a demo's examples stays so.
      or exists (select from operator o where o.account = new.account and o.added_by is null)
    then
      raise exception 'the % of operator % was asked for without a record', new.what, new.account
        using errcode = 'check_violation', constraint = 'operator_reset_record';
    end if;
    return new;
  end if;
  if old.status <> 'requested' or new.status = 'requested'
    or (new.id, new.account, new.what, new.password_hash, new.reason, new.requested_by, new.requested_ms)
      is distinct from (old.id, old.account, old.what, old.password_hash, old.reason, old.requested_by, old.requested_ms)
  then
    raise exception 'what was asked for operator % cannot become another', old.account
      using errcode = 'check_violation', constraint = 'operator_reset_fixed';
  end if;
  signed := approved_body(about, case new.status when 'done' then 'operator.reset_confirm' else 'operator.reset_reject' end,
    new.decided_by, new.id);
  if signed ->> 'what' is distinct from new.what or not operator_admits(new.decided_by) then
    raise exception 'the % of operator % was decided without a record', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_reset_record';
  end if;
  if new.status = 'done' and (not operator_admits(new.requested_by)
    or operator_person(new.decided_by) in (whose, operator_person(new.requested_by)))
  then
    raise exception 'the % of operator % takes two persons', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_reset_two_persons';
  end if;
  return new;
end
$$;
create trigger operator_reset_record before insert or update on operator_reset for each row execute function operator_reset_record();
create trigger operator_reset_kept before delete or truncate on operator_reset for each statement execute function refuse_change();

-- Who lost what, replaced in this transaction by two admins; null when nothing was.
create function operator_reset_now(of_account text, of_what text) returns operator_reset language sql stable
  security definer set search_path = public, pg_temp as
$$
  select r from operator_reset r
  where r.account = of_account and r.what = of_what and r.status = 'done'
    and approved_body('operator:' || of_account, 'operator.reset_confirm', r.decided_by, r.id) is not null
$$;

-- The examples of a demo, which nobody adds and of whom there are no others.
create function operator_is_example(of_account text, of_role text, of_person text) returns boolean language sql immutable
  set search_path = public, pg_temp as
$$
  select of_person = of_account and (of_account, of_role) in
    (('sam', 'support'), ('rosa', 'reviewer'), ('theo', 'treasurer'), ('ada', 'admin'), ('ines', 'admin'))
$$;

-- As before, but that a password and an authenticator can be replaced on record.
create or replace function operator_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'operator:' || new.account;
  actor text;
  reset operator_reset;
begin
  if tg_op = 'INSERT' and new.added_by is null then
    -- The examples of a demo, which nobody added. A live house begins with one who is on record.
    if exists (select from operator o where o.added_by = 'bootstrap')
      or not operator_is_example(new.account, new.role, new.person)
    then
      raise exception 'operator % was added by nobody', new.account
        using errcode = 'check_violation', constraint = 'operator_record';
    end if;
    new.confirmed_by := 'bootstrap';
    new.confirmed_ms := new.created_ms;
    return new;
  end if;

  if tg_op = 'INSERT' then
    actor := audit_by(subject, 'operator.add');
    if actor is distinct from new.added_by or not (case actor
      when 'bootstrap' then new.role = 'admin' and not exists (select from operator)
      else operator_admits(actor) end)
    then
      raise exception 'operator % was added without a record', new.account
        using errcode = 'check_violation', constraint = 'operator_record';
    end if;
    -- The database says whether it counts at once, so that no program can.
    new.confirmed_by := case when not operator_takes_two() then new.added_by end;
    new.confirmed_ms := case when new.confirmed_by is not null then new.created_ms end;
    if new.confirmed_ms is null and new.sealed_totp_secret is not null then
      raise exception 'operator % has an authenticator before being confirmed', new.account
        using errcode = 'check_violation', constraint = 'operator_two_persons';
    end if;
    return new;
  end if;

  -- Nothing makes an account another one's: no role and no person is ever changed.
  if (new.account, new.role, new.person, new.created_ms, new.added_by)
    is distinct from (old.account, old.role, old.person, old.created_ms, old.added_by)
  then
    raise exception 'operator % cannot become another', old.account
      using errcode = 'check_violation', constraint = 'operator_fixed';
  end if;
  if new.password_hash is distinct from old.password_hash then
    reset := operator_reset_now(new.account, 'password');
    -- By oneself, or as two admins had it.
    if old.added_by is null or not coalesce(
      audit_by(subject, 'operator.password') = new.account or reset.password_hash = new.password_hash, false)
    then
      raise exception 'operator % cannot have another password', new.account
        using errcode = 'check_violation', constraint = 'operator_fixed';
    end if;
  end if;
  if new.sealed_totp_secret is distinct from old.sealed_totp_secret and (new.sealed_totp_secret is null
    -- A demo from before there were authenticators gets its own; everybody else's comes with being confirmed.
    or not (old.sealed_totp_secret is null and (old.added_by is null or (old.confirmed_ms is null and new.confirmed_ms is not null))))
  then
    reset := operator_reset_now(new.account, 'authenticator');
    if new.sealed_totp_secret is null or old.added_by is null
      or not coalesce(audit_by(subject, 'operator.authenticator') = new.account or reset.id is not null, false)
    then
      raise exception 'operator % cannot have another authenticator', new.account
        using errcode = 'check_violation', constraint = 'operator_fixed';
    end if;
  end if;
  -- Whoever sits there with a session from before is not who two admins gave the next one to.
  if reset.id is not null then
    update operator_session s set ended_ms = reset.decided_ms where s.account = new.account and s.ended_ms is null;
  end if;

  if (new.confirmed_by, new.confirmed_ms) is distinct from (old.confirmed_by, old.confirmed_ms) then
    actor := audit_by(subject, 'operator.confirm');
    if actor is null or new.confirmed_ms is null or actor is distinct from new.confirmed_by
      or old.confirmed_ms is not null or old.disabled_ms is not null or new.disabled_ms is not null
      or new.sealed_totp_secret is null
    then
      raise exception 'operator % was confirmed without a record', new.account
        using errcode = 'check_violation', constraint = 'operator_record';
    end if;
    -- Another person than who added them, who still counts, and than the newcomer. Whoever owns the tables could take this
    -- guard off, so that they may stand for the second person bars nothing that was barred.
    if not operator_admits(new.added_by) or not (case actor
      when 'bootstrap' then pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member')
      else operator_admits(actor) and operator_person(actor) not in (new.person, operator_person(new.added_by)) end)
    then
      raise exception 'operator % takes two persons', new.account
        using errcode = 'check_violation', constraint = 'operator_two_persons';
    end if;
  end if;

  if new.disabled_ms is distinct from old.disabled_ms then
    actor := audit_by(subject, 'operator.disable');
    if old.disabled_ms is not null or actor is null or actor = new.account or not operator_admits(actor) then
      raise exception 'operator % was disabled without a record', new.account
        using errcode = 'check_violation', constraint = 'operator_record';
    end if;
    if operator_takes_two() and operator_last_but_one(new.account) then
      raise exception 'two admins must be left beside operator %', new.account
        using errcode = 'check_violation', constraint = 'operator_two_left';
    end if;
  end if;
  return new;
end
$$;


revoke execute on function operator_reset_record, operator_reset_now, operator_is_example from public;
grant execute on function operator_reset_now, operator_is_example to candor_app;
grant select, insert on operator_reset to candor_app;
grant update (status, decided_by, decided_ms) on operator_reset to candor_app;
grant update (password_hash) on operator to candor_app;
