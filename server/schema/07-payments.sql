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
  -- That there is one beside the other is a CHECK of each table. Of a bank's reference signs outside of ASCII are not compared: what
  -- is upper case of them differs from program to program.
  select reference is null or key is null or coalesce(key = payment_key(of_network, reference), false)
    or (of_network = 'wire' and reference ~ '[^\x01-\x7f]')
$$;

revoke execute on function is_payment_key, payment_key from public;
