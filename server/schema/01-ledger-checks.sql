-- Checks of journals at commit: every journal is explained by the rows of its transaction, and every row by its journal.

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
    when 'spot_told' then perform spot_orders_told(new.books, new.ids);
    when 'spot_conversions' then perform spot_orders_paid(new.books, new.ids, '{1,2}', '{spot_convert}');
    when 'options' then perform option_journals_explained(new.books, new.ids);
    when 'tickets_accepted' then perform option_tickets_paid(new.books, new.ids, '{option_stake}');
    when 'tickets_ended' then
      perform option_tickets_paid(new.books, new.ids, '{option_win,option_loss,option_return}');
      perform option_tickets_told(new.books, new.ids);
    when 'positions_opened' then perform positions_opened_paid(new.books, new.ids);
    when 'positions_closed' then
      perform positions_closed_paid(new.books, new.ids);
      perform position_closings_told(new.books, new.ids);
    when 'positions_told' then perform position_orders_told(new.books, new.ids);
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
create constraint trigger check_due_run after insert on check_due deferrable initially deferred for each row
  execute function check_due_run();

create function journal_unexplained(of_book bigint, of_seq bigint, of_kind text) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception 'journal %/% (%) has no row that explains it', of_book, of_seq, of_kind
    using errcode = 'check_violation', constraint = 'journal_reason';
end
$$;

-- At commit: the frozen part of a customer's account equals the sum of the customer's open holds.
create function holds_add_up(of_book bigint, of_account account, of_currency text) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as
$$
  select coalesce((select b.amount from balance b where (b.book, b.account, b.currency) = (of_book, of_account, of_currency)), 0)
    = coalesce((select sum(h.amount) from open_hold h where (h.book, h.account, h.currency) = (of_book, of_account, of_currency)), 0)
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

-- At commit: a row that names its journal was written in the same transaction as the journal, which moves exactly the amounts in
-- the row.
create function moved_by_its_journal() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (select from journal j where j.book = new.book and j.seq = new.journal_seq and j.kind = tg_table_name
    and j.ref = tg_table_name || ':' || new.id and j.xmin = pg_current_xact_id()::xid)
  then
    raise exception '% % of book % has no journal that moves its money', tg_table_name, new.id, new.book
      using errcode = 'check_violation', constraint = 'moved_by_its_journal';
  end if;
  return null;
end
$$;

-- Returns a customer's balance immediately after a journal: the current balance minus the amounts of later journals.
create function had_after(of_book bigint, of_seq bigint) returns table (account account, currency text, amount numeric)
  language sql stable set search_path = pg_catalog, public, pg_temp as
$$
  select h.account, h.currency, sum(h.amount) from (
    select b.account, b.currency, b.amount from balance b where b.book = of_book
    union all
    select l.account, l.currency, -l.amount from journal j, unnest(j.accounts, j.currencies, j.amounts) as l (account, currency, amount)
      where j.book = of_book and j.seq > of_seq and l.account < 'inventory'
  ) h group by h.account, h.currency having sum(h.amount) <> 0
$$;

-- Play money is granted once per demo account, with the same amount for every customer. Starting over restores exactly that
-- amount, and closing the account leaves zero.
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

-- The house of a demo gets its capital before any other journal, and exchanges USDT for coins to stake at most once.
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

revoke execute on function check_due_run, house_journal, journal_checks_due, journal_explained, journal_known, moved_as_said,
  moved_by_its_journal, play_journal from public;
