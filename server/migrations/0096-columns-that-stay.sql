-- What a row was accepted with stays: the serving role may change what its commands change, and no other column. What a command
-- changes follows from what else the row says.

-- A test holds these lists against the columns that the executor writes.
revoke update on option_ticket, loan, lever_application, fund_order, fund_use, price_alert, deposit, exchange_quote, spot_order, proposal,
  strategy_clock, referral_reward, referral_told, withdrawal, payout, withdrawal_address, position, house_debt, own_limit,
  experience_credit from candor_app;
grant update (status, reason, strike, strike_ms, settle, settle_seq, settled_ms, pnl, ended_day) on option_ticket to candor_app;
grant update (first_by, first_ms, status, reason, version, decided_ms, decided_by, disbursed_ms, due_ms, disburse_seq, principal_left, interest_days, interest, interest_paid, overdue_days, fees, fees_paid, next_mark, armed_seq, settled_ms) on loan to candor_app;
grant update (answers, status, reason, submitted_ms, decided_ms) on lever_application to candor_app;
grant update (status, reason, version, started_ms, counts_from_ms, ends_ms, ended_ms, paid_days, income, fee, due_ms, wake_ms, armed_seq, decided_by, decided_ms) on fund_order to candor_app;
grant update (used) on fund_use to candor_app;
grant update (status, ended_ms, reached_seq) on price_alert to candor_app;
grant update (status, reason, first_by, first_ms, first_reference, first_key, version, decided_ms, reference, reference_key, credited_currency, credited_amount, rate, decided_by) on deposit to candor_app;
grant update (number, from_currency, to_currency, from_amount, to_amount, fee, fee_rate, legs, quoted_ms, expires_ms, market_ms, used, unused_ms) on exchange_quote to candor_app;
grant update (quantity, filled_quantity, status, reason, version, armed_seq, held, updated_ms, priced) on spot_order to candor_app;
grant update (status, decided_by, decided_ms, journal_seq) on proposal to candor_app;
grant update (next_slot_ms, day, result, balance, due_ms, version, armed_seq) on strategy_clock to candor_app;
grant update (shortfall, status, version, paid_ms, journal_seq) on referral_reward to candor_app;
grant update (day, untold) on referral_told to candor_app;
grant update (status, reason, version, hold_reason, hold_until_ms, held_by, holds, first_by, second_by, approved_ms, paid_reference, decided_by, decided_ms) on withdrawal to candor_app;
grant update (attempts, next_try_ms, acknowledged_ms, trouble) on payout to candor_app;
grant update (deleted_ms) on withdrawal_address to candor_app;
grant update (status, reason, open_quantity, entry_price, entry_seq, entry_ms, open_fee, initial_margin, margin, rate, rate_seq, open_rate, open_rate_seq, financing, financed_ms, nights, take_profit, stop_price, stop_kind, trail_distance, warned, armed, realised_pnl, closes, charge, gains, asked_ms, asked_seq, closing_quantity, updated_ms, closed_ms, opened_day, added) on position to candor_app;
grant update (paid, status, updated_ms) on house_debt to candor_app;
grant update (amount, pending_amount, pending_from_ms, used, period_start_ms) on own_limit to candor_app;
grant update (status, version, due_ms, armed_seq, turnover, ended_ms) on experience_credit to candor_app;

-- A position begins with the margin that was frozen for it. What was closed in the same batch has changed it already.
create function position_begins() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if new.initial_margin <> new.margin - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new.added) as e (a)), 0)
    or new.financed_ms <> coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms)
  then
    raise exception 'position % of book % begins with what has not happened', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_begins';
  end if;
  return new;
end
$$;
create trigger position_begins before insert on position for each row
  when (new.closes = '[]' and (new.added <> '[]'
    or (new.entry_ms is not null and (new.initial_margin <> new.margin or new.financed_ms <> new.entry_ms))))
  execute function position_begins();

-- What nights are counted from is the last one charged; the initial margin goes down with each part that is closed; margin that
-- is added counts for the day on which it is.
create function position_follows() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  initial numeric := old.initial_margin;
  was_open numeric := old.open_quantity;
  part numeric;
  today int := floor(extract(epoch from clock_timestamp() - interval '5 seconds') / 86400);
  fault text;
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
    fault := 'initial_margin';
  elsif new.financed_ms is distinct from coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms) then
    fault := 'financed_ms';
  elsif old.added is distinct from new.added and not (
    coalesce((new.added -> -1 ->> 'amount')::numeric > 0, false)
    and (new.added -> -1 ->> 'day')::int between today and today + 1
    -- What was closed in the same batch took of the margin, too; then journals alone say how much was added.
    and (old.closes <> new.closes or old.entry_ms is null or (new.added -> -1 ->> 'amount')::numeric = new.margin - old.margin
      + coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(old.added) as e (a) where a -> 'day' = new.added -> -1 -> 'day'), 0))
    and (new.added - -1) = (case when old.added -> -1 -> 'day' = new.added -> -1 -> 'day' then old.added - -1 else old.added end))
  then
    fault := 'added';
  elsif old.entry_ms is not null and new.margin > old.margin and old.added is not distinct from new.added then
    fault := 'margin';
  end if;
  if fault is not null then
    raise exception 'position % of book %: % does not follow', new.id, new.book, fault
      using errcode = 'check_violation', constraint = 'position_follows';
  end if;
  return new;
end
$$;
create trigger position_follows before update on position for each row
  when (old.initial_margin <> new.initial_margin or old.financed_ms <> new.financed_ms or old.added is distinct from new.added
    or old.margin < new.margin or old.entry_ms is distinct from new.entry_ms)
  execute function position_follows();

-- What a position remembers of gains of the other side is what closings of that gained while it was open, less what was taken back.
create function position_gains_fault(of_book bigint, of_symbol text) returns text
  language sql stable security definer set search_path = public, pg_temp as
$$
  with mine as materialized (
    select p.* from position p where p.book = of_book and p.symbol = of_symbol and p.entry_price is not null
  ), closing as materialized (
    select p.id, p.side, p.entry_seq, c.tape_seq, c.journal_seq,
      greatest(0, c.pnl - c.fee - c.financing - coalesce(c.charge, 0)) as gain, coalesce(c.offsets, '[]') as offsets
    from mine p, jsonb_to_recordset(p.closes) as c (tape_seq bigint, journal_seq bigint, pnl numeric, fee numeric, financing numeric,
      charge numeric, offsets jsonb)
  ), gained as materialized (
    select w.id, w.side, w.entry_seq, w.tape_seq, min(w.journal_seq) as first_seq,
      sum(w.gain) - coalesce((select sum(o.amount) from closing u, jsonb_to_recordset(u.offsets) as o (position bigint, seq bigint,
        amount numeric) where o.position = w.id and o.seq = w.tape_seq), 0) as kept
    from closing w group by w.id, w.side, w.entry_seq, w.tape_seq
  ), remembered as materialized (
    select p.id, p.side, g.* from mine p, jsonb_to_recordset(p.gains) as g (position bigint, "from" bigint, seq bigint, amount numeric)
    where p.status in ('open', 'closing')
  )
  select format('position %s of book %s remembers %s of position %s', r.id, of_book, r.amount, r.position) from remembered r
    where not exists (select from gained w where w.id = r.position and w.side <> r.side and w.tape_seq = r.seq
      and w.entry_seq = r."from" and w.kept >= r.amount)
  union all
  select format('position %s of book %s forgot what position %s gained', p.id, of_book, w.id) from mine p
    join gained w on w.side <> p.side and w.kept > 0
      and w.first_seq > (select max(j.seq) from journal j where j.book = of_book and j.ref = 'position:' || p.id
        and j.kind in ('contract_open', 'contract_fill'))
    where p.status in ('open', 'closing') and jsonb_array_length(p.gains) < 100
      and not exists (select from remembered r where r.id = p.id and r.position = w.id and r.seq = w.tape_seq and r.amount = w.kept)
  limit 1
$$;
revoke execute on function position_gains_fault from public;
grant execute on function position_gains_fault to candor_app;

create function position_remembers() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong text := position_gains_fault(new.book, new.symbol);
begin
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'position_remembers';
  end if;
  return null;
end
$$;
create constraint trigger position_remembers after update on position deferrable initially deferred for each row
  when (old.gains <> new.gains) execute function position_remembers();
create constraint trigger position_remembers_new after insert on position deferrable initially deferred for each row
  when (new.gains <> '[]') execute function position_remembers();

-- The entries that a conversion at market waits with are those that its rule names.
create function spot_order_priced() returns trigger language plpgsql stable set search_path = public, pg_temp as
$$
begin
  if exists (
    select from jsonb_to_recordset(new.priced) as l (leg int, tape_seq bigint, price numeric)
    where (case l.leg
      when 1 then l.tape_seq = filling_seq(new.symbol, new.armed_seq, new.created_ms, new.fill_age_ms)
        and l.price = (select t.bid from tape t where t.symbol = new.symbol and t.seq = l.tape_seq)
      when 2 then l.tape_seq = filling_seq(new.to_symbol, new.to_armed_seq, new.created_ms, new.to_fill_age_ms)
        and l.price = (select t.ask from tape t where t.symbol = new.to_symbol and t.seq = l.tape_seq)
      end) is not true)
    or (select count(*) <> count(distinct l ->> 'leg') from jsonb_array_elements(new.priced) as e (l))
  then
    raise exception 'spot order % of book % waits with another entry', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_priced';
  end if;
  return new;
end
$$;
create trigger spot_order_priced_new before insert on spot_order for each row when (new.priced <> '[]') execute function spot_order_priced();
create trigger spot_order_priced before update on spot_order for each row when (old.priced <> new.priced) execute function spot_order_priced();
