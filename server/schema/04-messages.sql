-- Messages to customers: mail, text messages, notices, and the customers' notification preferences.

-- A table instead of an enum, so that each feature can add the kinds of mail that it sends.
create table mail_kind (
  kind text primary key
);

-- The outbox of mail. A demo sends no mail and shows the codes in the app instead. The text is deleted after sending.
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
  -- The customer's anti-phishing code, which shows that a mail is from the platform. It is not part of `text`, because a demo
  -- shows the text of code mails to everyone.
  closing text,
  -- The customer whom the mail concerns, because the address may belong to another customer by now. Null if no customer had
  -- the address at the time.
  customer bigint references customer,
  constraint mail_kind_known foreign key (kind) references mail_kind
);
create index mail_of_address on mail (email_key, id);
create index mail_unsent on mail (next_try_ms) where sent_ms is null;
create index mail_of_customer on mail (customer, id) where customer is not null;

-- The outbox of text messages. A demo without an SMS provider sends none.
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

create table notification_choice (
  customer bigint not null references customer,
  topic text not null,
  channel text not null,
  enabled boolean not null,
  primary key (customer, topic, channel)
);

-- Notices to a customer about events that concern the customer's money or account. They are shown in the app,
-- and mailed once.
create table notice (
  book bigint not null,
  id bigint not null,
  kind text not null,
  -- The parameters of the message's text, as JSON.
  params text not null check (json_typeof(params::json) = 'object'),
  time_ms bigint not null,
  mailed_ms bigint,
  read_ms bigint,
  -- When the set of browsers to notify was determined. Messages from before a browser's subscription are not pushed to it.
  pushed_ms bigint,
  primary key (book, id)
);
create index notice_unmailed on notice (time_ms, book, id) where mailed_ms is null;

-- For paging through messages in the app.
create index notice_newest on notice (book, time_ms, id);
create index notice_unread on notice (book) where read_ms is null;
create index notice_unpushed on notice (time_ms, book, id) where pushed_ms is null;

-- Notifies listening processes of new messages at commit; the payload is "book id".
create function notice_heard() returns trigger language plpgsql as
$$
begin
  perform pg_notify('notice', told.book || ' ' || told.id) from told;
  return null;
end
$$;
create trigger notice_heard after insert on notice referencing new table as told
  for each statement execute function notice_heard();

-- Messages of a kind that this transaction writes about a row. They are among the newest of their customer, so they are found
-- without reading the others. A batch has at most eight commands of one customer, which write far fewer than a thousand messages.
create function told_now(of_book bigint, of_kinds text[], of_key text, of_id bigint) returns setof json language sql stable
  set search_path = pg_catalog, public, pg_temp as
$$
  select n.params::json from (
      select m.kind, m.params, m.xmin as written from notice m where m.book = of_book order by m.time_ms desc, m.id desc limit 1000) n
    where n.written = pg_current_xact_id()::xid and n.kind = any (of_kinds) and n.params::json ->> of_key = of_id::text
$$;

insert into mail_kind (kind) values
  ('code'), ('code_register'), ('code_reset'), ('email_in_use'), ('password_changed'), ('new_device'),
  ('email_changed'), ('phone_changed'), ('factor_changed'), ('trading_password_changed'), ('bank_card_changed'),
  ('guesses_locked'), ('kyc_approved'), ('kyc_rejected'), ('leverage_decided'), ('standing_changed'),
  ('limits_changed'), ('account_closed'), ('balance_corrected'), ('promotion_granted');

grant select on mail_kind to candor_app;
grant select, insert on notice to candor_app;
grant select, insert, update on text_message, notification_choice to candor_app;
grant update (mailed_ms, read_ms, pushed_ms) on notice to candor_door;
grant select, insert, update, delete on mail to candor_app;
revoke execute on function told_now from public;
