-- The entry that fills an order, fires a level or strikes a ticket must have been made at or after the request, because a late
-- external feed publishes prices that a customer with a faster source already knew. A cancellation, a change of levels and added
-- margin take effect by the same rule. The SQL of a serving role cannot circumvent this rule: amounts on hold, fills, versions
-- and the engine's inbox are checked against the rows and the tape.
--
-- Each function is the same as in `server/schema`.

set local check_function_bodies = off;

alter table engine_inbox add column since_ms bigint;
alter table option_ticket add column strike_seq bigint, add column struck_from_ms bigint;
-- Fills before this migration are audited by the older rule.
create table made_since (
  one boolean primary key default true check (one),
  accepted_ms bigint not null,
  taken_back_ms bigint not null
);
insert into made_since (accepted_ms, taken_back_ms) values (market_ms(), market_ms());
alter table spot_fill add constraint spot_fill_leg check (leg in (1, 2));
alter table spot_order add column cancel_ms bigint, add column cancel_seq bigint, add column cancel_age_ms int check (cancel_age_ms >= 0),
  add constraint spot_order_cancel check ((cancel_ms is null) = (cancel_seq is null) and (cancel_ms is null) = (cancel_age_ms is null));
alter table position add column cancel_ms bigint, add column cancel_seq bigint, add column cancel_age_ms int check (cancel_age_ms >= 0),
  add constraint position_cancel check ((cancel_ms is null) = (cancel_seq is null) and (cancel_ms is null) = (cancel_age_ms is null));
alter table position add column change_ms bigint, add column change_seq bigint, add column change_age_ms int check (change_age_ms >= 0),
  add column change_waits jsonb,
  add constraint position_change check ((change_ms is null) = (change_seq is null) and (change_ms is null) = (change_age_ms is null)
    and (change_waits is null or change_ms is not null)),
  add constraint position_change_exact check (change_waits::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]');
alter table engine_inbox add constraint engine_inbox_reckoned check (level <> 'NaN' and armed_seq between 0 and 9007199254740991
  and since_ms between 0 and 9007199254740991);
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
alter table engine_inbox add constraint engine_inbox_named check (length(symbol) <= 40 and length(kind) <= 40);
update engine_position set handled_seq = 0 where handled_seq < 0;
alter table engine_position add constraint engine_position_reached check (handled_seq >= 0);

alter function closing_unasked_fault rename to closing_unasked_violation;
alter function deposit_made_fault rename to deposit_made_violation;
alter function exchange_quote_fault rename to exchange_quote_violation;
alter function experience_converted_fault rename to experience_converted_violation;
alter function experience_credit_fault rename to experience_credit_violation;
alter function fund_day_borne_out rename to fund_day_verified;
alter function fund_payment_borne_out rename to fund_payment_verified;
alter function house_debt_borne_out rename to house_debt_verified;
alter function margin_rearmed_fault rename to margin_rearmed_violation;
alter function option_ticket_borne_out rename to option_ticket_verified;
alter function own_deposit_fault rename to own_deposit_violation;
alter function position_asked_fault rename to position_asked_violation;
alter function position_closings_fault rename to position_closings_violation;
alter function position_cost_fault rename to position_cost_violation;
alter function position_ended_fault rename to position_ended_violation;
alter function position_financing_fault rename to position_financing_violation;
alter function position_gains_fault rename to position_gains_violation;
alter function position_made_fault rename to position_made_violation;
alter function position_margin_fault rename to position_margin_violation;
alter function position_moved_fault rename to position_moved_violation;
alter function position_nights_fault rename to position_nights_violation;
alter function position_opening_fault rename to position_opening_violation;
alter function position_rate_fault rename to position_rate_violation;
alter function referral_reward_borne_out rename to referral_reward_verified;
alter function strategy_trade_borne_out rename to strategy_trade_verified;
alter function tape_minute_borne_out rename to tape_minute_verified;
alter function withdrawal_made_fault rename to withdrawal_made_violation;
alter trigger fund_payment_borne_out on fund_payment rename to fund_payment_verified;
alter trigger option_ticket_borne_out on option_ticket rename to option_ticket_verified;
alter trigger tape_minute_borne_out on tape_minute rename to tape_minute_verified;

-- Dropped because their arguments or results changed.
drop function position_arming_fault;
drop function trailed_first;
drop function trailed_within;
drop function left_unfired;
drop function position_refused;

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
    -- The role of the market's leader may not call this function, and it writes no records.
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
  -- In a demo, the database owner may set the clock, as tests do. The record is read only for a simulated market, because the
  -- leader of any other market may not read it.
  if is_live_house() then
    passes := false;
  elsif owns then
    passes := true;
  elsif running = 'external' then
    passes := false;
  -- A market that was once simulated always counts as simulated, whatever the leader's row says.
  elsif running = 'simulated' or exists (select from market_run) then
    passes := (new.base_wall_ms, new.speed) = (old.base_wall_ms, old.speed)
      and new.base_market_ms > old.base_market_ms
      and exists (
        select from (select * from audit order by seq desc limit 1) a, lateral (
          select extract(epoch from (a.before::jsonb ->> 'market_time')::timestamptz) * 1000 as was_ms,
            extract(epoch from (a.after::jsonb ->> 'market_time')::timestamptz) * 1000 as is_ms) said
        where a.xid = pg_current_xact_id_if_assigned() and a.subject = 'clock' and a.action = 'clock.forward'
          and said.is_ms - said.was_ms = new.base_market_ms - old.base_market_ms
          -- One record allows one step: a second step would end later than the record says. The five minutes allow for clock
          -- differences.
          and abs(said.is_ms - (new.base_market_ms + (wall_ms - new.base_wall_ms) * new.speed)) < 300000);
  elsif not may_lead then
    passes := false;
  else
    -- A few seconds allow for clock differences.
    passes := new.base_market_ms + greatest(0, wall_ms - new.base_wall_ms) * new.speed
      >= coalesce(newest_ms, 0) - 5000 * greatest(new.speed, 1);
  end if;
  if passes is not true then
    raise exception 'the market clock cannot be set so' using errcode = 'check_violation', constraint = 'clock_set_forward';
  end if;
  return new;
end
$$;

create or replace function close_out_price(of_row public."position") returns numeric
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  due numeric := of_row.entry_price + case when long then 1 else -1 end * (of_row.initial_margin / 2 - of_row.margin
    + coalesce((of_row.change_waits ->> 'margin')::numeric, 0) + of_row.financing + of_row.charge) / (of_row.open_quantity * contract_size(of_row.product, of_row.symbol) * of_row.rate);
begin
  return case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
end
$$;

create or replace function closing_unasked_violation(was public."position", new_row public."position", of_reason text, at_seq bigint,
  at_price numeric, at_rate numeric, all_financing numeric, of_quantity numeric, now_ms bigint, slack_ms bigint) returns text
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

create or replace function deposit_made_violation(made deposit) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('deposit:' || made.currency || ':' || made.network, made.submitted_ms);
  gate customer_gate;
begin
  perform lock_book(made.book);
  select * into gate from customer_gate g where g.book = made.book;
  return case
    when (of_terms ->> 'open') is distinct from 'true' then 'way'
    when gate.status <> 'active' or greatest(gate.time_out_until_ms, gate.excluded_until_ms) > made.submitted_ms then 'customer'
    when (made.amount between (of_terms ->> 'min')::numeric and (of_terms ->> 'max')::numeric) is not true then 'amount'
    when not made.needs_second and made.amount + coalesce((select sum(d.amount) from deposit d
        where d.book = made.book and d.currency = made.currency and d.status <> 'failed'
          and d.submitted_ms > made.submitted_ms - 86400000), 0) >= (of_terms ->> 'two_from')::numeric
      then 'number of persons'
    when made.deadline_ms <> made.submitted_ms + 86400000 then 'deadline'
    when made.placed_day <> made.submitted_ms / 86400000 then 'day'
    when made.version <> 1 or made.first_by is not null or made.decided_ms is not null then 'beginning'
    when not is_worth_now(made.value_usdt, made.amount, deposit_symbol(made.currency),
      case made.network when 'wire' then 'last' else 'bid' end) then 'worth'
    when own_deposit_violation(made.book, made.value_usdt, made.submitted_ms) is not null then 'own limit'
  end;
end
$$;

create or replace function deposit_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  violation text;
begin
  if is_bound_in_time(tg_relid) then
    violation := deposit_made_violation(new);
    if violation is not null then
      raise exception 'deposit % of book % begins with another %', new.id, new.book, violation
        using errcode = 'check_violation', constraint = 'deposit_recomputed';
    end if;
  end if;
  return new;
end
$$;

create or replace function engine_position_forward() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception 'what was handled of % stays handled', old.symbol
    using errcode = 'check_violation', constraint = 'engine_position_forward';
end
$$;

create or replace function exchange_quote_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  violation text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' and old.number = new.number then
    -- Executing the quote removes the last entry of the list. Nothing else changes the list.
    if new.unused_ms::jsonb is distinct from (case when new.used then old.unused_ms::jsonb - -1 else old.unused_ms::jsonb end) then
      violation := 'number unused';
    end if;
  else
    violation := exchange_quote_violation(case tg_op when 'UPDATE' then old end, new);
  end if;
  if violation is not null then
    raise exception 'quote % of book % has another %', new.number, new.book, violation
      using errcode = 'check_violation', constraint = 'exchange_quote_recomputed';
  end if;
  return null;
end
$$;

create or replace function exchange_quote_violation(was exchange_quote, is_now exchange_quote) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('exchange', is_now.quoted_ms);
  wall_ms bigint := floor(extract(epoch from clock_timestamp()) * 1000);
  bid numeric;
  ask numeric;
  value numeric;
  left_over numeric;
  given jsonb := is_now.unused_ms::jsonb;
begin
  select max(l.price) filter (where l.side = 'sell'), max(l.price) filter (where l.side = 'buy') into bid, ask
    from jsonb_to_recordset(is_now.legs::jsonb) as l (side text, price numeric);
  value := case is_now.from_currency when 'USDT' then is_now.from_amount else trunc(is_now.from_amount * bid, 8) end;
  left_over := value - ceil(value * is_now.fee_rate * 100000000) / 100000000;
  return case
    when not is_wall_now(is_now.quoted_ms) or is_now.expires_ms <> is_now.quoted_ms + 10000 then 'time'
    when (of_terms ->> 'open') is distinct from 'true' or (value <= (of_terms ->> 'max_usdt')::numeric) is not true then 'bound'
    when is_now.fee_rate <> (of_terms ->> 'fee_rate')::numeric then 'rate'
    when (is_now.fee = value - left_over and is_now.to_amount = case is_now.to_currency when 'USDT' then left_over
      else trunc(left_over / ask, 8) end) is not true then 'figures'
    -- The legs sell exactly the currency given and buy exactly the currency received, in full.
    when exists (
      select from jsonb_to_recordset(is_now.legs::jsonb) as l (symbol text, coin text, side text, quantity numeric)
      where (l.symbol = l.coin || '/USDT' and (l.coin, l.quantity) = (case l.side
        when 'sell' then (is_now.from_currency, is_now.from_amount) when 'buy' then (is_now.to_currency, is_now.to_amount) end)) is not true)
      or (select count(*) filter (where l ->> 'side' = 'sell') <> (is_now.from_currency <> 'USDT')::int
          or count(*) filter (where l ->> 'side' = 'buy') <> (is_now.to_currency <> 'USDT')::int
        from jsonb_array_elements(is_now.legs::jsonb) as e (l)) then 'legs'
    when is_now.used then 'use'
    -- The list contains all quotes of the last hour that went unused before this one, and this one. Quotes that are within ten
    -- seconds of leaving the list may already be missing.
    when (given ->> -1)::bigint is distinct from is_now.quoted_ms
      or exists (select from jsonb_array_elements_text(coalesce(was.unused_ms, '[]')::jsonb) as e (ms)
        where e.ms::bigint > wall_ms - 3600000 + 10000 and not given @> jsonb_build_array(e.ms::bigint))
      or jsonb_array_length(given) <= (select count(*) from jsonb_array_elements_text(coalesce(was.unused_ms, '[]')::jsonb) as e (ms)
        where e.ms::bigint > wall_ms - 3600000 + 10000)
      or jsonb_array_length(given) > (of_terms ->> 'unused_max')::int then 'number unused'
  end;
end
$$;

create or replace function experience_converted_violation(of_book bigint, of_id bigint) returns text language sql stable
  set search_path = pg_catalog, public, pg_temp as
$$
  select format('converted %s by its row and %s by its journals, paid %s', c.converted, moved.amount, paid.amount)
  from experience_credit c
    join experience_paid paid on paid.book = c.book and paid.id = c.id
    cross join lateral (
      select coalesce(-sum(l.amount), 0) as amount
      from journal j, unnest(j.accounts, j.amounts) as l (account, amount)
      where j.book = c.book and j.seq > greatest(c.id, c.bound_after) and j.kind = 'experience_convert'
        and j.ref = 'experience_credit:' || c.id and l.account = 'promo'
    ) moved
  where c.book = of_book and c.id = of_id
    and (c.converted is distinct from moved.amount or 2 * c.converted > paid.amount) is not false
$$;

create or replace function experience_credit_agreed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  violation text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  violation := experience_credit_violation(case when tg_op = 'UPDATE' then old end, new, tg_op = 'INSERT');
  if violation is not null then
    raise exception 'experience credit %/% has not %', new.book, new.id, violation
      using errcode = 'check_violation', constraint = 'experience_credit_agreed';
  end if;
  return null;
end
$$;

create or replace function experience_credit_converted() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  violation text := experience_converted_violation(new.book, new.id);
begin
  if violation is not null then
    raise exception 'experience credit %/%: %', new.book, new.id, violation
      using errcode = 'check_violation', constraint = 'experience_credit_converted';
  end if;
  return null;
end
$$;

create or replace function experience_credit_violation(was experience_credit, new_row experience_credit, is_new boolean) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_ms();
  slack_ms bigint := market_slack_ms();
begin
  if is_new then
    if (new_row.status = 'active' and new_row.version = 1 and new_row.turnover is null and abs(new_row.granted_ms - now_ms) <= slack_ms
      and new_row.expires_ms = new_row.granted_ms + 2592000000 and new_row.due_ms = new_row.expires_ms) is not true
    then
      return 'its time';
    end if;
    return case when not exists (
      select from journal j where j.book = new_row.book and j.seq = new_row.id and j.xmin = pg_current_xact_id()::xid
        and j.kind in ('demo_grant', 'start_over', 'promotion_grant')
        and (j.kind = 'start_over' or (select sum(l.amount) from unnest(j.accounts, j.amounts) as l (account, amount)
          where l.account = 'promo') = new_row.amount)) then 'its grant' end;
  end if;
  if new_row.due_ms > greatest(was.due_ms, now_ms + slack_ms + 60000) then
    return 'its next look';
  end if;
  if new_row.status = 'active' then
    return null;
  end if;
  if abs(new_row.ended_ms - now_ms) > slack_ms then
    return 'its end';
  end if;
  return case when not case new_row.status
    when 'converted' then exists (select from journal j where j.book = new_row.book and j.seq > new_row.id
      and j.xmin = pg_current_xact_id()::xid and j.kind = 'experience_convert' and j.ref = 'experience_credit:' || new_row.id)
    when 'replaced' then exists (select from experience_credit c
      where c.book = new_row.book and c.id > new_row.id and c.xmin = pg_current_xact_id()::xid)
    when 'returned' then exists (select from journal j where j.book = new_row.book and j.seq > new_row.id
      and j.xmin = pg_current_xact_id()::xid and j.kind = 'account_close')
    else true end then 'what ended it' end;
end
$$;

create or replace function experience_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from experience_credit c
    where c.book = new.book and c.id = journal_row(new.ref, 'experience_credit') and c.xmin = pg_current_xact_id()::xid
      and 'USDT' = all (new.currencies)
      and case new.kind
        when 'experience_convert' then c.status in ('active', 'converted') and c.converted > 0
          and (10 * c.amount <= (select u.amount from experience_turnover u where u.book = c.book and u.id = c.id)
            or c.amount <= (select h.amount from had_after(new.book, new.seq) h where h.account = 'promo'))
          and experience_converted_violation(c.book, c.id) is null
        else c.status = 'expired' or (c.status = 'active' and c.due_ms > c.expires_ms)
      end
  ) then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  return null;
end
$$;

create or replace function filling_seq(of_symbol text, accepted_seq bigint, accepted_ms bigint, age_ms int) returns bigint
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  newest record;
begin
  select t.gap, accepted_ms - least(t.time_ms, t.feed_time_ms) as age into newest
    from tape t where t.symbol = of_symbol and t.seq = accepted_seq;
  if not newest.gap and newest.age <= age_ms then
    return accepted_seq;
  end if;
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > accepted_seq and not q.gap
    and least(q.time_ms, q.feed_time_ms) >= accepted_ms order by q.seq limit 1);
end
$$;

create or replace function left_unfired() returns table (told text, book bigint, row_id bigint)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part), p.book, p.id
    from position p, position_reached(p, least(entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()),
      case when p.status = 'pending' then rests_until_seq(p.symbol, p.cancel_seq, p.cancel_ms) - 1 end)) as r (part)
    where p.status in ('pending', 'open', 'closing') and r.part is not null
  union all
  select format('order %s of book %s is asked to be cancelled, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status = 'pending' and p.cancel_ms is not null
      and taken_back_seq(p.symbol, p.cancel_seq, p.cancel_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s is asked to change, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status in ('pending', 'open', 'closing') and p.change_waits is not null
      and taken_back_seq(p.symbol, p.change_seq, p.change_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s: its night was passed and is not charged', p.id, p.book), p.book, p.id from position p
    where p.status in ('open', 'closing') and exists (select from tape t where t.symbol = p.symbol and not t.gap
      and t.seq = entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and t.time_ms / 86400000 > p.financed_ms / 86400000)
  union all
  select format('order %s of book %s waits at market for an entry that has come', o.id, o.book), o.book, o.id from (
      select p.book, p.id, p.symbol, p.created_seq as seq, p.created_ms as ms, p.fill_age_ms from position p
        where p.status = 'pending' and p.type = 'market'
      union all
      select s.book, s.id, s.symbol, s.armed_seq, s.created_ms, s.fill_age_ms from spot_order s
        where s.status = 'open' and s.type = 'market' and not s.priced @> '[{"leg": 1}]'
    ) o where filling_seq(o.symbol, o.seq, o.ms, o.fill_age_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('spot order %s of book %s was reached and did not fill', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.type = 'limit' and reached_between(o.symbol, case o.side when 'buy' then 'ask' else 'bid' end,
      o.side = 'buy', o.price, watched_from(o.symbol, o.armed_seq, o.created_ms),
      least(entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1, rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms)))
  union all
  select format('spot order %s of book %s is asked to be cancelled, and its entry has come', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.cancel_ms is not null
      and taken_back_seq(o.symbol, o.cancel_seq, o.cancel_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  -- A closing requested in a closed session takes place at the first quote after the session reopens.
  select format('position %s of book %s is asked to close, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status = 'closing' and p.asked_seq is not null
      and case when session_reopens_ms(p.symbol, p.asked_ms) is null then filling_seq(p.symbol, p.asked_seq, p.asked_ms, p.fill_age_ms)
        else (select q.seq from tape q where q.symbol = p.symbol and q.seq > p.asked_seq and not q.gap
          and q.time_ms >= session_reopens_ms(p.symbol, p.asked_ms) and least(q.time_ms, q.feed_time_ms) >= p.asked_ms
          order by q.seq limit 1) end
        <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s waits for its second coin, whose entry has come', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.type = 'market' and o.priced @> '[{"leg": 1}]'
      and filling_seq(o.to_symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        <= entry_past(o.to_symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('ticket %s of book %s is over and did not end', t.id, t.book), t.book, t.id from option_ticket t
    where t.status = 'open' and exists (select from tape e where e.symbol = t.symbol and e.cause is distinct from 'reject'
      and e.seq = entry_past(t.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and e.time_ms > t.expires_ms)
$$;

create or replace function level_changed(before numeric, was_armed jsonb, after numeric, now_armed jsonb, wanted numeric, asked_seq bigint, asked_ms bigint)
  returns boolean language plpgsql immutable set search_path = public, pg_temp as
$$
begin
  return after is not distinct from wanted
    and case when after is not distinct from before then (now_armed ->> 1, now_armed ->> 2) is not distinct from (was_armed ->> 1, was_armed ->> 2)
      else after is null or ((now_armed ->> 1)::bigint, (now_armed ->> 2)::bigint) = (asked_seq, asked_ms) end;
end
$$;

create or replace function margin_rearmed_violation(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  since bigint := (was.armed -> 'margin' ->> 1)::bigint;
  upto bigint := (new_row.armed -> 'margin' ->> 1)::bigint;
  published bigint;
begin
  if since is null then
    return case when coalesce(upto > (select max(t.seq) from tape t where t.symbol = was.symbol), false) then 'arming of its margin' end;
  end if;
  if upto is null then
    return case when not (long and close_out_price(new_row) <= 0) then 'arming of its margin' end;
  end if;
  if upto < since or upto > (select max(t.seq) from tape t where t.symbol = was.symbol) then
    return 'arming of its margin';
  end if;
  if was.rate_seq is distinct from new_row.rate_seq then
    published := greatest(since, entry_before(was.symbol, (
      select r.time_ms from tape r where r.symbol = split_part(was.symbol, '/', 2) || '/USDT' and r.seq = new_row.rate_seq)));
    if margin_reached(was, new_row.rate, published, upto) then
      return 'reached';
    end if;
    upto := least(upto, published);
  end if;
  return case when margin_reached(was, was.rate, since, upto) then 'reached' end;
end
$$;

create or replace function option_ticket_verified() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  -- Sequential scans are off because a plan cached while the tape was short could scan the entire tape later.
  set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as
$$
declare
  wrong bigint;
begin
  -- Each entry is looked up only once, because ten thousand tickets that close together name the same one.
  with struck as materialized (
    select s.symbol, s.accepted_seq, s.from_ms, strike.seq, strike.last, strike.time_ms, accepted.gap or strike.gap as in_gap
    from (select distinct symbol, accepted_seq, coalesce(struck_from_ms, 0) as from_ms from changed) s
      left join tape accepted on accepted.symbol = s.symbol and accepted.seq = s.accepted_seq
      left join lateral (
        select e.seq, e.last, e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq > s.accepted_seq and e.cause is distinct from 'reject'
          and (e.gap or least(e.time_ms, e.feed_time_ms) >= s.from_ms)
        order by e.seq limit 1) strike on true
  ), settled as materialized (
    -- The named entry, and its neighbours that aren't rejects.
    select s.symbol, s.settle_seq, named.last, named.time_ms, named.gap,
      before.time_ms as before_ms, before.gap as before_gap, after.time_ms as after_ms, after.gap as after_gap
    from (select distinct symbol, settle_seq from changed where settle_seq is not null) s
      left join tape named
        on named.symbol = s.symbol and named.seq = s.settle_seq and named.cause is distinct from 'reject'
      left join lateral (
        select e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq < s.settle_seq and e.cause is distinct from 'reject'
        order by e.seq desc limit 1) before on true
      left join lateral (
        select e.time_ms, e.gap from tape e
        where e.symbol = s.symbol and e.seq > s.settle_seq and e.cause is distinct from 'reject'
        order by e.seq limit 1) after on true
  )
  select t.id into wrong
  from changed t
    left join struck strike on strike.symbol = t.symbol and strike.accepted_seq = t.accepted_seq
      and strike.from_ms = coalesce(t.struck_from_ms, 0)
    left join settled settle on settle.symbol = t.symbol and settle.settle_seq = t.settle_seq
  where (case
    when t.status = 'open' then t.strike is null or (t.strike = strike.last and t.strike_ms = strike.time_ms and t.strike_seq = strike.seq
      and not strike.in_gap and strike.time_ms <= t.expires_ms)
    when t.reason = 'start_over' then t.settled_ms >= t.accepted_ms and exists (
      select 1 from journal j where j.book = t.book and j.kind = 'start_over' and j.time_ms = t.settled_ms)
    when t.reason = 'gap_strike' then (strike.in_gap or strike.time_ms > t.expires_ms) and t.strike_seq is not distinct from strike.seq
    when (t.settle = settle.last and t.settle_seq >= strike.seq) is not true then false
    when t.reason = 'gap_expiry' then
      settle.time_ms <= t.expires_ms and settle.after_ms > t.expires_ms and (settle.gap or settle.after_gap)
    -- Both sides of the expiry must be quotes, and the exit must be the one that the interval between them determines.
    when (case
      when settle.time_ms <= t.expires_ms then settle.after_ms > t.expires_ms and not settle.gap
        and not settle.after_gap and settle.after_ms - settle.time_ms <= 3000
      else settle.before_ms <= t.expires_ms and t.settle_seq > strike.seq and not settle.gap
        and not settle.before_gap and settle.time_ms - settle.before_ms > 3000
    end) is not true then false
    else t.status = case sign(settle.last - t.strike) * case t.side when 'up' then 1 else -1 end
      when 1 then 'won' when -1 then 'lost' else 'tied' end
  end) is not true
  limit 1;
  if wrong is not null then
    raise exception 'the tape does not bear out how ticket % ended', wrong
      using errcode = 'check_violation', constraint = 'option_ticket_verified';
  end if;
  return null;
end
$$;

create or replace function own_deposit_violation(of_book bigint, of_value numeric, at_ms bigint) returns text
  language sql stable security definer set search_path = public, pg_temp as
$$
  select l.period from own_limit l
  where l.book = of_book and l.kind = 'deposit' and own_limit_allowed(l, at_ms) is not null
    and own_limit_allowed(l, at_ms) < of_value + coalesce((
      select sum(d.value_usdt) from deposit d where d.book = of_book and d.status <> 'failed' and d.placed_day >= case l.period
        when 'day' then at_ms / 86400000
        when 'week' then at_ms / 86400000 - (at_ms / 86400000 + 3) % 7
        else extract(epoch from date_trunc('month', to_timestamp(at_ms / 1000) at time zone 'UTC')) / 86400 end), 0)
  limit 1
$$;

create or replace function part_watched_from(of_symbol text, part jsonb) returns bigint
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return watched_from(of_symbol, (part ->> 1)::bigint, (part ->> 2)::bigint);
end
$$;

create or replace function position_arming_violation(of_symbol text, was_armed jsonb, now_armed jsonb, opened_seq bigint, asked_ms bigint,
  now_ms bigint, slack_ms bigint) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  armed bigint;
  since_ms bigint;
  part text;
begin
  foreach part in array array['limit', 'stop', 'target', 'trail'] loop
    armed := (now_armed -> part ->> 1)::bigint;
    since_ms := (now_armed -> part ->> 2)::bigint;
    if (armed, since_ms) is distinct from ((was_armed -> part ->> 1)::bigint, (was_armed -> part ->> 2)::bigint)
      and ((armed, since_ms) is distinct from (opened_seq, asked_ms) or asked_ms > now_ms + slack_ms)
      and (since_ms is null or not was_newest(of_symbol, armed, since_ms, slack_ms))
    then
      return 'arming of its ' || part;
    end if;
  end loop;
  return null;
end
$$;

create or replace function position_asked_violation(of_symbol text, of_seq bigint, at_ms bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (abs(at_ms - now_ms) <= slack_ms and was_newest(of_symbol, of_seq, at_ms, slack_ms)
    and (session_reopens_ms(of_symbol, at_ms) is not null
      or filling_seq(of_symbol, of_seq, at_ms, (select h.fill_age_ms from tape_head h where h.symbol = of_symbol)) is distinct from of_seq)
    ) is not true then 'closing that it waits for' end;
end
$$;

create or replace function position_cancel_violation(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (was.status = 'pending' and was_newest(was.symbol, new_row.cancel_seq, new_row.cancel_ms, slack_ms)
    and new_row.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and case
      when new_row.status = 'pending' then was.type = 'limit'
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
    and (was.type = 'limit' or was.status = 'open')
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
      end) is not true then 'change of its levels' end;
end
$$;

create or replace function position_changed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  acting text[];
  lone bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  acting := acting_now();
  select c.book into lone from changed c join before b on b.book = c.book and b.id = c.id
    where c.book::text <> all (acting)
      and ((b.cancel_ms is null and (c.cancel_ms is not null or (b.status = 'pending' and c.status = 'cancelled' and c.reason = 'customer')))
        or (b.asked_ms is null and c.asked_ms is not null)
        or (b.asked_ms is null and b.closes <> c.closes and c.closes -> -1 ->> 'reason' in ('customer', 'close_all'))
        or b.added is distinct from c.added or b.change_ms is distinct from c.change_ms
        -- If a pending request takes effect, it must do so unchanged.
        or (b.change_waits is null and c.status in ('pending', 'open') and jsonb_array_length(c.closes) = jsonb_array_length(b.closes)
          and (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance))
        or (b.change_waits is null and b.status = 'open' and c.status = 'open' and (b.armed #> '{target,1}', b.armed #> '{target,2}', b.armed #> '{stop,1}',
            b.armed #> '{stop,2}', b.armed #> '{trail,1}', b.armed #> '{trail,2}') is distinct from (c.armed #> '{target,1}',
            c.armed #> '{target,2}', c.armed #> '{stop,1}', c.armed #> '{stop,2}', c.armed #> '{trail,1}', c.armed #> '{trail,2}')))
      and exists (select from signed_in s where s.customer = c.book) limit 1;
  if lone is not null then
    perform unacted(lone, 'position');
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
        now_ms, slack_ms);
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
  -- At its limit, an order costs at most what it froze. At market, the entry's price determines the cost.
  if is_held and of_row.price is not null and margin_units + fee_units >= held_margin + held_fee then
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
  if new_row.reason = 'customer' and new_row.cancel_ms is null then
    return 'request of its end';
  end if;
  if new_row.reason = 'customer' and was.type = 'limit' then
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

create or replace function position_financing_violation(financing numeric, closes jsonb, nights jsonb) returns text
  language plpgsql immutable set search_path = public, pg_temp as
$$
declare
  rest numeric := financing;
begin
  for at in 0 .. jsonb_array_length(closes) - 1 loop
    rest := rest + coalesce((closes -> at ->> 'financing')::numeric, 0);
  end loop;
  for at in 0 .. jsonb_array_length(nights) - 1 loop
    rest := rest - coalesce((nights -> at ->> 'amount')::numeric, 0);
  end loop;
  return case when rest <> 0 then 'financing' end;
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
  elsif new.financed_ms is distinct from coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms) then
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

create or replace function position_gains_violation(of_book bigint, of_symbol text) returns text
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

create or replace function position_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  is_timed boolean := is_bound_in_time(tg_relid);
  wrong record;
begin
  select c.id, f.violation into wrong from changed c full join before b on b.book = c.book and b.id = c.id cross join lateral (
    select coalesce(
      case when is_timed and b.entry_seq is distinct from c.entry_seq
        then position_opening_violation(b::public."position", c::public."position", now_ms, slack_ms) end,
      case when is_timed and b.armed <> c.armed and c.status in ('pending', 'open', 'closing')
        then case when b.change_waits is not null and c.change_waits is null and b.change_ms = c.change_ms
          then position_arming_violation(c.symbol, b.armed, c.armed, greatest(c.change_seq, c.entry_seq), c.change_ms, now_ms, slack_ms)
          else position_arming_violation(c.symbol, b.armed, c.armed, case when b.entry_seq is null then c.entry_seq end, b.updated_ms,
            now_ms, slack_ms) end end,
      -- The levels of a waiting order count from the time at which they were last set, which is now.
      case when is_timed and b.status = 'pending' and c.status = 'pending' and not (b.change_waits is not null and c.change_waits is null)
          and (b.take_profit, b.stop_price, b.trail_distance, b.updated_ms)
          is distinct from (c.take_profit, c.stop_price, c.trail_distance, c.updated_ms)
        then position_set_violation(c.symbol, c.updated_ms, now_ms, slack_ms) end,
      case when is_timed and ((b.take_profit, b.stop_price, b.stop_kind, b.trail_distance, b.change_ms, b.change_seq, b.change_age_ms, b.change_waits)
            is distinct from (c.take_profit, c.stop_price, c.stop_kind, c.trail_distance, c.change_ms, c.change_seq, c.change_age_ms, c.change_waits)
          or b.added is distinct from c.added or (b.status = 'pending' and c.status = 'pending' and b.updated_ms <> c.updated_ms)
          or (b.armed <> c.armed and b.entry_seq is not null and b.armed || c.armed ?| array['target', 'stop', 'trail']))
        then position_change_violation(b::public."position", c::public."position", slack_ms) end,
      case when is_timed and b.cancel_ms is null and c.cancel_ms is not null
        then position_cancel_violation(b::public."position", c::public."position", slack_ms) end,
      case when is_timed and c.asked_ms is distinct from b.asked_ms and c.asked_ms is not null
        then position_asked_violation(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when (b.placed_rate, b.placed_rate_seq, b.open_rate, b.open_rate_seq, b.rate, b.rate_seq)
          is distinct from (c.placed_rate, c.placed_rate_seq, c.open_rate, c.open_rate_seq, c.rate, c.rate_seq)
          or (b.entry_price is null) <> (c.entry_price is null)
        then position_rate_violation(b::public."position", c::public."position", now_ms) end,
      case when b.nights <> c.nights or (c.entry_price is not null
          and c.financed_ms / 86400000 <> coalesce(case when b.entry_price is not null then b.financed_ms end, c.entry_ms) / 86400000)
        then position_nights_violation(b::public."position", c::public."position", now_ms) end,
      case when b.financing <> c.financing or b.nights <> c.nights or b.closes <> c.closes
        then position_financing_violation(c.financing, c.closes, c.nights) end,
      case when b.closes <> c.closes
        then position_closings_violation(b::public."position", c::public."position", now_ms, slack_ms, is_timed) end,
      -- A row that exists only before or only after the statement had its key changed.
      case when b.id is null or c.id is null then 'acceptance' end
    ) as violation offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;

create or replace function position_in_time_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  none public."position";
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  is_timed boolean := is_bound_in_time(tg_relid);
  wrong record;
begin
  select c.id, f.violation into wrong from changed c cross join lateral (
    select coalesce(
      case when is_timed then position_opening_violation(none, c::public."position", now_ms, slack_ms) end,
      case when is_timed and c.armed ?| array['limit', 'stop', 'target', 'trail'] and c.status in ('pending', 'open', 'closing')
        then position_arming_violation(c.symbol, null, c.armed, c.entry_seq, c.created_ms, now_ms, slack_ms) end,
      case when is_timed and coalesce(c.cancel_ms, c.change_ms) is not null then 'acceptance' end,
      case when is_timed and c.asked_ms is not null then position_asked_violation(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when not (split_part(c.symbol, '/', 2) in ('USDT', 'USD') and c.placed_rate = 1 and c.rate = 1
          and (c.placed_rate_seq, c.rate_seq, c.open_rate_seq) is not distinct from (null::bigint, null::bigint, null::bigint)
          and c.open_rate is not distinct from case when c.entry_price is not null then 1 end)
        then position_rate_violation(none, c::public."position", now_ms) end,
      case when c.nights <> '[]' or (c.entry_price is not null and c.financed_ms / 86400000 <> c.entry_ms / 86400000)
        then position_nights_violation(none, c::public."position", now_ms) end,
      case when c.financing <> 0 or c.nights <> '[]' or c.closes <> '[]'
        then position_financing_violation(c.financing, c.closes, c.nights) end,
      case when c.closes <> '[]' then position_closings_violation(none, c::public."position", now_ms, slack_ms, is_timed) end
    ) as violation offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;

create or replace function position_made_violation(of_row public."position", from_at int) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  size numeric := contract_size(of_row.product, of_row.symbol);
  item jsonb;
  part numeric;
  made numeric;
  at_price numeric;
  at_rate numeric;
  night int := 0;
  -- The amounts below are in units of 10^-8.
  due numeric := 0;
  closed numeric := 0;
  all_made numeric := 0;
begin
  for at in 0 .. jsonb_array_length(of_row.closes) - 1 loop
    item := of_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    made := (item ->> 'pnl')::numeric;
    -- A closing first charges the nights that are due at its own entry.
    while (of_row.nights -> night ->> 'seq')::bigint <= (item ->> 'tape_seq')::bigint loop
      due := due + (of_row.nights -> night ->> 'amount')::numeric * 100000000;
      night := night + 1;
    end loop;
    if at >= from_at then
      at_price := (item ->> 'price')::numeric;
      at_rate := (item ->> 'rate')::numeric;
      if (part > 0 and made * 100000000 = floor(part * size * at_rate
          * case when long then at_price - of_row.entry_price else of_row.entry_price - at_price end * 100000000)
        and (item ->> 'fee')::numeric * 100000000 = ceil(ceil(part * size * at_price * at_rate * 100000000) * of_row.fee_rate)) is not true
      then
        return 'profit of a closing';
      end if;
      if ((item ->> 'tape_seq')::bigint >= of_row.entry_seq and coalesce((item ->> 'asked_seq')::bigint >= of_row.entry_seq, true)) is not true
      then
        return 'entry of a closing';
      end if;
      if ((item ->> 'financing')::numeric * 100000000
        = div(due * part * 100000000 + (of_row.quantity - closed) * 100000000 - 1,
          nullif(of_row.quantity - closed, 0) * 100000000)) is not true
      then
        return 'financing';
      end if;
    end if;
    due := due - (item ->> 'financing')::numeric * 100000000;
    closed := closed + part;
    all_made := all_made + made;
  end loop;
  return case when (of_row.quantity - closed = of_row.open_quantity and all_made = of_row.realised_pnl) is not true
    then 'sum of its closings' end;
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
      case when new_row.price is not null and new_row.entry_seq <> new_row.created_seq then new_row.staked * 100000000 end);
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
  if is_armed_anew and was.status = 'pending' and ((was.armed #> '{limit,1}', was.armed #> '{limit,2}')
      is distinct from (new_row.armed #> '{limit,1}', new_row.armed #> '{limit,2}')
    or (new_row.status = 'pending' and ((was.armed -> 'limit') is distinct from (new_row.armed -> 'limit')
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

create or replace function position_nights_violation(was public."position", new_row public."position", now_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  size numeric := contract_size(new_row.product, new_row.symbol);
  financed_ms bigint := coalesce(case when was.entry_price is not null then was.financed_ms end, new_row.entry_ms);
  item record;
  entry_ms bigint;
begin
  if not starts_with(new_row.nights::text, rtrim(was.nights::text, ']')) then
    return 'nights';
  end if;
  for item in select n.* from jsonb_array_elements(new_row.nights) with ordinality as e (value, at),
      jsonb_to_record(e.value) as n (seq bigint, time_ms bigint, nights int, quantity numeric, rate numeric, rate_seq bigint,
        amount numeric)
    where e.at > coalesce(jsonb_array_length(was.nights), 0) order by e.at
  loop
    entry_ms := (select t.time_ms from tape t where t.symbol = new_row.symbol and t.seq = item.seq and not t.gap);
    if (entry_ms = item.time_ms
      and item.nights > 0 and item.nights = item.time_ms / 86400000 - financed_ms / 86400000
      -- A quantity that a closing at the same entry closed was still open, because nights are charged first.
      and item.quantity = new_row.quantity - coalesce((select sum((c ->> 'quantity')::numeric)
        from jsonb_array_elements(new_row.closes) c where (c ->> 'tape_seq')::bigint < item.seq), 0)
      and rate_counted(new_row.symbol, item.rate, item.rate_seq, item.time_ms, now_ms)
      and item.amount = item.nights * ceil(ceil(item.quantity * size * new_row.entry_price * item.rate * 100000000)
        * new_row.financing_rate) / 100000000) is not true
    then
      return 'nights';
    end if;
    financed_ms := item.time_ms;
  end loop;
  if new_row.entry_price is not null and new_row.financed_ms / 86400000 <> financed_ms / 86400000 then
    return 'financed_ms';
  end if;
  return null;
end
$$;

create or replace function position_opening_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
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
  end if;
  if was.book is null and new_row.type = 'limit' and new_row.status = 'pending'
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
  if new_row.type = 'market'
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
    when not case when long then entry.ask <= new_row.price else entry.bid >= new_row.price end then false
    when was.book is null then new_row.entry_seq = new_row.created_seq and entry.age <= new_row.fill_age_ms
    else new_row.entry_seq > armed
      and (was.cancel_ms is null or coalesce(new_row.entry_seq < rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms), true))
      and not reached_between(new_row.symbol, case when long then 'ask' else 'bid' end, long, new_row.price, armed, new_row.entry_seq)
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

create or replace function position_rate_violation(was public."position", new_row public."position", now_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  opened_ms bigint;
begin
  if was.book is not null
    and (was.placed_rate, was.placed_rate_seq) is distinct from (new_row.placed_rate, new_row.placed_rate_seq) then
    return 'placed_rate';
  end if;
  if was.open_rate is not null and (was.open_rate, was.open_rate_seq) is distinct from (new_row.open_rate, new_row.open_rate_seq) then
    return 'open_rate';
  end if;
  if was.book is null
    and not rate_counted(new_row.symbol, new_row.placed_rate, new_row.placed_rate_seq, new_row.created_ms, now_ms) then
    return 'placed_rate';
  end if;
  if (new_row.open_rate is null) <> (new_row.entry_price is null) then
    return 'open_rate';
  end if;
  if was.open_rate is null and new_row.open_rate is not null then
    select t.time_ms into opened_ms from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq;
    if not rate_counted(new_row.symbol, new_row.open_rate, new_row.open_rate_seq, least(opened_ms, new_row.entry_ms), now_ms) then
      return 'open_rate';
    end if;
  end if;
  if (was.rate, was.rate_seq) is distinct from (new_row.rate, new_row.rate_seq)
    and (was.rate_seq >= new_row.rate_seq or not rate_counted(new_row.symbol, new_row.rate, new_row.rate_seq, 0, now_ms)) then
    return 'rate';
  end if;
  return null;
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
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end, long,
      of_row.price, part_watched_from(of_row.symbol, armed -> 'limit'), upto + 1) then 'limit' end;
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

create or replace function position_recomputed() returns trigger
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
  select f.book, f.id, f.violation into wrong from (
    select c.book, c.id, case when b.id is null or c.id is null then 'acceptance' else coalesce(
      case when c.status <> 'cancelled' and (b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq
          or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee)
        then position_cost_violation(c::public."position", false) end,
      case when c.entry_price is not null and (b.closes <> c.closes or b.open_quantity <> c.open_quantity
          or b.realised_pnl <> c.realised_pnl)
        then position_made_violation(c::public."position", case when b.entry_price is null then 0 else jsonb_array_length(b.closes) end) end,
      case when b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq or b.status <> c.status
          or b.armed <> c.armed or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee
          or b.open_quantity <> c.open_quantity or b.realised_pnl <> c.realised_pnl or b.margin <> c.margin
          or (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance)
          or b.change_waits is distinct from c.change_waits
        then position_moved_violation(b::public."position", c::public."position", now_ms, slack_ms) end
    ) end as violation from changed c full join before b on b.book = c.book and b.id = c.id offset 0) f
  where f.violation is not null limit 1;
  if wrong.violation = 'reached' then
    raise exception 'position % of book % is to fire first', wrong.id, wrong.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif wrong.violation is not null then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;

create or replace function position_recomputed_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select f.id, f.violation into wrong from (
    select c.id, coalesce(
      case when c.status <> 'cancelled' then position_cost_violation(c::public."position", true) end,
      case when c.entry_price is null then null
        when c.closes = '[]' then case when (c.quantity = c.open_quantity and c.realised_pnl = 0) is not true then 'sum of its closings' end
        else position_made_violation(c::public."position", 0) end,
      -- `position_opening_violation` checks that the entry at which the position opened exists.
      case when (c.armed -> 'margin' ->> 1)::bigint > coalesce(c.entry_seq, 0)
        and (c.armed -> 'margin' ->> 1)::bigint > coalesce((select t.seq from tape t where t.symbol = c.symbol order by t.seq desc limit 1), 0)
        then 'arming of its margin' end
    ) as violation from changed c offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;

create or replace function position_refused(violation text, of_id bigint) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  if violation in ('placed_rate', 'open_rate', 'rate', 'nights', 'financed_ms', 'financing', 'rate of a closing') then
    raise exception 'no published entry bears out the % of position %', violation, of_id
      using errcode = 'check_violation', constraint = 'position_rates';
  end if;
  raise exception 'the tape does not bear out the % of position %', violation, of_id
    using errcode = 'check_violation', constraint = 'position_in_time';
end
$$;

create or replace function position_remembers() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong text := position_gains_violation(new.book, new.symbol);
begin
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'position_remembers';
  end if;
  return null;
end
$$;

create or replace function position_set_violation(of_symbol text, set_ms bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  if abs(set_ms - now_ms) > slack_ms then
    return 'time of its levels';
  elsif abs(set_ms - now_ms) > slack_ms / 3 then
    perform read_too_long_ago(of_symbol);
  end if;
  return null;
end
$$;

create or replace function position_versions() returns trigger language plpgsql security definer set search_path = public, pg_temp as
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
    -- A version increases by at most as many steps as one batch may need, so that nobody can use up the numbers.
    explained := coalesce((now ->> 0)::bigint, (was ->> 0)::bigint) between coalesce((was ->> 0)::bigint, 0) and coalesce((was ->> 0)::bigint, 0) + 1000;
    -- An opening arms all triggers.
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
  -- After a warning, the margin trigger waits for the next warning level, if there is one.
  if old.warned <> new.warned and (old.armed -> 'margin') is not distinct from (new.armed -> 'margin')
    and not (new.side = 'long' and close_out_price(new) <= 0)
  then
    raise exception 'position % of book % is warned and waits for nothing else', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_versions';
  end if;
  return null;
end
$$;

create or replace function rests_until_seq(of_symbol text, asked_seq bigint, asked_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > asked_seq and not q.gap
    and (least(q.time_ms, q.feed_time_ms) >= asked_ms or q.time_ms > asked_ms + fill_wait_ms()) order by q.seq limit 1);
end
$$;

create or replace function session_long_closed(of_symbol text, at_ms bigint) returns boolean
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as
$$
begin
  return session_reopens_ms(of_symbol, at_ms) is not null and session_reopens_ms(of_symbol, at_ms - fill_wait_ms()) is not null;
end
$$;

create or replace function spot_cost(quantity numeric, price numeric, fee_rate numeric) returns numeric language sql immutable parallel safe
  return ceil(ceil(quantity * price * 100000000) * (1 + fee_rate)) / 100000000;

create or replace function spot_fill_in_time() returns trigger
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
  select f.order_id, f.leg into wrong from added f
    left join spot_order o on o.book = f.book and o.id = f.order_id
    left join tape t on t.symbol = f.symbol and t.seq = f.tape_seq and not t.gap
    where (abs(f.time_ms - now_ms) <= slack_ms
      -- The fill must be written in the same transaction as its order's change. Otherwise a fill that was counted earlier could
      -- be paid later, or never.
      and o.status = 'filled' and o.xmin = pg_current_xact_id()::xid
      and f.price = case f.side when 'buy' then t.ask else t.bid end
      and f.symbol = case f.leg when 1 then o.symbol else o.to_symbol end
      and f.side = case when f.leg = 1 then o.side else 'buy' end
      and (o.cancel_ms is null or coalesce(f.tape_seq < rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms), true))
      and f.fee_rate = case f.leg when 1 then o.fee_rate else o.to_fee_rate end
      and case
        when f.leg = 1 then f.quantity = o.quantity and o.filled_quantity = o.quantity and coalesce(f.value + f.fee <= o.budget, true)
          and (o.worst is null or o.to_symbol is not null or case o.side when 'buy' then f.price <= o.worst else f.price >= o.worst end)
        else coalesce(f.quantity >= o.worst, true) and f.quantity = quantity_for(f.symbol, (select s.value - s.fee from spot_fill s
          where s.book = f.book and s.order_id = f.order_id and s.leg = 1), f.price, f.fee_rate) end
      and case
        when o.type = 'market' and f.tape_seq = case f.leg when 1 then o.armed_seq else o.to_armed_seq end then
          o.created_ms - least(t.time_ms, t.feed_time_ms) <= case f.leg when 1 then o.fill_age_ms else o.to_fill_age_ms end
          and (f.time_ms = o.created_ms or o.to_symbol is not null)
        when o.type = 'market' and f.leg = 1 then
          f.tape_seq = filling_seq(f.symbol, o.armed_seq, o.created_ms, o.fill_age_ms)
        when o.type = 'market' then f.tape_seq = filling_seq(f.symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        when not case o.side when 'buy' then t.ask <= o.price else t.bid >= o.price end then false
        when f.tape_seq = o.armed_seq then f.time_ms = o.created_ms
          and f.time_ms - least(t.time_ms, t.feed_time_ms) <= o.fill_age_ms
        else spot_reached_first(f.symbol, o.side, o.price, watched_from(f.symbol, o.armed_seq, o.created_ms), f.tape_seq)
      end) is not true
    limit 1;
  if wrong.order_id is not null then
    raise exception 'leg % of spot order % is not filled at its entry', wrong.leg, wrong.order_id
      using errcode = 'check_violation', constraint = 'spot_fill_in_time';
  end if;
  return null;
end
$$;

create or replace function spot_order_cancel_asked() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (old.status = 'open' and was_newest(new.symbol, new.cancel_seq, new.cancel_ms, market_slack_ms())
    and new.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = new.symbol)
    and case
      when new.status = 'open' then new.type = 'limit'
        and filling_seq(new.symbol, new.cancel_seq, new.cancel_ms, new.cancel_age_ms) is distinct from new.cancel_seq
      when new.status = 'cancelled' and new.reason = 'customer' then new.type = 'market'
        or filling_seq(new.symbol, new.cancel_seq, new.cancel_ms, new.cancel_age_ms) = new.cancel_seq
      else false end) is not true
  then
    raise exception 'spot order % of book % is not taken back now', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_cancel_asked';
  end if;
  return null;
end
$$;

create or replace function spot_order_filled() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if (select count(*) from spot_fill f where f.book = new.book and f.order_id = new.id) <> 1 + (new.to_symbol is not null)::int then
    raise exception 'spot order % of book % is filled by nothing', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_filled';
  end if;
  return null;
end
$$;

create or replace function spot_order_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
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
        -- While an order waits, its hold is unchanged and nothing is filled. If the customer gave an amount, the quantity is at
        -- least what the hold can buy.
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

create or replace function spot_order_keeps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  if (old.created_ms, old.fill_age_ms, old.to_armed_seq, old.to_fill_age_ms, old.to_fee_rate, old.budget, old.worst)
      is distinct from (new.created_ms, new.fill_age_ms, new.to_armed_seq, new.to_fill_age_ms, new.to_fee_rate, new.budget, new.worst)
    or (old.type = 'market' and old.armed_seq <> new.armed_seq)
    or (old.budget is null and old.quantity <> new.quantity)
    or (old.cancel_ms is not null
      and (old.cancel_ms, old.cancel_seq, old.cancel_age_ms) is distinct from (new.cancel_ms, new.cancel_seq, new.cancel_age_ms))
  then
    raise exception 'spot order % keeps what was accepted', old.id
      using errcode = 'check_violation', constraint = 'spot_order_acceptance';
  end if;
  if new.version not between old.version and old.version
    + ((old.status, old.armed_seq, old.priced) <> (new.status, new.armed_seq, new.priced))::int
  then
    raise exception 'spot order % has another version than its changes', old.id
      using errcode = 'check_violation', constraint = 'spot_order_version';
  end if;
  return new;
end
$$;

create or replace function spot_order_reached() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  -- The tape of the symbol whose price the order waited for.
  of_symbol text := case when old.priced @> '[{"leg": 1}]' then old.to_symbol else old.symbol end;
  armed bigint := case when old.priced @> '[{"leg": 1}]' then old.to_armed_seq else old.armed_seq end;
  age_ms int := case when old.priced @> '[{"leg": 1}]' then old.to_fill_age_ms else old.fill_age_ms end;
  taken_back bigint := taken_back_seq(old.symbol, old.cancel_seq, old.cancel_ms);
  rests_until bigint := rests_until_seq(old.symbol, old.cancel_seq, old.cancel_ms);
  violation text;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if new.ended_seq is null then
    violation := 'entry';
  elsif new.reason = 'customer' and old.type = 'limit' then
    if new.cancel_ms is null then
      violation := 'request';
    elsif old.cancel_ms is null then
      violation := case when new.ended_seq <> new.cancel_seq then 'entry' end;
    elsif taken_back is not null then
      -- If a second request arrives at the same moment, it waits for the first one.
      violation := case when new.ended_seq < taken_back and now_ms - old.cancel_ms <= fill_wait_ms() then 'entry'
        when new.ended_seq <> taken_back and now_ms - old.cancel_ms <= fill_wait_ms() then 'reached'
        -- A minute after the first request, a second one need not wait for the entry that would have executed the cancellation.
        when new.ended_seq <> taken_back and not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then 'entry' end;
    elsif now_ms - old.cancel_ms <= fill_wait_ms() or not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      violation := 'entry';
    end if;
    if violation is null and reached_between(old.symbol, case old.side when 'buy' then 'ask' else 'bid' end, old.side = 'buy', old.price,
      watched_from(old.symbol, old.armed_seq, old.created_ms),
      coalesce(rests_until, (select t.seq from tape t where t.symbol = old.symbol order by t.seq desc limit 1) + 1))
    then
      violation := 'reached';
    end if;
  elsif new.reason in ('customer', 'start_over') then
    if not was_newest(old.symbol, new.ended_seq, now_ms, slack_ms) then
      violation := 'entry';
    elsif new.reason = 'start_over' then
      violation := case when not starts_over(old.book, now_ms, slack_ms) then 'reason' end;
    elsif new.cancel_ms is null then
      violation := 'request';
    else
      violation := case when not market_missed(of_symbol, armed, old.created_ms, age_ms, now_ms) then 'reached' end;
    end if;
  elsif new.ended_seq >= rests_until then
    violation := 'entry';
  elsif (case when old.type = 'market' then new.ended_seq > armed and new.ended_seq = filling_seq(of_symbol, armed, old.created_ms, age_ms)
    else spot_reached_first(old.symbol, old.side, old.price, watched_from(old.symbol, old.armed_seq, old.created_ms), new.ended_seq)
    end) is not true
  then
    violation := 'entry';
  elsif spot_refused_truly(old, new.reason, new.ended_seq, of_symbol) is not true then
    violation := 'reason';
  end if;
  if violation = 'reached' then
    raise exception 'spot order % of book % is to fill first', old.id, old.book
      using errcode = 'check_violation', constraint = 'reached_first';
  elsif violation is not null then
    raise exception 'no entry bears out the % by which spot order % of book % ended', violation, old.id, old.book
      using errcode = 'check_violation', constraint = 'spot_order_ended_at';
  end if;
  return null;
end
$$;

create or replace function taken_back_seq(of_symbol text, asked_seq bigint, asked_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > asked_seq and not q.gap
    and least(q.time_ms, q.feed_time_ms) >= asked_ms order by q.seq limit 1);
end
$$;

create or replace function trailed_first(of_symbol text, long boolean, distance numeric, armed bigint, watched bigint, upto bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  minute record;
  best numeric;
  first_end bigint;
  last_begin bigint;
  found_seq bigint;
begin
  if upto - armed > 1000 then
    select m.last_seq into first_end from tape_minute m
      where m.symbol = of_symbol and m.minute_ms = (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = armed) / 60000 * 60000;
    select m.first_seq into last_begin from tape_minute m
      where m.symbol = of_symbol and m.minute_ms = (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = upto) / 60000 * 60000;
  end if;
  if first_end is null or last_begin is null or first_end not between armed and last_begin - 2 then
    return trailed_within(of_symbol, long, distance, null, watched, armed, upto);
  end if;
  found_seq := trailed_within(of_symbol, long, distance, null, watched, armed, first_end);
  if found_seq is not null then
    return found_seq;
  end if;
  -- The best price is the highest bid or the lowest ask. Asks are negated, so that the best price is always the maximum.
  best := (select max(case when long then q.bid else -q.ask end) from tape q
    where q.symbol = of_symbol and q.seq between armed and first_end);
  for minute in
    select w.* from (
      select m.first_seq, m.last_seq, greatest(best, max(m.high) over (order by m.minute_ms rows between unbounded preceding and 1 preceding))
          as best_before, greatest(best, max(m.high) over (order by m.minute_ms)) - m.low as back, m.minute_ms
        from (select e.minute_ms, e.first_seq, e.last_seq, case when long then e.bid_high else -e.ask_low end as high,
            case when long then e.bid_low else -e.ask_high end as low
          from tape_minute e where e.symbol = of_symbol
            and e.minute_ms > (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = armed) / 60000 * 60000
            and e.minute_ms <= (select t.time_ms from tape t where t.symbol = of_symbol and t.seq = upto) / 60000 * 60000) m) w
      where w.back >= distance order by w.minute_ms
  loop
    found_seq := trailed_within(of_symbol, long, distance, minute.best_before, watched, minute.first_seq, least(minute.last_seq, upto));
    if found_seq is not null then
      return found_seq;
    end if;
  end loop;
  return null;
end
$$;

create or replace function trailed_within(of_symbol text, long boolean, distance numeric, best numeric, watched bigint, from_seq bigint, to_seq bigint)
  returns bigint language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return (select w.seq from (
      select q.seq, q.gap, q.price, greatest(best, max(q.price) over (order by q.seq)) as furthest
      from (select e.seq, e.gap, case when long then e.bid else -e.ask end as price from tape e
        where e.symbol = of_symbol and e.seq between from_seq and to_seq) q) w
    where not w.gap and w.seq > watched and w.furthest - w.price >= distance order by w.seq limit 1);
end
$$;

create or replace function watched_from(of_symbol text, armed bigint, since_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  if since_ms is null then
    return armed;
  end if;
  return coalesce((select q.seq - 1 from tape q where q.symbol = of_symbol and q.seq > armed
      and least(q.time_ms, q.feed_time_ms) >= since_ms order by q.seq limit 1),
    greatest(armed, (select q.seq from tape q where q.symbol = of_symbol order by q.seq desc limit 1)));
end
$$;

create or replace function withdrawal_made_violation(made withdrawal) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('withdrawal:' || made.currency, made.requested_ms);
  gate customer_gate;
  asked numeric;
begin
  perform lock_book(made.book);
  select * into gate from customer_gate g where g.book = made.book;
  asked := made.amount + coalesce((select sum(w.amount) from withdrawal w
    where w.book = made.book and w.currency = made.currency and w.status <> 'failed' and w.requested_ms > made.requested_ms - 86400000), 0);
  return case
    when (of_terms ->> 'open') is distinct from 'true' then 'currency'
    -- Every chain on which a currency can be deposited can also be used to withdraw it.
    when terms_at('deposit:' || made.currency || ':' || made.network, made.requested_ms) is null or made.network = 'wire' then 'chain'
    when (gate.status = 'active' and gate.kyc_status = 'approved' and gate.has_trading_password and gate.has_bank_card) is not true
      then 'customer'
    when gate.security_changed_ms + 86400000 > made.requested_ms then 'time after a change of security'
    when (made.amount between (of_terms ->> 'min')::numeric and (of_terms ->> 'max')::numeric) is not true then 'amount'
    when (asked <= (of_terms ->> 'day_max')::numeric) is not true then 'sum of a day'
    when (made.fee = withdrawal_fee(made.currency, made.amount, (of_terms ->> 'fee_rate')::numeric)) is not true then 'fee'
    when not made.needs_second and asked >= (of_terms ->> 'two_from')::numeric then 'number of persons'
    when made.deadline_ms <> made.requested_ms + 86400000 then 'deadline'
    when made.version <> 1 or made.holds <> 0 or made.approved_ms is not null or made.decided_by is not null then 'beginning'
  end;
end
$$;

create or replace function withdrawal_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  violation text;
begin
  if is_bound_in_time(tg_relid) then
    violation := withdrawal_made_violation(new);
    if violation is not null then
      raise exception 'withdrawal % of book % begins with another %', new.id, new.book, violation
        using errcode = 'check_violation', constraint = 'withdrawal_recomputed';
    end if;
  end if;
  return new;
end
$$;

create or replace function fund_day_verified() returns trigger language plpgsql as
$$
declare
  pool numeric := greatest(0, least(new.result, new.balance));
  base numeric;
  midnight bigint := (new.day + 1) * 86400000::bigint;
begin
  select greatest(new.wanted, ceil(new.capital * 100000000 * coalesce((select r.rate_max from fund_rate r where r.day = new.day
    order by r.project, r.terms_version desc limit 1), 0)) * 0.00000001) into base;
  if new.published_ms < midnight
    or not exists (select from strategy_clock c where c.day = new.day + 1 and new.capital = case
      when c.next_slot_ms is null then 0 else 2000000 end)
    or exists (select from fund_day d where d.day <> new.day)
      and not exists (select from fund_day d where d.day = new.day - 1 and not exists (select from fund_day l where l.day > new.day))
    or new.result <> coalesce((select sum(t.result) from strategy_trade t
        where t.slot_ms >= midnight - 86400000 and t.slot_ms < midnight), 0)
      + coalesce((select sum(r.result) from strategy_report r where r.counts_day = new.day), 0)
    or new.balance - new.reserved <> coalesce((select sum(h.amount) from house_balance h
      where h.account = 'strategy' and h.currency = 'USDT'), 0)
    or new.reserved <> coalesce((select sum(h.amount) from house_balance h
      where h.account = 'income_escrow' and h.currency = 'USDT'), 0)
    or new.reserved > pool or (new.reserved > 0) <> (new.journal_seq is not null)
    -- Exact quotients: principal times milliseconds times a rate, divided by a day, in units of 10⁻⁸.
    or (select new.reserved <> coalesce(sum(div(r.principal_ms * r.rate * 100000000, 86400000)), 0) * 0.00000001
        or new.wanted <> div(coalesce(sum(r.principal_ms * r.rate_max), 0) * 100000000 + 86399999.99999999, 86400000) * 0.00000001
        or new.covered <> (new.balance >=
          div(coalesce(sum(r.principal_ms * r.rate_min), 0) * 100000000 + 86399999.99999999, 86400000) * 0.00000001)
        or coalesce(bool_or(r.rate <> case when base = 0 then 0 when pool >= base then r.rate_max
          else div(r.rate_max * pool * 100000000, base) * 0.00000001 end), false)
      from fund_rate r where r.day = new.day)
    or (select sum(c.value) from counter c where c.name = 'fund_closed') <> (case when new.covered then 0 else 1 end)
  then
    raise exception 'nothing bears out what was published of day %', new.day
      using errcode = 'check_violation', constraint = 'fund_day_verified';
  end if;
  if exists (select from fund_order o where o.started_ms is not null and o.due_ms < midnight) then
    raise exception 'what was due before the end of day % is to be paid first', new.day
      using errcode = 'check_violation', constraint = 'fund_day_waits';
  end if;
  -- The comparison is exact to the millisecond, because an order that starts or ends takes the same lock as publication.
  if exists (
    select from (select o.project, o.terms_version, o.rate_min, o.rate_max,
        sum(o.amount * (least(o.counts_from_ms + o.days * 86400000::bigint, midnight)
          - greatest(o.counts_from_ms, midnight - 86400000))) as principal_ms
      from fund_order o where o.started_ms is not null and o.due_ms >= midnight and o.due_ms < midnight + 86400000
      group by 1, 2, 3, 4) o
    full join (select * from fund_rate where day = new.day) r using (project, terms_version, rate_min, rate_max)
    where r.day is null or r.principal_ms <> coalesce(o.principal_ms, 0)
  ) or exists (
    select from fund_rate r join terms t on t.subject = 'fund:' || r.project and t.version = r.terms_version
    where r.day = new.day and (r.rate_min, r.rate_max)
      <> ((t.body::jsonb ->> 'rate_min')::numeric, (t.body::jsonb ->> 'rate_max')::numeric)
  ) then
    raise exception 'a rate of day % is not of everybody who has one', new.day
      using errcode = 'check_violation', constraint = 'fund_rate_for_all';
  end if;
  return null;
end
$$;

create or replace function fund_payment_verified() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from fund_order o join fund_rate r on r.project = o.project and r.terms_version = o.terms_version and r.day = new.day
    where o.book = new.book and o.id = new.order_id and o.xmin = pg_current_xact_id()::xid
      and case when new.number <= o.paid_days then new.mark_ms = o.started_ms + new.number * 86400000::bigint
        else new.number = o.days + 1 and o.reason = 'matured' and o.due_ms is null
          and o.counts_from_ms % 86400000 > 0 and new.mark_ms = o.ends_ms - o.ends_ms % 86400000 + 86400000 end
      and new.day = new.mark_ms / 86400000 - 1
      and new.part_ms = least(o.counts_from_ms + o.days * 86400000::bigint, (new.day + 1) * 86400000::bigint)
        - greatest(o.counts_from_ms, new.day * 86400000::bigint)
      and new.rate = r.rate
      and new.amount = div(o.amount * r.rate * new.part_ms * 100000000, 86400000) * 0.00000001
  ) or (new.number > 1 and not exists (
    select from fund_payment p where p.book = new.book and p.order_id = new.order_id and p.number = new.number - 1
  )) or (new.amount > 0 and not exists (
    select from journal j where j.book = new.book and j.seq = new.journal_seq and j.kind = 'fund_income'
      and j.ref = 'fund_order:' || new.order_id
      and (select bool_and(p.currency = 'USDT') and sum(p.amount) filter (where p.account = 'spot') = new.amount
        from posting p where p.book = j.book and p.seq = j.seq)
  )) then
    raise exception 'payment % of fund order % is not what was published', new.number, new.order_id
      using errcode = 'check_violation', constraint = 'fund_payment_verified';
  end if;
  return new;
end
$$;

create or replace function house_debt_verified() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (
      select from position p, jsonb_to_recordset(p.closes) as c (journal_seq bigint, owed numeric)
      where p.book = new.book and p.id = new.position and c.journal_seq = new.id and c.owed = new.amount and (tg_op = 'UPDATE' or p.collateral = new.collateral))
    or new.paid <> (select coalesce(sum(p.amount), 0) from journal j
        join posting p on p.book = j.book and p.seq = j.seq and p.account in ('contract', 'promo')
      where j.book = new.book and j.kind = 'debt_payment' and j.ref = 'house_debt:' || new.id)
    or (new.status = 'ended' and not exists (select from journal j
      where j.book = new.book and j.kind = 'start_over' and j.time_ms = new.updated_ms))
  then
    raise exception 'debt % of book % is not what happened', new.id, new.book
      using errcode = 'check_violation', constraint = 'house_debt_verified';
  end if;
  return null;
end
$$;

create or replace function referral_reward_verified() returns trigger language plpgsql as
$$
declare
  above bigint := new.source;
begin
  for step in 1..new.level loop
    select c.invited_by into above from customer c where c.id = above;
  end loop;
  if above is distinct from new.book or new.book = 0 or not exists (
    select from fund_payment p where p.book = new.source and p.order_id = new.order_id and p.number = new.number
      and p.xmin = pg_current_xact_id()::xid and p.amount = new.base and p.paid_ms = new.time_ms
  ) or (new.status = 'due') is distinct from (exists (
    select from posting p join journal j on j.book = p.book and j.seq = p.seq
    where p.book = new.source and p.seq > (select b.seq - 300 from book b where b.id = new.source)
      and p.kind = 'referral_reserve' and p.account = 'referral'
      and j.ref = format('fund_payment:%s:%s', new.order_id, new.number)
      and p.amount = (select sum(r.amount) from referral_reward r
        where r.source = new.source and r.order_id = new.order_id and r.number = new.number)
  ) and new.amount > 0)
  then
    raise exception 'share % of customer % is not borne out', new.id, new.book
      using errcode = 'check_violation', constraint = 'referral_reward_verified';
  end if;
  return null;
end
$$;

create or replace function strategy_trade_verified() returns trigger
  language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as
$$
begin
  if not exists (
    select from strategy_clock c where new.slot_ms >= c.first_slot_ms and new.slot_ms < c.next_slot_ms
      and new.slot_ms / 86400000 = c.day
  ) or not exists (
    select from tape t where t.symbol = new.symbol and t.seq = new.tape_seq and t.time_ms <= new.slot_ms
  ) or exists (
    select from tape t where t.symbol = new.symbol and t.seq = new.tape_seq + 1 and t.time_ms <= new.slot_ms
  ) or (new.journal_seq is null and (select sum(t.result) from strategy_trade t where t.slot_ms = new.slot_ms) <> 0
  ) or (new.journal_seq is not null and not exists (
    select from journal j where j.book = 0 and j.seq = new.journal_seq and j.xmin = pg_current_xact_id()::xid
      and j.kind = 'strategy_result' and j.ref = 'strategy_slot:' || new.slot_ms
  )) then
    raise exception 'nothing bears out the trade of % at %', new.symbol, new.slot_ms
      using errcode = 'check_violation', constraint = 'strategy_trade_verified';
  end if;
  return null;
end
$$;

create or replace function tape_minute_verified() returns trigger
  language plpgsql security definer set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  from_seq bigint := new.first_seq;
  e record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'UPDATE' then
    from_seq := old.last_seq + 1;
  end if;
  select count(*) as entries, max(t.last) as high, min(t.last) as low, max(t.bid) as bid_high, min(t.bid) as bid_low,
      max(t.ask) as ask_high, min(t.ask) as ask_low, sum(t.volume) as volume
    into e from tape t where t.symbol = new.symbol and t.seq between from_seq and new.last_seq;
  if tg_op = 'UPDATE' then
    e.high := greatest(e.high, old.high);
    e.low := least(e.low, old.low);
    e.bid_high := greatest(e.bid_high, old.bid_high);
    e.bid_low := least(e.bid_low, old.bid_low);
    e.ask_high := greatest(e.ask_high, old.ask_high);
    e.ask_low := least(e.ask_low, old.ask_low);
    e.volume := e.volume + old.volume;
  end if;
  if (e.entries = new.last_seq - from_seq + 1 and e.entries > 0
    and (e.high, e.low, e.bid_high, e.bid_low, e.ask_high, e.ask_low, e.volume)
      = (new.high, new.low, new.bid_high, new.bid_low, new.ask_high, new.ask_low, new.volume)
    and new.open between new.low and new.high and new.close = (select t.last from tape t where t.symbol = new.symbol and t.seq = new.last_seq)
    and (tg_op = 'INSERT' or (new.symbol, new.minute_ms, new.first_seq, new.open) = (old.symbol, old.minute_ms, old.first_seq, old.open)))
    is not true
  then
    raise exception 'minute % of % is not what its entries say', new.minute_ms, new.symbol
      using errcode = 'check_violation', constraint = 'tape_minute_verified';
  end if;
  return null;
end
$$;

drop trigger option_ticket_transition on option_ticket;
create trigger option_ticket_transition before update on option_ticket for each row
  when (
    (old.strike is distinct from new.strike and (old.strike is not null or new.status <> 'open'))
    or (old.strike_ms is distinct from new.strike_ms and (old.strike_ms is not null or new.status <> 'open'))
    or (old.book, old.id, old.product, old.symbol, old.side, old.seconds, old.currency, old.source, old.stake)
      <> (new.book, new.id, new.product, new.symbol, new.side, new.seconds, new.currency, new.source, new.stake)
    or (old.payout_ratio, old.stake_usdt, old.profit_usdt, old.accepted_ms, old.accepted_seq, old.expires_ms)
      <> (new.payout_ratio, new.stake_usdt, new.profit_usdt, new.accepted_ms, new.accepted_seq, new.expires_ms)
    or old.accepted_wall_ms <> new.accepted_wall_ms
    or (old.strike is not null and (old.strike_seq, old.struck_from_ms) is distinct from (new.strike_seq, new.struck_from_ms))
    or (old.strike is null and (new.strike is not null or new.reason = 'gap_strike')
      and new.struck_from_ms is distinct from new.accepted_ms)
    or (new.strike is null and new.strike_seq is not null and new.reason is distinct from 'gap_strike')
  ) execute function option_ticket_refuse();
drop trigger option_ticket_new on option_ticket;
create trigger option_ticket_new before insert on option_ticket for each row
  when (new.status <> 'open' or new.strike is not null or new.settle is not null or new.strike_seq is not null
    or new.struck_from_ms is not null) execute function option_ticket_new();
create constraint trigger spot_order_filled after update on spot_order deferrable initially deferred for each row
  when (old.status <> 'filled' and new.status = 'filled')
  execute function spot_order_filled();
create trigger spot_order_cancel_asked after update on spot_order for each row
  when (old.cancel_ms is null and new.cancel_ms is not null)
  execute function spot_order_cancel_asked();
drop trigger position_transition on position;
create trigger position_transition before update on position for each row
  when (
    (old.status = 'closing' and new.status = 'open' and new.open_quantity >= old.open_quantity)
    or (old.entry_price is not null and (
      old.entry_price <> new.entry_price or old.entry_seq <> new.entry_seq or old.entry_ms <> new.entry_ms
    ))
    or old.side <> new.side or old.quantity <> new.quantity or old.symbol <> new.symbol
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
drop trigger changed_in_session on spot_order;
create trigger changed_in_session after update on spot_order for each row
  when (old.cancel_ms is null and (new.cancel_ms is not null
    or (old.status = 'open' and new.status = 'cancelled' and new.reason = 'customer')))
  execute function changed_in_session();
create constraint trigger spot_order_holds_new after insert on spot_order deferrable initially deferred for each row
  when (new.held > 0) execute function spot_order_holds();
create constraint trigger spot_order_holds after update on spot_order deferrable initially deferred for each row
  when (old.held <> new.held) execute function spot_order_holds();
create constraint trigger position_versions after update on position deferrable initially deferred for each row
  when (new.status in ('pending', 'open', 'closing') and (old.armed <> new.armed or old.warned <> new.warned))
  execute function position_versions();
create trigger engine_position_forward before update on engine_position for each row
  when (new.handled_seq < old.handled_seq or new.symbol <> old.symbol) execute function engine_position_forward();
drop trigger fund_day_borne_out on fund_day;
create constraint trigger fund_day_verified after insert on fund_day deferrable initially deferred
  for each row execute function fund_day_verified();
drop trigger house_debt_borne_out on house_debt;
create constraint trigger house_debt_verified after insert or update on house_debt deferrable initially deferred
  for each row execute function house_debt_verified();
drop trigger referral_reward_borne_out on referral_reward;
create constraint trigger referral_reward_verified after insert on referral_reward deferrable initially deferred
  for each row execute function referral_reward_verified();
drop trigger strategy_trade_borne_out on strategy_trade;
create constraint trigger strategy_trade_verified after insert on strategy_trade deferrable initially deferred
  for each row execute function strategy_trade_verified();

grant select on made_since to candor_app;
grant update (strike_seq, struck_from_ms) on option_ticket to candor_app;
grant update (cancel_ms, cancel_seq, cancel_age_ms) on spot_order to candor_app;
grant update (cancel_ms, cancel_seq, cancel_age_ms) on position to candor_app;
grant update (change_ms, change_seq, change_age_ms, change_waits) on position to candor_app;
revoke insert on engine_inbox from candor_app;
grant insert (symbol, kind, book, row_id, version, condition, level, armed_seq, since_ms) on engine_inbox to candor_app;
grant select, insert (kind, book, row_id, version, symbol, told) on engine_set_aside to candor_app;
grant execute on function left_unfired to candor_app;
revoke execute on function engine_position_forward, left_unfired, level_changed, part_watched_from, position_arming_violation, position_cancel_violation, position_change_violation, position_refused, position_set_violation, position_versions, rests_until_seq, session_long_closed, spot_cost, spot_order_cancel_asked, spot_order_holds, taken_back_seq, trailed_first, trailed_within, watched_from from public;
grant execute on function left_unfired to candor_app;
