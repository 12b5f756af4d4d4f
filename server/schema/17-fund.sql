-- The hosted fund: orders. The only income is the published results of days, shared by a formula (`17-fund-days.sql`).

-- Times are market-clock milliseconds unless stated otherwise. Days are UTC days, counted from 1 January 1970.

-- The row of an order changes only when the order starts, a payment falls due, or the order ends. The agreed terms never
-- change.
create table fund_order (
  book bigint not null references customer (id),
  id bigint not null,
  project int not null check (project > 0),
  -- The version of the published terms that was agreed to; 0 means the defaults of the configuration.
  terms_version int not null check (terms_version >= 0),
  amount numeric(38,8) not null check (amount > 0),
  -- Fractions of the amount per day.
  rate_min numeric(38,8) not null check (rate_min >= 0),
  rate_max numeric(38,8) not null check (rate_max >= rate_min),
  days int not null check (days > 0),
  -- A fraction of the amount.
  early_fee_rate numeric(38,8) not null check (early_fee_rate >= 0 and early_fee_rate < 1),
  status text not null check (status in ('pending', 'in_progress', 'ended', 'failed')),
  reason text check (reason in ('matured', 'terminated', 'cancelled', 'rejected', 'start_over')),
  -- Incremented with every change. When the engine fires the order, it names this version.
  version int not null check (version > 0),
  applied_ms bigint not null,
  -- The wall-clock time of the application.
  asked_ms bigint not null,
  started_ms bigint,
  ends_ms bigint,
  ended_ms bigint,
  paid_days int not null check (paid_days between 0 and days),
  income numeric(38,8) not null check (income >= 0),
  fee numeric(38,8) not null,
  -- Before the start, the time at which the order starts automatically. After that, the time of its next mark. Null if it waits
  -- for neither.
  due_ms bigint,
  -- When the engine next processes the order: at due_ms, or later while something that the order needs is missing.
  wake_ms bigint check (wake_ms >= due_ms),
  armed_seq bigint not null,
  -- The operator who accepted or refused the order, if any, and the wall-clock time of the decision.
  decided_by text,
  decided_ms bigint,
  -- The time from which an order shares in the results of days. Orders share the result of a day in proportion to the time for
  -- which they were in the fund on that day, in milliseconds. An order is in the fund for parts of its first and its last day.
  -- Its share of the last day is paid once that day is published, after the principal was returned.
  counts_from_ms bigint,
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
  check ((due_ms is null) = (wake_ms is null)),
  check ((decided_by is null) = (decided_ms is null)),
  constraint fund_order_counts_from check ((counts_from_ms is null) = (started_ms is null)
    and counts_from_ms in (started_ms, started_ms - started_ms % 86400000)),
  constraint fund_order_rest check (reason is null or due_ms is null or (reason = 'matured' and counts_from_ms % 86400000 > 0
    and due_ms = ends_ms - ends_ms % 86400000 + 86400000))
) with (fillfactor = 70);
create index fund_order_waiting on fund_order (asked_ms, book, id) where status = 'pending';
create index fund_order_decided on fund_order (decided_ms) where decided_ms is not null;
-- For lists of all customers' fund orders, newest first, with any or one status.
create index fund_order_newest on fund_order (id);
create index fund_order_newest_by_status on fund_order (status, id);
create index fund_order_open on fund_order (book, id) where status in ('pending', 'in_progress') or due_ms is not null;
create index fund_order_due on fund_order (due_ms) where started_ms is not null and due_ms is not null;
create trigger fund_order_zz_approved before update on fund_order for each row execute function money_approved();
create trigger changed_in_session after update on fund_order for each row
  when (old.status <> new.status and new.reason in ('cancelled', 'terminated')) execute function changed_in_session();
create trigger accepted_lately after insert or update on fund_order for each statement execute function accepted_lately();

-- How many orders a customer started in a tier.
create table fund_use (
  book bigint not null,
  id bigint not null,
  used int not null check (used >= 0),
  primary key (book, id)
);

create trigger begun_in_session after insert on fund_order referencing new table as added
  for each statement execute function begun_in_session();

create trigger fund_order_transition before insert or update on fund_order for each row execute function goes_its_way();

-- Rules beyond the transitions. The agreed terms are published ones or, with version 0, the configuration's defaults. Paid days
-- and income only grow. An order that starts automatically starts at its due time. An order whose last full day is paid remains
-- due until its share of the last partial day is paid, unless it ended at midnight.
create function fund_order_steps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if (case
    when tg_op = 'INSERT' then new.version <> 1 or new.paid_days <> 0 or new.decided_by is not null
      or (new.terms_version > 0 and not exists (
        select from terms t where t.subject = 'fund:' || new.project and t.version = new.terms_version
          and (t.body::jsonb ->> 'rate_min')::numeric = new.rate_min and (t.body::jsonb ->> 'rate_max')::numeric = new.rate_max
          and (t.body::jsonb ->> 'days')::numeric = new.days
          and (t.body::jsonb ->> 'early_fee_rate')::numeric = new.early_fee_rate
          and new.amount between (t.body::jsonb ->> 'min')::numeric and (t.body::jsonb ->> 'max')::numeric))
    when old.status = 'ended' then old.due_ms is null or (new.due_ms is not null and (new.due_ms, new.income) <> (old.due_ms, old.income))
    else new.paid_days < old.paid_days or new.income < old.income
      or (old.status = 'pending' and new.counts_from_ms is distinct from new.started_ms)
      or (new.reason = 'matured' and (new.due_ms is not null) <> (new.counts_from_ms % 86400000 > 0))
      or (old.status = 'pending' and new.status = 'in_progress' and new.decided_by is null and (new.started_ms >= old.due_ms) is not true)
  end) then
    raise exception 'fund order %: this transition is not allowed', new.id
      using errcode = 'check_violation', constraint = 'fund_order_transition';
  end if;
  return new;
end
$$;
create trigger fund_order_transition_steps before insert or update on fund_order for each row execute function fund_order_steps();

-- An order's journals and its status change together or not at all. Checked at commit, when both are written. An order whose
-- row was not written in this transaction moves nothing, so one that ended earlier moves only its share of the last day. The
-- principal is returned with the payment of the last mark.
create function fund_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from fund_order o where o.book = posted.book and o.xmin = pg_current_xact_id()::xid
      and o.id = case when posted.ref ~ '^fund_order:\d{1,18}$' then substr(posted.ref, 12)::bigint end
      and case posted.kind
        when 'fund_join' then o.version = 1
        when 'fund_refund' then o.status = 'failed'
        when 'fund_maturity' then o.reason = 'matured' and exists (select from fund_payment p
          where p.book = o.book and p.order_id = o.id and p.number = o.days and p.xmin = pg_current_xact_id()::xid)
        when 'fund_terminate' then o.reason = 'terminated'
        else exists (select from fund_payment p where p.book = o.book and p.order_id = o.id and p.journal_seq = posted.seq)
      end
      and (select bool_and(p.currency = 'USDT')
          and coalesce(sum(p.amount) filter (where p.account = 'fund_principal'), 0)
            = case posted.kind when 'fund_join' then o.amount when 'fund_income' then 0 else -o.amount end
          and coalesce(sum(p.amount) filter (where p.account = 'fees'), 0)
            = case posted.kind when 'fund_terminate' then o.fee else 0 end
        from posting p where p.book = posted.book and p.seq = posted.seq)
  ) then
    raise exception 'journal %/% has no fund order that explains it', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'fund_journal';
  end if;
end
$$;

create function fund_order_moved() returns trigger language plpgsql as
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
    raise exception 'the totals of fund order % do not match its payments', new.id
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

-- A fund order that ends by itself or early has a message that says so.
create function fund_order_told() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (select from told_now(new.book,
    case new.reason when 'matured' then '{fund_ended}' else '{fund_terminated}' end::text[], 'order', new.id))
  then
    raise exception 'fund order % of book % ends and its customer is not told', new.id, new.book
      using errcode = 'check_violation', constraint = 'fund_order_told';
  end if;
  return null;
end
$$;
create constraint trigger fund_order_zz_told after update on fund_order deferrable initially deferred for each row
  when (old.reason is null and new.reason in ('matured', 'terminated')) execute function fund_order_told();

create function fund_terms_counter() returns trigger language plpgsql as
$$
begin
  insert into counter (name, slot) values (new.subject || ':' || new.version, -1) on conflict do nothing;
  return null;
end
$$;
create trigger fund_terms_counter after insert on terms for each row when (new.subject like 'fund:%')
  execute function fund_terms_counter();

-- A fund order is made under the version of its tier's terms that is in effect, or that was within the last five minutes, since
-- clocks differ. Version 0, which is the configuration, applies until terms are published. `fund_order_transition` checks that
-- the figures are those of the version.
create function fund_order_version() returns trigger language plpgsql as
$$
declare
  of_tier text := 'fund:' || new.project;
  wall_ms numeric := extract(epoch from house_clock()) * 1000;
begin
  if exists (select from terms u where u.subject = of_tier and u.version > new.terms_version and u.effective_ms <= wall_ms - 300000)
    or (new.terms_version > 0 and not exists (
      select from terms t where t.subject = of_tier and t.version = new.terms_version and t.effective_ms <= wall_ms + 300000
        and (t.body::jsonb ->> 'open') is distinct from 'false'))
  then
    raise exception 'fund order % does not have the terms in force', new.id
      using errcode = 'check_violation', constraint = 'fund_order_version';
  end if;
  return new;
end
$$;
create trigger fund_order_version before insert on fund_order for each row execute function fund_order_version();

-- Counters of open orders and of the principal in progress, with which the capacity of a tier is checked.
create function fund_order_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  names text[];
  amounts numeric[];
begin
  if tg_op = 'INSERT' then
    select array_agg(o.name), array_agg(o.amount) into names, amounts from (
      select 'fund_places:' || a.project as name, 1::numeric as amount from added a where a.status in ('pending', 'in_progress')
      union all
      select format('fund:%s:%s', a.project, a.terms_version), a.amount from added a where a.status = 'in_progress'
    ) o;
  else
    select array_agg(o.name), array_agg(o.amount) into names, amounts from (
      select 'fund_places:' || c.project as name, 1::numeric as amount from changed c where c.status in ('pending', 'in_progress')
      union all select 'fund_places:' || b.project, -1 from before b where b.status in ('pending', 'in_progress')
      union all
      select format('fund:%s:%s', c.project, c.terms_version), c.amount from changed c where c.status = 'in_progress'
      union all
      select format('fund:%s:%s', b.project, b.terms_version), -b.amount from before b where b.status = 'in_progress'
    ) o;
  end if;
  if names is not null then
    perform count_moves(names, amounts);
  end if;
  return null;
end
$$;
create trigger fund_order_counted_new after insert on fund_order
  referencing new table as added for each statement execute function fund_order_counted();
create trigger fund_order_counted after update on fund_order
  referencing old table as before new table as changed for each statement execute function fund_order_counted();

-- Before the first publication, customers agree to the default terms, which the database owner wrote: a fund order or loan
-- with version 0 has these rates, limits and days. The application is made at the current time.
create function fund_order_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  usual jsonb;
begin
  if new.terms_version <> 0 or not is_bound_in_time(tg_relid) then
    return new;
  end if;
  select u.body into usual from usual_terms u where u.subject = 'fund:' || new.project;
  if ((new.rate_min, new.rate_max, new.days, new.early_fee_rate) = ((usual ->> 'rate_min')::numeric, (usual ->> 'rate_max')::numeric,
      (usual ->> 'days')::numeric, (usual ->> 'early_fee_rate')::numeric)
    and new.amount between (usual ->> 'min')::numeric and (usual ->> 'max')::numeric and (usual ->> 'open')::boolean) is not true
  then
    raise exception 'fund order % does not have the published terms', new.id
      using errcode = 'check_violation', constraint = 'fund_order_terms';
  end if;
  return new;
end
$$;
create trigger fund_order_zz_terms before insert on fund_order for each row execute function fund_order_terms();

create function fund_order_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (is_wall_now(new.asked_ms) and abs(new.applied_ms - market_ms()) <= market_slack_ms()
    -- Without an operator's word an order starts in a demo alone.
    and (new.due_ms is null or (not is_live_house() and new.due_ms >= new.applied_ms))) is not true
  then
    raise exception 'fund order % was not requested at the current time', new.id
      using errcode = 'check_violation', constraint = 'fund_order_in_time';
  end if;
  return null;
end
$$;
create trigger fund_order_in_time after insert on fund_order for each row execute function fund_order_in_time();

-- The use of a tier recorded for a customer is at least the number of the customer's orders in it, not counting those that were
-- returned before they started.
create function fund_used() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if is_bound_in_time(tg_relid) then
    select o.project, count(*) as orders into wrong from fund_order o where o.book = new.book and o.status <> 'failed' group by o.project
      having count(*) > coalesce((select u.used from fund_use u where u.book = new.book and u.id = o.project), 0) limit 1;
    if found then
      raise exception 'book % has % orders of fund tier %, more than the uses it has counted', new.book, wrong.orders, wrong.project
        using errcode = 'check_violation', constraint = 'fund_used';
    end if;
  end if;
  return null;
end
$$;
create constraint trigger fund_used after insert on fund_order deferrable initially deferred for each row execute function fund_used();
create constraint trigger fund_used_less after update on fund_use deferrable initially deferred for each row
  when (new.used < old.used) execute function fund_used();

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('fund_order', '', 'pending', null, null, null, 0, '{}'),
  ('fund_order', 'pending', 'pending', null, null, null, 0, '{wake_ms,armed_seq}'),
  ('fund_order', 'pending', 'in_progress', null, null, null, 0, '{started_ms,counts_from_ms,ends_ms,due_ms,wake_ms,armed_seq}'),
  ('fund_order', 'pending', 'in_progress', null, 'fund.approve', 'decided_by', 1, '{started_ms,counts_from_ms,ends_ms,due_ms,wake_ms,armed_seq,decided_by,decided_ms}'),
  ('fund_order', 'pending', 'failed', null, 'fund.reject', 'decided_by', 1, '{reason,ended_ms,fee,due_ms,wake_ms,armed_seq,decided_by,decided_ms}'),
  ('fund_order', 'pending', 'failed', 'cancelled', null, null, 0, '{reason,ended_ms,fee,due_ms,wake_ms,armed_seq}'),
  ('fund_order', 'pending', 'failed', 'start_over', null, null, 0, '{reason,ended_ms,fee,due_ms,wake_ms,armed_seq}'),
  ('fund_order', 'in_progress', 'in_progress', null, null, null, 0, '{paid_days,income,due_ms,wake_ms,armed_seq}'),
  ('fund_order', 'in_progress', 'ended', null, null, null, 0, '{paid_days,income,reason,ended_ms,fee,due_ms,wake_ms,armed_seq}'),
  ('fund_order', 'in_progress', 'ended', 'start_over', null, null, 0, '{reason,ended_ms,fee,due_ms,wake_ms,armed_seq}'),
  ('fund_order', 'ended', 'ended', 'matured', null, null, 0, '{income,due_ms,wake_ms,armed_seq}');

insert into journal_template (kind, account, sign) values
  ('fund_join', 'spot', -1), ('fund_join', 'fund_principal', 1),
  ('fund_refund', 'fund_principal', -1), ('fund_refund', 'spot', 1),
  -- Income is paid only from the amount that was set aside for it.
  ('fund_income', 'income_escrow', -1), ('fund_income', 'spot', 1),
  ('fund_maturity', 'fund_principal', -1), ('fund_maturity', 'spot', 1),
  ('fund_terminate', 'fund_principal', -1), ('fund_terminate', 'spot', 1), ('fund_terminate', 'fees', 1);

insert into mail_kind (kind) values
  ('fund_started'), ('fund_income'), ('fund_ending'), ('fund_ended'), ('fund_refused'), ('fund_terminated');

grant select, insert, update (status, reason, version, started_ms, ends_ms, ended_ms, paid_days, income, fee, due_ms, wake_ms,
  armed_seq, decided_by, decided_ms, counts_from_ms) on fund_order to candor_app;
grant select, insert, update (used) on fund_use to candor_app;
revoke execute on function fund_journal, fund_order_in_time, fund_order_terms, fund_order_told, fund_used from public;

-- Read by the invariants, which the guard evaluates.
grant select on fund_order, fund_use to candor_guard;
