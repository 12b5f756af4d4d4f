-- What was signed names the very row that is decided where a customer has more than one of a kind, or what it becomes: an application
-- for leverage by its number, one to be verified by the hash of what was seen, a standing by its customer and its reason.

create function lever_application_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  verdict text := case new.status when 'approved' then 'lever.approve' when 'rejected' then 'lever.reject' else 'lever.off' end;
begin
  if new.status <> old.status and approved_body(subject, verdict, audit_by(subject, verdict), new.id::text) is null then
    raise exception 'application % is not the one that was signed for', new.id
      using errcode = 'check_violation', constraint = 'lever_application_approved';
  end if;
  return new;
end
$$;
create trigger lever_application_zz_approved before update on lever_application
  for each row execute function lever_application_approved();

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
    raise exception 'application % is not the one that was signed for', new.id
      using errcode = 'check_violation', constraint = 'kyc_application_approved';
  end if;
  return new;
end
$$;
create trigger kyc_application_zz_approved before update on kyc_application
  for each row execute function kyc_application_approved();

create function standing_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.id;
  verdict text := case new.status when 'frozen' then 'customer.freeze' when 'locked' then 'customer.lock' else 'customer.release' end;
  signed jsonb := approved_body(subject, verdict, audit_by(subject, verdict), null);
begin
  if (signed ->> 'customer')::bigint is distinct from new.id
    or (new.standing_reason is not null and new.standing_reason is distinct from signed ->> 'reason')
  then
    raise exception 'the standing of customer % is not what was signed', new.id
      using errcode = 'check_violation', constraint = 'standing_approved';
  end if;
  return new;
end
$$;
-- A customer closes their account by themselves.
create trigger customer_zz_standing_approved before update of status, standing_reason on customer
  for each row when (new.status <> 'closed' and (old.status, old.standing_reason) is distinct from (new.status, new.standing_reason))
  execute function standing_approved();

revoke execute on function lever_application_approved, kyc_application_approved, standing_approved from public;
