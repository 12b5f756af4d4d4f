-- What the payment provider says of a payment settles it without an operator's signature. Whoever hears it, the door, writes it down as
-- it was said; whoever carries out commands settles nothing in the provider's name that is not written down there.

create table payout_report (
  book bigint not null,
  id bigint not null,
  paid boolean not null,
  -- What arrived, or did not.
  amount numeric(38,8) not null,
  -- The payment's reference as it is kept of a withdrawal, or the proof that there was none.
  said text not null check (length(said) between 1 and 500),
  heard_at timestamptz not null default clock_timestamp(),
  primary key (book, id, paid, said),
  foreign key (book, id) references withdrawal (book, id)
);
create trigger payout_report_append_only before update or delete or truncate on payout_report
  for each statement execute function refuse_change();
grant insert (book, id, paid, amount, said) on payout_report to candor_app;

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
      raise exception 'the provider has not said this of withdrawal %', new.id
        using errcode = 'check_violation', constraint = 'withdrawal_as_reported';
    end if;
  -- Nobody else knows that a payment which may be in the provider's hands was not made: while a try may be under way, and for a day
  -- after the approval where the provider has taken it.
  elsif new.status = 'failed' and new.reason <> 'start_over' and (
    (handed.acknowledged_ms is not null and new.decided_ms < old.approved_ms + 86400000)
    or (handed.attempts > 0 and new.decided_ms < handed.next_try_ms - 60000 * 2 ^ least(handed.attempts - 1, 6) + 30000))
  then
    raise exception 'withdrawal % may be in the hands of the provider', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_in_hand';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_as_reported before update on withdrawal for each row
  when (old.status = 'waiting' and new.status in ('success', 'failed')) execute function withdrawal_as_reported();

-- A payment is put out by the approval of its withdrawal and by nothing else; what was tried or taken stays so.
create function payout_approved() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and (new.key <> 'w-' || new.book || '-' || new.id or new.attempts <> 0 or new.acknowledged_ms is not null
    or not exists (select from withdrawal w where w.book = new.book and w.id = new.id and w.status = 'waiting'
      and w.xmin = pg_current_xact_id()::xid and w.approved_ms is not null))
  then
    raise exception 'payment % of book % was not approved here', new.id, new.book
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
    raise exception 'payment % of book % was tried or taken already', new.id, new.book
      using errcode = 'check_violation', constraint = 'payout_stays';
  end if;
  return new;
end
$$;
create trigger payout_stays before update on payout for each row
  when (new.attempts < old.attempts or new.next_try_ms < old.next_try_ms
    or (old.acknowledged_ms is not null and new.acknowledged_ms is distinct from old.acknowledged_ms))
  execute function payout_stays();

revoke execute on function withdrawal_as_reported, payout_approved, payout_stays from public;
