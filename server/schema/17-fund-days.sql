-- The hosted fund: published days, the rates of their tiers, and the payments of income. Times and days are as in `17-fund.sql`.

-- The published figures of a completed day; they never change.
create table fund_day (
  day int primary key,
  result numeric(38,8) not null,
  balance numeric(38,8) not null check (balance >= 0),
  returned numeric(38,8) not null check (returned >= 0),
  wanted numeric(38,8) not null check (wanted >= 0),
  reserved numeric(38,8) not null check (reserved >= 0),
  covered boolean not null,
  published_ms bigint not null,
  -- The journal of book 0 that set the income aside; null if there was none.
  journal_seq bigint,
  -- The house money with which the strategy trades, and to which the day's result is related; zero if none was declared.
  capital numeric(38,8) not null check (capital >= 0)
);
create trigger fund_day_append_only before update or delete or truncate on fund_day
  for each statement execute function refuse_change();

create table fund_rate (
  day int not null references fund_day,
  project int not null,
  terms_version int not null,
  -- The total principal of orders in progress at publication.
  principal numeric(38,8) not null check (principal >= 0),
  rate_max numeric(38,8) not null,
  rate numeric(38,8) not null check (rate between 0 and rate_max),
  rate_min numeric(38,8) not null check (rate_min between 0 and rate_max),
  -- Principal times the milliseconds for which it was in the fund, in proportion to which income is shared; `principal` is the
  -- average over the day.
  principal_ms numeric(38,8) not null,
  primary key (day, project, terms_version),
  constraint fund_rate_principal_ms
    check (principal_ms >= 0 and principal = div(principal_ms * 100000000, 86400000) * 0.00000001)
);
create index fund_rate_of_project on fund_rate (project, day);
create trigger fund_rate_append_only before update or delete or truncate on fund_rate
  for each statement execute function refuse_change();

-- Payments of income: one for each mark of an order, and one for the rest of its last day.
create table fund_payment (
  book bigint not null,
  order_id bigint not null,
  number int not null check (number > 0),
  -- The end of the order's day that is paid.
  mark_ms bigint not null,
  -- The calendar day whose published rate is paid: the last one that had ended at the mark.
  day int not null,
  rate numeric(38,8) not null check (rate >= 0),
  amount numeric(38,8) not null check (amount >= 0),
  paid_ms bigint not null,
  -- Null if nothing was paid because the rate was zero.
  journal_seq bigint,
  part_ms int not null check (part_ms between 1 and 86400000),
  primary key (book, order_id, number),
  check ((amount = 0) = (journal_seq is null)),
  check (paid_ms >= mark_ms)
);
create unique index fund_payment_journal on fund_payment (book, journal_seq) where journal_seq is not null;
create index fund_payment_newest on fund_payment (book, paid_ms, order_id, number);
create trigger fund_payment_append_only before update or delete or truncate on fund_payment
  for each statement execute function refuse_change();

-- A payment is the published rate of its day times the order's amount, for the part of the day during which the order was in
-- the fund. Payments are made in order, each at its mark or, for the last partial day, after the midnight that ends the day,
-- and each has a journal.
create function fund_payment_verified() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from fund_order o join fund_rate r on r.project = o.project and r.terms_version = o.terms_version and r.day = new.day
    where o.book = new.book and o.id = new.order_id and o.xmin = pg_current_xact_id()::xid
      and case when new.number <= o.paid_days then new.mark_ms = o.started_ms + new.number * 86400000::bigint
        else new.number = o.days + 1 and o.reason = 'matured' and o.due_ms is null
          and o.counts_from_ms % 86400000 > 0 and new.mark_ms = o.ends_ms - o.ends_ms % 86400000 + 86400000 end
      and new.day = new.mark_ms / 86400000 - 1
      and new.part_ms = least(o.counts_from_ms + o.days * 86400000::bigint, (new.day + 1) * 86400000::bigint)
        - greatest(o.counts_from_ms, new.day * 86400000::bigint)
      and new.rate = r.rate
      and new.amount = div(o.amount * r.rate * new.part_ms * 100000000, 86400000) * 0.00000001
  ) or (new.number > 1 and not exists (
    select from fund_payment p where p.book = new.book and p.order_id = new.order_id and p.number = new.number - 1
  )) or (new.amount > 0 and not exists (
    select from journal j where j.book = new.book and j.seq = new.journal_seq and j.kind = 'fund_income'
      and j.ref = 'fund_order:' || new.order_id
      and (select bool_and(p.currency = 'USDT') and sum(p.amount) filter (where p.account = 'spot') = new.amount
        from posting p where p.book = j.book and p.seq = j.seq)
  )) then
    raise exception 'payment % of fund order % does not match the published rate', new.number, new.order_id
      using errcode = 'check_violation', constraint = 'fund_payment_verified';
  end if;
  return new;
end
$$;
create trigger fund_payment_verified before insert on fund_payment
  for each row execute function fund_payment_verified();

-- The publication of a day is computed from what was booked for the day. The result is shared by the formula among all orders
-- that were in the fund, in proportion to time, with one rate for all orders of a tier. The amount set aside is at most the
-- day's result and the account's balance, and first the rest of earlier days is returned. Days are published one at a time,
-- and only after every payment due before the midnight is made.
create function fund_day_verified() returns trigger language plpgsql as
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
    -- Exact quotients: principal times milliseconds times a rate, divided by a day, in units of 10⁻⁸.
    or (select new.reserved <> coalesce(sum(div(r.principal_ms * r.rate * 100000000, 86400000)), 0) * 0.00000001
        or new.wanted <> div(coalesce(sum(r.principal_ms * r.rate_max), 0) * 100000000 + 86399999.99999999, 86400000) * 0.00000001
        or new.covered <> (new.balance >=
          div(coalesce(sum(r.principal_ms * r.rate_min), 0) * 100000000 + 86399999.99999999, 86400000) * 0.00000001)
        or coalesce(bool_or(r.rate <> case when base = 0 then 0 when pool >= base then r.rate_max
          else div(r.rate_max * pool * 100000000, base) * 0.00000001 end), false)
      from fund_rate r where r.day = new.day)
    or (select sum(c.value) from counter c where c.name = 'fund_closed') <> (case when new.covered then 0 else 1 end)
  then
    raise exception 'the publication of day % does not match the fund''s rows', new.day
      using errcode = 'check_violation', constraint = 'fund_day_verified';
  end if;
  if exists (select from fund_order o where o.started_ms is not null and o.due_ms < midnight) then
    raise exception 'orders due before the end of day % must be paid before its publication', new.day
      using errcode = 'check_violation', constraint = 'fund_day_waits';
  end if;
  -- The comparison is exact to the millisecond, because an order that starts or ends takes the same lock as publication.
  if exists (
    select from (select o.project, o.terms_version, o.rate_min, o.rate_max,
        sum(o.amount * (least(o.counts_from_ms + o.days * 86400000::bigint, midnight)
          - greatest(o.counts_from_ms, midnight - 86400000))) as principal_ms
      from fund_order o where o.started_ms is not null and o.due_ms >= midnight and o.due_ms < midnight + 86400000
      group by 1, 2, 3, 4) o
    full join (select * from fund_rate where day = new.day) r using (project, terms_version, rate_min, rate_max)
    where r.day is null or r.principal_ms <> coalesce(o.principal_ms, 0)
  ) or exists (
    select from fund_rate r join terms t on t.subject = 'fund:' || r.project and t.version = r.terms_version
    where r.day = new.day and (r.rate_min, r.rate_max)
      <> ((t.body::jsonb ->> 'rate_min')::numeric, (t.body::jsonb ->> 'rate_max')::numeric)
  ) then
    raise exception 'the rates of day % do not match the fund orders of that day', new.day
      using errcode = 'check_violation', constraint = 'fund_rate_for_all';
  end if;
  return null;
end
$$;
create constraint trigger fund_day_verified after insert on fund_day deferrable initially deferred
  for each row execute function fund_day_verified();

-- A rate cannot be added to a day that is already published.
create function fund_rate_of_its_day() returns trigger language plpgsql as
$$
begin
  if not exists (select from fund_day d where d.day = new.day and d.xmin = pg_current_xact_id()::xid) then
    raise exception 'day % is already published', new.day using errcode = 'check_violation', constraint = 'fund_rate_of_its_day';
  end if;
  return null;
end
$$;
create trigger fund_rate_of_its_day after insert on fund_rate for each row execute function fund_rate_of_its_day();

-- While the last published day is not covered, no order can be made in the fund.
create function fund_day_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  perform count_moves('{fund_closed}', array[(case when new.covered then 0 else 1 end)
    - (select coalesce(sum(c.value), 0) from counter c where c.name = 'fund_closed')]);
  return null;
end
$$;
create trigger fund_day_counted after insert on fund_day for each row execute function fund_day_counted();

-- The rate that each order waits for. A row exists once the rate is published.
create view fund_next_rate as
  select o.book, o.id, r.day, r.rate from fund_order o
    join fund_rate r on r.day = o.due_ms / 86400000 - 1 and r.project = o.project and r.terms_version = o.terms_version
  where o.started_ms is not null;

insert into counter (name, slot) values ('fund_closed', -1);

grant select on fund_next_rate to candor_app;
grant select, insert on fund_rate, fund_day, fund_payment to candor_app;

-- Read by the invariants, which the guard evaluates.
grant select on fund_day, fund_payment, fund_rate to candor_guard;
