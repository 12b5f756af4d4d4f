-- The ledger: accounts, journals and the balances that triggers derive from them. Money moves only by a journal that sums to
-- zero and names the row for which it is written. Journals are chained per book and sealed, exposure counters move with their
-- rows, and discrepancies found by the ledger watch are recorded.

-- A positive amount is a gain of the account. Every account stays at or above zero except custody, which mirrors the assets
-- held and stays at or below zero. Each journal sums to zero per currency, so "claims never exceed what is held" is equivalent
-- to "the house accounts sum to zero or more".
create type account as enum (
  -- Accounts of customers, each available and frozen.
  'spot', 'spot_frozen', 'contract', 'contract_frozen', 'option', 'option_frozen', 'promo', 'promo_frozen',
  'fund_principal',
  -- Accounts of the house, from here on.
  'inventory', 'trading', 'fees', 'interest', 'strategy', 'referral', 'promotions', 'insurance', 'lending',
  'rounding', 'equity', 'custody',
  'option_escrow', 'income_escrow'
);

create function is_house(a account) returns boolean language sql immutable parallel safe
  return a >= 'inventory';

create sequence book_id start 100001;

create function refuse_change() returns trigger language plpgsql as
$$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

-- One row per customer, created at registration. Locking it is the only lock that the write path takes. `seq` numbers the
-- customer's journals and the states of the account that are pushed to the customer's devices. Book 0 belongs to the house.
create table book (
  id bigint primary key,
  seq bigint not null default 0 check (seq >= 0)
);

-- A journal and its postings are one row, with arrays that have one element per posting. They are written and read together
-- and never change, and one row costs a fifth of six rows. Tables that every command writes have no foreign keys to `book`,
-- because the check would cost as much as the row and is not needed: the executor writes only while it locks an existing row
-- of `book`.
create table journal (
  book bigint not null,
  seq bigint not null check (seq > 0),
  kind text not null,
  -- The business event that the journal records, for example "spot_order:4711".
  ref text not null,
  -- By the market clock.
  time_ms bigint not null,
  -- House accounts are spread over one slot per process, so that a thousand customers do not wait for the same row.
  slot smallint not null check (slot between 0 and 15),
  accounts account[] not null,
  currencies text[] not null,
  amounts numeric[] not null,
  primary key (book, seq),
  check (cardinality(accounts) > 0 and cardinality(accounts) = cardinality(currencies)
    and cardinality(accounts) = cardinality(amounts)),
  constraint journal_exact check (amounts = amounts::numeric(38,8)[])
);
-- For computing the share of customers who lost money within a year, which reads only journals of these kinds.
create index journal_leveraged on journal (time_ms)
  where kind in ('contract_open', 'contract_fill', 'contract_close');
-- A slot of the strategy is booked at most once, and so is a proposal.
create unique index strategy_result_once on journal (ref) where kind = 'strategy_result';
create index journal_debt_payment on journal (book, ref) where kind = 'debt_payment';
-- For each ticket, position, deposit, withdrawal, fund order, day of the fund or share, there is at most one journal of each of
-- these kinds. The numbers of journals can't ensure this, because a serving role chooses them.
create unique index journal_once on journal (book, ref, kind)
  where kind in ('option_stake', 'option_win', 'option_loss', 'option_return', 'contract_open', 'contract_fill', 'deposit',
    'withdrawal_hold', 'withdrawal_release', 'withdrawal_pay', 'fund_join', 'fund_refund', 'fund_maturity', 'fund_terminate',
    'fund_unreserve', 'referral_reserve');
create trigger journal_append_only before update or delete or truncate on journal
  for each statement execute function refuse_change();

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

-- The accounts that a kind of journal may touch, and the sign of the amount: -1, +1, or 0 for either.
create table journal_template (
  kind text not null,
  account account not null,
  sign smallint not null check (sign between -1 and 1),
  primary key (kind, account)
);

-- Totals over many customers that a rule limits. A counter is the sum of its slots. Each process has a slot, as for house
-- accounts, so that commands that only change a counter do not wait for the same row. Slot -1 always holds zero: a batch that
-- may raise the counter locks this row, and sums the slots while it holds the lock.
create table counter (
  name  text not null,
  slot  smallint not null check (slot between -1 and 15),
  value numeric(38,8) not null default 0 check (slot >= 0 or value = 0),
  primary key (name, slot)
) with (fillfactor = 50);

-- A debt of the house to a customer for a closing for which the house accounts did not hold enough. `id` is the number of the
-- closing's journal. Debts are paid before the house takes on new obligations.
create table house_debt (
  book bigint not null,
  id bigint not null,
  position bigint not null,
  amount numeric(38,8) not null check (amount > 0),
  paid numeric(38,8) not null check (paid >= 0 and paid <= amount),
  -- ended: the customer of a demo has started over, and nothing is owed any longer.
  status text not null check (status in ('owed', 'paid', 'ended')),
  created_ms bigint not null,
  updated_ms bigint not null,
  -- The account that the position's margin came from. If it was credit, a later payment of the debt is credit too, as an
  -- immediate payment would have been.
  collateral text not null check (collateral in ('contract', 'promo')),
  primary key (book, id),
  check ((status = 'paid') = (paid = amount))
);
create index house_debt_owed on house_debt (created_ms, book, id) where status = 'owed';

-- The guard checks every minute that the books add up, and its function records each discrepancy here (`guard_ran`). Times are
-- wall-clock milliseconds.
create table books_breach (
  id bigint generated always as identity primary key,
  invariant text not null,
  detail text not null,
  found_ms bigint not null,
  -- When a later check found the books correct.
  cleared_ms bigint,
  check (cleared_ms >= found_ms)
);
create index books_breach_open on books_breach (id) where cleared_ms is null;
create trigger books_breach_kept before delete or truncate on books_breach for each statement execute function refuse_change();

-- Every journal is added to its book's hash chain soon after it is written. Every ten seconds, all chains and the head of the
-- operators' log are combined into one root, which the platform's key signs. Anyone who kept a root can prove any later change
-- of the journals and records before it, even by the database owner. Journals newer than the latest root are not covered yet.

-- The sealed journals of a book. The hash covers this journal and all earlier ones of the book.
create table journal_seal (
  book bigint not null,
  seq bigint not null,
  hash bytea not null check (octet_length(hash) = 32),
  -- The root that covers this journal.
  number bigint not null,
  primary key (book, seq)
);
create index journal_seal_number on journal_seal (number, book);
create trigger journal_seal_append_only before update or delete or truncate on journal_seal
  for each statement execute function refuse_change();

-- The seals do not use advisory locks, because any database connection can take one and could silently stop them. They lock this
-- table, which no serving role can lock.
create table ledger_seal (
  number bigint primary key check (number > 0),
  -- By the wall clock.
  sealed_ms bigint not null,
  audit_seq bigint not null,
  audit_hash bytea not null check (octet_length(audit_hash) = 32),
  root bytea not null check (octet_length(root) = 32)
);
create trigger ledger_seal_append_only before update or delete or truncate on ledger_seal
  for each statement execute function refuse_change();

-- Balances are written only here: inserting a journal also changes the balances, or the statement fails.
create function journal_apply() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  balanced boolean;
  templated boolean;
  complete boolean;
begin
  -- One statement, so that the arrays are unnested only once. If an account was never opened, too few balances are changed.
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
      select from added j where exists (
        select from (select unnest(j.currencies) as currency, unnest(j.amounts) as amount) p
        group by p.currency having sum(p.amount) <> 0 or bool_or(p.amount = 0 or p.amount is null))
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

-- The checks that are due at the commit of a transaction: one row for each statement and guard, so that everything a statement
-- wrote is checked together. A trigger for each row costs three times as much as such a check, and a trigger with a WHEN clause
-- costs a fiftieth of a millisecond for each statement even if it never fires. Each check deletes its row.
create unlogged table check_due (
  id bigint generated always as identity primary key,
  guard text not null,
  books bigint[] not null,
  -- For journals their numbers, for other rows their ids.
  ids bigint[] not null
);
-- The sequence is logged, because PostgreSQL 15 leaves an unlogged one unreadable on a standby that is promoted, and every write
-- would then fail.
alter sequence check_due_id_seq set logged;

-- Inserts missing balance rows with amount zero, in sorted order so that two processes cannot deadlock on them.
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

-- Raises a process's slot of a house account to `needed` by taking from the other slots in ascending order, and returns the
-- resulting amount. Slots only determine in which row an account's money is stored, so no journal is written. Custody is zero
-- or negative in every slot, so a payout takes from the other slots with the sign reversed. `needed` is positive and a
-- multiple of 10^-8, because a smaller fraction moved between slots would be rounded up twice.
create function draw_to_slot(of_account account, of_currency text, to_slot smallint, needed numeric) returns numeric
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  held int := case when of_account = 'custody' then -1 else 1 end;
  have numeric;
  other record;
  take numeric;
begin
  if needed is null or needed <> trunc(needed, 8) or needed in ('NaN', 'Infinity', '-Infinity') then
    raise exception 'expected an amount in whole units for a slot, found %', needed using errcode = 'check_violation', constraint = 'house_balance_exact';
  end if;
  insert into house_balance (account, currency, slot) values (of_account, of_currency, to_slot) on conflict do nothing;
  perform 1 from house_balance where account = of_account and currency = of_currency order by slot for update;
  select amount * held into have from house_balance
    where account = of_account and currency = of_currency and slot = to_slot;
  for other in
    select slot, amount * held as amount from house_balance
    where account = of_account and currency = of_currency and slot <> to_slot and amount <> 0 order by slot
  loop
    exit when have >= needed;
    take := least(other.amount, needed - have);
    update house_balance set amount = amount - take * held
      where account = of_account and currency = of_currency and slot = other.slot;
    have := have + take;
  end loop;
  update house_balance set amount = have * held
    where account = of_account and currency = of_currency and slot = to_slot;
  return have * held;
end
$$;

create function open_book() returns bigint
  language sql security definer set search_path = public, pg_temp as
$$
  insert into book (id) values (nextval('book_id')) returning id
$$;


-- A live platform has at least one customer and no play capital, as defined by the server (`ledger/play-money.ts`).
create function is_live_house() returns boolean language sql stable security definer set search_path = public, pg_temp as
$$
  select not exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')
    and (exists (select from operator) or exists (select from customer))
$$;

-- A live platform gets no play money. Whether it is live is determined as of before the statement, because its first journal of
-- play capital would make it a demo.
create function no_play_capital() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if exists (select from added a where a.kind in ('house_opening', 'house_allocation', 'demo_grant', 'start_over'))
    and not exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening'
      and not exists (select from added a where a.book = 0 and a.seq = 1))
    and (exists (select from operator) or exists (select from customer))
  then
    raise exception 'play capital is not allowed in live mode' using errcode = 'check_violation', constraint = 'no_play_capital';
  end if;
  return null;
end
$$;
-- The trigger's name makes it fire first, so that play money is refused whatever else is wrong with it.
create trigger bars_play_capital after insert on journal
  referencing new table as added for each statement execute function no_play_capital();
create trigger house_debt_began after insert on house_debt referencing new table as added for each statement execute function went_its_way();
create trigger house_debt_went_its_way after update on house_debt referencing old table as before new table as changed
  for each statement execute function went_its_way();

-- Whether money may leave: there is no open freeze, and the guard has recently found the books in order (`guard_holds`).
create function books_hold() returns boolean language sql stable set search_path = public, pg_temp as
$$
  select not exists (select from guard_freeze f where f.until_ms is null) and guard_holds()
$$;

-- Extracts the order number from a reference such as "spot_order:4711"; null if there is none.
create function journal_row(ref text, what text) returns bigint language sql immutable parallel safe
  return case when starts_with(ref, what || ':') and substr(ref, length(what) + 2) ~ '^[0-9]{1,18}$'
    then substr(ref, length(what) + 2)::bigint end;

-- The days on which a ticket or position counts towards self-imposed limits are those on which it was placed, opened and closed.
-- They never change, and an open ticket or position has no closing day.
create function day_kept() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception 'the days on which % % counts towards limits cannot change', tg_table_name, old.id
    using errcode = 'check_violation', constraint = 'day_kept';
end
$$;

create function lock_book(of_book bigint) returns void language plpgsql
  security definer set search_path = public, pg_temp as
$$
begin
  perform from book b where b.id = of_book for no key update;
end
$$;

create function moved_of(of_journal journal, of_account account) returns numeric language sql immutable
  set search_path = pg_catalog, public, pg_temp as
$$
  select coalesce(sum(l.amount), 0) from unnest(of_journal.accounts, of_journal.amounts) as l (account, amount)
  where l.account = of_account
$$;

-- A book's journal number advances by the number of journals written, at most a few thousand at a time. A role that set it to
-- the maximum would prevent any further journal of the customer, and therefore any closing or cancellation; one that set it
-- back would make new journals collide with existing ones.
create function book_counts_on() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'book %: the number of its newest journal cannot change from % to %', old.id, old.seq, new.seq
    using errcode = 'check_violation', constraint = 'book_counts_on';
end
$$;
create trigger book_counts_on before update on book for each row
  when (new.seq < old.seq or new.seq > old.seq + 100000 or new.id <> old.id) execute function book_counts_on();

create view posting as
  select j.book, j.seq, p.line::smallint as line, j.kind, p.account, p.currency,
    case when is_house(p.account) then j.slot else 0 end as slot, p.amount
  from journal j, unnest(j.accounts, j.currencies, j.amounts) with ordinality as p (account, currency, amount, line);

create view books_pause as select b.id as book, 0::bigint as id, books_hold() as holds from book b;

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('house_debt', '', 'owed', null, null, null, 0, '{}'),
  ('house_debt', 'owed', 'owed', null, null, null, 0, '{}'),
  ('house_debt', 'owed', 'paid', null, null, null, 0, '{}'),
  ('house_debt', 'owed', 'ended', null, null, null, 0, '{}');

insert into journal_template (kind, account, sign) values
  -- House capital is paid in, and custody mirrors it.
  ('house_opening', 'custody', -1), ('house_opening', 'equity', 1), ('house_opening', 'inventory', 1),
  ('house_opening', 'trading', 1), ('house_opening', 'insurance', 1), ('house_opening', 'promotions', 1),
  ('house_opening', 'lending', 1), ('house_opening', 'strategy', 1), ('house_opening', 'interest', 1),
  -- Play money is granted to a new demo customer.
  ('demo_grant', 'equity', -1), ('demo_grant', 'promotions', -1), ('demo_grant', 'spot', 1), ('demo_grant', 'promo', 1),
  -- A customer starts over: all remaining play money returns to the house, and the same amount is granted again.
  ('start_over', 'spot', 0), ('start_over', 'spot_frozen', -1), ('start_over', 'contract', -1),
  ('start_over', 'contract_frozen', -1), ('start_over', 'option', -1), ('start_over', 'option_frozen', -1),
  ('start_over', 'promo', 0), ('start_over', 'promo_frozen', -1), ('start_over', 'fund_principal', -1),
  ('start_over', 'equity', 0), ('start_over', 'promotions', 0), ('start_over', 'inventory', 1),
  -- House capital moves between house accounts.
  ('house_allocation', 'equity', -1), ('house_allocation', 'trading', 1),
  -- An account is closed: play money returns to equity, and experience credit to the house account that granted it.
  ('account_close', 'spot', -1), ('account_close', 'contract', -1), ('account_close', 'option', -1),
  ('account_close', 'promo', -1), ('account_close', 'fund_principal', -1), ('account_close', 'equity', 1),
  ('account_close', 'inventory', 1), ('account_close', 'promotions', 1),
  -- A manual correction approved by two operators. The other side can only be house capital.
  ('manual_correction', 'spot', 0), ('manual_correction', 'equity', 0);

insert into book (id) values (0);

grant select on posting, balance, house_balance, journal_template, books_pause, journal_seal, ledger_seal, books_breach to candor_app;
grant select, insert on journal to candor_app;
grant select, insert (name, slot) on counter to candor_app;
grant select, insert, update (paid, status, updated_ms) on house_debt to candor_app;
grant select, update (seq) on book to candor_app;
revoke execute on function book_counts_on, books_hold, draw_to_slot, lock_book, no_play_capital, open_balances, open_book,
  open_house_balances from public;
grant execute on function books_hold, draw_to_slot, open_balances, open_book, open_house_balances to candor_app;

-- Read by the invariants, which the guard evaluates.
grant select on balance, book, counter, house_balance, house_debt, journal, journal_seal, ledger_seal, posting to candor_guard;
