-- Customers' amendments of resting leveraged orders.

-- The terms of a resting order before and after an amendment by the customer, with the entry and the time from which it had
-- waited.
create table position_amendment (
  book bigint not null,
  position_id bigint not null,
  -- The version of the order's level after the amendment.
  version int not null,
  symbol text not null,
  was_price numeric(38,8) not null,
  was_quantity numeric(38,8) not null,
  was_expires_ms bigint,
  was_armed_seq bigint not null,
  was_since_ms bigint not null,
  price numeric(38,8) not null,
  quantity numeric(38,8) not null,
  expires_ms bigint,
  -- The newest entry, which is fresh enough to open a market order, and the maximum age for that.
  tape_seq bigint not null,
  fill_age_ms int not null,
  time_ms bigint not null,
  primary key (book, position_id, version)
);
create trigger position_amendment_append_only before update or delete or truncate on position_amendment
  for each statement execute function refuse_change();

-- An amendment must describe an order that this transaction amends, with the order's present terms.
create function position_amendment_truly() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (select from position p
    where p.book = new.book and p.id = new.position_id and p.xmin = pg_current_xact_id()::xid and p.symbol = new.symbol and p.status = 'pending'
      and ((p.armed -> 'limit' ->> 0)::int, (p.armed -> 'limit' ->> 1)::bigint, p.amended_ms, p.price, p.quantity)
        = (new.version, new.tape_seq, new.time_ms, new.price, new.quantity)
      and p.expires_ms is not distinct from new.expires_ms
      and new.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = new.symbol))
  then
    raise exception 'the recorded amendment of position % of book % does not match the order', new.position_id, new.book
      using errcode = 'check_violation', constraint = 'position_amendment_truly';
  end if;
  return null;
end
$$;
create trigger position_amendment_truly after insert on position_amendment for each row execute function position_amendment_truly();

-- Whether the triggers of an amended order are those that its terms need: its level is watched from the newest entry on, under
-- the next version, and so is its expiry if that has changed.
create function position_rearmed_truly(was public."position", new_row public."position") returns boolean
  language plpgsql immutable set search_path = public, pg_temp as
$$
declare
  version int := (new_row.armed -> 'expiry' ->> 0)::int;
  was_version int := coalesce((was.armed -> 'expiry' ->> 0)::int, 0);
begin
  return new_row.armed - '{limit,expiry}'::text[] = was.armed - '{limit,expiry}'::text[]
    and (new_row.armed -> 'limit' ->> 0)::int = (was.armed -> 'limit' ->> 0)::int + 1
    and (new_row.armed -> 'limit' ->> 1)::bigint >= (was.armed -> 'limit' ->> 1)::bigint
    and (new_row.armed -> 'limit' ->> 2)::bigint = new_row.amended_ms
    and case
      when new_row.expires_ms is not distinct from was.expires_ms then (new_row.armed -> 'expiry') is not distinct from (was.armed -> 'expiry')
      when new_row.expires_ms is null then version = was_version + 1
      else version = was_version + 1 and new_row.armed -> 'expiry' ->> 1 = new_row.armed -> 'limit' ->> 1 end;
end
$$;

-- Only the customer can amend an order, in a session. The order must wait for a level and have no cancellation request. The
-- newest entry must be fresh enough to open a market order, so that the customer can't know a price that has not reached the
-- order. No entry up to it may have reached what the order waited for, or be at or after its expiry. From that entry on, the
-- order freezes its new cost and waits; if it costs more, it counts for the current day.
create function position_amended() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  slack_ms bigint := market_slack_ms();
  seq bigint := (new.armed -> 'limit' ->> 1)::bigint;
  newest bigint := (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1);
  today int := floor(extract(epoch from house_clock() - interval '5 seconds') / 86400);
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.book::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.book) then
    perform unacted(new.book, tg_table_name);
  end if;
  if (old.status = 'pending' and new.status = 'pending' and old.type <> 'market'
    and new.amended_ms > coalesce(old.amended_ms, old.created_ms)
    and old.cancel_ms is null and new.cancel_ms is null and old.change_waits is null and new.change_waits is null
    and abs(new.amended_ms - market_now_ms()) <= slack_ms
    and was_newest(new.symbol, seq, new.amended_ms, slack_ms)
    and filling_seq(new.symbol, seq, new.amended_ms, (select h.fill_age_ms from tape_head h where h.symbol = new.symbol)) = seq
    and position_rearmed_truly(old, new)
    and coalesce(new.expires_ms > new.amended_ms and new.expires_ms > (select t.time_ms from tape t where t.symbol = new.symbol and t.seq = newest), true)
    and coalesce(new.expires_ms is not distinct from old.expires_ms or new.expires_ms - new.amended_ms between 1000 and 7776000000, true)
    and case when new.staked = old.staked then new.placed_day is not distinct from old.placed_day
      else new.placed_day between today and today + 1 end
    -- While trading is frozen, orders that only close positions can still be changed.
    and (new.reduces is not null or not exists (select from guard_freeze f where f.until_ms is null and f.since_ms < guard_now_ms() - 2000))
    and not exists (select from position p where p.book = new.book and p.id = new.reduces and p.open_quantity > new.quantity
      and (p.change_waits ->> 'margin')::numeric > 0)
    and position_cost_violation(new::public."position", true) is null
  ) is not true then
    raise exception 'position % of book % cannot be amended in this way now', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_amended_in_time';
  end if;
  if position_reached(old::public."position", newest) is not null
    or coalesce(position_expired_seq(old.symbol, old.created_seq, old.expires_ms) <= newest, false)
  then
    raise exception 'position % of book % has reached its level and must fire first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  return null;
end
$$;
create trigger position_amended after update on position for each row
  when (old.amended_ms is distinct from new.amended_ms)
  execute function position_amended();

-- Each amendment has a row with the same terms, and the order's new cost is frozen.
create function position_amendment_made() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (select from position_amendment a where a.book = new.book and a.position_id = new.id
    and (a.version, a.tape_seq) = ((new.armed -> 'limit' ->> 0)::int, (new.armed -> 'limit' ->> 1)::bigint)
    and (a.time_ms, a.was_price, a.was_quantity, a.price, a.quantity) = (new.amended_ms, old.price, old.quantity, new.price, new.quantity)
    and (a.was_expires_ms, a.expires_ms) is not distinct from (old.expires_ms, new.expires_ms)
    and (a.was_armed_seq, a.was_since_ms) = ((old.armed -> 'limit' ->> 1)::bigint, (old.armed -> 'limit' ->> 2)::bigint)
    and a.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'position % of book % was amended without a recorded amendment', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_amendment_made';
  end if;
  if not holds_add_up(new.book, case new.collateral when 'promo' then 'promo_frozen' else 'contract_frozen' end::account, 'USDT') then
    raise exception 'position % of book % holds an amount that is not frozen', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_amendment_holds';
  end if;
  return null;
end
$$;
create constraint trigger position_amendment_made after update on position deferrable initially deferred for each row
  when (old.amended_ms is distinct from new.amended_ms)
  execute function position_amendment_made();

-- At commit: orders that reduce a position have ended together with it.
create function positions_reduced(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  left_behind record;
begin
  select u.book, u.id into left_behind from unnest(books, ids) as u (book, id)
    where exists (select from position r where r.book = u.book and r.reduces = u.id and r.status = 'pending') limit 1;
  if left_behind.id is not null then
    raise exception 'position % of book % is closed, but an order that reduces it is still open', left_behind.id, left_behind.book
      using errcode = 'check_violation', constraint = 'position_reduced';
  end if;
end
$$;

grant select, insert on position_amendment to candor_app;
revoke execute on function position_amended, position_amendment_made, position_amendment_truly, position_rearmed_truly, positions_reduced from public;
comment on table position_amendment is 'written by commands';

-- Read by the invariants, which the guard evaluates.
grant select on position_amendment to candor_guard;
