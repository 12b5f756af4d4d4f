-- Price alerts: prices that customers wait for. The customer is notified once, at the first tape entry after the one at which the
-- alert was set that reaches the price.
create table price_alert (
  book bigint not null references customer,
  id bigint not null,
  symbol text not null,
  direction text not null check (direction in ('above', 'below')),
  price numeric(38,8) not null check (price > 0),
  status text not null check (status in ('open', 'reached', 'deleted')),
  -- The newest tape entry when the alert was set.
  armed_seq bigint not null,
  -- By the wall clock.
  created_ms bigint not null,
  ended_ms bigint,
  -- The entry that reached the price.
  reached_seq bigint,
  primary key (book, id),
  check ((status = 'open') = (ended_ms is null)),
  check ((status = 'reached') = (reached_seq is not null))
) with (fillfactor = 70);
create index price_alert_open on price_alert (book, id) where status = 'open';

create trigger begun_in_session after insert on price_alert referencing new table as added
  for each statement execute function begun_in_session();

create trigger price_alert_transition before insert or update on price_alert for each row execute function goes_its_way();

-- An alert is marked as reached only at a tape entry that reaches its price.
create function price_alert_reached() returns trigger language plpgsql as
$$
begin
  if not exists (select from tape t where t.symbol = new.symbol and t.seq = new.reached_seq and t.seq > new.armed_seq and not t.gap
    and case new.direction when 'above' then t.last >= new.price else t.last <= new.price end)
  then
    raise exception 'price alert % was not reached', new.id
      using errcode = 'check_violation', constraint = 'price_alert_transition';
  end if;
  return new;
end
$$;
create trigger price_alert_transition_reached before update on price_alert for each row
  when (new.status = 'reached') execute function price_alert_reached();

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('price_alert', '', 'open', null, null, null, 0, '{}'),
  ('price_alert', 'open', 'reached', null, null, null, 0, '{ended_ms,reached_seq}'),
  ('price_alert', 'open', 'deleted', null, null, null, 0, '{ended_ms}');

-- Alerts are deleted in a session of their customer, except that the engine deletes the alerts of closed accounts.
create function alert_deleted_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.book::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.book)
    and not exists (select from customer c where c.id = new.book and c.status = 'closed')
  then
    perform unacted(new.book, 'price_alert');
  end if;
  return null;
end
$$;
create trigger alert_deleted_in_session after update on price_alert for each row
  when (old.status <> new.status and new.status = 'deleted') execute function alert_deleted_in_session();

insert into mail_kind (kind) values
  ('price_alert');

grant select, insert, update (status, ended_ms, reached_seq) on price_alert to candor_app;
revoke execute on function alert_deleted_in_session from public;
