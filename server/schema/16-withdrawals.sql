-- Withdrawals: requested and confirmed by the customer, held with a reason and a deadline, approved and paid by operators who
-- did not let in the customer or their money.

create table withdrawal (
  book bigint not null references customer (id),
  id bigint not null,
  currency text not null,
  network text not null,
  address_id bigint not null,
  address text not null,
  -- The frozen amount. The customer is paid this amount minus the fee.
  amount numeric(38,8) not null check (amount > 0),
  fee numeric(38,8) not null check (fee >= 0 and fee < amount),
  status text not null check (status in ('under_review', 'waiting', 'success', 'failed')),
  reason text,
  version int not null,
  requested_ms bigint not null,
  -- The deadline of the decision. After it, the withdrawal is shown as overdue to the customer and to operators.
  deadline_ms bigint not null,
  -- The reason of the current hold and the latest time of its end; null if the withdrawal is not held.
  hold_reason text,
  hold_until_ms bigint,
  held_by text,
  -- Whether the withdrawal is large enough to need dual approval.
  needs_second boolean not null,
  first_by text,
  second_by text,
  approved_ms bigint,
  -- The reference of the payment; null until it is made.
  paid_reference text,
  decided_by text,
  decided_ms bigint,
  -- The number of holds, including renewals. It is limited to three, so that nobody can postpone a decision indefinitely.
  holds int not null default 0,
  primary key (book, id),
  foreign key (book, address_id) references withdrawal_address (book, id),
  check ((status = 'failed') = (reason is not null)),
  check ((status in ('success', 'failed')) = (decided_ms is not null)),
  check ((status = 'success') = (paid_reference is not null)),
  check ((hold_reason is null) = (hold_until_ms is null) and (hold_reason is null) = (held_by is null)),
  check (hold_reason is null or status in ('under_review', 'failed')),
  check (status not in ('waiting', 'success') or (first_by is not null and (not needs_second or second_by is not null))),
  check (second_by is null or first_by is not null),
  check ((approved_ms is not null) = (first_by is not null and (not needs_second or second_by is not null))),
  constraint withdrawal_holds_check check (holds between 0 and 3)
) with (fillfactor = 80);
-- A customer has at most one waiting withdrawal, even if several are requested concurrently.
create unique index withdrawal_one on withdrawal (book) where status in ('under_review', 'waiting');
create unique index withdrawal_paid_once on withdrawal (network, paid_reference) where paid_reference is not null;
create index withdrawal_waiting on withdrawal (requested_ms, book, id) where status in ('under_review', 'waiting');
create index withdrawal_decided on withdrawal (decided_ms) where decided_ms is not null;
create index withdrawal_newest on withdrawal (id);
create trigger withdrawal_zz_approved before update on withdrawal for each row execute function money_approved();
create trigger withdrawal_capped after update on withdrawal for each row execute function operator_capped();
create trigger withdrawal_zz_confirmed before insert on withdrawal for each row execute function confirmed_by_customer();
create trigger changed_in_session after update on withdrawal for each row
  when (old.status <> new.status and new.reason = 'cancelled_by_customer') execute function changed_in_session();

-- The outbox of payments for the payment provider, written in the transaction that approves the withdrawal. Attempts to send a
-- payment use the row's key until the provider acknowledges it, so that a retry after a timeout never creates a second payment.
create table payout (
  book bigint not null,
  id bigint not null,
  -- The provider's idempotency key, the same for every attempt.
  key text not null unique,
  created_ms bigint not null,
  attempts int not null default 0,
  next_try_ms bigint not null,
  acknowledged_ms bigint,
  trouble text,
  primary key (book, id)
);
create index payout_unsent on payout (next_try_ms) where acknowledged_ms is null;

-- The payment provider's reports, with which a withdrawal can be settled without an operator's signature. The role `candor_door`,
-- which receives the reports, stores each as received; the role that executes commands can settle only withdrawals with a stored
-- report.
create table payout_report (
  book bigint not null,
  id bigint not null,
  paid boolean not null,
  -- Whether the payment succeeded.
  amount numeric(38,8) not null,
  -- The payment's reference in the form that the withdrawal stores, or the provider's proof that there was no payment.
  said text not null check (length(said) between 1 and 500),
  heard_at timestamptz not null default clock_timestamp(),
  primary key (book, id, paid, said),
  foreign key (book, id) references withdrawal (book, id)
);
create trigger payout_report_append_only before update or delete or truncate on payout_report
  for each statement execute function refuse_change();

-- A payment is created only by the approval of its withdrawal, and recorded attempts and acknowledgements never change.
create function payout_approved() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (new.key <> 'w-' || new.book || '-' || new.id or new.attempts <> 0 or new.acknowledged_ms is not null
    or not exists (select from withdrawal w where w.book = new.book and w.id = new.id and w.status = 'waiting'
      and w.xmin = pg_current_xact_id()::xid and w.approved_ms is not null))
  then
    raise exception 'payment % of book % was not approved in this transaction', new.id, new.book
      using errcode = 'check_violation', constraint = 'payout_approved';
  end if;
  return null;
end
$$;
create constraint trigger payout_approved after insert on payout deferrable initially deferred
  for each row execute function payout_approved();

create function payout_stays() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) then
    raise exception 'payment % of book % was already attempted or acknowledged', new.id, new.book
      using errcode = 'check_violation', constraint = 'payout_stays';
  end if;
  return new;
end
$$;
create trigger payout_stays before update on payout for each row
  when (new.attempts < old.attempts or new.next_try_ms < old.next_try_ms
    or (old.acknowledged_ms is not null and new.acknowledged_ms is distinct from old.acknowledged_ms))
  execute function payout_stays();

-- The first of the two reports that the payment of a withdrawal with dual approval failed. The withdrawal fails only with the
-- second report, by another person.
create table withdrawal_failing (
  book bigint not null references customer,
  id bigint not null,
  said_by text not null references operator,
  person text not null,
  said_ms bigint not null,
  primary key (book, id),
  foreign key (book, id) references withdrawal (book, id)
);
create trigger withdrawal_failing_kept before delete or truncate on withdrawal_failing
  for each statement execute function refuse_change();


create trigger begun_in_session after insert on withdrawal referencing new table as added
  for each statement execute function begun_in_session();

create trigger withdrawal_transition before insert or update on withdrawal for each row execute function goes_its_way();

-- Rules beyond the transitions: the money goes to a usable address of the customer, a held withdrawal is not paid, and no
-- operator who approved it has a conflict of interest. A conflict of an earlier approver that is found later does not prevent
-- the customer from cancelling the withdrawal.
create function withdrawal_steps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if tg_op = 'INSERT' and not exists (select from withdrawal_address a where a.book = new.book and a.id = new.address_id
    and a.network = new.network and a.address = new.address and a.deleted_ms is null and a.usable_ms <= new.requested_ms)
  then
    raise exception 'withdrawal % goes to no address of its customer that may be used', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_address_usable';
  end if;
  if tg_op = 'INSERT' and num_nonnulls(new.first_by, new.hold_reason) > 0
    or new.status in ('waiting', 'success') and new.hold_reason is not null
    -- One record says one approval, which stays.
    or old.first_by is not null and new.first_by is distinct from old.first_by
    or tg_op = 'UPDATE' and old.first_by is null and new.second_by is not null
  then
    raise exception 'withdrawal %: this transition is not allowed', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_transition';
  end if;
  if new.first_by is not null and operator_person(new.first_by) is null
    or new.second_by is not null and operator_person(new.second_by) is null
    or operator_person(new.first_by) = operator_person(new.second_by)
  then
    raise exception 'withdrawal % was not approved by two persons', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_two_persons';
  end if;
  if new.status = 'waiting' and old.status <> 'waiting' and is_tied(new.book, new.first_by) then
    raise exception 'withdrawal % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_record';
  end if;
  return new;
end
$$;
create trigger withdrawal_transition_steps before insert or update on withdrawal for each row execute function withdrawal_steps();

-- A withdrawal's journals and its status change together or not at all. Checked at commit, when both are written. If the row was
-- not written in this transaction, the withdrawal moves nothing, so one that has ended can move nothing any more.
create function withdrawal_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from withdrawal w where w.book = posted.book and w.xmin = pg_current_xact_id()::xid
      and w.id = case when posted.ref ~ '^withdrawal:\d{1,18}$' then substr(posted.ref, 12)::bigint end
      and case posted.kind when 'withdrawal_pay' then w.status = 'success' when 'withdrawal_release' then w.status = 'failed'
        else true end
      and (select bool_and(p.currency = w.currency)
          and sum(p.amount) filter (where p.account = 'spot_frozen')
            = case posted.kind when 'withdrawal_hold' then w.amount else -w.amount end
          and coalesce(sum(p.amount) filter (where p.account = 'custody'), 0)
            = case posted.kind when 'withdrawal_pay' then w.amount - w.fee else 0 end
        from posting p where p.book = posted.book and p.seq = posted.seq)
  ) then
    raise exception 'journal %/% has no withdrawal that explains it', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'withdrawal_journal';
  end if;
end
$$;

create function withdrawal_moved() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from journal j where j.book = new.book and j.ref = 'withdrawal:' || new.id
      and j.kind = case new.status when 'success' then 'withdrawal_pay' when 'failed' then 'withdrawal_release'
        else 'withdrawal_hold' end
      and j.seq > (select b.seq from book b where b.id = new.book) - 300
  ) then
    raise exception 'withdrawal % became % without its journal', new.id, new.status
      using errcode = 'check_violation', constraint = 'withdrawal_moved';
  end if;
  return null;
end
$$;
create constraint trigger withdrawal_held after insert on withdrawal deferrable initially deferred for each row
  execute function withdrawal_moved();
create constraint trigger withdrawal_ended after update on withdrawal deferrable initially deferred for each row
  when (new.status in ('success', 'failed')) execute function withdrawal_moved();

create function withdrawal_holds() returns trigger language plpgsql as
$$
begin
  if new.holds < old.holds or (new.holds = old.holds and new.hold_reason is not null
    and (new.hold_reason, new.hold_until_ms, new.held_by) is distinct from (old.hold_reason, old.hold_until_ms, old.held_by))
  then
    raise exception 'withdrawal % does not count its holds correctly', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_holds';
  end if;
  return new;
end
$$;
create trigger withdrawal_holds before update on withdrawal for each row execute function withdrawal_holds();

create function withdrawal_duties_apart() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  -- Who acts now, and whose approval lets it be paid.
  acting text[] := array[
    case when new.status in ('waiting', 'under_review') and (new.first_by is distinct from old.first_by or new.status <> old.status)
      then operator_person(new.first_by) end,
    case when new.second_by is distinct from old.second_by then operator_person(new.second_by) end,
    case when new.status = 'success' then operator_person(new.decided_by) end];
begin
  if exists (select from customer_let_in_by(new.book) p where p = any (acting)) then
    raise exception 'withdrawal % was approved by a person who admitted its customer or deposits', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_duties_apart';
  end if;
  return new;
end
$$;
create trigger withdrawal_duties_apart before update on withdrawal for each row
  when (new.status in ('under_review', 'waiting', 'success') and (
    new.first_by is distinct from old.first_by or new.second_by is distinct from old.second_by or new.status <> old.status))
  execute function withdrawal_duties_apart();

create function withdrawal_books_hold() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if not books_hold() then
    raise exception 'withdrawal % must wait while payouts are frozen', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_books_hold';
  end if;
  return new;
end
$$;
create trigger withdrawal_books_hold before update on withdrawal for each row
  when (new.status <> old.status and new.status in ('waiting', 'success') or new.first_by is distinct from old.first_by)
  execute function withdrawal_books_hold();

create function withdrawal_failing_guard() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  subject text := 'customer:' || new.book;
  of withdrawal;
  signed jsonb := approved_body(subject, 'withdrawal.payout_failed_first', new.said_by, new.id::text);
begin
  select * into of from withdrawal w where w.book = new.book and w.id = new.id;
  if audit_by(subject, 'withdrawal.payout_failed_first') is distinct from new.said_by
    or (signed ->> 'amount')::numeric is distinct from of.amount
  then
    raise exception 'the first report that the payment of withdrawal % failed has no record', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_failing_record';
  end if;
  if of.status <> 'waiting' or not of.needs_second or new.person is distinct from operator_person(new.said_by)
    or exists (select from operator_tie t where t.customer = new.book and t.person = new.person)
  then
    raise exception 'withdrawal % does not need a first report of a failed payment', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_failing_waits';
  end if;
  return new;
end
$$;
create trigger withdrawal_failing_guard before insert or update on withdrawal_failing
  for each row execute function withdrawal_failing_guard();

create function withdrawal_failed_by_two() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  -- The provider reports about its own payment.
  if operator_person(new.decided_by) is not null and not exists (
    select from withdrawal_failing f where f.book = new.book and f.id = new.id and f.person <> operator_person(new.decided_by)
      and not exists (select from operator_tie t where t.customer = new.book and t.person = f.person))
  then
    raise exception 'the failed payment of withdrawal % must be reported by two persons', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_failed_by_two';
  end if;
  return new;
end
$$;
create trigger withdrawal_failed_by_two before update on withdrawal for each row
  when (old.status = 'waiting' and new.status = 'failed' and new.needs_second) execute function withdrawal_failed_by_two();

-- Returns the fee of a withdrawal. It includes the fraction that is too small to be sent, because USDT has only six decimals on
-- chains.
create function withdrawal_fee(of_currency text, of_amount numeric, fee_rate numeric) returns numeric
  language sql immutable set search_path = public, pg_temp as
$$
  select of_amount - trunc(of_amount - ceil(of_amount * fee_rate * 100000000) / 100000000, case of_currency when 'USDT' then 6 else 8 end)
$$;

create function withdrawal_made_violation(made withdrawal) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('withdrawal:' || made.currency, made.requested_ms);
  gate customer_gate;
  asked numeric;
begin
  perform lock_book(made.book);
  select * into gate from customer_gate g where g.book = made.book;
  asked := made.amount + coalesce((select sum(w.amount) from withdrawal w
    where w.book = made.book and w.currency = made.currency and w.status <> 'failed' and w.requested_ms > made.requested_ms - 86400000), 0);
  return case
    when (of_terms ->> 'open') is distinct from 'true' then 'currency'
    -- Every chain on which a currency can be deposited can also be used to withdraw it.
    when terms_at('deposit:' || made.currency || ':' || made.network, made.requested_ms) is null or made.network = 'wire' then 'chain'
    when (gate.status = 'active' and gate.kyc_status = 'approved' and gate.has_trading_password and gate.has_bank_card) is not true
      then 'customer'
    when gate.security_changed_ms + 86400000 > made.requested_ms then 'time after a change of security'
    when (made.amount between (of_terms ->> 'min')::numeric and (of_terms ->> 'max')::numeric) is not true then 'amount'
    when (asked <= (of_terms ->> 'day_max')::numeric) is not true then 'sum of a day'
    when (made.fee = withdrawal_fee(made.currency, made.amount, (of_terms ->> 'fee_rate')::numeric)) is not true then 'fee'
    when not made.needs_second and asked >= (of_terms ->> 'two_from')::numeric then 'number of persons'
    when made.deadline_ms <> made.requested_ms + 86400000 then 'deadline'
    when made.version <> 1 or made.holds <> 0 or made.approved_ms is not null or made.decided_by is not null then 'beginning'
  end;
end
$$;

create function withdrawal_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  violation text;
begin
  if is_bound_in_time(tg_relid) then
    violation := withdrawal_made_violation(new);
    if violation is not null then
      raise exception 'new withdrawal % of book % has a wrong %', new.id, new.book, violation
        using errcode = 'check_violation', constraint = 'withdrawal_recomputed';
    end if;
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_recomputed before insert on withdrawal for each row execute function withdrawal_recomputed();

-- An approval requires an active account, and a hold lasts at most a week.
create function withdrawal_goes_on() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (new.first_by, new.second_by) is distinct from (old.first_by, old.second_by)
    and not exists (select from customer c where c.id = new.book and c.status = 'active')
  then
    raise exception 'withdrawal % of book % cannot be approved while its account is not active', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_goes_on';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_goes_on before update on withdrawal for each row execute function withdrawal_goes_on();

create function withdrawal_of_now() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  week_ms constant bigint := 604800000;
begin
  if is_bound_in_time(tg_relid) and not (
    case tg_op when 'INSERT' then is_wall_now(new.requested_ms)
    else (new.decided_ms is null or is_wall_now(new.decided_ms))
      and (new.approved_ms is not distinct from old.approved_ms or is_wall_now(new.approved_ms))
      and (new.hold_until_ms is not distinct from old.hold_until_ms or new.hold_until_ms is null
        or new.hold_until_ms between 1 + floor(extract(epoch from house_clock()) * 1000) - 10000
          and floor(extract(epoch from house_clock()) * 1000) + 5000 + week_ms) end)
  then
    raise exception 'a time of withdrawal % of book % is not the current time', new.id, new.book
      using errcode = 'check_violation', constraint = 'withdrawal_of_now';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_of_now before insert or update on withdrawal for each row execute function withdrawal_of_now();

create function withdrawal_as_reported() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  handed payout;
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  select * into handed from payout p where p.book = new.book and p.id = new.id;
  if new.decided_by = 'payout-provider' then
    if handed.key is null or not exists (select from payout_report r where r.book = new.book and r.id = new.id
      and r.amount = new.amount - new.fee
      and r.paid = (new.status = 'success')
      and (new.status = 'failed' or r.said = new.paid_reference))
    then
      raise exception 'the provider has not reported this result of withdrawal %', new.id
        using errcode = 'check_violation', constraint = 'withdrawal_as_reported';
    end if;
  -- Nobody else knows that a payment which may be in the provider's hands was not made: while a try may be under way, and for a day
  -- after the approval where the provider has taken it.
  elsif new.status = 'failed' and new.reason <> 'start_over' and (
    (handed.acknowledged_ms is not null and new.decided_ms < old.approved_ms + 86400000)
    or (handed.attempts > 0 and new.decided_ms < handed.next_try_ms - 60000 * 2 ^ least(handed.attempts - 1, 6) + 30000))
  then
    raise exception 'the payment of withdrawal % may still be in flight at the provider', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_in_hand';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_as_reported before update on withdrawal for each row
  when (old.status = 'waiting' and new.status in ('success', 'failed')) execute function withdrawal_as_reported();

create function withdrawal_reference() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.paid_reference is distinct from
    (case when new.network in ('ethereum', 'arbitrum') then '0x' else '' end || payment_key(new.network, new.paid_reference))
  then
    raise exception 'the payment reference of withdrawal % is not in the normal form', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_reference';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_reference before update on withdrawal for each row
  when (new.paid_reference is not null) execute function withdrawal_reference();

-- A customer's recent withdrawal requests, for the daily limit: the newest hundred that did not fail, and all those of the
-- last day.
create view withdrawal_lately as
  select c.id as book, 0::bigint as id, coalesce((
    select json_agg(json_build_object('currency', w.currency, 'amount', w.amount::text, 'requested_ms', w.requested_ms) order by w.id desc)
    from withdrawal w where w.book = c.id and w.status <> 'failed'
      and w.requested_ms > extract(epoch from house_clock()) * 1000 - 2 * 86400000
  )::text, '[]') as asked
  from customer c;

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('withdrawal', '', 'under_review', null, null, null, 0, '{}'),
  ('withdrawal', 'under_review', 'under_review', null, 'withdrawal.approve', 'first_by', 1, '{first_by}'),
  ('withdrawal', 'under_review', 'under_review', null, 'withdrawal.hold', 'held_by', 1, '{hold_reason,hold_until_ms,held_by,holds}'),
  ('withdrawal', 'under_review', 'under_review', null, 'withdrawal.release', null, 1, '{hold_reason,hold_until_ms,held_by}'),
  ('withdrawal', 'under_review', 'waiting', null, 'withdrawal.approve', 'first_by', 1, '{first_by,approved_ms}'),
  ('withdrawal', 'under_review', 'waiting', null, 'withdrawal.approve', 'second_by', 1, '{second_by,approved_ms}'),
  ('withdrawal', 'under_review', 'failed', null, 'withdrawal.reject', 'decided_by', 1, '{reason,decided_by,decided_ms,hold_reason,hold_until_ms,held_by}'),
  ('withdrawal', 'under_review', 'failed', 'cancelled_by_customer', null, null, 0, '{reason,decided_ms,hold_reason,hold_until_ms,held_by}'),
  ('withdrawal', 'under_review', 'failed', 'start_over', null, null, 0, '{reason,decided_ms,hold_reason,hold_until_ms,held_by}'),
  ('withdrawal', 'waiting', 'success', null, 'withdrawal.paid', 'decided_by', 1, '{paid_reference,decided_by,decided_ms}'),
  ('withdrawal', 'waiting', 'failed', null, 'withdrawal.payout_failed', 'decided_by', 1, '{reason,decided_by,decided_ms}'),
  ('withdrawal', 'waiting', 'failed', 'start_over', null, null, 0, '{reason,decided_ms}');

insert into journal_template (kind, account, sign) values
  ('withdrawal_hold', 'spot', -1), ('withdrawal_hold', 'spot_frozen', 1),
  ('withdrawal_release', 'spot_frozen', -1), ('withdrawal_release', 'spot', 1),
  -- The amount that was paid, without the fee, leaves custody.
  ('withdrawal_pay', 'spot_frozen', -1), ('withdrawal_pay', 'custody', 1), ('withdrawal_pay', 'fees', 1);

insert into mail_kind (kind) values
  ('withdrawal_requested'), ('withdrawal_held'), ('withdrawal_sent'), ('withdrawal_failed');

grant insert (book, id, paid, amount, said) on payout_report to candor_app;
grant select, insert, update (attempts, next_try_ms, acknowledged_ms, trouble) on payout to candor_app;
grant select on withdrawal_lately to candor_app;
grant select, insert, update on withdrawal_failing to candor_app;
grant select, insert, update (status, reason, version, hold_reason, hold_until_ms, held_by, first_by, second_by, approved_ms,
  paid_reference, decided_by, decided_ms, holds) on withdrawal to candor_app;
revoke execute on function payout_approved, payout_stays, withdrawal_as_reported, withdrawal_fee, withdrawal_goes_on, withdrawal_journal, withdrawal_made_violation,
  withdrawal_of_now, withdrawal_recomputed, withdrawal_reference from public;

-- Read by the invariants, which the guard evaluates.
grant select on withdrawal to candor_guard;
