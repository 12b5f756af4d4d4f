-- Who a customer is and what is theirs to decide: signing in by wallet, second factors, verification, the bank card, own
-- limits. Times are wall-clock milliseconds. What is sealed was encrypted before it came here; its key is not in the database.

-- Which key seals: a server with another one could read nothing, and says so instead.
create table vault_key (
  id boolean primary key default true check (id),
  fingerprint bytea not null
);

-- A customer who signed up with a wallet has no e-mail and no password until they set them, and proves a birth date by
-- verification. Closed: the customer closed the account themselves.
alter table customer
  alter column email drop not null,
  alter column email_key drop not null,
  alter column password_hash drop not null,
  alter column birth_date drop not null,
  drop column totp_secret,
  drop constraint customer_status_check,
  add constraint customer_status_check check (status in ('active', 'frozen', 'locked', 'closed')),
  add column wallet_address text unique check (wallet_address ~ '^0x[0-9a-f]{40}$'),
  -- As E.164 writes it, "+441632960001".
  add column phone text check (phone ~ '^\+[1-9][0-9]{5,14}$'),
  -- Of the verified document, ISO 3166-1 alpha-2; decides what may be offered.
  add column country text check (country ~ '^[A-Z]{2}$'),
  add column anti_phishing_word text,
  -- What a frozen or locked customer is told, a code of the protocol.
  add column standing_reason text,
  add column closed_ms bigint,
  add constraint customer_can_sign_in check (password_hash is not null or wallet_address is not null),
  add constraint customer_email_key check ((email is null) = (email_key is null));

-- Names whose letters look alike are one name too: "paypa1" is "paypal".
create function name_skeleton(key text) returns text language sql immutable strict parallel safe
  return replace(replace(translate(key, '01i', 'oll'), 'rn', 'm'), 'vv', 'w');
create unique index customer_skeleton on customer (name_skeleton(account_key));

-- A device is known by a random cookie that carries no right; here is its SHA-256.
alter table session add column device bytea;
create index session_of_device on session (customer, device) where device is not null;

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
  purpose text not null check (purpose in ('wallet', 'passkey_sign_in', 'passkey_add', 'passkey_confirm')),
  -- 0: a visitor.
  customer bigint not null,
  expires_ms bigint not null,
  state text not null default 'fresh' check (state in ('fresh', 'held', 'used')),
  held_hash bytea,
  check ((state = 'held') = (held_hash is not null))
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

alter table mail drop constraint mail_kind_check;
-- The customer's own word, by which they know that it is from us; apart, because a demo shows the text of codes to anybody.
alter table mail add column closing text;
-- Whom it is about; an address may be another customer's by now. Null: nobody had the address.
alter table mail add column customer bigint references customer;
create index mail_of_customer on mail (customer, id) where customer is not null;
alter table mail add constraint mail_kind_check check (kind in (
  'code', 'email_in_use', 'password_changed', 'new_device', 'email_changed', 'phone_changed', 'factor_changed',
  'trading_password_changed', 'bank_card_changed', 'guesses_locked', 'kyc_approved', 'kyc_rejected', 'leverage_decided',
  'standing_changed', 'limits_changed', 'account_closed'
));

-- Pictures that customers handed in, re-encoded and encrypted. The digest is a keyed hash of what was uploaded.
create table stored_file (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  customer bigint not null references customer,
  purpose text not null check (purpose in ('kyc', 'voucher', 'loan', 'chat')),
  digest bytea not null,
  sealed bytea not null,
  mime text not null check (mime in ('image/jpeg', 'image/png', 'image/webp')),
  width int not null,
  height int not null,
  stored_ms bigint not null,
  -- Part of something that is kept; else it is removed after a day.
  attached boolean not null default false,
  -- What it was for was refused, so it may be handed in again.
  released boolean not null default false
);
-- Ciphertext does not grow smaller.
alter table stored_file alter column sealed set storage external;
create unique index stored_file_once on stored_file (customer, purpose, digest) where not released;
create index stored_file_loose on stored_file (stored_ms) where not attached;
create index stored_file_of_customer on stored_file (customer, stored_ms);

-- Verification of identity: under review → approved | rejected. Names, birth date and number are in the sealed part.
create table kyc_application (
  book bigint not null references customer (id),
  id bigint not null,
  status text not null check (status in ('under_review', 'approved', 'rejected')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  certificate_type text not null check (certificate_type in ('driving_licence', 'passport', 'id_card')),
  sealed bytea not null,
  -- Keyed hash of country, type and number: one document verifies one person.
  number_key bytea not null,
  front text not null references stored_file,
  back text not null references stored_file,
  reason text,
  submitted_ms bigint not null,
  decided_ms bigint,
  primary key (book, id),
  check ((status = 'under_review') = (decided_ms is null)),
  check ((status = 'rejected') = (reason is not null)),
  check (front <> back)
);
-- Who looked at somebody's documents, for that customer to see.
create index audit_kyc_read on audit (subject, seq) where action = 'kyc.read';
create unique index kyc_application_number on kyc_application (number_key) where status <> 'rejected';
create unique index kyc_application_one on kyc_application (book) where status <> 'rejected';
create index kyc_application_queue on kyc_application (submitted_ms, book) where status = 'under_review';

create function kyc_application_transition() returns trigger language plpgsql as
$$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'under_review' then
      raise exception 'application % was not submitted', new.id
        using errcode = 'check_violation', constraint = 'kyc_application_transition';
    end if;
    return new;
  end if;
  if old.status <> 'under_review' or new.status = 'under_review'
    or (old.book, old.id, old.country, old.certificate_type, old.sealed, old.number_key, old.front, old.back, old.submitted_ms)
      <> (new.book, new.id, new.country, new.certificate_type, new.sealed, new.number_key, new.front, new.back, new.submitted_ms)
  then
    raise exception 'application % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'kyc_application_transition';
  end if;
  if not audit_has('customer:' || new.book, case new.status when 'approved' then 'kyc.approve' else 'kyc.reject' end) then
    raise exception 'application % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'kyc_application_record';
  end if;
  return new;
end
$$;
create trigger kyc_application_transition before insert or update on kyc_application
  for each row execute function kyc_application_transition();

-- Standing, verification, country and credit score change on record alone; a customer submits and closes by themselves.
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
  if old.credit_score <> new.credit_score and not audit_has(subject, 'credit.set') then
    raise exception 'the credit score of customer % was changed without a record', new.id
      using errcode = 'check_violation', constraint = 'customer_record';
  end if;
  return new;
end
$$;
create trigger customer_record before update of status, kyc_status, country, credit_score on customer
  for each row execute function customer_record();

create table credit_change (
  customer bigint not null references customer,
  id bigint generated always as identity,
  time_ms bigint not null,
  score_before smallint not null check (score_before between 0 and 100),
  score_after smallint not null check (score_after between 0 and 100),
  reason text not null,
  primary key (customer, id)
);
create trigger credit_change_append_only before update or delete or truncate on credit_change
  for each statement execute function refuse_change();

-- A card that a demo gave away before there was this screen has no sealed part.
alter table bank_card
  add column sealed bytea,
  -- What its owner is shown, masked, as JSON.
  add column shown text check (shown is json object),
  add column payee_country text check (payee_country ~ '^[A-Z]{2}$');

-- The bounds that a customer has set for themselves. Amounts in USDT. A tighter amount counts at once; a looser one, or
-- none at all, waits a day as the pending one. Used: what counts in the period that began at period_start_ms.
create table own_limit (
  book bigint not null references customer (id),
  id bigint not null check (id between 0 and 8),
  kind text not null check (kind in ('deposit', 'loss', 'stake')),
  period text not null check (period in ('day', 'week', 'month')),
  -- Null: none.
  amount numeric(38,8) check (amount >= 0),
  pending_amount numeric(38,8) check (pending_amount >= 0),
  -- Null: nothing is pending.
  pending_from_ms bigint,
  used numeric(38,8) not null,
  period_start_ms bigint not null,
  primary key (book, id),
  unique (book, kind, period),
  check (pending_amount is null or pending_from_ms is not null),
  -- What is pending is looser; nothing is looser than no limit.
  check (pending_from_ms is null or (amount is not null and (pending_amount is null or pending_amount > amount)))
) with (fillfactor = 70);

-- The bound that counts at an instant; null is none.
create function own_limit_allowed(of_limit own_limit, at_ms numeric) returns numeric
  language sql immutable parallel safe
  return case when (of_limit).pending_from_ms <= at_ms then (of_limit).pending_amount else (of_limit).amount end;

-- By the database's own clock, whoever writes: what counts now grows only as what was pending comes due, and what is made
-- pending waits a day. The minute is for clocks that differ.
create function own_limit_loosening() returns trigger language plpgsql as
$$
declare
  now_ms numeric := extract(epoch from clock_timestamp()) * 1000;
  was numeric := own_limit_allowed(old, now_ms + 60000);
begin
  if was is not null and (
    own_limit_allowed(new, now_ms) is null or own_limit_allowed(new, now_ms) > was
    or (new.pending_from_ms is distinct from old.pending_from_ms or new.pending_amount is distinct from old.pending_amount)
      and new.pending_from_ms < now_ms + 86400000 - 60000
  ) then
    raise exception 'limit %/% cannot be loosened at once', old.book, old.kind
      using errcode = 'check_violation', constraint = 'own_limit_loosening';
  end if;
  return new;
end
$$;
create trigger own_limit_loosening before update on own_limit for each row
  when (
    (old.amount, old.pending_amount, old.pending_from_ms) is distinct from
    (new.amount, new.pending_amount, new.pending_from_ms)
  ) execute function own_limit_loosening();

-- By which day of UTC, counted by the wall clock from 1 January 1970, own limits and results count what was put in and
-- what came of it; the times of these rows are the market's. A row from before has none, and counts by the market's day.
alter table option_ticket add column placed_day int, add column ended_day int;
alter table position
  add column placed_day int,
  add column opened_day int,
  -- The margin of the opening, or of the order as it was accepted.
  add column staked numeric(38,8),
  -- Margin added later: [{"day": 20413, "amount": "100"}].
  add column added jsonb not null default '[]';

-- The last day on which a row moved anything, of what is open a day without end: whoever asks for a few weeks reads the rows
-- of those weeks and not a whole history.
create index option_ticket_last_day on option_ticket (book, (coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647)));
create index position_last_day on position (book, (case when status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((closes -> -1 ->> 'day')::int, (closed_ms / 86400000)::int) end));

-- What customers' own money did in options and leveraged trading, row by row, in USDT as it was valued when it was put in;
-- experience credit is apart. Staked: put in that day. Open: of that what is still at stake, what was put in first having
-- come out first. Result: what came of what ended that day, fees and financing taken off.
create view own_move as
  select book, coalesce(placed_day, accepted_ms / 86400000)::int as day, stake_usdt as staked,
    case status when 'open' then stake_usdt else 0 end as open, 0 as result,
    coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647) as last_day
  from option_ticket where source = 'option'
  union all
  select book, coalesce(ended_day, settled_ms / 86400000)::int, 0, 0,
    case status when 'won' then profit_usdt when 'lost' then -stake_usdt else 0 end,
    coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647)
  from option_ticket where source = 'option' and status <> 'open'
  union all
  select p.book, coalesce(p.placed_day, p.created_ms / 86400000)::int,
    case p.status when 'cancelled' then 0 else coalesce(p.staked, p.initial_margin) end,
    greatest(0, p.margin - coalesce((select sum(a.amount) from jsonb_to_recordset(p.added) as a (amount numeric)), 0)), 0,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end
  from position p where p.collateral = 'contract'
  union all
  select p.book, a.day, a.amount,
    least(a.amount, greatest(0, p.margin - coalesce((select sum(b.amount)
      from jsonb_to_recordset(p.added) as b (day int, amount numeric) where b.day > a.day), 0))), 0,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end
  from position p, lateral (select x.day, sum(x.amount) as amount
    from jsonb_to_recordset(p.added) as x (day int, amount numeric) group by x.day) a
  where p.collateral = 'contract' and p.added <> '[]'
  union all
  select book, coalesce(opened_day, entry_ms / 86400000)::int, 0, 0, -open_fee,
    case when status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((closes -> -1 ->> 'day')::int, (closed_ms / 86400000)::int) end
  from position where collateral = 'contract' and entry_price is not null
  union all
  select p.book, coalesce(c.day, c.time_ms / 86400000)::int, 0, 0, c.pnl - c.fee - c.financing + c.shortfall,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end
  from position p, jsonb_to_recordset(p.closes) as c (day int, time_ms bigint, pnl numeric, fee numeric,
    financing numeric, shortfall numeric)
  where p.collateral = 'contract';

-- The same day by day.
create view own_day as
  select book, day, sum(staked) as staked, sum(open) as open, sum(result) as result from own_move group by book, day;

-- The same as one row of the book, for a command that sets a limit under the book's lock; the book's number tells it
-- whether something changed since this was read. Days that no period reaches any more are left out.
create view own_history as
  select b.id as book, 0::bigint as id, b.seq, coalesce((
      select json_agg(json_build_object('day', d.day, 'staked', d.staked::text, 'open', d.open::text,
        'result', d.result::text) order by d.day)
      from (
        select m.day, sum(m.staked) as staked, sum(m.open) as open, sum(m.result) as result from own_move m
        where m.book = b.id and m.last_day >= (extract(epoch from now()) / 86400)::int - 40
        group by m.day
      ) d
      where d.open <> 0 or d.day >= extract(epoch from now()) / 86400 - 40
    ), '[]') as days
  from book b;

-- A pause from trading, and self-exclusion. Rows are only added, and nobody can shorten one.
create table own_pause (
  book bigint not null references customer (id),
  id bigint not null,
  kind text not null check (kind in ('time_out', 'self_exclusion')),
  from_ms bigint not null,
  until_ms bigint not null,
  primary key (book, id),
  check (case kind when 'time_out' then until_ms - from_ms between 86400000 and 42 * 86400000::bigint
    else until_ms - from_ms >= 180 * 86400000::bigint end)
);
create trigger own_pause_append_only before update or delete or truncate on own_pause
  for each statement execute function refuse_change();

create table notification_choice (
  customer bigint not null references customer,
  topic text not null,
  channel text not null,
  enabled boolean not null,
  primary key (customer, topic, channel)
);

-- Closing an account writes this row under the lock of its book; who may become what, customer_record says.
create view account_standing as select c.id as book, 0::bigint as id, c.status, c.closed_ms from customer c;

insert into journal_template (kind, account, sign) values
  -- A closed account holds nothing: play money and experience credit go back to where they came from.
  ('account_close', 'spot', -1), ('account_close', 'contract', -1), ('account_close', 'option', -1),
  ('account_close', 'promo', -1), ('account_close', 'fund_principal', -1), ('account_close', 'equity', 1),
  ('account_close', 'inventory', 1), ('account_close', 'promotions', 1);
-- Returned: the account was closed.
alter table experience_credit
  drop constraint experience_credit_status_check,
  add constraint experience_credit_status_check
    check (status in ('active', 'converted', 'expired', 'replaced', 'returned'));

-- Operators prove who they are with an authenticator too.
alter table operator
  add column sealed_totp_secret bytea,
  add column totp_last_step bigint not null default 0;

-- What decides whether a customer may do something, as a row of their book, for commands that read it under its lock.
drop view lever_permission;
create view customer_gate as
  select c.id as book, 0::bigint as id, c.status, c.kyc_status, c.country, c.lever_enabled,
    c.trading_password_hash is not null as has_trading_password,
    exists (select from bank_card b where b.book = c.id) as has_bank_card,
    c.security_changed_ms,
    (select max(p.until_ms) from own_pause p where p.book = c.id and p.kind = 'time_out') as time_out_until_ms,
    (select max(p.until_ms) from own_pause p where p.book = c.id and p.kind = 'self_exclusion') as excluded_until_ms
  from customer c;

grant update (email, email_key, wallet_address, phone, country, anti_phishing_word, standing_reason, status, kyc_status,
  credit_score, trading_password_hash, closed_ms) on customer to candor_app;
grant select, insert, update, delete on guess, nonce, authenticator, recovery_code, passkey to candor_app;
grant select, insert, update on text_message to candor_app;
grant select, insert on vault_key to candor_app;
grant select, insert on security_event, credit_change, own_pause to candor_app;
grant select, insert, delete on stored_file to candor_app;
grant update (attached, released) on stored_file to candor_app;
grant select, insert on kyc_application to candor_app;
grant update (status, reason, decided_ms) on kyc_application to candor_app;
grant update (sealed, shown, payee_country, bound_ms) on bank_card to candor_app;
grant select, insert, update on own_limit, notification_choice to candor_app;
grant update (sealed_totp_secret, totp_last_step) on operator to candor_app;
grant select on customer_gate, account_standing to candor_app;
grant update (status, closed_ms) on account_standing to candor_app;
grant select on own_day, own_history to candor_app;
