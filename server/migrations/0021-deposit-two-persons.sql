-- A deposit from a published size on takes two persons. The first approval is a name and the payment that was found; the
-- second, of another person who names the same payment, credits. Times are wall-clock milliseconds.

alter table deposit
  -- Handed in before there was the figure, it takes one, as it did.
  add column needs_second boolean not null default false,
  add column first_by text,
  add column first_ms bigint,
  -- The payment as the first person names it, and in the form in which two are the same.
  add column first_reference text,
  add column first_key text,
  add constraint deposit_first_check check (
    (first_by is null) = (first_ms is null) and (first_by is null) = (first_reference is null)
    and (first_by is null) = (first_key is null) and (first_by is null or needs_second));
alter table deposit alter column needs_second drop default;

create or replace function deposit_transition() returns trigger language plpgsql as
$$
declare
  subject text := 'customer:' || new.book;
  -- Who acts now, and the record that says so.
  actor text := new.decided_by;
  act text := 'deposit.' || case new.status when 'waiting' then 'await' when 'success' then 'approve' else 'reject' end;
begin
  if tg_op = 'INSERT' then
    if new.status <> 'under_review' or new.reference is not null or new.decided_by is not null or new.first_by is not null then
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
        old.deadline_ms, old.value_usdt, old.needs_second)
      <> (new.book, new.id, new.currency, new.network, new.amount, new.voucher, new.voucher_digest, new.submitted_ms, new.placed_day,
        new.deadline_ms, new.value_usdt, new.needs_second)
    or (old.claimed_key is distinct from new.claimed_key)
    or (old.status = 'waiting' and new.status = 'under_review')
    -- One record says one thing. A first approval ends nothing; what is not final yet was not found by anybody; and an end
    -- leaves it as it was.
    or (new.status = old.status and (new.first_by is null or new.reference is not null
      or new.decided_by is distinct from old.decided_by))
    or (new.status = 'waiting' and old.status = 'under_review' and new.first_by is not null)
    or (new.status in ('success', 'failed') and (old.first_by, old.first_ms, old.first_reference, old.first_key)
      is distinct from (new.first_by, new.first_ms, new.first_reference, new.first_key))
  then
    raise exception 'deposit % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'deposit_transition';
  end if;
  if new.status = old.status then
    actor := new.first_by;
    act := 'deposit.approve_first';
  end if;
  if (new.needs_second and new.status = old.status and operator_person(new.first_by) is null)
    -- Two persons, whatever accounts they used, neither of them close to the customer, and of one payment.
    or (new.needs_second and new.status = 'success' and (new.first_key is distinct from new.reference_key
      or (operator_person(new.first_by) <> operator_person(new.decided_by)) is not true
      or exists (select from operator_tie t where t.customer = new.book and t.person = operator_person(new.first_by))))
  then
    raise exception 'deposit % was not approved by two persons', new.id
      using errcode = 'check_violation', constraint = 'deposit_two_persons';
  end if;
  -- A customer takes back what is under review, and nobody else decides without a record.
  if new.status = 'failed' and new.reason = 'cancelled_by_customer' and new.decided_by is null then
    if old.status <> 'under_review' then
      raise exception 'deposit % is on its way', new.id
        using errcode = 'check_violation', constraint = 'deposit_transition';
    end if;
  elsif actor is null or audit_by(subject, act) is distinct from actor
    or exists (select from operator_tie t where t.customer = new.book and t.person = operator_person(actor))
  then
    raise exception 'deposit % was decided without a record', new.id
      using errcode = 'check_violation', constraint = 'deposit_record';
  end if;
  if new.status = 'failed' then update stored_file f set released = true where f.id = new.voucher; end if;
  return new;
end
$$;

-- What a customer handed in lately, in the form of `withdrawal_lately`: the newest hundred that did not fail.
create view deposit_lately as
  select c.id as book, 0::bigint as id, coalesce((
    select json_agg(json_build_object('currency', d.currency, 'amount', d.amount::text, 'requested_ms', d.submitted_ms))
    from (select * from deposit d where d.book = c.id and d.status <> 'failed' order by d.id desc limit 100) d
  )::text, '[]') as asked
  from customer c;

grant select on deposit_lately to candor_app;
