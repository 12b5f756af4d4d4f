-- Nobody ever knows both what an operator signs in with, however often one of the two is replaced: whoever was told the authenticator's
-- secret gives no next password, and whoever gave the password is told no next secret. What operators chose themselves nobody knows.

-- The person besides the operator who knows their password or their authenticator, as far as the log says; null when nobody does.
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

create or replace function operator_reset_record() returns trigger language plpgsql set search_path = public, pg_temp as
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
    if new.what = 'password' and operator_person(new.requested_by) = operator_knows(new.account, 'authenticator') then
      raise exception 'whoever knows the authenticator of operator % gives them no password', new.account
        using errcode = 'check_violation', constraint = 'operator_reset_two_persons';
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
    or operator_person(new.decided_by) in (whose, operator_person(new.requested_by))
    or coalesce(new.what = 'authenticator' and operator_person(new.decided_by) = operator_knows(new.account, 'password'), false))
  then
    raise exception 'the % of operator % takes two persons', new.what, new.account
      using errcode = 'check_violation', constraint = 'operator_reset_two_persons';
  end if;
  return new;
end
$$;

revoke execute on function operator_knows from public;
grant execute on function operator_knows to candor_app;
