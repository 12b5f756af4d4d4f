-- No money moves without the row that says why. The kinds by hand, of deposits, withdrawals, the fund, loans and shares are asked
-- for theirs since 0017 to 0031; here are the others, and whatever kind is on no list is refused. All of it is asked at
-- commit, when journal and row are both written, of this very transaction, so that nothing old explains anything new. What the
-- customer's accounts gain is what the row says; how the house shares its side among its accounts is the rules' to say and the audit's to ask.

-- A transfer had been its journal alone.
create table transfer (
  book bigint not null,
  id bigint not null,
  currency text not null,
  from_account text not null check (from_account in ('spot', 'contract', 'option')),
  to_account text not null check (to_account in ('spot', 'contract', 'option')),
  amount numeric(38,8) not null check (amount > 0),
  -- Market clock.
  time_ms bigint not null,
  journal_seq bigint not null,
  primary key (book, id),
  check (from_account <> to_account)
);
insert into transfer (book, id, currency, from_account, to_account, amount, time_ms, journal_seq)
  select j.book, substr(j.ref, 10)::bigint, j.currencies[1],
    (case when j.amounts[1] < 0 then j.accounts[1] else j.accounts[2] end)::text,
    (case when j.amounts[1] < 0 then j.accounts[2] else j.accounts[1] end)::text, abs(j.amounts[1]), j.time_ms, j.seq
  from journal j where j.kind = 'transfer' and cardinality(j.amounts) = 2 and j.ref ~ '^transfer:\d{1,18}$';
create trigger transfer_append_only before update or delete or truncate on transfer
  for each statement execute function refuse_change();
grant select, insert on transfer to candor_app;

-- A ticket is staked once and ends once, a position opens once; for good, not only in one transaction.
create unique index journal_once on journal (book, ref, kind)
  where kind in ('option_stake', 'option_win', 'option_loss', 'option_return', 'contract_open', 'contract_fill');

-- The number behind "spot_order:", or null.
create function journal_row(ref text, what text) returns bigint language sql immutable parallel safe
  return case when starts_with(ref, what || ':') and substr(ref, length(what) + 2) ~ '^[0-9]{1,18}$'
    then substr(ref, length(what) + 2)::bigint end;

create function journal_unexplained(of_book bigint, of_seq bigint, of_kind text) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception 'journal %/% (%) has no row that says so', of_book, of_seq, of_kind
    using errcode = 'check_violation', constraint = 'journal_reason';
end
$$;

-- What is frozen of a customer's account is the sum of their open holds, to the unit.
create function holds_add_up(of_book bigint, of_account account, of_currency text) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as
$$
  select coalesce((select b.amount from balance b where (b.book, b.account, b.currency) = (of_book, of_account, of_currency)), 0)
    = coalesce((select sum(h.amount) from open_hold h where (h.book, h.account, h.currency) = (of_book, of_account, of_currency)), 0)
$$;

-- A spot trade moves what its fills say, and no fee but theirs; what an order holds is what is frozen. A trade with one fill is
-- nearly every journal there is: its arrays are walked through here, which costs a third of asking a query to.
create function spot_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  of_order bigint := journal_row(new.ref, 'spot_order');
  accounts account[] := new.accounts;
  currencies text[] := new.currencies;
  amounts numeric[] := new.amounts;
  fill record;
  coin numeric := 0;
  money numeric := 0;
  fees numeric := 0;
  explained boolean;
begin
  if new.kind in ('spot_buy', 'spot_sell', 'spot_fill') then
    select split_part(f.symbol, '/', 1) as base, split_part(f.symbol, '/', 2) as quote, f.fee,
        case f.side when 'buy' then f.quantity else -f.quantity end as coin,
        case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end as money
      into fill from spot_fill f
      where f.book = new.book and f.order_id = of_order and f.journal_seq = new.seq and f.leg = 1 and f.xmin = pg_current_xact_id()::xid;
    explained := fill.coin is not null;
    for at in 1 .. cardinality(accounts) loop
      if accounts[at] < 'inventory' then
        if currencies[at] = fill.base then coin := coin + amounts[at];
        elsif currencies[at] = fill.quote then money := money + amounts[at];
        else explained := false;
        end if;
      elsif accounts[at] = 'fees' then fees := fees + amounts[at];
      end if;
    end loop;
    explained := explained and coin = fill.coin and money = fill.money and fill.fee - fees between 0 and 0.00000001;
  elsif new.kind = 'spot_convert' then
    with leg as materialized (
      select f.symbol, f.side, f.quantity, f.value, f.fee from spot_fill f
      where f.book = new.book and f.order_id = of_order and f.journal_seq = new.seq and f.xmin = pg_current_xact_id()::xid
    ), moved as (
      select p.account, p.currency, p.amount from unnest(accounts, currencies, amounts) as p (account, currency, amount)
    ), line as (
      select currency, amount from moved where account < 'inventory'
      union all select split_part(symbol, '/', 1), case side when 'buy' then -quantity else quantity end from leg
      union all select split_part(symbol, '/', 2), case side when 'buy' then value + fee else fee - value end from leg
    )
    select exists (select from leg)
        and not exists (select from line group by currency having sum(amount) <> 0)
        and (select sum(fee) - coalesce((select sum(amount) from moved where account = 'fees'), 0) from leg) between 0 and 0.00000002
      into explained;
  else
    explained := exists (
      select from spot_order o where o.book = new.book and o.id = of_order and o.xmin = pg_current_xact_id()::xid
        and (new.kind = 'spot_hold' or o.status <> 'open'));
  end if;
  if explained is not true then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  if new.kind in ('spot_hold', 'spot_release', 'spot_fill') and not (
    select bool_and(holds_add_up(new.book, 'spot_frozen', p.currency))
    from unnest(accounts, currencies) as p (account, currency) where p.account = 'spot_frozen')
  then
    raise exception 'journal %/% leaves frozen what no order holds', new.book, new.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
  return null;
end
$$;
create constraint trigger spot_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_hold', 'spot_release', 'spot_fill'))
  execute function spot_journal();
alter table spot_fill add constraint spot_fill_value check (abs(value - quantity * price) < 0.00000001);

-- Opening costs the fee of the position's row, closing brings what the closing's record says, and margin is what is frozen. Of
-- credit nothing becomes the customer's own but what was gained with it.
create function contract_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  accounts account[] := new.accounts;
  amounts numeric[] := new.amounts;
  of_position record;
  -- What the customer gains on accounts of credit, and on those of their own money.
  credit numeric := 0;
  own numeric := 0;
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
    end if;
  end loop;
  if of_position.collateral = 'promo' then
    explained := explained and credit <= 0 and own >= 0 and not 'contract_frozen' = any (accounts);
  else
    explained := explained and not accounts && '{promo,promo_frozen}';
  end if;
  case new.kind
    when 'contract_close' then
      explained := explained and (
        select count(*) = 1 and bool_and(own + credit = (c ->> 'pnl')::numeric - (c ->> 'fee')::numeric
            - (c ->> 'financing')::numeric + (c ->> 'shortfall')::numeric)
        from jsonb_array_elements(of_position.closes) c where c ->> 'journal_seq' = new.seq::text);
    when 'contract_open', 'contract_fill' then
      explained := explained and of_position.entry_price is not null and own + credit = -of_position.open_fee;
    when 'contract_release' then
      explained := explained and of_position.status not in ('pending', 'open') and own + credit = 0;
    else explained := explained and own + credit = 0;
  end case;
  if explained is not true then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  if coalesce(of_position.held, 0) is distinct from of_position.frozen then
    raise exception 'journal %/% leaves frozen what no position holds', new.book, new.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
  return null;
end
$$;
create constraint trigger contract_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('contract_hold', 'contract_release', 'contract_open', 'contract_fill', 'contract_margin', 'contract_close'))
  execute function contract_journal();

-- A ticket sets its stake and its greatest gain aside, and that very sum goes where its end says.
create function option_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  ticket record;
  said record;
  moved record;
begin
  select t.status, t.source, t.currency, t.stake, t.profit, t.stake + t.profit as escrow into ticket from option_ticket t
    where t.book = new.book and t.id = journal_row(new.ref, 'option') and t.xmin = pg_current_xact_id()::xid;
  select coalesce(sum(l.amount) filter (where l.account = 'option'), 0) as own,
      coalesce(sum(l.amount) filter (where l.account = 'promo'), 0) as credit,
      coalesce(sum(l.amount) filter (where l.account = 'option_escrow'), 0) as escrow
    into moved from unnest(new.accounts, new.amounts) as l (account, amount);
  -- What comes back of a stake is what it was; a gain is the customer's own whatever the stake was.
  select case when ticket.source = 'option' then s.stake else 0 end + s.profit as own,
      case when ticket.source = 'promo' then s.stake else 0 end as credit, s.escrow
    into said
    from (values
      ('option_stake', true, -ticket.stake, 0, ticket.escrow),
      ('option_win', ticket.status = 'won', ticket.stake, ticket.profit, -ticket.escrow),
      ('option_loss', ticket.status = 'lost', 0, 0, -ticket.escrow),
      ('option_return', ticket.status in ('tied', 'void'), ticket.stake, 0, -ticket.escrow)
    ) as s (kind, ended_so, stake, profit, escrow) where s.kind = new.kind and s.ended_so;
  if (ticket.currency = all (new.currencies) and moved = said) is not true then
    perform journal_unexplained(new.book, new.seq, new.kind);
  end if;
  return null;
end
$$;
create constraint trigger option_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('option_stake', 'option_win', 'option_loss', 'option_return')) execute function option_journal();

-- An exchange and a transfer move what their rows say.
create function moved_as_said() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from (
      select 'spot' as from_account, 'spot' as to_account, e.from_currency, e.from_amount, e.to_currency, e.to_amount
      from exchange e where new.kind = 'exchange' and e.book = new.book and e.id = journal_row(new.ref, 'exchange')
        and e.journal_seq = new.seq and e.xmin = pg_current_xact_id()::xid
      union all
      select t.from_account, t.to_account, t.currency, t.amount, t.currency, t.amount
      from transfer t where new.kind = 'transfer' and t.book = new.book and t.id = journal_row(new.ref, 'transfer')
        and t.journal_seq = new.seq and t.xmin = pg_current_xact_id()::xid
    ) said where not exists (
      select from (
        select l.account, l.currency, l.amount from unnest(new.accounts, new.currencies, new.amounts) as l (account, currency, amount)
          where l.account < 'inventory'
        union all select said.from_account::account, said.from_currency, said.from_amount
        union all select said.to_account::account, said.to_currency, -said.to_amount
      ) line group by account, currency having sum(amount) <> 0)
  ) then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  return null;
end
$$;
create constraint trigger moved_as_said after insert on journal deferrable initially deferred for each row
  when (new.kind in ('exchange', 'transfer')) execute function moved_as_said();

-- Credit leaves as its row ended, at most what was granted.
create function experience_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from experience_credit c
    where c.book = new.book and c.id = journal_row(new.ref, 'experience_credit') and c.xmin = pg_current_xact_id()::xid
      and case new.kind when 'experience_convert' then c.status = 'converted'
        else c.status = 'expired' or (c.status = 'active' and c.due_ms > c.expires_ms) end
      and 'USDT' = all (new.currencies)
      and (select sum(l.amount) filter (where l.account = 'promo') >= -c.amount
        from unnest(new.accounts, new.amounts) as l (account, amount))
  ) then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  return null;
end
$$;
create constraint trigger experience_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('experience_convert', 'experience_expire')) execute function experience_journal();

-- What a customer had right behind a journal: what they have, less what later ones moved.
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

-- Play money is granted once, as much as everybody's; starting over leaves exactly that, and closing leaves nothing.
create function play_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  grants boolean := new.kind in ('demo_grant', 'start_over');
  left_over text;
begin
  select string_agg(format('%s %s %s', h.account, h.currency, h.amount), ', ' order by h.account) into left_over
    from had_after(new.book, new.seq) h;
  if (new.ref = 'customer:' || new.book
    and case new.kind
      when 'demo_grant' then not exists (select from journal j where j.book = new.book and j.seq <> new.seq and j.kind = 'demo_grant')
        and (select bool_and((l.account::text, l.currency, l.amount) in
            (('equity', 'USDT', -100000), ('spot', 'USDT', 100000), ('promotions', 'USDT', -100), ('promo', 'USDT', 100)))
          and count(*) = 4 and count(distinct l.account) = 4
          from unnest(new.accounts, new.currencies, new.amounts) as l (account, currency, amount))
      when 'start_over' then left_over = 'spot USDT 100000.00000000, promo USDT 100.00000000'
      else left_over is null
        and exists (select from customer c where c.id = new.book and c.status = 'closed' and c.xmin = pg_current_xact_id()::xid)
        -- Real money its owner takes out before.
        and (not is_live_house() or new.accounts <@ '{promo,promotions}')
    end
    and (not grants or exists (
      select from experience_credit c
      where c.book = new.book and c.id = new.seq and c.amount = 100 and c.xmin = pg_current_xact_id()::xid))
  ) is not true then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  return null;
end
$$;
create constraint trigger play_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('demo_grant', 'start_over', 'account_close')) execute function play_journal();

-- A demo's house begins with its capital, before everything, and sets coins of it against stakes once.
create function house_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if new.book <> 0 or new.ref <> 'house:demo'
    or (new.kind = 'house_opening' and new.seq <> 1)
    or (new.kind = 'house_allocation' and exists (
      select from journal j where j.book = 0 and j.seq <> new.seq and j.kind = 'house_allocation'))
  then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  return null;
end
$$;
create constraint trigger house_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('house_opening', 'house_allocation')) execute function house_journal();

-- None of these kinds is there at all in a live house.
drop trigger no_play_capital on journal;
create trigger no_play_capital before insert on journal for each row
  when (new.kind in ('house_opening', 'house_allocation', 'demo_grant', 'start_over')) execute function no_play_capital();

-- A kind that no guard knows.
create function journal_known() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  perform journal_unexplained(new.book, new.seq, new.kind);
  return null;
end
$$;
create constraint trigger journal_known after insert on journal deferrable initially deferred for each row
  when (new.kind not in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_hold', 'spot_release', 'spot_fill', 'contract_hold',
    'contract_release', 'contract_open', 'contract_fill', 'contract_margin', 'contract_close', 'option_stake', 'option_win',
    'option_loss', 'option_return', 'exchange', 'transfer', 'experience_convert', 'experience_expire', 'demo_grant', 'start_over',
    'account_close', 'house_opening', 'house_allocation', 'manual_correction', 'house_move', 'house_capital', 'promotion_grant',
    'deposit', 'withdrawal_hold', 'withdrawal_release', 'withdrawal_pay', 'fund_join', 'fund_refund', 'fund_income',
    'fund_maturity', 'fund_terminate', 'strategy_result', 'fund_reserve', 'fund_unreserve', 'loan_disburse', 'loan_repay',
    'loan_return', 'referral_reserve', 'referral_pay', 'referral_return'))
  execute function journal_known();
