-- What the house pays with, what it has promised by the positions that are open, and what it could not pay yet.

-- A profit and a shortfall are split over the house's own accounts in the published order, so that a closing never waits for
-- one of them; where they are short the charges of the same closing are given up first.
update journal_template set sign = 0
  where kind = 'contract_close' and account in ('insurance', 'equity', 'interest', 'fees', 'rounding');

-- The move that is counted with, as the domain has it.
create function stress_move(of_symbol text) returns numeric
  language sql immutable parallel safe set search_path = public, pg_temp
  return case when of_symbol like '%/USDT' then 0.2 when of_symbol like 'XA_/USD' then 0.1 else 0.05 end;

-- Profits that have not been realised yet, at the side at which each position would close now; losses are not set against them.
create view open_profit as
  select p.book, p.id, p.symbol, p.side,
    greatest(0, trunc(p.open_quantity * contract_size(p.product, p.symbol) * p.rate
      * case p.side when 'long' then h.bid - p.entry_price else p.entry_price - h.ask end, 8)) as amount
  from position p join tape_head h on h.symbol = p.symbol and h.bid > 0
  where p.status in ('open', 'closing');

-- What open positions would cost the house if each market moved by its stress against it, by symbol and side.
create view open_stress as
  select p.symbol, p.side, sum(ceil(ceil(p.open_quantity * contract_size(p.product, p.symbol) * p.entry_price * p.rate * 100000000)
    * stress_move(p.symbol)) / 100000000) as amount
  from position p where p.status in ('open', 'closing') group by p.symbol, p.side;

-- What the house owes a customer of a closing that its accounts could not pay, a row a closing, named by its journal. It is
-- paid before anything new is promised.
create table house_debt (
  book bigint not null,
  id bigint not null,
  position bigint not null,
  amount numeric(38,8) not null check (amount > 0),
  paid numeric(38,8) not null check (paid >= 0 and paid <= amount),
  -- Play money that its owner gave back by starting over is owed no more.
  status text not null check (status in ('owed', 'paid', 'ended')),
  created_ms bigint not null,
  updated_ms bigint not null,
  primary key (book, id),
  check ((status = 'paid') = (paid = amount))
);
create index house_debt_owed on house_debt (created_ms, book, id) where status = 'owed';

create function house_debt_refuse() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'debt % of book %: this change is not allowed', old.id, old.book
    using errcode = 'check_violation', constraint = 'house_debt_transition';
end
$$;
create trigger house_debt_transition before update on house_debt for each row
  when (old.status <> 'owed' or new.paid < old.paid
    or (old.book, old.id, old.position, old.amount, old.created_ms)
      <> (new.book, new.id, new.position, new.amount, new.created_ms)) execute function house_debt_refuse();

-- At commit: a debt is what its closing says is owed, and all that was paid of it has journals.
create function house_debt_borne_out() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (
      select from position p, jsonb_to_recordset(p.closes) as c (journal_seq bigint, owed numeric)
      where p.book = new.book and p.id = new.position and c.journal_seq = new.id and c.owed = new.amount)
    or new.paid <> (select coalesce(sum(p.amount), 0) from journal j
        join posting p on p.book = j.book and p.seq = j.seq and p.account = 'contract'
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
create constraint trigger house_debt_borne_out after insert or update on house_debt deferrable initially deferred
  for each row execute function house_debt_borne_out();

-- At commit: a closing that paid less than it brought has its debt.
create function position_owed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if exists (select from jsonb_to_recordset(new.closes) as c (journal_seq bigint, owed numeric)
      left join house_debt d on d.book = new.book and d.id = c.journal_seq
      where c.owed > 0 and (d.position <> new.id or d.amount <> c.owed) is not false)
  then
    raise exception 'position % of book %: a debt is missing', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_owed';
  end if;
  return null;
end
$$;
create constraint trigger position_owed after update on position deferrable initially deferred for each row
  when (new.closes <> old.closes and jsonb_path_exists(new.closes, '$[*] ? (@.owed != "0")'))
  execute function position_owed();

-- At commit: a payment is of a debt.
create function debt_payment_journal() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (select from house_debt d where d.book = new.book and 'house_debt:' || d.id = new.ref
      and d.xmin = pg_current_xact_id()::xid)
  then
    raise exception 'journal %/% pays no debt', new.book, new.seq
      using errcode = 'check_violation', constraint = 'debt_payment_journal';
  end if;
  return null;
end
$$;
create constraint trigger debt_payment_journal after insert on journal deferrable initially deferred for each row
  when (new.kind = 'debt_payment') execute function debt_payment_journal();
create index journal_debt_payment on journal (book, ref) where kind = 'debt_payment';

insert into journal_template (kind, account, sign) values
  ('debt_payment', 'contract', 1), ('debt_payment', 'trading', -1), ('debt_payment', 'insurance', -1),
  ('debt_payment', 'equity', -1), ('debt_payment', 'interest', -1), ('debt_payment', 'fees', -1),
  ('debt_payment', 'rounding', -1);

-- What is owed in all, open profits as they were counted last, and the stress of each symbol and side.
insert into counter (name, slot)
  select name, -1 from (values ('house_owed'), ('open_profit')) as one (name)
  union all select 'cover:' || symbol || ':' || side, -1
  from unnest(array['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT', 'XRP/USDT', 'ADA/USDT', 'DOGE/USDT', 'LTC/USDT', 'TRX/USDT',
    'LINK/USDT', 'EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/USD', 'USD/CHF', 'USD/CAD', 'NZD/USD', 'EUR/GBP', 'EUR/JPY', 'GBP/JPY',
    'XAU/USD', 'XAG/USD']) as listed (symbol), unnest(array['long', 'short']) as one (side);
-- A database that was in use before has positions already.
insert into counter (name, slot, value) select 'cover:' || symbol || ':' || side, 0, amount from open_stress
  where amount > 0 on conflict do nothing;

-- What the house pays positions with, what it owes already, and open profits: a row a book, so that whoever opens reads it.
create view house_cover as
  select b.id as book, 0::bigint as id,
    (select coalesce(sum(h.amount), 0) from house_balance h where h.currency = 'USDT'
      and h.account in ('trading', 'insurance', 'equity', 'interest', 'fees', 'rounding'))::numeric(38,8) as funds,
    (select coalesce(sum(c.value), 0) from counter c where c.name = 'house_owed')::numeric(38,8) as owed,
    (select coalesce(sum(c.value), 0) from counter c where c.name = 'open_profit')::numeric(38,8) as open_profit
  from book b;
-- The same profits counted now, for whoever keeps that counter.
create view house_open_profit as
  select b.id as book, 0::bigint as id, (select coalesce(sum(o.amount), 0) from open_profit o)::numeric(38,8) as amount
  from book b where b.id = 0;

-- What is promised now: profits that are open, what is owed, and the stress of what is open, a symbol by its greater side.
create view house_promised as
  select b.id as book, 0::bigint as id, (select c.funds from house_cover c where c.book = 0) as funds,
    ((select coalesce(sum(o.amount), 0) from open_profit o)
      + (select coalesce(sum(d.amount - d.paid), 0) from house_debt d where d.status = 'owed')
      + (select coalesce(sum(s.greatest), 0)
        from (select max(o.amount) as greatest from open_stress o group by o.symbol) s))::numeric(38,8) as promised
  from book b where b.id = 0;

-- At commit: whatever takes money out of the accounts that pay positions leaves what is promised. An order to open a position at
-- the same time waits, or is waited for.
create function house_funds_cover() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  kept record;
begin
  if not exists (select from unnest(new.accounts, new.currencies, new.amounts) as p (account, currency, amount)
      where p.currency = 'USDT' and p.account in ('trading', 'insurance', 'equity', 'interest', 'fees', 'rounding')
      having sum(p.amount) < 0)
  then
    return null;
  end if;
  perform pg_advisory_xact_lock(7305142);
  select p.funds, p.promised into kept from house_promised p;
  if kept.funds < kept.promised then
    raise exception 'the house would keep % USDT and has promised %', kept.funds, kept.promised
      using errcode = 'check_violation', constraint = 'house_funds_cover';
  end if;
  return null;
end
$$;
create constraint trigger house_funds_cover after insert on journal deferrable initially deferred for each row
  when (new.kind in ('house_capital', 'house_move', 'house_allocation')) execute function house_funds_cover();

grant select, insert, update on house_debt to candor_app;
grant select on open_profit, open_stress, house_cover, house_open_profit, house_promised to candor_app;
