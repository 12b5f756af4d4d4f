-- What deposits and withdrawals share: references of payments, and payouts with what the provider reported.

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
  primary key (book, id, paid, said)
);
create trigger payout_report_append_only before update or delete or truncate on payout_report
  for each statement execute function refuse_change();

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

-- Two ways of writing one payment are one, or it could be credited or settle twice: the form by which the unique keys compare is that of
-- the text beside it, and what a first approval found is what its operator signed.

-- Null for what cannot be a transaction of a chain.
create function payment_key(of_network text, reference text) returns text language sql immutable set search_path = public, pg_temp as
$$
  select case when of_network = 'wire' then upper(regexp_replace(reference, '\s', '', 'g'))
    else substring(lower(regexp_replace(normalize(reference, NFKC), '\s', '', 'g')) from '^(?:0x)?([0-9a-f]{64})$') end
$$;

create function is_payment_key(of_network text, reference text, key text) returns boolean language sql immutable
  set search_path = public, pg_temp as
$$
  -- That there is one beside the other is a CHECK of each table. Of a bank's reference signs outside of ASCII are not compared: what
  -- is upper case of them differs from program to program.
  select reference is null or key is null or coalesce(key = payment_key(of_network, reference), false)
    or (of_network = 'wire' and reference ~ '[^\x01-\x7f]')
$$;

grant insert (book, id, paid, amount, said) on payout_report to candor_app;
grant select, insert, update (attempts, next_try_ms, acknowledged_ms, trouble) on payout to candor_app;
revoke execute on function is_payment_key, payment_key, payout_approved, payout_stays from public;
