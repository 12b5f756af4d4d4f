-- Journals of positions: openings and closings, the margins that are frozen for them, and amounts that could not be paid at a
-- closing. Checked at commit.

-- At commit: a closing that paid less than was due has a row in house_debt for the rest.
create function position_owed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if exists (select from jsonb_to_recordset(new.closes) as c (journal_seq bigint, owed numeric)
      left join house_debt d on d.book = new.book and d.id = c.journal_seq
      where c.owed > 0 and (d.position <> new.id or d.amount <> c.owed) is not false)
  then
    raise exception 'position % of book % has a closing without its debt', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_owed';
  end if;
  return null;
end
$$;
create constraint trigger position_owed after update on position deferrable initially deferred for each row
  when (new.closes <> old.closes and jsonb_path_exists(new.closes, '$[*] ? (@.owed != "0")'))
  execute function position_owed();

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
-- positions are closed, a check per journal would add up a hundred margins a hundred times. The positions whose margins changed need no
-- separate check (`positions_frozen`) if it would be the same: this transaction recorded it just after that of its journals. If other checks
-- came in between, it is made separately.
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
    raise exception 'journal %/% leaves an amount frozen that no position holds', wrong,
      (select max(u.seq) from unnest(books, seqs) as u (book, seq) where u.book = wrong)
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
  delete from check_due d where d.id between of_check + 1 and of_check + 64 and d.xmin = pg_current_xact_id()::xid
    and ((d.guard = 'positions_held' and d.books <@ held.own) or (d.guard = 'credit_held' and d.books <@ held.credit));
end
$$;

-- If this transaction opened a position for a fee, it also posted the journal of the opening.
create function positions_opened_paid(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select u.book, u.id into unpaid from unnest(books, ids) as u (book, id)
    where (select j.seq from journal j where j.book = u.book and j.ref = 'position:' || u.id
      and j.kind in ('contract_open', 'contract_fill') and j.xmin = pg_current_xact_id()::xid limit 1) is null
    limit 1;
  if unpaid.id is not null then
    raise exception 'position % of book % was opened without its journal', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'position_paid';
  end if;
end
$$;

-- Each closing of a position has its own journal, which is compared with the closing once, when the journal is posted. The journal
-- is looked up by its number alone; otherwise PostgreSQL may read all journals of the customer and an index of everybody's.
create function positions_closed_paid(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
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
    raise exception 'position % of book % was closed without its journal', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'position_paid';
  end if;
end
$$;

-- After a change, the full margins of a customer's positions with a given collateral are frozen.
create function positions_frozen(books bigint[], of_collateral text) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  wrong bigint := margins_unfrozen(books, of_collateral);
begin
  if wrong is not null then
    raise exception 'the positions of book % hold an amount that is not frozen', wrong
      using errcode = 'check_violation', constraint = 'position_frozen';
  end if;
end
$$;

-- A resting order that opens a position, expires or is refused has a message that says so, unless its customer asked for its end.
-- An order that reduces a position gives none if it ends together with it, because the closing has its own.
create function position_orders_told(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  untold record;
begin
  select p.book, p.id into untold from unnest(books, ids) as u (book, id) join position p on p.book = u.book and p.id = u.id
    where case when p.entry_price is not null then not exists (
        select from told_now(p.book, array['position_opened_' || p.side], 'position', p.id) m (params)
        where (m.params ->> 'quantity')::numeric = p.quantity and (m.params ->> 'price')::numeric = p.entry_price)
      else not exists (select from told_now(p.book,
        case p.reason when 'expired' then '{order_expired}' else '{order_refused}' end::text[], 'position', p.id)) end
    limit 1;
  if untold.id is not null then
    raise exception 'order % of book % ends and its customer is not told', untold.id, untold.book
      using errcode = 'check_violation', constraint = 'position_told';
  end if;
end
$$;

-- A closing has a message with its quantity and price, unless its customer asked for it and it took at most a minute, for which
-- the screen shows that it waits.
create function position_closings_told(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  untold record;
begin
  select p.book, p.id into untold from unnest(books, ids) as u (book, id) join position p on p.book = u.book and p.id = u.id
      cross join lateral jsonb_array_elements(p.closes) as c (closing)
      cross join lateral (select case c.closing ->> 'reason' when 'take_profit' then 'position_took_profit'
        when 'stop_loss' then 'position_stopped' when 'profit_lock' then 'position_locked' when 'trailing' then 'position_trailed'
        when 'reduce' then 'position_reduced' when 'close_out' then 'position_closed_out' when 'start_over' then null
        else 'position_closed_late' end as kind) t
    where t.kind is not null
      and (t.kind <> 'position_closed_late' or (c.closing ? 'asked_ms' and (select e.time_ms - (c.closing ->> 'asked_ms')::bigint > 60000 from tape e
        where e.symbol = p.symbol and e.seq = (c.closing ->> 'tape_seq')::bigint)))
      and (select j.xmin = pg_current_xact_id()::xid from journal j where j.book = p.book and j.seq = (c.closing ->> 'journal_seq')::bigint)
      and not exists (select from told_now(p.book, array[t.kind], 'position', p.id) m (params)
        where (m.params ->> 'quantity')::numeric = (c.closing ->> 'quantity')::numeric
          and (m.params ->> 'price')::numeric = (c.closing ->> 'price')::numeric)
    limit 1;
  if untold.id is not null then
    raise exception 'position % of book % closes and its customer is not told', untold.id, untold.book
      using errcode = 'check_violation', constraint = 'position_told';
  end if;
end
$$;

-- Records the rows of a statement for their checks at commit, in one pass over them.
create function position_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
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
            array_agg(c.book) filter (where m.is_told) as told, array_agg(c.id) filter (where m.is_told) as told_ids,
            array_agg(c.book) filter (where m.is_over) as over, array_agg(c.id) filter (where m.is_over) as over_ids,
            array_agg(c.book) filter (where c.margin <> b.margin and c.collateral = 'contract') as held,
            array_agg(c.book) filter (where c.margin <> b.margin and c.collateral = 'promo') as credit
          from changed c join before b on b.book = c.book and b.id = c.id
            cross join lateral (select b.entry_price is null and c.entry_price is not null and c.open_fee > 0 as is_opened,
              c.closes <> b.closes as is_closed, b.status <> 'closed' and c.status = 'closed' as is_over,
              b.status = 'pending' and c.status <> 'pending' and c.type <> 'market' and (c.entry_price is not null or (c.cancel_ms is null
                and c.reason not in ('customer', 'start_over', 'reduced', 'position_not_open', 'position_closing'))) as is_told) m) d
        cross join lateral (values ('positions_over', d.over, d.over_ids), ('positions_told', d.told, d.told_ids), ('positions_opened', d.opened, d.opened_ids),
          ('positions_closed', d.closed, d.closed_ids), ('positions_held', d.held, '{}'), ('credit_held', d.credit, '{}')) as g (guard, books, ids)
        where g.books is not null;
  end if;
  return null;
end
$$;
create trigger position_checks_due_new after insert on position
  referencing new table as added for each statement execute function position_checks_due();
create trigger position_checks_due after update on position referencing old table as before new table as changed
  for each statement execute function position_checks_due();

-- A new position has the margin that was frozen for it, unless a closing in the same batch has already changed it.
create function position_begins() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if new.initial_margin <> new.margin - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new.added) as e (a)), 0)
    or new.financed_ms <> coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms)
  then
    raise exception 'new position % of book % has a wrong initial margin or financing time', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_begins';
  end if;
  return new;
end
$$;
create trigger position_begins before insert on position for each row
  when (new.closes = '[]' and (new.added <> '[]'
    or (new.entry_ms is not null and (new.initial_margin <> new.margin or new.financed_ms <> new.entry_ms))))
  execute function position_begins();

-- Whether the journal after a given one returns to credit what the given one paid into the customer's own accounts.
create function profit_kept(brings journal) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as
$$
  select greatest(moved_of(brings, 'contract'), moved_of(brings, 'option')) <= 0
    or brings.seq <= (select max(c.bound_after) from experience_credit c where c.book = brings.book)
    or exists (
      select from journal k where k.book = brings.book and k.seq = brings.seq + 1 and k.kind = 'experience_keep' and k.ref = brings.ref
        and 'USDT' = all (k.currencies) and moved_of(k, 'contract') = -moved_of(brings, 'contract')
        and moved_of(k, 'option') = -moved_of(brings, 'option'))
$$;

revoke execute on function contract_holds_explained, contract_journals_explained, margins_unfrozen, position_checks_due, position_closings_told,
  position_orders_told, positions_closed_paid, positions_frozen, positions_opened_paid from public;
