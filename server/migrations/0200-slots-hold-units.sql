-- As 0017 has it; what a slot is to hold has eight decimals. Half a unit that is taken from one slot and given to another was rounded up in
-- both: a unit out of nothing.
create or replace function draw_to_slot(of_account account, of_currency text, to_slot smallint, needed numeric) returns numeric
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  held int := case when of_account = 'custody' then -1 else 1 end;
  have numeric;
  other record;
  take numeric;
begin
  if needed is null or needed <> trunc(needed, 8) or needed in ('NaN', 'Infinity', '-Infinity') then
    raise exception 'a slot holds whole units, not %', needed using errcode = 'check_violation', constraint = 'house_balance_exact';
  end if;
  insert into house_balance (account, currency, slot) values (of_account, of_currency, to_slot) on conflict do nothing;
  perform 1 from house_balance where account = of_account and currency = of_currency order by slot for update;
  select amount * held into have from house_balance
    where account = of_account and currency = of_currency and slot = to_slot;
  for other in
    select slot, amount * held as amount from house_balance
    where account = of_account and currency = of_currency and slot <> to_slot and amount <> 0 order by slot
  loop
    exit when have >= needed;
    take := least(other.amount, needed - have);
    update house_balance set amount = amount - take * held
      where account = of_account and currency = of_currency and slot = other.slot;
    have := have + take;
  end loop;
  update house_balance set amount = have * held
    where account = of_account and currency = of_currency and slot = to_slot;
  return have * held;
end
$$;
