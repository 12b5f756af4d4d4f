-- Normalised references of payments, for deposits and withdrawals. Different spellings of one reference count as equal, because
-- otherwise a payment could be credited or settled twice. The unique keys compare the normalised form, which is derived from the
-- text in the same row. The reference in a first approval is the one that the operator signed.

-- Returns null for a text that cannot be a transaction id of the chain.
create function payment_key(of_network text, reference text) returns text language sql immutable set search_path = public, pg_temp as
$$
  select case when of_network = 'wire' then upper(regexp_replace(reference, '\s', '', 'g'))
    else substring(lower(regexp_replace(normalize(reference, NFKC), '\s', '', 'g')) from '^(?:0x)?([0-9a-f]{64})$') end
$$;

create function is_payment_key(of_network text, reference text, key text) returns boolean language sql immutable
  set search_path = public, pg_temp as
$$
  -- A CHECK of each table ensures that either both or neither are set. A bank's reference with characters outside ASCII is not
  -- compared, because their upper case differs between programs.
  select reference is null or key is null or coalesce(key = payment_key(of_network, reference), false)
    or (of_network = 'wire' and reference ~ '[^\x01-\x7f]')
$$;

revoke execute on function is_payment_key, payment_key from public;
