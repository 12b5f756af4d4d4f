-- The signatures of operators. Each decision of an operator is signed with their key. The signature covers the action, the
-- subject and the body, the identity of this platform, and a nonce that is valid once. The database stores the public keys and
-- recomputes the signed hash, but cannot verify the signature; the audit and the verifier do that.

-- The id of this platform, so that a signature for one platform is invalid on another; and the numbers of the log records from
-- which on signatures are required: for decisions, and for setting a demo's clock, which required none in earlier releases.
create table house_identity (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  approved_from bigint not null,
  clock_approved_from bigint not null default 1
);

insert into house_identity values (replace(gen_random_uuid()::text, '-', ''), 1);
create unique index house_identity_one on house_identity ((true));
create trigger house_identity_fixed before insert or update or delete or truncate on house_identity
  for each statement execute function refuse_change();

-- Public keys of a demo's `candor_door` processes, which vouch for the keys that browsers create at login. Only the database
-- owner adds them, when a demo starts. A live platform has none, so its operators can sign only with passkeys that another
-- admin confirmed.
create table key_voucher (
  public_key bytea primary key check (octet_length(public_key) = 32),
  added_ms bigint not null
);
create trigger key_voucher_append_only before update or delete or truncate on key_voucher
  for each statement execute function refuse_change();

create table operator_key (
  -- The credential id of a passkey, or the SHA-256 of a browser's public key in base64url.
  id text primary key check (id ~ '^[A-Za-z0-9_-]+$' and length(id) between 16 and 1400),
  account text not null references operator,
  kind text not null check (kind in ('passkey', 'browser')),
  -- A SubjectPublicKeyInfo, which includes the algorithm.
  public_key bytea not null,
  -- The relying party and the origin for which the key signs, as reported by the browser.
  rp_id text not null,
  origin text not null,
  label text not null check (label <> ''),
  transports text[] not null default '{}',
  -- The highest signature counter that the authenticator reported; 0 if the authenticator has no counter.
  uses bigint not null default 0,
  enrolled_ms bigint not null,
  valid_until_ms bigint,
  -- The signature with which the door vouches that the password and the authenticator code were correct.
  vouched bytea,
  confirmed_by text,
  confirmed_ms bigint,
  revoked_by text,
  revoked_ms bigint,
  check ((kind = 'browser') = (valid_until_ms is not null)),
  check ((kind = 'browser') = (vouched is not null)),
  check (valid_until_ms <= enrolled_ms + 86400000),
  check ((confirmed_by is null) = (confirmed_ms is null)),
  check ((revoked_by is null) = (revoked_ms is null))
);
create index operator_key_account on operator_key (account);
create trigger operator_key_kept before delete or truncate on operator_key for each statement execute function refuse_change();

-- Returns the exact text that an operator signs. The text of a first approval equals that of a final one, so the signer need
-- not know whether they are the first.
create function approval_text(of_operator text, of_action text, of_subject text, given jsonb) returns text language sql stable
  set search_path = public, pg_temp as
$$
  select audit_field('candor approval 1') || audit_field(h.id) || audit_field(of_operator)
    || audit_field(regexp_replace(of_action, '_first$', '')) || audit_field(of_subject) || audit_field(given ->> 'body')
    || audit_field(given ->> 'nonce') || audit_field(given ->> 'time')
  from house_identity h
$$;

insert into unsigned_action values ('key.enrol');

-- Whether the connected role has the owner's rights. With these, it could also remove the guards.
create function is_owner_here() returns boolean language sql stable set search_path = public, pg_temp as
$$ select pg_has_role(session_user, (select c.relowner from pg_class c where c.oid = 'public.operator'::regclass), 'member') $$;

-- Records that need no signature: the payment provider's reports about payouts that operators approved; the very first
-- operator; operators added by the database owner, or by an admin with the owner's rights while there are fewer than two
-- admins; and an added operator's change of their own password or authenticator before their first key is confirmed.
create function approval_excused(of_operator text, of_role text, of_action text, of_subject text) returns boolean language sql stable
  set search_path = public, pg_temp as
$$
  select case of_operator
    when 'payout-provider' then of_role = 'provider' and of_action in ('withdrawal.paid', 'withdrawal.payout_failed')
    when 'bootstrap' then (of_action = 'operator.add' and not exists (select from operator))
      or (of_action in ('operator.confirm', 'key.confirm', 'key.rotate') and is_owner_here())
    else (of_action = 'operator.add' and not operator_takes_two() and operator_admits(of_operator) and is_owner_here())
      or (of_action in ('operator.password', 'operator.authenticator') and of_subject = 'operator:' || of_operator
        and exists (select from operator o where o.account = of_operator and o.added_by is not null)
        and not exists (select from operator_key k where k.account = of_operator and k.confirmed_ms is not null))
  end
$$;

-- Triggers fire in the order of their names, so this one runs before `audit_link`. It takes the same lock, so that it reads
-- the keys in the state after the previous record.
create function audit_approval() returns trigger language plpgsql
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
    raise exception '% is not an active operator with the role %', new.operator, new.role
      using errcode = 'check_violation', constraint = 'audit_approval_operator';
  end if;
  select * into key from operator_key k where k.id = given ->> 'key';
  if key.account is distinct from new.operator or key.confirmed_ms is null or key.revoked_ms is not null
    or (given ->> 'time')::bigint >= key.valid_until_ms
  then
    raise exception '% of % is not signed with a key of %', new.action, new.subject, new.operator
      using errcode = 'check_violation', constraint = 'audit_approval_key';
  end if;
  said := (given ->> 'client')::jsonb;
  if said ->> 'challenge' is distinct from rtrim(translate(encode(sha256(convert_to(
      approval_text(new.operator, new.action, new.subject, given), 'UTF8')), 'base64'), '+/', '-_'), '=')
    or (house_apart_ms(new.time_ms, (given ->> 'time')::bigint) <= 600000) is not true
    or coalesce(given ->> 'nonce', '') = '' or (given ->> 'body')::jsonb is null or coalesce(given ->> 'signature', '') = ''
  then
    raise exception 'the signed text differs from % of %', new.action, new.subject
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
    raise exception '% of % was not signed at this console', new.action, new.subject
      using errcode = 'check_violation', constraint = 'audit_approval_elsewhere';
  end if;
  told := (get_byte(auth, 33)::bigint << 24) + (get_byte(auth, 34) << 16) + (get_byte(auth, 35) << 8) + get_byte(auth, 36);
  if (told > 0 or key.uses > 0) and told <= key.uses then
    raise exception 'the use count of key % is %, expected more than %: the key may have been copied', key.id, told, key.uses
      using errcode = 'check_violation', constraint = 'audit_approval_uses';
  end if;
  if told > key.uses then update operator_key k set uses = told where k.id = key.id; end if;
  return new;
end
$$;
create trigger audit_approval before insert on audit for each row execute function audit_approval();

-- Returns the signed body of the record of an action by a given operator about a given subject, written in this transaction;
-- null if there is none.
create function approved_body(of_subject text, of_action text, by_operator text, of_id text) returns jsonb language sql stable
  security definer set search_path = public, pg_temp as
$$
  select a.body from (
    select b.*, (b.approval::jsonb ->> 'body')::jsonb as body from audit b where b.subject = of_subject order by b.seq desc limit 64
  ) a
  where a.xid = pg_current_xact_id_if_assigned() and a.action = of_action and a.operator = by_operator
    and (of_id is null or a.body ->> 'id' = of_id)
  order by a.seq desc limit 1
$$;

-- A key is inserted in the same transaction as its record. It is valid once the door vouched for it or another admin confirmed
-- it, and invalid after it was revoked. Apart from that, only its counter changes, and only upwards.
create function operator_key_record() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  about text := 'operator:' || new.account;
  actor text;
  body jsonb;
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from (select * from audit b where b.subject = about order by b.seq desc limit 64) a
      where a.xid = pg_current_xact_id_if_assigned() and a.action = 'key.enrol' and a.operator = new.account
        and a.after::jsonb = jsonb_strip_nulls(jsonb_build_object('key', new.id, 'kind', new.kind,
          'public_key', encode(new.public_key, 'hex'), 'rp_id', new.rp_id, 'origin', new.origin, 'enrolled_ms', new.enrolled_ms,
          'valid_until_ms', new.valid_until_ms, 'vouched', encode(new.vouched, 'hex'))))
      or new.revoked_ms is not null or new.uses < 0
    then
      raise exception 'key % has no record', new.id using errcode = 'check_violation', constraint = 'operator_key_record';
    end if;
    if operator_person(new.account) is null then
      raise exception 'the operator of key % is not confirmed', new.id
        using errcode = 'check_violation', constraint = 'operator_key_record';
    end if;
    if new.kind = 'browser' and not exists (select from key_voucher) then
      raise exception 'no authority can vouch for key %', new.id
        using errcode = 'check_violation', constraint = 'operator_key_vouched';
    end if;
    -- The database says whether it counts at once, so that no program can.
    new.confirmed_by := case when new.kind = 'browser' then 'door' end;
    new.confirmed_ms := case when new.kind = 'browser' then new.enrolled_ms end;
    return new;
  end if;
  if (new.id, new.account, new.kind, new.public_key, new.rp_id, new.origin, new.label, new.transports, new.enrolled_ms,
      new.valid_until_ms, new.vouched)
    is distinct from (old.id, old.account, old.kind, old.public_key, old.rp_id, old.origin, old.label, old.transports,
      old.enrolled_ms, old.valid_until_ms, old.vouched)
    or new.uses < old.uses
  then
    raise exception 'key % cannot change', old.id using errcode = 'check_violation', constraint = 'operator_key_fixed';
  end if;
  if (new.confirmed_by, new.confirmed_ms) is distinct from (old.confirmed_by, old.confirmed_ms) then
    actor := new.confirmed_by;
    body := approved_body(about, 'key.confirm', actor, null);
    if old.confirmed_ms is not null or old.revoked_ms is not null or new.confirmed_ms is null
      or audit_by(about, 'key.confirm') is distinct from actor
      or not (case actor when 'bootstrap' then true else operator_admits(actor)
        and operator_person(actor) <> operator_person(new.account)
        and body ->> 'key' = new.id and body ->> 'public_key' = encode(new.public_key, 'hex') end)
    then
      raise exception 'key % must be confirmed by another admin', new.id
        using errcode = 'check_violation', constraint = 'operator_key_two_persons';
    end if;
  end if;
  if (new.revoked_by, new.revoked_ms) is distinct from (old.revoked_by, old.revoked_ms) then
    actor := new.revoked_by;
    if old.revoked_ms is not null or new.revoked_ms is null or (actor <> new.account and not operator_admits(actor))
      or approved_body(about, 'key.revoke', actor, null) ->> 'key' is distinct from new.id
    then
      raise exception 'key % was revoked without a record', new.id
        using errcode = 'check_violation', constraint = 'operator_key_record';
    end if;
  end if;
  return new;
end
$$;
create trigger operator_key_record before insert or update on operator_key for each row execute function operator_key_record();

-- Returns the normalised form of a payment reference, in which different spellings are equal.
create function payment_named(reference text) returns text language sql immutable set search_path = public, pg_temp as
$$ select lower(regexp_replace(normalize(btrim(reference), NFKC), '(^0x)|\s', '', 'gi')) $$;

-- The signed text of a decision about money names the row and the amount in the row. The guards of each table check that the
-- record exists. Changes that no operator makes are not checked: cancellations by the customer, changes that fall due, and
-- reports by the payment provider.
create function money_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  is_first boolean := (to_jsonb(new) ->> 'first_by') is distinct from (to_jsonb(old) ->> 'first_by');
  is_second boolean := (to_jsonb(new) ->> 'second_by') is distinct from (to_jsonb(old) ->> 'second_by');
  verdict text;
  actor text;
  body jsonb;
begin
  if new.status <> old.status then
    actor := new.decided_by;
    verdict := case tg_table_name
      when 'deposit' then case new.status when 'success' then 'deposit.approve' when 'waiting' then 'deposit.await' else 'deposit.reject' end
      when 'withdrawal' then case when new.status = 'success' then 'withdrawal.paid'
        when new.status = 'failed' and old.status = 'waiting' then 'withdrawal.payout_failed'
        when new.status = 'failed' then 'withdrawal.reject' end
      when 'loan' then case new.status when 'disbursed' then 'loan.approve' when 'failed' then 'loan.reject' end
      when 'fund_order' then case new.status when 'in_progress' then 'fund.approve' when 'failed' then 'fund.reject' end
    end;
    if new.decided_by is not distinct from old.decided_by then actor := null; end if;
    if tg_table_name = 'withdrawal' and new.status = 'waiting' then
      actor := case when is_second then to_jsonb(new) ->> 'second_by' when is_first then to_jsonb(new) ->> 'first_by' end;
      verdict := 'withdrawal.approve';
    end if;
  elsif is_first or is_second then
    actor := case when is_second then to_jsonb(new) ->> 'second_by' else to_jsonb(new) ->> 'first_by' end;
    verdict := case tg_table_name when 'withdrawal' then 'withdrawal.approve' else tg_table_name || '.approve_first' end;
  elsif to_jsonb(new) ->> 'hold_reason' is distinct from to_jsonb(old) ->> 'hold_reason' then
    verdict := case when to_jsonb(new) ->> 'hold_reason' is null then 'withdrawal.release' else 'withdrawal.hold' end;
    actor := audit_by(subject, verdict);
  end if;
  if actor is null or verdict is null or actor = 'payout-provider' then return new; end if;
  body := approved_body(subject, verdict, actor, new.id::text);
  if body is null or (body ->> 'amount')::numeric is distinct from new.amount
    or (verdict in ('withdrawal.approve', 'withdrawal.reject') and body ->> 'address' is distinct from to_jsonb(new) ->> 'address')
    -- What was paid is signed as it was paid: the reference that the customer reads.
    or (verdict in ('deposit.approve', 'withdrawal.paid') 
      and payment_named(body ->> 'reference') is distinct from
        payment_named(coalesce(to_jsonb(new) ->> 'paid_reference', to_jsonb(new) ->> 'reference')))
  then
    raise exception '% % does not match its signed approval', tg_table_name, new.id
      using errcode = 'check_violation', constraint = 'money_approved';
  end if;
  return new;
end
$$;

-- Whether two JSON values are equal, comparing numbers by value ("5" equals "5.00").
create function says_the_same(one jsonb, other jsonb) returns boolean language sql immutable set search_path = public, pg_temp as
$$
  select one is not distinct from other
    or (case when (one #>> '{}') ~ '^[0-9]{1,30}(\.[0-9]{1,30})?$' and (other #>> '{}') ~ '^[0-9]{1,30}(\.[0-9]{1,30})?$'
      then (one #>> '{}')::numeric = (other #>> '{}')::numeric else false end)
$$;

-- The account and the role of an added operator are those that were signed. Adding the very first operator, and adding one as
-- the database owner, needs no signature.
create function operator_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'operator:' || new.account;
  actor text := case when tg_op = 'INSERT' then new.added_by
    when new.confirmed_by is distinct from old.confirmed_by then new.confirmed_by end;
  signed jsonb;
begin
  if actor is null or actor = 'bootstrap' or (tg_op = 'INSERT' and not operator_takes_two()) then return new; end if;
  signed := approved_body(subject, case tg_op when 'INSERT' then 'operator.add' else 'operator.confirm' end, actor, null);
  if (signed ->> 'account', signed ->> 'role') is distinct from (new.account, new.role) or signed ->> 'person' is null then
    raise exception 'operator % does not match the signed approval', new.account
      using errcode = 'check_violation', constraint = 'operator_approved';
  end if;
  return new;
end
$$;
create trigger operator_zz_approved before insert or update on operator for each row execute function operator_approved();

create function credit_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  signed jsonb;
begin
  select (a.approval::jsonb ->> 'body')::jsonb into signed
    from (select * from audit b where b.subject = 'customer:' || new.id order by b.seq desc limit 64) a
    where a.xid = pg_current_xact_id_if_assigned() and a.action = 'credit.set' order by a.seq desc limit 1;
  if signed is not null and (signed ->> 'score')::int is distinct from new.credit_score then
    raise exception 'the credit score of customer % does not match its signed approval', new.id
      using errcode = 'check_violation', constraint = 'credit_approved';
  end if;
  return new;
end
$$;
create trigger customer_zz_credit_approved before update of credit_score on customer for each row
  when (old.credit_score is distinct from new.credit_score) execute function credit_approved();

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
    raise exception 'the standing of customer % does not match its signed approval', new.id
      using errcode = 'check_violation', constraint = 'standing_approved';
  end if;
  return new;
end
$$;

create trigger customer_zz_standing_approved before update of status, standing_reason on customer
  for each row when (new.status <> 'closed' and (old.status, old.standing_reason) is distinct from (new.status, new.standing_reason))
  execute function standing_approved();

-- A step of a demo's time must have the length that an admin signed, because it also ends every hold and exclusion that expires
-- within it.
create function clock_approved() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  actor text := audit_by('clock', 'clock.forward');
  signed jsonb := approved_body('clock', 'clock.forward', actor, null);
begin
  if operator_admits(actor) is not true
    or (case signed ->> 'step' when 'hour' then 3600000 when 'day' then 86400000
      when 'minutes' then (signed ->> 'minutes')::bigint * 60000 end) is distinct from new.ahead_ms - old.ahead_ms
  then
    raise exception 'the setting of the clock does not match its signed approval' using errcode = 'check_violation', constraint = 'clock_approved';
  end if;
  return new;
end
$$;
create trigger clock_zz_approved before update on clock for each row
  when (new.ahead_ms > old.ahead_ms) execute function clock_approved();

-- The signed text also covers fields whose values the decision sets. Here, it is the reason shown to the customer.
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
    raise exception 'the reason for refusing % % differs from the signed one', tg_table_name, new.id
      using errcode = 'check_violation', constraint = 'reason_approved';
  end if;
  return new;
end
$$;

grant select on house_identity, key_voucher to candor_app;
grant select, insert (id, account, kind, public_key, rp_id, origin, label, transports, uses, enrolled_ms, valid_until_ms, vouched),
  update (confirmed_by, confirmed_ms, revoked_by, revoked_ms) on operator_key to candor_app;
revoke execute on function approval_excused, approved_body, audit_approval, clock_approved, is_owner_here, reason_approved, standing_approved from public;
grant execute on function approved_body to candor_app;
