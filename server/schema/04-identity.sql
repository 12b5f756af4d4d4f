-- Customers and how they are known: sessions, codes, factors, what they confirmed, mail and text messages, files, standing and credit score;
-- and what is done in a customer's name, which takes a session of theirs.

create sequence session_id;

-- Names whose letters look alike are one name too: "paypa1" is "paypal".
create function name_skeleton(key text) returns text language sql immutable strict parallel safe
  return replace(replace(translate(key, '01i', 'oll'), 'rn', 'm'), 'vv', 'w');

-- Who the customers are, the sessions that speak for them, and the mail they are sent. Times are wall-clock
-- milliseconds: money has a market clock, passwords and codes do not.
create table customer (
  -- The id of the customer's book.
  id bigint primary key references book,
  account text not null,
  -- Folded (NFKC, lower case), so that names that read alike are one name.
  account_key text not null unique,
  email text,
  email_key text unique,
  password_hash text,
  birth_date date,
  -- Whose invite code was used; 0 is the house's. No foreign key: customers can live apart.
  invited_by bigint not null,
  language text not null,
  credit_score smallint not null default 80 check (credit_score between 0 and 100),
  status text not null default 'active',
  lever_enabled boolean not null default false,
  kyc_status text not null default 'not_started'
    check (kyc_status in ('not_started', 'under_review', 'approved', 'rejected')),
  trading_password_hash text,
  registered_ms bigint not null,
  -- The last change of password, trading password, second factor or e-mail: withdrawals are held for a day after it.
  security_changed_ms bigint,
  -- A customer who signed up with a wallet has no e-mail and no password until they set them, and proves a birth date by
  -- verification. Closed: the customer closed the account themselves.
  wallet_address text unique check (wallet_address ~ '^0x[0-9a-f]{40}$'),
  -- As E.164 writes it, "+441632960001".
  phone text check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  -- Of the verified document, ISO 3166-1 alpha-2; decides what may be offered.
  country text check (country ~ '^[A-Z]{2}$'),
  anti_phishing_word text,
  -- What a frozen or locked customer is told, a code of the protocol.
  standing_reason text,
  closed_ms bigint,
  check (invited_by <> id),
  constraint customer_status_check check (status in ('active', 'frozen', 'locked', 'closed')),
  constraint customer_can_sign_in check (password_hash is not null or wallet_address is not null),
  constraint customer_email_key check ((email is null) = (email_key is null)),
  constraint customer_invited_before check (invited_by < id)
);
create unique index customer_skeleton on customer (name_skeleton(account_key));
-- What operators find customers by.
create index customer_account_prefix on customer (account_key text_pattern_ops);
create index customer_not_active on customer (status, id) where status <> 'active';
create index customer_invited_by on customer (invited_by) where invited_by <> 0;

create table invite_code (
  code text primary key,
  -- Book 0 is the house.
  owner bigint not null references book
);
create unique index invite_code_owner on invite_code (owner) where owner <> 0;

create table session (
  customer bigint not null references customer,
  id bigint not null default nextval('session_id'),
  -- SHA-256 of the token; the token itself is with the customer alone.
  token_hash bytea not null unique,
  created_ms bigint not null,
  seen_ms bigint not null,
  expires_ms bigint not null,
  revoked_ms bigint,
  agent text not null,
  address text not null,
  -- A device is known by a random cookie that carries no right; here is its SHA-256.
  device bytea,
  -- Whatever is done in a customer's name takes a session of theirs: whoever can write rows of orders and positions, but knows no
  -- customer's token, places, cancels, closes and moves nothing for them.
  --
  -- A token is with its customer alone. The server derives a proof from it, which is good for nothing but this, and the database
  -- keeps the proof's hash. A transaction shows proofs to `act_for`, which notes whose they are in a setting of the transaction, under
  -- a code that nobody else can make.
  proof_hash bytea check (octet_length(proof_hash) = 32),
  primary key (customer, id)
);
create index session_of_device on session (customer, device) where device is not null;

-- What mails are about becomes a table: each feature adds its own kinds, and none has to repeat the others'.
create table mail_kind (
  kind text primary key
);

-- Mail to be sent. A demo sends none and shows the codes instead. The text is emptied once it has left.
create table mail (
  id bigint generated always as identity primary key,
  email_key text not null,
  email text not null,
  kind text not null,
  subject text not null,
  text text not null,
  created_ms bigint not null,
  sent_ms bigint,
  attempts smallint not null default 0,
  next_try_ms bigint not null,
  -- The customer's own word, by which they know that it is from us; apart, because a demo shows the text of codes to anybody.
  closing text,
  -- Whom it is about; an address may be another customer's by now. Null: nobody had the address.
  customer bigint references customer,
  constraint mail_kind_known foreign key (kind) references mail_kind
);
create index mail_of_address on mail (email_key, id);
create index mail_unsent on mail (next_try_ms) where sent_ms is null;
create index mail_of_customer on mail (customer, id) where customer is not null;

-- Who a customer is and what is theirs to decide: signing in by wallet, second factors, verification, own
-- limits. Times are wall-clock milliseconds. What is sealed was encrypted before it came here; its key is not in the database.

-- Which key seals: a server with another one could read nothing, and says so instead.
create table vault_key (
  id boolean primary key default true check (id),
  fingerprint bytea not null
);

-- Wrong guesses at a secret, counted before each is compared. A subject is a keyed hash: of a customer's number, or of a
-- name that nobody has. The origin tells the customer's own devices from strangers, who cannot lock them out.
create table guess (
  subject bytea not null,
  kind text not null check (kind in ('password', 'second_factor', 'recovery_code', 'trading_password', 'mailed_code')),
  origin bytea not null,
  misses int not null check (misses > 0),
  locked_until_ms bigint not null,
  last_ms bigint not null,
  -- The subject is a name or an address that anybody may make up: such a row is not kept for ever.
  ages boolean not null,
  primary key (subject, kind, origin)
);
create index guess_age on guess (last_ms) where ages;

-- What was handed out to be signed, once: SHA-256 of it. Held: the signature was right, and a second factor is awaited
-- for the very message whose hash is kept.
create table nonce (
  value_hash bytea primary key,
  purpose text not null,
  -- 0: a visitor.
  customer bigint not null,
  expires_ms bigint not null,
  state text not null default 'fresh' check (state in ('fresh', 'held', 'used')),
  held_hash bytea,
  check ((state = 'held') = (held_hash is not null)),
  constraint nonce_purpose_check
  check (purpose in ('wallet', 'passkey_sign_in', 'passkey_add', 'passkey_confirm', 'operator_sign_in'))
);
create index nonce_age on nonce (expires_ms);

-- The authenticator of a customer. Unbound until the first right code.
create table authenticator (
  customer bigint primary key references customer,
  sealed_secret bytea not null,
  bound_ms bigint,
  -- The newest 30-second step whose code was used: none at or before it is right again.
  last_step bigint not null default 0
);

create table recovery_code (
  customer bigint not null references customer,
  code_hash bytea not null,
  used_ms bigint,
  primary key (customer, code_hash)
);

create table passkey (
  customer bigint not null references customer,
  id bigint generated always as identity,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_ms bigint not null,
  used_ms bigint,
  primary key (customer, id)
);

-- What happened to an account's safety, for its owner to read.
create table security_event (
  customer bigint not null references customer,
  id bigint generated always as identity,
  kind text not null,
  time_ms bigint not null,
  agent text not null,
  address text not null,
  primary key (customer, id)
);
create trigger security_event_append_only before update or delete or truncate on security_event
  for each statement execute function refuse_change();

-- Text messages to be sent, as mail is. A demo without a provider sends none.
create table text_message (
  id bigint generated always as identity primary key,
  phone text not null,
  text text not null,
  created_ms bigint not null,
  sent_ms bigint,
  attempts smallint not null default 0,
  next_try_ms bigint not null
);
create index text_message_unsent on text_message (next_try_ms) where sent_ms is null;
create index text_message_of_phone on text_message (phone, id);
create index text_message_made on text_message (created_ms);

-- Whether a customer wants to be told of a topic in one of the ways.
create table notification_choice (
  customer bigint not null references customer,
  topic text not null,
  channel text not null,
  enabled boolean not null,
  primary key (customer, topic, channel)
);

-- What happened to a customer's money or account that they must learn: shown in the app, and mailed once.
create table notice (
  book bigint not null,
  id bigint not null,
  kind text not null,
  -- What its text names, as JSON.
  params text not null check (params is json object),
  time_ms bigint not null,
  mailed_ms bigint,
  read_ms bigint,
  -- When it was decided which browsers a message goes to; what was told before there were any goes to none.
  pushed_ms bigint,
  primary key (book, id)
);
create index notice_unmailed on notice (time_ms, book, id) where mailed_ms is null;
-- Messages: what a customer is told is read in the app by pages, marked as read, and known to every process at once.
create index notice_newest on notice (book, time_ms, id);
create index notice_unread on notice (book) where read_ms is null;
create index notice_unpushed on notice (time_ms, book, id) where pushed_ms is null;

-- Pictures that customers handed in, re-encoded and encrypted. The digest is a keyed hash of what was uploaded.
create table stored_file (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  customer bigint not null references customer,
  purpose text not null check (purpose in ('kyc', 'voucher', 'loan', 'chat')),
  digest bytea not null,
  sealed bytea storage external not null,
  mime text not null check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  width int not null,
  height int not null,
  stored_ms bigint not null,
  -- Part of something that is kept; else it is removed after a day.
  attached boolean not null default false,
  -- What it was for was refused, so it may be handed in again.
  released boolean not null default false
);
create unique index stored_file_once on stored_file (customer, purpose, digest) where not released;
create index stored_file_loose on stored_file (stored_ms) where not attached;
create index stored_file_of_customer on stored_file (customer, stored_ms);

create table credit_change (
  customer bigint not null references customer,
  id bigint generated always as identity,
  time_ms bigint not null,
  score_before smallint not null check (score_before between 0 and 100),
  score_after smallint not null check (score_after between 0 and 100),
  reason text not null,
  -- What a loan does to the credit score: a line names the loan and which of its marks, 5 being that it was repaid in time, and
  -- there is one of each. The transaction that wrote it may change the score by just that.
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

create table mailed_code (
  id bigint primary key default nextval('row_id'),
  -- A folded e-mail address, or a phone number.
  address_key text not null,
  purpose text not null check (purpose in ('register', 'reset', 'contact', 'trading_password')),
  -- Keyed hashes: of the code, of the link where one was mailed, and of the device and the network that asked.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  link_hash bytea unique check (octet_length(link_hash) = 32),
  device_hash bytea not null check (octet_length(device_hash) = 32),
  network_hash bytea not null check (octet_length(network_hash) = 32),
  made_ms bigint not null,
  expires_ms bigint not null,
  link_expires_ms bigint,
  attempts smallint not null default 0,
  used boolean not null default false,
  check ((link_hash is null) = (link_expires_ms is null))
);
create index mailed_code_address on mailed_code (address_key, made_ms);
create index mailed_code_made on mailed_code (made_ms);

-- Money leaves by what its customer confirmed: the door, which holds the secrets, notes that a new address or a withdrawal was confirmed
-- just as it is, and whoever carries out commands makes neither without. Neither of the two roles sends money anywhere by itself.
create table customer_confirmation (
  id bigint generated always as identity primary key,
  customer bigint not null references customer,
  act text not null check (act in ('address_add', 'withdraw')),
  -- What was confirmed, as its guard reads it of the row.
  about text not null,
  confirmed_at timestamptz not null default clock_timestamp(),
  -- The row that was made by it; once.
  used_for bigint
);
create index customer_confirmation_unused on customer_confirmation (customer, act) where used_for is null;
create trigger customer_confirmation_kept before delete or truncate on customer_confirmation
  for each statement execute function refuse_change();

-- Random, and read by the functions below alone.
create table acting_secret (
  singleton boolean primary key default true check (singleton),
  secret bytea not null
);

-- Who ever signed in with a proof needs one from then on, also when all their sessions are gone.
create table signed_in (
  customer bigint primary key references customer (id)
);

-- Standing, verification and country change on record alone, and the credit score on record or by what loans did to it; a customer submits
-- and closes by themselves.
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
    raise exception 'the country of customer % is that of the verified document', new.id
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

-- Withdrawals wait a day after whoever has an account changed how it is kept safe. The day begins with the change itself, whoever writes
-- it and whether they say so or not, and it never gets shorter. Setting something for the first time takes nothing from anybody.
create function hold_withdrawals(of_customer bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  update customer c set security_changed_ms = greatest(c.security_changed_ms, floor(extract(epoch from clock_timestamp()) * 1000))
    where c.id = of_customer;
end
$$;

create function customer_change_holds() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  new.security_changed_ms := greatest(old.security_changed_ms, new.security_changed_ms, case when
    (old.password_hash is not null and new.password_hash is distinct from old.password_hash)
    or (old.trading_password_hash is not null and new.trading_password_hash is distinct from old.trading_password_hash)
    or (old.email_key is not null and new.email_key is distinct from old.email_key)
    or (old.wallet_address is not null and new.wallet_address is distinct from old.wallet_address)
    then floor(extract(epoch from clock_timestamp()) * 1000)::bigint end);
  return new;
end
$$;
create trigger customer_change_holds before update of password_hash, trading_password_hash, email_key, wallet_address, security_changed_ms
  on customer for each row execute function customer_change_holds();

-- A second factor that is taken away, or put beside another one, and other codes for it.
create function factor_change_holds() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
declare
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  is_now jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  of_customer bigint := coalesce(is_now ->> 'customer', was ->> 'customer')::bigint;
  holds boolean := case tg_table_name
    when 'authenticator' then case
      when was ->> 'bound_ms' is not null then is_now is null or (was ->> 'customer', was ->> 'sealed_secret', was ->> 'bound_ms')
        is distinct from (is_now ->> 'customer', is_now ->> 'sealed_secret', is_now ->> 'bound_ms')
      else is_now ->> 'bound_ms' is not null and exists (select from passkey p where p.customer = of_customer) end
    when 'passkey' then case tg_op
      when 'INSERT' then exists (select from authenticator a where a.customer = of_customer and a.bound_ms is not null)
        or exists (select from passkey p where p.customer = of_customer and p.id <> (is_now ->> 'id')::bigint)
      else is_now is null or (was ->> 'customer', was ->> 'credential_id', was ->> 'public_key')
        is distinct from (is_now ->> 'customer', is_now ->> 'credential_id', is_now ->> 'public_key') end
    -- The first codes come with the authenticator; later ones replace those.
    when 'recovery_code' then exists (select from authenticator a
      where a.customer = of_customer and a.bound_ms is not null and a.xmin <> pg_current_xact_id()::xid) end;
begin
  if holds then
    perform hold_withdrawals(of_customer);
    if was ->> 'customer' <> is_now ->> 'customer' then perform hold_withdrawals((was ->> 'customer')::bigint); end if;
  end if;
  return null;
end
$$;
create trigger authenticator_change_holds after insert or update or delete on authenticator
  for each row execute function factor_change_holds();
create trigger passkey_change_holds after insert or update or delete on passkey
  for each row execute function factor_change_holds();
create trigger recovery_code_change_holds after insert on recovery_code
  for each row execute function factor_change_holds();

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

-- A row is at its making what the rest of it and the published figures say: a new customer has been granted nothing, and what a stake
-- was worth, and so what the house may lose by it, is its amount at a published price of its currency.
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
    raise exception 'customer % begins with what nobody granted', new.id
      using errcode = 'check_violation', constraint = 'customer_begins';
  end if;
  return new;
end
$$;
create trigger customer_begins before insert on customer for each row execute function customer_begins();

create function used_step_stays() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) then
    raise exception 'a code that was used is not right again' using errcode = 'check_violation', constraint = 'used_step_stays';
  end if;
  return null;
end
$$;
create trigger authenticator_step_stays after update on authenticator for each row
  when (new.last_step < old.last_step and new.sealed_secret = old.sealed_secret) execute function used_step_stays();

create function session_signed_in() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  insert into signed_in (customer) values (new.customer) on conflict do nothing;
  return null;
end
$$;
create trigger session_signed_in after insert on session for each row when (new.proof_hash is not null)
  execute function session_signed_in();

-- The code under which a list of customers counts in this transaction.
create function acting_code(acting text) returns text language sql volatile set search_path = public, pg_temp as
$$ select encode(sha256(s.secret || convert_to(pg_current_xact_id()::text || ' ' || acting, 'utf8')), 'hex') from acting_secret s $$;

-- Whoever acts in this transaction; empty where nobody showed a proof.
create function acting_now() returns text[] language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  said text := coalesce(current_setting('candor.acting', true), '');
  acting text := split_part(said, ';', 1);
begin
  if said = '' or split_part(said, ';', 2) is distinct from acting_code(acting) then
    return '{}';
  end if;
  return string_to_array(acting, ',');
end
$$;

-- Shows the proofs of sessions, in hexadecimal digits. One that ended a moment ago still counts for what was asked for before it did.
create function act_for(books bigint[], sessions bigint[], proofs text[]) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wall_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  acting text;
begin
  select string_agg(w.book, ',') into acting from (
    select distinct s.customer::text as book from unnest(books, sessions, proofs) as u (book, session, proof)
      join session s on s.customer = u.book and s.id = u.session
      where s.proof_hash = sha256(decode(u.proof, 'hex')) and s.expires_ms > wall_ms - 15000
        and coalesce(s.revoked_ms > wall_ms - 15000, true)
    union
    select unnest(acting_now())
  ) w;
  if acting is not null then
    perform set_config('candor.acting', acting || ';' || acting_code(acting), true);
  end if;
end
$$;

-- Rows that customers alone begin.
create function begun_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  acting text[];
  lone bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  acting := acting_now();
  select a.book into lone from added a
    where a.book::text <> all (acting) and exists (select from signed_in s where s.customer = a.book) limit 1;
  if lone is not null then
    perform unacted(lone, tg_table_name);
  end if;
  return null;
end
$$;

-- What customers alone change about them; the arguments of each trigger say what.
create function changed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.book::text <> all (acting_now())
    and exists (select from signed_in s where s.customer = new.book)
  then
    perform unacted(new.book, tg_table_name);
  end if;
  return null;
end
$$;
create trigger done_in_session after insert on journal for each row
  when (new.kind in ('start_over', 'account_close')) execute function changed_in_session();

create function closed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.id::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.id) then
    perform unacted(new.id, 'closing');
  end if;
  return null;
end
$$;
create trigger closed_in_session after update on customer for each row
  when (old.status <> 'closed' and new.status = 'closed') execute function closed_in_session();

-- A picture is given back, and may be cleared away then, when the verification, the deposit or the loan that it was for is over, and when it is
-- part of nothing.
create function file_given_back() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (old.attached > new.attached or (new.released
    and not exists (select from kyc_application k where k.book = new.customer and new.id in (k.front, k.back) and k.status = 'rejected')
    and not exists (select from deposit d where d.book = new.customer and d.voucher = new.id and d.status = 'failed')
    and not exists (select from loan l where l.book = new.customer and new.id in (l.house, l.income, l.bank, l.identity)
      and l.status in ('settled', 'failed'))))
  then
    raise exception 'file % is part of what is kept', new.id using errcode = 'check_violation', constraint = 'file_given_back';
  end if;
  return null;
end
$$;
create constraint trigger file_given_back after update on stored_file deferrable initially deferred for each row
  when (old.attached and (not new.attached or old.released < new.released)) execute function file_given_back();

-- Whoever waits for messages hears of them with the commit that wrote them; which ones, in text, "book id".
create function notice_heard() returns trigger language plpgsql as
$$
begin
  perform pg_notify('notice', told.book || ' ' || told.id) from told;
  return null;
end
$$;
create trigger notice_heard after insert on notice referencing new table as told
  for each statement execute function notice_heard();

-- Closing an account writes this row under the lock of its book; who may become what, customer_record says.
create view account_standing as select c.id as book, 0::bigint as id, c.status, c.closed_ms from customer c;

insert into mail_kind (kind) values
  ('code'), ('code_register'), ('code_reset'), ('email_in_use'), ('password_changed'), ('new_device'),
  ('email_changed'), ('phone_changed'), ('factor_changed'), ('trading_password_changed'), ('bank_card_changed'),
  ('guesses_locked'), ('kyc_approved'), ('kyc_rejected'), ('leverage_decided'), ('standing_changed'),
  ('limits_changed'), ('account_closed'), ('balance_corrected'), ('promotion_granted');

insert into acting_secret (secret)
  values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'utf8')));

grant select on mail_kind, signed_in to candor_app;
grant select, insert on invite_code, credit_change, vault_key, security_event, notice to candor_app;
grant select, insert, update on text_message, notification_choice to candor_app;
grant update (mailed_ms, read_ms, pushed_ms) on notice to candor_door;
grant select, insert, update, delete on session, mail, nonce, guess, authenticator, recovery_code, passkey to candor_app;
grant insert (customer, act, about) on customer_confirmation to candor_app;
grant select, insert, delete, update (attached, released) on stored_file to candor_app;
grant select, insert, delete, update (expires_ms, attempts, used) on mailed_code to candor_app;
grant select, insert, update (email, email_key, password_hash, language, credit_score, status, lever_enabled, kyc_status,
  trading_password_hash, security_changed_ms, wallet_address, phone, country, anti_phishing_word, standing_reason, closed_ms) on
  customer to candor_app;
grant select, update (status, closed_ms) on account_standing to candor_app;
grant usage on sequence session_id to candor_app;
revoke execute on function act_for, acting_code, acting_now, closed_in_session, confirmed_by_customer,
  customer_begins, customer_change_holds, factor_change_holds, file_given_back, hold_withdrawals, used_step_stays from public;
grant execute on function act_for to candor_app;
