-- Web Push: the platform's key, the subscribed browsers, and the queue of messages.

-- The permanent key pair with which this platform signs push requests. The private key is sealed.
create table push_key (
  id int primary key check (id = 1),
  public_key text not null,
  sealed_private_key bytea not null
);

-- Browsers to notify while the app is not in use. A subscription is deleted with its session.
create table push_subscription (
  id bigint primary key generated always as identity,
  customer bigint not null,
  session bigint not null,
  endpoint text not null unique,
  p256dh bytea not null,
  auth bytea not null,
  -- Whether a notification may show more than the topic of the message, even on a locked screen.
  details boolean not null,
  created_ms bigint not null,
  foreign key (customer, session) references session (customer, id) on delete cascade
);
create index push_subscription_of_session on push_subscription (customer, session);

-- The push queue, with each message at most once per browser. A row is deleted once the push service accepted it or refused it
-- permanently, or after a day.
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

grant select, insert on push_key to candor_app;
grant select, insert, update, delete on push_subscription, push_delivery to candor_app;
