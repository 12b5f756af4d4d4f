-- The strategy behind the fund: what it traded or what was reported of it, and what is published of each day. Nothing that was
-- not booked can be published, and no rate but the one that the formula gives. Times are the market clock's; days those of UTC.

-- What waits for the next slot, and for midnight: one row of the house's own book.
create table strategy_clock (
  book bigint not null check (book = 0),
  id bigint not null check (id = 1),
  -- The first slot that was ever traded, and the first that is not booked yet; null in a house whose strategy is reported.
  first_slot_ms bigint,
  next_slot_ms bigint,
  -- The day that is open: what is booked counts for it until it is published.
  day int not null,
  result numeric(38,8) not null,
  -- What the strategy's account holds.
  balance numeric(38,8) not null check (balance >= 0),
  -- When the next slot can be booked, or when the day has ended.
  due_ms bigint not null,
  version int not null check (version > 0),
  armed_seq bigint not null,
  primary key (book, id),
  check ((first_slot_ms is null) = (next_slot_ms is null) and next_slot_ms >= first_slot_ms)
);
create trigger strategy_clock_kept before delete or truncate on strategy_clock
  for each statement execute function refuse_change();

create table strategy_trade (
  id bigint generated always as identity primary key,
  slot_ms bigint not null check (slot_ms % 600000 = 0),
  symbol text not null,
  quantity numeric(38,8) not null check (quantity > 0),
  buy_venue text not null,
  buy_price numeric(38,8) not null check (buy_price > 0),
  buy_fee numeric(38,8) not null check (buy_fee >= 0),
  sell_venue text not null check (sell_venue <> buy_venue),
  sell_price numeric(38,8) not null check (sell_price > 0),
  sell_fee numeric(38,8) not null check (sell_fee >= 0),
  result numeric(38,8) not null,
  -- The entry of the tape that the venues' prices were made from.
  tape_seq bigint not null,
  -- The one of book 0 that booked the slot; null where the slot's trades came to nothing.
  journal_seq bigint,
  unique (slot_ms, symbol),
  constraint strategy_trade_result
    check (result = trunc(quantity * sell_price, 8) - ceil(quantity * buy_price * 100000000) * 0.00000001 - buy_fee - sell_fee)
);
create index strategy_trade_journal on strategy_trade (journal_seq);
create trigger strategy_trade_append_only before update or delete or truncate on strategy_trade
  for each statement execute function refuse_change();

-- What two persons booked of a strategy that trades elsewhere.
create table strategy_report (
  id bigint generated always as identity primary key,
  -- The day that it was made on, and the one for which it counts: the one that was open when it was booked.
  day int not null,
  counts_day int not null check (day <= counts_day),
  result numeric(38,8) not null check (result <> 0),
  -- SHA-256 of the evidence, which counts once.
  evidence text not null check (evidence ~ '^[0-9a-f]{64}$') constraint strategy_report_evidence_once unique,
  booked_ms bigint not null,
  proposal bigint not null unique,
  journal_seq bigint not null unique
);
create index strategy_report_counts on strategy_report (counts_day);
create trigger strategy_report_append_only before update or delete or truncate on strategy_report
  for each statement execute function refuse_change();

-- A slot is booked once, and so is a proposal.
create unique index strategy_result_once on journal (ref) where kind = 'strategy_result';

create function strategy_clock_transition() returns trigger language plpgsql as
$$
begin
  if tg_op = 'INSERT' then
    -- Play money is made by the simulation and real money reported; neither house has both.
    if new.version <> 1 or new.result <> 0 or new.next_slot_ms is distinct from new.first_slot_ms
      or (new.next_slot_ms is not null)
        <> exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')
    then
      raise exception 'the strategy begins as it cannot' using errcode = 'check_violation', constraint = 'strategy_clock_transition';
    end if;
    return new;
  end if;
  if new.version <= old.version or new.first_slot_ms is distinct from old.first_slot_ms
    or new.next_slot_ms < old.next_slot_ms or (new.next_slot_ms is null) <> (old.next_slot_ms is null)
    or new.day not in (old.day, old.day + 1)
    or (new.day > old.day and (new.result <> 0 or new.next_slot_ms < new.day * 86400000::bigint))
  then
    raise exception 'the strategy cannot go from day % to %', old.day, new.day
      using errcode = 'check_violation', constraint = 'strategy_clock_transition';
  end if;
  return new;
end
$$;
create trigger strategy_clock_transition before insert or update on strategy_clock
  for each row execute function strategy_clock_transition();

-- What counts for the open day is what was booked of it, and the day before it was published; and the account is the account.
create function strategy_clock_counts() returns trigger language plpgsql as
$$
begin
  if (select c.result <> coalesce((select sum(t.result) from strategy_trade t
        where t.slot_ms >= c.day * 86400000::bigint and t.slot_ms < (c.day + 1) * 86400000::bigint), 0)
      + coalesce((select sum(r.result) from strategy_report r where r.counts_day = c.day), 0)
    from strategy_clock c)
    or (select c.balance from strategy_clock c) <> coalesce((select sum(h.amount) from house_balance h
      where h.account = 'strategy' and h.currency = 'USDT'), 0)
    or (tg_op = 'UPDATE' and new.day > old.day and not exists (select from fund_day d where d.day = old.day))
  then
    raise exception 'day % counts what was not booked', new.day
      using errcode = 'check_violation', constraint = 'strategy_clock_counts';
  end if;
  return null;
end
$$;
create constraint trigger strategy_clock_counts after insert or update on strategy_clock deferrable initially deferred
  for each row execute function strategy_clock_counts();

-- A trade names the newest entry of its symbol's tape at its slot's time, and a journal of this very transaction that booked
-- its slot. That its prices follow from that entry anybody recomputes.
create function strategy_trade_borne_out() returns trigger
  language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as
$$
begin
  if not exists (
    select from strategy_clock c where new.slot_ms >= c.first_slot_ms and new.slot_ms < c.next_slot_ms
      and new.slot_ms / 86400000 = c.day
  ) or not exists (
    select from tape t where t.symbol = new.symbol and t.seq = new.tape_seq and t.time_ms <= new.slot_ms
  ) or exists (
    select from tape t where t.symbol = new.symbol and t.seq = new.tape_seq + 1 and t.time_ms <= new.slot_ms
  ) or (new.journal_seq is null and (select sum(t.result) from strategy_trade t where t.slot_ms = new.slot_ms) <> 0
  ) or (new.journal_seq is not null and not exists (
    select from journal j where j.book = 0 and j.seq = new.journal_seq and j.xmin = pg_current_xact_id()::xid
      and j.kind = 'strategy_result' and j.ref = 'strategy_slot:' || new.slot_ms
  )) then
    raise exception 'nothing bears out the trade of % at %', new.symbol, new.slot_ms
      using errcode = 'check_violation', constraint = 'strategy_trade_borne_out';
  end if;
  return null;
end
$$;
create constraint trigger strategy_trade_borne_out after insert on strategy_trade deferrable initially deferred
  for each row execute function strategy_trade_borne_out();

alter table proposal drop constraint proposal_kind_check;
alter table proposal add constraint proposal_kind_check
  check (kind in ('correction', 'house_move', 'house_capital', 'promotion', 'terms', 'strategy_result'));

-- A report says what two persons approved, in these words, of a day that had begun.
create function strategy_report_by_two() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from proposal p, strategy_clock c, jsonb_to_record(p.body::jsonb)
      as said (amount numeric, direction text, day date, evidence text)
    where p.book = 0 and p.id = new.proposal and p.kind = 'strategy_result' and p.status = 'done'
      and p.journal_seq = new.journal_seq and said.evidence = new.evidence and said.day - date '1970-01-01' = new.day
      and new.result = case said.direction when 'gain' then said.amount when 'loss' then -said.amount end
      and new.counts_day = c.day
  ) then
    raise exception 'the report of day % has no proposal', new.day
      using errcode = 'check_violation', constraint = 'strategy_report_by_two';
  end if;
  return null;
end
$$;
create constraint trigger strategy_report_by_two after insert on strategy_report deferrable initially deferred
  for each row execute function strategy_report_by_two();

-- What moves the strategy's account or what is set aside has its row, of the same amount: a slot's trades, a report, or a
-- published day. A gain is held by custody and a loss has left it.
create function strategy_journal() returns trigger language plpgsql as
$$
declare
  custody numeric;
  escrow numeric;
begin
  select coalesce(sum(p.amount) filter (where p.account = 'custody'), 0),
      coalesce(sum(p.amount) filter (where p.account = 'income_escrow'), 0)
    into custody, escrow
    from posting p where p.book = new.book and p.seq = new.seq and p.currency = 'USDT';
  if new.book <> 0 or exists (select from posting p where p.book = new.book and p.seq = new.seq and p.currency <> 'USDT')
    or (case new.kind
      when 'strategy_result' then -custody = case
        when new.ref ~ '^strategy_slot:\d{1,15}$' then (select sum(t.result) from strategy_trade t
          where t.journal_seq = new.seq and t.slot_ms = substr(new.ref, 15)::bigint)
        when new.ref ~ '^proposal:\d{1,18}$' then (select r.result from strategy_report r
          where r.journal_seq = new.seq and r.proposal = substr(new.ref, 10)::bigint)
        end
      else exists (
        select from fund_day d where new.ref = 'fund_day:' || d.day and d.xmin = pg_current_xact_id()::xid
          and case new.kind when 'fund_reserve' then d.reserved = escrow and d.journal_seq = new.seq
            else d.returned = -escrow end
      ) end) is not true
  then
    raise exception 'journal %/% is of nothing that was booked', new.book, new.seq
      using errcode = 'check_violation', constraint = 'strategy_journal';
  end if;
  return null;
end
$$;
create constraint trigger strategy_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('strategy_result', 'fund_reserve', 'fund_unreserve')) execute function strategy_journal();

alter table fund_day
  -- The house's own money that the strategy trades with, against which a day's result is held; zero where nobody says.
  add column capital numeric(38,8) not null check (capital >= 0);
alter table fund_rate add column rate_min numeric(38,8) not null check (rate_min between 0 and rate_max);

-- A published day is what was booked of it, shared by the formula among everything that was in progress, each rate alike for
-- all of a tier; no more is set aside than the day made and the account held, and what was left of earlier days went back
-- first. Days are published one by one, and not while a mark before the midnight is still to be paid.
create function fund_day_borne_out() returns trigger language plpgsql as
$$
declare
  pool numeric := greatest(0, least(new.result, new.balance));
  base numeric;
  midnight bigint := (new.day + 1) * 86400000::bigint;
begin
  select greatest(new.wanted, ceil(new.capital * 100000000 * coalesce((select r.rate_max from fund_rate r where r.day = new.day
    order by r.project, r.terms_version desc limit 1), 0)) * 0.00000001) into base;
  if new.published_ms < midnight
    or not exists (select from strategy_clock c where c.day = new.day + 1 and new.capital = case
      when c.next_slot_ms is null then 0 else 2000000 end)
    or exists (select from fund_day d where d.day <> new.day)
      and not exists (select from fund_day d where d.day = new.day - 1 and not exists (select from fund_day l where l.day > new.day))
    or new.result <> coalesce((select sum(t.result) from strategy_trade t
        where t.slot_ms >= midnight - 86400000 and t.slot_ms < midnight), 0)
      + coalesce((select sum(r.result) from strategy_report r where r.counts_day = new.day), 0)
    or new.balance - new.reserved <> coalesce((select sum(h.amount) from house_balance h
      where h.account = 'strategy' and h.currency = 'USDT'), 0)
    or new.reserved <> coalesce((select sum(h.amount) from house_balance h
      where h.account = 'income_escrow' and h.currency = 'USDT'), 0)
    or new.reserved > pool or (new.reserved > 0) <> (new.journal_seq is not null)
    or (select new.reserved <> coalesce(sum(trunc(r.principal * r.rate, 8)), 0)
        or new.wanted <> coalesce(ceil(sum(r.principal * r.rate_max) * 100000000) * 0.00000001, 0)
        or new.covered <> (new.balance >= coalesce(ceil(sum(r.principal * r.rate_min) * 100000000) * 0.00000001, 0))
        or coalesce(bool_or(r.rate <> case when base = 0 then 0 when pool >= base then r.rate_max
          else div(r.rate_max * pool * 100000000, base) * 0.00000001 end), false)
      from fund_rate r where r.day = new.day)
    or (select sum(c.value) from counter c where c.name = 'fund_closed') <> (case when new.covered then 0 else 1 end)
  then
    raise exception 'nothing bears out what was published of day %', new.day
      using errcode = 'check_violation', constraint = 'fund_day_borne_out';
  end if;
  if exists (select from fund_order o where o.status = 'in_progress' and o.due_ms < midnight) then
    raise exception 'a mark before the end of day % is to be paid first', new.day
      using errcode = 'check_violation', constraint = 'fund_day_waits';
  end if;
  -- An order may have ended since its principal was read, but none can have begun.
  if exists (
    select from (select o.project, o.terms_version, o.rate_min, o.rate_max, sum(o.amount) as principal from fund_order o
      where o.status = 'in_progress' and o.started_ms < midnight group by 1, 2, 3, 4) o
    left join fund_rate r on r.day = new.day and r.project = o.project and r.terms_version = o.terms_version
      and r.rate_min = o.rate_min and r.rate_max = o.rate_max
    where r.principal is null or r.principal < o.principal
  ) or exists (
    select from fund_rate r join terms t on t.subject = 'fund:' || r.project and t.version = r.terms_version
    where r.day = new.day and (r.rate_min, r.rate_max)
      <> ((t.body::jsonb ->> 'rate_min')::numeric, (t.body::jsonb ->> 'rate_max')::numeric)
  ) then
    raise exception 'a rate of day % is not of everybody who has one', new.day
      using errcode = 'check_violation', constraint = 'fund_rate_for_all';
  end if;
  return null;
end
$$;
create constraint trigger fund_day_borne_out after insert on fund_day deferrable initially deferred
  for each row execute function fund_day_borne_out();

-- No rate is added to a day that was published earlier.
create function fund_rate_of_its_day() returns trigger language plpgsql as
$$
begin
  if not exists (select from fund_day d where d.day = new.day and d.xmin = pg_current_xact_id()::xid) then
    raise exception 'day % is published', new.day using errcode = 'check_violation', constraint = 'fund_rate_of_its_day';
  end if;
  return null;
end
$$;
create trigger fund_rate_of_its_day after insert on fund_rate for each row execute function fund_rate_of_its_day();

insert into journal_template (kind, account, sign) values
  -- What the strategy made is held by custody; what it lost has left it, and what its account cannot bear is the house's.
  ('strategy_result', 'custody', 0), ('strategy_result', 'strategy', 0), ('strategy_result', 'equity', -1),
  -- A published day's income is set aside, and what nobody was owed of it goes back at the next.
  ('fund_reserve', 'strategy', -1), ('fund_reserve', 'income_escrow', 1),
  ('fund_unreserve', 'income_escrow', -1), ('fund_unreserve', 'strategy', 1);

grant select, insert, update on strategy_clock to candor_app;
grant select, insert on strategy_trade, strategy_report to candor_app;
