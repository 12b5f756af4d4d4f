-- What customers are told: notices, choices, and pushes to their browsers.

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

-- Web Push: the key pair that signs for this house, one for good; its private half sealed.
create table push_key (
  id int primary key check (id = 1),
  public_key text not null,
  sealed_private_key bytea not null
);

-- Where a browser can be reached while nobody looks at the app; it ends with the session that asked for it.
create table push_subscription (
  id bigint primary key generated always as identity,
  customer bigint not null,
  session bigint not null,
  endpoint text not null unique,
  p256dh bytea not null,
  auth bytea not null,
  -- Whether a locked screen may show more than what it is about.
  details boolean not null,
  created_ms bigint not null,
  foreign key (customer, session) references session (customer, id) on delete cascade
);
create index push_subscription_of_session on push_subscription (customer, session);

-- What waits to be pushed: each message at most once to each browser. A row goes once it was taken, refused for good, or is a day old.
create table push_delivery (
  id bigint primary key generated always as identity,
  subscription bigint not null references push_subscription on delete cascade,
  book bigint not null,
  notice bigint not null,
  created_ms bigint not null,
  attempts smallint not null default 0,
  next_try_ms bigint not null,
  unique (subscription, book, notice)
);
create index push_delivery_due on push_delivery (next_try_ms);

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

grant select, insert on notice, push_key to candor_app;
grant select, insert, update on notification_choice to candor_app;
grant select, insert, update, delete on push_subscription, push_delivery to candor_app;
grant update (mailed_ms, read_ms, pushed_ms) on notice to candor_door;
