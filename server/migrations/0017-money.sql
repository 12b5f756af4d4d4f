-- Money in and out, flash exchange, notices, and what operators do about all of it. Times are wall-clock milliseconds but
-- where they are said to be the market's.

-- Several operators may act in one transaction, so a change asks whether this transaction holds a record that says it, and
-- whose it is. Null: nobody's.
create index audit_subject on audit (subject, seq);
create index audit_operator on audit (operator, seq);
create index audit_action on audit (action, seq);
-- What operators find customers by.
create index customer_account_prefix on customer (account_key text_pattern_ops);
create index customer_not_active on customer (status, id) where status <> 'active';
-- What was decided lately: how well operators serve.
create index kyc_application_decided on kyc_application (decided_ms) where decided_ms is not null;
create index lever_application_decided on lever_application (decided_ms) where decided_ms is not null;
create function audit_by(of_subject text, of_action text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$
  select a.operator from (
    select * from audit b where b.subject = of_subject order by b.seq desc limit 64
  ) a where a.xid = pg_current_xact_id_if_assigned() and a.action = of_action order by a.seq desc limit 1
$$;

-- The tape too is refused to whoever has the right: who changes history has to take this off first.
create trigger tape_append_only before update or delete or truncate on tape
  for each statement execute function refuse_change();

-- Who somebody is: of two accounts of one person neither approves what the other asked for.
alter table operator add column person text, add column added_by text, add column disabled_ms bigint;
update operator set person = account;
alter table operator alter column person set not null;
create function operator_person(of_account text) returns text language sql stable
  security definer set search_path = public, pg_temp as
$$ select o.person from operator o where o.account = of_account $$;

-- Whoever is added by somebody is so on record, and so is who is taken off the list, for good.
create function operator_record() returns trigger language plpgsql as
$$
declare
  subject text := 'operator:' || new.account;
begin
  if (tg_op = 'INSERT' and audit_by(subject, 'operator.add') is distinct from new.added_by)
    or (tg_op = 'UPDATE' and (old.disabled_ms is not null or audit_by(subject, 'operator.disable') is null))
  then
    raise exception 'operator % was changed without a record', new.account
      using errcode = 'check_violation', constraint = 'operator_record';
  end if;
  return new;
end
$$;
create trigger operator_added before insert on operator for each row when (new.added_by is not null)
  execute function operator_record();
create trigger operator_disabled before update on operator for each row
  when (new.disabled_ms is distinct from old.disabled_ms) execute function operator_record();

-- An operator without an authenticator cannot sign in; one who is disabled neither, and their sessions end.
create table operator_session (
  token_hash bytea primary key,
  account text not null references operator,
  -- The device's cookie, as of customers' sessions.
  device bytea,
  created_ms bigint not null,
  seen_ms bigint not null,
  ended_ms bigint,
  address text not null,
  agent text not null
);
create index operator_session_of_account on operator_session (account, created_ms);

-- Which customers an operator is, or is close to: of them they decide nothing. Rows are only added.
create table operator_tie (
  person text not null,
  customer bigint not null references customer,
  noted_ms bigint not null,
  noted_by text not null,
  primary key (person, customer)
);
create index operator_tie_of_customer on operator_tie (customer);
create trigger operator_tie_append_only before update or delete or truncate on operator_tie
  for each statement execute function refuse_change();
create view customer_tie as
  select c.id as book, 0::bigint as id,
    coalesce((select json_agg(t.person order by t.person) from operator_tie t where t.customer = c.id)::text, '[]') as persons
  from customer c;

-- Custody is the mirror of what is held and stays at or below zero in every slot, so that what pays out takes from the other
-- slots first, as other accounts do with the sign turned round. `needed` is what the slot is to hold, above zero.
create or replace function draw_to_slot(of_account account, of_currency text, to_slot smallint, needed numeric) returns numeric
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  held int := case when of_account = 'custody' then -1 else 1 end;
  have numeric;
  other record;
  take numeric;
begin
  insert into house_balance (account, currency, slot) values (of_account, of_currency, to_slot) on conflict do nothing;
  perform 1 from house_balance where account = of_account and currency = of_currency order by slot for update;
  select amount * held into have from house_balance
    where account = of_account and currency = of_currency and slot = to_slot;
  for other in
    select slot, amount * held as amount from house_balance
    where account = of_account and currency = of_currency and slot <> to_slot and amount <> 0 order by slot
  loop
    exit when have >= needed;
    take := least(other.amount, needed - have);
    update house_balance set amount = amount - take * held
      where account = of_account and currency = of_currency and slot = other.slot;
    have := have + take;
  end loop;
  update house_balance set amount = have * held
    where account = of_account and currency = of_currency and slot = to_slot;
  return have * held;
end
$$;

insert into journal_template (kind, account, sign) values
  -- What arrived at the house is held by it, and owed to the customer.
  ('deposit', 'custody', -1), ('deposit', 'spot', 1),
  ('withdrawal_hold', 'spot', -1), ('withdrawal_hold', 'spot_frozen', 1),
  ('withdrawal_release', 'spot_frozen', -1), ('withdrawal_release', 'spot', 1),
  -- What was paid out is not held any more; the fee was taken out of the amount.
  ('withdrawal_pay', 'spot_frozen', -1), ('withdrawal_pay', 'custody', 1), ('withdrawal_pay', 'fees', 1),
  ('exchange', 'spot', 0), ('exchange', 'inventory', 0), ('exchange', 'fees', 1), ('exchange', 'rounding', 1),
  -- Two operators put a mistake right; only the house's own capital stands against it.
  ('manual_correction', 'spot', 0), ('manual_correction', 'equity', 0),
  -- The house's own money from one purpose to another, and its capital in and out. The strategy has none of it.
  ('house_move', 'equity', 0), ('house_move', 'inventory', 0), ('house_move', 'trading', 0), ('house_move', 'insurance', 0),
  ('house_move', 'promotions', 0), ('house_move', 'lending', 0), ('house_move', 'fees', -1), ('house_move', 'interest', -1),
  ('house_move', 'rounding', -1),
  ('house_capital', 'custody', 0), ('house_capital', 'equity', 0),
  ('promotion_grant', 'promotions', -1), ('promotion_grant', 'promo', 1);

-- A picture becomes part of a deposit with the row, and is free again when the deposit failed.
create table deposit (
  book bigint not null references customer (id),
  id bigint not null,
  -- What is sent; a wire is credited as USDT.
  currency text not null,
  -- A chain, or the wire.
  network text not null,
  amount numeric(38,8) not null check (amount > 0),
  -- What it was worth in USDT when it was handed in: own limits count that.
  value_usdt numeric(38,8) not null check (value_usdt >= 0),
  -- The day of UTC by the wall clock on which own limits count it.
  placed_day int not null,
  voucher text not null references stored_file,
  -- A keyed hash of the uploaded bytes, the same for everybody.
  voucher_digest bytea not null,
  -- The transaction's id or the bank's reference as the customer gave it, and in the form in which two are the same.
  claimed_reference text,
  claimed_key text,
  status text not null check (status in ('under_review', 'waiting', 'success', 'failed')),
  reason text,
  version int not null,
  submitted_ms bigint not null,
  deadline_ms bigint not null,
  decided_ms bigint,
  -- What the operator found, and what was credited, at which rate.
  reference text,
  reference_key text,
  credited_currency text,
  credited_amount numeric(38,8) check (credited_amount > 0),
  rate numeric(38,8),
  decided_by text,
  primary key (book, id),
  check ((status = 'failed') = (reason is not null)),
  check ((status in ('success', 'failed')) = (decided_ms is not null)),
  check ((status = 'success') = (credited_amount is not null)),
  check ((credited_amount is null) = (credited_currency is null)),
  check (status <> 'success' or reference_key is not null),
  -- What is credited is what was handed in; of a wire its worth, down.
  constraint deposit_credit_check check (status <> 'success' or case network
    when 'wire' then credited_currency = 'USDT' and rate is not null and credited_amount = trunc(amount * rate, 8)
    else credited_currency = currency and credited_amount = amount and rate is null end),
  check ((claimed_reference is null) = (claimed_key is null)),
  check ((reference is null) = (reference_key is null))
) with (fillfactor = 80);
create unique index deposit_voucher_once on deposit (voucher_digest) where status <> 'failed';
create unique index deposit_claim_once on deposit (network, claimed_key) where claimed_key is not null and status <> 'failed';
create unique index deposit_reference_once on deposit (network, reference_key) where reference_key is not null;
create index deposit_waiting on deposit (submitted_ms, book, id) where status in ('under_review', 'waiting');
create index deposit_of_day on deposit (book, placed_day);

create function deposit_transition() returns trigger language plpgsql as
$$
declare
  subject text := 'customer:' || new.book;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'under_review' or new.reference is not null or new.decided_by is not null then
      raise exception 'deposit % begins as %', new.id, new.status
        using errcode = 'check_violation', constraint = 'deposit_transition';
    end if;
    update stored_file f set attached = true, released = false
      where f.id = new.voucher and f.customer = new.book and f.purpose = 'voucher' and f.digest = new.voucher_digest
        and (not f.attached or f.released);
    if not found then
      raise exception 'file % is not free', new.voucher
        using errcode = 'check_violation', constraint = 'deposit_voucher_free';
    end if;
    return new;
  end if;
  if old.status in ('success', 'failed') or new.version <= old.version
    or (old.book, old.id, old.currency, old.network, old.amount, old.voucher, old.voucher_digest, old.submitted_ms, old.placed_day,
        old.deadline_ms, old.value_usdt)
      <> (new.book, new.id, new.currency, new.network, new.amount, new.voucher, new.voucher_digest, new.submitted_ms, new.placed_day,
        new.deadline_ms, new.value_usdt)
    or (old.claimed_key is distinct from new.claimed_key)
    or (old.status = 'waiting' and new.status = 'under_review')
  then
    raise exception 'deposit % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'deposit_transition';
  end if;
  if not (case new.status
    when 'waiting' then audit_by(subject, 'deposit.await') is not distinct from new.decided_by
    when 'success' then audit_by(subject, 'deposit.approve') is not distinct from new.decided_by
    when 'failed' then
      (new.reason = 'cancelled_by_customer' and old.status = 'under_review' and new.decided_by is null)
      or audit_by(subject, 'deposit.reject') is not distinct from new.decided_by
    else false
  end) or (new.decided_by is null and new.reason is distinct from 'cancelled_by_customer')
    or exists (select from operator_tie t where t.customer = new.book and t.person = operator_person(new.decided_by))
  then
    raise exception 'deposit % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'deposit_record';
  end if;
  if new.status = 'failed' then update stored_file f set released = true where f.id = new.voucher; end if;
  return new;
end
$$;
create trigger deposit_transition before insert or update on deposit for each row execute function deposit_transition();

-- Where a customer may have money sent. Nothing of it changes but that it is taken off the list.
create table withdrawal_address (
  book bigint not null references customer (id),
  id bigint not null,
  network text not null,
  address text not null,
  -- In the form in which two are the same.
  address_key text not null,
  label text not null,
  added_ms bigint not null,
  -- From when on it may be used.
  usable_ms bigint not null,
  deleted_ms bigint,
  primary key (book, id),
  check (usable_ms >= added_ms)
);
create unique index withdrawal_address_once on withdrawal_address (book, network, address_key) where deleted_ms is null;
create index withdrawal_address_shared on withdrawal_address (network, address_key);
create function withdrawal_address_fixed() returns trigger language plpgsql as
$$
begin
  raise exception 'address % cannot be changed', old.id
    using errcode = 'check_violation', constraint = 'withdrawal_address_fixed';
end
$$;
create trigger withdrawal_address_fixed before update on withdrawal_address for each row
  when (old.deleted_ms is not null or (old.book, old.id, old.network, old.address, old.address_key, old.label, old.added_ms,
    old.usable_ms) <> (new.book, new.id, new.network, new.address, new.address_key, new.label, new.added_ms, new.usable_ms))
  execute function withdrawal_address_fixed();

create table withdrawal (
  book bigint not null references customer (id),
  id bigint not null,
  currency text not null,
  network text not null,
  address_id bigint not null,
  address text not null,
  -- Frozen; the fee is taken out of it.
  amount numeric(38,8) not null check (amount > 0),
  fee numeric(38,8) not null check (fee >= 0 and fee < amount),
  status text not null check (status in ('under_review', 'waiting', 'success', 'failed')),
  reason text,
  version int not null,
  requested_ms bigint not null,
  -- By then it is decided, or overdue for both sides to see.
  deadline_ms bigint not null,
  -- Held: why, and until when at the latest.
  hold_reason text,
  hold_until_ms bigint,
  held_by text,
  -- Large enough that two persons have to approve.
  needs_second boolean not null,
  first_by text,
  second_by text,
  approved_ms bigint,
  -- What the payment's own reference is, once it is paid.
  paid_reference text,
  decided_by text,
  decided_ms bigint,
  primary key (book, id),
  foreign key (book, address_id) references withdrawal_address (book, id),
  check ((status = 'failed') = (reason is not null)),
  check ((status in ('success', 'failed')) = (decided_ms is not null)),
  check ((status = 'success') = (paid_reference is not null)),
  check ((hold_reason is null) = (hold_until_ms is null) and (hold_reason is null) = (held_by is null)),
  check (hold_reason is null or status in ('under_review', 'failed')),
  check (status not in ('waiting', 'success') or (first_by is not null and (not needs_second or second_by is not null))),
  check (second_by is null or first_by is not null),
  check ((approved_ms is not null) = (first_by is not null and (not needs_second or second_by is not null)))
) with (fillfactor = 80);
-- However many are asked for at once, one waits.
create unique index withdrawal_one on withdrawal (book) where status in ('under_review', 'waiting');
create unique index withdrawal_paid_once on withdrawal (network, paid_reference) where paid_reference is not null;
create index withdrawal_waiting on withdrawal (requested_ms, book, id) where status in ('under_review', 'waiting');
create index withdrawal_decided on withdrawal (decided_ms) where decided_ms is not null;
create index withdrawal_newest on withdrawal (id);

create function withdrawal_transition() returns trigger language plpgsql as
$$
declare
  subject text := 'customer:' || new.book;
  tied boolean := false;
  says boolean;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'under_review' or new.first_by is not null or new.hold_reason is not null then
      raise exception 'withdrawal % begins as %', new.id, new.status
        using errcode = 'check_violation', constraint = 'withdrawal_transition';
    end if;
    if not exists (select from withdrawal_address a where a.book = new.book and a.id = new.address_id and a.network = new.network
      and a.address = new.address and a.deleted_ms is null and a.usable_ms <= new.requested_ms)
    then
      raise exception 'withdrawal % goes to no address of its customer', new.id
        using errcode = 'check_violation', constraint = 'withdrawal_address_usable';
    end if;
    return new;
  end if;
  if old.status in ('success', 'failed') or new.version <= old.version
    or (old.book, old.id, old.currency, old.network, old.address_id, old.address, old.amount, old.fee, old.requested_ms,
        old.deadline_ms, old.needs_second)
      <> (new.book, new.id, new.currency, new.network, new.address_id, new.address, new.amount, new.fee, new.requested_ms,
        new.deadline_ms, new.needs_second)
    or (old.status = 'waiting' and new.status = 'under_review') or (old.status = 'under_review' and new.status = 'success')
    or (old.first_by is not null and new.first_by is distinct from old.first_by)
    or (old.second_by is not null and new.second_by is distinct from old.second_by)
    -- One record says one approval.
    or (old.first_by is null and new.second_by is not null)
    or (new.status in ('waiting', 'success') and new.hold_reason is not null)
  then
    raise exception 'withdrawal % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'withdrawal_transition';
  end if;
  if (new.first_by is not null and operator_person(new.first_by) is null)
    or (new.second_by is not null and operator_person(new.second_by) is null)
  then
    raise exception 'withdrawal % was approved by somebody who is no operator', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_two_persons';
  end if;
  -- Two persons, neither of them the customer, whatever accounts they used.
  if operator_person(new.first_by) = operator_person(new.second_by) then
    raise exception 'withdrawal % was approved twice by one person', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_two_persons';
  end if;
  -- Whoever acts now, and whose approval lets it be paid; what somebody did before they were found to be tied bars nobody else,
  -- and least of all the customer who takes it back.
  tied := exists (
    select from operator_tie t where t.customer = new.book and t.person in (
      case when new.first_by is distinct from old.first_by or new.status <> old.status and new.status = 'waiting'
        then operator_person(new.first_by) end,
      case when new.second_by is distinct from old.second_by then operator_person(new.second_by) end,
      case when new.decided_by is distinct from old.decided_by then operator_person(new.decided_by) end,
      case when new.hold_reason is not null and new.status = 'under_review' and audit_by(subject, 'withdrawal.hold') is not null
        then operator_person(new.held_by) end,
      case when old.hold_reason is not null and new.hold_reason is null
        then operator_person(audit_by(subject, 'withdrawal.release')) end));
  says := case
    when new.status = 'failed' and new.reason = 'cancelled_by_customer' then old.status = 'under_review' and new.decided_by is null
    -- Only beside the very journal that starts over: what is written together has one time.
    when new.status = 'failed' and new.reason = 'start_over' then new.decided_by is null and exists (
      select from (select * from journal j where j.book = new.book order by j.seq desc limit 64) newest
      where newest.kind = 'start_over' and newest.time_ms = (
        select j.time_ms from journal j where j.book = new.book order by j.seq desc limit 1))
    when new.status = 'failed' and old.status = 'under_review' then audit_by(subject, 'withdrawal.reject') = new.decided_by
    when new.status = 'failed' then audit_by(subject, 'withdrawal.payout_failed') = new.decided_by
    when new.status = 'success' then audit_by(subject, 'withdrawal.paid') = new.decided_by
    when old.first_by is null and new.first_by is not null then audit_by(subject, 'withdrawal.approve') = new.first_by
    when old.second_by is null and new.second_by is not null then audit_by(subject, 'withdrawal.approve') = new.second_by
    when new.hold_reason is not null then audit_by(subject, 'withdrawal.hold') = new.held_by
    when old.hold_reason is not null then audit_by(subject, 'withdrawal.release') is not null
    else false
  end;
  if tied or says is not true then
    raise exception 'withdrawal % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_record';
  end if;
  return new;
end
$$;
create trigger withdrawal_transition before insert or update on withdrawal
  for each row execute function withdrawal_transition();

-- What a customer asked for lately, for the bound of a day: the newest hundred that did not fail.
create view withdrawal_lately as
  select c.id as book, 0::bigint as id, coalesce((
    select json_agg(json_build_object('currency', w.currency, 'amount', w.amount::text, 'requested_ms', w.requested_ms))
    from (select * from withdrawal w where w.book = c.id and w.status <> 'failed' order by w.id desc limit 100) w
  )::text, '[]') as asked
  from customer c;

-- Payments handed to whoever pays, in the transaction that approved them: sent with this row's key until it was
-- acknowledged, so that one that timed out is never another one.
create table payout (
  book bigint not null,
  id bigint not null,
  -- What the payment provider knows it by, the same at every try.
  key text not null unique,
  created_ms bigint not null,
  attempts int not null default 0,
  next_try_ms bigint not null,
  acknowledged_ms bigint,
  trouble text,
  primary key (book, id)
);
create index payout_unsent on payout (next_try_ms) where acknowledged_ms is null;

-- A firm price for ten seconds; a customer has one at a time, and it is used at most once.
create table exchange_quote (
  book bigint not null references customer (id),
  id bigint not null check (id = 0),
  number bigint not null,
  from_currency text not null,
  to_currency text not null,
  from_amount numeric(38,8) not null check (from_amount > 0),
  to_amount numeric(38,8) not null check (to_amount > 0),
  fee numeric(38,8) not null check (fee >= 0),
  fee_rate numeric(38,8) not null check (fee_rate >= 0),
  -- The legs through USDT with the entries of the tape that priced them, as JSON.
  legs text not null check (legs is json array),
  quoted_ms bigint not null,
  expires_ms bigint not null,
  -- When it was quoted, by the market's clock.
  market_ms bigint not null,
  used boolean not null,
  primary key (book, id),
  check (from_currency <> to_currency)
) with (fillfactor = 50);
create table exchange (
  book bigint not null,
  -- The number of the quote, so that no quote is carried out twice.
  id bigint not null,
  from_currency text not null,
  to_currency text not null,
  from_amount numeric(38,8) not null check (from_amount > 0),
  to_amount numeric(38,8) not null check (to_amount > 0),
  fee numeric(38,8) not null,
  fee_rate numeric(38,8) not null,
  legs text not null check (legs is json array),
  quoted_ms bigint not null,
  -- The market's clock.
  time_ms bigint not null,
  journal_seq bigint not null,
  primary key (book, id)
);
create trigger exchange_append_only before update or delete or truncate on exchange
  for each statement execute function refuse_change();

-- What takes two persons: money by hand, promotions, terms. Book 0 is the house.
create table proposal (
  book bigint not null references book (id),
  id bigint not null,
  kind text not null check (kind in ('correction', 'house_move', 'house_capital', 'promotion', 'terms')),
  -- What is to be done, as JSON; the second person approves these very bytes.
  body text not null check (body is json object),
  reason text not null check (reason <> ''),
  status text not null check (status in ('proposed', 'done', 'rejected', 'withdrawn')),
  proposed_by text not null,
  proposed_ms bigint not null,
  decided_by text,
  decided_ms bigint,
  -- The journal that did it, where money moved.
  journal_seq bigint,
  primary key (book, id),
  check ((status = 'proposed') = (decided_by is null)),
  check ((status = 'proposed') = (decided_ms is null)),
  check (journal_seq is null or status = 'done')
);
create index proposal_waiting on proposal (proposed_ms, book, id) where status = 'proposed';
create unique index proposal_journal on proposal (book, journal_seq) where journal_seq is not null;
create function proposal_transition() returns trigger language plpgsql as
$$
declare
  subject text := case new.book when 0 then 'house' else 'customer:' || new.book end;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'proposed' or audit_by(subject, 'proposal.make') is distinct from new.proposed_by
      or exists (select from operator_tie t where t.customer = new.book and t.person = operator_person(new.proposed_by))
    then
      raise exception 'proposal % has no record', new.id using errcode = 'check_violation', constraint = 'proposal_record';
    end if;
    return new;
  end if;
  if old.status <> 'proposed' or new.status = 'proposed'
    or (old.book, old.id, old.kind, old.body, old.reason, old.proposed_by, old.proposed_ms)
      <> (new.book, new.id, new.kind, new.body, new.reason, new.proposed_by, new.proposed_ms)
  then
    raise exception 'proposal % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'proposal_transition';
  end if;
  -- Whoever turns out to be close to the customer can still take back what they proposed, and others can reject it.
  if audit_by(subject, case new.status when 'done' then 'proposal.approve' when 'rejected' then 'proposal.reject'
      else 'proposal.withdraw' end) is distinct from new.decided_by
    or exists (select from operator_tie t where t.customer = new.book and (
      (t.person = operator_person(new.decided_by) and new.status <> 'withdrawn')
      or (t.person = operator_person(new.proposed_by) and new.status = 'done')))
  then
    raise exception 'proposal % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'proposal_record';
  end if;
  if operator_person(new.decided_by) is null or operator_person(new.proposed_by) is null
    or (new.status = 'withdrawn') <> (operator_person(new.decided_by) = operator_person(new.proposed_by))
  then
    raise exception 'proposal % takes two persons', new.id
      using errcode = 'check_violation', constraint = 'proposal_two_persons';
  end if;
  return new;
end
$$;
create trigger proposal_transition before insert or update on proposal
  for each row execute function proposal_transition();

-- No journal by hand without the proposal that two persons made, and none that moves anything else than its body says; asked
-- at commit, when both are written.
create function journal_by_two() returns trigger language plpgsql as
$$
declare
  done record;
  gains account;
begin
  select p.id, p.kind, p.body::jsonb as body into done from proposal p
    where p.book = new.book and p.journal_seq = new.seq and p.status = 'done';
  gains := case done.kind
    when 'correction' then case when (done.body ->> 'takes')::boolean then 'equity' else 'spot' end
    when 'promotion' then 'promo'
    when 'house_move' then done.body ->> 'to'
    when 'house_capital' then case done.body ->> 'direction' when 'in' then 'equity' else 'custody' end
  end;
  if gains is null or new.ref <> 'proposal:' || done.id
    or new.kind <> (case done.kind when 'correction' then 'manual_correction' when 'promotion' then 'promotion_grant' else done.kind end)
    or (select count(*) <> 2 or sum(p.amount) filter (where p.account = gains) is distinct from (done.body ->> 'amount')::numeric
        or bool_or(p.currency <> coalesce(done.body ->> 'currency', 'USDT'))
        or bool_or(done.kind = 'house_move' and p.account::text not in (done.body ->> 'from', done.body ->> 'to'))
      from posting p where p.book = new.book and p.seq = new.seq)
  then
    raise exception 'journal %/% has no proposal', new.book, new.seq
      using errcode = 'check_violation', constraint = 'journal_by_two';
  end if;
  return null;
end
$$;
create constraint trigger journal_by_two after insert on journal deferrable initially deferred for each row
  when (new.kind in ('manual_correction', 'house_move', 'house_capital', 'promotion_grant'))
  execute function journal_by_two();

-- Published terms: bounds, fees and what is open, by subject and version, each from an instant on that was still to come
-- when it was approved. What was agreed before keeps the terms it was agreed under.
create table terms (
  subject text not null,
  version int not null check (version > 0),
  effective_ms bigint not null,
  body text not null check (body is json object),
  published_ms bigint not null,
  proposal bigint not null unique,
  primary key (subject, version),
  check (effective_ms >= published_ms + 60000)
);
-- The database numbers the versions, so that there is no gap in them and no choice.
create function terms_number() returns trigger language plpgsql as
$$
begin
  new.version := 1 + coalesce((select max(t.version) from terms t where t.subject = new.subject), 0);
  return new;
end
$$;
create trigger terms_number before insert on terms for each row execute function terms_number();
create trigger terms_append_only before update or delete or truncate on terms
  for each statement execute function refuse_change();
create function terms_by_two() returns trigger language plpgsql as
$$
begin
  if not exists (
      select from proposal p where p.book = 0 and p.id = new.proposal and p.kind = 'terms' and p.status = 'done'
        and p.body::jsonb ->> 'subject' = new.subject and p.body::jsonb -> 'body' = new.body::jsonb
        and (p.body::jsonb ->> 'effective_at')::bigint * 1000 = new.effective_ms)
    or new.effective_ms < extract(epoch from clock_timestamp()) * 1000
  then
    raise exception 'terms of % have no proposal, or come too late', new.subject
      using errcode = 'check_violation', constraint = 'terms_by_two';
  end if;
  return null;
end
$$;
create constraint trigger terms_by_two after insert on terms deferrable initially deferred for each row
  execute function terms_by_two();

-- What banks and chains say is held, noted by an operator, to be held against custody.
create table custody_statement (
  id bigint generated always as identity primary key,
  currency text not null,
  source text not null,
  amount numeric(38,8) not null check (amount >= 0),
  as_of_ms bigint not null,
  noted_ms bigint not null,
  noted_by text not null
);
create index custody_statement_newest on custody_statement (currency, source, as_of_ms);
create trigger custody_statement_append_only before update or delete or truncate on custody_statement
  for each statement execute function refuse_change();
create function custody_statement_record() returns trigger language plpgsql as
$$
begin
  if audit_by('house', 'custody.note') is distinct from new.noted_by then
    raise exception 'a statement of custody has no record' using errcode = 'check_violation', constraint = 'custody_statement_record';
  end if;
  return new;
end
$$;
create trigger custody_statement_record before insert on custody_statement
  for each row execute function custody_statement_record();

-- What happened to a customer's money or account that they must learn: shown in the app, and mailed once.
create table notice (
  book bigint not null,
  id bigint not null,
  kind text not null,
  -- What its text names, as JSON.
  params text not null check (params is json object),
  time_ms bigint not null,
  mailed_ms bigint,
  read_ms bigint,
  primary key (book, id)
);
create index notice_unmailed on notice (time_ms, book, id) where mailed_ms is null;
alter table mail drop constraint mail_kind_check;
alter table mail add constraint mail_kind_check check (kind in (
  'code', 'email_in_use', 'password_changed', 'new_device', 'email_changed', 'phone_changed', 'factor_changed',
  'trading_password_changed', 'bank_card_changed', 'guesses_locked', 'kyc_approved', 'kyc_rejected', 'leverage_decided',
  'standing_changed', 'limits_changed', 'account_closed',
  'deposit_credited', 'deposit_failed', 'withdrawal_requested', 'withdrawal_held', 'withdrawal_sent', 'withdrawal_failed',
  'address_added', 'balance_corrected', 'promotion_granted'
));

create or replace view open_hold as
  select book, 'spot_order:' || id as ref, 'spot_frozen'::account as account,
    case when side = 'buy' then split_part(symbol, '/', 2) else split_part(symbol, '/', 1) end as currency,
    held as amount
  from spot_order where status = 'open'
  union all
  select book, 'position:' || id, case collateral when 'contract' then 'contract_frozen' else 'promo_frozen' end::account,
    'USDT', margin
  from position where status in ('pending', 'open', 'closing')
  union all
  select book, 'withdrawal:' || id, 'spot_frozen', currency, amount
  from withdrawal where status in ('under_review', 'waiting');

revoke execute on function audit_by, operator_person from public;
grant execute on function audit_by, operator_person to candor_app;
grant select, insert on operator_session to candor_app;
grant update (seen_ms, ended_ms) on operator_session to candor_app;
grant update (disabled_ms) on operator to candor_app;
grant select, insert on operator_tie, exchange, terms, custody_statement to candor_app;
grant select, insert, update on deposit, withdrawal, withdrawal_address, exchange_quote, proposal to candor_app;
grant select, insert, update on payout to candor_app;
grant select, insert on notice to candor_app;
grant update (mailed_ms, read_ms) on notice to candor_app;
grant select on customer_tie, withdrawal_lately to candor_app;
