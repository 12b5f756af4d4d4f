-- Who the customers are, the sessions that speak for them, and the mail they are sent. Times are wall-clock
-- milliseconds: money has a market clock, passwords and codes do not.

create table customer (
  -- The id of the customer's book.
  id bigint primary key references book,
  account text not null,
  -- Folded (NFKC, lower case), so that names that read alike are one name.
  account_key text not null unique,
  email text not null,
  email_key text not null unique,
  password_hash text not null,
  birth_date date not null,
  -- Whose invite code was used; 0 is the house's. No foreign key: customers can live apart.
  invited_by bigint not null,
  language text not null,
  credit_score smallint not null default 80 check (credit_score between 0 and 100),
  status text not null default 'active' check (status in ('active', 'frozen', 'locked')),
  lever_enabled boolean not null default false,
  kyc_status text not null default 'not_started'
    check (kyc_status in ('not_started', 'under_review', 'approved', 'rejected')),
  trading_password_hash text,
  totp_secret bytea,
  registered_ms bigint not null,
  -- The last change of password, trading password, second factor or e-mail: withdrawals are held for a day after it.
  security_changed_ms bigint,
  check (invited_by <> id)
);

create table invite_code (
  code text primary key,
  -- Book 0 is the house.
  owner bigint not null references book
);
create unique index invite_code_owner on invite_code (owner) where owner <> 0;

create sequence session_id;
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
  primary key (customer, id)
);

-- The newest code of an address; an older one is gone with it.
create table email_code (
  email_key text primary key,
  code_hash bytea not null,
  expires_ms bigint not null,
  attempts smallint not null default 0,
  used boolean not null default false,
  -- How many codes this address was sent since the start of its current day.
  day_start_ms bigint not null,
  sent_in_day smallint not null
);

-- Mail to be sent. A demo sends none and shows the codes instead. The text is emptied once it has left.
create table mail (
  id bigint generated always as identity primary key,
  email_key text not null,
  email text not null,
  kind text not null check (kind in ('code', 'email_in_use', 'password_changed')),
  subject text not null,
  text text not null,
  created_ms bigint not null,
  sent_ms bigint,
  attempts smallint not null default 0,
  next_try_ms bigint not null
);
create index mail_of_address on mail (email_key, id);
create index mail_unsent on mail (next_try_ms) where sent_ms is null;

grant select, insert on customer to candor_app;
grant update (password_hash, language, security_changed_ms) on customer to candor_app;
grant select, insert on invite_code to candor_app;
grant usage on sequence session_id to candor_app;
grant select, insert, update, delete on session to candor_app;
grant select, insert, update on email_code to candor_app;
grant select, insert, update, delete on mail to candor_app;
