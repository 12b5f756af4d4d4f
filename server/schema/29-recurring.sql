-- Recurring purchases: plans, and the outcome of each due purchase.

create table recurring_plan (
  book bigint not null references customer (id),
  id bigint not null,
  symbol text not null check (symbol like '%/USDT'),
  -- The amount in USDT to spend on each purchase.
  amount numeric(38,8) not null check (amount > 0),
  every text not null check (every in ('day', 'week', 'month')),
  on_day int not null,
  hour int not null check (hour between 0 and 23),
  status text not null check (status in ('active', 'paused', 'deleted')),
  -- Why the plan is paused, or that it ended because the customer closed the account.
  reason text,
  -- The time of the next purchase, by the market clock. For a plan that is not active, the time at which the purchase would have
  -- been made.
  due_ms bigint not null,
  -- The number of consecutive purchases that failed for lack of money.
  short_run int not null check (short_run between 0 and 3),
  -- Incremented with each change. When the engine fires the plan, it names this version.
  version int not null,
  armed_seq bigint not null,
  created_ms bigint not null,
  updated_ms bigint not null,
  primary key (book, id),
  constraint recurring_plan_schedule check (on_day between case every when 'day' then 0 else 1 end
    and case every when 'day' then 0 when 'week' then 7 else 31 end),
  constraint recurring_plan_reason check (case status when 'active' then reason is null when 'paused' then reason is not null else true end)
) with (fillfactor = 80);
create index recurring_plan_open on recurring_plan (book, id) where status <> 'deleted';

-- The outcome of each due purchase. If an order was placed, the row contains the order's number and, like the order, may still
-- wait for the price.
create table recurring_purchase (
  book bigint not null,
  id bigint not null,
  plan bigint not null,
  due_ms bigint not null,
  status text not null check (status in ('ordered', 'bought', 'skipped')),
  amount numeric(38,8) not null check (amount > 0),
  order_id bigint check (order_id = id),
  reason text,
  version int not null,
  armed_seq bigint not null,
  -- By the market clock.
  time_ms bigint not null,
  primary key (book, id),
  constraint recurring_purchase_once unique (book, plan, due_ms),
  foreign key (book, plan) references recurring_plan (book, id),
  -- The check is deferred, because a purchase is written before its order, whose guard looks for the purchase.
  foreign key (book, order_id) references spot_order (book, id) deferrable initially deferred,
  constraint recurring_purchase_reason check ((status = 'skipped') = (reason is not null) and (status = 'skipped' or order_id is not null))
) with (fillfactor = 80);
create index recurring_purchase_ordered on recurring_purchase (book, id) where status = 'ordered';
create trigger recurring_purchase_kept before delete or truncate on recurring_purchase for each statement execute function refuse_change();
create trigger recurring_purchase_began after insert on recurring_purchase referencing new table as added
  for each statement execute function went_its_way();
create trigger recurring_purchase_went_its_way after update on recurring_purchase referencing old table as before new table as changed
  for each statement execute function went_its_way();

create trigger begun_in_session after insert on recurring_plan referencing new table as added
  for each statement execute function begun_in_session();

-- Returns how long after its due time a purchase is still made, at the first available price. The app states this duration in
-- advance.
create function recurring_late_ms() returns bigint language sql immutable parallel safe set search_path = public, pg_temp return 3600000;

-- Returns the first due time of a plan after an instant. Days and hours are in UTC. In a month that is too short for the 29th to
-- 31st, the last day is used.
create function recurring_next(of_every text, of_day int, of_hour int, after_ms bigint) returns bigint
  language plpgsql immutable parallel safe set search_path = public, pg_temp as
$$
declare
  today bigint := after_ms / 86400000;
  at_ms bigint := of_hour * 3600000::bigint;
  first_day date;
  due bigint;
begin
  if of_every <> 'month' then
    -- Day 0 was a Thursday.
    due := (today + case of_every when 'week' then (of_day - ((today + 3) % 7 + 1) + 7) % 7 else 0 end) * 86400000 + at_ms;
    return case when due > after_ms then due else due + case of_every when 'week' then 7 else 1 end * 86400000::bigint end;
  end if;
  first_day := date_trunc('month', date '1970-01-01' + today::int)::date;
  loop
    due := (least(first_day + of_day - 1, (first_day + interval '1 month')::date - 1) - date '1970-01-01') * 86400000::bigint + at_ms;
    exit when due > after_ms;
    first_day := (first_day + interval '1 month')::date;
  end loop;
  return due;
end
$$;

-- Whether the next due time of a plan is in the future and matches the schedule.
create function recurring_due_truly(of_plan recurring_plan, now_ms bigint, slack_ms bigint) returns boolean
  language sql stable set search_path = public, pg_temp as
$$
  select of_plan.due_ms > now_ms - slack_ms and of_plan.due_ms <= now_ms + 400 * 86400000::bigint
    and of_plan.due_ms = recurring_next(of_plan.every, of_plan.on_day, of_plan.hour, of_plan.due_ms - 1)
    and of_plan.armed_seq <= (select h.seq from tape_head h where h.symbol = of_plan.symbol)
$$;

create function recurring_plan_begins() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and ((new.version, new.short_run) = (1, 0)
    and abs(new.created_ms - market_now_ms()) <= market_slack_ms()
    and recurring_due_truly(new, market_now_ms(), market_slack_ms())) is not true
  then
    raise exception 'recurring plan % does not begin at a time of its schedule', new.id
      using errcode = 'check_violation', constraint = 'recurring_plan_due';
  end if;
  return new;
end
$$;
create trigger recurring_plan_begins before insert on recurring_plan for each row execute function recurring_plan_begins();

create trigger recurring_plan_transition before insert or update on recurring_plan for each row execute function goes_its_way();

-- A plan changes with the purchase that this transaction wrote, or because it waits for the next price. Every other change is
-- made by the customer in a session, or by an operator who pauses the plan for the signed reason. The version increases by
-- one: if it could skip ahead, somebody could use up all numbers, and nobody could change, pause or delete the plan any more.
create function recurring_plan_moves() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  subject text := 'customer:' || new.book;
  done record;
  keeps_terms boolean := (old.amount, old.every, old.on_day, old.hour) = (new.amount, new.every, new.on_day, new.hour);
  keeps_due boolean := keeps_terms and (old.due_ms, old.short_run) = (new.due_ms, new.short_run);
  is_known boolean := new.armed_seq <= (select h.seq from tape_head h where h.symbol = new.symbol);
  holds boolean;
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  select p.status, p.reason into done from recurring_purchase p
    where p.book = old.book and p.plan = old.id and p.due_ms = old.due_ms and p.xmin = pg_current_xact_id()::xid;
  if done.status is not null and old.status = 'active' then
    holds := keeps_terms and is_known and new.due_ms = recurring_next(old.every, old.on_day, old.hour, old.due_ms)
      and new.short_run = case when done.status <> 'skipped' then 0 when done.reason = 'balance_insufficient' then old.short_run + 1
        else old.short_run end
      and (new.status, new.reason) is not distinct from (case when new.short_run = 3 then 'paused' else 'active' end,
        case when new.short_run = 3 then 'short' end);
  elsif old.status = 'active' and new.status = 'active' and keeps_due and old.due_ms <= now_ms + slack_ms then
    holds := is_known and new.armed_seq >= old.armed_seq;
  elsif old.status = 'active' and new.status = 'paused' and new.reason in ('unusual_activity', 'market_trouble', 'support_request') then
    holds := keeps_due and new.reason = approved_body(subject, 'recurring.pause', audit_by(subject, 'recurring.pause'), new.id::text) ->> 'reason';
  elsif new.status = 'deleted' and exists (select from customer c where c.id = new.book and c.status = 'closed') then
    holds := true;
  else
    if new.book::text <> all (acting_now()) and exists (select from signed_in s where s.customer = new.book) then
      perform unacted(new.book, 'recurring_plan');
    end if;
    holds := new.status <> 'active' or (old.status = 'active' and keeps_due)
      or (new.short_run = 0 and (recurring_due_truly(new, now_ms, slack_ms) or (old.status = 'active' and is_known
        and (old.every, old.on_day, old.hour, old.due_ms) = (new.every, new.on_day, new.hour, new.due_ms))));
  end if;
  if (holds and new.version <= old.version + 100) is not true then
    raise exception 'recurring plan % does not follow its schedule and purchases', new.id
      using errcode = 'check_violation', constraint = 'recurring_plan_due';
  end if;
  return new;
end
$$;
create trigger recurring_plan_transition_moves before update on recurring_plan for each row execute function recurring_plan_moves();

-- Whether the stated reason why a purchase was skipped is true, allowing for a price move of one per cent since the decision.
create function recurring_skipped_truly(of_plan recurring_plan, of_reason text, now_ms bigint, slack_ms bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  bounds jsonb := (select o.body from offered o where o.subject = 'instrument:' || of_plan.symbol);
  quantity numeric;
begin
  if of_reason = 'purchase_late' then
    return now_ms >= of_plan.due_ms + recurring_late_ms() - slack_ms;
  elsif of_reason = 'balance_insufficient' then
    return coalesce((select b.amount from balance b where b.book = of_plan.book and b.account = 'spot' and b.currency = 'USDT'), 0)
      < of_plan.amount;
  elsif of_reason = 'opening_stopped' then
    return opening_was_stopped('spot', of_plan.symbol, market_now_ms());
  elsif of_reason in ('amount_below_minimum', 'quantity_above_maximum', 'liquidity_insufficient') then
    quantity := of_plan.amount / (select h.ask from tape_head h where h.symbol = of_plan.symbol);
    return case of_reason
      when 'amount_below_minimum' then quantity < (bounds ->> 'min')::numeric * 1.02
      when 'quantity_above_maximum' then quantity > (bounds ->> 'max')::numeric * 0.99
      else house_lacks(split_part(of_plan.symbol, '/', 1), quantity * 1.01) end;
  end if;
  return barred_truly(of_plan.book, of_reason, 'purchase', of_plan.symbol, null);
end
$$;

-- Whether the customer of a plan may not buy at present: the account is not active, the customer has set a pause, or the coin
-- is closed or not offered in the customer's country. Conditions that start or end within a few seconds are left to the
-- server's rule.
create function recurring_barred(of_book bigint, of_symbol text) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  wall_ms bigint := floor(extract(epoch from house_clock()) * 1000);
  gate record;
begin
  select * into gate from customer_gate g where g.book = of_book;
  return gate.status is distinct from 'active'
    or coalesce(greatest(gate.excluded_until_ms, gate.time_out_until_ms) > wall_ms + 3000, false)
    or coalesce(not profile_of(of_book) -> 'products' ? 'spot', false)
    or coalesce(terms_at('instrument:' || of_symbol, wall_ms) ->> 'open' = 'false'
      and terms_at('instrument:' || of_symbol, wall_ms - 10000) ->> 'open' = 'false', false);
end
$$;

-- A purchase belongs to a due plan and matches it exactly, and it is made after the tape has reached the due time. Either the
-- customer may buy, or the purchase is skipped for a true reason. Only such a purchase can authorise an order without a session.
create function recurring_purchase_due() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  plan recurring_plan;
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  perform lock_book(new.book);
  select * into plan from recurring_plan p where p.book = new.book and p.id = new.plan;
  if (plan.status = 'active' and (plan.due_ms, plan.amount) = (new.due_ms, new.amount)
    and new.time_ms >= new.due_ms and abs(new.time_ms - now_ms) <= slack_ms and new.version = 1
    and (select h.time_ms >= new.due_ms and h.seq >= new.armed_seq from tape_head h where h.symbol = plan.symbol)
    and case new.status when 'skipped' then new.order_id is null and recurring_skipped_truly(plan, new.reason, now_ms, slack_ms)
      else new.time_ms < new.due_ms + recurring_late_ms() and not recurring_barred(new.book, plan.symbol) end) is not true
  then
    raise exception 'the purchase of plan % of book % is not due', new.plan, new.book
      using errcode = 'check_violation', constraint = 'recurring_purchase_due';
  end if;
  return new;
end
$$;
create trigger recurring_purchase_due before insert on recurring_purchase for each row execute function recurring_purchase_due();

-- Whether an order of a plan follows from the plan's amount: it buys as much as the amount allows at the newest entry, and a
-- journal fills it there, or it waits with exactly that amount frozen.
create function recurring_ordered_truly(of_order spot_order) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  price numeric := (select t.ask from tape t where t.symbol = of_order.symbol and t.seq = of_order.armed_seq);
begin
  return of_order.quantity = quantity_for(of_order.symbol, of_order.budget, price, of_order.fee_rate)
    and case of_order.status
      when 'open' then of_order.held = ceil(ceil(of_order.quantity * price * 100000000) * (1 + of_order.fee_rate)) / 100000000
        and holds_add_up(of_order.book, 'spot_frozen', split_part(of_order.symbol, '/', 2))
      else exists (select from spot_fill f join journal j on j.book = f.book and j.seq = f.journal_seq
        where f.book = of_order.book and f.order_id = of_order.id and f.leg = 1 and f.tape_seq = of_order.armed_seq
          and j.kind = 'spot_buy' and journal_row(j.ref, 'spot_order') = of_order.id) end;
end
$$;

-- At commit: the plan has moved to its next due time, and the purchase has an ordinary market order of this transaction for
-- exactly the coin and the amount of the plan. The order must have version 1, because nobody could end an order whose version was
-- the highest possible number.
create function recurring_purchase_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not exists (
    select from recurring_plan p left join spot_order o on o.book = p.book and o.id = new.order_id
    where p.book = new.book and p.id = new.plan and p.due_ms > new.due_ms
      and (new.status = 'skipped' or (o.xmin = pg_current_xact_id()::xid and o.to_symbol is null and o.worst is null
        and (o.symbol, o.side, o.type, o.status, o.budget)
          = (p.symbol, 'buy', 'market', case new.status when 'bought' then 'filled' else 'open' end, new.amount)
        and (o.version, o.updated_ms, o.filled_quantity) = (1, o.created_ms, case new.status when 'bought' then o.quantity else 0 end)
        and o.price is null and o.reason is null and recurring_ordered_truly(o))))
  then
    raise exception 'the order of plan % of book % does not match the plan', new.plan, new.book
      using errcode = 'check_violation', constraint = 'recurring_purchase_holds';
  end if;
  return null;
end
$$;
create constraint trigger recurring_purchase_holds after insert on recurring_purchase deferrable initially deferred
  for each row execute function recurring_purchase_holds();

-- A purchase that waited for its price ends as bought or skipped, depending on whether its order was filled.
create function recurring_purchase_settled() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and ((new.status = 'ordered' or exists (select from spot_order o
      where o.book = new.book and o.id = new.order_id and case new.status when 'bought' then o.status = 'filled'
        else o.status in ('cancelled', 'refused') and o.reason = new.reason end))
    and new.version between old.version + 1 and old.version + 100
    and new.armed_seq between old.armed_seq and (select h.seq from recurring_plan p join tape_head h on h.symbol = p.symbol
      where p.book = new.book and p.id = new.plan)) is not true
  then
    raise exception 'the result of the order of purchase % of book % differs from the one recorded', new.id, new.book
      using errcode = 'check_violation', constraint = 'recurring_purchase_settled';
  end if;
  return new;
end
$$;
create trigger recurring_purchase_settled before update on recurring_purchase for each row execute function recurring_purchase_settled();

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('recurring_plan', '', 'active', null, null, null, 0, '{}'),
  ('recurring_plan', 'active', 'active', null, null, null, 0, '{amount,every,on_day,hour,due_ms,short_run,armed_seq,updated_ms}'),
  ('recurring_plan', 'active', 'paused', 'customer', null, null, 0, '{reason,updated_ms}'),
  ('recurring_plan', 'active', 'paused', 'short', null, null, 0, '{reason,due_ms,short_run,armed_seq,updated_ms}'),
  ('recurring_plan', 'active', 'paused', 'unusual_activity', 'recurring.pause', null, 1, '{reason,updated_ms}'),
  ('recurring_plan', 'active', 'paused', 'market_trouble', 'recurring.pause', null, 1, '{reason,updated_ms}'),
  ('recurring_plan', 'active', 'paused', 'support_request', 'recurring.pause', null, 1, '{reason,updated_ms}'),
  ('recurring_plan', 'paused', 'paused', null, null, null, 0, '{amount,every,on_day,hour,due_ms,updated_ms}'),
  ('recurring_plan', 'paused', 'active', null, null, null, 0, '{reason,due_ms,short_run,armed_seq,updated_ms}'),
  ('recurring_plan', 'active', 'deleted', null, null, null, 0, '{reason,updated_ms}'),
  ('recurring_plan', 'paused', 'deleted', null, null, null, 0, '{reason,updated_ms}'),
  ('recurring_purchase', '', 'ordered', null, null, null, 0, '{}'),
  ('recurring_purchase', '', 'bought', null, null, null, 0, '{}'),
  ('recurring_purchase', '', 'skipped', null, null, null, 0, '{}'),
  ('recurring_purchase', 'ordered', 'ordered', null, null, null, 0, '{}'),
  ('recurring_purchase', 'ordered', 'bought', null, null, null, 0, '{}'),
  ('recurring_purchase', 'ordered', 'skipped', null, null, null, 0, '{}');

insert into mail_kind (kind) values
  ('recurring_bought'), ('recurring_skipped'), ('recurring_short'), ('recurring_paused'), ('recurring_held');

grant select, insert, update (amount, every, on_day, hour, status, reason, due_ms, short_run, version, armed_seq, updated_ms) on
  recurring_plan to candor_app;
grant select, insert, update (status, reason, version, armed_seq) on recurring_purchase to candor_app;
-- Whether an order belongs to a purchase of a plan: a row written in this transaction names the order, and the guards accept such
-- a row only once, while the plan is due.
alter function order_let_in(bigint, bigint) rename to order_let_in_without_plans;
create function order_let_in(of_book bigint, of_order bigint) returns boolean language sql stable set search_path = public, pg_temp as
$$
  select exists (select from recurring_purchase p
      where p.book = of_book and p.order_id = of_order and p.xmin = pg_current_xact_id()::xid)
    or order_let_in_without_plans(of_book, of_order)
$$;

revoke execute on function order_let_in, recurring_barred, recurring_due_truly, recurring_late_ms, recurring_next, recurring_ordered_truly,
  recurring_plan_begins, recurring_plan_moves, recurring_purchase_due, recurring_purchase_holds, recurring_purchase_settled, recurring_skipped_truly from public;
comment on table recurring_plan is 'written by commands';
comment on table recurring_purchase is 'written by commands';

-- Read by the invariants, which the guard evaluates.
grant select on recurring_plan, recurring_purchase to candor_guard;
