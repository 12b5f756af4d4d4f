-- Operators: accounts, who added them, conflicts of interest, and sessions.

create table operator (
  -- In lower case. The log identifies operators by this name.
  account text primary key check (account = lower(account) and account <> ''),
  role text not null check (role in ('support', 'reviewer', 'treasurer', 'admin')),
  password_hash text not null,
  created_ms bigint not null,
  sealed_totp_secret bytea,
  totp_last_step bigint not null default 0,
  -- The person behind the account. If one person has two accounts, neither can approve what the other requested.
  person text not null,
  added_by text,
  disabled_ms bigint,
  -- Adding an operator takes dual approval: one admin adds the account with a first password, and another one confirms the
  -- identity and receives the secret of the account's authenticator, so that nobody else ever has both. Until the
  -- confirmation, nobody can log in to the account.
  confirmed_by text,
  confirmed_ms bigint,
  constraint operator_confirmed_check check ((confirmed_by is null) = (confirmed_ms is null)),
  -- Reserved: the log uses these names for actions that no operator performed.
  constraint operator_names_check check (account not in ('bootstrap', 'payout-provider'))
);
create trigger operator_kept before delete or truncate on operator for each statement execute function refuse_change();
create trigger operator_step_stays after update on operator for each row
  when (new.totp_last_step < old.totp_last_step and new.sealed_totp_secret is not distinct from old.sealed_totp_secret)
  execute function used_step_stays();

-- Operators without an authenticator and disabled operators cannot have a session.
create table operator_session (
  token_hash bytea primary key,
  account text not null references operator,
  -- SHA-256 of the device's cookie, as in customers' sessions.
  device bytea,
  created_ms bigint not null,
  seen_ms bigint not null,
  ended_ms bigint,
  address text not null,
  agent text not null,
  -- When the operator of this session last confirmed their identity, apart from the login.
  fresh_ms bigint
);
create index operator_session_of_account on operator_session (account, created_ms);

-- Customers whom an operator may not decide about, because the operator is that customer or has a conflict of interest. Rows
-- are never removed.
create table operator_tie (
  person text not null,
  customer bigint not null references customer,
  noted_ms bigint not null,
  noted_by text not null,
  primary key (person, customer)
);
create index operator_tie_of_customer on operator_tie (customer);
create trigger operator_tie_append_only before update or delete or truncate on operator_tie
  for each statement execute function refuse_change();

-- Returns the person behind an account; null if the account is unconfirmed, so that no check of an approval accepts it.
create function operator_person(of_account text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$ select o.person from operator o where o.account = of_account and o.confirmed_ms is not null $$;

create function is_tied(of_book bigint, of_account text) returns boolean language sql stable set search_path = public, pg_temp as
$$ select exists (select from operator_tie t where t.customer = of_book and t.person = operator_person(of_account)) $$;

-- Adding an operator, disabling one permanently, and replacing a password or authenticator require a record in the log. The
-- record is written before the row and locks the log until the transaction ends. Of two concurrent changes, the second is
-- therefore checked against the result of the first.
create function operator_record() returns trigger language plpgsql set search_path = public, pg_temp as
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
      raise exception 'expected the operator who added operator %, found none', new.account
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
      raise exception 'operator % has an authenticator before the confirmation', new.account
        using errcode = 'check_violation', constraint = 'operator_two_persons';
    end if;
    return new;
  end if;

  -- Nothing makes an account another one's: no role and no person is ever changed.
  if (new.account, new.role, new.person, new.created_ms, new.added_by)
    is distinct from (old.account, old.role, old.person, old.created_ms, old.added_by)
  then
    raise exception 'the account, role, person and origin of operator % cannot change', old.account
      using errcode = 'check_violation', constraint = 'operator_fixed';
  end if;
  if new.password_hash is distinct from old.password_hash then
    reset := operator_reset_now(new.account, 'password');
    -- By oneself, or as two admins had it.
    if old.added_by is null or not coalesce(
      audit_by(subject, 'operator.password') = new.account or reset.password_hash = new.password_hash, false)
    then
      raise exception 'operator % cannot set another password without an action or reset that allows it', new.account
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
      raise exception 'operator % cannot set another authenticator without an action or reset that allows it', new.account
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
      raise exception 'operator % must be confirmed by two persons', new.account
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
      raise exception 'two admins must be left besides operator %', new.account
        using errcode = 'check_violation', constraint = 'operator_two_left';
    end if;
  end if;
  return new;
end
$$;
create trigger operator_record before insert or update on operator for each row execute function operator_record();

-- Whether this account may currently add, confirm and disable operators.
create function operator_admits(of_account text) returns boolean language sql stable as
$$
  select exists (select from operator o where o.account = of_account and o.role = 'admin'
    and o.confirmed_ms is not null and o.disabled_ms is null)
$$;

-- Whether adding an operator takes dual approval: from the second admin on, and permanently, even if admins are disabled later.
-- Rows are never deleted, and no confirmation is ever revoked.
create function operator_takes_two() returns boolean language sql stable as
$$ select count(distinct o.person) >= 2 from operator o where o.role = 'admin' and o.confirmed_ms is not null $$;

-- Whether this account belongs to an admin, no other admin account belongs to the same person, and fewer than two other persons
-- are admins.
create function operator_last_but_one(of_account text) returns boolean language sql stable as
$$
  select operator_admits(of_account)
    and count(distinct o.person) < 2 and coalesce(bool_and(o.person <> operator_person(of_account)), true)
  from operator o
  where o.role = 'admin' and o.confirmed_ms is not null and o.disabled_ms is null and o.account <> of_account
$$;

-- Refuses a session for an operator who is unconfirmed or disabled.
create function operator_session_begins() returns trigger language plpgsql as
$$
begin
  if not exists (select from operator o where o.account = new.account and o.confirmed_ms is not null and o.disabled_ms is null) then
    raise exception 'operator % is unconfirmed or disabled and cannot sign in', new.account
      using errcode = 'check_violation', constraint = 'operator_session_begins';
  end if;
  return new;
end
$$;
create trigger operator_session_begins before insert on operator_session for each row
  execute function operator_session_begins();

-- The example operators of a demo, whom no operator added. Every other operator must have been added by one.
create function operator_is_example(of_account text, of_role text, of_person text) returns boolean language sql immutable
  set search_path = public, pg_temp as
$$
  select of_person = of_account and (of_account, of_role) in
    (('sam', 'support'), ('rosa', 'reviewer'), ('theo', 'treasurer'), ('ada', 'admin'), ('ines', 'admin'))
$$;

-- Whether two spellings of a person's name look alike and therefore count as the same person.
create function person_key(person text) returns text language sql immutable set search_path = public, pg_temp
  return btrim(regexp_replace(regexp_replace(lower(normalize(person, NFKC)), '[[:cntrl:]\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]',
    '', 'g'), '\s+', ' ', 'g'));

create function operator_person_approved() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  subject text := 'operator:' || new.account;
  is_new boolean := tg_op = 'INSERT';
  actor text := case when is_new then new.added_by else new.confirmed_by end;
  signed jsonb;
begin
  if actor is null or actor = 'bootstrap' or (is_new and not operator_takes_two()) then return new; end if;
  signed := approved_body(subject, case when is_new then 'operator.add' else 'operator.confirm' end, actor, null);
  if person_key(signed ->> 'person') is distinct from person_key(new.person) then
    raise exception 'operator % is not the person in the signed approval', new.account
      using errcode = 'check_violation', constraint = 'operator_person_approved';
  end if;
  return new;
end
$$;
create trigger operator_zz_person_approved_new before insert on operator for each row execute function operator_person_approved();
create trigger operator_zz_person_approved before update on operator for each row
  when (new.confirmed_by is distinct from old.confirmed_by) execute function operator_person_approved();

create view customer_tie as
  select c.id as book, 0::bigint as id,
    coalesce((select json_agg(t.person order by t.person) from operator_tie t where t.customer = c.id)::text, '[]') as persons
  from customer c;

grant select on customer_tie to candor_app;
grant select, insert on operator_tie to candor_app;
grant select, insert, update (password_hash, sealed_totp_secret, totp_last_step, disabled_ms, confirmed_by, confirmed_ms) on operator
  to candor_app;
grant select, insert, update (seen_ms, ended_ms, fresh_ms) on operator_session to candor_app;
revoke execute on function operator_admits, operator_is_example, operator_last_but_one, operator_person, operator_person_approved,
  operator_takes_two, person_key from public;
grant execute on function operator_admits, operator_is_example, operator_last_but_one, operator_person, operator_takes_two to candor_app;

-- Columns that the invariants read, because the guard evaluates them. Of authenticators, the guard reads only the sealed secret,
-- to see whether there is one.
grant select (account, person, role, added_by, created_ms, confirmed_by, confirmed_ms, disabled_ms, sealed_totp_secret) on operator to candor_guard;
grant select (account) on operator_session to candor_guard;
grant execute on function operator_is_example, operator_person to candor_guard;
