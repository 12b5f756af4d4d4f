-- Bank cards: whether a customer has added one, and what changing it delays.

-- Whether a customer has added a bank card, which forex, metals and withdrawals need. Id 0: a customer has one card.
create table bank_card (
  book bigint not null references customer,
  id bigint not null default 0 check (id = 0),
  -- Wall clock.
  bound_ms bigint not null,
  -- A card that a demo assigned before this screen existed has no sealed part.
  sealed bytea,
  -- The masked details that its owner is shown, as JSON.
  shown text check (shown is json object),
  payee_country text check (payee_country ~ '^[A-Z]{2}$'),
  primary key (book, id)
);

create function bank_card_change_holds() returns trigger language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  perform hold_withdrawals(new.book);
  return null;
end
$$;
-- A demo's card from before customers could add one is replaced by the first that they add.
create trigger bank_card_change_holds after update on bank_card for each row
  when (old.shown is not null and (old.sealed, old.shown, old.payee_country) is distinct from (new.sealed, new.shown, new.payee_country))
  execute function bank_card_change_holds();

grant select, insert, update (bound_ms, sealed, shown, payee_country) on bank_card to candor_app;
revoke execute on function bank_card_change_holds from public;
