-- Whether a customer has bound a bank card, which forex, metals and withdrawals need. Id 0: a customer has one card.
create table bank_card (
  book bigint not null references customer,
  id bigint not null default 0 check (id = 0),
  -- Wall clock.
  bound_ms bigint not null,
  primary key (book, id)
);
grant select, insert on bank_card to candor_app;
