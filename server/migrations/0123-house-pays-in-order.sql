-- What a closing takes of the house comes out of its accounts in the published order (positions/purse.ts): of a profit the trading
-- account first, of a shortfall the insurance; the next pays when the one before has nothing left. A journal that shares it otherwise is refused.

-- Whether accounts in that order gave what a closing took. Two units of rounding are the house's, whichever account has them. An account that
-- holds something at the end was empty then only if later closings of the same book brought it.
create function house_paid_in_order(of_book bigint, of_seq bigint, closing jsonb, gained numeric[]) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as
$$
declare
  pnl numeric := (closing ->> 'pnl')::numeric;
  lost numeric := (closing ->> 'shortfall')::numeric - (closing ->> 'offset')::numeric;
  brought numeric[] := array[greatest(-pnl, 0), (closing ->> 'charge')::numeric, 0, (closing ->> 'financing')::numeric,
    (closing ->> 'fee')::numeric, 0];
  payers account[] := '{trading,insurance,equity,interest,fees,rounding}';
  -- A shortfall begins with the insurance.
  places int[] := case when pnl > 0 or lost = 0 then '{1,2,3,4,5,6}' else '{2,1,3,4,5,6}' end;
  at int;
  gave numeric;
  left_over numeric := 0;
begin
  foreach at in array places loop
    gave := brought[at] - gained[at];
    if gave < -0.00000002 or (gave > 0.00000002 and left_over > 0.00000002) then
      return false;
    end if;
    left_over := greatest(left_over, coalesce((select sum(h.amount) from house_balance h where h.account = payers[at] and h.currency = 'USDT'), 0)
      - coalesce((select sum(l.amount) from journal j cross join unnest(j.accounts, j.currencies, j.amounts) as l (account, currency, amount)
        where j.book = of_book and j.seq > of_seq and l.account = payers[at] and l.currency = 'USDT' and l.amount > 0), 0));
  end loop;
  return (closing ->> 'owed')::numeric = 0 or left_over <= 0.00000002;
end
$$;
revoke execute on function house_paid_in_order from public;
grant execute on function house_paid_in_order to candor_app;

-- As 0090 has it, and the house's side.
create or replace function contract_journal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  accounts account[] := new.accounts;
  amounts numeric[] := new.amounts;
  of_position record;
  -- What the customer gains on accounts of credit, and on those of their own money.
  credit numeric := 0;
  own numeric := 0;
  closing jsonb;
  closings int := 0;
  borne numeric;
  -- What the house's accounts gain, in the order in which they pay.
  trading numeric := 0;
  insurance numeric := 0;
  equity numeric := 0;
  interest numeric := 0;
  fees numeric := 0;
  rounding numeric := 0;
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
    perform journal_unexplained(new.book, new.seq, new.kind);
  end if;
  case new.kind
    when 'contract_close' then
      for at in 0 .. jsonb_array_length(of_position.closes) - 1 loop
        if of_position.closes -> at ->> 'journal_seq' = new.seq::text then
          closing := of_position.closes -> at;
          closings := closings + 1;
        end if;
      end loop;
      borne := (closing ->> 'offset')::numeric;
      explained := closings = 1
        and own + credit = (closing ->> 'pnl')::numeric - (closing ->> 'fee')::numeric - (closing ->> 'financing')::numeric
          + (closing ->> 'shortfall')::numeric - (closing ->> 'owed')::numeric - borne - (closing ->> 'charge')::numeric
        and (of_position.collateral <> 'promo' or own >= case when (closing ->> 'shortfall')::numeric > 0 then -borne else 0 end);
      -- Nearly always the trading account pays a profit, and the insurance a shortfall.
      if explained and not (equity = 0 and interest = (closing ->> 'financing')::numeric
        and insurance = (closing ->> 'charge')::numeric - (closing ->> 'shortfall')::numeric + borne
        and fees + rounding + trading = (closing ->> 'fee')::numeric - (closing ->> 'pnl')::numeric
        and (closing ->> 'fee')::numeric - fees between 0 and 0.00000001 and rounding between 0 and 0.00000002)
      then
        explained := house_paid_in_order(new.book, new.seq, closing, array[trading, insurance, equity, interest, fees, rounding]);
      end if;
    when 'contract_open', 'contract_fill' then
      explained := of_position.entry_price is not null and own + credit = -of_position.open_fee;
    when 'contract_release' then
      explained := of_position.status not in ('pending', 'open') and own + credit = 0;
    else explained := own + credit = 0;
  end case;
  if explained is not true then perform journal_unexplained(new.book, new.seq, new.kind); end if;
  if coalesce(of_position.held, 0) is distinct from of_position.frozen then
    raise exception 'journal %/% leaves frozen what no position holds', new.book, new.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
  return null;
end
$$;
