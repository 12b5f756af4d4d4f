-- What the house owes at a closing of credit and pays later is credit, like what it pays at once. It was paid as the customer's own money,
-- without a turnover or a fee.
alter table house_debt add column collateral text check (collateral in ('contract', 'promo'));
-- Of what was paid before this, the rest is paid where the beginning was.
update house_debt d set collateral = case when d.paid = 0 then p.collateral else 'contract' end
  from position p where p.book = d.book and p.id = d.position;
alter table house_debt alter column collateral set not null;

insert into journal_template (kind, account, sign) values ('debt_payment', 'promo', 1);

-- As 0050 has it, with the account that its position's margin came from.
create or replace function house_debt_borne_out() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (
      select from position p, jsonb_to_recordset(p.closes) as c (journal_seq bigint, owed numeric)
      where p.book = new.book and p.id = new.position and c.journal_seq = new.id and c.owed = new.amount and (tg_op = 'UPDATE' or p.collateral = new.collateral))
    or new.paid <> (select coalesce(sum(p.amount), 0) from journal j
        join posting p on p.book = j.book and p.seq = j.seq and p.account in ('contract', 'promo')
      where j.book = new.book and j.kind = 'debt_payment' and j.ref = 'house_debt:' || new.id)
    or (new.status = 'ended' and not exists (select from journal j
      where j.book = new.book and j.kind = 'start_over' and j.time_ms = new.updated_ms))
  then
    raise exception 'debt % of book % is not what happened', new.id, new.book
      using errcode = 'check_violation', constraint = 'house_debt_borne_out';
  end if;
  return null;
end
$$;

-- As 0066 has it; and it is paid to that account alone.
create or replace function debt_payment_journal() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if 'USDT' <> any (new.currencies)
    or not exists (select from house_debt d where d.book = new.book and 'house_debt:' || d.id = new.ref
      and d.xmin = pg_current_xact_id()::xid
      and not (case d.collateral when 'promo' then 'contract' else 'promo' end)::account = any (new.accounts))
  then
    raise exception 'journal %/% pays no debt', new.book, new.seq
      using errcode = 'check_violation', constraint = 'debt_payment_journal';
  end if;
  return null;
end
$$;
