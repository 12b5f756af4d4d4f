-- Two persons add an operator: one admin adds the account with its first password, another confirms who it is and is told the
-- secret of its authenticator, so that no one person ever has both. Until then nobody signs in with it.

alter table operator add column confirmed_by text, add column confirmed_ms bigint;
-- Who is here already was added while one person was enough.
update operator set confirmed_by = coalesce(added_by, 'bootstrap'), confirmed_ms = created_ms;
alter table operator
  add constraint operator_confirmed_check check ((confirmed_by is null) = (confirmed_ms is null)),
  -- Under these names the log tells of what no operator did.
  add constraint operator_names_check check (account not in ('bootstrap', 'payout-provider'));

-- Nobody is a person of the house before they were confirmed: nothing that asks who decided takes their name.
create or replace function operator_person(of_account text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$ select o.person from operator o where o.account = of_account and o.confirmed_ms is not null $$;

-- Whether this account may say now who acts for the house.
create function operator_admits(of_account text) returns boolean language sql stable as
$$
  select exists (select from operator o where o.account = of_account and o.role = 'admin'
    and o.confirmed_ms is not null and o.disabled_ms is null)
$$;

-- Whether it takes two to add an operator: from the second admin person on, and for good, whoever is disabled since. Rows are
-- never deleted, and none is ever unconfirmed.
create function operator_takes_two() returns boolean language sql stable as
$$ select count(distinct o.person) >= 2 from operator o where o.role = 'admin' and o.confirmed_ms is not null $$;

-- A record comes before its row and holds the log until the transaction ends, so of two changes at once the second is judged
-- by what the first left.
create or replace function operator_record() returns trigger language plpgsql as
$$
declare
  subject text := 'operator:' || new.account;
  actor text;
begin
  if tg_op = 'INSERT' and new.added_by is null then
    -- The examples of a demo, which nobody added. A live house begins with one who is on record.
    if exists (select from operator o where o.added_by = 'bootstrap') then
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

  -- Nothing makes an account another one's: no role, no person and no password is ever changed.
  if (new.account, new.role, new.person, new.password_hash, new.created_ms, new.added_by)
    is distinct from (old.account, old.role, old.person, old.password_hash, old.created_ms, old.added_by)
  then
    raise exception 'operator % cannot become another', old.account
      using errcode = 'check_violation', constraint = 'operator_fixed';
  end if;
  if new.sealed_totp_secret is distinct from old.sealed_totp_secret and new.sealed_totp_secret is not null
    -- A demo from before there were authenticators gets its own; everybody else's comes with being confirmed, once.
    and not (old.sealed_totp_secret is null and (old.added_by is null or (old.confirmed_ms is null and new.confirmed_ms is not null)))
  then
    raise exception 'operator % cannot have another authenticator', new.account
      using errcode = 'check_violation', constraint = 'operator_fixed';
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

-- Whether the house would have fewer than two admin persons without this account, and fewer than with it.
create function operator_last_but_one(of_account text) returns boolean language sql stable as
$$
  select operator_admits(of_account)
    and count(distinct o.person) < 2 and coalesce(bool_and(o.person <> operator_person(of_account)), true)
  from operator o
  where o.role = 'admin' and o.confirmed_ms is not null and o.disabled_ms is null and o.account <> of_account
$$;

drop trigger operator_added on operator;
drop trigger operator_disabled on operator;
create trigger operator_record before insert or update on operator for each row execute function operator_record();
create trigger operator_kept before delete or truncate on operator for each statement execute function refuse_change();

-- No session begins for who was not confirmed, or is disabled.
create function operator_session_begins() returns trigger language plpgsql as
$$
begin
  if not exists (select from operator o where o.account = new.account and o.confirmed_ms is not null and o.disabled_ms is null) then
    raise exception 'operator % cannot sign in', new.account
      using errcode = 'check_violation', constraint = 'operator_session_begins';
  end if;
  return new;
end
$$;
create trigger operator_session_begins before insert on operator_session for each row
  execute function operator_session_begins();

-- How often a withdrawal was held, renewals too: three times at most, so that nobody puts a decision off for ever.
alter table withdrawal add column holds int not null default 0;
alter table withdrawal disable trigger withdrawal_transition;
update withdrawal set holds = 1 where hold_reason is not null;
alter table withdrawal enable trigger withdrawal_transition;
alter table withdrawal add constraint withdrawal_holds_check check (holds between 0 and 3);
create function withdrawal_holds() returns trigger language plpgsql as
$$
begin
  if new.holds < old.holds or (new.holds = old.holds and new.hold_reason is not null
    and (new.hold_reason, new.hold_until_ms, new.held_by) is distinct from (old.hold_reason, old.hold_until_ms, old.held_by))
  then
    raise exception 'withdrawal % does not count its holds', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_holds';
  end if;
  return new;
end
$$;
create trigger withdrawal_holds before update on withdrawal for each row execute function withdrawal_holds();

revoke execute on function operator_admits, operator_takes_two, operator_last_but_one from public;
grant execute on function operator_admits, operator_takes_two, operator_last_but_one to candor_app;
grant update (confirmed_by, confirmed_ms) on operator to candor_app;
