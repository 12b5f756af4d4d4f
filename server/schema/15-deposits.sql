-- Deposits: submitted by customers, decided by operators, and credited at most once.

-- An image becomes part of a deposit when the row is inserted, and is released, so that it can be submitted again, if the
-- deposit fails.
create table deposit (
  book bigint not null references customer (id),
  id bigint not null,
  -- The currency that the customer sent. A bank wire is credited in USDT.
  currency text not null,
  -- The name of a blockchain, or "wire".
  network text not null,
  amount numeric(38,8) not null check (amount > 0),
  -- The value in USDT at submission, which counts towards self-imposed limits.
  value_usdt numeric(38,8) not null check (value_usdt >= 0),
  -- The UTC day, by the wall clock, on which the deposit counts towards self-imposed limits.
  placed_day int not null,
  voucher text not null references stored_file,
  -- A keyed hash of the uploaded bytes, with the same key for all customers, so that an image cannot be used twice.
  voucher_digest bytea not null,
  -- The transaction id or the bank's reference, as the customer entered it, and in normalised form.
  claimed_reference text,
  claimed_key text,
  status text not null check (status in ('under_review', 'waiting', 'success', 'failed')),
  reason text,
  version int not null,
  submitted_ms bigint not null,
  deadline_ms bigint not null,
  decided_ms bigint,
  -- The result of the operator's check, the credited amount, and the conversion rate.
  reference text,
  reference_key text,
  credited_currency text,
  credited_amount numeric(38,8) check (credited_amount > 0),
  rate numeric(38,8),
  decided_by text,
  -- Whether the deposit takes dual approval; false if it was submitted before the threshold existed.
  needs_second boolean not null,
  first_by text,
  first_ms bigint,
  -- The payment reference as the first operator entered it, and in normalised form.
  first_reference text,
  first_key text,
  primary key (book, id),
  check ((status = 'failed') = (reason is not null)),
  check ((status in ('success', 'failed')) = (decided_ms is not null)),
  check ((status = 'success') = (credited_amount is not null)),
  check ((credited_amount is null) = (credited_currency is null)),
  check (status <> 'success' or reference_key is not null),
  -- The credited amount is the submitted one or, for a wire, its value in USDT, rounded down.
  constraint deposit_credit_check check (status <> 'success' or case network
    when 'wire' then credited_currency = 'USDT' and rate is not null and credited_amount = trunc(amount * rate, 8)
    else credited_currency = currency and credited_amount = amount and rate is null end),
  check ((claimed_reference is null) = (claimed_key is null)),
  check ((reference is null) = (reference_key is null)),
  constraint deposit_first_check check (
    (first_by is null) = (first_ms is null) and (first_by is null) = (first_reference is null)
    and (first_by is null) = (first_key is null) and (first_by is null or needs_second))
) with (fillfactor = 80);
create unique index deposit_voucher_once on deposit (voucher_digest) where status <> 'failed';
create unique index deposit_claim_once on deposit (network, claimed_key) where claimed_key is not null and status <> 'failed';
create unique index deposit_reference_once on deposit (network, reference_key) where reference_key is not null;
create index deposit_waiting on deposit (submitted_ms, book, id) where status in ('under_review', 'waiting');
create index deposit_of_day on deposit (book, placed_day);
create index deposit_of_book on deposit (book, submitted_ms, id);
create index deposit_failed on deposit (book, decided_ms, id) where status = 'failed';
-- For lists of all customers' deposits, newest first, with any or one status, and for service levels by decision time.
create index deposit_newest on deposit (id);
create index deposit_newest_by_status on deposit (status, id);
create index deposit_decided on deposit (decided_ms) where decided_ms is not null;
create trigger deposit_zz_approved before update on deposit for each row execute function money_approved();
create trigger deposit_capped after update on deposit for each row execute function operator_capped();

create trigger begun_in_session after insert on deposit referencing new table as added
  for each statement execute function begun_in_session();

create trigger deposit_transition before insert or update on deposit for each row execute function goes_its_way();

-- Rules beyond the transitions: a new deposit is undecided; an image is used by one deposit, and is released if the deposit
-- fails; a deposit that is not final has no findings; and two approvals name the same payment.
create function deposit_steps() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if num_nonnulls(new.reference, new.decided_by, new.first_by) > 0 and tg_op = 'INSERT'
    or new.status = 'waiting' and old.status <> 'waiting' and new.first_by is not null
  then
    raise exception 'deposit %: this transition is not allowed', new.id
      using errcode = 'check_violation', constraint = 'deposit_transition';
  end if;
  if new.needs_second and (new.status in ('under_review', 'waiting') and new.first_by is not null and operator_person(new.first_by) is null
    or new.status = 'success' and new.first_key is distinct from new.reference_key)
  then
    raise exception 'deposit % was not approved by two persons', new.id
      using errcode = 'check_violation', constraint = 'deposit_two_persons';
  end if;
  if tg_op = 'INSERT' then
    update stored_file f set attached = true, released = false
      where f.id = new.voucher and f.customer = new.book and f.purpose = 'voucher' and f.digest = new.voucher_digest
        and (not f.attached or f.released);
    if not found then
      raise exception 'file % is missing or belongs to another deposit', new.voucher
        using errcode = 'check_violation', constraint = 'deposit_voucher_free';
    end if;
  end if;
  if new.status = 'failed' then update stored_file f set released = true where f.id = new.voucher; end if;
  return new;
end
$$;
create trigger deposit_transition_steps before insert or update on deposit for each row execute function deposit_steps();

-- A journal that credits a deposit requires a deposit of the same amount that became successful in the same transaction. A
-- deposit becomes successful only with such a journal, of which there is at most one (`journal_once`). Checked at commit, when
-- both are written.
create function deposit_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from deposit d where d.book = posted.book and d.status = 'success' and d.xmin = pg_current_xact_id()::xid
      and d.id = case when posted.ref ~ '^deposit:\d{1,18}$' then substr(posted.ref, 9)::bigint end
      and (select count(*) = 2 and bool_and(p.currency = d.credited_currency)
          and sum(p.amount) filter (where p.account = 'spot') = d.credited_amount
        from posting p where p.book = posted.book and p.seq = posted.seq)
  ) then
    raise exception 'journal %/% has no deposit that explains it', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'deposit_journal';
  end if;
end
$$;

create function deposit_credited() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from journal j where j.book = new.book and j.kind = 'deposit' and j.ref = 'deposit:' || new.id
      and j.seq > (select b.seq from book b where b.id = new.book) - 300
  ) then
    raise exception 'deposit % was credited without a journal', new.id
      using errcode = 'check_violation', constraint = 'deposit_credited';
  end if;
  return null;
end
$$;
create constraint trigger deposit_credited after update on deposit deferrable initially deferred for each row
  when (new.status = 'success') execute function deposit_credited();

-- Returns the symbol whose price values a deposited currency; null for USD and USDT.
create function deposit_symbol(of_currency text) returns text language sql immutable set search_path = public, pg_temp as
$$ select case when of_currency in ('USD', 'USDT') then null else of_currency || '/USDT' end $$;

-- Returns the period of a self-imposed deposit limit that a deposit of this value would exceed, given everything submitted in the
-- current UTC period; null if there is none.
create function own_deposit_violation(of_book bigint, of_value numeric, at_ms bigint) returns text
  language sql stable security definer set search_path = public, pg_temp as
$$
  select l.period from own_limit l
  where l.book = of_book and l.kind = 'deposit' and own_limit_allowed(l, at_ms) is not null
    and own_limit_allowed(l, at_ms) < of_value + coalesce((
      select sum(d.value_usdt) from deposit d where d.book = of_book and d.status <> 'failed' and d.placed_day >= case l.period
        when 'day' then at_ms / 86400000
        when 'week' then at_ms / 86400000 - (at_ms / 86400000 + 3) % 7
        else extract(epoch from date_trunc('month', to_timestamp(at_ms / 1000) at time zone 'UTC')) / 86400 end), 0)
  limit 1
$$;

create function deposit_made_violation(made deposit) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp as
$$
declare
  of_terms jsonb := terms_at('deposit:' || made.currency || ':' || made.network, made.submitted_ms);
  gate customer_gate;
begin
  perform lock_book(made.book);
  select * into gate from customer_gate g where g.book = made.book;
  return case
    when (of_terms ->> 'open') is distinct from 'true' then 'way'
    when gate.status <> 'active' or greatest(gate.time_out_until_ms, gate.excluded_until_ms) > made.submitted_ms then 'customer'
    when (made.amount between (of_terms ->> 'min')::numeric and (of_terms ->> 'max')::numeric) is not true then 'amount'
    when not made.needs_second and made.amount + coalesce((select sum(d.amount) from deposit d
        where d.book = made.book and d.currency = made.currency and d.status <> 'failed'
          and d.submitted_ms > made.submitted_ms - 86400000), 0) >= (of_terms ->> 'two_from')::numeric
      then 'number of persons'
    when made.deadline_ms <> made.submitted_ms + 86400000 then 'deadline'
    when made.placed_day <> made.submitted_ms / 86400000 then 'day'
    when made.version <> 1 or made.first_by is not null or made.decided_ms is not null then 'beginning'
    when not is_worth_now(made.value_usdt, made.amount, deposit_symbol(made.currency),
      case made.network when 'wire' then 'last' else 'bid' end) then 'worth'
    when own_deposit_violation(made.book, made.value_usdt, made.submitted_ms) is not null then 'own limit'
  end;
end
$$;

create function deposit_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  violation text;
begin
  if is_bound_in_time(tg_relid) then
    violation := deposit_made_violation(new);
    if violation is not null then
      raise exception 'new deposit % of book % has a wrong %', new.id, new.book, violation
        using errcode = 'check_violation', constraint = 'deposit_recomputed';
    end if;
  end if;
  return new;
end
$$;
create trigger deposit_zz_recomputed before insert on deposit for each row execute function deposit_recomputed();

-- A wire is credited at the rate published at the time of the decision.
create function deposit_rate() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not is_worth_now(new.rate, 1, deposit_symbol(new.currency), 'last') then
    raise exception 'deposit % of book % is credited at a wrong rate', new.id, new.book
      using errcode = 'check_violation', constraint = 'deposit_rate';
  end if;
  return new;
end
$$;
create trigger deposit_zz_rate before update on deposit for each row
  when (new.status = 'success' and new.rate is not null) execute function deposit_rate();

create function deposit_of_now() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and not (
    case tg_op when 'INSERT' then is_wall_now(new.submitted_ms)
    else (new.decided_ms is null or is_wall_now(new.decided_ms))
      and (new.first_ms is not distinct from old.first_ms or new.first_ms is null or is_wall_now(new.first_ms)) end)
  then
    raise exception 'a time of deposit % of book % is not the current time', new.id, new.book
      using errcode = 'check_violation', constraint = 'deposit_of_now';
  end if;
  return new;
end
$$;
create trigger deposit_zz_of_now before insert or update on deposit for each row execute function deposit_of_now();

create function deposit_references() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  signed jsonb;
begin
  if not is_bound_in_time(tg_relid) then
    return new;
  end if;
  if not (is_payment_key(new.network, new.claimed_reference, new.claimed_key)
    and is_payment_key(new.network, new.first_reference, new.first_key) and is_payment_key(new.network, new.reference, new.reference_key))
  then
    raise exception 'the payment references of deposit % are not in the normal form', new.id
      using errcode = 'check_violation', constraint = 'deposit_references';
  end if;
  if tg_op = 'UPDATE' and new.first_by is not null
    and (new.first_by, new.first_ms, new.first_reference) is distinct from (old.first_by, old.first_ms, old.first_reference)
  then
    signed := approved_body('customer:' || new.book, 'deposit.approve_first', new.first_by, new.id::text);
    if payment_named(signed ->> 'reference') is distinct from payment_named(new.first_reference) then
      raise exception 'the first approval of deposit % names another payment than the signed one', new.id
        using errcode = 'check_violation', constraint = 'deposit_first_signed';
    end if;
  end if;
  return new;
end
$$;
create trigger deposit_zz_references before insert or update on deposit for each row execute function deposit_references();

-- A customer's recent deposits, selected in the same way as the withdrawals in `withdrawal_lately`.
create view deposit_lately as
  select c.id as book, 0::bigint as id, coalesce((
    select json_agg(json_build_object('currency', d.currency, 'amount', d.amount::text, 'requested_ms', d.submitted_ms) order by d.id desc)
    from deposit d where d.book = c.id and d.status <> 'failed'
      and d.submitted_ms > extract(epoch from house_clock()) * 1000 - 2 * 86400000
  )::text, '[]') as asked
  from customer c;

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('deposit', '', 'under_review', null, null, null, 0, '{}'),
  ('deposit', 'under_review', 'under_review', null, 'deposit.approve_first', 'first_by', 1, '{first_by,first_ms,first_reference,first_key}'),
  ('deposit', 'under_review', 'waiting', null, 'deposit.await', 'decided_by', 1, '{decided_by,first_by,first_ms,first_reference,first_key}'),
  ('deposit', 'under_review', 'success', null, 'deposit.approve', 'decided_by', 2, '{decided_by,decided_ms,reference,reference_key,credited_currency,credited_amount,rate}'),
  ('deposit', 'under_review', 'failed', null, 'deposit.reject', 'decided_by', 1, '{reason,decided_by,decided_ms}'),
  ('deposit', 'under_review', 'failed', 'cancelled_by_customer', null, null, 0, '{reason,decided_ms}'),
  ('deposit', 'waiting', 'waiting', null, 'deposit.approve_first', 'first_by', 1, '{first_by,first_ms,first_reference,first_key}'),
  ('deposit', 'waiting', 'success', null, 'deposit.approve', 'decided_by', 2, '{decided_by,decided_ms,reference,reference_key,credited_currency,credited_amount,rate}'),
  ('deposit', 'waiting', 'failed', null, 'deposit.reject', 'decided_by', 1, '{reason,decided_by,decided_ms}');

insert into journal_template (kind, account, sign) values
  -- The amount that arrived is held in custody and owed to the customer.
  ('deposit', 'custody', -1), ('deposit', 'spot', 1);

insert into unsigned_action values ('deposit.read');
insert into mail_kind (kind) values
  ('deposit_credited'), ('deposit_failed');

grant select on deposit_lately to candor_app;
grant select, insert, update (status, reason, version, decided_ms, reference, reference_key, credited_currency, credited_amount, rate,
  decided_by, first_by, first_ms, first_reference, first_key) on deposit to candor_app;
revoke execute on function deposit_journal, deposit_made_violation, deposit_of_now, deposit_rate, deposit_recomputed, deposit_references, deposit_symbol,
  own_deposit_violation from public;

-- Read by the invariants, which the guard evaluates.
grant select on deposit to candor_guard;
