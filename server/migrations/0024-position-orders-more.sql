-- Lets customers amend resting leveraged orders in place, and adds orders that open when the price reaches a stop.
alter table position
  add column amended_ms bigint,
  add column reduces bigint,
  drop constraint position_type_check,
  add constraint position_type_check check (type in ('market', 'limit', 'stop')),
  drop constraint position_time_in_force,
  add constraint position_time_in_force check (case time_in_force when 'GTC' then true when 'GTD' then type <> 'market'
    when 'IOC' then type = 'market' when 'FOK' then type = 'market' else false end),
  drop constraint position_expiry,
  add constraint position_expiry check ((time_in_force = 'GTD') = (expires_ms is not null)
    and (expires_ms is null or expires_ms - created_ms between 1000 and 7776000000
      or expires_ms - amended_ms between 1 and 7776000000)),
  add constraint position_reduces check (reduces is null or (type <> 'market' and status in ('pending', 'cancelled') and entry_price is null
    and (margin, open_fee, initial_margin, staked) = (0, 0, 0, 0) and staked is not null and not post_only
    and coalesce(take_profit, stop_price, trail_distance, worst_price, change_ms) is null)),
  add constraint position_amended check (amended_ms is null or (type <> 'market' and amended_ms > created_ms));

create index position_reduced_by on position (book, reduces) where reduces is not null and status = 'pending';
drop function closing_unasked_violation;

drop trigger position_day_kept on position;
create trigger position_day_kept before update on position for each row
  when ((old.placed_day is distinct from new.placed_day and old.amended_ms is not distinct from new.amended_ms)
    or (old.entry_price is not null and old.opened_day is distinct from new.opened_day))
  execute function day_kept();

drop trigger position_transition on position;
create trigger position_transition before update on position for each row
  when (
    (old.status = 'closing' and new.status = 'open' and new.open_quantity >= old.open_quantity)
    or (old.entry_price is not null and (
      old.entry_price <> new.entry_price or old.entry_seq <> new.entry_seq or old.entry_ms <> new.entry_ms
    ))
    or old.side <> new.side or old.symbol <> new.symbol
    -- Amendments are checked by `position_amended`.
    or (old.amended_ms is not distinct from new.amended_ms and (old.quantity, old.price, old.time_in_force, old.expires_ms, old.staked)
      is distinct from (new.quantity, new.price, new.time_in_force, new.expires_ms, new.staked))
    or old.collateral <> new.collateral
    or old.fee_rate <> new.fee_rate or old.financing_rate <> new.financing_rate
    or old.created_ms <> new.created_ms or old.created_seq <> new.created_seq or old.fill_age_ms <> new.fill_age_ms
    or (old.status = 'closing' and new.status = 'closing'
      and (old.asked_ms, old.asked_seq, old.closing_quantity) is distinct from (new.asked_ms, new.asked_seq, new.closing_quantity))
    or (old.cancel_ms is not null
      and (old.cancel_ms, old.cancel_seq, old.cancel_age_ms) is distinct from (new.cancel_ms, new.cancel_seq, new.cancel_age_ms))
    -- Elements are only appended to the list of closings: the new text starts with the old one without its last bracket.
    or not starts_with(new.closes::text, rtrim(old.closes::text, ']'))
  ) execute function position_refuse();

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
    raise exception 'position % of book % is not so amended', new.position_id, new.book
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
-- newest entry must be fresh enough to open a market order, so that the customer knows no price that the order does not, and no
-- entry up to it may have reached what the order waited for, or be at or after its expiry. From that entry on, the order freezes
-- its new cost and waits; if it costs more, it counts for the current day.
create function position_amended() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  slack_ms bigint := market_slack_ms();
  seq bigint := (new.armed -> 'limit' ->> 1)::bigint;
  newest bigint := (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1);
  today int := floor(extract(epoch from clock_timestamp() - interval '5 seconds') / 86400);
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
    raise exception 'position % of book % is not amended now', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_amended_in_time';
  end if;
  if position_reached(old::public."position", newest) is not null
    or coalesce(position_expired_seq(old.symbol, old.created_seq, old.expires_ms) <= newest, false)
  then
    raise exception 'position % of book % is to fire first', old.id, old.book
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
    raise exception 'position % of book % is amended by nothing', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_amendment_made';
  end if;
  if not holds_add_up(new.book, case new.collateral when 'promo' then 'promo_frozen' else 'contract_frozen' end::account, 'USDT') then
    raise exception 'position % of book % holds what is not frozen', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_amendment_holds';
  end if;
  return null;
end
$$;
create constraint trigger position_amendment_made after update on position deferrable initially deferred for each row
  when (old.amended_ms is distinct from new.amended_ms)
  execute function position_amendment_made();

-- Orders that reduce a position end together with it.
create function position_reduced() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if exists (select from position r where r.book = new.book and r.reduces = new.id and r.status = 'pending') then
    raise exception 'position % of book % is closed, and an order is to reduce it', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_reduced';
  end if;
  return null;
end
$$;
create constraint trigger position_reduced after update on position deferrable initially deferred for each row
  when (old.status <> 'closed' and new.status = 'closed')
  execute function position_reduced();

create function entry_reached(bid numeric, ask numeric, long boolean, is_stop boolean, price numeric) returns boolean
  language sql immutable parallel safe
  return case when long then case when is_stop then ask >= price else ask <= price end
    else case when is_stop then bid <= price else bid >= price end end;

create or replace function contract_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  accounts account[] := new.accounts;
  amounts numeric[] := new.amounts;
  of_position record;
  -- The customer's gains on credit accounts, and on accounts of their own money.
  credit numeric := 0;
  own numeric := 0;
  closing jsonb;
  closings int := 0;
  borne numeric;
  -- The gain of each house account, in the order in which the accounts pay.
  trading numeric := 0;
  insurance numeric := 0;
  equity numeric := 0;
  interest numeric := 0;
  fees numeric := 0;
  rounding numeric := 0;
  explained boolean;
begin
  select p.status, p.collateral, p.entry_price, p.open_fee, p.closes,
      (select sum(h.margin) from position h
        where h.book = p.book and h.collateral = p.collateral and h.status in ('pending', 'open', 'closing')) as held,
      (select b.amount from balance b where b.book = p.book and b.currency = 'USDT'
        and b.account = case p.collateral when 'promo' then 'promo_frozen' else 'contract_frozen' end::account) as frozen
    into of_position from position p
    where p.book = new.book and p.id = journal_row(new.ref, 'position') and p.xmin = pg_current_xact_id()::xid;
  explained := of_position.status is not null and 'USDT' = all (new.currencies);
  for at in 1 .. cardinality(accounts) loop
    if accounts[at] in ('contract', 'contract_frozen') then own := own + amounts[at];
    elsif accounts[at] in ('promo', 'promo_frozen') then credit := credit + amounts[at];
    elsif accounts[at] = 'trading' then trading := trading + amounts[at];
    elsif accounts[at] = 'fees' then fees := fees + amounts[at];
    elsif accounts[at] = 'rounding' then rounding := rounding + amounts[at];
    elsif accounts[at] = 'interest' then interest := interest + amounts[at];
    elsif accounts[at] = 'insurance' then insurance := insurance + amounts[at];
    elsif accounts[at] = 'equity' then equity := equity + amounts[at];
    end if;
  end loop;
  if of_position.collateral = 'promo' then
    explained := explained and credit <= 0 and not 'contract_frozen' = any (accounts);
  else
    explained := explained and not accounts && '{promo,promo_frozen}';
  end if;
  if not coalesce(explained, false) then
    perform journal_unexplained(new.book, new.seq, new.kind);
  end if;
  case new.kind
    when 'contract_close' then
      for at in 0 .. jsonb_array_length(of_position.closes) - 1 loop
        if of_position.closes -> at ->> 'journal_seq' = new.seq::text then
          closing := of_position.closes -> at;
          closings := closings + 1;
        end if;
      end loop;
      borne := (closing ->> 'offset')::numeric;
      explained := closings = 1
        and own + credit = (closing ->> 'pnl')::numeric - (closing ->> 'fee')::numeric - (closing ->> 'financing')::numeric
          + (closing ->> 'shortfall')::numeric - (closing ->> 'owed')::numeric - borne - (closing ->> 'charge')::numeric
        and (of_position.collateral <> 'promo' or own >= case when (closing ->> 'shortfall')::numeric > 0 then -borne else 0 end);
      -- Usually the trading account pays the whole profit, and the insurance the whole shortfall.
      if explained and not (equity = 0 and interest = (closing ->> 'financing')::numeric
        and insurance = (closing ->> 'charge')::numeric - (closing ->> 'shortfall')::numeric + borne
        and fees + rounding + trading = (closing ->> 'fee')::numeric - (closing ->> 'pnl')::numeric
        and (closing ->> 'fee')::numeric - fees between 0 and 0.00000001 and rounding between 0 and 0.00000002)
      then
        explained := house_paid_in_order(new.book, new.seq, closing, array[trading, insurance, equity, interest, fees, rounding]);
      end if;
    when 'contract_open', 'contract_fill' then
      explained := of_position.entry_price is not null and own + credit = -of_position.open_fee;
    when 'contract_release' then
      -- After an amendment, a waiting order releases the part of its hold that it no longer needs.
      explained := own + credit = 0 and (of_position.status not in ('pending', 'open') or (of_position.status = 'pending'
        and exists (select from position_amendment a where a.book = new.book and a.position_id = journal_row(new.ref, 'position')
          and a.xmin = pg_current_xact_id()::xid)));
    else explained := own + credit = 0;
  end case;
  if explained is not true then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  if coalesce(of_position.held, 0) is distinct from of_position.frozen then
    raise exception 'journal %/% leaves frozen what no position holds', new.book, new.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
  return null;
end
$$;

create or replace function position_opening_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  is_stop boolean := new_row.type = 'stop';
  entry record;
  armed bigint;
begin
  if was.book is null then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age,
        null::bigint as next_ms,
        (select h.fill_age_ms from tape_head h where h.symbol = new_row.symbol) as fill_age_ms
      into entry from tape t where t.symbol = new_row.symbol and t.seq = new_row.created_seq;
    -- The times of a tape's entries never decrease, so an earlier entry can exist only behind an entry that is at least this old.
    if entry.time_ms <= now_ms - slack_ms / 3 then
      entry.next_ms := (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = new_row.created_seq + 1);
    end if;
    if (abs(new_row.created_ms - now_ms) <= slack_ms
        and entry.time_ms <= new_row.created_ms + slack_ms and coalesce(entry.next_ms > new_row.created_ms - slack_ms, true)
        and new_row.fill_age_ms = entry.fill_age_ms) is not true then
      return 'acceptance';
    end if;
    if abs(new_row.created_ms - now_ms) > slack_ms / 3 or entry.next_ms <= now_ms - slack_ms / 3 then
      perform read_too_long_ago(new_row.symbol);
    end if;
    if new_row.type = 'market' and new_row.entry_seq is distinct from new_row.created_seq
      and not entry.gap and entry.age <= new_row.fill_age_ms
    then
      return 'entry of its opening';
    end if;
    -- Entries without a price repeat the last price.
    if new_row.reduces is not null and not exists (select from position p where p.book = new_row.book and p.id = new_row.reduces
      and p.status in ('open', 'closing') and (p.product, p.symbol) = (new_row.product, new_row.symbol) and p.side <> new_row.side
      and p.open_quantity >= new_row.quantity
      -- An order for a part of a position can't wait for pending margin (`position_change_violation`).
      and (p.open_quantity = new_row.quantity or coalesce((p.change_waits ->> 'margin')::numeric, 0) = 0))
    then
      return 'position that it reduces';
    end if;
    if (new_row.post_only or is_stop or new_row.reduces is not null) and (new_row.entry_seq is not null
      or entry_reached(entry.bid, entry.ask, long, is_stop, new_row.price) is not false)
    then
      return 'waiting';
    end if;
  end if;
  if was.book is null and new_row.expires_ms is not null and new_row.status = 'pending'
    and (new_row.armed -> 'expiry' ->> 1)::bigint is distinct from new_row.created_seq
  then
    return 'arming of its expiry';
  end if;
  if was.book is null and new_row.type <> 'market' and new_row.status = 'pending'
    and ((new_row.armed -> 'limit' ->> 1)::bigint, (new_row.armed -> 'limit' ->> 2)::bigint)
      is distinct from (new_row.created_seq, new_row.created_ms)
  then
    return 'arming of its limit';
  end if;
  if was.entry_seq is not null or new_row.entry_seq is null then
    return null;
  end if;
  -- A position that is opened and closed in one batch has no previous row with which to compare the closing.
  if was.book is null and new_row.closes <> '[]' and position_margin_violation(was, new_row) is not null then
    return 'margin of a closing';
  end if;
  if was.book is not null or new_row.entry_seq <> new_row.created_seq then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age into entry
      from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq;
  end if;
  if (not entry.gap and new_row.entry_price = case when long then entry.ask else entry.bid end) is not true then
    return 'price of its opening';
  end if;
  if new_row.type <> 'limit'
    and (case when long then new_row.entry_price > new_row.worst_price else new_row.entry_price < new_row.worst_price end)
  then
    return 'bound of its opening';
  end if;
  armed := coalesce(part_watched_from(was.symbol, was.armed -> 'limit'), new_row.created_seq);
  if (case
    when was.book is not null and new_row.entry_seq <= new_row.created_seq then false
    when new_row.type = 'market' and new_row.entry_seq = new_row.created_seq then entry.age <= new_row.fill_age_ms
    when new_row.type = 'market' then new_row.entry_seq
      = filling_seq(new_row.symbol, new_row.created_seq, new_row.created_ms, new_row.fill_age_ms)
    when not entry_reached(entry.bid, entry.ask, long, is_stop, new_row.price) then false
    when was.book is null then not is_stop and new_row.entry_seq = new_row.created_seq and entry.age <= new_row.fill_age_ms
    else new_row.entry_seq > armed
      and (was.expires_ms is null or entry.time_ms < was.expires_ms)
      and (was.cancel_ms is null or coalesce(new_row.entry_seq < rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms), true))
      and not reached_between(new_row.symbol, case when long then 'ask' else 'bid' end, long <> is_stop, new_row.price, armed, new_row.entry_seq)
    end) is not true
  then
    return 'entry of its opening';
  end if;
  if new_row.entry_ms is distinct from (case when new_row.entry_seq = new_row.created_seq then new_row.created_ms else entry.time_ms end) then
    return 'time of its opening';
  end if;
  if new_row.status in ('open', 'closing')
    and (new_row.armed -> 'margin' ->> 1)::bigint is distinct from new_row.entry_seq
    and not margin_watched(new_row, new_row.entry_seq)
  then
    return 'arming of its margin';
  end if;
  if coalesce(new_row.take_profit, new_row.stop_price, new_row.trail_distance) is not null and new_row.status in ('open', 'closing')
    and ((new_row.take_profit is not null and new_row.armed #> '{target,1}' is null)
      or (new_row.stop_price is not null and new_row.armed #> '{stop,1}' is null)
      or (new_row.trail_distance is not null and new_row.armed #> '{trail,1}' is null))
  then
    return 'arming of its levels';
  end if;
  return null;
end
$$;

create or replace function position_cancel_violation(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (was.status = 'pending' and was_newest(was.symbol, new_row.cancel_seq, new_row.cancel_ms, slack_ms)
    and new_row.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and case
      when new_row.status = 'pending' then was.type <> 'market'
        and filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) is distinct from new_row.cancel_seq
      when new_row.status = 'cancelled' and new_row.reason = 'customer' then was.type = 'market'
        or filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) = new_row.cancel_seq
      else false end) is not true then 'cancelling' end;
end
$$;

create or replace function position_change_violation(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  waits jsonb := new_row.change_waits;
  is_moved boolean := (was.take_profit, was.stop_price, was.stop_kind, was.trail_distance)
      is distinct from (new_row.take_profit, new_row.stop_price, new_row.stop_kind, new_row.trail_distance)
    or (was.status = 'pending' and new_row.status = 'pending' and was.updated_ms <> new_row.updated_ms)
    or (was.entry_seq is not null and new_row.status in ('open', 'closing')
      and (was.armed #> '{target,1}', was.armed #> '{target,2}', was.armed #> '{stop,1}', was.armed #> '{stop,2}', was.armed #> '{trail,1}',
        was.armed #> '{trail,2}') is distinct from (new_row.armed #> '{target,1}', new_row.armed #> '{target,2}', new_row.armed #> '{stop,1}',
        new_row.armed #> '{stop,2}', new_row.armed #> '{trail,1}', new_row.armed #> '{trail,2}'));
  asked_seq bigint := greatest(was.change_seq, was.entry_seq);
  is_at_once boolean;
begin
  if (was.change_ms, was.change_seq, was.change_age_ms, was.change_waits)
    is not distinct from (new_row.change_ms, new_row.change_seq, new_row.change_age_ms, waits)
  then
    return case when is_moved or was.added is distinct from new_row.added then 'change of its levels' end;
  end if;
  if (was.change_ms, was.change_seq, was.change_age_ms) is not distinct from (new_row.change_ms, new_row.change_seq, new_row.change_age_ms) then
    return case when (waits is null and taken_back_seq(was.symbol, was.change_seq, was.change_ms) is not null
      and (was.status, was.closes, was.margin, was.added) = (new_row.status, new_row.closes, new_row.margin, new_row.added)
      and new_row.stop_kind is not distinct from was.change_waits ->> 'stop_kind'
      and (was.status <> 'pending' or new_row.updated_ms = was.change_ms)
      and case when was.entry_seq is null
        then (new_row.take_profit, new_row.stop_price, new_row.trail_distance) is not distinct from ((was.change_waits ->> 'take_profit')::numeric,
          (was.change_waits ->> 'stop_price')::numeric, (was.change_waits ->> 'trail_distance')::numeric)
        else level_changed(was.take_profit, was.armed -> 'target', new_row.take_profit, new_row.armed -> 'target',
            (was.change_waits ->> 'take_profit')::numeric, asked_seq, was.change_ms)
          and level_changed(was.stop_price, was.armed -> 'stop', new_row.stop_price, new_row.armed -> 'stop',
            (was.change_waits ->> 'stop_price')::numeric, asked_seq, was.change_ms)
          and level_changed(was.trail_distance, was.armed -> 'trail', new_row.trail_distance, new_row.armed -> 'trail',
            (was.change_waits ->> 'trail_distance')::numeric, asked_seq, was.change_ms) end
      ) is not true then 'change of its levels' end;
  end if;
  is_at_once := session_long_closed(was.symbol, new_row.change_ms)
    or coalesce(filling_seq(was.symbol, new_row.change_seq, new_row.change_ms, new_row.change_age_ms) = new_row.change_seq, false);
  return case when (was.status in ('pending', 'open')
    and (was.type <> 'market' or was.status = 'open')
    and was_newest(was.symbol, new_row.change_seq, new_row.change_ms, slack_ms)
    and new_row.change_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and (was.change_waits is null or session_long_closed(was.symbol, new_row.change_ms))
    and case when waits is null
      then is_at_once and (was.status <> 'pending' or new_row.status <> 'pending' or new_row.updated_ms = new_row.change_ms)
      else not is_at_once and not is_moved and new_row.status = was.status and new_row.closes = was.closes
        and coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new_row.added) as e (a)), 0)
          - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(was.added) as e (a)), 0) = (waits ->> 'margin')::numeric
        and coalesce((waits ->> 'take_profit')::numeric > 0, true) and coalesce((waits ->> 'stop_price')::numeric > 0, true)
        and coalesce((waits ->> 'trail_distance')::numeric > 0, true) and coalesce(waits ->> 'stop_kind' in ('loss', 'lock'), true)
        and (waits ->> 'stop_price' is null) = (waits ->> 'stop_kind' is null)
        and ((new_row.armed -> 'change' ->> 1)::bigint, (new_row.armed -> 'change' ->> 2)::bigint) = (new_row.change_seq, new_row.change_ms)
        -- Otherwise there would be a cycle: an order for a part of the position would wait for this margin, the margin for a
        -- level that an earlier entry reaches, and that level for the order.
        and ((waits ->> 'margin')::numeric = 0 or not exists (select from position r where r.book = was.book and r.reduces = was.id
          and r.status = 'pending' and r.quantity < was.open_quantity))
      end) is not true then 'change of its levels' end;
end
$$;

create or replace function position_follows() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  initial numeric := old.initial_margin;
  was_open numeric := old.open_quantity;
  part numeric;
  today int := floor(extract(epoch from clock_timestamp() - interval '5 seconds') / 86400);
  violation text;
begin
  if old.entry_ms is null then
    initial := case when new.closes = '[]' then new.margin
      - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new.added) as e (a)), 0)
      else new.initial_margin end;
  else
    for part in select (c ->> 'quantity')::numeric from jsonb_array_elements(new.closes) with ordinality as e (c, at)
        where e.at > jsonb_array_length(old.closes) order by e.at
    loop
      exit when part >= was_open;
      initial := ceil(initial * (was_open - part) / was_open * 100000000) / 100000000;
      was_open := was_open - part;
    end loop;
  end if;
  if new.entry_ms is not null and new.initial_margin <> initial then
    violation := 'initial_margin';
  elsif new.financed_ms is distinct from coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms, old.financed_ms) then
    violation := 'financed_ms';
  elsif old.added is distinct from new.added and not (
    coalesce((new.added -> -1 ->> 'amount')::numeric > 0, false)
    and (new.added -> -1 ->> 'day')::int between today and today + 1
    -- If a closing in the same batch also released a part of the margin, only the journals show how much was added.
    and (old.closes <> new.closes or old.entry_ms is null or (new.added -> -1 ->> 'amount')::numeric = new.margin - old.margin
      + coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(old.added) as e (a) where a -> 'day' = new.added -> -1 -> 'day'), 0))
    and (new.added - -1) = (case when old.added -> -1 -> 'day' = new.added -> -1 -> 'day' then old.added - -1 else old.added end))
  then
    violation := 'added';
  elsif old.entry_ms is not null and new.margin > old.margin and old.added is not distinct from new.added then
    violation := 'margin';
  end if;
  if violation is not null then
    raise exception 'position % of book %: % does not follow', new.id, new.book, violation
      using errcode = 'check_violation', constraint = 'position_follows';
  end if;
  return new;
end
$$;

create or replace function position_cost_violation(of_row public."position", is_new boolean) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  is_held boolean := of_row.entry_seq is distinct from of_row.created_seq;
  limit_price numeric := of_row.price;
  held numeric;
  held_margin numeric;
  held_fee numeric;
  own numeric;
  margin_units numeric;
  fee_units numeric;
  was_open numeric := of_row.quantity;
  part numeric;
begin
  -- An order that only reduces a position costs nothing (`position_reduces`).
  if of_row.reduces is not null then
    return null;
  end if;
  if is_held and (is_new or of_row.entry_price is null or limit_price is not null) then
    -- A market order that waits freezes its cost at the quote that was the newest at its acceptance.
    if limit_price is null then
      select case of_row.side when 'long' then t.ask else t.bid end into limit_price from tape t
        where t.symbol = of_row.symbol and t.seq <= of_row.created_seq and not t.gap order by t.seq desc limit 1;
    end if;
    held := contract_notional(of_row.product, of_row.symbol, of_row.quantity, limit_price, of_row.placed_rate);
    held_margin := div(held + of_row.leverage - 1, of_row.leverage);
    held_fee := ceil(held * of_row.fee_rate);
    if is_new and (of_row.staked * 100000000 = held_margin) is not true then
      return 'stake';
    end if;
  end if;
  if of_row.entry_price is null then
    return case when (of_row.initial_margin * 100000000 = held_margin and of_row.open_fee * 100000000 = held_fee
      and of_row.margin * 100000000 = held_margin + held_fee) is not true then 'cost' end;
  end if;
  own := contract_notional(of_row.product, of_row.symbol, of_row.quantity, of_row.entry_price, of_row.open_rate);
  margin_units := div(own + of_row.leverage - 1, of_row.leverage);
  fee_units := ceil(own * of_row.fee_rate);
  if is_new and not is_held and (of_row.staked * 100000000 = margin_units) is not true then
    return 'stake';
  end if;
  -- At its limit, an order costs at most what it froze. At market and at a stop, the entry's price determines the cost.
  if is_held and of_row.type = 'limit' and margin_units + fee_units >= held_margin + held_fee then
    margin_units := held_margin;
    fee_units := held_fee;
  end if;
  for at in 0 .. jsonb_array_length(of_row.closes) - 1 loop
    part := (of_row.closes -> at ->> 'quantity')::numeric;
    exit when part >= was_open;
    margin_units := div(margin_units * (was_open - part) * 100000000 + was_open * 100000000 - 1, was_open * 100000000);
    was_open := was_open - part;
  end loop;
  return case when (of_row.initial_margin * 100000000 = margin_units and of_row.open_fee * 100000000 = fee_units) is not true
    then 'cost' end;
end
$$;

create or replace function position_reached(of_row public."position", upto bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  quote text := split_part(of_row.symbol, '/', 2);
  armed jsonb := of_row.armed;
  watched bigint;
  item record;
  -- The entry at which a pending change takes effect. The old levels apply up to it.
  changes_at bigint;
  changed text;
begin
  if of_row.status = 'pending' then
    if of_row.expires_ms is not null and upto is not null then
      upto := least(upto, entry_before(of_row.symbol, of_row.expires_ms));
    end if;
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end,
      long <> (of_row.type = 'stop'), of_row.price, part_watched_from(of_row.symbol, armed -> 'limit'), upto + 1) then 'limit' end;
  end if;
  if of_row.status not in ('open', 'closing') then
    return null;
  end if;
  if of_row.change_waits is not null then
    changes_at := taken_back_seq(of_row.symbol, of_row.change_seq, of_row.change_ms);
    if changes_at <= upto then
      upto := changes_at - 1;
      changed := 'change';
    end if;
  end if;
  if of_row.take_profit is not null
    and reached_between(of_row.symbol, closes_at, not long, of_row.take_profit, part_watched_from(of_row.symbol, armed -> 'target'), upto + 1)
  then
    return 'target';
  end if;
  if of_row.stop_price is not null
    and reached_between(of_row.symbol, closes_at, long, of_row.stop_price, part_watched_from(of_row.symbol, armed -> 'stop'), upto + 1)
  then
    return 'stop';
  end if;
  if of_row.trail_distance is not null
    and trailed_first(of_row.symbol, long, of_row.trail_distance, (armed -> 'trail' ->> 1)::bigint,
      part_watched_from(of_row.symbol, armed -> 'trail'), upto) is not null
  then
    return 'trail';
  end if;
  watched := (armed -> 'margin' ->> 1)::bigint;
  if watched >= upto then
    return changed;
  end if;
  if quote in ('USDT', 'USD') then
    return case when margin_reached(of_row, of_row.rate, watched, upto) then 'margin' else changed end;
  end if;
  for item in select w.rate, w.since, lead(w.since) over (order by w.seq) as until from (
      select of_row.rate_seq as seq, of_row.rate as rate, watched as since
      union all
      select r.seq, r.last, entry_before(of_row.symbol, r.time_ms) from tape r
        where r.symbol = quote || '/USDT' and r.seq > of_row.rate_seq and not r.gap
    ) w order by w.seq
  loop
    if margin_reached(of_row, item.rate, greatest(watched, item.since), least(upto, coalesce(item.until, upto))) then
      return 'margin';
    end if;
  end loop;
  return changed;
end
$$;

create or replace function position_moved_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closed int := jsonb_array_length(new_row.closes) - jsonb_array_length(was.closes);
  reason text := case when closed > 0 then new_row.closes -> -1 ->> 'reason' end;
  item record;
  violation text;
  is_moved boolean := was.status in ('pending', 'open') and was.added is distinct from new_row.added;
  is_armed_anew boolean := was.armed is distinct from new_row.armed;
  has_levels boolean := coalesce(was.take_profit, was.stop_price, was.trail_distance, new_row.take_profit, new_row.stop_price,
    new_row.trail_distance) is not null;
  is_carried_out boolean := was.change_waits is not null and new_row.change_waits is null and was.change_ms = new_row.change_ms;
  changes_at bigint := case when was.change_waits is not null then taken_back_seq(was.symbol, was.change_seq, was.change_ms) end;
begin
  if was.change_waits is not null and new_row.change_waits is not null and new_row.status in ('pending', 'open', 'closing')
    and (was.armed -> 'change') is distinct from (new_row.armed -> 'change')
  then
    return 'arming of its change';
  end if;
  -- A trigger that was reached before the change takes effect fires first.
  if is_carried_out and position_reached(was, changes_at - 1) is not null then
    return 'reached';
  end if;
  -- While the change waits, the version stays the same, as it does during a pending cancellation, because the engine ignores a
  -- trigger with another version.
  if is_armed_anew and was.status = 'pending' and was.amended_ms is not distinct from new_row.amended_ms and ((was.armed #> '{limit,1}', was.armed #> '{limit,2}')
      is distinct from (new_row.armed #> '{limit,1}', new_row.armed #> '{limit,2}')
    or (new_row.status = 'pending' and ((was.armed -> 'limit') is distinct from (new_row.armed -> 'limit')
      or (was.armed -> 'expiry') is distinct from (new_row.armed -> 'expiry')
      or (was.cancel_ms is not null and (was.armed -> 'cancel') is distinct from (new_row.armed -> 'cancel')))))
  then
    return 'arming of its limit';
  end if;
  if was.status = 'pending' and new_row.status = 'cancelled' then
    return position_ended_violation(was, new_row, now_ms, slack_ms);
  end if;
  if closed > 0 then
    violation := position_margin_violation(was, new_row);
    if violation is not null then
      return violation;
    end if;
  end if;
  if has_levels and not is_carried_out and new_row.status in ('pending', 'open') then
    for item in select * from (values ('target', was.take_profit, new_row.take_profit), ('stop', was.stop_price, new_row.stop_price),
        ('trail', was.trail_distance, new_row.trail_distance)) as v (part, before, after)
      where v.before is distinct from v.after
        or (v.after is not null and new_row.entry_seq is not null and (was.entry_seq is null
          or (new_row.armed -> v.part ->> 1, new_row.armed -> v.part ->> 2)
            is distinct from (was.armed -> v.part ->> 1, was.armed -> v.part ->> 2)))
    loop
      -- A level that was set together with its order is watched from the opening on. A level that was moved is watched from now
      -- on.
      if new_row.entry_seq is not null and item.after is not null and not coalesce((was.entry_seq is null
          and item.before is not distinct from item.after and ((new_row.armed -> item.part ->> 1)::bigint,
            (new_row.armed -> item.part ->> 2)::bigint) = (new_row.entry_seq, was.updated_ms))
        or ((was.entry_seq is not null or item.before is distinct from item.after)
          and was_newest(new_row.symbol, (new_row.armed -> item.part ->> 1)::bigint,
            coalesce((new_row.armed -> item.part ->> 2)::bigint, 0), slack_ms)), false)
      then
        return 'arming of its ' || item.part;
      end if;
      is_moved := is_moved or was.entry_seq is not null or item.before is distinct from item.after;
    end loop;
  elsif is_armed_anew and not is_carried_out and new_row.status in ('closing', 'closed') and was.entry_seq is not null
    and (was.take_profit, was.stop_price, was.trail_distance) is not distinct from (new_row.take_profit, new_row.stop_price, new_row.trail_distance)
    and (was.armed #> '{target,1}', was.armed #> '{stop,1}', was.armed #> '{trail,1}', was.armed #> '{target,2}', was.armed #> '{stop,2}',
      was.armed #> '{trail,2}') is distinct from (new_row.armed #> '{target,1}', new_row.armed #> '{stop,1}', new_row.armed #> '{trail,1}',
      new_row.armed #> '{target,2}', new_row.armed #> '{stop,2}', new_row.armed #> '{trail,2}')
  then
    return 'arming of what ended';
  end if;
  if is_moved then
    if position_reached(was, (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1)) is not null then
      return 'reached';
    end if;
  end if;
  -- The trigger that an entry reached first must fire. At the entry of the closing itself, all triggers have the same price, and
  -- a change of levels at that entry has already taken effect.
  if reason is not null and reason <> 'start_over'
    and (position_reached(was, (new_row.closes -> -1 ->> 'tape_seq')::bigint - 1) is not null
      or changes_at <= (new_row.closes -> -1 ->> 'tape_seq')::bigint
      -- Closing a part would release a share of margin that does not count yet.
      or (new_row.status <> 'closed' and (was.change_waits ->> 'margin')::numeric > 0))
  then
    return 'reached';
  end if;
  if was.asked_ms is null and new_row.asked_ms is not null and position_reached(was, new_row.asked_seq) is not null then
    return 'reached';
  end if;
  if is_armed_anew and new_row.status in ('open', 'closing', 'closed') and was.status in ('open', 'closing')
    and (was.armed #> '{margin,1}') is distinct from (new_row.armed #> '{margin,1}')
  then
    return margin_rearmed_violation(was, new_row);
  end if;
  return null;
end
$$;

create or replace function position_refused_truly(was public."position", of_reason text, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  long boolean := was.side = 'long';
  entry record;
  own numeric;
begin
  select t.bid, t.ask, t.time_ms, case when long then t.ask else t.bid end as opens_at, case when long then t.bid else t.ask end as closes_at
    into entry from tape t where t.symbol = was.symbol and t.seq = at_seq;
  if was.reduces is not null then
    -- This reason is true only while the position is being closed in full.
    if of_reason = 'position_closing' then
      return exists (select from position p where p.book = was.book and p.id = was.reduces and p.status = 'closing');
    end if;
    return of_reason = 'reduced' and exists (select from position p, jsonb_to_recordset(p.closes) as c ("order" bigint, tape_seq bigint, quantity numeric)
      where p.book = was.book and p.id = was.reduces and p.xmin = pg_current_xact_id()::xid and (c."order", c.tape_seq) = (was.id, at_seq)
        and (c.quantity = was.quantity or (c.quantity < was.quantity and p.open_quantity = 0)));
  end if;
  own := contract_notional(was.product, was.symbol, was.quantity, entry.opens_at, was.rate);
  return case of_reason
    when 'trading_closed' then was.type = 'market' and entry.time_ms - was.created_ms > fill_wait_ms()
    when 'price_moved' then was.type <> 'limit' and case when long then entry.opens_at > was.worst_price else entry.opens_at < was.worst_price end
    when 'take_profit_wrong' then was.type <> 'limit' and case when long then was.take_profit < entry.ask else was.take_profit > entry.bid end
    when 'stop_loss_wrong' then was.type <> 'limit' and case when long then was.stop_price > entry.bid else was.stop_price < entry.ask end
    when 'trailing_wrong' then was.type <> 'limit' and was.trail_distance >= entry.closes_at
    -- The order's frozen amount has been returned to the customer by now, and may already have been moved.
    when 'margin_insufficient' then was.type <> 'limit' and was.collateral = 'contract'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate) > 100000000 * greatest(was.margin,
        (select b.amount from balance b where b.book = was.book and b.account = 'contract' and b.currency = 'USDT'))
    when 'credit_insufficient' then was.type <> 'limit' and was.collateral = 'promo'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate) > 100000000 * greatest(was.margin,
        (select b.amount from balance b where b.book = was.book and b.account = 'promo' and b.currency = 'USDT'
          and exists (select from experience_credit c where c.book = b.book and c.status = 'active'
            and c.expires_ms > market_now_ms() + market_slack_ms())))
    -- No limit of the cover is less than half of the cover, and none counts for more than the total.
    when 'liquidity_insufficient' then exists (select from house_cover h where h.book = 0 and (h.owed > 0
      or (select coalesce(sum(c.value), 0) from counter c where starts_with(c.name, 'cover:'))
        + stress_of(was.product, was.symbol, was.quantity, entry.opens_at, was.rate) > (h.funds - h.open_profit) / 2))
    else barred_truly(was.book, of_reason, case was.product when 'forex' then 'forex' else 'contracts' end, was.symbol, was.leverage) end;
end
$$;

create or replace function position_ended_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  taken_back bigint := taken_back_seq(was.symbol, was.cancel_seq, was.cancel_ms);
  rests_until bigint := rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms);
begin
  if new_row.ended_seq is null then
    return 'entry of its end';
  end if;
  if new_row.reason = 'expired' then
    if (new_row.ended_seq = position_expired_seq(was.symbol, was.created_seq, was.expires_ms)) is not true then
      return 'entry of its end';
    end if;
    return case when position_reached(was, least(rests_until, new_row.ended_seq) - 1) is not null then 'reached' end;
  end if;
  if new_row.reason = 'customer' and new_row.cancel_ms is null then
    return 'request of its end';
  end if;
  if new_row.reason = 'customer' and was.type <> 'market' then
    if (case
      when was.cancel_ms is null then new_row.ended_seq <> new_row.cancel_seq
      -- If a second request arrives at the same moment, it waits for the first one.
      when taken_back is not null then new_row.ended_seq < taken_back and now_ms - was.cancel_ms <= fill_wait_ms()
      else now_ms - was.cancel_ms <= fill_wait_ms() or not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) end)
    then
      return 'entry of its end';
    end if;
    -- A minute after the first request, a second one need not wait for the entry that would have executed the cancellation.
    if new_row.ended_seq <> taken_back and now_ms - was.cancel_ms > fill_wait_ms()
      and not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms)
    then
      return 'entry of its end';
    end if;
    return case when (new_row.ended_seq <> taken_back and now_ms - was.cancel_ms <= fill_wait_ms()) or position_reached(was, coalesce(rests_until - 1,
      (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1))) is not null then 'reached' end;
  end if;
  if new_row.reason in ('customer', 'start_over') then
    if not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) then
      return 'entry of its end';
    end if;
    if new_row.reason = 'start_over' then
      return case when not starts_over(was.book, now_ms, slack_ms) then 'reason of its end' end;
    end if;
    return case when not market_missed(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms, now_ms) then 'reached' end;
  end if;
  -- The position that the order reduces was closed before an entry reached the order.
  if new_row.reason = 'position_not_open' and was.reduces is not null then
    if not exists (select from position p where p.book = was.book and p.id = was.reduces and p.status = 'closed'
      and (p.closes -> -1 ->> 'tape_seq')::bigint = new_row.ended_seq)
    then
      return 'reason of its end';
    end if;
    return case when position_reached(was, least(rests_until, new_row.ended_seq) - 1) is not null then 'reached' end;
  end if;
  if new_row.ended_seq >= rests_until
    or (was.expires_ms is not null and new_row.ended_seq > entry_before(was.symbol, was.expires_ms))
  then
    return 'entry of its end';
  end if;
  if (case when was.type = 'market'
      then new_row.ended_seq > was.created_seq
        and new_row.ended_seq = filling_seq(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms)
      else spot_reached_at(was.symbol, case when long then 'buy' else 'sell' end, case was.type when 'limit' then was.price end,
        case was.type when 'stop' then was.price end, part_watched_from(was.symbol, was.armed -> 'limit'), new_row.ended_seq) end) is not true
  then
    return 'entry of its end';
  end if;
  return case when position_refused_truly(was, new_row.reason, new_row.ended_seq) is not true then 'reason of its end' end;
end
$$;

create or replace function position_margin_violation(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  own numeric;
  added numeric := 0;
  item jsonb;
  part numeric;
  needed numeric;
  -- In units of 10^-8, including the margin added before and after the closings.
  before_units numeric;
  after_units numeric;
  was_open numeric := coalesce(nullif(was.open_quantity, 0), new_row.quantity);
begin
  if was.entry_price is not null then
    after_units := was.margin * 100000000;
  else
    own := contract_notional(new_row.product, new_row.symbol, new_row.quantity, new_row.entry_price, new_row.open_rate);
    after_units := least(div(own + new_row.leverage - 1, new_row.leverage),
      case when new_row.type = 'limit' and new_row.entry_seq <> new_row.created_seq then new_row.staked * 100000000 end);
  end if;
  if was.added is distinct from new_row.added then
    added := 100000000 * (coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new_row.added) as e (a)), 0)
      - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(was.added) as e (a)), 0));
  end if;
  before_units := after_units + added;
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    item := new_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    needed := 100000000 * ((item ->> 'fee')::numeric + (item ->> 'financing')::numeric + coalesce((item ->> 'charge')::numeric, 0)
      - (item ->> 'pnl')::numeric);
    before_units := before_units
      - least(greatest(needed, div(before_units * part * 100000000, was_open * 100000000)), before_units);
    after_units := after_units
      - least(greatest(needed, div(after_units * part * 100000000, was_open * 100000000)), after_units);
    was_open := was_open - part;
  end loop;
  return case when (new_row.margin * 100000000 between before_units and after_units + added) is not true then 'margin of a closing' end;
end
$$;

create or replace function position_unhedged() returns trigger language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  hedged bigint;
begin
  select a.id into hedged from added a
    -- An order that only reduces a position counts for neither side.
    where a.reduces is null and ((a.collateral = 'promo' and exists (
        select from position p where p.book = a.book and p.status in ('pending', 'open', 'closing') and p.reduces is null
          and p.symbol = a.symbol and p.side <> a.side))
      or exists (
        select from position p where p.book = a.book and p.symbol = a.symbol and p.collateral = 'promo'
          and p.status in ('pending', 'open', 'closing') and p.side <> a.side))
    limit 1;
  if hedged is not null then
    raise exception 'position % is the other side of credit', hedged
      using errcode = 'check_violation', constraint = 'position_unhedged';
  end if;
  return null;
end
$$;

create or replace function position_closings_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint,
  is_timed boolean) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closing jsonb;
  item record;
  reopens_ms bigint;
  fills_at bigint;
  violation text;
begin
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    closing := new_row.closes -> at;
    select (closing ->> 'quantity')::numeric as quantity, (closing ->> 'price')::numeric as price, (closing ->> 'tape_seq')::bigint as tape_seq,
        (closing ->> 'rate')::numeric as rate, (closing ->> 'rate_seq')::bigint as rate_seq, (closing ->> 'financing')::numeric as financing,
        closing ->> 'reason' as reason, (closing ->> 'time_ms')::bigint as time_ms, (closing ->> 'asked_ms')::bigint as asked_ms,
        (closing ->> 'asked_seq')::bigint as asked_seq, t.gap, case new_row.side when 'long' then t.bid else t.ask end as at_price,
        t.time_ms as entry_ms, least(t.time_ms, t.feed_time_ms) as known_ms, null::bigint as next_ms
      into item from tape t where t.symbol = new_row.symbol and t.seq = (closing ->> 'tape_seq')::bigint;
    if item.entry_ms is null or not rate_counted(new_row.symbol, item.rate, item.rate_seq, item.entry_ms, now_ms) then
      return 'rate of a closing';
    end if;
    continue when not is_timed;
    if (not item.gap and item.price = item.at_price and abs(item.time_ms - now_ms) <= slack_ms) is not true then
      return 'price of a closing';
    end if;
    if item.entry_ms / 86400000 > new_row.financed_ms / 86400000 then
      return 'nights';
    end if;
    if item.reason in ('customer', 'close_all') then
      if item.asked_ms is distinct from was.asked_ms then
        if item.asked_seq = item.tape_seq and item.entry_ms <= now_ms - slack_ms / 3 then
          item.next_ms := (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = item.tape_seq + 1);
        end if;
        if (abs(item.asked_ms - now_ms) <= slack_ms and case
            when item.asked_seq = item.tape_seq
              then item.entry_ms <= item.asked_ms + slack_ms and coalesce(item.next_ms > item.asked_ms - slack_ms, true)
                and item.time_ms = item.asked_ms
            else was_newest(new_row.symbol, item.asked_seq, item.asked_ms, slack_ms) end) is not true then
          return 'time of a closing';
        end if;
        if abs(item.asked_ms - now_ms) > slack_ms / 3 or (item.asked_seq = item.tape_seq and item.next_ms <= now_ms - slack_ms / 3) then
          perform read_too_long_ago(new_row.symbol);
        end if;
      elsif (item.asked_seq = was.asked_seq and item.tape_seq > was.asked_seq and item.quantity = was.closing_quantity) is not true then
        return 'entry of a closing';
      end if;
      -- During a closed session, the closing fills at the first quote after the reopening. An earlier quote may be written late.
      reopens_ms := case when new_row.product = 'forex' then session_reopens_ms(new_row.symbol, item.asked_ms) end;
      if reopens_ms is not null then
        fills_at := (select q.seq from tape q where q.symbol = new_row.symbol
          and q.seq > item.asked_seq and q.time_ms >= reopens_ms and least(q.time_ms, q.feed_time_ms) >= item.asked_ms and not q.gap
          order by q.seq limit 1);
      elsif item.tape_seq = item.asked_seq and item.asked_ms - item.known_ms <= new_row.fill_age_ms then
        fills_at := item.tape_seq;
      else
        fills_at := case when item.tape_seq <> item.asked_seq
          then filling_seq(new_row.symbol, item.asked_seq, item.asked_ms, new_row.fill_age_ms) end;
      end if;
      if (item.tape_seq = fills_at) is not true then
        return 'entry of a closing';
      end if;
    else
      violation := closing_unasked_violation(was, new_row, item.reason, item.tape_seq, item.at_price, item.rate, item.financing, item.quantity,
        (closing ->> 'order')::bigint, now_ms, slack_ms);
      if violation is not null then
        return violation;
      end if;
    end if;
  end loop;
  -- The time at which the position closed is that of its last closing. Later requests refer to it.
  if is_timed and new_row.status = 'closed' and new_row.closed_ms is distinct from (new_row.closes -> -1 ->> 'time_ms')::bigint then
    return 'time of a closing';
  end if;
  return null;
end
$$;

create or replace function closing_unasked_violation(was public."position", new_row public."position", of_reason text, at_seq bigint,
  at_price numeric, at_rate numeric, all_financing numeric, of_quantity numeric, of_order bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  size numeric := contract_size(new_row.product, new_row.symbol);
  armed bigint;
  due numeric;
  -- Added margin counts from the time at which the change that adds it takes effect.
  margin numeric := was.margin - coalesce((was.change_waits ->> 'margin')::numeric, 0);
begin
  if of_reason in ('stop_loss', 'profit_lock', 'take_profit') then
    armed := part_watched_from(was.symbol, was.armed -> case of_reason when 'take_profit' then 'target' else 'stop' end);
    due := case of_reason when 'take_profit' then was.take_profit else was.stop_price end;
    if (at_seq > armed
      and case when long = (of_reason = 'take_profit') then at_price >= due else at_price <= due end
      and not reached_between(new_row.symbol, closes_at, long <> (of_reason = 'take_profit'), due, armed, at_seq)) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'trailing' then
    armed := (was.armed -> 'trail' ->> 1)::bigint;
    if (at_seq > armed and trailed_first(new_row.symbol, long, was.trail_distance, armed,
      part_watched_from(was.symbol, was.armed -> 'trail'), at_seq) = at_seq) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'close_out' then
    armed := (was.armed -> 'margin' ->> 1)::bigint;
    -- Overnight charges due at the closing's own entry are charged by the closing. Levels watched before that did not include
    -- them.
    due := new_row.entry_price + case when long then 1 else -1 end
      * (was.initial_margin / 2 - margin + was.financing + was.charge) / (was.open_quantity * size * was.rate);
    due := case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
    if (at_seq > armed and 2 * (margin - all_financing - was.charge + of_quantity * size
        * at_rate * case when long then at_price - new_row.entry_price else new_row.entry_price - at_price end) <= was.initial_margin
      and not reached_between(new_row.symbol, closes_at, long, due, armed, at_seq)) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'reduce' then
    -- The order that reduces the position ends together with it, at the order's own first entry, which is checked with that
    -- order.
    if not exists (select from position r where r.book = new_row.book and r.id = of_order and r.reduces = new_row.id
      and (r.status, r.reason, r.ended_seq) = ('cancelled', 'reduced', at_seq) and r.quantity >= of_quantity
      and r.xmin = pg_current_xact_id()::xid)
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'start_over' then
    if exists (select from tape q where q.symbol = new_row.symbol and q.seq > at_seq and not q.gap and q.time_ms <= now_ms - slack_ms)
      or not exists (select from journal j where j.book = new_row.book and j.kind = 'start_over' and abs(j.time_ms - now_ms) <= slack_ms)
    then
      return 'entry of a closing';
    end if;
  else
    return 'reason of a closing';
  end if;
  return null;
end
$$;

create or replace function fills_under(of_root bigint) returns table (book bigint, opening text, day int, rest text)
  language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
  with covered as materialized (
    select j.book, j.seq, j.kind, j.time_ms, split_part(j.ref, ':', 2) as id
    from journal_seal s
      cross join lateral (select coalesce(max(o.seq), 0) as seq from journal_seal o where o.book = s.book and o.seq < s.seq) before
      join journal j on j.book = s.book and j.seq > before.seq and j.seq <= s.seq
    where s.number = of_root and j.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_fill', 'contract_open', 'contract_fill',
      'contract_close', 'option_win', 'option_loss', 'option_return', 'spot_release', 'contract_release')
  ), filled as (
    select c.book, 'spot_order:' || f.order_id || '|' || f.leg as told, 'spot' as product, f.symbol, f.side = 'buy' as buys,
      -- If an order closed a position at a stop, it counts as a stop loss.
      case when w.stop is not null and case f.side when 'buy' then f.price >= w.stop else f.price <= w.stop end then 'stop_loss'
        when o.type = 'market' then 'market' when o.type = 'trailing_stop' then 'trailing' else 'limit' end as how, coalesce(o.amended_ms, o.created_ms) as accepted_ms, case f.leg when 1 then o.armed_seq else o.to_armed_seq end as accepted,
      case f.leg when 1 then o.fill_age_ms else o.to_fill_age_ms end as age_ms,
      case when w.stop is not null and case f.side when 'buy' then f.price >= w.stop else f.price <= w.stop end then w.stop else o.price end as level,
      f.tape_seq as filled, f.price, f.value as worth, c.time_ms
    from covered c
      join spot_fill f on f.book = c.book and f.order_id = c.id::bigint and f.journal_seq = c.seq
      join spot_order o on o.book = c.book and o.id = f.order_id
      cross join lateral (select case when o.triggered_seq is null then o.stop end as stop) w
    where c.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_fill')
    union all
    select c.book, 'position:' || p.id || '|0', p.product, p.symbol, p.side = 'long', case p.type when 'stop' then 'stop_loss' else p.type end,
      case when p.type <> 'market' and p.entry_seq <> p.created_seq then (p.armed -> 'limit' ->> 2)::bigint else p.created_ms end,
      case when p.type <> 'market' and p.entry_seq <> p.created_seq
        then coalesce((p.armed -> 'limit' ->> 1)::bigint, p.created_seq) else p.created_seq end,
      p.fill_age_ms, p.price, p.entry_seq, p.entry_price,
      contract_notional(p.product, p.symbol, p.quantity, p.entry_price, coalesce(p.open_rate, p.placed_rate)) / 100000000, c.time_ms
    from covered c join position p on p.book = c.book and p.id = c.id::bigint
    where c.kind in ('contract_open', 'contract_fill')
    union all
    select c.book, 'position:' || p.id || '|' || e.nth, p.product, p.symbol, p.side = 'short',
      case when e.one ->> 'reason' in ('customer', 'close_all') then 'market' when r.type = 'stop' then 'stop_loss' when r.type = 'limit' then 'limit'
        else e.one ->> 'reason' end,
      coalesce((e.one ->> 'asked_ms')::bigint, (p.armed -> w.part ->> 2)::bigint, (r.armed -> 'limit' ->> 2)::bigint),
      coalesce((e.one ->> 'asked_seq')::bigint, (p.armed -> w.part ->> 1)::bigint, (r.armed -> 'limit' ->> 1)::bigint),
      p.fill_age_ms, coalesce(w.level, r.price), (e.one ->> 'tape_seq')::bigint, (e.one ->> 'price')::numeric,
      contract_notional(p.product, p.symbol, (e.one ->> 'quantity')::numeric, (e.one ->> 'price')::numeric,
        (e.one ->> 'rate')::numeric) / 100000000, c.time_ms
    from covered c join position p on p.book = c.book and p.id = c.id::bigint
      cross join lateral jsonb_array_elements(p.closes) with ordinality e (one, nth)
      cross join lateral (select case e.one ->> 'reason' when 'take_profit' then 'target' when 'stop_loss' then 'stop'
          when 'profit_lock' then 'stop' when 'trailing' then 'trail' when 'close_out' then 'margin' end as part,
        case e.one ->> 'reason' when 'take_profit' then p.take_profit when 'stop_loss' then p.stop_price
          when 'profit_lock' then p.stop_price end as level) w
      left join position r on r.book = p.book and r.id = (e.one ->> 'order')::bigint
    where c.kind = 'contract_close' and (e.one ->> 'journal_seq')::bigint = c.seq
  )
  select f.book, 'candor-fill-v1|' || f.book || '|' || f.told, (f.time_ms / 86400000)::int,
    concat_ws('|', f.product, f.symbol, case when f.buys then 'buy' else 'sell' end, f.how, coalesce(f.accepted_ms::text, ''),
      coalesce(f.accepted::text, ''), coalesce(f.age_ms::text, ''), coalesce(trim_scale(f.level)::text, ''),
      coalesce(trim_scale(q.quoted)::text, ''), coalesce(trim_scale(q.next_price)::text, ''), f.filled, coalesce(q.entry_ms::text, ''),
      trim_scale(f.price), f.time_ms, fill_size(f.worth))
  from filled f cross join lateral (
    select (select case when f.buys then t.ask else t.bid end from tape t where t.symbol = f.symbol and t.seq = f.accepted) as quoted,
      (select case when f.buys then t.ask else t.bid end from tape t where t.symbol = f.symbol and t.seq > f.accepted and not t.gap
        order by t.seq limit 1) as next_price,
      (select t.time_ms from tape t where t.symbol = f.symbol and t.seq = f.filled) as entry_ms offset 0) q
  union all
  select c.book, 'candor-fill-v1|' || c.book || '|option:' || o.id, (c.time_ms / 86400000)::int,
    concat_ws('|', 'option', o.symbol, o.side, o.status, coalesce(o.reason, ''), o.accepted_ms, o.accepted_seq, o.expires_ms,
      coalesce(o.struck_from_ms::text, ''), coalesce(o.strike_seq::text, ''), coalesce(o.settle_seq::text, ''), c.time_ms,
      fill_size(o.stake_usdt), case when o.status = 'void' then trim_scale(o.stake_usdt)::text else '' end,
      case when o.status = 'void' then trim_scale(o.profit_usdt)::text else '' end)
  from covered c join option_ticket o on o.book = c.book and o.id = c.id::bigint
  where c.kind like 'option\_%'
  union all
  -- Orders that ended without a fill and without a request by their customer.
  select distinct c.book, 'candor-fill-v1|' || c.book || '|spot_order:' || o.id || '|0', (c.time_ms / 86400000)::int,
    concat_ws('|', 'unfilled', 'spot', o.symbol, o.side, case o.type when 'market' then 'market' else 'limit' end, o.reason, coalesce(o.amended_ms, o.created_ms), o.armed_seq, o.fill_age_ms,
      coalesce(case when o.to_symbol is null then trim_scale(coalesce(o.worst, o.price, o.stop))::text end, ''),
      coalesce(o.ended_seq::text, ''), c.time_ms)
  from covered c join spot_order o on o.book = c.book and o.id = c.id::bigint
  where c.kind = 'spot_release' and o.status in ('refused', 'cancelled') and o.reason not in ('customer', 'start_over', 'expired')
  union all
  select distinct c.book, 'candor-fill-v1|' || c.book || '|position:' || p.id || '|0', (c.time_ms / 86400000)::int,
    concat_ws('|', 'unfilled', p.product, p.symbol, case p.side when 'long' then 'buy' else 'sell' end,
      case p.type when 'market' then 'market' else 'limit' end, p.reason, case p.type when 'market' then p.created_ms
      else (p.armed -> 'limit' ->> 2)::bigint end, case p.type when 'market' then p.created_seq else (p.armed -> 'limit' ->> 1)::bigint end,
      p.fill_age_ms, coalesce(trim_scale(coalesce(p.worst_price, p.price))::text, ''), coalesce(p.ended_seq::text, ''), c.time_ms)
  from covered c join position p on p.book = c.book and p.id = c.id::bigint
  where c.kind = 'contract_release' and p.status = 'cancelled' and p.reason not in ('customer', 'start_over')
    -- An amendment may have released a part earlier.
    and c.seq = (select max(j.seq) from journal j where j.book = c.book and j.ref = 'position:' || p.id and j.kind = 'contract_release')
$$;

create or replace function guard_cancel_only() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  -- Each batch of orders calls this, so it is a separate statement, which costs little to start.
  if not exists (select from guard_freeze f where f.until_ms is null) then return null; end if;
  if exists (select from guard_freeze f where f.until_ms is null and f.since_ms < guard_now_ms() - 2000)
    and exists (select from added a cross join lateral (select to_jsonb(a) as is) r where case tg_table_name
      when 'spot_order' then r.is ->> 'side' = 'buy' or r.is ->> 'to_symbol' is not null
      -- An order that only reduces a position opens nothing.
      when 'position' then r.is ->> 'reduces' is null
      when 'exchange' then r.is ->> 'to_currency' <> 'USDT' else true end)
  then
    raise exception 'nothing is opened while the books are checked'
      using errcode = 'check_violation', constraint = 'guard_cancel_only';
  end if;
  return null;
end
$$;

drop function spot_reached_first;

grant select, insert on position_amendment to candor_app;
revoke execute on function position_amended, position_amendment_made, position_amendment_truly, position_rearmed_truly, position_reduced from public;
comment on table position_amendment is 'written by commands';
grant update (quantity, price, time_in_force, expires_ms, staked, placed_day, amended_ms) on position to candor_app;
revoke execute on function closing_unasked_violation, entry_reached from public;
