-- What a closing brings is what its record says, less what the house owes of it and what it bears of the other side. Of credit
-- nothing becomes the customer's own but what was gained with it; what their own gains bear of its shortfall leaves their own money.
-- As 0061 has it but for that.
create or replace function contract_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
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
    explained := explained and credit <= 0 and not 'contract_frozen' = any (accounts);
  else
    explained := explained and not accounts && '{promo,promo_frozen}';
  end if;
  case new.kind
    when 'contract_close' then
      explained := explained and (
        select count(*) = 1 and bool_and(own + credit = (c ->> 'pnl')::numeric - (c ->> 'fee')::numeric
            - (c ->> 'financing')::numeric + (c ->> 'shortfall')::numeric - (c ->> 'owed')::numeric - (c ->> 'offset')::numeric
            - (c ->> 'charge')::numeric
          and (of_position.collateral <> 'promo' or own >= case when (c ->> 'shortfall')::numeric > 0
            then -(c ->> 'offset')::numeric else 0 end))
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

-- Payments of what the house owes have a guard of their own (0050).
drop trigger journal_known on journal;
create constraint trigger journal_known after insert on journal deferrable initially deferred for each row
  when (new.kind not in ('spot_buy', 'spot_sell', 'spot_convert', 'spot_hold', 'spot_release', 'spot_fill', 'contract_hold',
    'contract_release', 'contract_open', 'contract_fill', 'contract_margin', 'contract_close', 'option_stake', 'option_win',
    'option_loss', 'option_return', 'exchange', 'transfer', 'experience_convert', 'experience_expire', 'demo_grant', 'start_over',
    'account_close', 'house_opening', 'house_allocation', 'manual_correction', 'house_move', 'house_capital', 'promotion_grant',
    'deposit', 'withdrawal_hold', 'withdrawal_release', 'withdrawal_pay', 'fund_join', 'fund_refund', 'fund_income',
    'fund_maturity', 'fund_terminate', 'strategy_result', 'fund_reserve', 'fund_unreserve', 'loan_disburse', 'loan_repay',
    'loan_return', 'referral_reserve', 'referral_pay', 'referral_return', 'debt_payment'))
  execute function journal_known();

-- What own limits count of a closing is what came of it, less what it bore of the other side.
create or replace view own_move as
  select book, coalesce(placed_day, accepted_ms / 86400000)::int as day, stake_usdt as staked,
    case status when 'open' then stake_usdt else 0 end as open, 0 as result,
    coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647) as last_day, 0::numeric as deposited
  from option_ticket where source = 'option'
  union all
  select book, coalesce(ended_day, settled_ms / 86400000)::int, 0, 0,
    case status when 'won' then profit_usdt when 'lost' then -stake_usdt else 0 end,
    coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647), 0
  from option_ticket where source = 'option' and status <> 'open'
  union all
  select p.book, coalesce(p.placed_day, p.created_ms / 86400000)::int,
    case p.status when 'cancelled' then 0 else coalesce(p.staked, p.initial_margin) end,
    greatest(0, p.margin - coalesce((select sum(a.amount) from jsonb_to_recordset(p.added) as a (amount numeric)), 0)), 0,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p where p.collateral = 'contract'
  union all
  select p.book, a.day, a.amount,
    least(a.amount, greatest(0, p.margin - coalesce((select sum(b.amount)
      from jsonb_to_recordset(p.added) as b (day int, amount numeric) where b.day > a.day), 0))), 0,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p, lateral (select x.day, sum(x.amount) as amount
    from jsonb_to_recordset(p.added) as x (day int, amount numeric) group by x.day) a
  where p.collateral = 'contract' and p.added <> '[]'
  union all
  select book, coalesce(opened_day, entry_ms / 86400000)::int, 0, 0, -open_fee,
    case when status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((closes -> -1 ->> 'day')::int, (closed_ms / 86400000)::int) end, 0
  from position where collateral = 'contract' and entry_price is not null
  union all
  select p.book, coalesce(c.day, c.time_ms / 86400000)::int, 0, 0, c.pnl - c.fee - c.financing + c.shortfall
      - coalesce(c."offset", 0) - coalesce(c.charge, 0),
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p, jsonb_to_recordset(p.closes) as c (day int, time_ms bigint, pnl numeric, fee numeric,
    financing numeric, shortfall numeric, "offset" numeric, charge numeric)
  where p.collateral = 'contract'
  union all
  -- Whenever it is decided, it counts on its one day or not at all, so that this is its last as well.
  select book, placed_day, 0, 0, 0, placed_day, value_usdt from deposit where status <> 'failed';
