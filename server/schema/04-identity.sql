-- Customers: identity, account standing, credit score, and their confirmations.

-- Maps letters that look alike to one letter, so that "paypa1" and "paypal" count as the same name.
create function name_skeleton(key text) returns text language sql immutable strict parallel safe
  return replace(replace(translate(key, '01i', 'oll'), 'rn', 'm'), 'vv', 'w');

-- Times are wall-clock milliseconds. Only rows of money and trading use the market clock.
create table customer (
  id bigint primary key references book,
  account text not null,
  -- The account name after folding (NFKC, lower case), so that spellings of a name compare equal.
  account_key text not null unique,
  email text,
  email_key text unique,
  password_hash text,
  birth_date date,
  -- The customer whose invite code was used; 0 for an invite code of the house. There is no foreign key, so that customers can be
  -- sharded.
  invited_by bigint not null,
  language text not null,
  credit_score smallint not null default 80 check (credit_score between 0 and 100),
  status text not null default 'active',
  lever_enabled boolean not null default false,
  kyc_status text not null default 'not_started'
    check (kyc_status in ('not_started', 'under_review', 'approved', 'rejected')),
  trading_password_hash text,
  registered_ms bigint not null,
  -- The last change of password, trading PIN, second factor or email. Withdrawals are held for a day after that.
  security_changed_ms bigint,
  -- A customer who signed up with a wallet has no email and no password until they set them, and proves their birth date by
  -- verification.
  wallet_address text unique check (wallet_address ~ '^0x[0-9a-f]{40}$'),
  -- In E.164 format, for example "+441632960001".
  phone text check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  -- The country of the verified document, ISO 3166-1 alpha-2. It determines which products may be offered.
  country text check (country ~ '^[A-Z]{2}$'),
  anti_phishing_word text,
  standing_reason text,
  closed_ms bigint,
  check (invited_by <> id),
  constraint customer_status_check check (status in ('active', 'frozen', 'locked', 'closed')),
  constraint customer_can_sign_in check (password_hash is not null or wallet_address is not null),
  constraint customer_email_key check ((email is null) = (email_key is null)),
  constraint customer_invited_before check (invited_by < id)
);
create unique index customer_skeleton on customer (name_skeleton(account_key));

-- For searches by operators.
create index customer_account_prefix on customer (account_key text_pattern_ops);
create index customer_not_active on customer (status, id) where status <> 'active';
create index customer_registered on customer (registered_ms);
create index customer_country on customer (country, id);
create index customer_identity on customer (kyc_status, id);
create index customer_invited_by on customer (invited_by) where invited_by <> 0;

create table invite_code (
  code text primary key,
  -- Book 0 is the house.
  owner bigint not null references book
);
create unique index invite_code_owner on invite_code (owner) where owner <> 0;

create table credit_change (
  customer bigint not null references customer,
  id bigint generated always as identity,
  time_ms bigint not null,
  score_before smallint not null check (score_before between 0 and 100),
  score_after smallint not null check (score_after between 0 and 100),
  reason text not null,
  -- Set for a change of the credit score by a loan: the loan and one of its marks (5: repaid in time), each of which
  -- changes the score once. The transaction that writes the row may change the score by exactly its amount.
  loan bigint,
  mark int check (mark between 2 and 5),
  xid xid8,
  primary key (customer, id),
  constraint credit_change_loan_check check ((loan is null) = (mark is null)
    and (loan is null or case mark when 5 then reason = 'loan_repaid_in_time' and score_after = least(100, score_before + 5)
      else reason = 'loan_overdue' and score_after = greatest(0, score_before - 10) end))
);
create unique index credit_change_loan on credit_change (customer, loan, mark) where loan is not null;
create trigger credit_change_append_only before update or delete or truncate on credit_change
  for each statement execute function refuse_change();

create function credit_change_numbered() returns trigger language plpgsql as
$$
begin
  new.xid := pg_current_xact_id();
  return new;
end
$$;
create trigger credit_change_numbered before insert on credit_change for each row execute function credit_change_numbered();

-- Money leaves only in the way that its customer has confirmed. The role `candor_door`, which has the secrets, records the
-- confirmation of exactly one new address or withdrawal. The role that executes commands cannot create an address or a withdrawal
-- without such a record. Neither role can send money alone.
create table customer_confirmation (
  id bigint generated always as identity primary key,
  customer bigint not null references customer,
  act text not null check (act in ('address_add', 'withdraw')),
  -- The text of the confirmed content, in the form in which the guard reads it from the row.
  about text not null,
  confirmed_at timestamptz not null default clock_timestamp(),
  -- The row that used the confirmation. A confirmation is valid for one row.
  used_for bigint
);
create index customer_confirmation_unused on customer_confirmation (customer, act) where used_for is null;
create trigger customer_confirmation_kept before delete or truncate on customer_confirmation
  for each statement execute function refuse_change();

-- Account standing, verification status and country change only with a record of an operator's action, and the credit score
-- only with such a record or by a loan. Exceptions are a customer's submission of an application and closing of the account.
create function customer_record() returns trigger language plpgsql as
$$
declare
  subject text := 'customer:' || new.id;
begin
  if old.status is distinct from new.status then
    if old.status = 'closed' or not (
      (new.status = 'closed' and old.status = 'active')
      or (new.status = 'frozen' and audit_has(subject, 'customer.freeze'))
      or (new.status = 'locked' and audit_has(subject, 'customer.lock'))
      or (new.status = 'active' and audit_has(subject, 'customer.release'))
    ) then
      raise exception 'customer % cannot become % without a record', new.id, new.status
        using errcode = 'check_violation', constraint = 'customer_record';
    end if;
  end if;
  if old.kyc_status is distinct from new.kyc_status and not (
    (new.kyc_status = 'under_review' and old.kyc_status in ('not_started', 'rejected'))
    or (new.kyc_status = 'approved' and audit_has(subject, 'kyc.approve'))
    or (new.kyc_status = 'rejected' and audit_has(subject, 'kyc.reject'))
  ) then
    raise exception 'verification of customer % cannot become % without a record', new.id, new.kyc_status
      using errcode = 'check_violation', constraint = 'customer_record';
  end if;
  if old.country is distinct from new.country and not audit_has(subject, 'kyc.approve') then
    raise exception 'the country of customer % must be that of the verified document', new.id
      using errcode = 'check_violation', constraint = 'customer_record';
  end if;
  if old.credit_score <> new.credit_score and not audit_has(subject, 'credit.set')
    and new.credit_score - old.credit_score is distinct from (
      select sum(c.score_after - c.score_before) from (
        select * from credit_change d where d.customer = new.id order by d.id desc limit 8
      ) c where c.loan is not null and c.xid = pg_current_xact_id_if_assigned())
  then
    raise exception 'the credit score of customer % was changed without a record', new.id
      using errcode = 'check_violation', constraint = 'customer_record';
  end if;
  return new;
end
$$;
create trigger customer_record before update of status, kyc_status, country, credit_score on customer
  for each row execute function customer_record();

create function confirmed_by_customer() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  row_now jsonb := to_jsonb(new);
  of_act text := case tg_table_name when 'withdrawal' then 'withdraw' else 'address_add' end;
  of_about text := case tg_table_name
    when 'withdrawal' then concat_ws(' ', row_now ->> 'currency', trim_scale((row_now ->> 'amount')::numeric), row_now ->> 'address_id')
    else concat_ws(' ', row_now ->> 'network', row_now ->> 'address_key') end;
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  perform lock_book(new.book);
  update customer_confirmation c set used_for = new.id where c.id = (
    select s.id from customer_confirmation s
    where s.customer = new.book and s.act = of_act and s.about = of_about and s.used_for is null
      and s.confirmed_at > clock_timestamp() - interval '2 minutes'
    order by s.id limit 1);
  if not found then
    raise exception '% % of book % was not confirmed by its customer', tg_table_name, new.id, new.book
      using errcode = 'check_violation', constraint = 'confirmed_by_customer';
  end if;
  return new;
end
$$;

create function customer_begins() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and ((new.status, new.kyc_status, new.credit_score) = ('active', 'not_started', 80)
    and num_nonnulls(new.country, new.standing_reason, new.closed_ms, new.trading_password_hash, new.security_changed_ms) = 0
    -- A demo's example customers trade with leverage from the start.
    and not (new.lever_enabled and is_live_house())
    -- An invitation is a code of somebody who may trade.
    and (new.invited_by = 0 or exists (select from invite_code i join customer c on c.id = i.owner
      where i.owner = new.invited_by and c.status = 'active'))) is not true
  then
    raise exception 'new customer % has rights that nobody granted', new.id
      using errcode = 'check_violation', constraint = 'customer_begins';
  end if;
  return new;
end
$$;
create trigger customer_begins before insert on customer for each row execute function customer_begins();

-- The command that closes an account updates this row while it locks the customer's book. `customer_record` determines which
-- states may follow.
create view account_standing as select c.id as book, 0::bigint as id, c.status, c.closed_ms from customer c;

grant select, insert on invite_code, credit_change to candor_app;
grant insert (customer, act, about) on customer_confirmation to candor_app;
grant select, insert, update (email, email_key, password_hash, language, credit_score, status, lever_enabled, kyc_status,
  trading_password_hash, security_changed_ms, wallet_address, phone, country, anti_phishing_word, standing_reason, closed_ms) on
  customer to candor_app;
grant select, update (status, closed_ms) on account_standing to candor_app;
revoke execute on function confirmed_by_customer, customer_begins from public;

-- Read by the invariants, which the guard evaluates.
grant select on credit_change to candor_guard;
grant select (id, status, invited_by) on customer to candor_guard;
