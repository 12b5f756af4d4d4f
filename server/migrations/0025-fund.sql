-- The hosting fund: orders with what was agreed, each payment of income, and the rates that were published. Times of money are
-- the market clock's milliseconds; a day is one of UTC, counted from 1 January 1970.

-- Only what starts and ends an order moves its row; what was agreed is written once and stays.
create table fund_order (
  book bigint not null references customer (id),
  id bigint not null,
  -- Which tier of the fund.
  project int not null check (project > 0),
  -- Of the published terms that were agreed; 0 are the usual ones of a new house.
  terms_version int not null check (terms_version >= 0),
  amount numeric(38,8) not null check (amount > 0),
  -- Part of one a day.
  rate_min numeric(38,8) not null check (rate_min >= 0),
  rate_max numeric(38,8) not null check (rate_max >= rate_min),
  days int not null check (days > 0),
  -- Part of one of the principal.
  early_fee_rate numeric(38,8) not null check (early_fee_rate >= 0 and early_fee_rate < 1),
  status text not null check (status in ('pending', 'in_progress', 'ended', 'failed')),
  reason text check (reason in ('matured', 'terminated', 'cancelled', 'rejected', 'start_over')),
  -- Grows with every change; a firing names the version it fires.
  version int not null check (version > 0),
  applied_ms bigint not null,
  -- The same by the wall clock, from which on it waits to be accepted.
  asked_ms bigint not null,
  started_ms bigint,
  ends_ms bigint,
  ended_ms bigint,
  paid_days int not null check (paid_days between 0 and days),
  income numeric(38,8) not null check (income >= 0),
  fee numeric(38,8) not null,
  -- When it is due to start by itself, and then its next mark; null: it waits for no time.
  due_ms bigint,
  -- When it is looked at for that: at once, or later while what it needs is not there yet.
  wake_ms bigint check (wake_ms >= due_ms),
  armed_seq bigint not null,
  -- Who accepted or refused it, if an operator did, and when by the wall clock.
  decided_by text,
  decided_ms bigint,
  primary key (book, id),
  check ((status in ('ended', 'failed')) = (reason is not null)),
  check ((reason is null) = (ended_ms is null)),
  check (reason is null or case status when 'ended' then reason in ('matured', 'terminated', 'start_over')
    else reason in ('cancelled', 'rejected', 'start_over') end),
  check ((status in ('in_progress', 'ended')) = (started_ms is not null)),
  check ((started_ms is null) = (ends_ms is null) and ends_ms = started_ms + days * 86400000::bigint),
  check ((paid_days = days) = coalesce(reason = 'matured', false)),
  check (started_ms is not null or paid_days = 0),
  check (paid_days > 0 or income = 0),
  check (fee = case when reason = 'terminated' then ceil(amount * early_fee_rate * 100000000) / 100000000 else 0 end),
  check (fee < amount),
  check (status <> 'in_progress' or due_ms is not distinct from started_ms + (paid_days + 1) * 86400000::bigint),
  check (reason is null or due_ms is null),
  check ((due_ms is null) = (wake_ms is null)),
  check ((decided_by is null) = (decided_ms is null))
) with (fillfactor = 70);
create index fund_order_open on fund_order (book, id) where status in ('pending', 'in_progress');
create index fund_order_due on fund_order (due_ms) where status = 'in_progress';
create index fund_order_waiting on fund_order (asked_ms, book, id) where status = 'pending';
create index fund_order_decided on fund_order (decided_ms) where decided_ms is not null;

-- How often an account joined a tier. Of what never began the use is given back.
create table fund_use (
  book bigint not null,
  -- The tier.
  id bigint not null,
  used int not null check (used >= 0),
  primary key (book, id)
);

-- What was published of a day once it had ended, for ever.
create table fund_day (
  day int primary key,
  result numeric(38,8) not null,
  balance numeric(38,8) not null check (balance >= 0),
  returned numeric(38,8) not null check (returned >= 0),
  wanted numeric(38,8) not null check (wanted >= 0),
  reserved numeric(38,8) not null check (reserved >= 0),
  covered boolean not null,
  published_ms bigint not null,
  -- The one of book 0 that set the income aside; null where there was none.
  journal_seq bigint
);
create table fund_rate (
  day int not null references fund_day,
  project int not null,
  terms_version int not null,
  -- In progress when it was published.
  principal numeric(38,8) not null check (principal >= 0),
  rate_max numeric(38,8) not null,
  rate numeric(38,8) not null check (rate between 0 and rate_max),
  primary key (day, project, terms_version)
);
create index fund_rate_of_project on fund_rate (project, day);
create trigger fund_day_append_only before update or delete or truncate on fund_day
  for each statement execute function refuse_change();
create trigger fund_rate_append_only before update or delete or truncate on fund_rate
  for each statement execute function refuse_change();

-- The income of each full day of an order.
create table fund_payment (
  book bigint not null,
  order_id bigint not null,
  number int not null check (number > 0),
  -- The end of that day of the order.
  mark_ms bigint not null,
  -- The day of the calendar whose published rate it is: the last that had ended by the mark.
  day int not null,
  rate numeric(38,8) not null check (rate >= 0),
  amount numeric(38,8) not null check (amount >= 0),
  paid_ms bigint not null,
  -- Null where the rate was zero.
  journal_seq bigint,
  primary key (book, order_id, number),
  check ((amount = 0) = (journal_seq is null)),
  check (paid_ms >= mark_ms)
);
create unique index fund_payment_journal on fund_payment (book, journal_seq) where journal_seq is not null;
create index fund_payment_newest on fund_payment (book, paid_ms, order_id, number);
create trigger fund_payment_append_only before update or delete or truncate on fund_payment
  for each statement execute function refuse_change();

-- The rate of the mark that each order waits for, once it is published.
create view fund_next_rate as
  select o.book, o.id, r.day, r.rate from fund_order o
    join fund_rate r on r.day = o.due_ms / 86400000 - 1 and r.project = o.project and r.terms_version = o.terms_version
  where o.status = 'in_progress';

create function fund_order_transition() returns trigger language plpgsql as
$$
declare
  subject text := 'customer:' || new.book;
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
  if old.status in ('ended', 'failed') or new.version <= old.version
    or (old.book, old.id, old.project, old.terms_version, old.amount, old.rate_min, old.rate_max, old.days, old.early_fee_rate)
      <> (new.book, new.id, new.project, new.terms_version, new.amount, new.rate_min, new.rate_max, new.days, new.early_fee_rate)
    or (old.applied_ms, old.asked_ms) <> (new.applied_ms, new.asked_ms)
    or new.paid_days < old.paid_days or new.income < old.income
    or (old.status = 'pending' and new.status = 'ended')
    or (old.status = 'in_progress' and (new.status not in ('in_progress', 'ended') or new.started_ms <> old.started_ms
      or new.decided_by is distinct from old.decided_by))
    or (new.status in ('pending', 'failed') and new.paid_days > 0)
    or (new.status = 'pending' and (new.decided_by is not null or new.due_ms is distinct from old.due_ms))
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
create trigger fund_order_transition before insert or update on fund_order
  for each row execute function fund_order_transition();

-- A payment is the published rate of its day on the order's amount, in its turn, at its mark, and moved by its journal.
create function fund_payment_borne_out() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from fund_order o join fund_rate r on r.project = o.project and r.terms_version = o.terms_version and r.day = new.day
    where o.book = new.book and o.id = new.order_id and o.xmin = pg_current_xact_id()::xid and new.number <= o.paid_days
      and new.mark_ms = o.started_ms + new.number * 86400000::bigint and new.day = new.mark_ms / 86400000 - 1
      and new.rate = r.rate and new.amount = trunc(o.amount * r.rate, 8)
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
create trigger fund_payment_borne_out before insert on fund_payment
  for each row execute function fund_payment_borne_out();

-- What an order moves and how far it has come stand together or not at all; asked at commit, when both are written. The row's
-- version is this transaction's own, so what ended earlier moves nothing any more.
create function fund_journal() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from fund_order o where o.book = new.book and o.xmin = pg_current_xact_id()::xid
      and o.id = case when new.ref ~ '^fund_order:\d{1,18}$' then substr(new.ref, 12)::bigint end
      and case new.kind
        when 'fund_join' then o.version = 1
        when 'fund_refund' then o.status = 'failed'
        when 'fund_maturity' then o.reason = 'matured'
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
create constraint trigger fund_journal after insert on journal deferrable initially deferred for each row
  when (new.kind in ('fund_join', 'fund_refund', 'fund_income', 'fund_maturity', 'fund_terminate'))
  execute function fund_journal();

create function fund_order_moved() returns trigger language plpgsql as
$$
declare
  -- Null: a payment alone, whose journal is asked for by the payment.
  moved_by text := case when tg_op = 'INSERT' then 'fund_join' when new.reason is null then null
    when new.reason = 'matured' then 'fund_maturity' when new.reason = 'terminated' then 'fund_terminate'
    when new.reason = 'start_over' then 'start_over' else 'fund_refund' end;
begin
  if moved_by is not null and not exists (
    select from journal j where j.book = new.book and j.kind = moved_by
      and (j.ref = 'fund_order:' || new.id or moved_by = 'start_over')
      and j.seq > (select b.seq from book b where b.id = new.book) - 300
  ) then
    raise exception 'fund order % became % without its journal', new.id, new.status
      using errcode = 'check_violation', constraint = 'fund_order_moved';
  end if;
  if (select (count(*), coalesce(sum(p.amount), 0)) is distinct from (new.paid_days::bigint, new.income)
    from fund_payment p where p.book = new.book and p.order_id = new.id)
  then
    raise exception 'fund order % counts other payments than it has', new.id
      using errcode = 'check_violation', constraint = 'fund_order_paid';
  end if;
  return null;
end
$$;
create constraint trigger fund_order_joined after insert on fund_order deferrable initially deferred for each row
  execute function fund_order_moved();
create constraint trigger fund_order_went_on after update on fund_order deferrable initially deferred for each row
  when (new.reason is not null or new.paid_days <> old.paid_days or new.income <> old.income)
  execute function fund_order_moved();

-- Counters begin with what they count: the orders of a tier that are open, and the principal that is in progress under each
-- version of its terms, which publication shares income among. `fund_closed` is 1 while the strategy does not cover a day.
insert into counter (name, slot) values ('fund_closed', -1);
create function fund_terms_counter() returns trigger language plpgsql as
$$
begin
  insert into counter (name, slot) values (new.subject || ':' || new.version, -1) on conflict do nothing;
  return null;
end
$$;
create trigger fund_terms_counter after insert on terms for each row when (new.subject like 'fund:%')
  execute function fund_terms_counter();

insert into journal_template (kind, account, sign) values
  ('fund_join', 'spot', -1), ('fund_join', 'fund_principal', 1),
  ('fund_refund', 'fund_principal', -1), ('fund_refund', 'spot', 1),
  -- Income comes out of what was set aside for it and out of nothing else.
  ('fund_income', 'income_escrow', -1), ('fund_income', 'spot', 1),
  ('fund_maturity', 'fund_principal', -1), ('fund_maturity', 'spot', 1),
  ('fund_terminate', 'fund_principal', -1), ('fund_terminate', 'spot', 1), ('fund_terminate', 'fees', 1);

insert into mail_kind (kind) values ('fund_ending'), ('fund_ended'), ('fund_refused');

grant select, insert, update on fund_order, fund_use to candor_app;
grant select, insert on fund_day, fund_rate, fund_payment to candor_app;
grant select on fund_next_rate to candor_app;
