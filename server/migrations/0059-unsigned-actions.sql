-- The actions that need no signature are rows, which each feature adds for itself, instead of patterns of names in one function. Only
-- existing names are listed, so `withdrawal.read` is no longer an action that anybody could record unsigned.
create table unsigned_action (
  action text primary key check (action ~ '^[a-z_]+(\.[a-z_]+)?$')
);
insert into unsigned_action values
  ('denied'), ('key.enrol'), ('customers.read'), ('deposit.read'), ('loan.read'),
  ('kyc.read'), ('article.save'), ('article.withdraw'), ('article.restore'), ('article.picture'),
  ('chat.assign'), ('chat.release'), ('chat.close'), ('chat.picture'), ('chat.evidence'), ('chat.canned');

create or replace function audit_approval() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  given jsonb := new.approval::jsonb;
  said jsonb;
  key operator_key;
  auth bytea;
  told bigint;
begin
  perform pg_advisory_xact_lock(7305143);
  if given is null then
    if not exists (select from unsigned_action u where u.action = new.action)
      and not approval_excused(new.operator, new.role, new.action, new.subject)
    then
      raise exception '% of % by % is not signed', new.action, new.subject, new.operator
        using errcode = 'check_violation', constraint = 'audit_approval_missing';
    end if;
    return new;
  end if;
  if not exists (select from operator o where o.account = new.operator and o.role = new.role and o.confirmed_ms is not null
    and o.disabled_ms is null)
  then
    raise exception '% is no operator who acts as %', new.operator, new.role
      using errcode = 'check_violation', constraint = 'audit_approval_operator';
  end if;
  select * into key from operator_key k where k.id = given ->> 'key';
  if key.account is distinct from new.operator or key.confirmed_ms is null or key.revoked_ms is not null
    or (given ->> 'time')::bigint >= key.valid_until_ms
  then
    raise exception '% of % is signed with no key of %', new.action, new.subject, new.operator
      using errcode = 'check_violation', constraint = 'audit_approval_key';
  end if;
  said := (given ->> 'client')::jsonb;
  if said ->> 'challenge' is distinct from rtrim(translate(encode(sha256(convert_to(
      approval_text(new.operator, new.action, new.subject, given), 'UTF8')), 'base64'), '+/', '-_'), '=')
    or (house_apart_ms(new.time_ms, (given ->> 'time')::bigint) <= 600000) is not true
    or coalesce(given ->> 'nonce', '') = '' or (given ->> 'body')::jsonb is null or coalesce(given ->> 'signature', '') = ''
  then
    raise exception 'something else was signed than % of %', new.action, new.subject
      using errcode = 'check_violation', constraint = 'audit_approval_other';
  end if;
  auth := decode(given ->> 'authenticator', 'hex');
  if octet_length(auth) < 37 or substring(auth from 1 for 32) <> sha256(convert_to(key.rp_id, 'UTF8'))
    or said ->> 'origin' is distinct from key.origin or coalesce(said ->> 'crossOrigin', 'false') <> 'false'
    -- A passkey must have verified that its owner was present and who they are. For a browser's key, the door verified the
    -- authenticator code.
    or (case key.kind when 'passkey' then said ->> 'type' is distinct from 'webauthn.get' or get_byte(auth, 32) & 5 <> 5
      else said ->> 'type' is distinct from 'candor.browser' or get_byte(auth, 32) & 1 <> 1 end)
  then
    raise exception '% of % was signed elsewhere than at this console', new.action, new.subject
      using errcode = 'check_violation', constraint = 'audit_approval_elsewhere';
  end if;
  told := (get_byte(auth, 33)::bigint << 24) + (get_byte(auth, 34) << 16) + (get_byte(auth, 35) << 8) + get_byte(auth, 36);
  if (told > 0 or key.uses > 0) and told <= key.uses then
    raise exception 'key % counts % uses after %: there are two of it', key.id, told, key.uses
      using errcode = 'check_violation', constraint = 'audit_approval_uses';
  end if;
  if told > key.uses then update operator_key k set uses = told where k.id = key.id; end if;
  return new;
end
$$;

drop function action_is_signed;
