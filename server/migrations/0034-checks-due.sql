-- The writes of a transaction are checked together at its commit: each row that states a movement of money has its journal, and
-- each journal has a row that explains it. One trigger for each statement records the due checks, whatever kinds of journals it
-- wrote.

-- The checks that are due at the commit of a transaction: one row for each statement and guard, so that everything a statement
-- wrote is checked together. A trigger for each row costs three times as much as such a check, and a trigger with a WHEN clause
-- costs a fiftieth of a millisecond for each statement even if it never fires. Each check deletes its row.
create unlogged table check_due (
  id bigint generated always as identity primary key,
  guard text not null,
  books bigint[] not null,
  -- For journals their numbers, for other rows their ids.
  ids bigint[] not null
);

drop trigger spot_journal on journal;
drop function spot_journal(), spot_journals_explained() cascade;
drop function spot_holds_explained() cascade;
drop table journals_to_explain;

drop trigger debt_payment_journal on journal;
drop trigger house_funds_cover on journal;
drop trigger moved_as_said on journal;
drop trigger play_journal on journal;
drop trigger house_journal on journal;
drop trigger journal_known on journal;
drop trigger journal_by_two on journal;
drop trigger contract_journal on journal;
drop trigger option_journal on journal;
drop trigger experience_journal on journal;
drop trigger experience_kept on journal;
drop trigger credit_stays_credit on journal;
drop trigger deposit_journal on journal;
drop trigger withdrawal_journal on journal;
drop trigger fund_journal on journal;
drop trigger strategy_journal on journal;
drop trigger loan_journal on journal;
drop trigger referral_journal on journal;
drop trigger capital_out_covered on journal;
drop trigger guard_no_capital_out on journal;
drop trigger done_in_session on journal;
drop trigger no_play_capital on journal;

drop function debt_payment_journal(),
  house_funds_cover(),
  moved_as_said(),
  play_journal(),
  house_journal(),
  journal_known(),
  journal_by_two(),
  contract_journal(),
  option_journal(),
  experience_journal(),
  experience_kept(),
  credit_stays_credit(),
  deposit_journal(),
  withdrawal_journal(),
  fund_journal(),
  strategy_journal(),
  loan_journal(),
  referral_journal(),
  capital_out_covered(),
  guard_no_capital_out(),
  no_play_capital();

create function debt_payment_journal(posted journal) returns void
  language plpgsql set search_path = public, pg_temp as
$$
begin
  if 'USDT' <> any (posted.currencies)
    or not exists (select from house_debt d where d.book = posted.book and 'house_debt:' || d.id = posted.ref
      and d.xmin = pg_current_xact_id()::xid
      and not (case d.collateral when 'promo' then 'contract' else 'promo' end)::account = any (posted.accounts))
  then
    raise exception 'journal %/% pays no debt', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'debt_payment_journal';
  end if;
end
$$;

create function house_funds_cover(posted journal) returns void
  language plpgsql set search_path = public, pg_temp as
$$
declare
  kept record;
begin
  if not exists (select from unnest(posted.accounts, posted.currencies, posted.amounts) as p (account, currency, amount)
      where p.currency = 'USDT' and p.account in ('trading', 'insurance', 'equity', 'interest', 'fees', 'rounding')
      having sum(p.amount) < 0)
  then
    return;
  end if;
  perform pg_advisory_xact_lock(7305142);
  select p.funds, p.promised into kept from house_promised p;
  if kept.funds < kept.promised then
    raise exception 'the house would keep % USDT and has promised %', kept.funds, kept.promised
      using errcode = 'check_violation', constraint = 'house_funds_cover';
  end if;
end
$$;

create function moved_as_said(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
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
  ) then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

create function play_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  grants boolean := posted.kind in ('demo_grant', 'start_over');
  left_over text;
begin
  select string_agg(format('%s %s %s', h.account, h.currency, h.amount), ', ' order by h.account) into left_over
    from had_after(posted.book, posted.seq) h;
  if (posted.ref = 'customer:' || posted.book
    and case posted.kind
      when 'demo_grant' then not exists (select from journal j where j.book = posted.book and j.seq <> posted.seq and j.kind = 'demo_grant')
        and (select bool_and((l.account::text, l.currency, l.amount) in
            (('equity', 'USDT', -100000), ('spot', 'USDT', 100000), ('promotions', 'USDT', -100), ('promo', 'USDT', 100)))
          and count(*) = 4 and count(distinct l.account) = 4
          from unnest(posted.accounts, posted.currencies, posted.amounts) as l (account, currency, amount))
      when 'start_over' then left_over = 'spot USDT 100000.00000000, promo USDT 100.00000000'
      else left_over is null
        and exists (select from customer c where c.id = posted.book and c.status = 'closed' and c.xmin = pg_current_xact_id()::xid)
        -- On a live platform, the owner must have withdrawn all real money first.
        and (not is_live_house() or posted.accounts <@ '{promo,promotions}')
    end
    and (not grants or exists (
      select from experience_credit c
      where c.book = posted.book and c.id = posted.seq and c.amount = 100 and c.xmin = pg_current_xact_id()::xid))
  ) is not true then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

create function house_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if posted.book <> 0 or posted.ref <> 'house:demo'
    or (posted.kind = 'house_opening' and posted.seq <> 1)
    or (posted.kind = 'house_allocation' and exists (
      select from journal j where j.book = 0 and j.seq <> posted.seq and j.kind = 'house_allocation'))
  then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

create function journal_known(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  perform journal_unexplained(posted.book, posted.seq, posted.kind);
end
$$;

create function journal_by_two(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  done record;
  gains account;
begin
  select p.id, p.kind, p.body::jsonb as body into done from proposal p
    where p.book = posted.book and p.journal_seq = posted.seq and p.status = 'done';
  gains := case done.kind
    when 'correction' then case when (done.body ->> 'takes')::boolean then 'equity' else 'spot' end
    when 'promotion' then 'promo'
    when 'house_move' then done.body ->> 'to'
    when 'house_capital' then case done.body ->> 'direction' when 'in' then 'equity' else 'custody' end
  end;
  if gains is null or posted.ref <> 'proposal:' || done.id
    or posted.kind <> (case done.kind when 'correction' then 'manual_correction' when 'promotion' then 'promotion_grant' else done.kind end)
    or (select count(*) <> 2 or sum(p.amount) filter (where p.account = gains) is distinct from (done.body ->> 'amount')::numeric
        or bool_or(p.currency <> coalesce(done.body ->> 'currency', 'USDT'))
        or bool_or(done.kind = 'house_move' and p.account::text not in (done.body ->> 'from', done.body ->> 'to'))
      from posting p where p.book = posted.book and p.seq = posted.seq)
  then
    raise exception 'journal %/% has no proposal', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'journal_by_two';
  end if;
end
$$;

create function contract_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
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
      explained := of_position.entry_price is not null and own + credit = -of_position.open_fee;
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

create function experience_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from experience_credit c
    where c.book = posted.book and c.id = journal_row(posted.ref, 'experience_credit') and c.xmin = pg_current_xact_id()::xid
      and 'USDT' = all (posted.currencies)
      and case posted.kind
        when 'experience_convert' then c.status in ('active', 'converted') and c.converted > 0
          and (10 * c.amount <= (select u.amount from experience_turnover u where u.book = c.book and u.id = c.id)
            or c.amount <= (select h.amount from had_after(posted.book, posted.seq) h where h.account = 'promo'))
          and experience_converted_violation(c.book, c.id) is null
        else c.status = 'expired' or (c.status = 'active' and c.due_ms > c.expires_ms)
      end
  ) then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

create function experience_kept(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if (case posted.kind
    when 'experience_keep' then exists (
      select from journal j where j.book = posted.book and j.seq = posted.seq - 1 and j.xmin = pg_current_xact_id()::xid and j.ref = posted.ref
        and (j.kind = 'contract_close' and 'promo_frozen' = any (j.accounts) or j.kind = 'option_win' and 'promo' = any (j.accounts))
        and greatest(moved_of(j, 'contract'), moved_of(j, 'option')) > 0 and profit_kept(j))
    else profit_kept(posted)
  end) is not true then
    raise exception 'journal %/% takes a profit out of credit', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'experience_kept';
  end if;
end
$$;

create function credit_stays_credit(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if posted.kind in ('contract_hold', 'contract_release', 'contract_open', 'contract_fill', 'contract_margin')
    and posted.accounts && '{contract,contract_frozen}'
  then
    raise exception 'journal %/% (%) gives credit back as own money', posted.book, posted.seq, posted.kind
      using errcode = 'check_violation', constraint = 'credit_stays_credit';
  end if;
end
$$;

create function deposit_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from deposit d where d.book = posted.book and d.status = 'success' and d.xmin = pg_current_xact_id()::xid
      and d.id = case when posted.ref ~ '^deposit:\d{1,18}$' then substr(posted.ref, 9)::bigint end
      and (select count(*) = 2 and bool_and(p.currency = d.credited_currency)
          and sum(p.amount) filter (where p.account = 'spot') = d.credited_amount
        from posting p where p.book = posted.book and p.seq = posted.seq)
  ) or exists (
    -- A batch has few journals of one book, so another of this transaction has a number near by.
    select from journal j where j.book = posted.book and j.seq between posted.seq - 300 and posted.seq + 300 and j.seq <> posted.seq
      and j.kind = 'deposit' and j.ref = posted.ref
  ) then
    raise exception 'journal %/% has no deposit', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'deposit_journal';
  end if;
end
$$;

create function withdrawal_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
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
  ) or exists (
    -- A batch has few journals of one book, so another of this transaction has a number near by.
    select from journal j where j.book = posted.book and j.seq between posted.seq - 300 and posted.seq + 300 and j.seq <> posted.seq
      and j.kind = posted.kind and j.ref = posted.ref
  ) then
    raise exception 'journal %/% has no withdrawal', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'withdrawal_journal';
  end if;
end
$$;

create function fund_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
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
  ) or (posted.kind <> 'fund_income' and exists (
    -- A batch has few journals of one book, so another of this transaction has a number near by.
    select from journal j where j.book = posted.book and j.seq between posted.seq - 300 and posted.seq + 300 and j.seq <> posted.seq
      and j.kind = posted.kind and j.ref = posted.ref
  )) then
    raise exception 'journal %/% has no fund order', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'fund_journal';
  end if;
end
$$;

create function strategy_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  custody numeric;
  escrow numeric;
begin
  select coalesce(sum(p.amount) filter (where p.account = 'custody'), 0),
      coalesce(sum(p.amount) filter (where p.account = 'income_escrow'), 0)
    into custody, escrow
    from posting p where p.book = posted.book and p.seq = posted.seq and p.currency = 'USDT';
  if posted.book <> 0 or exists (select from posting p where p.book = posted.book and p.seq = posted.seq and p.currency <> 'USDT')
    or (case posted.kind
      when 'strategy_result' then -custody = case
        when posted.ref ~ '^strategy_slot:\d{1,15}$' then (select sum(t.result) from strategy_trade t
          where t.journal_seq = posted.seq and t.slot_ms = substr(posted.ref, 15)::bigint)
        when posted.ref ~ '^proposal:\d{1,18}$' then (select r.result from strategy_report r
          where r.journal_seq = posted.seq and r.proposal = substr(posted.ref, 10)::bigint)
        end
      else exists (
        select from fund_day d where posted.ref = 'fund_day:' || d.day and d.xmin = pg_current_xact_id()::xid
          and case posted.kind when 'fund_reserve' then d.reserved = escrow and d.journal_seq = posted.seq
            else d.returned = -escrow end
      ) end) is not true
  then
    raise exception 'journal %/% is of nothing that was booked', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'strategy_journal';
  end if;
end
$$;

create function loan_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  of_loan bigint := case when posted.ref ~ '^loan:\d{1,18}$' then substr(posted.ref, 6)::bigint end;
  moved record;
begin
  select bool_and(p.currency = 'USDT') as usdt,
    coalesce(sum(p.amount) filter (where p.account = 'spot'), 0) as spot,
    coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fee,
    coalesce(sum(p.amount) filter (where p.account = 'interest'), 0) as interest,
    coalesce(sum(p.amount) filter (where p.account = 'lending'), 0) as principal
    into moved from posting p where p.book = posted.book and p.seq = posted.seq;
  if moved.usdt is not true or not (case posted.kind
    when 'loan_disburse' then exists (
      select from loan l where l.book = posted.book and l.id = of_loan and l.disburse_seq = posted.seq and l.amount = moved.spot)
    else exists (
      select from loan_payment y join loan l on l.book = y.book and l.id = y.loan
      where y.book = posted.book and y.loan = of_loan and y.journal_seq = posted.seq
        and (y.fee, y.interest, y.principal) = (moved.fee, moved.interest, moved.principal)
        -- Starting over pays only the principal, out of what the reset returns. A repayment is paid from the available balance.
        and case posted.kind when 'loan_repay' then y.amount = -moved.spot
          else l.reason = 'start_over' and y.amount = y.principal end)
  end) then
    raise exception 'journal %/% has no loan', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'loan_journal';
  end if;
end
$$;

create function referral_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
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
        and not exists (
          -- A batch has few journals of one book, so another of this transaction has a number near by.
          select from journal j where j.book = posted.book and j.seq between posted.seq - 300 and posted.seq + 300 and j.seq <> posted.seq
            and j.kind = posted.kind and j.ref = posted.ref)
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

create function capital_out_covered(posted journal) returns void language plpgsql set search_path = public, pg_temp as
$$
declare
  out_of record;
  standing capital_standing;
begin
  for out_of in
    select p.currency, sum(p.amount) as amount from unnest(posted.accounts, posted.currencies, posted.amounts) as p (account, currency, amount)
    where p.account = 'custody' group by p.currency having sum(p.amount) > 0
  loop
    select * into standing from capital_standing;
    -- The free amount already excludes this outflow: in a demo according to the books, on a live platform according to the
    -- journal's time.
    if abs(standing.as_of_ms - extract(epoch from clock_timestamp()) * 1000) > 7200000
      or (is_live_house() and abs(posted.time_ms - extract(epoch from clock_timestamp()) * 1000) > 60000)
      or exists (select from json_to_recordset(standing.free) as f (currency text, free numeric) where f.free < 0)
      or not exists (select from json_to_recordset(standing.free) as f (currency text) where f.currency = out_of.currency)
    then
      raise exception 'no statement of liabilities lets % % leave the house', out_of.amount, out_of.currency
        using errcode = 'check_violation', constraint = 'capital_out_covered';
    end if;
  end loop;
end
$$;

create function guard_no_capital_out(posted journal) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  if not books_hold() and exists (select from unnest(posted.accounts, posted.amounts) p (account, amount)
    where p.account = 'custody' and p.amount > 0)
  then
    raise exception 'capital leaves only while the books hold' using errcode = 'check_violation', constraint = 'guard_no_capital_out';
  end if;
end
$$;

create function margins_frozen(of_book bigint, of_collateral text) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as
$$
  select coalesce((select sum(p.margin) from position p
      where p.book = of_book and p.collateral = of_collateral and p.status in ('pending', 'open', 'closing')), 0)
    = coalesce((select b.amount from balance b where b.book = of_book and b.currency = 'USDT'
      and b.account = case of_collateral when 'promo' then 'promo_frozen' else 'contract_frozen' end::account), 0)
$$;

create function contract_holds_explained(books bigint[], seqs bigint[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  wrong record;
begin
  select h.book, h.seq into wrong from (
      select j.book, c.collateral, max(j.seq) as seq
      from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq
        join (values ('contract', 'contract_frozen'::account), ('promo', 'promo_frozen')) as c (collateral, frozen) on c.frozen = any (j.accounts)
      group by 1, 2) h
    where not margins_frozen(h.book, h.collateral) limit 1;
  if wrong.book is not null then
    raise exception 'journal %/% leaves frozen what no position holds', wrong.book, wrong.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
end
$$;

create function option_journals_explained(books bigint[], seqs bigint[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  wrong record;
begin
  select j.book, j.seq, j.kind into wrong
    from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq
      left join option_ticket t on t.book = j.book and t.id = journal_row(j.ref, 'option') and t.xmin = pg_current_xact_id()::xid
      cross join lateral (
        select coalesce(sum(l.amount) filter (where l.account = 'option'), 0) as own,
          coalesce(sum(l.amount) filter (where l.account = 'promo'), 0) as credit,
          coalesce(sum(l.amount) filter (where l.account = 'option_escrow'), 0) as escrow
        from (select unnest(j.accounts) as account, unnest(j.amounts) as amount) l) moved
      cross join lateral (
        select case j.kind when 'option_stake' then -t.stake when 'option_loss' then 0 else t.stake end as stake,
          case j.kind when 'option_win' then t.profit else 0 end as profit,
          case j.kind when 'option_stake' then t.stake + t.profit else -t.stake - t.profit end as escrow) said
    where (t.currency = all (j.currencies)
      and t.status = any (case j.kind when 'option_stake' then array[t.status] when 'option_win' then '{won}' when 'option_loss' then '{lost}'
        when 'option_return' then '{tied,void}' end)
      and moved.own = case t.source when 'option' then said.stake else 0 end + said.profit
      and moved.credit = case t.source when 'promo' then said.stake else 0 end
      and moved.escrow = said.escrow) is not true
    limit 1;
  if wrong.kind is not null then perform journal_unexplained(wrong.book, wrong.seq, wrong.kind); end if;
end
$$;

create function done_in_session(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if is_bound_in_time('journal'::regclass) and posted.book::text <> all (acting_now())
    and exists (select from signed_in s where s.customer = posted.book)
  then
    perform unacted(posted.book, 'journal');
  end if;
end
$$;

create function spot_journals_explained(books bigint[], seqs bigint[], of_check bigint) returns void language plpgsql
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

create function spot_holds_explained(books bigint[], seqs bigint[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  wrong record;
begin
  select h.book, h.seq into wrong from (
      select j.book, p.currency, max(j.seq) as seq
      from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq,
        unnest(j.accounts, j.currencies) as p (account, currency)
      where p.account = 'spot_frozen' group by 1, 2) h
    where not holds_add_up(h.book, 'spot_frozen', h.currency) limit 1;
  if wrong.book is not null then
    raise exception 'journal %/% leaves frozen what no order holds', wrong.book, wrong.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
end
$$;

-- A live platform gets no play money. Whether it is live is determined as of before the statement, because its first journal of
-- play capital would make it a demo.
create function no_play_capital() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if exists (select from added a where a.kind in ('house_opening', 'house_allocation', 'demo_grant', 'start_over'))
    and not exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening'
      and not exists (select from added a where a.book = 0 and a.seq = 1))
    and (exists (select from operator) or exists (select from customer))
  then
    raise exception 'a live house has no play capital' using errcode = 'check_violation', constraint = 'no_play_capital';
  end if;
  return null;
end
$$;
-- The trigger's name makes it fire first, so that play money is refused whatever else is wrong with it.
create trigger bars_play_capital after insert on journal
  referencing new table as added for each statement execute function no_play_capital();

-- Records the journals of a statement for their checks at commit.
create function journal_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  insert into check_due (guard, books, ids)
    select g.guard, array_agg(g.book), array_agg(g.seq) from (
      select a.book, a.seq, case
        when a.kind in ('spot_buy', 'spot_sell') then 'spot_trades'
        when a.kind in ('spot_fill', 'spot_hold', 'spot_release', 'spot_convert') then 'spot_holds'
        when a.kind in ('option_stake', 'option_loss', 'option_return') or (a.kind = 'option_win' and not 'promo' = any (a.accounts)) then 'options'
        when a.kind in ('contract_hold', 'contract_release', 'contract_open', 'contract_fill', 'contract_margin', 'contract_close') then 'contracts'
        else 'journals' end as guard
      from added a) g
    group by 1;
  return null;
end
$$;
-- The trigger's name makes it fire after `journal_apply`: a transaction may have the checks run immediately, and they read
-- balances.
create trigger journal_checks_due after insert on journal
  referencing new table as added for each statement execute function journal_checks_due();

-- Checks a journal whose kind only few batches contain, or whose check reads so much that checking many together gains nothing. A
-- kind without a check is rejected, so that every journal has a row that explains it.
create function journal_explained(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  case
    when posted.kind in ('contract_hold', 'contract_release', 'contract_open', 'contract_fill', 'contract_margin', 'contract_close') then
      if posted.accounts && '{promo,promo_frozen}' then
        perform credit_stays_credit(posted);
      end if;
      perform contract_journal(posted);
      if posted.kind = 'contract_close' and 'promo_frozen' = any (posted.accounts) then
        perform experience_kept(posted);
      end if;
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
create function check_due_run() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
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
    when 'positions_held' then perform positions_frozen(new.books, new.ids);
    when 'journals', 'contracts' then
      for posted in select j.* from unnest(new.books, new.ids) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq loop
        perform journal_explained(posted);
      end loop;
      if new.guard = 'contracts' then
        perform contract_holds_explained(new.books, new.ids);
      end if;
  end case;
  return null;
end
$$;
create constraint trigger check_due_run after insert on check_due deferrable initially deferred for each row
  execute function check_due_run();

drop trigger spot_order_filled on spot_order;
drop function spot_order_filled();
alter table spot_order add constraint spot_order_filled_whole check (filled_quantity = case status when 'filled' then quantity else 0 end);

-- If this transaction filled an order, immediately or after it waited, the order has its fills, which name a journal of this
-- transaction that was posted for the order. A coin-to-coin order has two fills and one journal. The journal moves the amounts in
-- the fills (`spot_journals_explained`). No other order can have a new fill, because each fill is written together with its order
-- (`spot_fill_in_time`).
create function spot_orders_paid(books bigint[], ids bigint[], legs smallint[], kinds text[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select u.book, u.id into unpaid from unnest(books, ids) as u (book, id)
    where (select count(*) from spot_fill f join journal j on j.book = f.book and j.seq = f.journal_seq
      where f.book = u.book and f.order_id = u.id and f.leg = any (legs) and f.xmin = pg_current_xact_id()::xid
        and j.ref = 'spot_order:' || u.id and j.kind = any (kinds) and j.xmin = pg_current_xact_id()::xid) <> cardinality(legs)
    limit 1;
  if unpaid.id is not null then
    raise exception 'spot order % of book % is filled by nothing', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'spot_order_filled';
  end if;
end
$$;

create function spot_order_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    insert into check_due (guard, books, ids)
      select 'spot_orders', array_agg(a.book), array_agg(a.id) from added a where a.status = 'filled' and a.to_symbol is null having count(*) > 0
      union all
      select 'spot_conversions', array_agg(a.book), array_agg(a.id) from added a where a.status = 'filled' and a.to_symbol is not null
        having count(*) > 0;
  else
    insert into check_due (guard, books, ids)
      select case when c.to_symbol is null then 'spot_orders' else 'spot_conversions' end, array_agg(c.book), array_agg(c.id)
        from changed c join before b on b.book = c.book and b.id = c.id where c.status = 'filled' and b.status <> 'filled' group by 1;
  end if;
  return null;
end
$$;
create trigger spot_order_checks_due_new after insert on spot_order
  referencing new table as added for each statement execute function spot_order_checks_due();
create trigger spot_order_checks_due after update on spot_order referencing old table as before new table as changed
  for each statement execute function spot_order_checks_due();

-- If this transaction accepted or closed a ticket, it also posted the journal of that. The journal moves the amounts in the
-- ticket.
create function option_tickets_paid(books bigint[], ids bigint[], kinds text[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select u.book, u.id into unpaid from unnest(books, ids) as u (book, id)
    where (select j.seq from journal j where j.book = u.book and j.ref = 'option:' || u.id and j.kind = any (kinds)
      and j.kind in ('option_stake', 'option_win', 'option_loss', 'option_return') and j.xmin = pg_current_xact_id()::xid limit 1) is null
    limit 1;
  if unpaid.id is not null then
    raise exception 'ticket % of book % moves no money', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'option_ticket_paid';
  end if;
end
$$;

create function option_ticket_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    insert into check_due (guard, books, ids) select 'tickets_accepted', array_agg(a.book), array_agg(a.id) from added a having count(*) > 0;
  else
    insert into check_due (guard, books, ids) select 'tickets_ended', array_agg(c.book), array_agg(c.id)
      from changed c join before b on b.book = c.book and b.id = c.id where b.status = 'open' and c.status <> 'open' having count(*) > 0;
  end if;
  return null;
end
$$;
create trigger option_ticket_checks_due_new after insert on option_ticket
  referencing new table as added for each statement execute function option_ticket_checks_due();
create trigger option_ticket_checks_due after update on option_ticket referencing old table as before new table as changed
  for each statement execute function option_ticket_checks_due();

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
    raise exception 'position % of book % opens and moves no money', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'position_paid';
  end if;
end
$$;

-- Each closing of a position has its own journal, which is compared with the closing once, when the journal is posted.
create function positions_closed_paid(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select p.book, p.id into unpaid from unnest(books, ids) as u (book, id) join position p on p.book = u.book and p.id = u.id
    where (select count(distinct j.seq) from jsonb_array_elements(p.closes) as e (closing)
        join journal j on j.book = p.book and j.seq = (e.closing ->> 'journal_seq')::bigint and j.kind = 'contract_close'
          and j.ref = 'position:' || p.id) <> jsonb_array_length(p.closes) limit 1;
  if unpaid.id is not null then
    raise exception 'position % of book % closes and moves no money', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'position_paid';
  end if;
end
$$;

-- After a change, the full margins of a customer's positions are frozen, for each collateral.
create function positions_frozen(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  unfrozen record;
begin
  select h.book, h.collateral into unfrozen from (select distinct p.book, p.collateral from unnest(books, ids) as u (book, id)
      join position p on p.book = u.book and p.id = u.id) h
    where not margins_frozen(h.book, h.collateral) limit 1;
  if unfrozen.book is not null then
    raise exception 'the positions of book % hold what is not frozen', unfrozen.book
      using errcode = 'check_violation', constraint = 'position_frozen';
  end if;
end
$$;

create function position_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    insert into check_due (guard, books, ids)
      select g.guard, array_agg(a.book), array_agg(a.id) from added a cross join lateral (values
          ('positions_opened', a.entry_price is not null and a.open_fee > 0), ('positions_closed', a.closes <> '[]'),
          ('positions_held', a.margin > 0)) as g (guard, is_due)
        where g.is_due group by 1;
  else
    insert into check_due (guard, books, ids)
      select g.guard, array_agg(c.book), array_agg(c.id) from changed c join before b on b.book = c.book and b.id = c.id
        cross join lateral (values
          ('positions_opened', b.entry_price is null and c.entry_price is not null and c.open_fee > 0),
          ('positions_closed', c.closes <> b.closes), ('positions_held', c.margin <> b.margin)) as g (guard, is_due)
        where g.is_due group by 1;
  end if;
  return null;
end
$$;
create trigger position_checks_due_new after insert on position
  referencing new table as added for each statement execute function position_checks_due();
create trigger position_checks_due after update on position referencing old table as before new table as changed
  for each statement execute function position_checks_due();

-- At commit: a row that names its journal was written in the same transaction as the journal, which moves exactly the amounts in
-- the row.
create function moved_by_its_journal() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (select from journal j where j.book = new.book and j.seq = new.journal_seq and j.kind = tg_table_name
    and j.ref = tg_table_name || ':' || new.id and j.xmin = pg_current_xact_id()::xid)
  then
    raise exception '% % of book % moves no money', tg_table_name, new.id, new.book
      using errcode = 'check_violation', constraint = 'moved_by_its_journal';
  end if;
  return null;
end
$$;

create constraint trigger moved_by_its_journal after insert on exchange deferrable initially deferred for each row
  execute function moved_by_its_journal();

create constraint trigger moved_by_its_journal after insert on transfer deferrable initially deferred for each row
  execute function moved_by_its_journal();

-- At commit: an executed proposal to move money has its journal, which was posted in the same transaction.
create function proposal_moved() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if new.kind in ('correction', 'promotion', 'house_move', 'house_capital') and not exists (select from journal j
    where j.book = new.book and j.seq = new.journal_seq and j.ref = 'proposal:' || new.id and j.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'proposal % is executed and moves no money', new.id
      using errcode = 'check_violation', constraint = 'proposal_moved';
  end if;
  return null;
end
$$;
create constraint trigger proposal_moved after update on proposal deferrable initially deferred for each row
  when (old.status <> 'done' and new.status = 'done') execute function proposal_moved();

revoke execute on function capital_out_covered, check_due_run, contract_holds_explained, contract_journal, credit_stays_credit,
  debt_payment_journal, deposit_journal, done_in_session, experience_journal, experience_kept, fund_journal, guard_no_capital_out,
  house_funds_cover, house_journal, journal_by_two, journal_checks_due, journal_explained, journal_known, loan_journal,
  margins_frozen, moved_as_said, moved_by_its_journal, no_play_capital, option_journals_explained, option_ticket_checks_due,
  option_tickets_paid, play_journal, position_checks_due, positions_closed_paid, positions_frozen, positions_opened_paid,
  proposal_moved, referral_journal, spot_holds_explained, spot_journals_explained, spot_order_checks_due, spot_orders_paid,
  strategy_journal, withdrawal_journal from public;
