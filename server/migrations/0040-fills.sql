-- At which entry of the tape an order at market fills: the newest at its acceptance if that is young enough, else the first
-- quote after it. So a row keeps when it was accepted, which entry was the newest then, and how old that one might have been.

-- How old the newest entry may be by the market clock for an order to fill at it; as the feed that wrote it has it.
alter table tape_head add column fill_age_ms int not null default 1000 check (fill_age_ms >= 0);

-- created_ms and armed_seq are the acceptance and the newest entry then, to_armed_seq that of the coin bought, coin to coin. An
-- order at market that waits has a hold as a limit order has; what it bought may hang on the price, within the budget.
alter table spot_order
  add column fill_age_ms int not null default 1000 check (fill_age_ms >= 0),
  add column to_armed_seq bigint,
  add column to_fill_age_ms int check (to_fill_age_ms >= 0),
  add column to_fee_rate numeric(38,8) check (to_fee_rate between 0 and 0.01),
  -- USDT to spend at market, where the customer named that and no quantity.
  add column budget numeric(38,8) check (budget > 0),
  -- The customer's own bound: the worst price, of coin to coin the least quantity that is bought.
  add column worst numeric(38,8) check (worst > 0),
  -- Coin to coin, while it waits: the entries known already, as [{"leg": 1, "tape_seq": 7, "price": "0.5"}].
  add column priced jsonb not null default '[]',
  add constraint spot_order_second_tape check ((to_armed_seq is null) = (to_fill_age_ms is null) and (to_armed_seq is null) = (to_fee_rate is null));
alter table spot_order alter column fill_age_ms drop default;

-- One coin to coin that waited gives what was frozen for it.
insert into journal_template (kind, account, sign) values ('spot_convert', 'spot_frozen', -1);

-- As before; and what was accepted stays, but for the quantity that a budget buys.
create or replace function spot_order_transition() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if old.status <> 'open' then
    raise exception 'spot order % has ended', old.id using errcode = 'check_violation', constraint = 'spot_order_ended';
  end if;
  if old.fee_rate <> new.fee_rate then
    raise exception 'spot order % keeps its rate', old.id using errcode = 'check_violation', constraint = 'spot_order_rate';
  end if;
  if (old.created_ms, old.fill_age_ms, old.to_armed_seq, old.to_fill_age_ms, old.to_fee_rate, old.budget, old.worst)
      is distinct from (new.created_ms, new.fill_age_ms, new.to_armed_seq, new.to_fill_age_ms, new.to_fee_rate, new.budget, new.worst)
    or (old.type = 'market' and old.armed_seq <> new.armed_seq)
    or (old.budget is null and old.quantity <> new.quantity)
  then
    raise exception 'spot order % keeps what was accepted', old.id
      using errcode = 'check_violation', constraint = 'spot_order_acceptance';
  end if;
  return new;
end
$$;

-- created_ms and created_seq are the acceptance of the order; asked_ms and asked_seq those of the closing that waits, of
-- closing_quantity. Each closing that was asked for has its own in `closes`.
alter table position
  add column created_seq bigint not null default 0,
  add column fill_age_ms int not null default 1000 check (fill_age_ms >= 0),
  add column worst_price numeric(38,8) check (worst_price > 0),
  add column asked_ms bigint,
  add column asked_seq bigint,
  add column closing_quantity numeric(38,8) check (closing_quantity > 0),
  add constraint position_closing_asked check ((asked_ms is null) = (asked_seq is null) and (asked_ms is null) = (closing_quantity is null)),
  add constraint position_closing_whole check (status = 'closed' or closing_quantity is null or closing_quantity <= open_quantity);
alter table position alter column created_seq drop default, alter column fill_age_ms drop default;

-- As before, and a position keeps its acceptance; one of which a part was closed after waiting is open again.
drop trigger position_transition on position;
create trigger position_transition before update on position for each row
  when (
    not case old.status
      when 'pending' then new.status in ('pending', 'open', 'cancelled')
      when 'open' then new.status in ('open', 'closing', 'closed')
      when 'closing' then new.status in ('closing', 'closed') or (new.status = 'open' and new.open_quantity < old.open_quantity)
      else false
    end
    or (old.entry_price is not null and (
      old.entry_price <> new.entry_price or old.entry_seq <> new.entry_seq or old.entry_ms <> new.entry_ms
    ))
    or old.side <> new.side or old.quantity <> new.quantity or old.symbol <> new.symbol
    or old.collateral <> new.collateral
    or old.fee_rate <> new.fee_rate or old.financing_rate <> new.financing_rate
    or old.created_ms <> new.created_ms or old.created_seq <> new.created_seq or old.fill_age_ms <> new.fill_age_ms
    or (old.status = 'closing' and new.status = 'closing'
      and (old.asked_ms, old.asked_seq, old.closing_quantity) is distinct from (new.asked_ms, new.asked_seq, new.closing_quantity))
    -- A list of closings only grows: what it was without its last bracket is how it begins.
    or not starts_with(new.closes::text, rtrim(old.closes::text, ']'))
  ) execute function position_refuse();

-- When an exchange was asked to be carried out; which entry was the newest then, each leg says.
alter table exchange add column asked_ms bigint not null default 0;
