-- Leveraged positions: contracts on crypto, and lots of forex and metals. A resting order is a position that is not open yet.
-- The database recomputes the cost and the result of each position, and checks every tape entry that a position names.

create table position (
  book bigint not null,
  id bigint not null,
  product text not null check (product in ('contract', 'forex')),
  symbol text not null,
  side text not null check (side in ('long', 'short')),
  -- A stop order opens when the price comes to its level from the other side: a long when the ask rises to it.
  type text not null check (type in ('market', 'limit', 'stop')),
  status text not null check (status in ('pending', 'open', 'closing', 'closed', 'cancelled')),
  reason text,
  -- The requested quantity and the part of it that is not closed yet, in coins (crypto) or lots (forex and metals).
  quantity numeric(38,8) not null check (quantity > 0),
  open_quantity numeric(38,8) not null check (open_quantity >= 0 and open_quantity <= quantity),
  leverage int not null check (leverage > 0),
  collateral text not null check (collateral in ('contract', 'promo')),
  -- The limit of a limit order, or the level of a stop order.
  price numeric(38,8) check (price > 0),
  entry_price numeric(38,8) check (entry_price > 0),
  entry_seq bigint,
  entry_ms bigint,
  -- The fee at the opening; for a resting order, the fee at its price.
  open_fee numeric(38,8) not null check (open_fee >= 0),
  initial_margin numeric(38,8) not null check (initial_margin >= 0),
  -- The amount frozen for the position, including the fee of a resting order and any margin above the initial one.
  margin numeric(38,8) not null check (margin >= 0),
  -- The conversion rate: USDT per unit of the quote currency, and the tape entry that published it.
  rate numeric(38,8) not null check (rate > 0),
  rate_seq bigint,
  -- Overnight financing in USDT that was charged but not settled yet, and the market time up to which it is charged.
  financing numeric(38,8) not null check (financing >= 0),
  financed_ms bigint not null,
  take_profit numeric(38,8) check (take_profit > 0),
  stop_price numeric(38,8) check (stop_price > 0),
  stop_kind text check (stop_kind in ('loss', 'lock')),
  trail_distance numeric(38,8) check (trail_distance > 0),
  -- The level of the last margin warning sent, in per cent; 0 for none.
  warned smallint not null check (warned in (0, 75, 60)),
  -- The state of each waiting trigger: {"stop": [version, armed_seq, since_ms]}. It fires at the first entry after armed_seq
  -- that reaches its level and, if since_ms is set, was made at or after since_ms. When the engine fires a trigger, it names
  -- the version.
  armed jsonb not null,
  realised_pnl numeric(38,8) not null,
  -- Every partial or full closing, oldest first. Elements are only appended.
  closes jsonb not null,
  created_ms bigint not null,
  updated_ms bigint not null,
  closed_ms bigint,
  placed_day int,
  opened_day int,
  -- The margin at the opening or, before that, at the acceptance of the order.
  staked numeric(38,8),
  -- Margin added after the opening: [{"day": 20413, "amount": "100"}].
  added jsonb not null default '[]',
  -- Fractions of the notional: the fee on opening and on closing, and the financing charged at each midnight for the
  -- position's side.
  fee_rate numeric(38,8) not null check (fee_rate between 0 and 0.01),
  financing_rate numeric(38,8) not null check (financing_rate between 0 and 0.01),
  -- created_ms and created_seq: the acceptance of the order. asked_ms and asked_seq: the request for a closing of
  -- closing_quantity that is waiting. A completed closing has its request in `closes`.
  created_seq bigint not null,
  fill_age_ms int not null check (fill_age_ms >= 0),
  worst_price numeric(38,8) check (worst_price > 0),
  asked_ms bigint,
  asked_seq bigint,
  closing_quantity numeric(38,8) check (closing_quantity > 0),
  -- The conversion rate at the acceptance of the order, from which the frozen amount of a resting order was computed.
  placed_rate numeric(38,8) not null,
  placed_rate_seq bigint,
  -- The conversion rate at the opening; null until then. `rate` changes when a new rate is published.
  open_rate numeric(38,8),
  open_rate_seq bigint,
  -- Every overnight charge, oldest first: {seq, time_ms, nights, quantity, rate, rate_seq, amount}. Elements are only
  -- appended.
  nights jsonb not null,
  -- A loss beyond the margin is covered first by the customer's gains on the opposite side of the same instrument, and then by
  -- the house. `charge` is what this position owes for losses of the opposite side; `gains` lists the gains of the opposite
  -- side while this position was open.
  charge numeric(38,8) not null default 0
  check (charge >= 0 and (charge = 0 or status in ('open', 'closing'))),
  gains jsonb not null default '[]' check (jsonb_typeof(gains) = 'array'),
  -- The entry at which an order that waited ended without filling. For a manual cancellation, this is the newest entry, and no
  -- entry up to it may have reached the order's level. For a refusal, it is the entry at which the order would have filled,
  -- and the database checks the reason as far as it can.
  ended_seq bigint,
  -- The customer's request to cancel a resting order: its time by the market clock, the newest entry at that time, and the
  -- maximum age of that entry at which the order is cancelled immediately.
  cancel_ms bigint,
  cancel_seq bigint,
  cancel_age_ms int check (cancel_age_ms >= 0),
  -- The last request to change levels or margin, in the same form. While the change waits, change_waits contains all levels
  -- after the change and the margin to be added: {"take_profit": "21000", "stop_price": null, "stop_kind": null,
  -- "trail_distance": null, "margin": "0"}.
  change_ms bigint,
  change_seq bigint,
  change_age_ms int check (change_age_ms >= 0),
  change_waits jsonb,
  -- How long the order waits. An IOC or FOK order is at market, with its limit as the worst price. From expires_ms on, by the
  -- market clock, no entry opens a GTD order.
  time_in_force text not null default 'GTC',
  expires_ms bigint,
  -- Whether the order was accepted only because the newest price had not reached it.
  post_only boolean not null default false,
  -- The customer's own name for the order.
  client_order_id text,
  -- When the customer last amended the order, by the market clock. Entries made earlier do not open it any more.
  amended_ms bigint,
  -- The position that the order reduces when it is reached. Such an order opens nothing and freezes nothing.
  reduces bigint,
  primary key (book, id),
  check ((stop_price is null) = (stop_kind is null)),
  check ((status in ('closed', 'cancelled')) = (closed_ms is not null)),
  check ((status in ('open', 'closing')) = (open_quantity > 0)),
  check (status in ('pending', 'open', 'closing') or margin = 0),
  check (status in ('pending', 'cancelled') or entry_price is not null),
  check (type = 'market' or price is not null),
  constraint position_closing_asked check ((asked_ms is null) = (asked_seq is null) and (asked_ms is null) = (closing_quantity is null)),
  constraint position_closing_whole check (status = 'closed' or closing_quantity is null or closing_quantity <= open_quantity),
  constraint position_gains_exact check (gains::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]'),
  constraint position_exact
  check (closes::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]' and added::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]'),
  constraint position_product check ((product = 'contract') = (symbol like '%/USDT')),
  constraint position_leverage check (leverage between 1 and 200),
  constraint position_ended check (ended_seq is null or status = 'cancelled'),
  constraint position_cancel check ((cancel_ms is null) = (cancel_seq is null) and (cancel_ms is null) = (cancel_age_ms is null)),
  constraint position_change check ((change_ms is null) = (change_seq is null) and (change_ms is null) = (change_age_ms is null)
    and (change_waits is null or change_ms is not null)),
  constraint position_change_exact check (change_waits::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]'),
  constraint position_time_in_force check (case time_in_force when 'GTC' then true when 'GTD' then type <> 'market'
    when 'IOC' then type = 'market' when 'FOK' then type = 'market' else false end),
  constraint position_expiry check ((time_in_force = 'GTD') = (expires_ms is not null)
    and (expires_ms is null or expires_ms - created_ms between 1000 and 7776000000
      or expires_ms - amended_ms between 1 and 7776000000)),
  constraint position_post_only check (not post_only or type = 'limit'),
  constraint position_reduces check (reduces is null or (type <> 'market' and status in ('pending', 'cancelled') and entry_price is null
    and (margin, open_fee, initial_margin, staked) = (0, 0, 0, 0) and staked is not null and not post_only
    and coalesce(take_profit, stop_price, trail_distance, worst_price, change_ms) is null)),
  constraint position_amended check (amended_ms is null or (type <> 'market' and amended_ms > created_ms)),
  constraint position_client_order_id check (client_order_id ~ '^[A-Za-z0-9._:-]{1,64}$')
) with (fillfactor = 70);
create index position_alive on position (book, id) where status in ('pending', 'open', 'closing');
create index position_last_day on position (book, (case when status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((closes -> -1 ->> 'day')::int, (closed_ms / 86400000)::int) end));
-- A customer who holds both sides of an instrument has no market risk, and if one side uses experience credit, only the house
-- can lose. Therefore, while a position, resting order or ticket uses credit, its customer may not take the opposite side.
create index position_credit_alive on position (book, symbol) where collateral = 'promo' and status in ('pending', 'open', 'closing');
create index position_reduced_by on position (book, reduces) where reduces is not null and status = 'pending';
create unique index position_client_order on position (book, client_order_id) where status = 'pending' and client_order_id is not null;
create index position_ended on position (book, symbol, closed_ms) where status = 'closed';
create trigger position_day_kept before update on position for each row
  when ((old.placed_day is distinct from new.placed_day and old.amended_ms is not distinct from new.amended_ms)
    or (old.entry_price is not null and old.opened_day is distinct from new.opened_day))
  execute function day_kept();
create trigger taken_back_lately after update on position for each statement execute function accepted_lately();

-- At commit, the sharing of losses between the two sides of an instrument is checked once per transaction for each customer
-- and instrument. The check covers the new closings, and the positions that are open or were closed since the entries that
-- these closings name.

-- The checks due at commit. The table is empty between transactions, and only a trigger writes it.
create unlogged table position_due (
  book bigint not null,
  symbol text not null,
  -- The first journal of the new closings; null if there are only charges.
  first_seq bigint,
  -- Closings before this market time do not affect the check.
  since_ms bigint not null,
  -- Null if rows of both sides changed.
  side text,
  -- Whether one of the changes records a sharing of losses.
  said boolean not null default false,
  primary key (book, symbol)
);

create trigger begun_in_session after insert on position referencing new table as added
  for each statement execute function begun_in_session();

create trigger accepted_lately after insert on position for each statement execute function accepted_lately();

-- A position that ended never changes, and recorded closings and the opening cannot be rewritten. The conditions are in the
-- WHEN clause, because a function call per row would cost as much as writing the row.
create function position_refuse() returns trigger language plpgsql as
$$
begin
  raise exception 'position % cannot become what it is to become (% after %)', old.id, new.status, old.status
    using errcode = 'check_violation', constraint = 'position_transition';
end
$$;
create trigger position_transition before update on position for each row
  when (
    (old.status = 'closing' and new.status = 'open' and new.open_quantity >= old.open_quantity)
    or (old.entry_price is not null and (
      old.entry_price <> new.entry_price or old.entry_seq <> new.entry_seq or old.entry_ms <> new.entry_ms
    ))
    or old.side <> new.side or old.symbol <> new.symbol
    -- Amendments are checked by `position_amended`.
    or (old.amended_ms is not distinct from new.amended_ms and (old.quantity, old.price, old.time_in_force, old.expires_ms, old.staked)
      is distinct from (new.quantity, new.price, new.time_in_force, new.expires_ms, new.staked))
    or old.collateral <> new.collateral
    or old.fee_rate <> new.fee_rate or old.financing_rate <> new.financing_rate
    or old.created_ms <> new.created_ms or old.created_seq <> new.created_seq or old.fill_age_ms <> new.fill_age_ms
    or (old.status = 'closing' and new.status = 'closing'
      and (old.asked_ms, old.asked_seq, old.closing_quantity) is distinct from (new.asked_ms, new.asked_seq, new.closing_quantity))
    or (old.cancel_ms is not null
      and (old.cancel_ms, old.cancel_seq, old.cancel_age_ms) is distinct from (new.cancel_ms, new.cancel_seq, new.cancel_age_ms))
    -- Elements are only appended to the list of closings: the new text starts with the old one without its last bracket.
    or not starts_with(new.closes::text, rtrim(old.closes::text, ']'))
  ) execute function position_refuse();
create trigger position_began after insert on position referencing new table as added for each statement execute function went_its_way();
create trigger position_went_its_way after update on position referencing old table as before new table as changed
  for each statement execute function went_its_way();

-- Returns the amount of the base currency in a quantity of 1, as the catalogue does (a test compares the two). The function
-- has an SQL-standard body, which PostgreSQL inlines into the calling expression.
create function contract_size(product text, symbol text) returns numeric language sql immutable parallel safe
  return case when product = 'contract' then 1::numeric when symbol = 'XAU/USD' then 100::numeric when symbol = 'XAG/USD' then 5000::numeric
    else 100000::numeric end;

-- At commit: a closing that paid less than was due has a row in house_debt for the rest.
create function position_owed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if exists (select from jsonb_to_recordset(new.closes) as c (journal_seq bigint, owed numeric)
      left join house_debt d on d.book = new.book and d.id = c.journal_seq
      where c.owed > 0 and (d.position <> new.id or d.amount <> c.owed) is not false)
  then
    raise exception 'position % of book %: a debt is missing', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_owed';
  end if;
  return null;
end
$$;
create constraint trigger position_owed after update on position deferrable initially deferred for each row
  when (new.closes <> old.closes and jsonb_path_exists(new.closes, '$[*] ? (@.owed != "0")'))
  execute function position_owed();

-- At commit: how losses were shared, for customers with positions on both sides of an instrument and for every shortfall. Runs
-- once for all changes of a transaction.
create function position_borne() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  due position_due;
  wrong text;
begin
  delete from position_due d where d.book = new.book and d.symbol = new.symbol returning * into due;
  if due.book is null then
    return null;
  end if;
  -- Of one side alone nothing is borne, where nobody says that something was.
  if not due.said and due.side is not null
    and not exists (select from position p where p.book = due.book and p.symbol = due.symbol and p.side <> due.side
      and p.status in ('open', 'closing'))
    and not exists (select from position p where p.book = due.book and p.symbol = due.symbol and p.side <> due.side
      and p.status = 'closed' and p.closed_ms >= due.since_ms)
  then
    return null;
  end if;
  select u into wrong from position_unborne(due.book, due.symbol, coalesce(due.first_seq, 9223372036854775807), due.since_ms) u limit 1;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'position_borne';
  end if;
  return null;
end
$$;
create constraint trigger position_borne after insert on position_due deferrable initially deferred for each row
  execute function position_borne();

create function position_unhedged() returns trigger language plpgsql set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  hedged bigint;
begin
  select a.id into hedged from added a
    -- An order that only reduces counts for neither side.
    where a.reduces is null and ((a.collateral = 'promo' and exists (
        select from position p where p.book = a.book and p.status in ('pending', 'open', 'closing') and p.reduces is null
          and p.symbol = a.symbol and p.side <> a.side))
      or exists (
        select from position p where p.book = a.book and p.symbol = a.symbol and p.collateral = 'promo'
          and p.status in ('pending', 'open', 'closing') and p.side <> a.side))
    limit 1;
  if hedged is not null then
    raise exception 'position % is the other side of credit', hedged
      using errcode = 'check_violation', constraint = 'position_unhedged';
  end if;
  return null;
end
$$;
create trigger position_unhedged after insert on position
  referencing new table as added for each statement execute function position_unhedged();

-- The journals of a position match its row: an opening moves the fee to the house, the margin is frozen, and a closing pays
-- the amount in its record, minus what the house still owes and what it covers of losses on the opposite side. If credit is
-- the margin, only gains become the customer's own money, and the part of the shortfall that the customer's own gains cover is
-- taken from the customer's own money. The house accounts pay in the published order. The record of the closing is found by
-- iterating over the list, at a third of the cost of a query.
create function contract_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  accounts account[] := posted.accounts;
  amounts numeric[] := posted.amounts;
  of_position record;
  -- The customer's gains on accounts of credit, and on those of their own money.
  credit numeric := 0;
  own numeric := 0;
  closing jsonb;
  closings int := 0;
  borne numeric;
  -- The gains of the house's accounts, in the order in which they pay.
  trading numeric := 0;
  insurance numeric := 0;
  equity numeric := 0;
  interest numeric := 0;
  fees numeric := 0;
  rounding numeric := 0;
  explained boolean;
begin
  select p.status, p.collateral, p.entry_price, p.open_fee, p.closes into of_position from position p
    where p.book = posted.book and p.id = journal_row(posted.ref, 'position') and p.xmin = pg_current_xact_id()::xid;
  explained := of_position.status is not null and 'USDT' = all (posted.currencies);
  for at in 1 .. cardinality(accounts) loop
    if accounts[at] in ('contract', 'contract_frozen') then own := own + amounts[at];
    elsif accounts[at] in ('promo', 'promo_frozen') then credit := credit + amounts[at];
    elsif accounts[at] = 'trading' then trading := trading + amounts[at];
    elsif accounts[at] = 'fees' then fees := fees + amounts[at];
    elsif accounts[at] = 'rounding' then rounding := rounding + amounts[at];
    elsif accounts[at] = 'interest' then interest := interest + amounts[at];
    elsif accounts[at] = 'insurance' then insurance := insurance + amounts[at];
    elsif accounts[at] = 'equity' then equity := equity + amounts[at];
    end if;
  end loop;
  if of_position.collateral = 'promo' then
    explained := explained and credit <= 0 and not 'contract_frozen' = any (accounts);
  else
    explained := explained and not accounts && '{promo,promo_frozen}';
  end if;
  if not coalesce(explained, false) then
    perform journal_unexplained(posted.book, posted.seq, posted.kind);
  end if;
  case posted.kind
    when 'contract_close' then
      for at in 0 .. jsonb_array_length(of_position.closes) - 1 loop
        if of_position.closes -> at ->> 'journal_seq' = posted.seq::text then
          closing := of_position.closes -> at;
          closings := closings + 1;
        end if;
      end loop;
      borne := (closing ->> 'offset')::numeric;
      explained := closings = 1
        and own + credit = (closing ->> 'pnl')::numeric - (closing ->> 'fee')::numeric - (closing ->> 'financing')::numeric
          + (closing ->> 'shortfall')::numeric - (closing ->> 'owed')::numeric - borne - (closing ->> 'charge')::numeric
        and (of_position.collateral <> 'promo' or own >= case when (closing ->> 'shortfall')::numeric > 0 then -borne else 0 end);
      -- The trading account nearly always pays the profit, and the insurance the shortfall.
      if explained and not (equity = 0 and interest = (closing ->> 'financing')::numeric
        and insurance = (closing ->> 'charge')::numeric - (closing ->> 'shortfall')::numeric + borne
        and fees + rounding + trading = (closing ->> 'fee')::numeric - (closing ->> 'pnl')::numeric
        and (closing ->> 'fee')::numeric - fees between 0 and 0.00000001 and rounding between 0 and 0.00000002)
      then
        explained := house_paid_in_order(posted.book, posted.seq, closing, array[trading, insurance, equity, interest, fees, rounding]);
      end if;
    when 'contract_open', 'contract_fill' then
      -- One journal pays the fee: a waiting order is opened by one kind, an immediate one by the other.
      explained := of_position.entry_price is not null and own + credit = -of_position.open_fee
        and not exists (select from journal j where j.book = posted.book and j.ref = posted.ref
          and j.kind = case posted.kind when 'contract_open' then 'contract_fill' else 'contract_open' end
          and j.kind in ('contract_open', 'contract_fill'));
    when 'contract_release' then
      -- A waiting order releases the part of its hold that it no longer needs once it is amended.
      explained := own + credit = 0 and (of_position.status not in ('pending', 'open') or (of_position.status = 'pending'
        and exists (select from position_amendment a where a.book = posted.book and a.position_id = journal_row(posted.ref, 'position')
          and a.xmin = pg_current_xact_id()::xid)));
    else explained := own + credit = 0;
  end case;
  if explained is not true then perform journal_unexplained(posted.book, posted.seq, posted.kind); end if;
end
$$;

-- Whether the margins of a customer's positions with a collateral are what is frozen.
create function margins_frozen(of_book bigint, of_collateral text) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as
$$
  select coalesce((select sum(p.margin) from position p
      where p.book = of_book and p.collateral = of_collateral and p.status in ('pending', 'open', 'closing')), 0)
    = coalesce((select b.amount from balance b where b.book = of_book and b.currency = 'USDT'
      and b.account = case of_collateral when 'promo' then 'promo_frozen' else 'contract_frozen' end::account), 0)
$$;

-- A journal leaves frozen what positions hold. All journals of a customer are checked together: closing a hundred positions, each
-- of a hundred journals would add up a hundred margins.
create function contract_holds_explained(books bigint[], seqs bigint[]) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as
$$
declare
  wrong record;
begin
  select h.book, h.seq into wrong from (
      select j.book, c.collateral, max(j.seq) as seq
      from unnest(books, seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq
        join (values ('contract', 'contract_frozen'::account), ('promo', 'promo_frozen')) as c (collateral, frozen) on c.frozen = any (j.accounts)
      group by 1, 2) h
    where not margins_frozen(h.book, h.collateral) limit 1;
  if wrong.book is not null then
    raise exception 'journal %/% leaves frozen what no position holds', wrong.book, wrong.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
end
$$;

-- A position that this transaction opened for a fee has the journal of its opening, of this transaction.
create function positions_opened_paid(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select u.book, u.id into unpaid from unnest(books, ids) as u (book, id)
    where (select j.seq from journal j where j.book = u.book and j.ref = 'position:' || u.id
      and j.kind in ('contract_open', 'contract_fill') and j.xmin = pg_current_xact_id()::xid limit 1) is null
    limit 1;
  if unpaid.id is not null then
    raise exception 'position % of book % opens and moves no money', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'position_paid';
  end if;
end
$$;

-- Each closing of a position has its own journal, which is compared with the closing once, when it is posted.
create function positions_closed_paid(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  unpaid record;
begin
  select p.book, p.id into unpaid from unnest(books, ids) as u (book, id) join position p on p.book = u.book and p.id = u.id
    where (select count(distinct j.seq) from jsonb_array_elements(p.closes) as e (closing)
        join journal j on j.book = p.book and j.seq = (e.closing ->> 'journal_seq')::bigint and j.kind = 'contract_close'
          and j.ref = 'position:' || p.id) <> jsonb_array_length(p.closes) limit 1;
  if unpaid.id is not null then
    raise exception 'position % of book % closes and moves no money', unpaid.id, unpaid.book
      using errcode = 'check_violation', constraint = 'position_paid';
  end if;
end
$$;

-- After a change, the margins of a customer's positions are frozen in full, for each collateral.
create function positions_frozen(books bigint[], ids bigint[]) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  unfrozen record;
begin
  select h.book, h.collateral into unfrozen from (select distinct p.book, p.collateral from unnest(books, ids) as u (book, id)
      join position p on p.book = u.book and p.id = u.id) h
    where not margins_frozen(h.book, h.collateral) limit 1;
  if unfrozen.book is not null then
    raise exception 'the positions of book % hold what is not frozen', unfrozen.book
      using errcode = 'check_violation', constraint = 'position_frozen';
  end if;
end
$$;

create function position_checks_due() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  if tg_op = 'INSERT' then
    insert into check_due (guard, books, ids)
      select g.guard, array_agg(a.book), array_agg(a.id) from added a cross join lateral (values
          ('positions_opened', a.entry_price is not null and a.open_fee > 0), ('positions_closed', a.closes <> '[]'),
          ('positions_held', a.margin > 0)) as g (guard, is_due)
        where g.is_due group by 1;
  else
    insert into check_due (guard, books, ids)
      select g.guard, array_agg(c.book), array_agg(c.id) from changed c join before b on b.book = c.book and b.id = c.id
        cross join lateral (values
          ('positions_opened', b.entry_price is null and c.entry_price is not null and c.open_fee > 0),
          ('positions_closed', c.closes <> b.closes), ('positions_held', c.margin <> b.margin)) as g (guard, is_due)
        where g.is_due group by 1;
  end if;
  return null;
end
$$;
create trigger position_checks_due_new after insert on position
  referencing new table as added for each statement execute function position_checks_due();
create trigger position_checks_due after update on position referencing old table as before new table as changed
  for each statement execute function position_checks_due();

-- Returns the violation in a position's conversion rates, or null. One guard calls this function and the following ones for
-- all rows of a statement: the clock is read once, a row is examined only where something in it is new, and an entry that two
-- of them need is looked up once.
create function position_rate_violation(was public."position", new_row public."position", now_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  opened_ms bigint;
begin
  if was.book is not null
    and (was.placed_rate, was.placed_rate_seq) is distinct from (new_row.placed_rate, new_row.placed_rate_seq) then
    return 'placed_rate';
  end if;
  if was.open_rate is not null and (was.open_rate, was.open_rate_seq) is distinct from (new_row.open_rate, new_row.open_rate_seq) then
    return 'open_rate';
  end if;
  if was.book is null
    and not rate_counted(new_row.symbol, new_row.placed_rate, new_row.placed_rate_seq, new_row.created_ms, now_ms) then
    return 'placed_rate';
  end if;
  if (new_row.open_rate is null) <> (new_row.entry_price is null) then
    return 'open_rate';
  end if;
  if was.open_rate is null and new_row.open_rate is not null then
    select t.time_ms into opened_ms from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq;
    if not rate_counted(new_row.symbol, new_row.open_rate, new_row.open_rate_seq, least(opened_ms, new_row.entry_ms), now_ms) then
      return 'open_rate';
    end if;
  end if;
  if (was.rate, was.rate_seq) is distinct from (new_row.rate, new_row.rate_seq)
    and (was.rate_seq >= new_row.rate_seq or not rate_counted(new_row.symbol, new_row.rate, new_row.rate_seq, 0, now_ms)) then
    return 'rate';
  end if;
  return null;
end
$$;

-- Returns the violation in the new overnight charges, or null.
create function position_nights_violation(was public."position", new_row public."position", now_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  size numeric := contract_size(new_row.product, new_row.symbol);
  financed_ms bigint := coalesce(case when was.entry_price is not null then was.financed_ms end, new_row.entry_ms);
  item record;
  entry_ms bigint;
begin
  if not starts_with(new_row.nights::text, rtrim(was.nights::text, ']')) then
    return 'nights';
  end if;
  for item in select n.* from jsonb_array_elements(new_row.nights) with ordinality as e (value, at),
      jsonb_to_record(e.value) as n (seq bigint, time_ms bigint, nights int, quantity numeric, rate numeric, rate_seq bigint,
        amount numeric)
    where e.at > coalesce(jsonb_array_length(was.nights), 0) order by e.at
  loop
    entry_ms := (select t.time_ms from tape t where t.symbol = new_row.symbol and t.seq = item.seq and not t.gap);
    if (entry_ms = item.time_ms
      and item.nights > 0 and item.nights = item.time_ms / 86400000 - financed_ms / 86400000
      -- What a closing at the same entry took was still open: it charges the nights first.
      and item.quantity = new_row.quantity - coalesce((select sum((c ->> 'quantity')::numeric)
        from jsonb_array_elements(new_row.closes) c where (c ->> 'tape_seq')::bigint < item.seq), 0)
      and rate_counted(new_row.symbol, item.rate, item.rate_seq, item.time_ms, now_ms)
      and item.amount = item.nights * ceil(ceil(item.quantity * size * new_row.entry_price * item.rate * 100000000)
        * new_row.financing_rate) / 100000000) is not true
    then
      return 'nights';
    end if;
    financed_ms := item.time_ms;
  end loop;
  if new_row.entry_price is not null and new_row.financed_ms / 86400000 <> financed_ms / 86400000 then
    return 'financed_ms';
  end if;
  return null;
end
$$;

-- Whether a quote reaches the price that a resting order waits for.
create function entry_reached(bid numeric, ask numeric, long boolean, is_stop boolean, price numeric) returns boolean
  language sql immutable parallel safe
  return case when long then case when is_stop then ask >= price else ask <= price end
    else case when is_stop then bid <= price else bid >= price end end;

-- Returns the violation in the acceptance or the opening entry of a position, or null. A market order that could open
-- immediately does not wait; otherwise someone who has seen the new price could delay it and open at the old one. The margin
-- is watched from the opening on. The entry after the newest is looked up only if it could already have existed.
create function position_opening_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  is_stop boolean := new_row.type = 'stop';
  entry record;
  armed bigint;
begin
  if was.book is null then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age,
        null::bigint as next_ms,
        (select h.fill_age_ms from tape_head h where h.symbol = new_row.symbol) as fill_age_ms
      into entry from tape t where t.symbol = new_row.symbol and t.seq = new_row.created_seq;
    -- Times of a tape never run backwards: only behind an entry that is that old can there be one that was there already.
    if entry.time_ms <= now_ms - slack_ms / 3 then
      entry.next_ms := (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = new_row.created_seq + 1);
    end if;
    if (abs(new_row.created_ms - now_ms) <= slack_ms
        and entry.time_ms <= new_row.created_ms + slack_ms and coalesce(entry.next_ms > new_row.created_ms - slack_ms, true)
        and new_row.fill_age_ms = entry.fill_age_ms) is not true then
      return 'acceptance';
    end if;
    if abs(new_row.created_ms - now_ms) > slack_ms / 3 or entry.next_ms <= now_ms - slack_ms / 3 then
      perform read_too_long_ago(new_row.symbol);
    end if;
    if new_row.type = 'market' and new_row.entry_seq is distinct from new_row.created_seq
      and not entry.gap and entry.age <= new_row.fill_age_ms
    then
      return 'entry of its opening';
    end if;
    -- Entries without a price repeat the last one.
    if new_row.reduces is not null and not exists (select from position p where p.book = new_row.book and p.id = new_row.reduces
      and p.status in ('open', 'closing') and (p.product, p.symbol) = (new_row.product, new_row.symbol) and p.side <> new_row.side
      and p.open_quantity >= new_row.quantity
      -- A part does not wait for margin that waits (`position_change_violation`).
      and (p.open_quantity = new_row.quantity or coalesce((p.change_waits ->> 'margin')::numeric, 0) = 0))
    then
      return 'position that it reduces';
    end if;
    if (new_row.post_only or is_stop or new_row.reduces is not null) and (new_row.entry_seq is not null
      or entry_reached(entry.bid, entry.ask, long, is_stop, new_row.price) is not false)
    then
      return 'waiting';
    end if;
  end if;
  if was.book is null and new_row.expires_ms is not null and new_row.status = 'pending'
    and (new_row.armed -> 'expiry' ->> 1)::bigint is distinct from new_row.created_seq
  then
    return 'arming of its expiry';
  end if;
  if was.book is null and new_row.type <> 'market' and new_row.status = 'pending'
    and ((new_row.armed -> 'limit' ->> 1)::bigint, (new_row.armed -> 'limit' ->> 2)::bigint)
      is distinct from (new_row.created_seq, new_row.created_ms)
  then
    return 'arming of its limit';
  end if;
  if was.entry_seq is not null or new_row.entry_seq is null then
    return null;
  end if;
  -- What is opened and closed in one batch has no row that a closing could be held against.
  if was.book is null and new_row.closes <> '[]' and position_margin_violation(was, new_row) is not null then
    return 'margin of a closing';
  end if;
  if was.book is not null or new_row.entry_seq <> new_row.created_seq then
    select t.bid, t.ask, t.time_ms, t.gap, new_row.created_ms - least(t.time_ms, t.feed_time_ms) as age into entry
      from tape t where t.symbol = new_row.symbol and t.seq = new_row.entry_seq;
  end if;
  if (not entry.gap and new_row.entry_price = case when long then entry.ask else entry.bid end) is not true then
    return 'price of its opening';
  end if;
  if new_row.type <> 'limit'
    and (case when long then new_row.entry_price > new_row.worst_price else new_row.entry_price < new_row.worst_price end)
  then
    return 'bound of its opening';
  end if;
  armed := coalesce(part_watched_from(was.symbol, was.armed -> 'limit'), new_row.created_seq);
  if (case
    when was.book is not null and new_row.entry_seq <= new_row.created_seq then false
    when new_row.type = 'market' and new_row.entry_seq = new_row.created_seq then entry.age <= new_row.fill_age_ms
    when new_row.type = 'market' then new_row.entry_seq
      = filling_seq(new_row.symbol, new_row.created_seq, new_row.created_ms, new_row.fill_age_ms)
    when not entry_reached(entry.bid, entry.ask, long, is_stop, new_row.price) then false
    when was.book is null then not is_stop and new_row.entry_seq = new_row.created_seq and entry.age <= new_row.fill_age_ms
    else new_row.entry_seq > armed
      and (was.expires_ms is null or entry.time_ms < was.expires_ms)
      and (was.cancel_ms is null or coalesce(new_row.entry_seq < rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms), true))
      and not reached_between(new_row.symbol, case when long then 'ask' else 'bid' end, long <> is_stop, new_row.price, armed, new_row.entry_seq)
    end) is not true
  then
    return 'entry of its opening';
  end if;
  if new_row.entry_ms is distinct from (case when new_row.entry_seq = new_row.created_seq then new_row.created_ms else entry.time_ms end) then
    return 'time of its opening';
  end if;
  if new_row.status in ('open', 'closing')
    and (new_row.armed -> 'margin' ->> 1)::bigint is distinct from new_row.entry_seq
    and not margin_watched(new_row, new_row.entry_seq)
  then
    return 'arming of its margin';
  end if;
  if coalesce(new_row.take_profit, new_row.stop_price, new_row.trail_distance) is not null and new_row.status in ('open', 'closing')
    and ((new_row.take_profit is not null and new_row.armed #> '{target,1}' is null)
      or (new_row.stop_price is not null and new_row.armed #> '{stop,1}' is null)
      or (new_row.trail_distance is not null and new_row.armed #> '{trail,1}' is null))
  then
    return 'arming of its levels';
  end if;
  return null;
end
$$;

-- A level is watched from the newest entry on, or from the entry that opened the position. Only entries made from now on count
-- or, if the level was set while its order waited, those made since it was set.
create function position_arming_violation(of_symbol text, was_armed jsonb, now_armed jsonb, opened_seq bigint, asked_ms bigint,
  now_ms bigint, slack_ms bigint) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  armed bigint;
  since_ms bigint;
  part text;
begin
  foreach part in array array['limit', 'stop', 'target', 'trail'] loop
    armed := (now_armed -> part ->> 1)::bigint;
    since_ms := (now_armed -> part ->> 2)::bigint;
    if (armed, since_ms) is distinct from ((was_armed -> part ->> 1)::bigint, (was_armed -> part ->> 2)::bigint)
      and ((armed, since_ms) is distinct from (opened_seq, asked_ms) or asked_ms > now_ms + slack_ms)
      and (since_ms is null or not was_newest(of_symbol, armed, since_ms, slack_ms))
    then
      return 'arming of its ' || part;
    end if;
  end loop;
  return null;
end
$$;

-- The recorded time at which the levels of a waiting order were set decides which entries count after the opening. A time in
-- the past would admit an entry that the customer could already know.
create function position_set_violation(of_symbol text, set_ms bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  if abs(set_ms - now_ms) > slack_ms then
    return 'time of its levels';
  elsif abs(set_ms - now_ms) > slack_ms / 3 then
    perform read_too_long_ago(of_symbol);
  end if;
  return null;
end
$$;

-- The time of a request for a closing is the current time. A closing that could be executed immediately does not wait for a
-- later price.
create function position_asked_violation(of_symbol text, of_seq bigint, at_ms bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (abs(at_ms - now_ms) <= slack_ms and was_newest(of_symbol, of_seq, at_ms, slack_ms)
    and (session_reopens_ms(of_symbol, at_ms) is not null
      or filling_seq(of_symbol, of_seq, at_ms, (select h.fill_age_ms from tape_head h where h.symbol = of_symbol)) is distinct from of_seq)
    ) is not true then 'closing that it waits for' end;
end
$$;

-- The time of a request to cancel a resting order is the current time. The request takes effect immediately if the newest
-- entry is recent enough to open a market order, otherwise at the first quote made afterwards.
create function position_cancel_violation(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
begin
  return case when (was.status = 'pending' and was_newest(was.symbol, new_row.cancel_seq, new_row.cancel_ms, slack_ms)
    and new_row.cancel_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and case
      when new_row.status = 'pending' then was.type <> 'market'
        and filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) is distinct from new_row.cancel_seq
      when new_row.status = 'cancelled' and new_row.reason = 'customer' then was.type = 'market'
        or filling_seq(was.symbol, new_row.cancel_seq, new_row.cancel_ms, new_row.cancel_age_ms) = new_row.cancel_seq
      else false end) is not true then 'cancelling'
    -- An order that an entry has ended expires.
    when position_expired_seq(was.symbol, was.created_seq, was.expires_ms) is not null then 'reached' end;
end
$$;

-- Whether, at a time, the market of a symbol has been closed for at least the maximum time that an order waits, so that no
-- quote can be in flight.
create function session_long_closed(of_symbol text, at_ms bigint) returns boolean
  language plpgsql immutable set search_path = pg_catalog, public, pg_temp as
$$
begin
  return session_reopens_ms(of_symbol, at_ms) is not null and session_reopens_ms(of_symbol, at_ms - fill_wait_ms()) is not null;
end
$$;

-- Whether a level has the value that a change gave it, and is watched from the time of the request. Levels that the change did
-- not touch are watched as before.
create function level_changed(before numeric, was_armed jsonb, after numeric, now_armed jsonb, wanted numeric, asked_seq bigint, asked_ms bigint)
  returns boolean language plpgsql immutable set search_path = public, pg_temp as
$$
begin
  return after is not distinct from wanted
    and case when after is not distinct from before then (now_armed ->> 1, now_armed ->> 2) is not distinct from (was_armed ->> 1, was_armed ->> 2)
      else after is null or ((now_armed ->> 1)::bigint, (now_armed ->> 2)::bigint) = (asked_seq, asked_ms) end;
end
$$;

-- Returns the violation in a change of levels or in added margin, or null. The time of the request is the current time. The
-- change takes effect immediately if the newest entry is recent enough to open a market order or the market has long been
-- closed. Otherwise it waits and takes effect once, as requested, at the first quote made afterwards. The previous levels
-- apply until then; otherwise a customer with a faster source could move them out of the way of a quote that arrives late.
create function position_change_violation(was public."position", new_row public."position", slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  waits jsonb := new_row.change_waits;
  is_moved boolean := (was.take_profit, was.stop_price, was.stop_kind, was.trail_distance)
      is distinct from (new_row.take_profit, new_row.stop_price, new_row.stop_kind, new_row.trail_distance)
    or (was.status = 'pending' and new_row.status = 'pending' and was.updated_ms <> new_row.updated_ms)
    or (was.entry_seq is not null and new_row.status in ('open', 'closing')
      and (was.armed #> '{target,1}', was.armed #> '{target,2}', was.armed #> '{stop,1}', was.armed #> '{stop,2}', was.armed #> '{trail,1}',
        was.armed #> '{trail,2}') is distinct from (new_row.armed #> '{target,1}', new_row.armed #> '{target,2}', new_row.armed #> '{stop,1}',
        new_row.armed #> '{stop,2}', new_row.armed #> '{trail,1}', new_row.armed #> '{trail,2}'));
  asked_seq bigint := greatest(was.change_seq, was.entry_seq);
  is_at_once boolean;
begin
  if (was.change_ms, was.change_seq, was.change_age_ms, was.change_waits)
    is not distinct from (new_row.change_ms, new_row.change_seq, new_row.change_age_ms, waits)
  then
    return case when is_moved or was.added is distinct from new_row.added then 'change of its levels' end;
  end if;
  if (was.change_ms, was.change_seq, was.change_age_ms) is not distinct from (new_row.change_ms, new_row.change_seq, new_row.change_age_ms) then
    return case when (waits is null and taken_back_seq(was.symbol, was.change_seq, was.change_ms) is not null
      and (was.status, was.closes, was.margin, was.added) = (new_row.status, new_row.closes, new_row.margin, new_row.added)
      and new_row.stop_kind is not distinct from was.change_waits ->> 'stop_kind'
      and (was.status <> 'pending' or new_row.updated_ms = was.change_ms)
      and case when was.entry_seq is null
        then (new_row.take_profit, new_row.stop_price, new_row.trail_distance) is not distinct from ((was.change_waits ->> 'take_profit')::numeric,
          (was.change_waits ->> 'stop_price')::numeric, (was.change_waits ->> 'trail_distance')::numeric)
        else level_changed(was.take_profit, was.armed -> 'target', new_row.take_profit, new_row.armed -> 'target',
            (was.change_waits ->> 'take_profit')::numeric, asked_seq, was.change_ms)
          and level_changed(was.stop_price, was.armed -> 'stop', new_row.stop_price, new_row.armed -> 'stop',
            (was.change_waits ->> 'stop_price')::numeric, asked_seq, was.change_ms)
          and level_changed(was.trail_distance, was.armed -> 'trail', new_row.trail_distance, new_row.armed -> 'trail',
            (was.change_waits ->> 'trail_distance')::numeric, asked_seq, was.change_ms) end
      ) is not true then 'change of its levels' end;
  end if;
  is_at_once := session_long_closed(was.symbol, new_row.change_ms)
    or coalesce(filling_seq(was.symbol, new_row.change_seq, new_row.change_ms, new_row.change_age_ms) = new_row.change_seq, false);
  return case when (was.status in ('pending', 'open')
    and (was.type <> 'market' or was.status = 'open')
    and was_newest(was.symbol, new_row.change_seq, new_row.change_ms, slack_ms)
    and new_row.change_age_ms = (select h.fill_age_ms from tape_head h where h.symbol = was.symbol)
    and (was.change_waits is null or session_long_closed(was.symbol, new_row.change_ms))
    and case when waits is null
      then is_at_once and (was.status <> 'pending' or new_row.status <> 'pending' or new_row.updated_ms = new_row.change_ms)
      else not is_at_once and not is_moved and new_row.status = was.status and new_row.closes = was.closes
        and coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new_row.added) as e (a)), 0)
          - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(was.added) as e (a)), 0) = (waits ->> 'margin')::numeric
        and coalesce((waits ->> 'take_profit')::numeric > 0, true) and coalesce((waits ->> 'stop_price')::numeric > 0, true)
        and coalesce((waits ->> 'trail_distance')::numeric > 0, true) and coalesce(waits ->> 'stop_kind' in ('loss', 'lock'), true)
        and (waits ->> 'stop_price' is null) = (waits ->> 'stop_kind' is null)
        and ((new_row.armed -> 'change' ->> 1)::bigint, (new_row.armed -> 'change' ->> 2)::bigint) = (new_row.change_seq, new_row.change_ms)
        -- An order for a part would wait for this margin, the margin for a level that an earlier entry reaches, and that level
        -- for the order.
        and ((waits ->> 'margin')::numeric = 0 or not exists (select from position r where r.book = was.book and r.reduces = was.id
          and r.status = 'pending' and r.quantity < was.open_quantity))
      end) is not true then 'change of its levels' end;
end
$$;

-- Returns the violation in the new closings, or null; earlier ones were checked when they were written. The row has the state
-- after its last closing. A closing that waited for its price has the requested quantity, and no midnight before it is
-- skipped. For the database owner, only rates are checked.
create function position_closings_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint,
  is_timed boolean) returns text language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closing jsonb;
  item record;
  reopens_ms bigint;
  fills_at bigint;
  violation text;
begin
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    closing := new_row.closes -> at;
    select (closing ->> 'quantity')::numeric as quantity, (closing ->> 'price')::numeric as price, (closing ->> 'tape_seq')::bigint as tape_seq,
        (closing ->> 'rate')::numeric as rate, (closing ->> 'rate_seq')::bigint as rate_seq, (closing ->> 'financing')::numeric as financing,
        closing ->> 'reason' as reason, (closing ->> 'time_ms')::bigint as time_ms, (closing ->> 'asked_ms')::bigint as asked_ms,
        (closing ->> 'asked_seq')::bigint as asked_seq, t.gap, case new_row.side when 'long' then t.bid else t.ask end as at_price,
        t.time_ms as entry_ms, least(t.time_ms, t.feed_time_ms) as known_ms, null::bigint as next_ms
      into item from tape t where t.symbol = new_row.symbol and t.seq = (closing ->> 'tape_seq')::bigint;
    if item.entry_ms is null or not rate_counted(new_row.symbol, item.rate, item.rate_seq, item.entry_ms, now_ms) then
      return 'rate of a closing';
    end if;
    continue when not is_timed;
    if (not item.gap and item.price = item.at_price and abs(item.time_ms - now_ms) <= slack_ms) is not true then
      return 'price of a closing';
    end if;
    if item.entry_ms / 86400000 > new_row.financed_ms / 86400000 then
      return 'nights';
    end if;
    if item.reason in ('customer', 'close_all') then
      if item.asked_ms is distinct from was.asked_ms then
        if item.asked_seq = item.tape_seq and item.entry_ms <= now_ms - slack_ms / 3 then
          item.next_ms := (select n.time_ms from tape n where n.symbol = new_row.symbol and n.seq = item.tape_seq + 1);
        end if;
        if (abs(item.asked_ms - now_ms) <= slack_ms and case
            when item.asked_seq = item.tape_seq
              then item.entry_ms <= item.asked_ms + slack_ms and coalesce(item.next_ms > item.asked_ms - slack_ms, true)
                and item.time_ms = item.asked_ms
            else was_newest(new_row.symbol, item.asked_seq, item.asked_ms, slack_ms) end) is not true then
          return 'time of a closing';
        end if;
        if abs(item.asked_ms - now_ms) > slack_ms / 3 or (item.asked_seq = item.tape_seq and item.next_ms <= now_ms - slack_ms / 3) then
          perform read_too_long_ago(new_row.symbol);
        end if;
      elsif (item.asked_seq = was.asked_seq and item.tape_seq > was.asked_seq and item.quantity = was.closing_quantity) is not true then
        return 'entry of a closing';
      end if;
      -- During a closed session, it fills at the first quote after the reopening; an earlier quote may be written late.
      reopens_ms := case when new_row.product = 'forex' then session_reopens_ms(new_row.symbol, item.asked_ms) end;
      if reopens_ms is not null then
        fills_at := (select q.seq from tape q where q.symbol = new_row.symbol
          and q.seq > item.asked_seq and q.time_ms >= reopens_ms and least(q.time_ms, q.feed_time_ms) >= item.asked_ms and not q.gap
          order by q.seq limit 1);
      elsif item.tape_seq = item.asked_seq and item.asked_ms - item.known_ms <= new_row.fill_age_ms then
        fills_at := item.tape_seq;
      else
        fills_at := case when item.tape_seq <> item.asked_seq
          then filling_seq(new_row.symbol, item.asked_seq, item.asked_ms, new_row.fill_age_ms) end;
      end if;
      if (item.tape_seq = fills_at) is not true then
        return 'entry of a closing';
      end if;
    else
      violation := closing_unasked_violation(was, new_row, item.reason, item.tape_seq, item.at_price, item.rate, item.financing, item.quantity,
        (closing ->> 'order')::bigint, now_ms, slack_ms);
      if violation is not null then
        return violation;
      end if;
    end if;
  end loop;
  -- The end of a position is its last closing, which later requests refer to.
  if is_timed and new_row.status = 'closed' and new_row.closed_ms is distinct from (new_row.closes -> -1 ->> 'time_ms')::bigint then
    return 'time of a closing';
  end if;
  return null;
end
$$;

-- Does the same as the function above for a closing that nobody requested: a level, a trailing stop or a liquidation closes at
-- the first entry that reaches it.
create function closing_unasked_violation(was public."position", new_row public."position", of_reason text, at_seq bigint,
  at_price numeric, at_rate numeric, all_financing numeric, of_quantity numeric, of_order bigint, now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := new_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  size numeric := contract_size(new_row.product, new_row.symbol);
  armed bigint;
  due numeric;
  -- Added margin counts from the time at which its change is applied.
  margin numeric := was.margin - coalesce((was.change_waits ->> 'margin')::numeric, 0);
begin
  if of_reason in ('stop_loss', 'profit_lock', 'take_profit') then
    armed := part_watched_from(was.symbol, was.armed -> case of_reason when 'take_profit' then 'target' else 'stop' end);
    due := case of_reason when 'take_profit' then was.take_profit else was.stop_price end;
    if (at_seq > armed
      and case when long = (of_reason = 'take_profit') then at_price >= due else at_price <= due end
      and not reached_between(new_row.symbol, closes_at, long <> (of_reason = 'take_profit'), due, armed, at_seq)) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'trailing' then
    armed := (was.armed -> 'trail' ->> 1)::bigint;
    if (at_seq > armed and trailed_first(new_row.symbol, long, was.trail_distance, armed,
      part_watched_from(was.symbol, was.armed -> 'trail'), at_seq) = at_seq) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'close_out' then
    armed := (was.armed -> 'margin' ->> 1)::bigint;
    -- Overnight charges caused by the closing's own entry are charged by it; levels watched before it did not include them.
    due := new_row.entry_price + case when long then 1 else -1 end
      * (was.initial_margin / 2 - margin + was.financing + was.charge) / (was.open_quantity * size * was.rate);
    due := case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
    if (at_seq > armed and 2 * (margin - all_financing - was.charge + of_quantity * size
        * at_rate * case when long then at_price - new_row.entry_price else new_row.entry_price - at_price end) <= was.initial_margin
      and not reached_between(new_row.symbol, closes_at, long, due, armed, at_seq)) is not true
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'reduce' then
    -- The order that reduces it ends with it, at its own first entry, which is examined with that order.
    if not exists (select from position r where r.book = new_row.book and r.id = of_order and r.reduces = new_row.id
      and (r.status, r.reason, r.ended_seq) = ('cancelled', 'reduced', at_seq) and r.quantity >= of_quantity
      and r.xmin = pg_current_xact_id()::xid)
    then
      return 'entry of a closing';
    end if;
  elsif of_reason = 'start_over' then
    if exists (select from tape q where q.symbol = new_row.symbol and q.seq > at_seq and not q.gap and q.time_ms <= now_ms - slack_ms)
      or not exists (select from journal j where j.book = new_row.book and j.kind = 'start_over' and abs(j.time_ms - now_ms) <= slack_ms)
    then
      return 'entry of a closing';
    end if;
  else
    return 'reason of a closing';
  end if;
  return null;
end
$$;

-- The overnight charges equal the part settled by closings plus the part not settled yet.
create function position_financing_violation(financing numeric, closes jsonb, nights jsonb) returns text
  language plpgsql immutable set search_path = public, pg_temp as
$$
declare
  rest numeric := financing;
begin
  for at in 0 .. jsonb_array_length(closes) - 1 loop
    rest := rest + coalesce((closes -> at ->> 'financing')::numeric, 0);
  end loop;
  for at in 0 .. jsonb_array_length(nights) - 1 loop
    rest := rest - coalesce((nights -> at ->> 'amount')::numeric, 0);
  end loop;
  return case when rest <> 0 then 'financing' end;
end
$$;

create function position_refused(violation text, of_id bigint) returns void language plpgsql set search_path = public, pg_temp as
$$
begin
  if violation = 'reached' then
    raise exception 'position % is to fire first', of_id using errcode = 'check_violation', constraint = 'reached_first';
  end if;
  if violation in ('placed_rate', 'open_rate', 'rate', 'nights', 'financed_ms', 'financing', 'rate of a closing') then
    raise exception 'no published entry bears out the % of position %', violation, of_id
      using errcode = 'check_violation', constraint = 'position_rates';
  end if;
  raise exception 'the tape does not bear out the % of position %', violation, of_id
    using errcode = 'check_violation', constraint = 'position_in_time';
end
$$;

create function position_in_time_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  none public."position";
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  is_timed boolean := is_bound_in_time(tg_relid);
  wrong record;
begin
  select c.id, f.violation into wrong from changed c cross join lateral (
    select coalesce(
      case when is_timed then position_opening_violation(none, c::public."position", now_ms, slack_ms) end,
      case when is_timed and c.armed ?| array['limit', 'stop', 'target', 'trail'] and c.status in ('pending', 'open', 'closing')
        then position_arming_violation(c.symbol, null, c.armed, c.entry_seq, c.created_ms, now_ms, slack_ms) end,
      case when is_timed and coalesce(c.cancel_ms, c.change_ms) is not null then 'acceptance' end,
      case when is_timed and c.asked_ms is not null then position_asked_violation(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when not (split_part(c.symbol, '/', 2) in ('USDT', 'USD') and c.placed_rate = 1 and c.rate = 1
          and (c.placed_rate_seq, c.rate_seq, c.open_rate_seq) is not distinct from (null::bigint, null::bigint, null::bigint)
          and c.open_rate is not distinct from case when c.entry_price is not null then 1 end)
        then position_rate_violation(none, c::public."position", now_ms) end,
      case when c.nights <> '[]' or (c.entry_price is not null and c.financed_ms / 86400000 <> c.entry_ms / 86400000)
        then position_nights_violation(none, c::public."position", now_ms) end,
      case when c.financing <> 0 or c.nights <> '[]' or c.closes <> '[]'
        then position_financing_violation(c.financing, c.closes, c.nights) end,
      case when c.closes <> '[]' then position_closings_violation(none, c::public."position", now_ms, slack_ms, is_timed) end
    ) as violation offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_in_time_new after insert on position
  referencing new table as changed for each statement execute function position_in_time_new();

-- Checks only the changed parts of a row. Rows are matched with their old versions by a full join, because that can only be
-- hashed or merged. A nested loop over both, planned for one row and cached, would take quadratic time.
create function position_in_time() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  is_timed boolean := is_bound_in_time(tg_relid);
  wrong record;
begin
  select c.id, f.violation into wrong from changed c full join before b on b.book = c.book and b.id = c.id cross join lateral (
    select coalesce(
      case when is_timed and b.entry_seq is distinct from c.entry_seq
        then position_opening_violation(b::public."position", c::public."position", now_ms, slack_ms) end,
      case when is_timed and b.armed <> c.armed and c.status in ('pending', 'open', 'closing')
        then case when b.change_waits is not null and c.change_waits is null and b.change_ms = c.change_ms
          then position_arming_violation(c.symbol, b.armed, c.armed, greatest(c.change_seq, c.entry_seq), c.change_ms, now_ms, slack_ms)
          else position_arming_violation(c.symbol, b.armed, c.armed, case when b.entry_seq is null then c.entry_seq end, b.updated_ms,
            now_ms, slack_ms) end end,
      -- The levels of an order count from when they were set last, which is now.
      case when is_timed and b.status = 'pending' and c.status = 'pending' and not (b.change_waits is not null and c.change_waits is null)
          and (b.take_profit, b.stop_price, b.trail_distance, b.updated_ms)
          is distinct from (c.take_profit, c.stop_price, c.trail_distance, c.updated_ms)
        then position_set_violation(c.symbol, c.updated_ms, now_ms, slack_ms) end,
      case when is_timed and ((b.take_profit, b.stop_price, b.stop_kind, b.trail_distance, b.change_ms, b.change_seq, b.change_age_ms, b.change_waits)
            is distinct from (c.take_profit, c.stop_price, c.stop_kind, c.trail_distance, c.change_ms, c.change_seq, c.change_age_ms, c.change_waits)
          or b.added is distinct from c.added or (b.status = 'pending' and c.status = 'pending' and b.updated_ms <> c.updated_ms)
          or (b.armed <> c.armed and b.entry_seq is not null and b.armed || c.armed ?| array['target', 'stop', 'trail']))
        then position_change_violation(b::public."position", c::public."position", slack_ms) end,
      case when is_timed and b.cancel_ms is null and c.cancel_ms is not null
        then position_cancel_violation(b::public."position", c::public."position", slack_ms) end,
      case when is_timed and c.asked_ms is distinct from b.asked_ms and c.asked_ms is not null
        then position_asked_violation(c.symbol, c.asked_seq, c.asked_ms, now_ms, slack_ms) end,
      case when (b.placed_rate, b.placed_rate_seq, b.open_rate, b.open_rate_seq, b.rate, b.rate_seq)
          is distinct from (c.placed_rate, c.placed_rate_seq, c.open_rate, c.open_rate_seq, c.rate, c.rate_seq)
          or (b.entry_price is null) <> (c.entry_price is null)
        then position_rate_violation(b::public."position", c::public."position", now_ms) end,
      case when b.nights <> c.nights or (c.entry_price is not null
          and c.financed_ms / 86400000 <> coalesce(case when b.entry_price is not null then b.financed_ms end, c.entry_ms) / 86400000)
        then position_nights_violation(b::public."position", c::public."position", now_ms) end,
      case when b.financing <> c.financing or b.nights <> c.nights or b.closes <> c.closes
        then position_financing_violation(c.financing, c.closes, c.nights) end,
      case when b.closes <> c.closes
        then position_closings_violation(b::public."position", c::public."position", now_ms, slack_ms, is_timed) end,
      -- A row that is another one now has no row that it was.
      case when b.id is null or c.id is null then 'acceptance' end
    ) as violation offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_in_time after update on position
  referencing old table as before new table as changed for each statement execute function position_in_time();

create function position_unborne(of_book bigint, of_symbol text, from_seq bigint, since_ms bigint) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp set enable_hashjoin = on set enable_seqscan = off as
$$
begin
  return query with mine as materialized (
    select p.* from position p where p.book = of_book and p.symbol = of_symbol and p.status in ('open', 'closing')
    union all
    select p.* from position p where p.book = of_book and p.symbol = of_symbol and p.status = 'closed' and p.closed_ms >= since_ms
  ), closing as materialized (
    select p.id, p.side, p.entry_seq, c.quantity, c.tape_seq, c.rate, c.journal_seq, c.financing, c.shortfall, c."offset",
      coalesce(c.offsets, '[]') as offsets, coalesce(c.charged, '[]') as charged, coalesce(c.charge, 0) as charge,
      greatest(0, c.pnl - c.fee - c.financing - coalesce(c.charge, 0)) as gain
    from mine p, jsonb_to_recordset(p.closes) as c (quantity numeric, tape_seq bigint, rate numeric, journal_seq bigint, pnl numeric,
      fee numeric, financing numeric, shortfall numeric, "offset" numeric, offsets jsonb, charged jsonb, charge numeric)
    where c."offset" is not null
  ), used as materialized (
    select c.id, c.side, c.tape_seq, c.journal_seq, o.position, o.seq, o.amount
    from closing c, jsonb_to_recordset(c.offsets) as o (position bigint, seq bigint, amount numeric) where c.offsets <> '[]'
  ), charged as materialized (
    select c.id, c.side, c.tape_seq, c.journal_seq, o.position, o.amount
    from closing c, jsonb_to_recordset(c.charged) as o (position bigint, amount numeric) where c.charged <> '[]'
  ), loss as materialized (
    select l.id, l.side, l.tape_seq, l.journal_seq, l.rate, t.bid, t.ask,
      l.shortfall - l."offset" - coalesce((select sum(o.amount) from jsonb_to_recordset(l.charged) as o (amount numeric)), 0) as rest,
      -- Of one that lost twice at one entry the sum alone was reckoned.
      (select count(*) from jsonb_to_recordset((select p.closes from position p where p.book = of_book and p.id = l.id))
        as c (tape_seq bigint, shortfall numeric) where c.tape_seq = l.tape_seq and c.shortfall > 0) as times
    from closing l left join lateral (select e.bid, e.ask from tape e where e.symbol = of_symbol and e.seq = l.tape_seq offset 0) t on true
    where l.shortfall > 0 and l.journal_seq >= from_seq
  ), after as materialized (
    -- What each position closed, settled and was relieved of with each closing and everything behind it.
    select c.id, c.journal_seq, sum(c.quantity) over later as quantity, sum(c.financing) over later as financing,
      sum(c.charge) over later as charge, lag(c.journal_seq) over (partition by c.id order by c.journal_seq) as before_seq
    from closing c where c.journal_seq >= from_seq
    window later as (partition by c.id order by c.journal_seq desc)
  ), leg as materialized (
    -- Positions of the other side that were open when it closed: what they had gained at its entry, and what they owed already. The
    -- financing of that moment is not kept; it was no more than what was charged since.
    select l.id as lost_by, l.journal_seq, l.rest, p.id,
      (p.open_quantity + coalesce(a.quantity, 0)) * contract_size.size * l.rate
        * (case p.side when 'long' then l.bid - p.entry_price else p.entry_price - l.ask end) as profit,
      coalesce(a.financing, 0) + p.financing as financing,
      p.charge + coalesce(a.charge, 0)
        - sum(coalesce(b.amount, 0)) over (partition by p.id order by l.journal_seq desc) as owed,
      coalesce(b.amount, 0) as bears
    from loss l join mine p on p.side <> l.side and p.entry_seq < l.tape_seq
      cross join (select contract_size(m.product, of_symbol) as size from mine m limit 1) contract_size
      left join after a on a.id = p.id and p.closes <> '[]' and a.journal_seq > l.journal_seq
        and coalesce(a.before_seq <= l.journal_seq, true)
      left join (select c.position, c.journal_seq, sum(c.amount) as amount from charged c group by 1, 2) b
        on b.position = p.id and b.journal_seq = l.journal_seq
    where p.open_quantity > 0 or a.id is not null
  ), taken as materialized (
    select u.position, u.seq, sum(u.amount) as amount from used u group by u.position, u.seq
  ), gained as materialized (
    select w.*, w.gain - coalesce(u.amount, 0) as kept from (
      select c.id, c.side, c.entry_seq, c.tape_seq, min(c.journal_seq) as first_seq, max(c.journal_seq) as last_seq,
        sum(c.gain) as gain
      from closing c group by c.id, c.side, c.entry_seq, c.tape_seq) w
    left join taken u on u.position = w.id and u.seq = w.tape_seq
  )
  select format('position %s of book %s: offset %s', c.id, of_book, c."offset") from closing c
    where c.journal_seq >= from_seq and (c."offset" <> 0 or c.offsets <> '[]' or c.charged <> '[]')
      and (c."offset" <> coalesce((select sum(o.amount) from jsonb_to_recordset(c.offsets) as o (amount numeric)), 0)
        or exists (select from jsonb_to_recordset(c.offsets || c.charged) as o (amount numeric) where o.amount <= 0))
  union all select format('position %s of book %s passes on %s too much', id, of_book, -rest) from loss where rest < 0
  union all select format('position %s of book %s bears %s more than it gained', id, of_book, -kept) from gained where kept < 0
  union all select format('position %s of book %s bears nothing of position %s', u.position, of_book, u.id) from used u
    left join gained w on w.id = u.position and w.tape_seq = u.seq
    where u.journal_seq >= from_seq and (w.side <> u.side and w.entry_seq < u.tape_seq and w.tape_seq >= u.tape_seq) is not true
  union all select format('position %s of book %s: charged %s, kept %s', p.id, of_book, o.amount, k.amount) from mine p
    left join (select c.position, sum(c.amount) as amount from charged c group by c.position) b on b.position = p.id
    cross join lateral (select coalesce(b.amount, 0) as amount) o
    cross join lateral (select p.charge + coalesce((select sum(c.charge) from jsonb_to_recordset(p.closes) as c ("offset" numeric,
      charge numeric) where c."offset" is not null), 0) as amount) k
    where p.entry_ms >= since_ms and o.amount <> k.amount
  union all select format('position %s of book %s was charged by its own side', o.position, of_book) from charged o
    left join mine p on p.id = o.position
    where o.journal_seq >= from_seq and (p.side <> o.side and p.entry_seq < o.tape_seq) is not true
  union all select format('position %s of book %s bears %s of position %s, and had gained %s', id, of_book, bears, lost_by, profit)
    from leg where bears > greatest(0, profit - owed) * 1.01 + 0.000001
  union all select format('position %s of book %s left %s to the house, position %s had gained %s', lost_by, of_book, rest, id, profit)
    from leg where rest > 0 and bears < (profit - owed - financing) * 0.99 - 0.000001
  -- Of gains before it a position remembers the last hundred.
  union all select format('position %s of book %s left %s to the house, position %s was paid %s', l.id, of_book, l.rest, w.id, w.kept)
    from loss l join gained w on w.side <> l.side and w.entry_seq < l.tape_seq and w.tape_seq >= l.tape_seq and w.kept > 0
      and w.last_seq < l.journal_seq and w.first_seq > l.journal_seq - 100
    where l.rest > 0 and l.times = 1
      and case when w.kept > 0 then (select sum(h.amount) from had_after(of_book, l.journal_seq) h
        where h.account = 'contract' and h.currency = 'USDT') end > 0;
end
$$;

-- Records what has to be checked at commit: the new closings, and the earliest of the entries that these name.
create function position_bears() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  closing jsonb;
  first bigint;
  since bigint;
  said boolean := false;
begin
  if new.charge <> 0 or coalesce(old.charge, 0) <> 0 or jsonb_path_exists(new.closes, '$[*] ? (@.charge != "0")') then
    since := new.entry_ms;
    said := true;
  end if;
  for at in coalesce(jsonb_array_length(old.closes), 0) .. jsonb_array_length(new.closes) - 1 loop
    closing := new.closes -> at;
    if (closing ->> 'journal_seq')::bigint is null then
      raise exception 'a closing of position % names no journal', new.id
        using errcode = 'check_violation', constraint = 'position_borne';
    end if;
    first := least(first, (closing ->> 'journal_seq')::bigint);
    since := least(since,
      coalesce((select t.time_ms from tape t where t.symbol = new.symbol and t.seq = (closing ->> 'tape_seq')::bigint), 0));
    said := said or closing ?| array['charged', 'offsets'] or (closing ->> 'offset')::numeric is distinct from 0
      or coalesce((closing ->> 'charge')::numeric <> 0, false);
    if closing ? 'charged' then
      since := least(since, (select min(p.entry_ms) from position p where p.book = new.book
        and p.id = any (select (c ->> 'position')::bigint from jsonb_array_elements(closing -> 'charged') c)));
    end if;
  end loop;
  insert into position_due (book, symbol, first_seq, since_ms, side, said)
    -- A closing says when it was by a clock that may differ from that of the tape.
    values (new.book, new.symbol, first, coalesce(since, 0) - 2 * market_slack_ms(), new.side, said)
    on conflict (book, symbol) do update set first_seq = least(position_due.first_seq, excluded.first_seq),
      since_ms = least(position_due.since_ms, excluded.since_ms), said = position_due.said or excluded.said,
      side = case when position_due.side = excluded.side then excluded.side end;
  return null;
end
$$;
create trigger position_bears after update on position for each row
  when (old.charge <> new.charge or (old.closes <> new.closes and jsonb_path_exists(new.closes,
    '$[*] ? (@.shortfall != "0" || @.offset != "0" || @.charge != "0" || exists(@.charged) || !exists(@.offset))')))
  execute function position_bears();
-- A position that was opened and closed in one batch arrives as a new row.
create trigger position_bears_new after insert on position for each row
  when (new.charge <> 0 or (new.closes <> '[]' and jsonb_path_exists(new.closes,
    '$[*] ? (@.shortfall != "0" || @.offset != "0" || @.charge != "0" || exists(@.charged) || !exists(@.offset))')))
  execute function position_bears();

-- A new position has the margin that was frozen for it, unless a closing in the same batch has already changed it.
create function position_begins() returns trigger language plpgsql set search_path = public, pg_temp as
$$
begin
  if new.initial_margin <> new.margin - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new.added) as e (a)), 0)
    or new.financed_ms <> coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms)
  then
    raise exception 'position % of book % begins with what has not happened', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_begins';
  end if;
  return new;
end
$$;
create trigger position_begins before insert on position for each row
  when (new.closes = '[]' and (new.added <> '[]'
    or (new.entry_ms is not null and (new.initial_margin <> new.margin or new.financed_ms <> new.entry_ms))))
  execute function position_begins();

-- Overnight financing is charged from the last charge on; the initial margin shrinks with each part that is closed; and added
-- margin counts for the day on which it is added.
create function position_follows() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  initial numeric := old.initial_margin;
  was_open numeric := old.open_quantity;
  part numeric;
  today int := floor(extract(epoch from clock_timestamp() - interval '5 seconds') / 86400);
  violation text;
begin
  if old.entry_ms is null then
    initial := case when new.closes = '[]' then new.margin
      - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new.added) as e (a)), 0)
      else new.initial_margin end;
  else
    for part in select (c ->> 'quantity')::numeric from jsonb_array_elements(new.closes) with ordinality as e (c, at)
        where e.at > jsonb_array_length(old.closes) order by e.at
    loop
      exit when part >= was_open;
      initial := ceil(initial * (was_open - part) / was_open * 100000000) / 100000000;
      was_open := was_open - part;
    end loop;
  end if;
  if new.entry_ms is not null and new.initial_margin <> initial then
    violation := 'initial_margin';
  elsif new.financed_ms is distinct from coalesce((new.nights -> -1 ->> 'time_ms')::bigint, new.entry_ms, old.financed_ms) then
    violation := 'financed_ms';
  elsif old.added is distinct from new.added and not (
    coalesce((new.added -> -1 ->> 'amount')::numeric > 0, false)
    and (new.added -> -1 ->> 'day')::int between today and today + 1
    -- A closing in the same batch also released a part of the margin; then only the journals show how much was added.
    and (old.closes <> new.closes or old.entry_ms is null or (new.added -> -1 ->> 'amount')::numeric = new.margin - old.margin
      + coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(old.added) as e (a) where a -> 'day' = new.added -> -1 -> 'day'), 0))
    and (new.added - -1) = (case when old.added -> -1 -> 'day' = new.added -> -1 -> 'day' then old.added - -1 else old.added end))
  then
    violation := 'added';
  elsif old.entry_ms is not null and new.margin > old.margin and old.added is not distinct from new.added then
    violation := 'margin';
  end if;
  if violation is not null then
    raise exception 'position % of book %: % does not follow', new.id, new.book, violation
      using errcode = 'check_violation', constraint = 'position_follows';
  end if;
  return new;
end
$$;
create trigger position_follows before update on position for each row
  when (old.initial_margin <> new.initial_margin or old.financed_ms <> new.financed_ms or old.added is distinct from new.added
    or old.margin < new.margin or old.entry_ms is distinct from new.entry_ms)
  execute function position_follows();

-- The gains recorded in a position are those of closings on the opposite side while the position was open, minus the parts
-- that were taken back.
create function position_gains_violation(of_book bigint, of_symbol text) returns text
  language sql stable security definer set search_path = public, pg_temp as
$$
  with mine as materialized (
    select p.* from position p where p.book = of_book and p.symbol = of_symbol and p.entry_price is not null
  ), closing as materialized (
    select p.id, p.side, p.entry_seq, c.tape_seq, c.journal_seq,
      greatest(0, c.pnl - c.fee - c.financing - coalesce(c.charge, 0)) as gain, coalesce(c.offsets, '[]') as offsets
    from mine p, jsonb_to_recordset(p.closes) as c (tape_seq bigint, journal_seq bigint, pnl numeric, fee numeric, financing numeric,
      charge numeric, offsets jsonb)
  ), gained as materialized (
    select w.id, w.side, w.entry_seq, w.tape_seq, min(w.journal_seq) as first_seq,
      sum(w.gain) - coalesce((select sum(o.amount) from closing u, jsonb_to_recordset(u.offsets) as o (position bigint, seq bigint,
        amount numeric) where o.position = w.id and o.seq = w.tape_seq), 0) as kept
    from closing w group by w.id, w.side, w.entry_seq, w.tape_seq
  ), remembered as materialized (
    select p.id, p.side, g.* from mine p, jsonb_to_recordset(p.gains) as g (position bigint, "from" bigint, seq bigint, amount numeric)
    where p.status in ('open', 'closing')
  )
  select format('position %s of book %s remembers %s of position %s', r.id, of_book, r.amount, r.position) from remembered r
    where not exists (select from gained w where w.id = r.position and w.side <> r.side and w.tape_seq = r.seq
      and w.entry_seq = r."from" and w.kept >= r.amount)
  union all
  select format('position %s of book %s forgot what position %s gained', p.id, of_book, w.id) from mine p
    join gained w on w.side <> p.side and w.kept > 0
      and w.first_seq > (select max(j.seq) from journal j where j.book = of_book and j.ref = 'position:' || p.id
        and j.kind in ('contract_open', 'contract_fill'))
    where p.status in ('open', 'closing') and jsonb_array_length(p.gains) < 100
      and not exists (select from remembered r where r.id = p.id and r.position = w.id and r.seq = w.tape_seq and r.amount = w.kept)
  limit 1
$$;

create function position_remembers() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong text := position_gains_violation(new.book, new.symbol);
begin
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'position_remembers';
  end if;
  return null;
end
$$;
create constraint trigger position_remembers after update on position deferrable initially deferred for each row
  when (old.gains <> new.gains) execute function position_remembers();
create constraint trigger position_remembers_new after insert on position deferrable initially deferred for each row
  when (new.gains <> '[]') execute function position_remembers();

-- Returns the notional in units of 10^-8 USDT, rounded up. Fee and margin are computed from it.
create function contract_notional(product text, symbol text, quantity numeric, price numeric, rate numeric) returns numeric
  language sql immutable parallel safe
  return ceil(quantity * contract_size(product, symbol) * price * rate * 100000000);

-- Returns the violation in the amount that an order freezes, in the cost of an opening, or in the amounts that remain after
-- closings; null if there is none.
create function position_cost_violation(of_row public."position", is_new boolean) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  is_held boolean := of_row.entry_seq is distinct from of_row.created_seq;
  limit_price numeric := of_row.price;
  held numeric;
  held_margin numeric;
  held_fee numeric;
  own numeric;
  margin_units numeric;
  fee_units numeric;
  was_open numeric := of_row.quantity;
  part numeric;
begin
  -- What only reduces costs nothing (`position_reduces`).
  if of_row.reduces is not null then
    return null;
  end if;
  if is_held and (is_new or of_row.entry_price is null or limit_price is not null) then
    -- An order at market that waits freezes what it would cost at the quote that it came behind.
    if limit_price is null then
      select case of_row.side when 'long' then t.ask else t.bid end into limit_price from tape t
        where t.symbol = of_row.symbol and t.seq <= of_row.created_seq and not t.gap order by t.seq desc limit 1;
    end if;
    held := contract_notional(of_row.product, of_row.symbol, of_row.quantity, limit_price, of_row.placed_rate);
    held_margin := div(held + of_row.leverage - 1, of_row.leverage);
    held_fee := ceil(held * of_row.fee_rate);
    if is_new and (of_row.staked * 100000000 = held_margin) is not true then
      return 'stake';
    end if;
  end if;
  if of_row.entry_price is null then
    return case when (of_row.initial_margin * 100000000 = held_margin and of_row.open_fee * 100000000 = held_fee
      and of_row.margin * 100000000 = held_margin + held_fee) is not true then 'cost' end;
  end if;
  own := contract_notional(of_row.product, of_row.symbol, of_row.quantity, of_row.entry_price, of_row.open_rate);
  margin_units := div(own + of_row.leverage - 1, of_row.leverage);
  fee_units := ceil(own * of_row.fee_rate);
  if is_new and not is_held and (of_row.staked * 100000000 = margin_units) is not true then
    return 'stake';
  end if;
  -- At its limit an order costs what it froze or less; at market and at a stop what its entry says.
  if is_held and of_row.type = 'limit' and margin_units + fee_units >= held_margin + held_fee then
    margin_units := held_margin;
    fee_units := held_fee;
  end if;
  for at in 0 .. jsonb_array_length(of_row.closes) - 1 loop
    part := (of_row.closes -> at ->> 'quantity')::numeric;
    exit when part >= was_open;
    margin_units := div(margin_units * (was_open - part) * 100000000 + was_open * 100000000 - 1, was_open * 100000000);
    was_open := was_open - part;
  end loop;
  return case when (of_row.initial_margin * 100000000 = margin_units and of_row.open_fee * 100000000 = fee_units) is not true
    then 'cost' end;
end
$$;

-- Returns the violation in the figures of the closings from a given index on, or null.
create function position_made_violation(of_row public."position", from_at int) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  size numeric := contract_size(of_row.product, of_row.symbol);
  item jsonb;
  part numeric;
  made numeric;
  at_price numeric;
  at_rate numeric;
  night int := 0;
  -- In units.
  due numeric := 0;
  closed numeric := 0;
  all_made numeric := 0;
begin
  for at in 0 .. jsonb_array_length(of_row.closes) - 1 loop
    item := of_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    made := (item ->> 'pnl')::numeric;
    -- A closing charges the nights of its own entry first.
    while (of_row.nights -> night ->> 'seq')::bigint <= (item ->> 'tape_seq')::bigint loop
      due := due + (of_row.nights -> night ->> 'amount')::numeric * 100000000;
      night := night + 1;
    end loop;
    if at >= from_at then
      at_price := (item ->> 'price')::numeric;
      at_rate := (item ->> 'rate')::numeric;
      if (part > 0 and made * 100000000 = floor(part * size * at_rate
          * case when long then at_price - of_row.entry_price else of_row.entry_price - at_price end * 100000000)
        and (item ->> 'fee')::numeric * 100000000 = ceil(ceil(part * size * at_price * at_rate * 100000000) * of_row.fee_rate)) is not true
      then
        return 'profit of a closing';
      end if;
      if ((item ->> 'tape_seq')::bigint >= of_row.entry_seq and coalesce((item ->> 'asked_seq')::bigint >= of_row.entry_seq, true)) is not true
      then
        return 'entry of a closing';
      end if;
      if ((item ->> 'financing')::numeric * 100000000
        = div(due * part * 100000000 + (of_row.quantity - closed) * 100000000 - 1,
          nullif(of_row.quantity - closed, 0) * 100000000)) is not true
      then
        return 'financing';
      end if;
    end if;
    due := due - (item ->> 'financing')::numeric * 100000000;
    closed := closed + part;
    all_made := all_made + made;
  end loop;
  return case when (of_row.quantity - closed = of_row.open_quantity and all_made = of_row.realised_pnl) is not true
    then 'sum of its closings' end;
end
$$;

-- Returns the name of the first trigger of a position that an entry up to a given one has reached, by the levels that are
-- watched or that a change had set by then; null if none was reached.
create function position_reached(of_row public."position", upto bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  closes_at text := case when long then 'bid' else 'ask' end;
  quote text := split_part(of_row.symbol, '/', 2);
  armed jsonb := of_row.armed;
  watched bigint;
  item record;
  -- Its levels count up to the entry at which they change.
  changes_at bigint;
  changed text;
begin
  if of_row.status = 'pending' then
    if of_row.expires_ms is not null and upto is not null then
      upto := least(upto, entry_before(of_row.symbol, of_row.expires_ms));
    end if;
    return case when of_row.price is not null and reached_between(of_row.symbol, case when long then 'ask' else 'bid' end,
      long <> (of_row.type = 'stop'), of_row.price, part_watched_from(of_row.symbol, armed -> 'limit'), upto + 1) then 'limit' end;
  end if;
  if of_row.status not in ('open', 'closing') then
    return null;
  end if;
  if of_row.change_waits is not null then
    changes_at := taken_back_seq(of_row.symbol, of_row.change_seq, of_row.change_ms);
    if changes_at <= upto then
      upto := changes_at - 1;
      changed := 'change';
    end if;
  end if;
  if of_row.take_profit is not null
    and reached_between(of_row.symbol, closes_at, not long, of_row.take_profit, part_watched_from(of_row.symbol, armed -> 'target'), upto + 1)
  then
    return 'target';
  end if;
  if of_row.stop_price is not null
    and reached_between(of_row.symbol, closes_at, long, of_row.stop_price, part_watched_from(of_row.symbol, armed -> 'stop'), upto + 1)
  then
    return 'stop';
  end if;
  if of_row.trail_distance is not null
    and trailed_first(of_row.symbol, long, of_row.trail_distance, (armed -> 'trail' ->> 1)::bigint,
      part_watched_from(of_row.symbol, armed -> 'trail'), upto) is not null
  then
    return 'trail';
  end if;
  watched := (armed -> 'margin' ->> 1)::bigint;
  if watched >= upto then
    return changed;
  end if;
  if quote in ('USDT', 'USD') then
    return case when margin_reached(of_row, of_row.rate, watched, upto) then 'margin' else changed end;
  end if;
  for item in select w.rate, w.since, lead(w.since) over (order by w.seq) as until from (
      select of_row.rate_seq as seq, of_row.rate as rate, watched as since
      union all
      select r.seq, r.last, entry_before(of_row.symbol, r.time_ms) from tape r
        where r.symbol = quote || '/USDT' and r.seq > of_row.rate_seq and not r.gap
    ) w order by w.seq
  loop
    if margin_reached(of_row, item.rate, greatest(watched, item.since), least(upto, coalesce(item.until, upto))) then
      return 'margin';
    end if;
  end loop;
  return changed;
end
$$;

-- Returns the violation in a change of a row, by request or by an entry, or null. A level that an entry has reached fires
-- before anything later: before a manual action, another trigger of the position, or a change of the entry from which the
-- level is watched. For a manual closing, entries up to the one that it names are examined; for a cancellation or a level
-- change, those up to the newest entry.
create function position_moved_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  closed int := jsonb_array_length(new_row.closes) - jsonb_array_length(was.closes);
  reason text := case when closed > 0 then new_row.closes -> -1 ->> 'reason' end;
  item record;
  violation text;
  is_moved boolean := was.status in ('pending', 'open') and was.added is distinct from new_row.added;
  is_armed_anew boolean := was.armed is distinct from new_row.armed;
  has_levels boolean := coalesce(was.take_profit, was.stop_price, was.trail_distance, new_row.take_profit, new_row.stop_price,
    new_row.trail_distance) is not null;
  is_carried_out boolean := was.change_waits is not null and new_row.change_waits is null and was.change_ms = new_row.change_ms;
  changes_at bigint := case when was.change_waits is not null then taken_back_seq(was.symbol, was.change_seq, was.change_ms) end;
begin
  if was.change_waits is not null and new_row.change_waits is not null and new_row.status in ('pending', 'open', 'closing')
    and (was.armed -> 'change') is distinct from (new_row.armed -> 'change')
  then
    return 'arming of its change';
  end if;
  -- A trigger that was reached before the change takes effect fires first.
  if is_carried_out and position_reached(was, changes_at - 1) is not null then
    return 'reached';
  end if;
  -- While it waits, its version stays the same, as does that of a waiting cancellation: the engine ignores a trigger with
  -- another version.
  if is_armed_anew and was.status = 'pending' and was.amended_ms is not distinct from new_row.amended_ms and ((was.armed #> '{limit,1}', was.armed #> '{limit,2}')
      is distinct from (new_row.armed #> '{limit,1}', new_row.armed #> '{limit,2}')
    or (new_row.status = 'pending' and ((was.armed -> 'limit') is distinct from (new_row.armed -> 'limit')
      or (was.armed -> 'expiry') is distinct from (new_row.armed -> 'expiry')
      or (was.cancel_ms is not null and (was.armed -> 'cancel') is distinct from (new_row.armed -> 'cancel')))))
  then
    return 'arming of its limit';
  end if;
  if was.status = 'pending' and new_row.status = 'cancelled' then
    return position_ended_violation(was, new_row, now_ms, slack_ms);
  end if;
  if closed > 0 then
    violation := position_margin_violation(was, new_row);
    if violation is not null then
      return violation;
    end if;
  end if;
  if has_levels and not is_carried_out and new_row.status in ('pending', 'open') then
    for item in select * from (values ('target', was.take_profit, new_row.take_profit), ('stop', was.stop_price, new_row.stop_price),
        ('trail', was.trail_distance, new_row.trail_distance)) as v (part, before, after)
      where v.before is distinct from v.after
        or (v.after is not null and new_row.entry_seq is not null and (was.entry_seq is null
          or (new_row.armed -> v.part ->> 1, new_row.armed -> v.part ->> 2)
            is distinct from (was.armed -> v.part ->> 1, was.armed -> v.part ->> 2)))
    loop
      -- A level that was set with its order is watched from the opening on; one that was moved, from now on.
      if new_row.entry_seq is not null and item.after is not null and not coalesce((was.entry_seq is null
          and item.before is not distinct from item.after and ((new_row.armed -> item.part ->> 1)::bigint,
            (new_row.armed -> item.part ->> 2)::bigint) = (new_row.entry_seq, was.updated_ms))
        or ((was.entry_seq is not null or item.before is distinct from item.after)
          and was_newest(new_row.symbol, (new_row.armed -> item.part ->> 1)::bigint,
            coalesce((new_row.armed -> item.part ->> 2)::bigint, 0), slack_ms)), false)
      then
        return 'arming of its ' || item.part;
      end if;
      is_moved := is_moved or was.entry_seq is not null or item.before is distinct from item.after;
    end loop;
  elsif is_armed_anew and not is_carried_out and new_row.status in ('closing', 'closed') and was.entry_seq is not null
    and (was.take_profit, was.stop_price, was.trail_distance) is not distinct from (new_row.take_profit, new_row.stop_price, new_row.trail_distance)
    and (was.armed #> '{target,1}', was.armed #> '{stop,1}', was.armed #> '{trail,1}', was.armed #> '{target,2}', was.armed #> '{stop,2}',
      was.armed #> '{trail,2}') is distinct from (new_row.armed #> '{target,1}', new_row.armed #> '{stop,1}', new_row.armed #> '{trail,1}',
      new_row.armed #> '{target,2}', new_row.armed #> '{stop,2}', new_row.armed #> '{trail,2}')
  then
    return 'arming of what ended';
  end if;
  if is_moved then
    if position_reached(was, (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1)) is not null then
      return 'reached';
    end if;
  end if;
  -- The trigger that an entry reached first fires. At the entry of the closing itself, all triggers have the same price, and
  -- the levels have changed by it.
  if reason is not null and reason <> 'start_over'
    and (position_reached(was, (new_row.closes -> -1 ->> 'tape_seq')::bigint - 1) is not null
      or changes_at <= (new_row.closes -> -1 ->> 'tape_seq')::bigint
      -- Closing a part would release its share of margin that does not count yet.
      or (new_row.status <> 'closed' and (was.change_waits ->> 'margin')::numeric > 0))
  then
    return 'reached';
  end if;
  if was.asked_ms is null and new_row.asked_ms is not null and position_reached(was, new_row.asked_seq) is not null then
    return 'reached';
  end if;
  if is_armed_anew and new_row.status in ('open', 'closing', 'closed') and was.status in ('open', 'closing')
    and (was.armed #> '{margin,1}') is distinct from (new_row.armed #> '{margin,1}')
  then
    return margin_rearmed_violation(was, new_row);
  end if;
  return null;
end
$$;

-- Does the same as the function above for new rows.
create function position_recomputed_new() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select f.id, f.violation into wrong from (
    select c.id, coalesce(
      case when c.status <> 'cancelled' then position_cost_violation(c::public."position", true) end,
      case when c.entry_price is null then null
        when c.closes = '[]' then case when (c.quantity = c.open_quantity and c.realised_pnl = 0) is not true then 'sum of its closings' end
        else position_made_violation(c::public."position", 0) end,
      -- That the entry at which it opened is there is asked by position_opening_violation.
      case when (c.armed -> 'margin' ->> 1)::bigint > coalesce(c.entry_seq, 0)
        and (c.armed -> 'margin' ->> 1)::bigint > coalesce((select t.seq from tape t where t.symbol = c.symbol order by t.seq desc limit 1), 0)
        then 'arming of its margin' end
    ) as violation from changed c offset 0) f
  where f.violation is not null limit 1;
  if found then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_recomputed_new after insert on position
  referencing new table as changed for each statement execute function position_recomputed_new();

create function position_terms() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong record;
begin
  if is_bound_in_time(tg_relid) then
    select g.symbol into wrong from (select distinct c.symbol, c.side, c.fee_rate, c.financing_rate from changed c) g
      where not (is_term_now('instrument:' || g.symbol, 'contract_fee_rate', g.fee_rate)
        and is_term_now('instrument:' || g.symbol, 'financing_' || g.side || '_rate', g.financing_rate)) limit 1;
    if found then
      raise exception 'a position on % has not the rates that are published', wrong.symbol
        using errcode = 'check_violation', constraint = 'position_terms';
    end if;
  end if;
  return null;
end
$$;
create trigger position_terms after insert on position
  referencing new table as changed for each statement execute function position_terms();

create function position_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  now_ms bigint := market_now_ms();
  slack_ms bigint := market_slack_ms();
  wrong record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  select f.id, f.violation into wrong from (
    select c.id, case when b.id is null or c.id is null then 'acceptance' else coalesce(
      case when c.status <> 'cancelled' and (b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq
          or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee)
        then position_cost_violation(c::public."position", false) end,
      case when c.entry_price is not null and (b.closes <> c.closes or b.open_quantity <> c.open_quantity
          or b.realised_pnl <> c.realised_pnl)
        then position_made_violation(c::public."position", case when b.entry_price is null then 0 else jsonb_array_length(b.closes) end) end,
      case when b.closes <> c.closes or b.entry_seq is distinct from c.entry_seq or b.status <> c.status
          or b.armed <> c.armed or b.initial_margin <> c.initial_margin or b.open_fee <> c.open_fee
          or b.open_quantity <> c.open_quantity or b.realised_pnl <> c.realised_pnl or b.margin <> c.margin
          or (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance)
          or b.change_waits is distinct from c.change_waits
        then position_moved_violation(b::public."position", c::public."position", now_ms, slack_ms) end
    ) end as violation from changed c full join before b on b.book = c.book and b.id = c.id offset 0) f
  where f.violation is not null limit 1;
  if wrong.violation is not null then
    perform position_refused(wrong.violation, wrong.id);
  end if;
  return null;
end
$$;
create trigger position_recomputed after update on position
  referencing old table as before new table as changed for each statement execute function position_recomputed();

-- Returns rows that should have been fired or charged at an entry more than a minute old. A midnight falls due with the first
-- entry after it; an expired ticket is due for settlement, a requested closing for execution, and a conversion for the price
-- of its second coin. A process that falsely reported to the engine that such a row no longer waits would withhold a winner's
-- money. The engine reads a row found here again and fires it at that entry.
create function left_unfired() returns table (told text, book bigint, row_id bigint)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its %s was reached and did not fire', p.id, p.book, r.part), p.book, p.id
    from position p, position_reached(p, least(entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()),
      case when p.status = 'pending' then rests_until_seq(p.symbol, p.cancel_seq, p.cancel_ms) - 1 end)) as r (part)
    where p.status in ('pending', 'open', 'closing') and r.part is not null
  union all
  select format('order %s of book %s is asked to be cancelled, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status = 'pending' and p.cancel_ms is not null
      and taken_back_seq(p.symbol, p.cancel_seq, p.cancel_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s rests, and its time is over', p.id, p.book), p.book, p.id from position p
    where p.status = 'pending' and p.expires_ms is not null
      and position_expired_seq(p.symbol, p.created_seq, p.expires_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s is asked to change, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status in ('pending', 'open', 'closing') and p.change_waits is not null
      and taken_back_seq(p.symbol, p.change_seq, p.change_ms) <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('position %s of book %s: its night was passed and is not charged', p.id, p.book), p.book, p.id from position p
    where p.status in ('open', 'closing') and exists (select from tape t where t.symbol = p.symbol and not t.gap
      and t.seq = entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and t.time_ms / 86400000 > p.financed_ms / 86400000)
  union all
  select format('order %s of book %s waits at market for an entry that has come', o.id, o.book), o.book, o.id from (
      select p.book, p.id, p.symbol, p.created_seq as seq, p.created_ms as ms, p.fill_age_ms from position p
        where p.status = 'pending' and p.type = 'market'
      union all
      select s.book, s.id, s.symbol, s.armed_seq, s.created_ms, s.fill_age_ms from spot_order s
        where s.status = 'open' and s.type = 'market' and not s.priced @> '[{"leg": 1}]'
    ) o where filling_seq(o.symbol, o.seq, o.ms, o.fill_age_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('spot order %s of book %s was reached and did not fill', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.type <> 'market' and spot_order_reached_before(o, least(entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) + 1, rests_until_seq(o.symbol, o.cancel_seq, o.cancel_ms),
      spot_expires_seq(o.symbol, o.expires_ms)))
  union all
  select format('spot order %s of book %s has expired and did not end', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.expires_ms is not null and exists (select from tape t where t.symbol = o.symbol
      and t.cause is distinct from 'reject' and t.seq = entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
      and t.seq > o.armed_seq and t.time_ms >= o.expires_ms)
  union all
  select format('spot order %s of book %s is asked to be cancelled, and its entry has come', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.cancel_ms is not null
      and taken_back_seq(o.symbol, o.cancel_seq, o.cancel_ms) <= entry_past(o.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  -- A closing requested in a closed session closes at the first quote after its reopening.
  select format('position %s of book %s is asked to close, and its entry has come', p.id, p.book), p.book, p.id from position p
    where p.status = 'closing' and p.asked_seq is not null
      and case when session_reopens_ms(p.symbol, p.asked_ms) is null then filling_seq(p.symbol, p.asked_seq, p.asked_ms, p.fill_age_ms)
        else (select q.seq from tape q where q.symbol = p.symbol and q.seq > p.asked_seq and not q.gap
          and q.time_ms >= session_reopens_ms(p.symbol, p.asked_ms) and least(q.time_ms, q.feed_time_ms) >= p.asked_ms
          order by q.seq limit 1) end
        <= entry_past(p.symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('order %s of book %s waits for its second coin, whose entry has come', o.id, o.book), o.book, o.id from spot_order o
    where o.status = 'open' and o.type = 'market' and o.priced @> '[{"leg": 1}]'
      and filling_seq(o.to_symbol, o.to_armed_seq, o.created_ms, o.to_fill_age_ms)
        <= entry_past(o.to_symbol, market_now_ms(), 60000 + 4 * market_slack_ms())
  union all
  select format('ticket %s of book %s is over and did not end', t.id, t.book), t.book, t.id from option_ticket t
    where t.status = 'open' and exists (select from tape e where e.symbol = t.symbol and e.cause is distinct from 'reject'
      and e.seq = entry_past(t.symbol, market_now_ms(), 60000 + 4 * market_slack_ms()) and e.time_ms > t.expires_ms)
$$;

-- Changes the exposure counters together with the rows that they count. For the counters by symbol and side, only the sum is
-- changed.
create function position_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  names text[];
  amounts numeric[];
begin
  if tg_op = 'INSERT' then
    select array_agg(format('cover:%s:%s', m.symbol, m.side)), array_agg(m.amount) into names, amounts from (
      select a.symbol, a.side, sum(stress_of(a.product, a.symbol, a.open_quantity, a.entry_price, a.rate)) as amount
        from added a where a.status in ('open', 'closing') and a.entry_price is not null group by a.symbol, a.side
    ) m;
  else
    select array_agg(format('cover:%s:%s', m.symbol, m.side)), array_agg(m.amount) into names, amounts from (
      select c.symbol, c.side, sum(stress_of(c.product, c.symbol, c.open_quantity, c.entry_price, c.rate)) as amount
        from changed c where c.status in ('open', 'closing') and c.entry_price is not null group by c.symbol, c.side
      union all
      select b.symbol, b.side, -sum(stress_of(b.product, b.symbol, b.open_quantity, b.entry_price, b.rate))
        from before b where b.status in ('open', 'closing') and b.entry_price is not null group by b.symbol, b.side
    ) m;
  end if;
  if names is not null then
    perform count_moves(names, amounts);
  end if;
  return null;
end
$$;
create trigger position_counted_new after insert on position
  referencing new table as added for each statement execute function position_counted();
create trigger position_counted after update on position
  referencing old table as before new table as changed for each statement execute function position_counted();

-- Recomputes the counter of open profits from the newest prices, because open profits change without a change of a row.
create function count_open_profit() returns void language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  -- Whoever looks at how things were some time ago counts what was then.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'open profits are counted as they are now' using errcode = 'check_violation', constraint = 'open_profit_now';
  end if;
  perform from counter c where c.name = 'open_profit' and c.slot = -1 for no key update;
  perform count_moves('{open_profit}', array[(select coalesce(sum(o.amount), 0) from open_profit o)
    - (select coalesce(sum(c.value), 0) from counter c where c.name = 'open_profit')]);
end
$$;

-- Returns the liquidation price of an open position, at which half of the initial margin is left. Added margin counts from the
-- time at which the change takes effect.
create function close_out_price(of_row public."position") returns numeric
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
  due numeric := of_row.entry_price + case when long then 1 else -1 end * (of_row.initial_margin / 2 - of_row.margin
    + coalesce((of_row.change_waits ->> 'margin')::numeric, 0) + of_row.financing + of_row.charge) / (of_row.open_quantity * contract_size(of_row.product, of_row.symbol) * of_row.rate);
begin
  return case when long then floor(due * 100000000) else ceil(due * 100000000) end / 100000000;
end
$$;

-- Whether the margin of an open position has been watched without a gap from an entry up to the one at which it is armed: no
-- entry between the two reached its liquidation price. A position that can never be liquidated is not watched.
create function margin_watched(of_row public."position", since bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  armed bigint := (of_row.armed -> 'margin' ->> 1)::bigint;
  long boolean := of_row.side = 'long';
  due numeric := close_out_price(of_row);
begin
  if armed is null then
    return long and due <= 0;
  end if;
  return armed >= since and armed <= (select max(t.seq) from tape t where t.symbol = of_row.symbol)
    and not reached_between(of_row.symbol, case when long then 'bid' else 'ask' end, long, due, since, armed + 1);
end
$$;

-- Whether the stated obstacle to a customer's order exists. `wanted` is the kind of order: a purchase or sale of coins, a
-- contract, or forex. The only obstacle to a sale is an account that is not open.
create function barred_truly(of_book bigint, of_reason text, wanted text, of_symbol text, of_leverage int) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  gate record;
  profile jsonb;
begin
  select * into gate from customer_gate g where g.book = of_book;
  if of_reason in ('account_frozen', 'account_locked') then
    return case of_reason when 'account_frozen' then gate.status = 'frozen' else gate.status not in ('active', 'frozen') end;
  end if;
  if wanted = 'sale' then
    return false;
  end if;
  if of_reason in ('product_not_offered', 'leverage_above_cap') then
    profile := profile_of(of_book);
  end if;
  return case of_reason
    when 'self_excluded' then coalesce(gate.excluded_until_ms > extract(epoch from clock_timestamp()) * 1000 - 3000, false)
    when 'timed_out' then coalesce(gate.time_out_until_ms > extract(epoch from clock_timestamp()) * 1000 - 3000, false)
    when 'product_not_offered' then not profile -> 'products' ? case wanted when 'purchase' then 'spot' else wanted end
    when 'pair_not_active' then closed_lately(of_symbol)
    when 'lever_not_enabled' then wanted in ('contracts', 'forex') and not gate.lever_enabled
    when 'bank_card_missing' then wanted = 'forex' and not gate.has_bank_card
    when 'leverage_above_cap' then wanted in ('contracts', 'forex') and coalesce(of_leverage > (profile -> 'caps' ->> of_symbol)::int, false)
    else false end;
end
$$;

-- Whether the stated reason why an order did not open at an entry is true. Experience credit counts like own money while it
-- may be used.
create function position_refused_truly(was public."position", of_reason text, at_seq bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  long boolean := was.side = 'long';
  entry record;
  own numeric;
begin
  select t.bid, t.ask, t.time_ms, case when long then t.ask else t.bid end as opens_at, case when long then t.bid else t.ask end as closes_at
    into entry from tape t where t.symbol = was.symbol and t.seq = at_seq;
  if was.reduces is not null then
    -- It has closed its full quantity, or everything.
    if of_reason = 'position_closing' then
      return exists (select from position p where p.book = was.book and p.id = was.reduces and p.status = 'closing');
    end if;
    return of_reason = 'reduced' and exists (select from position p, jsonb_to_recordset(p.closes) as c ("order" bigint, tape_seq bigint, quantity numeric)
      where p.book = was.book and p.id = was.reduces and p.xmin = pg_current_xact_id()::xid and (c."order", c.tape_seq) = (was.id, at_seq)
        and (c.quantity = was.quantity or (c.quantity < was.quantity and p.open_quantity = 0)));
  end if;
  own := contract_notional(was.product, was.symbol, was.quantity, entry.opens_at, was.rate);
  return case of_reason
    when 'trading_closed' then was.type = 'market' and entry.time_ms - was.created_ms > fill_wait_ms()
    when 'price_moved' then was.type <> 'limit' and case when long then entry.opens_at > was.worst_price else entry.opens_at < was.worst_price end
    when 'take_profit_wrong' then was.type <> 'limit' and case when long then was.take_profit < entry.ask else was.take_profit > entry.bid end
    when 'stop_loss_wrong' then was.type <> 'limit' and case when long then was.stop_price > entry.bid else was.stop_price < entry.ask end
    when 'trailing_wrong' then was.type <> 'limit' and was.trail_distance >= entry.closes_at
    -- Its frozen amount is the customer's again by now, and may already have been moved.
    when 'margin_insufficient' then was.type <> 'limit' and was.collateral = 'contract'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate) > 100000000 * greatest(was.margin,
        (select b.amount from balance b where b.book = was.book and b.account = 'contract' and b.currency = 'USDT'))
    when 'credit_insufficient' then was.type <> 'limit' and was.collateral = 'promo'
      and div(own + was.leverage - 1, was.leverage) + ceil(own * was.fee_rate) > 100000000 * greatest(was.margin,
        (select b.amount from balance b where b.book = was.book and b.account = 'promo' and b.currency = 'USDT'
          and exists (select from experience_credit c where c.book = b.book and c.status = 'active'
            and c.expires_ms > market_now_ms() + market_slack_ms())))
    -- No bound of the cover is below half of the cover, and none counts more than the total.
    when 'liquidity_insufficient' then exists (select from house_cover h where h.book = 0 and (h.owed > 0
      or (select coalesce(sum(c.value), 0) from counter c where starts_with(c.name, 'cover:'))
        + stress_of(was.product, was.symbol, was.quantity, entry.opens_at, was.rate) > (h.funds - h.open_profit) / 2))
    else barred_truly(was.book, of_reason, case was.product when 'forex' then 'forex' else 'contracts' end, was.symbol, was.leverage) end;
end
$$;

-- Returns the entry that ends an order at its time: the first after its acceptance that is not earlier, be it a price or a
-- silence of the feed; null while there is none.
create function position_expired_seq(of_symbol text, accepted_seq bigint, at_ms bigint) returns bigint
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
begin
  return (select q.seq from tape q where q.symbol = of_symbol and q.seq > greatest(accepted_seq, entry_before(of_symbol, at_ms))
    and q.time_ms >= at_ms and q.cause is distinct from 'reject' order by q.seq limit 1);
end
$$;

-- Returns the violation in the end of an order that did not open; null if there is none.
create function position_ended_violation(was public."position", new_row public."position", now_ms bigint, slack_ms bigint) returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  taken_back bigint := taken_back_seq(was.symbol, was.cancel_seq, was.cancel_ms);
  rests_until bigint := rests_until_seq(was.symbol, was.cancel_seq, was.cancel_ms);
  expires bigint := position_expired_seq(was.symbol, was.created_seq, was.expires_ms);
begin
  if new_row.ended_seq is null then
    return 'entry of its end';
  end if;
  if new_row.reason = 'expired' then
    if (new_row.ended_seq = expires) is not true then
      return 'entry of its end';
    end if;
    return case when position_reached(was, least(rests_until, new_row.ended_seq) - 1) is not null then 'reached' end;
  end if;
  if new_row.reason = 'customer' and new_row.cancel_ms is null then
    return 'request of its end';
  end if;
  if new_row.reason = 'customer' and was.type <> 'market' then
    if (case
      when was.cancel_ms is null then new_row.ended_seq <> new_row.cancel_seq
      -- A second request that arrives at the same moment waits for the first one.
      when taken_back is not null then new_row.ended_seq < taken_back and now_ms - was.cancel_ms <= fill_wait_ms()
      else now_ms - was.cancel_ms <= fill_wait_ms() or not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) end)
    then
      return 'entry of its end';
    end if;
    -- After a minute, a second request need not wait for the entry that should have ended the order.
    if new_row.ended_seq <> taken_back and now_ms - was.cancel_ms > fill_wait_ms()
      and not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms)
    then
      return 'entry of its end';
    end if;
    return case when (new_row.ended_seq <> taken_back and now_ms - was.cancel_ms <= fill_wait_ms())
      or expires <= coalesce(taken_back, expires) or position_reached(was, coalesce(rests_until - 1,
      (select t.seq from tape t where t.symbol = was.symbol order by t.seq desc limit 1))) is not null then 'reached' end;
  end if;
  if new_row.reason in ('customer', 'start_over') then
    if not was_newest(was.symbol, new_row.ended_seq, now_ms, slack_ms) then
      return 'entry of its end';
    end if;
    if new_row.reason = 'start_over' then
      return case when not starts_over(was.book, now_ms, slack_ms) then 'reason of its end' end;
    end if;
    return case when not market_missed(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms, now_ms) then 'reached' end;
  end if;
  -- The position that it reduces was closed before an entry reached the order.
  if new_row.reason = 'position_not_open' and was.reduces is not null then
    if not exists (select from position p where p.book = was.book and p.id = was.reduces and p.status = 'closed'
      and (p.closes -> -1 ->> 'tape_seq')::bigint = new_row.ended_seq)
    then
      return 'reason of its end';
    end if;
    return case when position_reached(was, least(rests_until, new_row.ended_seq) - 1) is not null then 'reached' end;
  end if;
  if new_row.ended_seq >= rests_until
    or (was.expires_ms is not null and new_row.ended_seq > entry_before(was.symbol, was.expires_ms))
  then
    return 'entry of its end';
  end if;
  if (case when was.type = 'market'
      then new_row.ended_seq > was.created_seq
        and new_row.ended_seq = filling_seq(was.symbol, was.created_seq, was.created_ms, was.fill_age_ms)
      else spot_reached_at(was.symbol, case when long then 'buy' else 'sell' end, case was.type when 'limit' then was.price end,
        case was.type when 'stop' then was.price end, part_watched_from(was.symbol, was.armed -> 'limit'), new_row.ended_seq) end) is not true
  then
    return 'entry of its end';
  end if;
  return case when position_refused_truly(was, new_row.reason, new_row.ended_seq) is not true then 'reason of its end' end;
end
$$;

-- Whether the margin after closings is plausible: each closing releases its share of the margin, or more if its loss is
-- greater. Margin added in the same batch may have been added before or after the closings.
create function position_margin_violation(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  own numeric;
  added numeric := 0;
  item jsonb;
  part numeric;
  needed numeric;
  -- In units, including the margin added before and after the closings.
  before_units numeric;
  after_units numeric;
  was_open numeric := coalesce(nullif(was.open_quantity, 0), new_row.quantity);
begin
  if was.entry_price is not null then
    after_units := was.margin * 100000000;
  else
    own := contract_notional(new_row.product, new_row.symbol, new_row.quantity, new_row.entry_price, new_row.open_rate);
    after_units := least(div(own + new_row.leverage - 1, new_row.leverage),
      case when new_row.type = 'limit' and new_row.entry_seq <> new_row.created_seq then new_row.staked * 100000000 end);
  end if;
  if was.added is distinct from new_row.added then
    added := 100000000 * (coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(new_row.added) as e (a)), 0)
      - coalesce((select sum((a ->> 'amount')::numeric) from jsonb_array_elements(was.added) as e (a)), 0));
  end if;
  before_units := after_units + added;
  for at in coalesce(jsonb_array_length(was.closes), 0) .. jsonb_array_length(new_row.closes) - 1 loop
    item := new_row.closes -> at;
    part := (item ->> 'quantity')::numeric;
    needed := 100000000 * ((item ->> 'fee')::numeric + (item ->> 'financing')::numeric + coalesce((item ->> 'charge')::numeric, 0)
      - (item ->> 'pnl')::numeric);
    before_units := before_units
      - least(greatest(needed, div(before_units * part * 100000000, was_open * 100000000)), before_units);
    after_units := after_units
      - least(greatest(needed, div(after_units * part * 100000000, was_open * 100000000)), after_units);
    was_open := was_open - part;
  end loop;
  return case when (new_row.margin * 100000000 between before_units and after_units + added) is not true then 'margin of a closing' end;
end
$$;

-- The margin trigger may be rearmed only after entries that did not reach the liquidation price. If a conversion rate changes
-- that price, the margin was watched at the old rate until the new one was published, and at the new one from then on.
create function margin_rearmed_violation(was public."position", new_row public."position") returns text
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := was.side = 'long';
  since bigint := (was.armed -> 'margin' ->> 1)::bigint;
  upto bigint := (new_row.armed -> 'margin' ->> 1)::bigint;
  published bigint;
begin
  if since is null then
    return case when coalesce(upto > (select max(t.seq) from tape t where t.symbol = was.symbol), false) then 'arming of its margin' end;
  end if;
  if upto is null then
    return case when not (long and close_out_price(new_row) <= 0) then 'arming of its margin' end;
  end if;
  if upto < since or upto > (select max(t.seq) from tape t where t.symbol = was.symbol) then
    return 'arming of its margin';
  end if;
  if was.rate_seq is distinct from new_row.rate_seq then
    published := greatest(since, entry_before(was.symbol, (
      select r.time_ms from tape r where r.symbol = split_part(was.symbol, '/', 2) || '/USDT' and r.seq = new_row.rate_seq)));
    if margin_reached(was, new_row.rate, published, upto) then
      return 'reached';
    end if;
    upto := least(upto, published);
  end if;
  return case when margin_reached(was, was.rate, since, upto) then 'reached' end;
end
$$;

-- Whether the journal after a given one returns to credit what the given one paid into the customer's own accounts.
create function profit_kept(brings journal) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp as
$$
  select greatest(moved_of(brings, 'contract'), moved_of(brings, 'option')) <= 0
    or brings.seq <= (select max(c.bound_after) from experience_credit c where c.book = brings.book)
    or exists (
      select from journal k where k.book = brings.book and k.seq = brings.seq + 1 and k.kind = 'experience_keep' and k.ref = brings.ref
        and 'USDT' = all (k.currencies) and moved_of(k, 'contract') = -moved_of(brings, 'contract')
        and moved_of(k, 'option') = -moved_of(brings, 'option'))
$$;

-- These changes require a session of the customer: a manual closing or cancellation, a change of a level or of the entry from
-- which it is watched, and added margin. Checked once for all rows of a statement.
create function position_changed_in_session() returns trigger language plpgsql security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  acting text[];
  lone bigint;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  acting := acting_now();
  select c.book into lone from changed c join before b on b.book = c.book and b.id = c.id
    where c.book::text <> all (acting)
      and ((b.cancel_ms is null and (c.cancel_ms is not null or (b.status = 'pending' and c.status = 'cancelled' and c.reason = 'customer'))
          and not cancel_let_in(c.book))
        or (b.asked_ms is null and c.asked_ms is not null)
        or (b.asked_ms is null and b.closes <> c.closes and c.closes -> -1 ->> 'reason' in ('customer', 'close_all'))
        or b.added is distinct from c.added or b.change_ms is distinct from c.change_ms
        -- A pending request is applied unchanged.
        or (b.change_waits is null and c.status in ('pending', 'open') and jsonb_array_length(c.closes) = jsonb_array_length(b.closes)
          and (b.take_profit, b.stop_price, b.trail_distance) is distinct from (c.take_profit, c.stop_price, c.trail_distance))
        or (b.change_waits is null and b.status = 'open' and c.status = 'open' and (b.armed #> '{target,1}', b.armed #> '{target,2}', b.armed #> '{stop,1}',
            b.armed #> '{stop,2}', b.armed #> '{trail,1}', b.armed #> '{trail,2}') is distinct from (c.armed #> '{target,1}',
            c.armed #> '{target,2}', c.armed #> '{stop,1}', c.armed #> '{stop,2}', c.armed #> '{trail,1}', c.armed #> '{trail,2}')))
      and exists (select from signed_in s where s.customer = c.book) limit 1;
  if lone is not null then
    perform unacted(lone, 'position');
  end if;
  return null;
end
$$;
create trigger position_changed_in_session after update on position
  referencing old table as before new table as changed for each statement execute function position_changed_in_session();

-- A trigger gets a new version if and only if its condition changes. The engine ignores a trigger whose version differs from
-- the one in its inbox, and would never fire one whose version was not announced to it. The entry from which levels and the
-- margin are watched is checked elsewhere.
create function position_versions() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  part text;
  was jsonb;
  now jsonb;
  explained boolean;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  for part in select key from jsonb_each(old.armed || new.armed) loop
    was := old.armed -> part;
    now := new.armed -> part;
    continue when was is not distinct from now;
    -- As many as one batch may bring about; to the end of all numbers it is far.
    explained := coalesce((now ->> 0)::bigint, (was ->> 0)::bigint) between coalesce((was ->> 0)::bigint, 0) and coalesce((was ->> 0)::bigint, 0) + 1000;
    -- An opening arms all of them.
    if old.entry_seq is not null or new.entry_seq is null then
      explained := explained and case part
        when 'target' then old.take_profit is distinct from new.take_profit or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'stop' then old.stop_price is distinct from new.stop_price or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'trail' then old.trail_distance is distinct from new.trail_distance or (was -> 1, was -> 2) is distinct from (now -> 1, now -> 2)
        when 'margin' then (old.open_quantity, old.rate, old.margin, old.initial_margin, old.financing, old.charge, old.warned,
            old.change_waits) is distinct from (new.open_quantity, new.rate, new.margin, new.initial_margin, new.financing, new.charge,
            new.warned, new.change_waits)
        when 'change' then (old.change_ms, old.change_waits) is distinct from (new.change_ms, new.change_waits)
        when 'financing' then old.financed_ms <> new.financed_ms
        when 'rate' then (now ->> 1)::bigint > (was ->> 1)::bigint and (now ->> 1)::bigint <= new.rate_seq
        when 'closing' then (old.status, old.asked_ms, old.asked_seq) is distinct from (new.status, new.asked_ms, new.asked_seq)
        else true end;
    end if;
    if explained is not true then
      raise exception 'position % of book % waits for its % as before, and not under another version', new.id, new.book, part
        using errcode = 'check_violation', constraint = 'position_versions';
    end if;
  end loop;
  -- Once it is warned the next share is waited for, where there is one.
  if old.warned <> new.warned and (old.armed -> 'margin') is not distinct from (new.armed -> 'margin')
    and not (new.side = 'long' and close_out_price(new) <= 0)
  then
    raise exception 'position % of book % is warned and waits for nothing else', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_versions';
  end if;
  return null;
end
$$;
create constraint trigger position_versions after update on position deferrable initially deferred for each row
  when (new.status in ('pending', 'open', 'closing') and (old.armed <> new.armed or old.warned <> new.warned))
  execute function position_versions();

-- Whether an entry in a range, including the last, reached the liquidation price of an open position at a given rate.
create function margin_reached(of_row public."position", at_rate numeric, since bigint, upto bigint) returns boolean
  language plpgsql stable set search_path = public, pg_temp as
$$
declare
  long boolean := of_row.side = 'long';
begin
  if since >= upto then
    return false;
  end if;
  of_row.rate := at_rate;
  return reached_between(of_row.symbol, case when long then 'bid' else 'ask' end, long, close_out_price(of_row), since, upto + 1);
end
$$;

-- Returns positions that are watched from an entry after their rate was published, although an entry in between had reached
-- the liquidation price. Only entries after the last financing, partial closing and charge for the opposite side are examined,
-- because these also move the liquidation price. Added margin only moves it further away.
create function left_behind_rates() returns table (told text)
  language sql stable security definer set search_path = public, pg_temp as
$$
  select format('position %s of book %s: its margin was reached behind entry %s, at a rate that was published then, and is watched from %s',
      p.id, p.book, s.since, s.watched)
    from position p
      join tape r on r.symbol = split_part(p.symbol, '/', 2) || '/USDT' and r.seq = p.rate_seq
      cross join lateral (select (p.armed -> 'margin' ->> 1)::bigint as watched,
        greatest(p.entry_seq, entry_before(p.symbol, r.time_ms), (p.nights -> -1 ->> 'seq')::bigint, (p.closes -> -1 ->> 'tape_seq')::bigint,
          (select max((c ->> 'tape_seq')::bigint) from position o, jsonb_array_elements(o.closes) as e (c)
            where o.book = p.book and o.symbol = p.symbol and c ? 'charged')) as since offset 0) s
    where p.status = 'open' and margin_reached(p, p.rate, s.since, s.watched)
$$;

-- Unrealised profits of open positions, at the price at which each would close now. Losses are not offset against them.
create view open_profit as
  select p.book, p.id, p.symbol, p.side,
    greatest(0, trunc(p.open_quantity * contract_size(p.product, p.symbol) * p.rate
      * case p.side when 'long' then h.bid - p.entry_price else p.entry_price - h.ask end, 8)) as amount
  from position p join tape_head h on h.symbol = p.symbol and h.bid > 0
  where p.status in ('open', 'closing');

insert into state_template (entity, from_state, to_state, reason, audit_action, actor, approvals, changes) values
  ('position', '', 'pending', null, null, null, 0, '{}'),
  ('position', '', 'open', null, null, null, 0, '{}'),
  ('position', 'pending', 'pending', null, null, null, 0, '{}'),
  ('position', 'pending', 'open', null, null, null, 0, '{}'),
  ('position', 'pending', 'cancelled', null, null, null, 0, '{}'),
  ('position', 'open', 'open', null, null, null, 0, '{}'),
  ('position', 'open', 'closing', null, null, null, 0, '{}'),
  ('position', 'open', 'closed', null, null, null, 0, '{}'),
  ('position', 'closing', 'closing', null, null, null, 0, '{}'),
  ('position', 'closing', 'open', null, null, null, 0, '{}'),
  ('position', 'closing', 'closed', null, null, null, 0, '{}');

insert into journal_template (kind, account, sign) values
  -- A resting order freezes margin and fee at its limit, and releases them when it is cancelled.
  ('contract_hold', 'contract', -1), ('contract_hold', 'contract_frozen', 1), ('contract_hold', 'promo', -1),
  ('contract_hold', 'promo_frozen', 1),
  ('contract_release', 'contract', 1), ('contract_release', 'contract_frozen', -1), ('contract_release', 'promo', 1),
  ('contract_release', 'promo_frozen', -1),
  -- Opening: the margin is frozen and still belongs to the customer; only the fee leaves the account.
  ('contract_open', 'contract', -1), ('contract_open', 'contract_frozen', 1), ('contract_open', 'promo', -1),
  ('contract_open', 'promo_frozen', 1), ('contract_open', 'fees', 1), ('contract_open', 'rounding', 1),
  ('contract_fill', 'contract', 1), ('contract_fill', 'contract_frozen', -1), ('contract_fill', 'promo', 1),
  ('contract_fill', 'promo_frozen', -1), ('contract_fill', 'fees', 1), ('contract_fill', 'rounding', 1),
  ('contract_margin', 'contract', -1), ('contract_margin', 'contract_frozen', 1), ('contract_margin', 'promo', -1),
  ('contract_margin', 'promo_frozen', 1),
  -- Closing: the margin is returned plus the profit or minus the loss; the house covers any loss beyond the margin.
  ('contract_close', 'contract', 0), ('contract_close', 'contract_frozen', -1), ('contract_close', 'promo', 1),
  ('contract_close', 'promo_frozen', -1), ('contract_close', 'trading', 0), ('contract_close', 'fees', 0),
  ('contract_close', 'interest', 0), ('contract_close', 'insurance', 0), ('contract_close', 'equity', 0),
  ('contract_close', 'rounding', 0),
  ('debt_payment', 'contract', 1), ('debt_payment', 'trading', -1), ('debt_payment', 'insurance', -1),
  ('debt_payment', 'equity', -1), ('debt_payment', 'interest', -1), ('debt_payment', 'fees', -1),
  ('debt_payment', 'rounding', -1), ('debt_payment', 'promo', 1);

insert into mail_kind (kind) values
  ('position_warned'), ('position_closed_out'),
  ('position_opened_long'), ('position_opened_short'), ('position_took_profit'), ('position_stopped'), ('position_locked'),
  ('position_trailed'), ('position_reduced'), ('position_closed_late');

-- The house's total debt, the open profits when they were last counted, and the stress of each symbol and side.
insert into counter (name, slot)
  select name, -1 from (values ('house_owed'), ('open_profit')) as one (name)
  union all select 'cover:' || symbol || ':' || side, -1
  from unnest(array['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT', 'XRP/USDT', 'ADA/USDT', 'DOGE/USDT', 'LTC/USDT', 'TRX/USDT',
    'LINK/USDT', 'EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/USD', 'USD/CHF', 'USD/CAD', 'NZD/USD', 'EUR/GBP', 'EUR/JPY', 'GBP/JPY',
    'XAU/USD', 'XAG/USD']) as listed (symbol), unnest(array['long', 'short']) as one (side);

grant select on open_profit to candor_app;
grant select, insert, update (status, reason, open_quantity, entry_price, entry_seq, entry_ms, open_fee, initial_margin, margin, rate,
  rate_seq, financing, financed_ms, take_profit, stop_price, stop_kind, trail_distance, warned, armed, realised_pnl, closes,
  updated_ms, closed_ms, opened_day, added, asked_ms, asked_seq, closing_quantity, open_rate, open_rate_seq, nights, charge, gains,
  ended_seq, cancel_ms, cancel_seq, cancel_age_ms, change_ms, change_seq, change_age_ms, change_waits, quantity, price, time_in_force,
  expires_ms, staked, placed_day, amended_ms) on position to candor_app;
revoke execute on function barred_truly, close_out_price, closing_unasked_violation, contract_holds_explained, contract_journal, contract_notional, count_open_profit,
  entry_reached, left_behind_rates, left_unfired, level_changed, margin_reached, margin_rearmed_violation, margin_watched, margins_frozen, position_arming_violation,
  position_asked_violation, position_cancel_violation, position_change_violation, position_checks_due, position_closings_violation, position_cost_violation, position_ended_violation, position_expired_seq,
  position_financing_violation, position_gains_violation, position_made_violation, position_margin_violation, position_moved_violation, position_nights_violation,
  position_opening_violation, positions_closed_paid, positions_frozen, positions_opened_paid, position_rate_violation, position_reached, position_refused, position_refused_truly, position_set_violation,
  position_unborne, position_versions, session_long_closed from public;
grant execute on function count_open_profit, left_behind_rates, left_unfired, position_gains_violation, position_unborne to candor_app;

-- What the invariants read, which the guard evaluates.
grant select on open_profit, position to candor_guard;
grant execute on function position_unborne to candor_guard;
