-- The ledger: books, journals, postings, balances, and the answers that make a command's effect happen once.
--
-- An amount is what the account gains. Every account stays at or above zero except custody, the mirror of what is
-- really held, which stays at or below it. Each journal sums to zero per currency, so "claims never exceed what is
-- held" is the same as "the house's accounts sum to zero or more".

create type account as enum (
  -- A customer's accounts, each available and frozen.
  'spot', 'spot_frozen', 'contract', 'contract_frozen', 'option', 'option_frozen', 'promo', 'promo_frozen',
  'fund_principal',
  -- The house's accounts; everything from here on has no customer.
  'inventory', 'trading', 'fees', 'interest', 'strategy', 'referral', 'promotions', 'insurance', 'lending',
  'rounding', 'equity', 'custody',
  -- Set aside for a named purpose.
  'option_escrow', 'income_escrow'
);

create function is_house(a account) returns boolean language sql immutable parallel safe
  return a >= 'inventory';

-- One row a customer, made at registration: the only lock of the write path. `seq` numbers the customer's journals
-- and the states that the customer's devices follow. Book 0 is the house's own.
create table book (
  id bigint primary key,
  seq bigint not null default 0 check (seq >= 0)
);
insert into book (id) values (0);

create sequence book_id start 100001;

-- A journal and its postings are one row: the arrays of equal length hold a posting each. They are written together,
-- read together and never changed, and one row costs a fifth of six.
-- No foreign keys to book on what is written with every command: the executor writes only under a book's lock, which it
-- has only of books that exist, and the check would cost as much as the row.
create table journal (
  book bigint not null,
  seq bigint not null check (seq > 0),
  kind text not null,
  -- The one business event that this journal records: "spot_order:4711".
  ref text not null,
  -- Market clock, milliseconds.
  time_ms bigint not null,
  -- House accounts are spread over slots, one a process, so that a thousand customers do not queue for one row.
  slot smallint not null check (slot between 0 and 15),
  accounts account[] not null,
  currencies text[] not null,
  amounts numeric[] not null,
  primary key (book, seq),
  check (cardinality(accounts) > 0 and cardinality(accounts) = cardinality(currencies)
    and cardinality(accounts) = cardinality(amounts))
);

-- The postings one by one.
create view posting as
  select j.book, j.seq, p.line::smallint as line, j.kind, p.account, p.currency,
    case when is_house(p.account) then j.slot else 0 end as slot, p.amount
  from journal j, unnest(j.accounts, j.currencies, j.amounts) with ordinality as p (account, currency, amount, line);

create table balance (
  book bigint not null,
  account account not null check (not is_house(account)),
  currency text not null,
  amount numeric(38,8) not null default 0 check (amount >= 0),
  primary key (book, account, currency)
) with (fillfactor = 70);

create table house_balance (
  account account not null check (is_house(account)),
  currency text not null,
  slot smallint not null check (slot between 0 and 15),
  amount numeric(38,8) not null default 0,
  primary key (account, currency, slot),
  check (case when account = 'custody' then amount <= 0 else amount >= 0 end)
) with (fillfactor = 50);

-- Which accounts a kind of journal may touch, and in which direction: -1, +1, or 0 for either.
create table journal_template (
  kind text not null,
  account account not null,
  sign smallint not null check (sign between -1 and 1),
  primary key (kind, account)
);

insert into journal_template (kind, account, sign) values
  -- The house's capital arrives: custody mirrors it.
  ('house_opening', 'custody', -1), ('house_opening', 'equity', 1), ('house_opening', 'inventory', 1),
  ('house_opening', 'trading', 1), ('house_opening', 'insurance', 1), ('house_opening', 'promotions', 1),
  ('house_opening', 'lending', 1), ('house_opening', 'strategy', 1), ('house_opening', 'interest', 1),
  -- Play money for a new demo customer.
  ('demo_grant', 'equity', -1), ('demo_grant', 'promotions', -1), ('demo_grant', 'spot', 1), ('demo_grant', 'promo', 1),
  -- Starting over: whatever is there goes back to the house and the grant comes again.
  ('start_over', 'spot', 0), ('start_over', 'spot_frozen', -1), ('start_over', 'contract', -1),
  ('start_over', 'contract_frozen', -1), ('start_over', 'option', -1), ('start_over', 'option_frozen', -1),
  ('start_over', 'promo', 0), ('start_over', 'promo_frozen', -1), ('start_over', 'fund_principal', -1),
  ('start_over', 'equity', 0), ('start_over', 'promotions', 0), ('start_over', 'inventory', 1),
  -- Spot: money against a coin of the house's inventory, the fee, and the house's gain from rounding.
  ('spot_buy', 'spot', 0), ('spot_buy', 'inventory', 0), ('spot_buy', 'fees', 1), ('spot_buy', 'rounding', 1),
  ('spot_sell', 'spot', 0), ('spot_sell', 'inventory', 0), ('spot_sell', 'fees', 1), ('spot_sell', 'rounding', 1),
  ('spot_convert', 'spot', 0), ('spot_convert', 'inventory', 0), ('spot_convert', 'fees', 1),
  ('spot_convert', 'rounding', 1),
  ('spot_hold', 'spot', -1), ('spot_hold', 'spot_frozen', 1),
  ('spot_release', 'spot_frozen', -1), ('spot_release', 'spot', 1),
  ('spot_fill', 'spot_frozen', -1), ('spot_fill', 'spot', 1), ('spot_fill', 'inventory', 0), ('spot_fill', 'fees', 1),
  ('spot_fill', 'rounding', 1);

-- The answer of each command, stored with its effects: a repeated key gets this and changes nothing.
create table answer (
  book bigint not null,
  key text not null,
  body_hash text not null,
  answer text not null,
  at timestamptz not null default now(),
  primary key (book, key)
);

-- Balances are written here and nowhere else: inserting journals moves them, in the same statement, or fails whole.
create function journal_apply() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  balanced boolean;
  templated boolean;
  complete boolean;
begin
  -- One statement, so that the arrays are taken apart once. An account that was never opened leaves the counts of
  -- balances to move and balances moved unequal.
  with posted as materialized (
    select book, seq, kind, slot, unnest(accounts) as account, unnest(currencies) as currency, unnest(amounts) as amount
    from added
  ), delta as materialized (
    select book, account, currency, sum(amount) as amount from posted where account < 'inventory' group by 1, 2, 3
  ), moved as (
    update balance b set amount = b.amount + d.amount from delta d
      where b.book = d.book and b.account = d.account and b.currency = d.currency returning 1
  ), house_delta as materialized (
    select account, currency, slot, sum(amount) as amount from posted where account >= 'inventory' group by 1, 2, 3
  ), house_moved as (
    update house_balance h set amount = h.amount + d.amount from house_delta d
      where h.account = d.account and h.currency = d.currency and h.slot = d.slot returning 1
  )
  select
    not exists (
      select 1 from posted group by book, seq, currency
      having sum(amount) <> 0 or bool_or(amount = 0 or amount is null)
    ),
    not exists (
      select 1 from (select kind, account, amount > 0 as gains from posted group by 1, 2, 3) p
        left join journal_template t on t.kind = p.kind and t.account = p.account
      where t.sign is null or (t.sign = 1 and not p.gains) or (t.sign = -1 and p.gains)
    ),
    (select count(*) from delta) = (select count(*) from moved)
      and (select count(*) from house_delta) = (select count(*) from house_moved)
    into balanced, templated, complete;

  if not balanced then
    raise exception 'a journal does not sum to zero' using errcode = 'check_violation', constraint = 'journal_zero_sum';
  end if;
  if not templated then
    raise exception 'a posting is not in its journal''s template'
      using errcode = 'check_violation', constraint = 'journal_template';
  end if;
  if not complete then
    raise exception 'a posting names a balance that was never opened'
      using errcode = 'check_violation', constraint = 'balance_open';
  end if;
  return null;
end
$$;

create trigger journal_apply after insert on journal
  referencing new table as added for each statement execute function journal_apply();

-- Append-only even for a role that was granted too much.
create function refuse_change() returns trigger language plpgsql as
$$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
create trigger journal_append_only before update or delete or truncate on journal
  for each statement execute function refuse_change();

-- Opens balance rows at zero, sorted so that two processes cannot deadlock over them.
create function open_balances(books bigint[], accounts account[], currencies text[]) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  insert into balance (book, account, currency)
    select distinct b, a, c from unnest(books, accounts, currencies) as u (b, a, c) order by b, a, c
    on conflict do nothing
$$;

create function open_house_balances(accounts account[], currencies text[], at_slot smallint) returns void
  language sql security definer set search_path = public, pg_temp as
$$
  insert into house_balance (account, currency, slot)
    select distinct a, c, at_slot from unnest(accounts, currencies) as u (a, c) order by a, c
    on conflict do nothing
$$;

-- Brings a process's own slot up to `needed` from the other slots, in their order. A slot is where money of one
-- account lies, not whose it is, so nothing is posted. Answers what the slot holds afterwards.
create function draw_to_slot(of_account account, of_currency text, to_slot smallint, needed numeric) returns numeric
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  have numeric;
  other record;
  take numeric;
begin
  if of_account = 'custody' then
    raise exception 'custody is not drawn upon' using errcode = 'check_violation';
  end if;
  insert into house_balance (account, currency, slot) values (of_account, of_currency, to_slot) on conflict do nothing;
  perform 1 from house_balance where account = of_account and currency = of_currency order by slot for update;
  select amount into have from house_balance
    where account = of_account and currency = of_currency and slot = to_slot;
  for other in
    select slot, amount from house_balance
    where account = of_account and currency = of_currency and slot <> to_slot and amount > 0 order by slot
  loop
    exit when have >= needed;
    take := least(other.amount, needed - have);
    update house_balance set amount = amount - take
      where account = of_account and currency = of_currency and slot = other.slot;
    have := have + take;
  end loop;
  update house_balance set amount = have
    where account = of_account and currency = of_currency and slot = to_slot;
  return have;
end
$$;

-- A registration opens a book; nothing else may.
create function open_book() returns bigint
  language sql security definer set search_path = public, pg_temp as
$$
  insert into book (id) values (nextval('book_id')) returning id
$$;

revoke execute on function open_balances, open_house_balances, draw_to_slot, open_book from public;
grant execute on function open_balances, open_house_balances, draw_to_slot, open_book to candor_app;
grant select, update (seq) on book to candor_app;
grant select, insert on journal, answer to candor_app;
grant select on posting, balance, house_balance, journal_template to candor_app;
