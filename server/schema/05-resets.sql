-- Replacing lost credentials: an operator's password or authenticator, or a customer's factors. Every replacement takes dual
-- approval.

-- A request by an admin to replace a credential of an operator. Another admin decides about it. Neither may be the operator
-- concerned.
create table operator_reset (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  account text not null references operator,
  what text not null check (what in ('password', 'authenticator')),
  -- The hash of the new password. A new authenticator's secret is not stored here: it is generated for the admin who confirms.
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
create trigger operator_reset_kept before delete or truncate on operator_reset for each statement execute function refuse_change();

-- The first approval for removing the lost factors of a customer. It is valid for a day by the database's clock.
create table factor_reset_first (
  customer bigint not null references customer,
  said_by text not null references operator,
  person text not null,
  said_at timestamptz not null default house_clock(),
  -- The sequence number in the operators' log. A first approval is used up by the next reset of the customer's factors in the
  -- log.
  seq bigint not null default 0,
  primary key (customer, said_at)
);
create trigger factor_reset_kept before update or delete or truncate on factor_reset_first
  for each statement execute function refuse_change();

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
      raise exception 'the reset of the % of operator % was requested without a record', new.what, new.account
        using errcode = 'check_violation', constraint = 'operator_reset_record';
    end if;
    if new.what = 'password' and operator_person(new.requested_by) = operator_knows(new.account, 'authenticator') then
      raise exception 'the admin who reset the authenticator of operator % cannot reset the password', new.account
        using errcode = 'check_violation', constraint = 'operator_reset_two_persons';
    end if;
    return new;
  end if;
  if old.status <> 'requested' or new.status = 'requested'
    or (new.id, new.account, new.what, new.password_hash, new.reason, new.requested_by, new.requested_ms)
      is distinct from (old.id, old.account, old.what, old.password_hash, old.reason, old.requested_by, old.requested_ms)
  then
    raise exception 'a requested reset of operator % cannot change', old.account
      using errcode = 'check_violation', constraint = 'operator_reset_fixed';
  end if;
  signed := approved_body(about, case new.status when 'done' then 'operator.reset_confirm' else 'operator.reset_reject' end,
    new.decided_by, new.id);
  if signed ->> 'what' is distinct from new.what or not operator_admits(new.decided_by) then
    raise exception 'the reset of the % of operator % was decided without a record', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_reset_record';
  end if;
  if new.status = 'done' and (not operator_admits(new.requested_by)
    or operator_person(new.decided_by) in (whose, operator_person(new.requested_by))
    or coalesce(new.what = 'authenticator' and operator_person(new.decided_by) = operator_knows(new.account, 'password'), false))
  then
    raise exception 'the reset of the % of operator % must be decided by two persons', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_reset_two_persons';
  end if;
  return new;
end
$$;
create trigger operator_reset_record before insert or update on operator_reset for each row execute function operator_reset_record();

-- Returns the replacement of an operator's credential that was confirmed in this transaction; null if there is none.
create function operator_reset_now(of_account text, of_what text) returns operator_reset language sql stable
  security definer set search_path = public, pg_temp as
$$
  select r from operator_reset r
  where r.account = of_account and r.what = of_what and r.status = 'done'
    and approved_body('operator:' || of_account, 'operator.reset_confirm', r.decided_by, r.id) is not null
$$;

-- Nobody except the operator ever knows both the password and the authenticator's secret, however often one of them is
-- replaced. An admin who knows the authenticator's secret cannot set the next password, and one who set the password cannot
-- receive the next secret. Secrets that operators choose themselves are known to nobody else.

-- Returns the other person who, according to the log, knows the operator's password or authenticator secret; null if there is
-- none.
create function operator_knows(of_account text, of_what text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select case a.action
    when 'operator.' || of_what then null
    when 'operator.reset_confirm' then case of_what when 'password' then operator_person(r.requested_by) else operator_person(a.operator) end
    else operator_person(a.operator) end
  from audit a
  left join operator_reset r on r.id = (a.approval::jsonb ->> 'body')::jsonb ->> 'id'
  where a.subject = 'operator:' || of_account and (
    a.action = 'operator.' || of_what
    or (a.action = 'operator.reset_confirm' and (a.approval::jsonb ->> 'body')::jsonb ->> 'what' = of_what)
    -- Who counts at once, their adder told both.
    or a.action = case when of_what = 'password' then 'operator.add' end
    or (of_what = 'authenticator' and (a.action = 'operator.confirm'
      or (a.action = 'operator.add' and a.after::jsonb ->> 'waits' = 'false'))))
  order by a.seq desc limit 1
$$;

create function factor_reset_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  new.said_at := house_clock();
  new.seq := coalesce((select max(a.seq) from audit a where a.subject = 'customer:' || new.customer), 0);
  if audit_by('customer:' || new.customer, 'factor.reset_first') is distinct from new.said_by
    or new.person is distinct from operator_person(new.said_by)
  then
    raise exception 'the first approval to reset the factors of customer % has no record', new.customer
      using errcode = 'check_violation', constraint = 'factor_reset_record';
  end if;
  return new;
end
$$;
create trigger factor_reset_guard before insert on factor_reset_first for each row execute function factor_reset_guard();

-- Returns the person who gave the currently valid first approval: within the last day, not used up, and without a conflict of
-- interest with the customer; null if there is none.
create function factor_first_word(of_customer bigint) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select f.person from factor_reset_first f
    where f.customer = of_customer and f.said_at > house_clock() - interval '1 day'
      and not exists (select from operator_tie t where t.customer = f.customer and t.person = f.person)
      and not exists (select from audit a where a.subject = 'customer:' || f.customer and a.action = 'factor.reset'
        and a.reason like 'lost%' and a.seq > f.seq)
    order by f.said_at desc limit 1
$$;

-- The record of a removal of factors must be written by a person other than the one who gave the first approval.
create function factor_reset_by_two() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  if (factor_first_word(split_part(new.subject, ':', 2)::bigint) <> operator_person(new.operator)) is not true then
    raise exception 'resetting the factors of % needs approval by two persons', new.subject
      using errcode = 'check_violation', constraint = 'factor_reset_by_two';
  end if;
  return new;
end
$$;
create trigger factor_reset_by_two before insert on audit for each row
  when (new.action = 'factor.reset' and new.reason like 'lost%') execute function factor_reset_by_two();

-- Clearing failed attempts takes one operator, and removing factors takes two. A signature for one of these actions is not
-- valid for the other, and a signature about one customer is not valid for another.
create function factor_reset_signed() returns trigger
  language plpgsql set search_path = public, pg_temp as
$$
declare
  said jsonb := (new.approval::jsonb ->> 'body')::jsonb;
begin
  if ('customer:' || (said ->> 'customer') = new.subject and said ->> 'reason' = split_part(new.reason, ':', 1)
    and (new.action = 'factor.reset' or said ->> 'reason' = 'lost')) is not true
  then
    raise exception 'the reset of the factors of % does not match its signed approval', new.subject
      using errcode = 'check_violation', constraint = 'factor_reset_signed';
  end if;
  return new;
end
$$;
create trigger factor_reset_signed before insert on audit for each row
  when (new.action in ('factor.reset', 'factor.reset_first')) execute function factor_reset_signed();

-- A security event that tells the customer that Candor reset a factor requires an operator's decision in the same transaction.
create function factor_reset_told() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.customer;
begin
  if is_bound_in_time(tg_relid) and (approved_body(subject, 'factor.reset', audit_by(subject, 'factor.reset'), null) ->> 'customer')
    is distinct from new.customer::text
  then
    raise exception 'expected an audit record of a reset of the factors of customer %, found none', new.customer
      using errcode = 'check_violation', constraint = 'factor_reset_told';
  end if;
  return null;
end
$$;
create constraint trigger factor_reset_told after insert on security_event deferrable initially deferred
  for each row when (new.kind = 'factor_reset') execute function factor_reset_told();

-- Deleting a factor requires a security event of its owner, or the decision that the factor was lost.
create function factor_gone() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || old.customer;
begin
  if is_bound_in_time(tg_relid) and is_live_house() and not exists (
    select from (select s.kind, s.xmin as written from security_event s where s.customer = old.customer order by s.id desc limit 16) e
    where e.written = pg_current_xact_id()::xid and (
      e.kind = case tg_table_name when 'passkey' then 'passkey_removed' else 'totp_unbound' end
      or (e.kind = 'factor_reset'
        and approved_body(subject, 'factor.reset', audit_by(subject, 'factor.reset'), null) ->> 'reason' = 'lost')))
  then
    raise exception 'a factor of customer % was removed without a security event or reset', old.customer
      using errcode = 'check_violation', constraint = 'factor_gone';
  end if;
  return null;
end
$$;
create constraint trigger authenticator_gone after delete on authenticator deferrable initially deferred
  for each row when (old.bound_ms is not null) execute function factor_gone();
create constraint trigger passkey_gone after delete on passkey deferrable initially deferred
  for each row execute function factor_gone();

grant select, insert on factor_reset_first to candor_app;
grant select, insert, update (status, decided_by, decided_ms) on operator_reset to candor_app;
revoke execute on function factor_first_word, factor_gone, factor_reset_signed, factor_reset_told, operator_knows, operator_reset_now,
  operator_reset_record from public;
grant execute on function factor_first_word, operator_knows, operator_reset_now to candor_app;
