-- Fees and financing of instruments are published terms now. What was agreed before a version counts keeps the rates that it
-- was agreed under, so each row has its own; those of before had the only ones that there were, the configuration's.

-- Part of one of a fill's value; of coin to coin the order has the rate of the coin that is sold, each fill its own.
alter table spot_order add column fee_rate numeric(38,8) not null default 0.001 check (fee_rate between 0 and 0.01);
alter table spot_order alter column fee_rate drop default;
alter table spot_fill add column fee_rate numeric(38,8) not null default 0.001 check (fee_rate between 0 and 0.01);
alter table spot_fill alter column fee_rate drop default;
alter table spot_fill add constraint spot_fill_fee check (fee * 100000000 = ceil(value * fee_rate * 100000000));

-- An ended order never changes, and none its rate.
create or replace function spot_order_transition() returns trigger language plpgsql as
$$
begin
  if old.status <> 'open' then
    raise exception 'spot order % has ended', old.id using errcode = 'check_violation', constraint = 'spot_order_ended';
  end if;
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  return new;
end
$$;

-- Of the notional, on opening and on closing; and at each midnight, that of the position's side.
alter table position add column fee_rate numeric(38,8) not null default 0.0005 check (fee_rate between 0 and 0.01);
alter table position alter column fee_rate drop default;
alter table position add column financing_rate numeric(38,8) not null default 0 check (financing_rate between 0 and 0.01);
alter table position alter column financing_rate drop default;
-- Written as the column's new type is, because what has ended refuses an update.
alter table position alter column financing_rate type numeric(38,8) using case
  when product = 'contract' then case side when 'long' then 0.0003 else 0.0001 end
  when symbol in ('XAU/USD', 'XAG/USD') then case side when 'long' then 0.0001 else 0.00005 end
  else case side when 'long' then 0.00007 else 0.00005 end
end;

-- As before, and a position keeps its rates.
drop trigger position_transition on position;
create trigger position_transition before update on position for each row
  when (
    not case old.status
      when 'pending' then new.status in ('pending', 'open', 'cancelled')
      when 'open' then new.status in ('open', 'closing', 'closed')
      when 'closing' then new.status in ('closing', 'closed')
      else false
    end
    or (old.entry_price is not null and (
      old.entry_price <> new.entry_price or old.entry_seq <> new.entry_seq or old.entry_ms <> new.entry_ms
    ))
    or old.side <> new.side or old.quantity <> new.quantity or old.symbol <> new.symbol
    or old.collateral <> new.collateral
    or old.fee_rate <> new.fee_rate or old.financing_rate <> new.financing_rate
    -- A list of closings only grows: what it was without its last bracket is how it begins.
    or not starts_with(new.closes::text, rtrim(old.closes::text, ']'))
  ) execute function position_refuse();

-- What a duration pays is still one figure for everybody, now by symbol and in versions: the one that counted at the wall
-- clock's time at which the ticket was accepted. A row that says no time of its own is of now; those of before, of none.
alter table option_ticket drop constraint option_ticket_terms;
alter table option_ticket add column accepted_wall_ms bigint not null default 0;
alter table option_ticket alter column accepted_wall_ms
  set default (extract(epoch from clock_timestamp()) * 1000)::bigint;
-- As before, and what is of the acceptance has one column more.
drop trigger option_ticket_transition on option_ticket;
create trigger option_ticket_transition before update on option_ticket for each row
  when (
    old.status <> 'open'
    or (old.strike is distinct from new.strike and (old.strike is not null or new.status <> 'open'))
    or (old.strike_ms is distinct from new.strike_ms and (old.strike_ms is not null or new.status <> 'open'))
    or (old.book, old.id, old.product, old.symbol, old.side, old.seconds, old.currency, old.source, old.stake)
      <> (new.book, new.id, new.product, new.symbol, new.side, new.seconds, new.currency, new.source, new.stake)
    or (old.payout_ratio, old.stake_usdt, old.profit_usdt, old.accepted_ms, old.accepted_seq, old.expires_ms)
      <> (new.payout_ratio, new.stake_usdt, new.profit_usdt, new.accepted_ms, new.accepted_seq, new.expires_ms)
    or old.accepted_wall_ms <> new.accepted_wall_ms
  ) execute function option_ticket_refuse();
create function option_ticket_terms() returns trigger language plpgsql as
$$
declare
  wrong bigint;
begin
  select t.id into wrong from added t
    left join lateral (
      -- The newest version that had begun.
      select v.body::jsonb as body from terms v
      where v.subject = 'option:' || t.symbol and v.effective_ms <= t.accepted_wall_ms order by v.version desc limit 1
    ) v on true
  where t.payout_ratio is distinct from coalesce(
      (v.body ->> ('payout_' || t.seconds))::numeric,
      case t.seconds when 30 then 0.8 when 60 then 0.82 when 120 then 0.84 when 180 then 0.86 when 300 then 0.88 end)
    -- No time long past, so that nobody is paid by terms that are over.
    or t.accepted_wall_ms < extract(epoch from clock_timestamp()) * 1000 - 300000
  limit 1;
  if wrong is not null then
    raise exception 'ticket % has not the payout that was published', wrong
      using errcode = 'check_violation', constraint = 'option_ticket_terms';
  end if;
  return null;
end
$$;
create trigger option_ticket_terms after insert on option_ticket
  referencing new table as added for each statement execute function option_ticket_terms();
