-- A day of the fund is shared by who was there, for as long as they were. Each order has a part of the day on which it begins and
-- of the one on which it ends, and weighs so much in their publication; the rest of its last day is paid once that is published,
-- when the principal is back already. Parts are milliseconds of a day of UTC.

-- From when on an order's days count. An order that had begun before keeps what it was told: its days are whole ones, from the
-- midnight before it began, and nothing is left of it when it ends. (The expression is for what is there, and none afterwards.)
alter table fund_order add column counts_from_ms bigint generated always as (started_ms - started_ms % 86400000) stored;
alter table fund_order alter column counts_from_ms drop expression;
alter table fund_order
  add constraint fund_order_counts_from check ((counts_from_ms is null) = (started_ms is null)
    and counts_from_ms in (started_ms, started_ms - started_ms % 86400000)),
  -- What has ended waits for nothing, or for the midnight after its end and the rest of its last day.
  drop constraint fund_order_check14,
  add constraint fund_order_rest check (reason is null or due_ms is null or (reason = 'matured' and counts_from_ms % 86400000 > 0
    and due_ms = ends_ms - ends_ms % 86400000 + 86400000));

drop index fund_order_open;
create index fund_order_open on fund_order (book, id) where status in ('pending', 'in_progress') or due_ms is not null;
drop index fund_order_due;
create index fund_order_due on fund_order (due_ms) where started_ms is not null and due_ms is not null;

-- Principal times milliseconds, which income is shared by; the principal beside it is what that comes to over the whole day.
alter table fund_rate add column principal_ms numeric(38,8) generated always as (principal * 86400000) stored;
alter table fund_rate alter column principal_ms drop expression;
alter table fund_rate
  alter column principal_ms set not null,
  add constraint fund_rate_principal_ms
    check (principal_ms >= 0 and principal = div(principal_ms * 100000000, 86400000) * 0.00000001);

alter table fund_payment add column part_ms int not null default 86400000 check (part_ms between 1 and 86400000);
alter table fund_payment alter column part_ms drop default;

-- The rate of what each order waits for, once it is published.
create or replace view fund_next_rate as
  select o.book, o.id, r.day, r.rate from fund_order o
    join fund_rate r on r.day = o.due_ms / 86400000 - 1 and r.project = o.project and r.terms_version = o.terms_version
  where o.started_ms is not null;

-- What everything weighs in the publication of the day that is open, once all that was due before the midnight after it is paid:
-- whoever was there on that day is paid for it within the day that follows, a mark or the rest.
create view fund_weight as
  select c.book, o.project * 1000000000::bigint + o.terms_version as id, c.day, o.project, o.terms_version,
    sum(o.amount * (least(o.counts_from_ms + o.days * 86400000::bigint, (c.day + 1) * 86400000::bigint)
      - greatest(o.counts_from_ms, c.day * 86400000::bigint))) as principal_ms
  from strategy_clock c join fund_order o on o.started_ms is not null
    and o.due_ms >= (c.day + 1) * 86400000::bigint and o.due_ms < (c.day + 2) * 86400000::bigint
  group by c.book, c.day, o.project, o.terms_version;

create or replace function fund_order_transition() returns trigger language plpgsql as
$$
declare
  subject text := 'customer:' || new.book;
  -- What goes on when all days are over and only the rest of the last is to be paid.
  goes_on text[] := '{version,income,due_ms,wake_ms,armed_seq}';
  moved boolean;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending' or new.version <> 1 or new.paid_days <> 0 or new.decided_by is not null
      -- What was published says what can be agreed; the usual terms are the house's own configuration.
      or (new.terms_version > 0 and not exists (
        select from terms t where t.subject = 'fund:' || new.project and t.version = new.terms_version
          and (t.body::jsonb ->> 'rate_min')::numeric = new.rate_min and (t.body::jsonb ->> 'rate_max')::numeric = new.rate_max
          and (t.body::jsonb ->> 'days')::numeric = new.days
          and (t.body::jsonb ->> 'early_fee_rate')::numeric = new.early_fee_rate
          and new.amount between (t.body::jsonb ->> 'min')::numeric and (t.body::jsonb ->> 'max')::numeric))
    then
      raise exception 'fund order % begins as nobody agreed', new.id
        using errcode = 'check_violation', constraint = 'fund_order_transition';
    end if;
    return new;
  end if;
  if old.reason = 'matured' and old.due_ms is not null then
    if new.version <= old.version or to_jsonb(new) - goes_on <> to_jsonb(old) - goes_on or new.income < old.income
      -- Until it is paid it waits on for the same, and has been paid no more.
      or (new.due_ms is not null and (new.due_ms, new.income) <> (old.due_ms, old.income))
    then
      raise exception 'fund order % waits for the rest of its last day alone', new.id
        using errcode = 'check_violation', constraint = 'fund_order_transition';
    end if;
    return new;
  end if;
  if old.status in ('ended', 'failed') or new.version <= old.version
    or (old.book, old.id, old.project, old.terms_version, old.amount, old.rate_min, old.rate_max, old.days, old.early_fee_rate)
      <> (new.book, new.id, new.project, new.terms_version, new.amount, new.rate_min, new.rate_max, new.days, new.early_fee_rate)
    or (old.applied_ms, old.asked_ms) <> (new.applied_ms, new.asked_ms)
    or new.paid_days < old.paid_days or new.income < old.income
    or (old.status = 'pending' and new.status = 'ended')
    or (old.status = 'pending' and new.counts_from_ms is distinct from new.started_ms)
    or (old.status = 'in_progress' and (new.status not in ('in_progress', 'ended') or new.decided_by is distinct from old.decided_by
      or (new.started_ms, new.counts_from_ms) <> (old.started_ms, old.counts_from_ms)))
    or (new.status in ('pending', 'failed') and new.paid_days > 0)
    or (new.status = 'pending' and (new.decided_by is not null or new.due_ms is distinct from old.due_ms))
    -- Whose days are over has the rest of the last one still to come, where it did not end at a midnight.
    or (new.reason = 'matured' and (new.due_ms is not null) <> (new.counts_from_ms % 86400000 > 0))
  then
    raise exception 'fund order % cannot become what it is to become (% after %)', new.id, new.status, old.status
      using errcode = 'check_violation', constraint = 'fund_order_transition';
  end if;
  if new.reason = 'start_over' then
    -- Only beside the very journal that starts over: what is written together has one time.
    moved := new.decided_by is not distinct from old.decided_by and exists (
      select from (select * from journal j where j.book = new.book order by j.seq desc limit 64) newest
      where newest.kind = 'start_over' and newest.time_ms = (
        select j.time_ms from journal j where j.book = new.book order by j.seq desc limit 1));
  elsif old.status = 'pending' and new.status <> 'pending' and new.reason is distinct from 'cancelled' then
    -- What is due to start by itself does, from then on; all else an operator decides, on record and not tied.
    moved := case
      when new.status = 'in_progress' and new.decided_by is null then old.due_ms is not null and new.started_ms >= old.due_ms
      else audit_by(subject, case new.status when 'in_progress' then 'fund.approve' else 'fund.reject' end) = new.decided_by
        and not exists (select from operator_tie t where t.customer = new.book and t.person = operator_person(new.decided_by))
    end;
  else
    moved := new.status <> 'failed' or new.decided_by is null;
  end if;
  if moved is not true then
    raise exception 'fund order % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'fund_order_record';
  end if;
  return new;
end
$$;

-- A payment is the published rate of its day on the order's amount, for the part of that day that the order was there, in its
-- turn, at its mark or for the rest of the last day at the midnight after it, and moved by its journal.
create or replace function fund_payment_borne_out() returns trigger language plpgsql as
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
    raise exception 'payment % of fund order % is not what was published', new.number, new.order_id
      using errcode = 'check_violation', constraint = 'fund_payment_borne_out';
  end if;
  return new;
end
$$;

-- What an order moves and how far it has come stand together or not at all; asked at commit, when both are written. The row's
-- version is this transaction's own, so what ended earlier moves nothing any more but the rest of its last day: the principal
-- comes back beside the payment of the last mark.
create or replace function fund_journal() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from fund_order o where o.book = new.book and o.xmin = pg_current_xact_id()::xid
      and o.id = case when new.ref ~ '^fund_order:\d{1,18}$' then substr(new.ref, 12)::bigint end
      and case new.kind
        when 'fund_join' then o.version = 1
        when 'fund_refund' then o.status = 'failed'
        when 'fund_maturity' then o.reason = 'matured' and exists (select from fund_payment p
          where p.book = o.book and p.order_id = o.id and p.number = o.days and p.xmin = pg_current_xact_id()::xid)
        when 'fund_terminate' then o.reason = 'terminated'
        else exists (select from fund_payment p where p.book = o.book and p.order_id = o.id and p.journal_seq = new.seq)
      end
      and (select bool_and(p.currency = 'USDT')
          and coalesce(sum(p.amount) filter (where p.account = 'fund_principal'), 0)
            = case new.kind when 'fund_join' then o.amount when 'fund_income' then 0 else -o.amount end
          and coalesce(sum(p.amount) filter (where p.account = 'fees'), 0)
            = case new.kind when 'fund_terminate' then o.fee else 0 end
        from posting p where p.book = new.book and p.seq = new.seq)
  ) or (new.kind <> 'fund_income' and exists (
    -- A batch has few journals of one book, so another of this transaction has a number near by.
    select from journal j where j.book = new.book and j.seq between new.seq - 300 and new.seq + 300 and j.seq <> new.seq
      and j.kind = new.kind and j.ref = new.ref
  )) then
    raise exception 'journal %/% has no fund order', new.book, new.seq
      using errcode = 'check_violation', constraint = 'fund_journal';
  end if;
  return null;
end
$$;

create or replace function fund_order_moved() returns trigger language plpgsql as
$$
declare
  -- Null: a payment alone, whose journal is asked for by the payment.
  moved_by text := case when tg_op = 'INSERT' then 'fund_join' when new.reason is null or old.reason is not null then null
    when new.reason = 'matured' then 'fund_maturity' when new.reason = 'terminated' then 'fund_terminate'
    when new.reason = 'start_over' then 'start_over' else 'fund_refund' end;
  rest_paid int := case when new.reason = 'matured' and new.due_ms is null and new.counts_from_ms % 86400000 > 0 then 1 else 0 end;
begin
  if moved_by is not null and not exists (
    select from journal j where j.book = new.book and j.kind = moved_by
      and (j.ref = 'fund_order:' || new.id or moved_by = 'start_over')
      and j.seq > (select b.seq from book b where b.id = new.book) - 300
  ) then
    raise exception 'fund order % became % without its journal', new.id, new.status
      using errcode = 'check_violation', constraint = 'fund_order_moved';
  end if;
  if (select (count(*), coalesce(sum(p.amount), 0)) is distinct from (new.paid_days::bigint + rest_paid, new.income)
    from fund_payment p where p.book = new.book and p.order_id = new.id)
  then
    raise exception 'fund order % counts other payments than it has', new.id
      using errcode = 'check_violation', constraint = 'fund_order_paid';
  end if;
  return null;
end
$$;

-- A published day is what was booked of it, shared by the formula among everything that was in the fund, for as long as it was
-- there, each rate alike for all of a tier; no more is set aside than the day made and the account held, and what was left of
-- earlier days went back first. Days are published one by one, and not while something due before the midnight is to be paid.
create or replace function fund_day_borne_out() returns trigger language plpgsql as
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
    -- Exact quotients: principal times milliseconds times a rate, over a day, in units of 10⁻⁸.
    or (select new.reserved <> coalesce(sum(div(r.principal_ms * r.rate * 100000000, 86400000)), 0) * 0.00000001
        or new.wanted <> div(coalesce(sum(r.principal_ms * r.rate_max), 0) * 100000000 + 86399999.99999999, 86400000) * 0.00000001
        or new.covered <> (new.balance >=
          div(coalesce(sum(r.principal_ms * r.rate_min), 0) * 100000000 + 86399999.99999999, 86400000) * 0.00000001)
        or coalesce(bool_or(r.rate <> case when base = 0 then 0 when pool >= base then r.rate_max
          else div(r.rate_max * pool * 100000000, base) * 0.00000001 end), false)
      from fund_rate r where r.day = new.day)
    or (select sum(c.value) from counter c where c.name = 'fund_closed') <> (case when new.covered then 0 else 1 end)
  then
    raise exception 'nothing bears out what was published of day %', new.day
      using errcode = 'check_violation', constraint = 'fund_day_borne_out';
  end if;
  if exists (select from fund_order o where o.started_ms is not null and o.due_ms < midnight) then
    raise exception 'what was due before the end of day % is to be paid first', new.day
      using errcode = 'check_violation', constraint = 'fund_day_waits';
  end if;
  -- To the millisecond: whoever begins or leaves holds the lock that publication holds.
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
    raise exception 'a rate of day % is not of everybody who has one', new.day
      using errcode = 'check_violation', constraint = 'fund_rate_for_all';
  end if;
  return null;
end
$$;

grant select on fund_weight to candor_app;
