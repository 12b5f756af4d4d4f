-- What was signed is what rows say beyond which row it is: the reason that a customer reads, whom an operator's account belongs to, and the
-- country and standing that a verified document brings.

create function reason_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  verdict text := case tg_table_name when 'loan' then 'loan.reject' when 'kyc_application' then 'kyc.reject'
    else case new.status when 'switched_off' then 'lever.off' else 'lever.reject' end end;
  signed jsonb := approved_body(subject, verdict, audit_by(subject, verdict), null);
begin
  -- A console names it beside the verdict, the command line within it.
  if coalesce(signed ->> 'reason', signed -> 'verdict' ->> 'reason') is distinct from new.reason then
    raise exception '% % is refused for another reason than was signed', tg_table_name, new.id
      using errcode = 'check_violation', constraint = 'reason_approved';
  end if;
  return new;
end
$$;
-- What a customer takes back, and what a demo begins anew, no operator signs for.
create trigger loan_zz_reason_approved before update on loan for each row
  when (new.status = 'failed' and old.status <> 'failed' and new.decided_by is distinct from old.decided_by)
  execute function reason_approved();
create trigger kyc_application_zz_reason_approved before update on kyc_application for each row
  when (new.status = 'rejected' and old.status <> 'rejected') execute function reason_approved();
create trigger lever_application_zz_reason_approved before insert or update on lever_application for each row
  when (new.status in ('rejected', 'switched_off')) execute function reason_approved();

-- At commit, when both are written: verified is whoever applied by the application that was approved, and of its country.
create function verified_by_application() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and exists (select from kyc_application a where a.book = new.id) and not exists (
    select from kyc_application a where a.book = new.id and a.status = new.kyc_status and a.xmin = pg_current_xact_id()::xid
      and (new.kyc_status <> 'approved' or a.country = new.country))
  then
    raise exception 'customer % is not what an application was found to be', new.id
      using errcode = 'check_violation', constraint = 'verified_by_application';
  end if;
  return null;
end
$$;
create constraint trigger verified_by_application after update of kyc_status, country on customer deferrable initially deferred
  for each row when (new.kyc_status in ('approved', 'rejected')
    and (old.kyc_status, old.country) is distinct from (new.kyc_status, new.country))
  execute function verified_by_application();

-- Two spellings that read alike are one person.
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
    raise exception 'operator % is another person than was signed for', new.account
      using errcode = 'check_violation', constraint = 'operator_person_approved';
  end if;
  return new;
end
$$;
create trigger operator_zz_person_approved_new before insert on operator for each row execute function operator_person_approved();
create trigger operator_zz_person_approved before update on operator for each row
  when (new.confirmed_by is distinct from old.confirmed_by) execute function operator_person_approved();

revoke execute on function person_key, reason_approved, verified_by_application, operator_person_approved from public;
