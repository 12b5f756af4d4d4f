-- Customers' bank cards, which forex, metals and withdrawals require. The id is always 0, because a customer has one card.
create table bank_card (
  book bigint not null references customer,
  id bigint not null default 0 check (id = 0),
  -- By the wall clock.
  bound_ms bigint not null,
  -- A card that a demo assigned before customers could add one has no sealed part.
  sealed bytea,
  -- The masked details shown to its owner, as JSON.
  shown text check (json_typeof(shown::json) = 'object'),
  payee_country text check (payee_country ~ '^[A-Z]{2}$'),
  -- A keyed hash of the number, by which equal cards are found. Null for a card that was added before it existed.
  digest bytea check (octet_length(digest) = 32),
  primary key (book, id)
);

create index bank_card_digest on bank_card (digest) where digest is not null;

create function bank_card_change_holds() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  perform hold_withdrawals(new.book);
  return null;
end
$$;
-- A card that a demo assigned is replaced by the first one that the customer adds.
create trigger bank_card_change_holds after update on bank_card for each row
  when (old.shown is not null and (old.sealed, old.shown, old.payee_country) is distinct from (new.sealed, new.shown, new.payee_country))
  execute function bank_card_change_holds();

grant select, insert, update (bound_ms, sealed, shown, payee_country, digest) on bank_card to candor_app;
revoke execute on function bank_card_change_holds from public;
