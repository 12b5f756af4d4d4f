-- Loans: application, decision and repayment, and their effect on the credit score.

create table loan (
  book bigint not null references customer (id),
  id bigint not null,
  currency text not null check (currency = 'USDT'),
  amount numeric(38,8) not null check (amount > 0),
  -- The agreed terms, which never change.
  days int not null check (days in (7, 15, 30, 60, 90)),
  daily_rate numeric(38,8) not null check (daily_rate between 0 and 1),
  overdue_rate numeric(38,8) not null check (overdue_rate between 0 and 1),
  overdue_cap numeric(38,8) not null check (overdue_cap between 0 and 1),
  terms_version int not null check (terms_version >= 0),
  agreement text not null,
  -- The four images of the application, each with a keyed hash of the uploaded bytes. The key is the same for all customers, so
  -- that an image cannot be used twice.
  house text not null references stored_file,
  house_digest bytea not null,
  income text not null references stored_file,
  income_digest bytea not null,
  bank text not null references stored_file,
  bank_digest bytea not null,
  identity text not null references stored_file,
  identity_digest bytea not null,
  status text not null check (status in ('pending_review', 'disbursed', 'settled', 'failed')),
  reason text,
  version int not null,
  -- Wall-clock times of the application, the deadline for the decision, and the decision; and the operator who decided.
  applied_ms bigint not null,
  review_due_ms bigint not null,
  decided_ms bigint,
  decided_by text,
  disbursed_ms bigint,
  due_ms bigint,
  -- The number of the journal that paid out the loan.
  disburse_seq bigint,
  -- The state after the last payment; the current debt is computed from it and the current time.
  principal_left numeric(38,8) not null check (principal_left between 0 and amount),
  interest_days int not null check (interest_days between 0 and days),
  interest numeric(38,8) not null check (interest >= 0),
  interest_paid numeric(38,8) not null check (interest_paid between 0 and interest),
  overdue_days int not null check (overdue_days >= 0),
  fees numeric(38,8) not null check (fees between 0 and trunc(amount * overdue_cap, 8)),
  fees_paid numeric(38,8) not null check (fees_paid between 0 and fees),
  -- The index of the next mark: three days before maturity, one day before, at maturity, 7 days after, 30 days after. From 3
  -- on, the loan is overdue.
  next_mark int not null check (next_mark between 0 and 5),
  armed_seq bigint not null,
  settled_ms bigint,
  -- A loan of at least the published size takes dual approval: the first approval only records the operator, and the second
  -- one, by another person, pays the loan out.
  needs_second boolean not null,
  first_by text,
  first_ms bigint,
  primary key (book, id),
  check (case status when 'failed' then reason is not null when 'settled' then coalesce(reason, 'start_over') = 'start_over'
    else reason is null end),
  check ((status in ('disbursed', 'settled')) = (disbursed_ms is not null)),
  check ((disbursed_ms is null) = (due_ms is null) and (disbursed_ms is null) = (disburse_seq is null)),
  check (due_ms is null or due_ms = disbursed_ms + days * 86400000::bigint),
  check ((status = 'settled') = (settled_ms is not null)),
  check ((status = 'pending_review') = (decided_ms is null)),
  check (status <> 'settled' or principal_left = 0),
  check (status <> 'disbursed' or principal_left > 0),
  -- Interest is at most that of all days at the rate on the full amount.
  check (interest <= days * ceil(amount * daily_rate * 100000000) / 100000000),
  constraint loan_first_check check ((first_by is null) = (first_ms is null) and (first_by is null or needs_second))
) with (fillfactor = 80);
create unique index loan_one on loan (book) where status in ('pending_review', 'disbursed');
create index loan_waiting on loan (applied_ms, book, id) where status = 'pending_review';
create index loan_decided on loan (decided_ms) where decided_ms is not null;
create index loan_marks on loan (book, id) where status = 'disbursed' and next_mark < 5;
create index loan_newest on loan (id);
create index loan_of_book on loan (book, applied_ms, id);
create index loan_failed on loan (book, decided_ms, id) where status = 'failed';
create index loan_newest_by_status on loan (status, id);
create trigger loan_zz_approved before update on loan for each row execute function money_approved();
create trigger loan_capped after update on loan for each row execute function operator_capped();
-- Not checked when the customer cancels the application, or when the customer of a demo starts over.
create trigger loan_zz_reason_approved before update on loan for each row
  when (new.status = 'failed' and old.status <> 'failed' and new.decided_by is distinct from old.decided_by)
  execute function reason_approved();

-- The images used by loans. open: the loan is under review or running; kept: the loan was repaid; released: the application
-- failed. Only a guard writes this table.
create table loan_document (
  book bigint not null,
  loan bigint not null,
  digest bytea not null,
  state text not null check (state in ('open', 'kept', 'released')),
  primary key (book, loan, digest),
  foreign key (book, loan) references loan (book, id)
);
create unique index loan_document_once on loan_document (digest) where state = 'open';
create index loan_document_seen on loan_document (digest, book) where state <> 'released';

-- Repayments, one per journal. The amount is the sum of the parts.
create table loan_payment (
  book bigint not null,
  id bigint not null,
  loan bigint not null,
  time_ms bigint not null,
  amount numeric(38,8) not null check (amount > 0),
  fee numeric(38,8) not null check (fee >= 0),
  interest numeric(38,8) not null check (interest >= 0),
  principal numeric(38,8) not null check (principal >= 0),
  journal_seq bigint not null,
  primary key (book, id),
  unique (book, journal_seq),
  foreign key (book, loan) references loan (book, id),
  check (amount = fee + interest + principal)
);
create index loan_payment_of on loan_payment (book, loan, id);
create trigger loan_payment_append_only before update or delete or truncate on loan_payment
  for each statement execute function refuse_change();

alter table credit_change add foreign key (customer, loan) references loan (book, id);

create trigger begun_in_session after insert on loan referencing new table as added
  for each statement execute function begun_in_session();

create trigger begun_in_session after insert on loan_payment referencing new table as added
  for each statement execute function begun_in_session();

create function loan_documents() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  digests bytea[] := array[new.house_digest, new.income_digest, new.bank_digest, new.identity_digest];
  files text[] := array[new.house, new.income, new.bank, new.identity];
  used int;
begin
  if tg_op = 'INSERT' then
    if exists (select from loan_document d where d.digest = any(digests) and d.book <> new.book and d.state <> 'released') then
      raise exception 'loan % has an image that another customer has used', new.id
        using errcode = 'check_violation', constraint = 'loan_document_once';
    end if;
    update stored_file f set attached = true, released = false
      from unnest(files, digests) as u (file, digest)
      where f.id = u.file and f.digest = u.digest and f.customer = new.book and f.purpose = 'loan'
        and (not f.attached or f.released);
    get diagnostics used = row_count;
    -- Four pictures, and none of them twice.
    if used <> 4 then
      raise exception 'the files of loan % are missing or in use', new.id
        using errcode = 'check_violation', constraint = 'loan_file_free';
    end if;
    insert into loan_document (book, loan, digest, state) select new.book, new.id, d, 'open' from unnest(digests) as d;
  elsif new.status in ('settled', 'failed') then
    update loan_document d set state = 'kept' where d.book = new.book and d.loan = new.id;
    -- Their owner may show them again; nobody else may show the same.
    update stored_file f set released = true where f.id = any(files);
  end if;
  return null;
end
$$;
create trigger loan_documents_shown after insert on loan for each row execute function loan_documents();
create trigger loan_documents_ended after update on loan for each row
  when (old.status is distinct from new.status) execute function loan_documents();

create trigger loan_transition before insert or update on loan for each row execute function goes_its_way();

-- A loan is applied for under the version of the published terms that is in effect, or that was within the last five minutes,
-- since clocks differ. Before the first version, the default terms of the configuration apply (`usual-terms.ts` in the
-- server).
create function loan_begins() returns trigger language plpgsql as
$$
declare
  two_from numeric := 10000;
  wall_ms numeric := extract(epoch from house_clock()) * 1000;
  agreed record;
begin
  if new.decided_by is not null or new.first_by is not null or new.principal_left <> 0 or new.next_mark <> 0
    or (new.interest_days, new.interest, new.overdue_days, new.fees) <> (0, 0, 0, 0)
    or not exists (select from customer c where c.id = new.book and c.kyc_status = 'approved')
  then
    raise exception 'new loan % with the status % has invalid values', new.id, new.status
      using errcode = 'check_violation', constraint = 'loan_transition';
  end if;
  if new.terms_version > 0 or exists (
    select from terms t where t.subject = 'loan' and t.effective_ms <= wall_ms - 300000)
  then
    select t.body::jsonb as body into agreed from terms t
      where t.subject = 'loan' and t.version = new.terms_version and t.effective_ms <= wall_ms + 300000 and not exists (
        select from terms u where u.subject = 'loan' and u.version > t.version and u.effective_ms <= wall_ms - 300000);
    if not found or (new.daily_rate, new.overdue_rate, new.overdue_cap) is distinct from ((agreed.body ->> 'daily_rate')::numeric,
        (agreed.body ->> 'overdue_rate')::numeric, (agreed.body ->> 'overdue_cap')::numeric)
      or new.amount not between (agreed.body ->> 'min')::numeric and (agreed.body ->> 'max')::numeric
    then
      raise exception 'loan % does not have the published terms', new.id
        using errcode = 'check_violation', constraint = 'loan_terms';
    end if;
    two_from := coalesce((agreed.body ->> 'two_from')::numeric, two_from);
  end if;
  if new.needs_second is distinct from (new.amount >= two_from) then
    raise exception 'loan % states wrongly whether it needs two persons', new.id
      using errcode = 'check_violation', constraint = 'loan_two_persons';
  end if;
  return new;
end
$$;
create trigger loan_transition_begins before insert on loan for each row execute function loan_begins();

-- Rules beyond the transitions: a debt shrinks only by payment; no mark is passed and no day is charged early; a day costs at
-- most what a day costs for the full amount; and days and maturity are counted from the payout. The payout is made at the
-- current time, by the clock or, if the clock was set back, by the newest tape entry, to a verified customer.
create function loan_steps() returns trigger language plpgsql as
$$
declare
  marks constant bigint[] := array[-3, -1, 0, 7, 30];
begin
  if (old.status = 'disbursed' and (new.principal_left > old.principal_left or new.interest_days < old.interest_days
      or new.interest < old.interest or new.interest_paid < old.interest_paid or new.overdue_days < old.overdue_days or new.fees < old.fees
      or new.fees_paid < old.fees_paid or new.next_mark < old.next_mark))
    or (new.status = 'disbursed' and old.status = 'pending_review' and new.principal_left <> new.amount)
    or (new.status = 'settled' and new.reason is null and (new.interest_paid <> new.interest or new.fees_paid <> new.fees))
  then
    raise exception 'loan %: this transition is not allowed', new.id
      using errcode = 'check_violation', constraint = 'loan_transition';
  end if;
  if (new.next_mark > old.next_mark and market_ms() < new.due_ms + marks[new.next_mark] * 86400000)
    or (new.interest_days > old.interest_days and market_ms() < new.disbursed_ms + (new.interest_days - 1) * 86400000::bigint)
    or (new.overdue_days > old.overdue_days and market_ms() < new.due_ms + (new.overdue_days - 1) * 86400000::bigint)
    or new.interest > new.interest_days * ceil(new.amount * new.daily_rate * 100000000) / 100000000
    or new.fees > new.overdue_days * ceil((new.amount + new.interest) * new.overdue_rate * 100000000) / 100000000
    or (new.status = 'disbursed' and old.status = 'pending_review'
      and new.disbursed_ms not between clock_ms() - 300000 and market_ms() + 300000)
  then
    raise exception 'loan % is charged or paid out before its time', new.id using errcode = 'check_violation', constraint = 'loan_time';
  end if;
  if new.status = 'pending_review' and operator_person(new.first_by) is null then
    raise exception 'loan % was not approved by two persons', new.id
      using errcode = 'check_violation', constraint = 'loan_two_persons';
  end if;
  if new.status = 'disbursed' and old.status = 'pending_review'
    and not exists (select from customer c where c.id = new.book and c.kyc_status = 'approved' and c.status = 'active')
  then
    raise exception 'the customer of loan % is not verified', new.id
      using errcode = 'check_violation', constraint = 'loan_borrower';
  end if;
  return new;
end
$$;
create trigger loan_transition_steps before update on loan for each row execute function loan_steps();

-- Every journal of a loan is named by the loan's row or by a payment, and moves the amount stated there. Checked at commit,
-- when all rows are written.
create function loan_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  of_loan bigint := case when posted.ref ~ '^loan:\d{1,18}$' then substr(posted.ref, 6)::bigint end;
  moved record;
begin
  select bool_and(p.currency = 'USDT') as usdt,
    coalesce(sum(p.amount) filter (where p.account = 'spot'), 0) as spot,
    coalesce(sum(p.amount) filter (where p.account = 'fees'), 0) as fee,
    coalesce(sum(p.amount) filter (where p.account = 'interest'), 0) as interest,
    coalesce(sum(p.amount) filter (where p.account = 'lending'), 0) as principal
    into moved from posting p where p.book = posted.book and p.seq = posted.seq;
  if moved.usdt is not true or not (case posted.kind
    when 'loan_disburse' then exists (
      select from loan l where l.book = posted.book and l.id = of_loan and l.disburse_seq = posted.seq and l.amount = moved.spot)
    else exists (
      select from loan_payment y join loan l on l.book = y.book and l.id = y.loan
      where y.book = posted.book and y.loan = of_loan and y.journal_seq = posted.seq
        and (y.fee, y.interest, y.principal) = (moved.fee, moved.interest, moved.principal)
        -- Starting over pays only the principal, out of what the reset returns. A repayment is paid from the available balance.
        and case posted.kind when 'loan_repay' then y.amount = -moved.spot
          else l.reason = 'start_over' and y.amount = y.principal end)
  end) then
    raise exception 'journal %/% has no loan that explains it', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'loan_journal';
  end if;
end
$$;

-- At commit: every payout and payment has its journal, and the amounts in the loan's row match its payments.
create function loan_moved() returns trigger language plpgsql as
$$
declare
  of_loan bigint := case tg_table_name when 'loan' then (to_jsonb(new) ->> 'id')::bigint else (to_jsonb(new) ->> 'loan')::bigint end;
begin
  if not exists (
    select from loan l, lateral (
      select coalesce(sum(y.principal), 0) as principal, coalesce(sum(y.interest), 0) as interest, coalesce(sum(y.fee), 0) as fee,
        coalesce(bool_and(j.seq is not null), true) as posted
      from loan_payment y left join journal j on j.book = y.book and j.seq = y.journal_seq and j.ref = 'loan:' || l.id
        and j.kind in ('loan_repay', 'loan_return')
      where y.book = l.book and y.loan = l.id) paid
    where l.book = new.book and l.id = of_loan and paid.posted and l.interest_paid = paid.interest and l.fees_paid = paid.fee
      and case when l.disburse_seq is null then paid.principal = 0 else l.principal_left = l.amount - paid.principal
        and exists (select from journal j where j.book = l.book and j.seq = l.disburse_seq and j.kind = 'loan_disburse'
          and j.ref = 'loan:' || l.id) end
  ) then
    raise exception 'loan % does not match its payments', of_loan using errcode = 'check_violation', constraint = 'loan_moved';
  end if;
  return null;
end
$$;
create constraint trigger loan_moved after insert or update on loan deferrable initially deferred for each row
  execute function loan_moved();
create constraint trigger loan_payment_moved after insert on loan_payment deferrable initially deferred for each row
  execute function loan_moved();

create function credit_change_of_loan() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from loan l where l.book = new.customer and l.id = new.loan and case new.mark
      when 5 then l.status = 'settled' and l.reason is null and l.next_mark <= 2 and l.settled_ms < l.due_ms
      else l.next_mark > new.mark end
  ) then
    raise exception 'loan % of customer % gives no reason to change the credit score', new.loan, new.customer
      using errcode = 'check_violation', constraint = 'credit_change_of_loan';
  end if;
  return null;
end
$$;
create constraint trigger credit_change_of_loan after insert on credit_change deferrable initially deferred for each row
  when (new.loan is not null) execute function credit_change_of_loan();

create function loan_usual_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  agreed jsonb;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select u.body into agreed from usual_terms u where u.subject = 'loan';
  if new.terms_version > 0 then
    agreed := coalesce(agreed, '{}')
      || (select t.body::jsonb from terms t where t.subject = 'loan' and t.version = new.terms_version);
  end if;
  if ((new.daily_rate, new.overdue_rate, new.overdue_cap) = ((agreed ->> 'daily_rate')::numeric, (agreed ->> 'overdue_rate')::numeric,
      (agreed ->> 'overdue_cap')::numeric)
    and new.amount between (agreed ->> 'min')::numeric and (agreed ->> 'max')::numeric and (agreed ->> 'open')::boolean
    and new.needs_second = (new.amount >= (agreed ->> 'two_from')::numeric)
    and (select c.credit_score from customer c where c.id = new.book) >= (agreed ->> 'score_min')::numeric) is not true
  then
    raise exception 'loan % does not have the terms in force', new.id using errcode = 'check_violation', constraint = 'loan_terms';
  end if;
  if (is_wall_now(new.applied_ms) and new.review_due_ms = new.applied_ms + 86400000) is not true then
    raise exception 'loan % was not applied for at the current time', new.id using errcode = 'check_violation', constraint = 'loan_time';
  end if;
  return null;
end
$$;
create trigger loan_usual_terms after insert on loan for each row execute function loan_usual_terms();

-- The credit score as a row of the book, for commands that read and change it while they lock the book.
create view credit_standing as select c.id as book, 0::bigint as id, c.credit_score as score from customer c;

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('loan', '', 'pending_review', null, null, null, 0, '{}'),
  ('loan', 'pending_review', 'pending_review', null, 'loan.approve_first', 'first_by', 1, '{first_by,first_ms}'),
  ('loan', 'pending_review', 'disbursed', null, 'loan.approve', 'decided_by', 2, '{decided_by,decided_ms,disbursed_ms,due_ms,disburse_seq,principal_left,armed_seq}'),
  ('loan', 'pending_review', 'failed', null, 'loan.reject', 'decided_by', 1, '{reason,decided_by,decided_ms}'),
  ('loan', 'pending_review', 'failed', 'cancelled_by_customer', null, null, 0, '{reason,decided_ms}'),
  ('loan', 'pending_review', 'failed', 'start_over', null, null, 0, '{reason,decided_ms}'),
  ('loan', 'disbursed', 'disbursed', null, null, null, 0, '{principal_left,interest_days,interest,interest_paid,overdue_days,fees,fees_paid,next_mark,armed_seq}'),
  ('loan', 'disbursed', 'settled', null, null, null, 0, '{principal_left,interest_days,interest,interest_paid,overdue_days,fees,fees_paid,next_mark,armed_seq,settled_ms}'),
  ('loan', 'disbursed', 'settled', 'start_over', null, null, 0, '{reason,settled_ms,principal_left,interest_days,interest,interest_paid,overdue_days,fees,fees_paid,next_mark,armed_seq}');

insert into journal_template (kind, account, sign) values
  -- The house's claim on the borrower is the row of the loan. The money leaves `lending` and returns to it.
  ('loan_disburse', 'lending', -1), ('loan_disburse', 'spot', 1),
  ('loan_repay', 'spot', -1), ('loan_repay', 'fees', 1), ('loan_repay', 'interest', 1), ('loan_repay', 'lending', 1),
  -- The customer of a demo starts over: the borrowed amount returns to `lending`, and another journal returns the remaining play
  -- money to equity.
  ('loan_return', 'equity', -1), ('loan_return', 'lending', 1);

insert into unsigned_action values ('loan.read');
insert into mail_kind (kind) values
  ('loan_disbursed'), ('loan_refused'), ('loan_reminder'), ('loan_overdue'), ('loan_settled');

grant select on loan_document to candor_app;
grant select, insert on loan_payment to candor_app;
grant select, insert, update (status, reason, version, decided_ms, decided_by, disbursed_ms, due_ms, disburse_seq, principal_left,
  interest_days, interest, interest_paid, overdue_days, fees, fees_paid, next_mark, armed_seq, settled_ms, first_by, first_ms) on loan
  to candor_app;
grant select, update (score) on credit_standing to candor_app;
revoke execute on function loan_documents, loan_journal, loan_usual_terms from public;

-- Read by the invariants, which the guard evaluates.
grant select on loan, loan_document, loan_payment to candor_guard;
