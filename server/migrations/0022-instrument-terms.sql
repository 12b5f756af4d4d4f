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
