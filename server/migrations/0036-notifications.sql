-- Messages: what a customer is told is read in the app by pages, marked as read, and known to every process at once.
create index notice_newest on notice (book, time_ms, id);
create index notice_unread on notice (book) where read_ms is null;

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

insert into mail_kind (kind) values
  ('position_warned'), ('position_closed_out'), ('option_voided'), ('fund_started'), ('fund_terminated'), ('loan_settled'),
  ('referral_earned'), ('price_alert'), ('chat_waiting')
  on conflict do nothing;

-- Shares come many times a day; the first of a day is told with what came since the last time.
create table referral_told (
  book bigint not null references customer,
  id bigint not null check (id = 0),
  -- The day of UTC that was told last, counted from 1970.
  day int not null,
  -- Paid since and not told yet.
  untold numeric(38,8) not null check (untold >= 0),
  primary key (book, id)
) with (fillfactor = 50);
grant select, insert, update on referral_told to candor_app;
