-- A loan from a published size on takes two persons: the first approval is a name, the second, of another person, pays it out.
-- And pictures of an application that failed stay their owner's, as those of a loan that was repaid do. Times are wall-clock
-- milliseconds.

alter table loan
  add column needs_second boolean not null default false,
  add column first_by text,
  add column first_ms bigint,
  add constraint loan_first_check check ((first_by is null) = (first_ms is null) and (first_by is null or needs_second));
alter table loan alter column needs_second drop default;
-- What waits takes two from now on where it is large; what was decided was decided by one.
alter table loan disable trigger user;
update loan set needs_second = true where status = 'pending_review' and amount >= 10000;
alter table loan enable trigger user;

create or replace function loan_transition() returns trigger language plpgsql as
$$
declare
  subject text := 'customer:' || new.book;
  -- Who acts now, and the record that says so.
  actor text := new.decided_by;
  act text := case new.status when 'disbursed' then 'loan.approve' else 'loan.reject' end;
  marks bigint[] := array[-3, -1, 0, 7, 30];
  -- Where no published terms say from which size on it takes two: the house's own, `usual-terms.ts` in the server.
  two_from numeric := 10000;
  says boolean;
  wall_ms numeric := extract(epoch from clock_timestamp()) * 1000;
  agreed record;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'pending_review' or new.decided_by is not null or new.first_by is not null
      or new.principal_left <> 0 or new.next_mark <> 0
      or (new.interest_days, new.interest, new.overdue_days, new.fees) <> (0, 0, 0, 0)
      or not exists (select from customer c where c.id = new.book and c.kyc_status = 'approved')
    then
      raise exception 'loan % begins as %', new.id, new.status
        using errcode = 'check_violation', constraint = 'loan_transition';
    end if;
    -- What was published says what can be agreed: the version that counts, or one that did until five minutes ago, since clocks
    -- differ. Before the first the usual terms are the house's own configuration.
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
        raise exception 'loan % has not the terms that were published', new.id
          using errcode = 'check_violation', constraint = 'loan_terms';
      end if;
      two_from := coalesce((agreed.body ->> 'two_from')::numeric, two_from);
    end if;
    if new.needs_second is distinct from (new.amount >= two_from) then
      raise exception 'loan % does not say truly whether it takes two persons', new.id
        using errcode = 'check_violation', constraint = 'loan_two_persons';
    end if;
    return new;
  end if;
  if old.status in ('settled', 'failed') or new.version <= old.version
    or (old.status, new.status) not in (('pending_review', 'pending_review'), ('pending_review', 'disbursed'),
      ('pending_review', 'failed'), ('disbursed', 'disbursed'), ('disbursed', 'settled'))
    or (old.book, old.id, old.currency, old.amount, old.days, old.daily_rate, old.overdue_rate, old.overdue_cap, old.terms_version,
        old.agreement, old.house, old.house_digest, old.income, old.income_digest, old.bank, old.bank_digest, old.identity,
        old.identity_digest, old.applied_ms, old.review_due_ms, old.needs_second)
      <> (new.book, new.id, new.currency, new.amount, new.days, new.daily_rate, new.overdue_rate, new.overdue_cap, new.terms_version,
        new.agreement, new.house, new.house_digest, new.income, new.income_digest, new.bank, new.bank_digest, new.identity,
        new.identity_digest, new.applied_ms, new.review_due_ms, new.needs_second)
    -- One record says one thing. A first approval is nothing but a name, and an end leaves it as it was.
    or (new.status = 'pending_review' and (new.first_by is null or new.decided_by is not null
      or (old.principal_left, old.interest_days, old.interest, old.interest_paid, old.overdue_days, old.fees, old.fees_paid,
        old.next_mark, old.armed_seq) <> (new.principal_left, new.interest_days, new.interest, new.interest_paid,
        new.overdue_days, new.fees, new.fees_paid, new.next_mark, new.armed_seq)))
    or (new.status <> 'pending_review' and (old.first_by, old.first_ms) is distinct from (new.first_by, new.first_ms))
    -- What was paid out stays as it was; of what is owed nothing is forgiven but by paying it.
    or (old.status = 'disbursed' and ((old.decided_ms, old.decided_by, old.disbursed_ms, old.due_ms, old.disburse_seq)
        is distinct from (new.decided_ms, new.decided_by, new.disbursed_ms, new.due_ms, new.disburse_seq)
      or new.principal_left > old.principal_left or new.interest_days < old.interest_days or new.interest < old.interest
      or new.interest_paid < old.interest_paid or new.overdue_days < old.overdue_days or new.fees < old.fees
      or new.fees_paid < old.fees_paid or new.next_mark < old.next_mark))
    or (new.status = 'disbursed' and old.status = 'pending_review' and (new.principal_left <> new.amount or new.next_mark <> 0
      or (new.interest_days, new.interest, new.overdue_days, new.fees) <> (0, 0, 0, 0)))
    or (new.status = 'settled' and new.reason is null and (new.interest_paid <> new.interest or new.fees_paid <> new.fees))
  then
    raise exception 'loan % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'loan_transition';
  end if;
  -- No mark is passed, and no day charged, before its time, nor more than a day of the whole amount costs.
  if (new.next_mark > old.next_mark and market_ms() < new.due_ms + marks[new.next_mark] * 86400000)
    or (new.interest_days > old.interest_days and market_ms() < new.disbursed_ms + (new.interest_days - 1) * 86400000::bigint)
    or (new.overdue_days > old.overdue_days and market_ms() < new.due_ms + (new.overdue_days - 1) * 86400000::bigint)
    or new.interest > new.interest_days * ceil(new.amount * new.daily_rate * 100000000) / 100000000
    or new.fees > new.overdue_days * ceil((new.amount + new.interest) * new.overdue_rate * 100000000) / 100000000
  then
    raise exception 'loan % is not due', new.id using errcode = 'check_violation', constraint = 'loan_time';
  end if;
  if new.status = 'pending_review' then
    actor := new.first_by;
    act := 'loan.approve_first';
  end if;
  if (new.status = 'pending_review' and operator_person(new.first_by) is null)
    -- Two persons, whatever accounts they used, neither of them close to the borrower.
    or (new.needs_second and new.status = 'disbursed' and old.status = 'pending_review' and (
      (operator_person(new.first_by) <> operator_person(new.decided_by)) is not true
      or exists (select from operator_tie t where t.customer = new.book and t.person = operator_person(new.first_by))))
  then
    raise exception 'loan % was not approved by two persons', new.id
      using errcode = 'check_violation', constraint = 'loan_two_persons';
  end if;
  says := case
    when new.reason = 'start_over' then new.decided_by is not distinct from old.decided_by and exists (
      -- Only beside the very journal that starts over: what is written together has one time.
      select from (select * from journal j where j.book = new.book order by j.seq desc limit 64) newest
      where newest.kind = 'start_over' and newest.time_ms = (
        select j.time_ms from journal j where j.book = new.book order by j.seq desc limit 1))
    when old.status = 'disbursed' then true
    when new.status = 'failed' and new.reason = 'cancelled_by_customer' then new.decided_by is null
    else actor is not null and audit_by(subject, act) = actor
      and not exists (select from operator_tie t where t.customer = new.book and t.person = operator_person(actor))
  end;
  if says is not true then
    raise exception 'loan % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'loan_record';
  end if;
  -- Days and maturity are counted from when it is paid out, which is now: by the clock, or the newest entry of a tape where the
  -- clock was set back.
  if new.status = 'disbursed' and old.status = 'pending_review'
    and new.disbursed_ms not between clock_ms() - 300000 and market_ms() + 300000
  then
    raise exception 'loan % is paid out at another time', new.id using errcode = 'check_violation', constraint = 'loan_time';
  end if;
  if new.status = 'disbursed' and old.status = 'pending_review'
    and not exists (select from customer c where c.id = new.book and c.kyc_status = 'approved' and c.status = 'active')
  then
    raise exception 'loan % is of nobody who is verified', new.id
      using errcode = 'check_violation', constraint = 'loan_borrower';
  end if;
  return new;
end
$$;

-- Kept, which nobody else may show: of one that ended, however it did. Released are those alone of one that failed before this
-- and that another customer has shown since.
update loan_document d set state = 'kept' where state = 'released' and not exists (
  select from loan_document o where o.digest = d.digest and o.book <> d.book);

create or replace function loan_documents() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  digests bytea[] := array[new.house_digest, new.income_digest, new.bank_digest, new.identity_digest];
  files text[] := array[new.house, new.income, new.bank, new.identity];
  used int;
begin
  if tg_op = 'INSERT' then
    if exists (select from loan_document d where d.digest = any(digests) and d.book <> new.book and d.state <> 'released') then
      raise exception 'loan % shows a picture of another customer''s', new.id
        using errcode = 'check_violation', constraint = 'loan_document_once';
    end if;
    update stored_file f set attached = true, released = false
      from unnest(files, digests) as u (file, digest)
      where f.id = u.file and f.digest = u.digest and f.customer = new.book and f.purpose = 'loan'
        and (not f.attached or f.released);
    get diagnostics used = row_count;
    -- Four pictures, and none of them twice.
    if used <> 4 then
      raise exception 'the files of loan % are not free', new.id
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
