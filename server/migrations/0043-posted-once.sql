-- Each journal is posted once. Previously, earlier journals of a deposit, a withdrawal, a fund order or a share were looked for
-- only among nearby numbers, although a serving role chooses the numbers; each of two kinds of journals could charge the fee of
-- an opening; and inventory of the house could be moved by the kind for rounding.
drop index journal_once;
create unique index journal_once on journal (book, ref, kind)
  where kind in ('option_stake', 'option_win', 'option_loss', 'option_return', 'contract_open', 'contract_fill', 'deposit',
    'withdrawal_hold', 'withdrawal_release', 'withdrawal_pay', 'fund_join', 'fund_refund', 'fund_maturity', 'fund_terminate',
    'fund_unreserve', 'referral_reserve');

create or replace function contract_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  accounts account[] := posted.accounts;
  amounts numeric[] := posted.amounts;
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
  select p.status, p.collateral, p.entry_price, p.open_fee, p.closes into of_position from position p
    where p.book = posted.book and p.id = journal_row(posted.ref, 'position') and p.xmin = pg_current_xact_id()::xid;
  explained := of_position.status is not null and 'USDT' = all (posted.currencies);
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
    perform journal_unexplained(posted.book, posted.seq, posted.kind);
  end if;
  case posted.kind
    when 'contract_close' then
      for at in 0 .. jsonb_array_length(of_position.closes) - 1 loop
        if of_position.closes -> at ->> 'journal_seq' = posted.seq::text then
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
        explained := house_paid_in_order(posted.book, posted.seq, closing, array[trading, insurance, equity, interest, fees, rounding]);
      end if;
    when 'contract_open', 'contract_fill' then
      -- One of two journals charges the fee, depending on whether the order waited or opened immediately.
      explained := of_position.entry_price is not null and own + credit = -of_position.open_fee
        and not exists (select from journal j where j.book = posted.book and j.ref = posted.ref
          and j.kind = case posted.kind when 'contract_open' then 'contract_fill' else 'contract_open' end
          and j.kind in ('contract_open', 'contract_fill'));
    when 'contract_release' then
      -- After an amendment, a waiting order releases the part of its hold that it no longer needs.
      explained := own + credit = 0 and (of_position.status not in ('pending', 'open') or (of_position.status = 'pending'
        and exists (select from position_amendment a where a.book = posted.book and a.position_id = journal_row(posted.ref, 'position')
          and a.xmin = pg_current_xact_id()::xid)));
    else explained := own + credit = 0;
  end case;
  if explained is not true then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

create or replace function spot_journals_explained(books bigint[], seqs bigint[], of_check bigint) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  checked record;
begin
  with posted as materialized (
    select j.book, j.seq, j.kind, journal_row(j.ref, 'spot_order') as of_order, j.accounts, j.currencies, j.amounts
    from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq
  )
  select array_agg(f.book) filter (where f.order_id is not null) as books, array_agg(f.order_id) filter (where f.order_id is not null) as orders,
      (array_agg(array[p.book::text, p.seq::text, p.kind]) filter (where c.is_wrong))[1:1] as wrong
    into checked from posted p
    left join spot_fill f on p.kind in ('spot_buy', 'spot_sell', 'spot_fill')
      and f.book = p.book and f.order_id = p.of_order and f.leg = 1 and f.journal_seq = p.seq and f.xmin = pg_current_xact_id()::xid
    cross join lateral (select (case
    -- The usual form of an immediate trade: its first posting is the customer's money, and its last one the customer's coin. The
    -- next branch would return the same, at three times the cost.
    when p.kind in ('spot_buy', 'spot_sell') and p.accounts in ('{spot,inventory,inventory,fees,spot}', '{spot,inventory,inventory,fees,rounding,spot}')
      then f.symbol = p.currencies[cardinality(p.currencies)] || '/' || p.currencies[1]
        and p.currencies[4] = p.currencies[1]
        -- Rounding leaves at most one unit each of the value and of the fee, so that no inventory can be moved as rounding.
        and case when cardinality(p.accounts) = 6 then p.currencies[5] = p.currencies[1] and p.amounts[5] <= 0.00000002 else true end
        and p.amounts[cardinality(p.amounts)] = case f.side when 'buy' then f.quantity else -f.quantity end
        and p.amounts[1] = case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end
        and f.fee - p.amounts[4] between 0 and 0.00000001
    when p.kind in ('spot_buy', 'spot_sell', 'spot_fill') then (
      select bool_and(case when l.account < 'inventory' then l.currency in (t.base, t.quote) else l.account <> 'fees' or l.currency = t.quote end)
        and coalesce(sum(l.amount) filter (where l.account < 'inventory' and l.currency = t.base), 0)
          = case f.side when 'buy' then f.quantity else -f.quantity end
        and coalesce(sum(l.amount) filter (where l.account < 'inventory' and l.currency = t.quote), 0)
          = case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end
        and f.fee - coalesce(sum(l.amount) filter (where l.account = 'fees'), 0) between 0 and 0.00000001
        and coalesce(bool_and(l.currency = t.quote and l.amount <= 0.00000002) filter (where l.account = 'rounding'), true)
        and count(*) filter (where l.account = 'rounding') <= 1
      from (select split_part(f.symbol, '/', 1) as base, split_part(f.symbol, '/', 2) as quote) t,
        (select unnest(p.accounts) as account, unnest(p.currencies) as currency, unnest(p.amounts) as amount) l)
    when p.kind = 'spot_convert' then (
      with leg as materialized (
        select g.symbol, g.side, g.quantity, g.value, g.fee from spot_fill g
        where g.book = p.book and g.order_id = p.of_order and g.journal_seq = p.seq and g.xmin = pg_current_xact_id()::xid
      ), moved as (
        select unnest(p.accounts) as account, unnest(p.currencies) as currency, unnest(p.amounts) as amount
      ), line as (
        select currency, amount from moved where account < 'inventory'
        union all select split_part(symbol, '/', 1), case side when 'buy' then -quantity else quantity end from leg
        union all select split_part(symbol, '/', 2), case side when 'buy' then value + fee else fee - value end from leg
      )
      select (select count(*) from leg) = 2
        and not exists (select from moved where account = 'rounding' and currency not in (select split_part(symbol, '/', 2) from leg))
        and coalesce((select sum(amount) from moved where account = 'rounding'), 0) <= 0.00000004
        and not exists (select from line group by currency having sum(amount) <> 0)
        and (select sum(fee) - coalesce((select sum(amount) from moved where account = 'fees'), 0) from leg) between 0 and 0.00000002)
    else exists (
      select from spot_order o where o.book = p.book and o.id = p.of_order and o.xmin = pg_current_xact_id()::xid
        and (p.kind = 'spot_hold' or o.status <> 'open' or exists (select from spot_amendment a
          where a.book = o.book and a.order_id = o.id and a.version = o.version and a.xmin = pg_current_xact_id()::xid)))
    end) is not true as is_wrong offset 0) c;
  if checked.wrong is not null then
    perform journal_unexplained(checked.wrong[1][1]::bigint, checked.wrong[1][2]::bigint, checked.wrong[1][3]);
  end if;
  -- Checks the orders of these journals with `spot_orders_paid`, without looking anything up: this transaction recorded their
  -- check just after that of its journals. If other checks came in between, the orders are checked separately.
  delete from check_due d where d.id between of_check + 1 and of_check + 64 and d.guard = 'spot_orders' and d.xmin = pg_current_xact_id()::xid
    and not exists (select from unnest(d.books, d.ids) as o (book, id)
      where (o.book, o.id) not in (select * from unnest(checked.books, checked.orders)));
end
$$;

create or replace function deposit_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from deposit d where d.book = posted.book and d.status = 'success' and d.xmin = pg_current_xact_id()::xid
      and d.id = case when posted.ref ~ '^deposit:\d{1,18}$' then substr(posted.ref, 9)::bigint end
      and (select count(*) = 2 and bool_and(p.currency = d.credited_currency)
          and sum(p.amount) filter (where p.account = 'spot') = d.credited_amount
        from posting p where p.book = posted.book and p.seq = posted.seq)
  ) then
    raise exception 'journal %/% has no deposit', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'deposit_journal';
  end if;
end
$$;

create or replace function withdrawal_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from withdrawal w where w.book = posted.book and w.xmin = pg_current_xact_id()::xid
      and w.id = case when posted.ref ~ '^withdrawal:\d{1,18}$' then substr(posted.ref, 12)::bigint end
      and case posted.kind when 'withdrawal_pay' then w.status = 'success' when 'withdrawal_release' then w.status = 'failed'
        else true end
      and (select bool_and(p.currency = w.currency)
          and sum(p.amount) filter (where p.account = 'spot_frozen')
            = case posted.kind when 'withdrawal_hold' then w.amount else -w.amount end
          and coalesce(sum(p.amount) filter (where p.account = 'custody'), 0)
            = case posted.kind when 'withdrawal_pay' then w.amount - w.fee else 0 end
        from posting p where p.book = posted.book and p.seq = posted.seq)
  ) then
    raise exception 'journal %/% has no withdrawal', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'withdrawal_journal';
  end if;
end
$$;

create or replace function fund_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from fund_order o where o.book = posted.book and o.xmin = pg_current_xact_id()::xid
      and o.id = case when posted.ref ~ '^fund_order:\d{1,18}$' then substr(posted.ref, 12)::bigint end
      and case posted.kind
        when 'fund_join' then o.version = 1
        when 'fund_refund' then o.status = 'failed'
        when 'fund_maturity' then o.reason = 'matured' and exists (select from fund_payment p
          where p.book = o.book and p.order_id = o.id and p.number = o.days and p.xmin = pg_current_xact_id()::xid)
        when 'fund_terminate' then o.reason = 'terminated'
        else exists (select from fund_payment p where p.book = o.book and p.order_id = o.id and p.journal_seq = posted.seq)
      end
      and (select bool_and(p.currency = 'USDT')
          and coalesce(sum(p.amount) filter (where p.account = 'fund_principal'), 0)
            = case posted.kind when 'fund_join' then o.amount when 'fund_income' then 0 else -o.amount end
          and coalesce(sum(p.amount) filter (where p.account = 'fees'), 0)
            = case posted.kind when 'fund_terminate' then o.fee else 0 end
        from posting p where p.book = posted.book and p.seq = posted.seq)
  ) then
    raise exception 'journal %/% has no fund order', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'fund_journal';
  end if;
end
$$;

create or replace function referral_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  -- The amount that the journal adds to the account of shares.
  moved numeric := (select coalesce(sum(p.amount), 0) from posting p
    where p.book = posted.book and p.seq = posted.seq and p.account = 'referral' and p.currency = 'USDT');
begin
  if exists (select from posting p where p.book = posted.book and p.seq = posted.seq and p.currency <> 'USDT')
    or (case posted.kind
      when 'referral_reserve' then moved = (
        select sum(r.amount) from referral_reward r
        where r.source = posted.book and r.xmin = pg_current_xact_id()::xid and r.status = 'due'
          and posted.ref ~ '^fund_payment:\d{1,18}:\d{1,9}$' and r.order_id = split_part(posted.ref, ':', 2)::bigint
          and r.number = split_part(posted.ref, ':', 3)::int)
      else exists (
        select from referral_reward r
        where r.book = posted.book and r.xmin = pg_current_xact_id()::xid and r.journal_seq = posted.seq and r.amount = -moved
          and r.id = case when posted.ref ~ '^referral_reward:\d{1,18}$' then substr(posted.ref, 17)::bigint end
          and r.status = case posted.kind when 'referral_pay' then 'paid' else 'none' end)
      end) is not true
  then
    raise exception 'journal %/% is of no share', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'referral_journal';
  end if;
end
$$;

-- A key's order is named before it is placed, so that no existing order can be claimed for a key.
create or replace function api_order_by_key() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select a.book, a.order_id into wrong from added a where a.book || ':' || a.key_id <> all (keyed_now()) limit 1;
  if wrong.book is not null then
    perform unacted(wrong.book, tg_table_name);
  end if;
  -- The row is written before its order. If an existing order could be claimed, a key could amend orders that the customer
  -- placed.
  if tg_table_name = 'api_order' then
    select a.book, a.order_id into wrong from added a join spot_order o on o.book = a.book and o.id = a.order_id limit 1;
    if wrong.book is not null then
      raise exception 'order % of book % was not placed by a key', wrong.order_id, wrong.book
        using errcode = 'check_violation', constraint = 'api_order_placed';
    end if;
  end if;
  return null;
end
$$;

create or replace function moved_as_said(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from (
      select 'spot' as from_account, 'spot' as to_account, e.from_currency, e.from_amount, e.to_currency, e.to_amount
      from exchange e where posted.kind = 'exchange' and e.book = posted.book and e.id = journal_row(posted.ref, 'exchange')
        and e.journal_seq = posted.seq and e.xmin = pg_current_xact_id()::xid
      union all
      select t.from_account, t.to_account, t.currency, t.amount, t.currency, t.amount
      from transfer t where posted.kind = 'transfer' and t.book = posted.book and t.id = journal_row(posted.ref, 'transfer')
        and t.journal_seq = posted.seq and t.xmin = pg_current_xact_id()::xid
    ) said where not exists (
      select from (
        select l.account, l.currency, l.amount from unnest(posted.accounts, posted.currencies, posted.amounts) as l (account, currency, amount)
          where l.account < 'inventory'
        union all select said.from_account::account, said.from_currency, said.from_amount
        union all select said.to_account::account, said.to_currency, -said.to_amount
      ) line group by account, currency having sum(amount) <> 0)
  ) or (posted.kind = 'exchange' and not exists (
    -- The house earns the fee and the rounding remainder, which is at most one unit of each value and of the fee, and less than
    -- the value of a unit of the coin bought. More than that would be inventory disguised as rounding.
    select from exchange e, (
        select coalesce(sum(l.amount) filter (where l.account = 'fees'), 0) as fees,
          coalesce(sum(l.amount) filter (where l.account = 'rounding'), 0) as rounding,
          coalesce(bool_and(l.currency = 'USDT') filter (where l.account in ('fees', 'rounding')), true) as is_usdt
        from unnest(posted.accounts, posted.currencies, posted.amounts) as l (account, currency, amount)
      ) earned
    where e.book = posted.book and e.id = journal_row(posted.ref, 'exchange') and earned.is_usdt
      and e.fee - earned.fees between 0 and 0.00000001
      and earned.rounding <= 0.00000004 + coalesce((select max((b ->> 'price')::numeric) * 0.00000001
        from jsonb_array_elements(e.legs::jsonb) as g (b) where b ->> 'side' = 'buy'), 0)
  )) then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;
