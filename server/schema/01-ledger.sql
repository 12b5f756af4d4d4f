-- The ledger: accounts, journals and the balances that triggers derive from them. Money moves only by a journal that sums to
-- zero and names the row for which it is written. Journals are chained per book and sealed, exposure counters move with their
-- rows, and discrepancies found by the ledger watch are recorded.

-- A positive amount is a gain of the account. Every account stays at or above zero except custody, which mirrors the assets
-- held and stays at or below zero. Each journal sums to zero per currency, so "claims never exceed what is held" is equivalent
-- to "the house accounts sum to zero or more".
create type account as enum (
  -- A customer's accounts, each available and frozen.
  'spot', 'spot_frozen', 'contract', 'contract_frozen', 'option', 'option_frozen', 'promo', 'promo_frozen',
  'fund_principal',
  -- From here on: accounts of the house.
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
-- A slot is booked at most once, and so is a proposal.
create unique index strategy_result_once on journal (ref) where kind = 'strategy_result';
create index journal_debt_payment on journal (book, ref) where kind = 'debt_payment';
-- For each ticket, position, deposit, withdrawal, fund order, day of the fund or share, a journal of each of these kinds exists at most
-- once, whatever its number: a serving role chooses the numbers of its journals.
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
  -- ended: the customer of a demo started over, and nothing is owed any more.
  status text not null check (status in ('owed', 'paid', 'ended')),
  created_ms bigint not null,
  updated_ms bigint not null,
  -- The account from which the position's margin came. If it was credit, a later payment of the debt is credit too, as an
  -- immediate one would have been.
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
  -- One statement, so that the arrays are taken apart once. If an account was never opened, the number of balances moved
  -- differs from the number to move.
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

-- The checks that are due at the commit of a transaction, a row for each statement and guard: what a statement wrote is checked
-- together. A trigger for each row costs three times as much as such a check, and one with a WHEN clause a fiftieth of a
-- millisecond for each statement even if it never fires. The check deletes its row.
create unlogged table check_due (
  id bigint generated always as identity primary key,
  guard text not null,
  books bigint[] not null,
  -- Of journals their numbers, of other rows their ids.
  ids bigint[] not null
);
-- Its sequence is logged: PostgreSQL 15 leaves an unlogged one unreadable on a standby that is promoted, and every write would fail.
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
    raise exception 'a slot holds whole units, not %', needed using errcode = 'check_violation', constraint = 'house_balance_exact';
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

-- Checks that the market clock is set only to allowed values, that a fund order names terms that apply and were published
-- early enough, and that a live platform gets no play capital.

-- A live platform has at least one customer and no play capital, as defined by the server (`ledger/play-money.ts`).
create function is_live_house() returns boolean language sql stable security definer set search_path = public, pg_temp as
$$
  select not exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')
    and (exists (select from operator) or exists (select from customer))
$$;

-- A live platform gets no play money. It is live as it was before the statement: its first journal of play capital would make it a demo.
create function no_play_capital() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if exists (select from added a where a.kind in ('house_opening', 'house_allocation', 'demo_grant', 'start_over'))
    and not exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening'
      and not exists (select from added a where a.book = 0 and a.seq = 1))
    and (exists (select from operator) or exists (select from customer))
  then
    raise exception 'a live house has no play capital' using errcode = 'check_violation', constraint = 'no_play_capital';
  end if;
  return null;
end
$$;
-- By its name it fires first, so that play money is refused whatever else is wrong with it.
create trigger bars_play_capital after insert on journal
  referencing new table as added for each statement execute function no_play_capital();

-- Records the journals of a statement for their checks at commit.
create function journal_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  insert into check_due (guard, books, ids)
    select g.guard, array_agg(g.book), array_agg(g.seq) from (
      select a.book, a.seq, case
        when a.kind in ('spot_buy', 'spot_sell') then 'spot_trades'
        when a.kind in ('spot_fill', 'spot_hold', 'spot_release', 'spot_convert') then 'spot_holds'
        when a.kind in ('option_stake', 'option_loss', 'option_return') or (a.kind = 'option_win' and not 'promo' = any (a.accounts)) then 'options'
        when a.kind in ('contract_hold', 'contract_release', 'contract_open', 'contract_fill', 'contract_margin', 'contract_close') then 'contracts'
        else 'journals' end as guard
      from added a) g
    group by 1;
  return null;
end
$$;
-- Its name makes it fire after `journal_apply`: a transaction may have the checks run immediately, and they read balances.
create trigger journal_checks_due after insert on journal
  referencing new table as added for each statement execute function journal_checks_due();

-- The checks of a journal that only few batches contain, or that read so much that checking many together gains nothing. A kind
-- that has no check is rejected, so that every journal has a row that explains it.
create function journal_explained(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  case
    when posted.kind in ('contract_hold', 'contract_release', 'contract_open', 'contract_fill', 'contract_margin', 'contract_close') then
      if posted.accounts && '{promo,promo_frozen}' then
        perform credit_stays_credit(posted);
      end if;
      perform contract_journal(posted);
      if posted.kind = 'contract_close' and 'promo_frozen' = any (posted.accounts) then
        perform experience_kept(posted);
      end if;
    when posted.kind in ('option_stake', 'option_win', 'option_loss', 'option_return') then
      if posted.kind = 'option_win' and 'promo' = any (posted.accounts) then
        perform experience_kept(posted);
      end if;
      perform option_journals_explained(array[posted.book], array[posted.seq]);
    when posted.kind in ('exchange', 'transfer') then perform moved_as_said(posted);
    when posted.kind in ('fund_join', 'fund_refund', 'fund_income', 'fund_maturity', 'fund_terminate') then perform fund_journal(posted);
    when posted.kind in ('strategy_result', 'fund_reserve', 'fund_unreserve') then perform strategy_journal(posted);
    when posted.kind = 'deposit' then perform deposit_journal(posted);
    when posted.kind in ('withdrawal_hold', 'withdrawal_release', 'withdrawal_pay') then perform withdrawal_journal(posted);
    when posted.kind in ('loan_disburse', 'loan_repay', 'loan_return') then perform loan_journal(posted);
    when posted.kind in ('referral_reserve', 'referral_pay', 'referral_return') then perform referral_journal(posted);
    when posted.kind = 'debt_payment' then perform debt_payment_journal(posted);
    when posted.kind in ('experience_convert', 'experience_expire') then perform experience_journal(posted);
    when posted.kind = 'experience_keep' then perform experience_kept(posted);
    when posted.kind in ('demo_grant', 'start_over', 'account_close') then
      if posted.kind <> 'demo_grant' then
        perform done_in_session(posted);
      end if;
      perform play_journal(posted);
    when posted.kind in ('house_opening', 'house_allocation') then
      perform house_funds_cover(posted);
      perform house_journal(posted);
    when posted.kind in ('manual_correction', 'promotion_grant') then perform journal_by_two(posted);
    when posted.kind in ('house_move', 'house_capital') then
      if posted.kind = 'house_capital' then
        perform guard_no_capital_out(posted);
        perform capital_out_covered(posted);
      end if;
      perform house_funds_cover(posted);
      perform journal_by_two(posted);
    else perform journal_known(posted);
  end case;
end
$$;

-- Every lookup is by a key, regardless of the statistics at the time of planning, and a plan is made once: for few rows the
-- planner would make another each time, which takes longer than the check.
create function check_due_run() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off
  set plan_cache_mode = force_generic_plan as
$$
declare
  posted journal;
begin
  delete from check_due d where d.id = new.id;
  -- Another check has answered it.
  if not found then
    return null;
  end if;
  case new.guard
    when 'spot_trades' then
      perform spot_journals_explained(new.books, new.ids, new.id);
    when 'spot_holds' then
      perform spot_journals_explained(new.books, new.ids, new.id);
      perform spot_holds_explained(new.books, new.ids);
    when 'spot_orders' then perform spot_orders_paid(new.books, new.ids, '{1}', '{spot_buy,spot_sell,spot_fill}');
    when 'spot_conversions' then perform spot_orders_paid(new.books, new.ids, '{1,2}', '{spot_convert}');
    when 'options' then perform option_journals_explained(new.books, new.ids);
    when 'tickets_accepted' then perform option_tickets_paid(new.books, new.ids, '{option_stake}');
    when 'tickets_ended' then perform option_tickets_paid(new.books, new.ids, '{option_win,option_loss,option_return}');
    when 'positions_opened' then perform positions_opened_paid(new.books, new.ids);
    when 'positions_closed' then perform positions_closed_paid(new.books, new.ids);
    when 'positions_held' then perform positions_frozen(new.books, new.ids);
    when 'journals', 'contracts' then
      for posted in select j.* from unnest(new.books, new.ids) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq loop
        perform journal_explained(posted);
      end loop;
      if new.guard = 'contracts' then
        perform contract_holds_explained(new.books, new.ids);
      end if;
  end case;
  return null;
end
$$;
create constraint trigger check_due_run after insert on check_due deferrable initially deferred for each row
  execute function check_due_run();

create function house_debt_refuse() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  raise exception 'debt % of book %: this change is not allowed', old.id, old.book
    using errcode = 'check_violation', constraint = 'house_debt_transition';
end
$$;
create trigger house_debt_transition before update on house_debt for each row
  when (new.paid < old.paid
    or (old.book, old.id, old.position, old.amount, old.created_ms)
      <> (new.book, new.id, new.position, new.amount, new.created_ms)) execute function house_debt_refuse();
create trigger house_debt_began after insert on house_debt referencing new table as added for each statement execute function went_its_way();
create trigger house_debt_went_its_way after update on house_debt referencing old table as before new table as changed
  for each statement execute function went_its_way();

-- At commit: a debt has the amount that its closing states and the account from which the position's margin came, and the
-- amount paid is the sum of journals.
create function house_debt_verified() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if not exists (
      select from position p, jsonb_to_recordset(p.closes) as c (journal_seq bigint, owed numeric)
      where p.book = new.book and p.id = new.position and c.journal_seq = new.id and c.owed = new.amount and (tg_op = 'UPDATE' or p.collateral = new.collateral))
    or new.paid <> (select coalesce(sum(p.amount), 0) from journal j
        join posting p on p.book = j.book and p.seq = j.seq and p.account in ('contract', 'promo')
      where j.book = new.book and j.kind = 'debt_payment' and j.ref = 'house_debt:' || new.id)
    or (new.status = 'ended' and not exists (select from journal j
      where j.book = new.book and j.kind = 'start_over' and j.time_ms = new.updated_ms))
  then
    raise exception 'debt % of book % is not what happened', new.id, new.book
      using errcode = 'check_violation', constraint = 'house_debt_verified';
  end if;
  return null;
end
$$;
create constraint trigger house_debt_verified after insert or update on house_debt deferrable initially deferred
  for each row execute function house_debt_verified();

-- At commit: a payment of a debt names an existing debt and is in USDT. The row of the debt sums the postings of its payments
-- regardless of their currency, so a payment in another currency would change the value that is paid.
create function debt_payment_journal(posted journal) returns void
  language plpgsql set search_path = public, pg_temp as
$$
begin
  if 'USDT' <> any (posted.currencies)
    or not exists (select from house_debt d where d.book = posted.book and 'house_debt:' || d.id = posted.ref
      and d.xmin = pg_current_xact_id()::xid
      and not (case d.collateral when 'promo' then 'contract' else 'promo' end)::account = any (posted.accounts))
  then
    raise exception 'journal %/% pays no debt', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'debt_payment_journal';
  end if;
end
$$;

-- At commit: after a payment from the accounts that pay positions, enough is left for the house's promises. If an order to
-- open a position runs concurrently, the later of the two transactions waits.
create function house_funds_cover(posted journal) returns void
  language plpgsql set search_path = public, pg_temp as
$$
declare
  kept record;
begin
  if not exists (select from unnest(posted.accounts, posted.currencies, posted.amounts) as p (account, currency, amount)
      where p.currency = 'USDT' and p.account in ('trading', 'insurance', 'equity', 'interest', 'fees', 'rounding')
      having sum(p.amount) < 0)
  then
    return;
  end if;
  perform pg_advisory_xact_lock(7305142);
  select p.funds, p.promised into kept from house_promised p;
  if kept.funds < kept.promised then
    raise exception 'the house would keep % USDT and has promised %', kept.funds, kept.promised
      using errcode = 'check_violation', constraint = 'house_funds_cover';
  end if;
end
$$;

-- Whether money may leave: no freeze is open, and the guard recently found the books in order (`guard_holds`).
create function books_hold() returns boolean language sql stable set search_path = public, pg_temp as
$$
  select not exists (select from guard_freeze f where f.until_ms is null) and guard_holds()
$$;

-- Extracts the order number from a reference such as "spot_order:4711"; null if there is none.
create function journal_row(ref text, what text) returns bigint language sql immutable parallel safe
  return case when starts_with(ref, what || ':') and substr(ref, length(what) + 2) ~ '^[0-9]{1,18}$'
    then substr(ref, length(what) + 2)::bigint end;

create function journal_unexplained(of_book bigint, of_seq bigint, of_kind text) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception 'journal %/% (%) has no row that says so', of_book, of_seq, of_kind
    using errcode = 'check_violation', constraint = 'journal_reason';
end
$$;

-- At commit: the frozen part of a customer's account equals the sum of the customer's open holds.
create function holds_add_up(of_book bigint, of_account account, of_currency text) returns boolean language sql stable
  set search_path = pg_catalog, public, pg_temp as
$$
  select coalesce((select b.amount from balance b where (b.book, b.account, b.currency) = (of_book, of_account, of_currency)), 0)
    = coalesce((select sum(h.amount) from open_hold h where (h.book, h.account, h.currency) = (of_book, of_account, of_currency)), 0)
$$;

create function moved_as_said(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (
    select from (
      select 'spot' as from_account, 'spot' as to_account, e.from_currency, e.from_amount, e.to_currency, e.to_amount
      from exchange e where posted.kind = 'exchange' and e.book = posted.book and e.id = journal_row(posted.ref, 'exchange')
        and e.journal_seq = posted.seq and e.xmin = pg_current_xact_id()::xid
      union all
      select t.from_account, t.to_account, t.currency, t.amount, t.currency, t.amount
      from transfer t where posted.kind = 'transfer' and t.book = posted.book and t.id = journal_row(posted.ref, 'transfer')
        and t.journal_seq = posted.seq and t.xmin = pg_current_xact_id()::xid
    ) said where not exists (
      select from (
        select l.account, l.currency, l.amount from unnest(posted.accounts, posted.currencies, posted.amounts) as l (account, currency, amount)
          where l.account < 'inventory'
        union all select said.from_account::account, said.from_currency, said.from_amount
        union all select said.to_account::account, said.to_currency, -said.to_amount
      ) line group by account, currency having sum(amount) <> 0)
  ) or (posted.kind = 'exchange' and not exists (
    -- The house earns the fee and the rounding remainder: a unit of each value and of the fee, and less than the value of a
    -- unit of the coin bought. More than that would be stock under the name of the house's cover.
    select from exchange e, (
        select coalesce(sum(l.amount) filter (where l.account = 'fees'), 0) as fees,
          coalesce(sum(l.amount) filter (where l.account = 'rounding'), 0) as rounding,
          coalesce(bool_and(l.currency = 'USDT') filter (where l.account in ('fees', 'rounding')), true) as is_usdt
        from unnest(posted.accounts, posted.currencies, posted.amounts) as l (account, currency, amount)
      ) earned
    where e.book = posted.book and e.id = journal_row(posted.ref, 'exchange') and earned.is_usdt
      and e.fee - earned.fees between 0 and 0.00000001
      and earned.rounding <= 0.00000004 + coalesce((select max((b ->> 'price')::numeric) * 0.00000001
        from jsonb_array_elements(e.legs::jsonb) as g (b) where b ->> 'side' = 'buy'), 0)
  )) then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

-- At commit: a row that names its journal was written with it, in one transaction. The journal moves what the row says.
create function moved_by_its_journal() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (select from journal j where j.book = new.book and j.seq = new.journal_seq and j.kind = tg_table_name
    and j.ref = tg_table_name || ':' || new.id and j.xmin = pg_current_xact_id()::xid)
  then
    raise exception '% % of book % moves no money', tg_table_name, new.id, new.book
      using errcode = 'check_violation', constraint = 'moved_by_its_journal';
  end if;
  return null;
end
$$;

-- Returns a customer's balance immediately after a journal: the current balance minus the amounts of later journals.
create function had_after(of_book bigint, of_seq bigint) returns table (account account, currency text, amount numeric)
  language sql stable set search_path = pg_catalog, public, pg_temp as
$$
  select h.account, h.currency, sum(h.amount) from (
    select b.account, b.currency, b.amount from balance b where b.book = of_book
    union all
    select l.account, l.currency, -l.amount from journal j, unnest(j.accounts, j.currencies, j.amounts) as l (account, currency, amount)
      where j.book = of_book and j.seq > of_seq and l.account < 'inventory'
  ) h group by h.account, h.currency having sum(h.amount) <> 0
$$;

-- Play money is granted once per demo account, with the same amount for every customer. Starting over restores exactly that
-- amount, and closing the account leaves zero.
create function play_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  grants boolean := posted.kind in ('demo_grant', 'start_over');
  left_over text;
begin
  select string_agg(format('%s %s %s', h.account, h.currency, h.amount), ', ' order by h.account) into left_over
    from had_after(posted.book, posted.seq) h;
  if (posted.ref = 'customer:' || posted.book
    and case posted.kind
      when 'demo_grant' then not exists (select from journal j where j.book = posted.book and j.seq <> posted.seq and j.kind = 'demo_grant')
        and (select bool_and((l.account::text, l.currency, l.amount) in
            (('equity', 'USDT', -100000), ('spot', 'USDT', 100000), ('promotions', 'USDT', -100), ('promo', 'USDT', 100)))
          and count(*) = 4 and count(distinct l.account) = 4
          from unnest(posted.accounts, posted.currencies, posted.amounts) as l (account, currency, amount))
      when 'start_over' then left_over = 'spot USDT 100000.00000000, promo USDT 100.00000000'
      else left_over is null
        and exists (select from customer c where c.id = posted.book and c.status = 'closed' and c.xmin = pg_current_xact_id()::xid)
        -- The owner withdraws real money first.
        and (not is_live_house() or posted.accounts <@ '{promo,promotions}')
    end
    and (not grants or exists (
      select from experience_credit c
      where c.book = posted.book and c.id = posted.seq and c.amount = 100 and c.xmin = pg_current_xact_id()::xid))
  ) is not true then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

-- The house of a demo gets its capital before any other journal, and exchanges coins for stakes at most once.
create function house_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if posted.book <> 0 or posted.ref <> 'house:demo'
    or (posted.kind = 'house_opening' and posted.seq <> 1)
    or (posted.kind = 'house_allocation' and exists (
      select from journal j where j.book = 0 and j.seq <> posted.seq and j.kind = 'house_allocation'))
  then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

create function journal_known(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  perform journal_unexplained(posted.book, posted.seq, posted.kind);
end
$$;

-- The days on which self-imposed limits count a ticket or position are those on which it was placed, opened and closed. They
-- never change, and an open ticket or position has no closing day.
create function day_kept() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception '% % cannot count for another day', tg_table_name, old.id
    using errcode = 'check_violation', constraint = 'day_kept';
end
$$;

-- Seals the journals written since the last run, at most a few thousand journals at a time. Returns the new root, or nothing
-- if nothing changed. The canonical form is that of the operators' log: each field as its length, a colon, its bytes and a
-- comma.
create function seal_ledger(at_most int) returns setof ledger_seal language plpgsql security definer
  set search_path = public, pg_temp as
$$
declare
  zero bytea := decode(repeat('00', 32), 'hex');
  before ledger_seal;
  made ledger_seal;
  open_book record;
  entry record;
  hash bytea;
  upto bigint;
  sealed int := 0;
  books text := '';
begin
  lock table ledger_seal in share row exclusive mode;
  select * into before from ledger_seal order by number desc limit 1;
  made.number := coalesce(before.number, 0) + 1;
  for open_book in
    select b.id, coalesce(s.seq, 0) as seq, coalesce(s.hash, zero) as hash from book b
      left join lateral (select * from journal_seal where book = b.id order by seq desc limit 1) s on true
    where b.seq > coalesce(s.seq, 0) and exists (select from journal j where j.book = b.id and j.seq > coalesce(s.seq, 0))
    order by b.id
  loop
    hash := open_book.hash;
    for entry in
      select j.* from journal j where j.book = open_book.id and j.seq > open_book.seq order by j.seq
    loop
      hash := sha256(hash || convert_to(audit_field(entry.book::text) || audit_field(entry.seq::text) || audit_field(entry.kind)
        || audit_field(entry.ref) || audit_field(entry.time_ms::text) || audit_field(entry.slot::text)
        || audit_field(array_to_string(entry.accounts, ',')) || audit_field(array_to_string(entry.currencies, ','))
        || audit_field(array_to_string(entry.amounts, ',')), 'UTF8'));
      upto := entry.seq;
      sealed := sealed + 1;
    end loop;
    insert into journal_seal (book, seq, hash, number) values (open_book.id, upto, hash, made.number);
    books := books || audit_field(open_book.id::text) || audit_field(upto::text) || audit_field(encode(hash, 'hex'));
    exit when sealed >= at_most;
  end loop;
  select a.seq, a.hash into made.audit_seq, made.audit_hash from audit a order by a.seq desc limit 1;
  made.audit_seq := coalesce(made.audit_seq, 0);
  made.audit_hash := coalesce(made.audit_hash, zero);
  if sealed = 0 and made.audit_hash = coalesce(before.audit_hash, zero) then return; end if;
  made.sealed_ms := extract(epoch from clock_timestamp()) * 1000;
  made.root := sha256(coalesce(before.root, zero) || convert_to(audit_field(made.number::text) || audit_field(made.sealed_ms::text)
    || audit_field(made.audit_seq::text) || audit_field(encode(made.audit_hash, 'hex')) || books, 'UTF8'));
  insert into ledger_seal values (made.*);
  return next made;
end
$$;

-- Changes counters in the slot of the connected process, in a fixed order, and creates missing ones. Guards call it; they run
-- with the privileges of their owner.
create function count_moves(names text[], amounts numeric[]) returns void language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  at_slot smallint := coalesce(nullif(current_setting('candor.slot', true), ''), '0');
begin
  insert into counter (name, slot)
    select distinct u.name, -1 from unnest(names) as u (name)
      where not exists (select from counter c where c.name = u.name and c.slot = -1) order by u.name on conflict do nothing;
  insert into counter as c (name, slot, value)
    select u.name, at_slot, sum(u.amount) from unnest(names, amounts) as u (name, amount)
      group by u.name having sum(u.amount) <> 0 order by u.name
    on conflict (name, slot) do update set value = c.value + excluded.value;
end
$$;

-- Blocks other transactions from raising counters until this transaction ends. It is a function because taking the lock
-- directly would need the privilege to update counters.
create function hold_counters(names text[]) returns void language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off as
$$
begin
  perform from counter c where c.name = any (names) and c.slot = -1 order by c.name for no key update;
end
$$;

create function house_debt_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  by_now numeric;
  was numeric := 0;
begin
  if tg_op = 'INSERT' then
    select sum(a.amount - a.paid) into by_now from added a where a.status = 'owed';
  else
    select sum(c.amount - c.paid) into by_now from changed c where c.status = 'owed';
    select sum(b.amount - b.paid) into was from before b where b.status = 'owed';
  end if;
  perform count_moves('{house_owed}', array[coalesce(by_now, 0) - coalesce(was, 0)]);
  return null;
end
$$;
create trigger house_debt_counted_new after insert on house_debt
  referencing new table as added for each statement execute function house_debt_counted();
create trigger house_debt_counted after update on house_debt
  referencing old table as before new table as changed for each statement execute function house_debt_counted();

-- The part of a closing that the house pays comes from the house accounts in the published order (positions/purse.ts): a
-- profit from the trading account first, a shortfall from the insurance account first; the next account pays when the one
-- before is empty. A journal that splits it differently is rejected.

-- Whether the house accounts paid for a closing in that order. A difference of two units is rounding. If an account that
-- should have paid first has a balance at the end, only later closings of the same book can have brought it.
create function house_paid_in_order(of_book bigint, of_seq bigint, closing jsonb, gained numeric[]) returns boolean
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as
$$
declare
  pnl numeric := (closing ->> 'pnl')::numeric;
  lost numeric := (closing ->> 'shortfall')::numeric - (closing ->> 'offset')::numeric;
  brought numeric[] := array[greatest(-pnl, 0), (closing ->> 'charge')::numeric, 0, (closing ->> 'financing')::numeric,
    (closing ->> 'fee')::numeric, 0];
  payers account[] := '{trading,insurance,equity,interest,fees,rounding}';
  -- A shortfall begins with the insurance.
  places int[] := case when pnl > 0 or lost = 0 then '{1,2,3,4,5,6}' else '{2,1,3,4,5,6}' end;
  at int;
  gave numeric;
  left_over numeric := 0;
begin
  foreach at in array places loop
    gave := brought[at] - gained[at];
    if gave < -0.00000002 or (gave > 0.00000002 and left_over > 0.00000002) then
      return false;
    end if;
    left_over := greatest(left_over, coalesce((select sum(h.amount) from house_balance h where h.account = payers[at] and h.currency = 'USDT'), 0)
      - coalesce((select sum(l.amount) from journal j cross join unnest(j.accounts, j.currencies, j.amounts) as l (account, currency, amount)
        where j.book = of_book and j.seq > of_seq and l.account = payers[at] and l.currency = 'USDT' and l.amount > 0), 0));
  end loop;
  return (closing ->> 'owed')::numeric = 0 or left_over <= 0.00000002;
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
  raise exception 'book % does not go from % to %', old.id, old.seq, new.seq
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
  -- Play money for a new demo customer.
  ('demo_grant', 'equity', -1), ('demo_grant', 'promotions', -1), ('demo_grant', 'spot', 1), ('demo_grant', 'promo', 1),
  -- Starting over: all remaining play money returns to the house, and the same amount is granted again.
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
  -- A manual correction approved by two operators; only house capital can be on the other side.
  ('manual_correction', 'spot', 0), ('manual_correction', 'equity', 0);

insert into book (id) values (0);

grant select on posting, balance, house_balance, journal_template, books_pause, journal_seal, ledger_seal, books_breach to candor_app;
grant select, insert on journal to candor_app;
grant select, insert (name, slot) on counter to candor_app;
grant select, insert, update (paid, status, updated_ms) on house_debt to candor_app;
grant select, update (seq) on book to candor_app;
revoke execute on function book_counts_on, books_hold, check_due_run, count_moves, debt_payment_journal, draw_to_slot, hold_counters,
  house_funds_cover, house_journal, house_paid_in_order, journal_checks_due, journal_explained, journal_known, lock_book, moved_as_said,
  moved_by_its_journal, no_play_capital, play_journal,
  open_balances, open_book, open_house_balances, seal_ledger from public;
grant execute on function books_hold, draw_to_slot, hold_counters, house_paid_in_order, open_balances, open_book, open_house_balances
  to candor_app;

-- What the invariants read, which the guard evaluates.
grant select on balance, book, counter, house_balance, house_debt, journal, journal_seal, ledger_seal, posting to candor_guard;
