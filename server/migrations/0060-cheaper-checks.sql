-- Cheaper checks of what contracts move, and of the public list of fills: the same checks with fewer lookups and calls.

drop function positions_frozen(bigint[], bigint[]);
drop function contract_holds_explained(bigint[], bigint[]);
drop function margins_frozen(bigint, text);

-- The journals of positions match their rows: an opening moves the fee to the house, the margin is frozen, and a closing pays
-- the amount in its record, minus what the house still owes and what it covers of losses on the opposite side. If credit is
-- the margin, only gains become the customer's own money, and the part of the shortfall that the customer's own gains cover is
-- taken from the customer's own money. The house accounts pay in the published order. The record of the closing is found by
-- iterating over the list, at a third of the cost of a query. The rows of all journals of a batch are read by one query.
create function contract_journals_explained(books bigint[], seqs bigint[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  posted record;
  -- The customer's gains on credit accounts, and on accounts of their own money.
  credit numeric;
  own numeric;
  closing jsonb;
  closings int;
  borne numeric;
  -- The gain of each house account, in the order in which the accounts pay.
  trading numeric;
  insurance numeric;
  equity numeric;
  interest numeric;
  fees numeric;
  rounding numeric;
  is_credit boolean;
  explained boolean;
begin
  for posted in
    select j.book, j.seq, j.kind, j.ref, j.accounts, j.currencies, j.amounts, p.status, p.collateral, p.entry_price, p.open_fee, p.closes,
        case when j.accounts && '{promo,promo_frozen}' then j end as whole,
        -- One of two journals charges the fee, depending on whether the order waited or opened immediately.
        case when j.kind in ('contract_open', 'contract_fill') then exists (select from journal o where o.book = j.book and o.ref = j.ref
          and o.kind = case j.kind when 'contract_open' then 'contract_fill' else 'contract_open' end
          and o.kind in ('contract_open', 'contract_fill')) end as is_charged_twice
      from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq
        left join position p on p.book = j.book and p.id = journal_row(j.ref, 'position') and p.xmin = pg_current_xact_id()::xid
  loop
    is_credit := posted.accounts && '{promo,promo_frozen}';
    if is_credit then
      perform credit_stays_credit(posted.whole);
    end if;
    credit := 0; own := 0; trading := 0; insurance := 0; equity := 0; interest := 0; fees := 0; rounding := 0;
    for at in 1 .. cardinality(posted.accounts) loop
      case posted.accounts[at]
        when 'contract', 'contract_frozen' then own := own + posted.amounts[at];
        when 'promo', 'promo_frozen' then credit := credit + posted.amounts[at];
        when 'trading' then trading := trading + posted.amounts[at];
        when 'fees' then fees := fees + posted.amounts[at];
        when 'rounding' then rounding := rounding + posted.amounts[at];
        when 'interest' then interest := interest + posted.amounts[at];
        when 'insurance' then insurance := insurance + posted.amounts[at];
        when 'equity' then equity := equity + posted.amounts[at];
        else null;
      end case;
    end loop;
    explained := posted.status is not null and 'USDT' = all (posted.currencies)
      and case when posted.collateral = 'promo' then credit <= 0 and not 'contract_frozen' = any (posted.accounts) else not is_credit end;
    if not coalesce(explained, false) then
      perform journal_unexplained(posted.book, posted.seq, posted.kind);
    end if;
    case posted.kind
      when 'contract_close' then
        closing := null;
        closings := 0;
        for at in 0 .. jsonb_array_length(posted.closes) - 1 loop
          if posted.closes -> at ->> 'journal_seq' = posted.seq::text then
            closing := posted.closes -> at;
            closings := closings + 1;
          end if;
        end loop;
        borne := (closing ->> 'offset')::numeric;
        explained := closings = 1
          and own + credit = (closing ->> 'pnl')::numeric - (closing ->> 'fee')::numeric - (closing ->> 'financing')::numeric
            + (closing ->> 'shortfall')::numeric - (closing ->> 'owed')::numeric - borne - (closing ->> 'charge')::numeric
          and (posted.collateral <> 'promo' or own >= case when (closing ->> 'shortfall')::numeric > 0 then -borne else 0 end);
        -- Usually the trading account pays the whole profit, and the insurance the whole shortfall.
        if explained and not (equity = 0 and interest = (closing ->> 'financing')::numeric
          and insurance = (closing ->> 'charge')::numeric - (closing ->> 'shortfall')::numeric + borne
          and fees + rounding + trading = (closing ->> 'fee')::numeric - (closing ->> 'pnl')::numeric
          and (closing ->> 'fee')::numeric - fees between 0 and 0.00000001 and rounding between 0 and 0.00000002)
        then
          explained := house_paid_in_order(posted.book, posted.seq, closing, array[trading, insurance, equity, interest, fees, rounding]);
        end if;
      when 'contract_open', 'contract_fill' then
        explained := posted.entry_price is not null and own + credit = -posted.open_fee and not posted.is_charged_twice;
      when 'contract_release' then
        -- After an amendment, a waiting order releases the part of its hold that it no longer needs.
        explained := own + credit = 0 and (posted.status not in ('pending', 'open') or (posted.status = 'pending'
          and exists (select from position_amendment a where a.book = posted.book and a.position_id = journal_row(posted.ref, 'position')
            and a.xmin = pg_current_xact_id()::xid)));
      else explained := own + credit = 0;
    end case;
    if explained is not true then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
    if posted.kind = 'contract_close' and 'promo_frozen' = any (posted.accounts) then
      perform experience_kept(posted.whole);
    end if;
  end loop;
end
$$;

-- Returns a customer whose positions with a given collateral have other margins than the frozen amount; null if there is none.
create function margins_unfrozen(books bigint[], of_collateral text) returns bigint language plpgsql stable set search_path = pg_catalog, public, pg_temp as
$$
begin
  return (select b.book from (select distinct unnest(books) as book) b
    where coalesce((select sum(p.margin) from position p
        where p.book = b.book and p.collateral = of_collateral and p.status in ('pending', 'open', 'closing')), 0)
      <> coalesce((select a.amount from balance a where a.book = b.book and a.currency = 'USDT'
        and a.account = case of_collateral when 'promo' then 'promo_frozen' else 'contract_frozen' end::account), 0)
    limit 1);
end
$$;

-- After a journal, the frozen amount equals the sum of the positions' margins. All journals of a customer are checked together: if a hundred
-- positions are closed, a check per journal would add up a hundred margins a hundred times. The positions whose margins changed
-- need no check of their own (`positions_frozen`) if it would be the same: this transaction recorded it just after that of its
-- journals. If other checks came in between, it is made separately.
create function contract_holds_explained(books bigint[], seqs bigint[], of_check bigint) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  held record;
  wrong bigint;
begin
  select array_agg(j.book) filter (where 'contract_frozen' = any (j.accounts)) as own,
      array_agg(j.book) filter (where 'promo_frozen' = any (j.accounts)) as credit
    into held from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq;
  wrong := coalesce(margins_unfrozen(held.own, 'contract'), case when held.credit is not null then margins_unfrozen(held.credit, 'promo') end);
  if wrong is not null then
    raise exception 'journal %/% leaves frozen what no position holds', wrong,
      (select max(u.seq) from unnest(books, seqs) as u (book, seq) where u.book = wrong)
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
  delete from check_due d where d.id between of_check + 1 and of_check + 64 and d.xmin = pg_current_xact_id()::xid
    and ((d.guard = 'positions_held' and d.books <@ held.own) or (d.guard = 'credit_held' and d.books <@ held.credit));
end
$$;

-- After a change, the full margins of a customer's positions with a given collateral are frozen.
create function positions_frozen(books bigint[], of_collateral text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  wrong bigint := margins_unfrozen(books, of_collateral);
begin
  if wrong is not null then
    raise exception 'the positions of book % hold what is not frozen', wrong
      using errcode = 'check_violation', constraint = 'position_frozen';
  end if;
end
$$;

-- Each closing of a position has its own journal, which is compared with the closing once, when the journal is posted. The journal
-- is looked up by its number alone; otherwise PostgreSQL may read all journals of the customer and an index of everybody's.
create or replace function positions_closed_paid(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select p.book, p.id into unpaid from unnest(books, ids) as u (book, id) join position p on p.book = u.book and p.id = u.id
    where (select count(distinct e.seq)
      from (select (c.closing ->> 'journal_seq')::bigint as seq from jsonb_array_elements(p.closes) as c (closing)) e
      where (select j.kind = 'contract_close' and j.ref = 'position:' || p.id from journal j where j.book = p.book and j.seq = e.seq))
        <> jsonb_array_length(p.closes) limit 1;
  if unpaid.id is not null then
    raise exception 'position % of book % closes and moves no money', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'position_paid';
  end if;
end
$$;

-- Records the rows of a statement for their checks at commit, in one pass over them.
create or replace function position_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    insert into check_due (guard, books, ids)
      select g.guard, g.books, g.ids from (
          select array_agg(a.book) filter (where a.is_opened) as opened, array_agg(a.id) filter (where a.is_opened) as opened_ids,
            array_agg(a.book) filter (where a.closes <> '[]') as closed, array_agg(a.id) filter (where a.closes <> '[]') as closed_ids,
            array_agg(a.book) filter (where a.margin > 0 and a.collateral = 'contract') as held,
            array_agg(a.book) filter (where a.margin > 0 and a.collateral = 'promo') as credit
          from (select n.*, n.entry_price is not null and n.open_fee > 0 as is_opened from added n) a) d
        cross join lateral (values ('positions_opened', d.opened, d.opened_ids), ('positions_closed', d.closed, d.closed_ids),
          ('positions_held', d.held, '{}'), ('credit_held', d.credit, '{}')) as g (guard, books, ids)
        where g.books is not null;
  else
    insert into check_due (guard, books, ids)
      select g.guard, g.books, g.ids from (
          select array_agg(c.book) filter (where m.is_opened) as opened, array_agg(c.id) filter (where m.is_opened) as opened_ids,
            array_agg(c.book) filter (where m.is_closed) as closed, array_agg(c.id) filter (where m.is_closed) as closed_ids,
            array_agg(c.book) filter (where m.is_over) as over, array_agg(c.id) filter (where m.is_over) as over_ids,
            array_agg(c.book) filter (where c.margin <> b.margin and c.collateral = 'contract') as held,
            array_agg(c.book) filter (where c.margin <> b.margin and c.collateral = 'promo') as credit
          from changed c join before b on b.book = c.book and b.id = c.id
            cross join lateral (select b.entry_price is null and c.entry_price is not null and c.open_fee > 0 as is_opened,
              c.closes <> b.closes as is_closed, b.status <> 'closed' and c.status = 'closed' as is_over) m) d
        cross join lateral (values ('positions_over', d.over, d.over_ids), ('positions_opened', d.opened, d.opened_ids),
          ('positions_closed', d.closed, d.closed_ids), ('positions_held', d.held, '{}'), ('credit_held', d.credit, '{}')) as g (guard, books, ids)
        where g.books is not null;
  end if;
  return null;
end
$$;

-- At commit: orders that reduce a position have ended together with it.
create function positions_reduced(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  left_behind record;
begin
  select u.book, u.id into left_behind from unnest(books, ids) as u (book, id)
    where exists (select from position r where r.book = u.book and r.reduces = u.id and r.status = 'pending') limit 1;
  if left_behind.id is not null then
    raise exception 'position % of book % is closed, and an order is to reduce it', left_behind.id, left_behind.book
      using errcode = 'check_violation', constraint = 'position_reduced';
  end if;
end
$$;

-- Checks a journal whose kind only few batches contain, or whose check reads so much that checking many together gains nothing. A
-- kind without a check is rejected, so that every journal has a row that explains it.
create or replace function journal_explained(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  case
    when posted.kind in ('option_stake', 'option_win', 'option_loss', 'option_return') then
      if posted.kind = 'option_win' and 'promo' = any (posted.accounts) then
        perform experience_kept(posted);
      end if;
      perform option_journals_explained(array[posted.book], array[posted.seq]);
    when posted.kind in ('exchange', 'transfer') then perform moved_as_said(posted);
    when posted.kind in ('fund_join', 'fund_refund', 'fund_income', 'fund_maturity', 'fund_terminate') then perform fund_journal(posted);
    when posted.kind in ('strategy_result', 'fund_reserve', 'fund_unreserve') then perform strategy_journal(posted);
    when posted.kind = 'deposit' then perform deposit_journal(posted);
    when posted.kind in ('withdrawal_hold', 'withdrawal_release', 'withdrawal_pay') then perform withdrawal_journal(posted);
    when posted.kind in ('loan_disburse', 'loan_repay', 'loan_return') then perform loan_journal(posted);
    when posted.kind in ('referral_reserve', 'referral_pay', 'referral_return') then perform referral_journal(posted);
    when posted.kind = 'debt_payment' then perform debt_payment_journal(posted);
    when posted.kind in ('experience_convert', 'experience_expire') then perform experience_journal(posted);
    when posted.kind = 'experience_keep' then perform experience_kept(posted);
    when posted.kind in ('demo_grant', 'start_over', 'account_close') then
      if posted.kind <> 'demo_grant' then
        perform done_in_session(posted);
      end if;
      perform play_journal(posted);
    when posted.kind in ('house_opening', 'house_allocation') then
      perform house_funds_cover(posted);
      perform house_journal(posted);
    when posted.kind in ('manual_correction', 'promotion_grant') then perform journal_by_two(posted);
    when posted.kind in ('house_move', 'house_capital') then
      if posted.kind = 'house_capital' then
        perform guard_no_capital_out(posted);
        perform capital_out_covered(posted);
      end if;
      perform house_funds_cover(posted);
      perform journal_by_two(posted);
    else perform journal_known(posted);
  end case;
end
$$;

-- Every lookup uses a key, regardless of the statistics at the time of planning, and a plan is made only once. For few rows, the
-- planner would otherwise make a new plan each time, which takes longer than the check.
create or replace function check_due_run() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set plan_cache_mode = force_generic_plan as
$$
declare
  posted journal;
begin
  delete from check_due d where d.id = new.id;
  -- Another check has already covered this one.
  if not found then
    return null;
  end if;
  case new.guard
    when 'spot_trades' then
      perform spot_journals_explained(new.books, new.ids, new.id);
    when 'spot_holds' then
      perform spot_journals_explained(new.books, new.ids, new.id);
      perform spot_holds_explained(new.books, new.ids);
    when 'spot_orders' then perform spot_orders_paid(new.books, new.ids, '{1}', '{spot_buy,spot_sell,spot_fill}');
    when 'spot_conversions' then perform spot_orders_paid(new.books, new.ids, '{1,2}', '{spot_convert}');
    when 'options' then perform option_journals_explained(new.books, new.ids);
    when 'tickets_accepted' then perform option_tickets_paid(new.books, new.ids, '{option_stake}');
    when 'tickets_ended' then perform option_tickets_paid(new.books, new.ids, '{option_win,option_loss,option_return}');
    when 'positions_opened' then perform positions_opened_paid(new.books, new.ids);
    when 'positions_closed' then perform positions_closed_paid(new.books, new.ids);
    when 'positions_held' then perform positions_frozen(new.books, 'contract');
    when 'credit_held' then perform positions_frozen(new.books, 'promo');
    when 'positions_over' then perform positions_reduced(new.books, new.ids);
    when 'contracts' then
      perform contract_journals_explained(new.books, new.ids);
      perform contract_holds_explained(new.books, new.ids, new.id);
    when 'journals' then
      for posted in select j.* from unnest(new.books, new.ids) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq loop
        perform journal_explained(posted);
      end loop;
  end case;
  return null;
end
$$;

drop function contract_journal(journal);
drop trigger position_reduced on position;
drop function position_reduced();

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
drop trigger webhook_hears on position;
drop trigger webhook_hears_part on position;
create trigger webhook_hears after update on position referencing old table as before new table as changed
  for each statement execute function webhook_hears_moved();

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
  select c.id, f.violation into wrong from changed c
    cross join lateral (select c::public."position" as becomes offset 0) r
    cross join lateral (
    select coalesce(
      case when is_timed then position_opening_violation(none, r.becomes, now_ms, slack_ms) end,
      case when is_timed and c.armed ?| array['limit', 'stop', 'target', 'trail'] and c.status in ('pending', 'open', 'closing')
        then position_arming_violation(c.symbol, null, c.armed, c.entry_seq, c.created_ms, now_ms, slack_ms) end,
      case when is_timed and coalesce(c.cancel_ms, c.change_ms) is not null then 'acceptance' end,
      case when is_timed and c.asked_ms is not null then position_asked_violation(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when not (split_part(c.symbol, '/', 2) in ('USDT', 'USD') and c.placed_rate = 1 and c.rate = 1
          and (c.placed_rate_seq, c.rate_seq, c.open_rate_seq) is not distinct from (null::bigint, null::bigint, null::bigint)
          and c.open_rate is not distinct from case when c.entry_price is not null then 1 end)
        then position_rate_violation(none, r.becomes, now_ms) end,
      case when c.nights <> '[]' or (c.entry_price is not null and c.financed_ms / 86400000 <> c.entry_ms / 86400000)
        then position_nights_violation(none, r.becomes, now_ms) end,
      case when c.financing <> 0 or c.nights <> '[]' or c.closes <> '[]'
        then position_financing_violation(c.financing, c.closes, c.nights) end,
      case when c.closes <> '[]' then position_closings_violation(none, r.becomes, now_ms, slack_ms, is_timed) end
    ) as violation offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;

-- Checks only the changed parts of a row. The whole rows are formed once and not for each function, because PostgreSQL prepares
-- each place that forms one for each statement, with the texts of all constraints of the table. Rows are matched with their old
-- versions by a full join, because that can only be hashed or merged. A nested loop over both, planned for one row and cached,
-- would take quadratic time.
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
  select c.id, f.violation into wrong from changed c full join before b on b.book = c.book and b.id = c.id
    cross join lateral (select b::public."position" as was, c::public."position" as becomes offset 0) r
    cross join lateral (
    select coalesce(
      case when is_timed and b.entry_seq is distinct from c.entry_seq
        then position_opening_violation(r.was, r.becomes, now_ms, slack_ms) end,
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
        then position_change_violation(r.was, r.becomes, slack_ms) end,
      case when is_timed and b.cancel_ms is null and c.cancel_ms is not null
        then position_cancel_violation(r.was, r.becomes, slack_ms) end,
      case when is_timed and c.asked_ms is distinct from b.asked_ms and c.asked_ms is not null
        then position_asked_violation(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when (b.placed_rate, b.placed_rate_seq, b.open_rate, b.open_rate_seq, b.rate, b.rate_seq)
          is distinct from (c.placed_rate, c.placed_rate_seq, c.open_rate, c.open_rate_seq, c.rate, c.rate_seq)
          or (b.entry_price is null) <> (c.entry_price is null)
        then position_rate_violation(r.was, r.becomes, now_ms) end,
      case when b.nights <> c.nights or (c.entry_price is not null
          and c.financed_ms / 86400000 <> coalesce(case when b.entry_price is not null then b.financed_ms end, c.entry_ms) / 86400000)
        then position_nights_violation(r.was, r.becomes, now_ms) end,
      case when b.financing <> c.financing or b.nights <> c.nights or b.closes <> c.closes
        then position_financing_violation(c.financing, c.closes, c.nights) end,
      case when b.closes <> c.closes
        then position_closings_violation(r.was, r.becomes, now_ms, slack_ms, is_timed) end,
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

-- Compares the figures of new rows with those that the rules compute.
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
      case when c.status <> 'cancelled' then position_cost_violation(r.becomes, true) end,
      case when c.entry_price is null then null
        when c.closes = '[]' then case when (c.quantity = c.open_quantity and c.realised_pnl = 0) is not true then 'sum of its closings' end
        else position_made_violation(r.becomes, 0) end,
      -- `position_opening_violation` checks that the entry at which the position opened exists.
      case when (c.armed -> 'margin' ->> 1)::bigint > coalesce(c.entry_seq, 0)
        and (c.armed -> 'margin' ->> 1)::bigint > coalesce((select t.seq from tape t where t.symbol = c.symbol order by t.seq desc limit 1), 0)
        then 'arming of its margin' end
    ) as violation from changed c cross join lateral (select c::public."position" as becomes offset 0) r offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
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
  select f.id, f.violation into wrong from (
    select c.id, case when b.id is null or c.id is null then 'acceptance' else coalesce(
      case when c.status <> 'cancelled' and (b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq
          or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee)
        then position_cost_violation(r.becomes, false) end,
      case when c.entry_price is not null and (b.closes <> c.closes or b.open_quantity <> c.open_quantity
          or b.realised_pnl <> c.realised_pnl)
        then position_made_violation(r.becomes, case when b.entry_price is null then 0 else jsonb_array_length(b.closes) end) end,
      case when b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq or b.status <> c.status
          or b.armed <> c.armed or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee
          or b.open_quantity <> c.open_quantity or b.realised_pnl <> c.realised_pnl or b.margin <> c.margin
          or (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance)
          or b.change_waits is distinct from c.change_waits
        then position_moved_violation(r.was, r.becomes, now_ms, slack_ms) end
    ) end as violation from changed c full join before b on b.book = c.book and b.id = c.id
      cross join lateral (select b::public."position" as was, c::public."position" as becomes offset 0) r offset 0) f
  where f.violation is not null limit 1;
  if wrong.violation is not null then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;

-- Returns the fills whose journals are covered by a root of the ledger, in the form of their orders' rows. Each has the prices on
-- its tape: what its side would have paid at the entry of the acceptance and at the first later quote; and the time of the fill's
-- entry.
create or replace function fills_under(of_root bigint) returns table (book bigint, opening text, day int, rest text)
  language sql stable set search_path = public, pg_temp set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
  with covered as materialized (
    select j.book, j.seq, j.kind, j.time_ms, split_part(j.ref, ':', 2) as id
    from journal_seal s
      -- Each part is fenced, because PostgreSQL would otherwise read all journals of each customer, and all positions for a closing.
      cross join lateral (select coalesce(max(o.seq), 0) as seq from journal_seal o where o.book = s.book and o.seq < s.seq offset 0) before
      cross join lateral (select l.* from journal l where l.book = s.book and l.seq > before.seq and l.seq <= s.seq offset 0) j
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
      left join lateral (select o.* from position o where o.book = p.book and o.id = (e.one ->> 'order')::bigint offset 0) r on true
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

revoke execute on function contract_holds_explained, contract_journals_explained, margins_unfrozen, positions_frozen, positions_reduced,
  webhook_hears_moved from public;
