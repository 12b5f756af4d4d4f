-- Switches that cancel their customer's resting orders unless the customer renews them.

-- A customer's dead man's switch: unless the customer renews it, all of their resting orders are cancelled at a given time. TP/SL
-- levels of open positions are not orders and remain.
create table dead_mans_switch (
  book bigint not null references customer (id),
  -- Always 1, because a customer has only one switch.
  id bigint not null check (id = 1),
  status text not null check (status in ('armed', 'disarmed', 'fired')),
  seconds int not null check (seconds between 5 and 86400),
  -- When it was armed or renewed last, and when it is due, by the market clock.
  set_ms bigint not null,
  due_ms bigint not null,
  -- The newest entry of the tape of BTC/USDT at that time. This market never closes, and gaps in its feed are recorded as
  -- entries, too.
  armed_seq bigint not null,
  -- Incremented with each change. When the engine fires the switch, it names this version.
  version int not null,
  -- The entry that fired the switch: the first one at or after the due time.
  fired_seq bigint,
  primary key (book, id),
  constraint dead_mans_switch_due check (due_ms = set_ms + seconds * 1000::bigint),
  constraint dead_mans_switch_fired check ((status = 'fired') = (fired_seq is not null))
) with (fillfactor = 70);
create index dead_mans_switch_armed on dead_mans_switch (book, id) where status = 'armed';
create trigger dead_mans_switch_transition before insert or update on dead_mans_switch for each row execute function goes_its_way();

-- A switch is set at the current time in a session of its customer, and fires at the first entry at or after its due time.
create function dead_mans_switch_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off as
$$
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.status = 'fired' then
    if (new.fired_seq = (select q.seq from tape q where q.symbol = 'BTC/USDT' and q.seq > greatest(new.armed_seq, entry_before('BTC/USDT', new.due_ms))
      and q.time_ms >= new.due_ms and q.cause is distinct from 'reject' order by q.seq limit 1)) is not true
    then
      raise exception 'the dead man''s switch of book % does not fire at entry %', new.book, new.fired_seq
        using errcode = 'check_violation', constraint = 'dead_mans_switch_at_its_time';
    end if;
    return null;
  end if;
  if new.book::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.book) then
    perform unacted(new.book, tg_table_name);
  end if;
  if new.status = 'armed' and not was_newest('BTC/USDT', new.armed_seq, new.set_ms, market_slack_ms()) then
    raise exception 'the dead man''s switch of book % was not set at the current time', new.book
      using errcode = 'check_violation', constraint = 'dead_mans_switch_at_its_time';
  end if;
  return null;
end
$$;
create trigger dead_mans_switch_holds after insert or update on dead_mans_switch for each row execute function dead_mans_switch_holds();

-- At commit: once a switch has fired, every resting order has a cancellation request. Exceptions are market orders, which wait
-- for their own price, and orders that have expired.
create function dead_mans_switch_cleared() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if exists (select from position p where p.book = new.book and p.status = 'pending' and p.type <> 'market' and p.cancel_ms is null
      and coalesce(p.expires_ms > (select h.time_ms from tape_head h where h.symbol = p.symbol), true))
    or exists (select from spot_order o where o.book = new.book and o.status = 'open' and o.type <> 'market' and o.cancel_ms is null
      and coalesce(o.expires_ms > (select h.time_ms from tape_head h where h.symbol = o.symbol), true))
  then
    raise exception 'the dead man''s switch of book % fired and left an order resting', new.book
      using errcode = 'check_violation', constraint = 'dead_mans_switch_cleared';
  end if;
  return null;
end
$$;
create constraint trigger dead_mans_switch_cleared after update on dead_mans_switch deferrable initially deferred for each row
  when (new.status = 'fired' and old.status <> 'fired') execute function dead_mans_switch_cleared();

-- Whether the customer's switch fired in this transaction, before this change. If so, it may cancel the orders as the customer
-- could, but only all of them together (`dead_mans_switch_cleared`). A switch that is merely due permits nobody to choose which
-- orders to cancel.
create or replace function cancel_let_in(of_book bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from dead_mans_switch s where s.book = of_book and s.status = 'fired' and s.xmin = pg_current_xact_id()::xid)
$$;

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('dead_mans_switch', '', 'armed', null, null, null, 0, '{}'),
  ('dead_mans_switch', 'armed', 'armed', null, null, null, 0, '{seconds,set_ms,due_ms,armed_seq}'),
  ('dead_mans_switch', 'armed', 'disarmed', null, null, null, 0, '{}'),
  ('dead_mans_switch', 'armed', 'fired', null, null, null, 0, '{fired_seq}'),
  ('dead_mans_switch', 'disarmed', 'armed', null, null, null, 0, '{seconds,set_ms,due_ms,armed_seq}'),
  ('dead_mans_switch', 'fired', 'armed', null, null, null, 0, '{seconds,set_ms,due_ms,armed_seq,fired_seq}');

insert into mail_kind (kind) values ('orders_switched_off');

grant select, insert, update (status, seconds, set_ms, due_ms, armed_seq, version, fired_seq) on dead_mans_switch to candor_app;
revoke execute on function dead_mans_switch_cleared, dead_mans_switch_holds from public;
comment on table dead_mans_switch is 'written by commands';

-- Read by the invariants, which the guard evaluates.
grant select on dead_mans_switch to candor_guard;
