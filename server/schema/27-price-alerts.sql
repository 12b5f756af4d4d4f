-- Price alerts.

-- Prices that customers wait for: told once, by the first entry of the tape after the alert's own that reaches the level.
create table price_alert (
  book bigint not null references customer,
  id bigint not null,
  symbol text not null,
  direction text not null check (direction in ('above', 'below')),
  price numeric(38,8) not null check (price > 0),
  status text not null check (status in ('open', 'reached', 'deleted')),
  -- The head of the tape when it was set.
  armed_seq bigint not null,
  -- Wall clock.
  created_ms bigint not null,
  ended_ms bigint,
  -- The entry that reached it.
  reached_seq bigint,
  primary key (book, id),
  check ((status = 'open') = (ended_ms is null)),
  check ((status = 'reached') = (reached_seq is not null))
) with (fillfactor = 70);
create index price_alert_open on price_alert (book, id) where status = 'open';

-- What was asked for stays, what ended stays, and nothing is reached but by an entry that did so.
create function price_alert_transition() returns trigger language plpgsql as
$$
begin
  if old.status <> 'open' or new.status = 'open'
    or (old.book, old.id, old.symbol, old.direction, old.price, old.armed_seq, old.created_ms)
      <> (new.book, new.id, new.symbol, new.direction, new.price, new.armed_seq, new.created_ms)
    or (new.status = 'reached' and not exists (
      select from tape t where t.symbol = new.symbol and t.seq = new.reached_seq and t.seq > new.armed_seq and not t.gap
        and case new.direction when 'above' then t.last >= new.price else t.last <= new.price end))
  then
    raise exception 'price alert % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'price_alert_transition';
  end if;
  return new;
end
$$;
create trigger price_alert_transition before update on price_alert
  for each row execute function price_alert_transition();

insert into mail_kind (kind) values
  ('price_alert');

grant select, insert, update (status, ended_ms, reached_seq) on price_alert to candor_app;
