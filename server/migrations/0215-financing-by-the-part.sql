-- As 0110 has it, and each closing takes its share of the nights that its entry and those before it brought about, rounded up. The sum of
-- all was bound already; how it was split among parts was not, and a part took a unit less where it paid for the other side of a gap too.
-- What stands from before is left as it is: later parts share what was left then.
create or replace function position_made_fault(of_row public."position", from_at int) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  size numeric := contract_size(of_row.product, of_row.symbol);
  item jsonb;
  part numeric;
  made numeric;
  at_price numeric;
  at_rate numeric;
  night int := 0;
  -- In units.
  due numeric := 0;
  closed numeric := 0;
  all_made numeric := 0;
begin
  for at in 0 .. jsonb_array_length(of_row.closes) - 1 loop
    item := of_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    made := (item ->> 'pnl')::numeric;
    -- A closing charges the nights of its own entry first.
    while (of_row.nights -> night ->> 'seq')::bigint <= (item ->> 'tape_seq')::bigint loop
      due := due + (of_row.nights -> night ->> 'amount')::numeric * 100000000;
      night := night + 1;
    end loop;
    if at >= from_at then
      at_price := (item ->> 'price')::numeric;
      at_rate := (item ->> 'rate')::numeric;
      if (part > 0 and made * 100000000 = floor(part * size * at_rate
          * case when long then at_price - of_row.entry_price else of_row.entry_price - at_price end * 100000000)
        and (item ->> 'fee')::numeric * 100000000 = ceil(ceil(part * size * at_price * at_rate * 100000000) * of_row.fee_rate)) is not true
      then
        return 'profit of a closing';
      end if;
      if ((item ->> 'tape_seq')::bigint >= of_row.entry_seq and coalesce((item ->> 'asked_seq')::bigint >= of_row.entry_seq, true)) is not true
      then
        return 'entry of a closing';
      end if;
      if ((item ->> 'financing')::numeric * 100000000
        = div(due * part * 100000000 + (of_row.quantity - closed) * 100000000 - 1,
          nullif(of_row.quantity - closed, 0) * 100000000)) is not true
      then
        return 'financing';
      end if;
    end if;
    due := due - (item ->> 'financing')::numeric * 100000000;
    closed := closed + part;
    all_made := all_made + made;
  end loop;
  return case when (of_row.quantity - closed = of_row.open_quantity and all_made = of_row.realised_pnl) is not true
    then 'sum of its closings' end;
end
$$;
