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
    raise exception 'deposit % names a payment in another form', new.id
      using errcode = 'check_violation', constraint = 'deposit_references';
  end if;
  if tg_op = 'UPDATE' and new.first_by is not null
    and (new.first_by, new.first_ms, new.first_reference) is distinct from (old.first_by, old.first_ms, old.first_reference)
  then
    signed := approved_body('customer:' || new.book, 'deposit.approve_first', new.first_by, new.id::text);
    if payment_named(signed ->> 'reference') is distinct from payment_named(new.first_reference) then
      raise exception 'deposit % was approved first for another payment', new.id
        using errcode = 'check_violation', constraint = 'deposit_first_signed';
    end if;
  end if;
  return new;
end
$$;
create trigger deposit_zz_references before insert or update on deposit for each row execute function deposit_references();

create function withdrawal_reference() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if is_bound_in_time(tg_relid) and new.paid_reference is distinct from
    (case when new.network in ('ethereum', 'arbitrum') then '0x' else '' end || payment_key(new.network, new.paid_reference))
  then
    raise exception 'withdrawal % names its payment in another form', new.id
      using errcode = 'check_violation', constraint = 'withdrawal_reference';
  end if;
  return new;
end
$$;
create trigger withdrawal_zz_reference before update on withdrawal for each row
  when (new.paid_reference is not null) execute function withdrawal_reference();

revoke execute on function payment_key, is_payment_key, deposit_references, withdrawal_reference from public;
