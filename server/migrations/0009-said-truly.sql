-- What whoever has the SQL of a serving role could still say or leave unsaid: the clock between two leaders, false words to the engine, orders that
-- hold nothing, versions that nothing explains, and a cancelling whose trigger was lost.

create or replace function clock_record() returns trigger language plpgsql as
$$
declare
  owns boolean := pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member');
  recorded boolean := false;
begin
  if exists (select from leader l where l.role = 'market' and l.feed = 'simulated')
    or (not owns and (exists (select from market_run) or not pg_has_role(current_user, 'candor_tape', 'member'))
      and not exists (select from leader l where l.role = 'market' and l.feed = 'external'))
  then
    -- Whoever leads has no right to the record, and writes none.
    if has_function_privilege('audit_has(text, text)', 'execute') then
      recorded := audit_has('clock', 'clock.forward');
    end if;
    if not recorded then
      raise exception 'the market clock was set without a record'
        using errcode = 'check_violation', constraint = 'clock_record';
    end if;
  end if;
  return new;
end
$$;

create or replace function clock_set_forward() returns trigger language plpgsql as
$$
declare
  running text := (select l.feed from leader l where l.role = 'market');
  newest_ms bigint := (select max(h.time_ms) from tape_head h);
  wall_ms numeric := extract(epoch from clock_timestamp()) * 1000;
  owns boolean := pg_has_role(current_user, (select c.relowner from pg_class c where c.oid = tg_relid), 'member');
  may_lead boolean := pg_has_role(current_user, 'candor_tape', 'member');
  passes boolean;
begin
  -- Of a demo the owner of the database may do what a test does. The record is read of a simulated market alone: who leads any
  -- other has no right to it.
  if is_live_house() then
    passes := false;
  elsif owns then
    passes := true;
  elsif running = 'external' then
    passes := false;
  -- A market that was simulated once stays so, whatever is told of who leads it.
  elsif running = 'simulated' or exists (select from market_run) then
    passes := (new.base_wall_ms, new.speed) = (old.base_wall_ms, old.speed)
      and new.base_market_ms > old.base_market_ms
      and exists (
        select from (select * from audit order by seq desc limit 1) a, lateral (
          select extract(epoch from (a.before::jsonb ->> 'market_time')::timestamptz) * 1000 as was_ms,
            extract(epoch from (a.after::jsonb ->> 'market_time')::timestamptz) * 1000 as is_ms) said
        where a.xid = pg_current_xact_id_if_assigned() and a.subject = 'clock' and a.action = 'clock.forward'
          and said.is_ms - said.was_ms = new.base_market_ms - old.base_market_ms
          -- One record is one step: after a second one it would be later than was said. The minutes are for clocks that differ.
          and abs(said.is_ms - (new.base_market_ms + (wall_ms - new.base_wall_ms) * new.speed)) < 300000);
  elsif not may_lead then
    passes := false;
  else
    -- A few seconds are for clocks that differ.
    passes := new.base_market_ms + greatest(0, wall_ms - new.base_wall_ms) * new.speed
      >= coalesce(newest_ms, 0) - 5000 * greatest(new.speed, 1);
  end if;
  if passes is not true then
    raise exception 'the market clock cannot be set so' using errcode = 'check_violation', constraint = 'clock_set_forward';
  end if;
  return new;
end
$$;

alter table engine_inbox add constraint engine_inbox_reckoned check (level <> 'NaN' and armed_seq between 0 and 9007199254740991
  and since_ms between 0 and 9007199254740991);
revoke insert on engine_inbox from candor_app;
grant insert (symbol, kind, book, row_id, version, condition, level, armed_seq, since_ms) on engine_inbox to candor_app;

create table engine_set_aside (
  kind text not null,
  book bigint not null,
  row_id bigint not null,
  version bigint not null,
  symbol text not null,
  told text not null check (length(told) <= 500),
  at timestamptz not null default clock_timestamp(),
  primary key (kind, book, row_id, version, symbol)
);
comment on table engine_set_aside is 'written by commands';
grant select, insert (kind, book, row_id, version, symbol, told) on engine_set_aside to candor_app;

create function spot_cost(quantity numeric, price numeric, fee_rate numeric) returns numeric language sql immutable parallel safe
  return ceil(ceil(quantity * price * 100000000) * (1 + fee_rate)) / 100000000;

create or replace function spot_order_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select c.id, c.symbol, c.is_of_now into wrong from (
      select n.*, (abs(n.created_ms - now_ms) <= slack_ms and n.entry_ms <= n.created_ms + slack_ms
          and coalesce(n.next_ms > n.created_ms - slack_ms, true) and n.cancel_ms is null
          and n.fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = n.symbol)
          and (n.to_symbol is null or (n.to_fill_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = n.to_symbol)
            and was_newest(n.to_symbol, n.to_armed_seq, n.created_ms, slack_ms)))
          and (n.type <> 'market' or n.status <> 'open'
            or filling_seq(n.symbol, n.armed_seq, n.created_ms, n.fill_age_ms) is distinct from n.armed_seq
            or (n.to_symbol is not null
              and filling_seq(n.to_symbol, n.to_armed_seq, n.created_ms, n.to_fill_age_ms) is distinct from n.to_armed_seq))
          and (n.status <> 'open' or n.held = case n.side when 'sell' then n.quantity else spot_cost(n.quantity, case n.type when 'limit' then n.price
            else (select t.ask from tape t where t.symbol = n.symbol and t.seq = n.armed_seq) end, n.fee_rate) end)
        ) is true as is_of_now
        from (select a.*, (select t.time_ms from tape t where t.symbol = a.symbol and t.seq = a.armed_seq) as entry_ms,
            (select t.time_ms from tape t where t.symbol = a.symbol and t.seq = a.armed_seq + 1) as next_ms
          from changed a offset 0) n
        offset 0) c
      where not c.is_of_now or abs(c.created_ms - now_ms) > slack_ms / 3 or c.next_ms <= now_ms - slack_ms / 3 limit 1;
    if wrong.is_of_now then
      perform read_too_long_ago(wrong.symbol);
    end if;
  else
    select c.id into wrong from changed c full join before b on b.book = c.book and b.id = c.id
      where case
        when b.id is null or c.id is null then true
        -- While it waits the hold stays, and nothing of it is filled; and an amount buys at least what its hold does.
        when b.status = 'open' and c.status = 'open' and (b.held, b.quantity, b.filled_quantity) <> (c.held, c.quantity, c.filled_quantity)
          then true
        when b.armed_seq = c.armed_seq then b.status = 'open' and c.budget is not null and case c.status
          when 'filled' then c.quantity < quantity_for(c.symbol, least(b.held, c.budget), (select t.ask from tape t
            where t.symbol = c.symbol and t.seq = filling_seq(c.symbol, c.armed_seq, c.created_ms, c.fill_age_ms)), c.fee_rate)
          else false end
        else (c.armed_seq > b.armed_seq and c.type = 'limit' and c.reason = 'liquidity_insufficient'
          and spot_reached_first(c.symbol, c.side, c.price, watched_from(c.symbol, b.armed_seq, b.created_ms), c.armed_seq)
          and spot_house_lacks(c.symbol, c.side, c.quantity, c.armed_seq)) is not true
        end
      limit 1;
  end if;
  if wrong.id is not null then
    raise exception 'spot order % is not of this time', wrong.id using errcode = 'check_violation', constraint = 'spot_order_in_time';
  end if;
  return null;
end
$$;

create function spot_order_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (select from (select j.ref, j.kind, j.xmin from journal j where j.book = new.book order by j.seq desc limit 16) n
      where n.ref = 'spot_order:' || new.id and n.xmin = pg_current_xact_id()::xid and n.kind in ('spot_hold', 'spot_release', 'spot_fill'))
    and not holds_add_up(new.book, 'spot_frozen', split_part(new.symbol, '/', case new.side when 'buy' then 2 else 1 end))
  then
    raise exception 'spot order % of book % holds what is not frozen', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_holds';
  end if;
  return null;
end
$$;
create constraint trigger spot_order_holds_new after insert on spot_order deferrable initially deferred for each row
  when (new.held > 0) execute function spot_order_holds();
create constraint trigger spot_order_holds after update on spot_order deferrable initially deferred for each row
  when (old.held <> new.held) execute function spot_order_holds();

create or replace function spot_order_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  -- The tape whose price it waited for.
  of_symbol text := case when old.priced @> '[{"leg": 1}]' then old.to_symbol else old.symbol end;
  armed bigint := case when old.priced @> '[{"leg": 1}]' then old.to_armed_seq else old.armed_seq end;
  age_ms int := case when old.priced @> '[{"leg": 1}]' then old.to_fill_age_ms else old.fill_age_ms end;
  taken_back bigint := taken_back_seq(old.symbol, old.cancel_seq, old.cancel_ms);
  rests_until bigint := rests_until_seq(old.symbol, old.cancel_seq, old.cancel_ms);
  fault text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.ended_seq is null then
    fault := 'entry';
  elsif new.reason = 'customer' and old.type = 'limit' then
    if new.cancel_ms is null then
      fault := 'request';
    elsif old.cancel_ms is null then
      fault := case when new.ended_seq <> new.cancel_seq then 'entry' end;
    elsif taken_back is not null then
      -- Whoever asked once more just as that came is told to wait for it.
      fault := case when new.ended_seq < taken_back and now_ms - old.cancel_ms <= fill_wait_ms() then 'entry'
        when new.ended_seq <> taken_back and now_ms - old.cancel_ms <= fill_wait_ms() then 'reached'
        -- A minute later whoever asks once more need not wait for what should have ended it by itself.
        when new.ended_seq <> taken_back and not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then 'entry' end;
    elsif now_ms - old.cancel_ms <= fill_wait_ms() or not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      fault := 'entry';
    end if;
    if fault is null and reached_between(old.symbol, case old.side when 'buy' then 'ask' else 'bid' end, old.side = 'buy', old.price,
      watched_from(old.symbol, old.armed_seq, old.created_ms),
      coalesce(rests_until, (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1))
    then
      fault := 'reached';
    end if;
  elsif new.reason in ('customer', 'start_over') then
    if not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      fault := 'entry';
    elsif new.reason = 'start_over' then
      fault := case when not starts_over(old.book, now_ms, slack_ms) then 'reason' end;
    elsif new.cancel_ms is null then
      fault := 'request';
    else
      fault := case when not market_missed(of_symbol, armed, old.created_ms, age_ms, now_ms) then 'reached' end;
    end if;
  elsif new.ended_seq >= rests_until then
    fault := 'entry';
  elsif (case when old.type = 'market' then new.ended_seq > armed and new.ended_seq = filling_seq(of_symbol, armed, old.created_ms, age_ms)
    else spot_reached_first(old.symbol, old.side, old.price, watched_from(old.symbol, old.armed_seq, old.created_ms), new.ended_seq)
    end) is not true
  then
    fault := 'entry';
  elsif spot_refused_truly(old, new.reason, new.ended_seq, of_symbol) is not true then
    fault := 'reason';
  end if;
  if fault = 'reached' then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif fault is not null then
    raise exception 'no entry bears out the % by which spot order % of book % ended', fault, old.id, old.book
      using errcode = 'check_violation', constraint = 'spot_order_ended_at';
  end if;
  return null;
end
$$;

revoke execute on function spot_cost, spot_order_holds from public;

create or replace function position_ended_fault(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
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
  if new_row.reason = 'customer' and new_row.cancel_ms is null then
    return 'request of its end';
  end if;
  if new_row.reason = 'customer' and was.type = 'limit' then
    if (case
      when was.cancel_ms is null then new_row.ended_seq <> new_row.cancel_seq
      -- Whoever asked once more just as that came is told to wait for it.
      when taken_back is not null then new_row.ended_seq < taken_back and now_ms - was.cancel_ms <= fill_wait_ms()
      else now_ms - was.cancel_ms <= fill_wait_ms() or not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) end)
    then
      return 'entry of its end';
    end if;
    -- A minute later whoever asks once more need not wait for what should have ended it by itself.
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
  if new_row.ended_seq >= rests_until then
    return 'entry of its end';
  end if;
  if (case when was.type = 'market'
      then new_row.ended_seq > was.created_seq
        and new_row.ended_seq = filling_seq(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms)
      else spot_reached_first(was.symbol, case when long then 'buy' else 'sell' end, was.price,
        part_watched_from(was.symbol, was.armed -> 'limit'), new_row.ended_seq) end) is not true
  then
    return 'entry of its end';
  end if;
  return case when position_refused_truly(was, new_row.reason, new_row.ended_seq) is not true then 'reason of its end' end;
end
$$;

create function position_versions() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  part text;
  was jsonb;
  now jsonb;
  explained boolean;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  for part in select key from jsonb_each(old.armed || new.armed) loop
    was := old.armed -> part;
    now := new.armed -> part;
    continue when was is not distinct from now;
    -- As many as one batch may bring about; to the end of all numbers it is far.
    explained := coalesce((now ->> 0)::bigint, (was ->> 0)::bigint) between coalesce((was ->> 0)::bigint, 0) and coalesce((was ->> 0)::bigint, 0) + 1000;
    -- An opening arms all of them.
    if old.entry_seq is not null or new.entry_seq is null then
      explained := explained and case part
        when 'target' then old.take_profit is distinct from new.take_profit or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'stop' then old.stop_price is distinct from new.stop_price or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'trail' then old.trail_distance is distinct from new.trail_distance or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'margin' then (old.open_quantity, old.rate, old.margin, old.initial_margin, old.financing, old.charge, old.warned,
            old.change_waits) is distinct from (new.open_quantity, new.rate, new.margin, new.initial_margin, new.financing, new.charge,
            new.warned, new.change_waits)
        when 'change' then (old.change_ms, old.change_waits) is distinct from (new.change_ms, new.change_waits)
        when 'financing' then old.financed_ms <> new.financed_ms
        when 'rate' then (now ->> 1)::bigint > (was ->> 1)::bigint and (now ->> 1)::bigint <= new.rate_seq
        when 'closing' then (old.status, old.asked_ms, old.asked_seq) is distinct from (new.status, new.asked_ms, new.asked_seq)
        else true end;
    end if;
    if explained is not true then
      raise exception 'position % of book % waits for its % as before, and not under another version', new.id, new.book, part
        using errcode = 'check_violation', constraint = 'position_versions';
    end if;
  end loop;
  -- Once it is warned the next share is waited for, where there is one.
  if old.warned <> new.warned and (old.armed -> 'margin') is not distinct from (new.armed -> 'margin')
    and not (new.side = 'long' and close_out_price(new) <= 0)
  then
    raise exception 'position % of book % is warned and waits for nothing else', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_versions';
  end if;
  return null;
end
$$;
create constraint trigger position_versions after update on position deferrable initially deferred for each row
  when (new.status in ('pending', 'open', 'closing') and (old.armed <> new.armed or old.warned <> new.warned))
  execute function position_versions();

revoke execute on function position_versions from public;
