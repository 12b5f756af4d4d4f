-- A debt of the house is counted in USDT, so what pays it is USDT: its row sums the postings of its payments whatever their
-- currency, and another currency would pay less, or more, than the row says. As 0050 has it but for that.
create or replace function debt_payment_journal() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if 'USDT' <> any (new.currencies)
    or not exists (select from house_debt d where d.book = new.book and 'house_debt:' || d.id = new.ref
      and d.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'journal %/% pays no debt', new.book, new.seq
      using errcode = 'check_violation', constraint = 'debt_payment_journal';
  end if;
  return null;
end
$$;
