-- Webhooks are addresses of customers' own programs, which are sent signed events of the account until they acknowledge them.

create table webhook (
  book bigint not null references customer (id),
  id bigint not null,
  -- The purpose for which the vault seals the secret.
  code text not null unique check (code ~ '^[A-Za-z0-9_-]{32}$'),
  -- The address, and the kinds of events separated by spaces. Once the webhook is deleted, both are empty, and the secret is
  -- removed.
  url text not null check (length(url) <= 500),
  kinds text not null check (length(kinds) <= 500),
  -- The signing secret and, for a day after a rotation, the previous one, sealed in the vault.
  sealed bytea,
  status text not null check (status in ('on', 'off', 'deleted')),
  -- Why the webhook is off: the customer turned it off, the receiver answered that it is gone, or the last attempt of a delivery
  -- failed.
  reason text check (reason in ('customer', 'gone', 'failing')),
  -- Incremented with each change.
  version int not null,
  -- When the status last changed, by the wall clock.
  created_ms bigint not null,
  since_ms bigint not null,
  primary key (book, id),
  constraint webhook_reason check ((status = 'off') = (reason is not null)),
  constraint webhook_deleted check ((status = 'deleted') = (sealed is null) and (status = 'deleted') = (url = '')
    and (status = 'deleted') = (kinds = ''))
);
create index webhook_on on webhook (book) where status = 'on';
create index webhook_deleted_lately on webhook (since_ms) where status = 'deleted';
create trigger begun_in_session after insert on webhook referencing new table as added
  for each statement execute function begun_in_session();
-- Changing where events are sent requires a session of the customer. Turning a webhook off does not.
create trigger changed_in_session after update on webhook for each row
  when (new.status <> 'deleted' and ((old.url, old.kinds, old.sealed) is distinct from (new.url, new.kinds, new.sealed)
    or (new.status = 'on' and old.status <> 'on')))
  execute function changed_in_session();
create trigger webhook_kept before delete or truncate on webhook for each statement execute function refuse_change();
create trigger webhook_zz_current_key before insert or update of sealed on webhook for each row
  when (new.sealed is not null) execute function sealed_with_current_key('sealed');

-- A customer has at most ten webhooks, and a deleted one stays deleted.
create function webhook_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if (tg_op = 'UPDATE' and (old.status = 'deleted' or (old.code, old.created_ms) <> (new.code, new.created_ms) or new.version <> old.version + 1))
    or (tg_op = 'INSERT' and is_bound_in_time(tg_relid) and (new.status <> 'on' or not is_wall_now(new.created_ms)
      or (select count(*) from webhook w where w.book = new.book and w.status <> 'deleted') > 10))
  then
    raise exception 'webhook % was not created at the current time, exceeds the limit or is deleted', new.id
      using errcode = 'check_violation', constraint = 'webhook_holds';
  end if;
  return null;
end
$$;
create trigger webhook_holds after insert or update on webhook for each row execute function webhook_holds();

-- The deliveries to a webhook, and their outcomes. A trigger writes the row in the transaction of the event, so that no crash
-- loses an event. The payload is fixed before the first attempt, so that every attempt sends the same payload under the same id.
create table webhook_delivery (
  book bigint not null,
  id bigint not null default nextval('row_id'),
  webhook bigint not null,
  -- The id by which a receiver recognises an event that it has already received. It is derived from the row and its state.
  event text not null check (length(event) <= 80),
  kind text not null,
  -- The event's row at that time, until the payload is composed from it.
  subject text,
  row jsonb,
  payload text check (length(payload) <= 1048576),
  -- By the wall clock.
  created_ms bigint not null,
  status text not null check (status in ('waiting', 'delivered', 'failed', 'gone', 'stopped')),
  -- The number of attempts in the current round, which determines the next pause, and the newest of all attempts: [{"at",
  -- "status", "ms", "error"}].
  tries smallint not null default 0,
  attempts jsonb not null default '[]',
  -- When the next attempt is due. Each attempt first moves this time into the future.
  next_try_ms bigint not null,
  ended_ms bigint,
  -- The latest time until which an attempt may be in flight, whichever process makes it; null once its outcome is recorded.
  taken_until_ms bigint,
  primary key (book, id),
  unique (book, webhook, event),
  foreign key (book, webhook) references webhook (book, id),
  constraint webhook_delivery_ended check ((status = 'waiting') = (ended_ms is null)),
  constraint webhook_delivery_said check (payload is not null or row is not null)
) with (fillfactor = 70);
create index webhook_delivery_due on webhook_delivery (next_try_ms) where status = 'waiting';
create index webhook_delivery_taken on webhook_delivery (taken_until_ms) where status = 'waiting' and taken_until_ms is not null;
create index webhook_delivery_newest on webhook_delivery (book, webhook, id);
create index webhook_delivery_waiting on webhook_delivery (book, webhook) where status = 'waiting';
create index webhook_delivery_delivered on webhook_delivery (book, webhook, ended_ms) where status = 'delivered';
create index webhook_delivery_failed on webhook_delivery (book, webhook, ended_ms) where status in ('failed', 'gone');
create index webhook_delivery_old on webhook_delivery (ended_ms) where ended_ms is not null;

-- Once a webhook is off, its pending deliveries are not sent. The deliveries of a deleted webhook, of which there may be very
-- many, are deleted soon after.
create function webhook_stopped() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  update webhook_delivery d set status = 'stopped', ended_ms = floor(extract(epoch from house_clock()) * 1000)
    where d.book = new.book and d.webhook = new.id and d.status = 'waiting';
  return null;
end
$$;
create trigger webhook_stopped after update on webhook for each row
  when (new.status <> 'on' and old.status <> new.status) execute function webhook_stopped();

-- Closing an account deletes its webhooks. A locked account receives no events.
create function customer_ends_webhooks() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := floor(extract(epoch from house_clock()) * 1000);
begin
  update webhook w set status = 'deleted', reason = null, url = '', kinds = '', sealed = null, version = w.version + 1, since_ms = now_ms
    where w.book = new.id and w.status <> 'deleted' and new.status = 'closed';
  update webhook w set status = 'off', reason = 'customer', version = w.version + 1, since_ms = now_ms
    where w.book = new.id and w.status = 'on' and new.status = 'locked';
  return null;
end
$$;
create trigger customer_ends_webhooks after update on customer for each row
  when (old.status <> new.status and new.status in ('closed', 'locked')) execute function customer_ends_webhooks();

-- Returns the name of the event for a row's state; null if the state sends no event.
create function webhook_kind(of_table text, changed jsonb) returns text language sql immutable as
$$
  select case of_table
    when 'spot_order' then case
      when status = 'filled' then 'order.filled' when status = 'open' then null
      when reason = 'expired' then 'order.expired' when reason in ('customer', 'start_over') then 'order.cancelled'
      else 'order.refused' end
    when 'position' then case status when 'closed' then 'position.closed'
      -- A part of a position that was closed by an order is reported with that order.
      when 'open' then case changed -> 'closes' -> -1 ->> 'reason' when 'reduce' then null
        else case when jsonb_array_length(changed -> 'closes') > 0 then 'position.partly_closed' else 'position.opened' end end
      when 'cancelled' then case when reason = 'reduced' then 'position.reduced' else 'position.cancelled' end end
    when 'option_ticket' then case when status <> 'open' then 'ticket.settled' end
    when 'deposit' then case when status = 'success' then 'deposit.credited' end
    when 'withdrawal' then 'withdrawal.changed'
  end
  from (select changed ->> 'status' as status, changed ->> 'reason' as reason) c
$$;

-- Sends a row to the customer's webhooks. A withdrawal is sent several times, so its version is part of the event's id, as is
-- the number of closings of a position that is closed in parts.
create function webhook_hear(of_table text, changed jsonb) returns void language plpgsql security definer
  set search_path = public, pg_temp as
$$
declare
  told text := webhook_kind(of_table, changed);
  now_ms bigint := floor(extract(epoch from house_clock()) * 1000);
begin
  insert into webhook_delivery (book, webhook, event, kind, subject, row, created_ms, status, next_try_ms)
    select w.book, w.id, concat_ws('_', replace(told, '.', '_'), changed ->> 'id',
        case told when 'withdrawal.changed' then changed ->> 'version'
          when 'position.partly_closed' then jsonb_array_length(changed -> 'closes')::text end), told, of_table, changed, now_ms, 'waiting', now_ms
      from webhook w where w.book = (changed ->> 'book')::bigint and w.status = 'on' and told = any (string_to_array(w.kinds, ' '))
    on conflict do nothing;
end
$$;

create function webhook_hears() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if exists (select from webhook w where w.book = new.book and w.status = 'on') then
    perform webhook_hear(tg_table_name, to_jsonb(new));
  end if;
  return null;
end
$$;
-- For tables in which a batch adds or changes many rows. Most batches concern only customers without webhooks.
create function webhook_hears_added() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  if exists (select from added a join webhook w on w.book = a.book and w.status = 'on') then
    perform webhook_hear(tg_table_name, to_jsonb(a)) from added a
      where exists (select from webhook w where w.book = a.book and w.status = 'on');
  end if;
  return null;
end
$$;
create trigger webhook_hears_added after insert on spot_order referencing new table as added
  for each statement execute function webhook_hears_added();
create trigger webhook_hears_added after insert on position referencing new table as added
  for each statement execute function webhook_hears_added();
-- Orders and tickets never change after they have ended, and open ones send no events.
create trigger webhook_hears_changed after update on spot_order referencing new table as added
  for each statement execute function webhook_hears_added();
create trigger webhook_hears_changed after update on option_ticket referencing new table as added
  for each statement execute function webhook_hears_added();
-- A position sends an event if it opens, if it ends, or if a part of it is closed.
create function webhook_hears_moved() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  if exists (select from changed c join webhook w on w.book = c.book and w.status = 'on') then
    perform webhook_hear(tg_table_name, to_jsonb(c)) from changed c join before b on b.book = c.book and b.id = c.id
      where exists (select from webhook w where w.book = c.book and w.status = 'on')
        and ((b.status <> c.status and (c.status in ('closed', 'cancelled') or b.status = 'pending'))
          or (c.status = 'open' and b.status <> 'pending' and b.closes <> c.closes));
  end if;
  return null;
end
$$;
create trigger webhook_hears after update on position referencing old table as before new table as changed
  for each statement execute function webhook_hears_moved();
create trigger webhook_hears after update on deposit for each row
  when (old.status <> new.status and new.status = 'success') execute function webhook_hears();
create trigger webhook_hears_new after insert on withdrawal for each row execute function webhook_hears();
create trigger webhook_hears after update on withdrawal for each row
  when ((old.status, old.hold_reason) is distinct from (new.status, new.hold_reason)) execute function webhook_hears();

insert into mail_kind (kind) values
  ('webhook_made'), ('webhook_stopped');

grant select, insert, update (url, kinds, sealed, status, reason, version, since_ms) on webhook to candor_app;
grant select, insert, update (payload, row, subject, status, tries, attempts, next_try_ms, ended_ms, taken_until_ms), delete on webhook_delivery to candor_app;
revoke execute on function customer_ends_webhooks, webhook_hear, webhook_hears, webhook_hears_added, webhook_hears_moved, webhook_holds, webhook_kind,
  webhook_stopped from public;
comment on table webhook is 'written by commands';
comment on table webhook_delivery is 'written by the door';
