-- The house's obligations and funds: its debts, the funds that cover its promises, and the counters that limit them.

create function house_debt_refuse() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'debt % of book %: this change is not allowed', old.id, old.book
    using errcode = 'check_violation', constraint = 'house_debt_transition';
end
$$;
create trigger house_debt_transition before update on house_debt for each row
  when (new.paid < old.paid
    or (old.book, old.id, old.position, old.amount, old.created_ms)
      <> (new.book, new.id, new.position, new.amount, new.created_ms)) execute function house_debt_refuse();

-- At commit: the amount of a debt is the one stated by its closing, its account is the one that the position's margin came from,
-- and the amount paid is the sum of the payments' journals.
create function house_debt_verified() returns trigger
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
    raise exception 'debt % of book % does not match its closings and payments', new.id, new.book
      using errcode = 'check_violation', constraint = 'house_debt_verified';
  end if;
  return null;
end
$$;
create constraint trigger house_debt_verified after insert or update on house_debt deferrable initially deferred
  for each row execute function house_debt_verified();

-- At commit: a payment of a debt names an existing debt and is in USDT. The amount paid on a debt is the sum of its payments'
-- postings regardless of their currency, so a payment in another currency would change the value that is paid.
create function debt_payment_journal(posted journal) returns void
  language plpgsql set search_path = public, pg_temp as
$$
begin
  if 'USDT' <> any (posted.currencies)
    or not exists (select from house_debt d where d.book = posted.book and 'house_debt:' || d.id = posted.ref
      and d.xmin = pg_current_xact_id()::xid
      and not (case d.collateral when 'promo' then 'contract' else 'promo' end)::account = any (posted.accounts))
  then
    raise exception 'journal %/% pays no debt', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'debt_payment_journal';
  end if;
end
$$;

-- At commit: after a payment from the accounts that pay positions, enough is left for the house's promises. If an order to
-- open a position runs concurrently, the later of the two transactions waits.
create function house_funds_cover(posted journal) returns void
  language plpgsql set search_path = public, pg_temp as
$$
declare
  kept record;
begin
  if not exists (select from unnest(posted.accounts, posted.currencies, posted.amounts) as p (account, currency, amount)
      where p.currency = 'USDT' and p.account in ('trading', 'insurance', 'equity', 'interest', 'fees', 'rounding')
      having sum(p.amount) < 0)
  then
    return;
  end if;
  perform pg_advisory_xact_lock(7305142);
  select p.funds, p.promised into kept from house_promised p;
  if kept.funds < kept.promised then
    raise exception 'the house would keep % USDT, less than the % that it has promised', kept.funds, kept.promised
      using errcode = 'check_violation', constraint = 'house_funds_cover';
  end if;
end
$$;

-- Changes counters in the slot of the connected process, in a fixed order, and creates missing ones. Guards call it; they run
-- with the privileges of their owner.
create function count_moves(names text[], amounts numeric[]) returns void language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  at_slot smallint := coalesce(nullif(current_setting('candor.slot', true), ''), '0');
begin
  insert into counter (name, slot)
    select distinct u.name, -1 from unnest(names) as u (name)
      where not exists (select from counter c where c.name = u.name and c.slot = -1) order by u.name on conflict do nothing;
  insert into counter as c (name, slot, value)
    select u.name, at_slot, sum(u.amount) from unnest(names, amounts) as u (name, amount)
      group by u.name having sum(u.amount) <> 0 order by u.name
    on conflict (name, slot) do update set value = c.value + excluded.value;
end
$$;

-- Blocks other transactions from raising counters until this transaction ends. It is a function because taking the lock
-- directly would need the privilege to update counters.
create function hold_counters(names text[]) returns void language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off as
$$
begin
  perform from counter c where c.name = any (names) and c.slot = -1 order by c.name for no key update;
end
$$;

create function house_debt_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  by_now numeric;
  was numeric := 0;
begin
  if tg_op = 'INSERT' then
    select sum(a.amount - a.paid) into by_now from added a where a.status = 'owed';
  else
    select sum(c.amount - c.paid) into by_now from changed c where c.status = 'owed';
    select sum(b.amount - b.paid) into was from before b where b.status = 'owed';
  end if;
  perform count_moves('{house_owed}', array[coalesce(by_now, 0) - coalesce(was, 0)]);
  return null;
end
$$;
create trigger house_debt_counted_new after insert on house_debt
  referencing new table as added for each statement execute function house_debt_counted();
create trigger house_debt_counted after update on house_debt
  referencing old table as before new table as changed for each statement execute function house_debt_counted();

-- The part of a closing that the house pays comes from the house accounts in the published order (`positions/payer.ts`): the
-- trading account pays a profit first, and the insurance account a shortfall. The next account pays when the previous one is
-- empty. A journal that splits it differently is rejected.

-- Whether the house accounts paid for a closing in that order. A difference of two units is rounding. If an account that
-- should have paid first has a balance at the end, only later closings of the same book can have brought it.
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

revoke execute on function count_moves, debt_payment_journal, hold_counters, house_funds_cover, house_paid_in_order from public;
grant execute on function hold_counters, house_paid_in_order to candor_app;
