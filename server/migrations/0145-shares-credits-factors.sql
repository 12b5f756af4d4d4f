-- What referral, experience credit and lost factors rested on the program for: a share is of the published rate and of strangers, a credit
-- begins with its grant and ends with what ended it, and a verdict on lost factors is the one that was signed, about this customer.

create function referral_reward_agreed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  members bigint[] := array[new.source];
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  for step in 1..new.level loop
    members := members || (select c.invited_by from customer c where c.id = members[step]);
  end loop;
  if not is_term_now('referral', 'level_' || new.level, new.rate)
    or (new.status = 'due' and (
      (select c.status = 'active' and c.kyc_status = 'approved' from customer c where c.id = new.book) is not true
      -- Who shares a device or an address with somebody between is taken for the same person.
      or exists (select from session s join session o on o.device = s.device and o.customer <> s.customer
        where s.device is not null and s.customer = any (members) and o.customer = any (members))
      or exists (select from withdrawal_address w join withdrawal_address o
        on o.network = w.network and o.address_key = w.address_key and o.book <> w.book
        where w.book = any (members) and o.book = any (members))))
  then
    raise exception 'share % of customer % is not as it was published, or of nobody who earns', new.id, new.book
      using errcode = 'check_violation', constraint = 'referral_reward_agreed';
  end if;
  return null;
end
$$;
create constraint trigger referral_reward_zz_agreed after insert on referral_reward deferrable initially deferred
  for each row execute function referral_reward_agreed();

create function experience_credit_fault(was experience_credit, new_row experience_credit, is_new boolean) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_ms();
  slack_ms bigint := market_slack_ms();
begin
  if is_new then
    if (new_row.status = 'active' and new_row.version = 1 and new_row.turnover is null and abs(new_row.granted_ms - now_ms) <= slack_ms
      and new_row.expires_ms = new_row.granted_ms + 2592000000 and new_row.due_ms = new_row.expires_ms) is not true
    then
      return 'its time';
    end if;
    return case when not exists (
      select from journal j where j.book = new_row.book and j.seq = new_row.id and j.xmin = pg_current_xact_id()::xid
        and j.kind in ('demo_grant', 'start_over', 'promotion_grant')
        and (j.kind = 'start_over' or (select sum(l.amount) from unnest(j.accounts, j.amounts) as l (account, amount)
          where l.account = 'promo') = new_row.amount)) then 'its grant' end;
  end if;
  if new_row.due_ms > greatest(was.due_ms, now_ms + slack_ms + 60000) then
    return 'its next look';
  end if;
  if new_row.status = 'active' then
    return null;
  end if;
  if abs(new_row.ended_ms - now_ms) > slack_ms then
    return 'its end';
  end if;
  return case when not case new_row.status
    when 'converted' then exists (select from journal j where j.book = new_row.book and j.seq > new_row.id
      and j.xmin = pg_current_xact_id()::xid and j.kind = 'experience_convert' and j.ref = 'experience_credit:' || new_row.id)
    when 'replaced' then exists (select from experience_credit c
      where c.book = new_row.book and c.id > new_row.id and c.xmin = pg_current_xact_id()::xid)
    when 'returned' then exists (select from journal j where j.book = new_row.book and j.seq > new_row.id
      and j.xmin = pg_current_xact_id()::xid and j.kind = 'account_close')
    else true end then 'what ended it' end;
end
$$;

create function experience_credit_agreed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  fault text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  fault := experience_credit_fault(case when tg_op = 'UPDATE' then old end, new, tg_op = 'INSERT');
  if fault is not null then
    raise exception 'experience credit %/% has not %', new.book, new.id, fault
      using errcode = 'check_violation', constraint = 'experience_credit_agreed';
  end if;
  return null;
end
$$;
create constraint trigger experience_credit_agreed_new after insert on experience_credit deferrable initially deferred
  for each row execute function experience_credit_agreed();
create constraint trigger experience_credit_agreed after update on experience_credit deferrable initially deferred
  for each row execute function experience_credit_agreed();

-- Forgiving wrong codes takes one person, taking factors away two: neither is signed for with the other, nor about somebody else.
create function factor_reset_signed() returns trigger
  language plpgsql set search_path = public, pg_temp as
$$
declare
  said jsonb := (new.approval::jsonb ->> 'body')::jsonb;
begin
  if ('customer:' || (said ->> 'customer') = new.subject and said ->> 'reason' = split_part(new.reason, ':', 1)
    and (new.action = 'factor.reset' or said ->> 'reason' = 'lost')) is not true
  then
    raise exception 'the word on the factors of % is not what was signed', new.subject
      using errcode = 'check_violation', constraint = 'factor_reset_signed';
  end if;
  return new;
end
$$;
create trigger factor_reset_signed before insert on audit for each row
  when (new.action in ('factor.reset', 'factor.reset_first')) execute function factor_reset_signed();

-- What a customer reads as done by the house was, by such a verdict of this very transaction.
create function factor_reset_told() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.customer;
begin
  if is_bound_in_time(tg_relid) and (approved_body(subject, 'factor.reset', audit_by(subject, 'factor.reset'), null) ->> 'customer')
    is distinct from new.customer::text
  then
    raise exception 'nobody reset the factors of customer %', new.customer
      using errcode = 'check_violation', constraint = 'factor_reset_told';
  end if;
  return null;
end
$$;
create constraint trigger factor_reset_told after insert on security_event deferrable initially deferred
  for each row when (new.kind = 'factor_reset') execute function factor_reset_told();

-- A factor goes by its owner, who is shown that, or by a verdict that it was lost.
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
    raise exception 'a factor of customer % goes by nobody', old.customer
      using errcode = 'check_violation', constraint = 'factor_gone';
  end if;
  return null;
end
$$;
create constraint trigger authenticator_gone after delete on authenticator deferrable initially deferred
  for each row when (old.bound_ms is not null) execute function factor_gone();
create constraint trigger passkey_gone after delete on passkey deferrable initially deferred
  for each row execute function factor_gone();

revoke execute on function experience_credit_fault from public;
revoke execute on function referral_reward_agreed, experience_credit_agreed, factor_reset_signed, factor_reset_told, factor_gone from public;
