-- The strategy that earns the fund's income: its clock, its trades, operators' reports about it, and the publication of each
-- day. Only booked results can be published, and only the rate given by the formula. Times are market-clock milliseconds; days
-- are UTC days, counted from 1 January 1970.

-- The state that waits for the next slot and for midnight; a single row of the house's book.
create table strategy_clock (
  book bigint not null check (book = 0),
  id bigint not null check (id = 1),
  -- The first slot that was ever traded, and the first one that is not booked yet. Null if operators report the strategy's
  -- results.
  first_slot_ms bigint,
  next_slot_ms bigint,
  -- The day to which results are booked until it is published.
  day int not null,
  result numeric(38,8) not null,
  -- The balance of the strategy's account.
  balance numeric(38,8) not null check (balance >= 0),
  -- When the next slot can be booked, or when the day ends.
  due_ms bigint not null,
  version int not null check (version > 0),
  armed_seq bigint not null,
  primary key (book, id),
  check ((first_slot_ms is null) = (next_slot_ms is null) and next_slot_ms >= first_slot_ms)
);
create trigger strategy_clock_kept before delete or truncate on strategy_clock
  for each statement execute function refuse_change();

create table strategy_trade (
  id bigint generated always as identity primary key,
  slot_ms bigint not null check (slot_ms % 600000 = 0),
  symbol text not null,
  quantity numeric(38,8) not null check (quantity > 0),
  buy_venue text not null,
  buy_price numeric(38,8) not null check (buy_price > 0),
  buy_fee numeric(38,8) not null check (buy_fee >= 0),
  sell_venue text not null check (sell_venue <> buy_venue),
  sell_price numeric(38,8) not null check (sell_price > 0),
  sell_fee numeric(38,8) not null check (sell_fee >= 0),
  result numeric(38,8) not null,
  -- The tape entry from which the prices of the venues were derived.
  tape_seq bigint not null,
  -- The journal of book 0 that booked the slot; null if the results of the slot's trades sum to zero.
  journal_seq bigint,
  unique (slot_ms, symbol),
  constraint strategy_trade_result
    check (result = trunc(quantity * sell_price, 8) - ceil(quantity * buy_price * 100000000) * 0.00000001 - buy_fee - sell_fee)
);
create index strategy_trade_journal on strategy_trade (journal_seq);
create trigger strategy_trade_append_only before update or delete or truncate on strategy_trade
  for each statement execute function refuse_change();

-- Results of a strategy that trades outside the platform, booked with dual approval.
create table strategy_report (
  id bigint generated always as identity primary key,
  -- The day on which the result was made, and the day to which it was booked, which is the one that was open at the time of
  -- booking.
  day int not null,
  counts_day int not null check (day <= counts_day),
  result numeric(38,8) not null check (result <> 0),
  -- The SHA-256 of the evidence; the same evidence cannot be used twice.
  evidence text not null check (evidence ~ '^[0-9a-f]{64}$') constraint strategy_report_evidence_once unique,
  booked_ms bigint not null,
  proposal bigint not null unique,
  journal_seq bigint not null unique
);
create index strategy_report_counts on strategy_report (counts_day);
create trigger strategy_report_append_only before update or delete or truncate on strategy_report
  for each statement execute function refuse_change();

create function strategy_clock_transition() returns trigger language plpgsql as
$$
begin
  if tg_op = 'INSERT' then
    -- Play money is made by the simulation and real money reported; neither house has both.
    if new.version <> 1 or new.result <> 0 or new.next_slot_ms is distinct from new.first_slot_ms
      or (new.next_slot_ms is not null)
        <> exists (select from journal j where j.book = 0 and j.seq = 1 and j.kind = 'house_opening')
    then
      raise exception 'the first state of the strategy is invalid' using errcode = 'check_violation', constraint = 'strategy_clock_transition';
    end if;
    return new;
  end if;
  if new.version <= old.version or new.first_slot_ms is distinct from old.first_slot_ms
    or new.next_slot_ms < old.next_slot_ms or (new.next_slot_ms is null) <> (old.next_slot_ms is null)
    or new.day not in (old.day, old.day + 1)
    or (new.day > old.day and (new.result <> 0 or new.next_slot_ms < new.day * 86400000::bigint))
  then
    raise exception 'the strategy cannot move from day % to day %', old.day, new.day
      using errcode = 'check_violation', constraint = 'strategy_clock_transition';
  end if;
  return new;
end
$$;
create trigger strategy_clock_transition before insert or update on strategy_clock
  for each row execute function strategy_clock_transition();

-- The result of the open day is the sum of its bookings, the previous day is published, and the balance equals that of the
-- account.
create function strategy_clock_counts() returns trigger language plpgsql as
$$
begin
  if (select c.result <> coalesce((select sum(t.result) from strategy_trade t
        where t.slot_ms >= c.day * 86400000::bigint and t.slot_ms < (c.day + 1) * 86400000::bigint), 0)
      + coalesce((select sum(r.result) from strategy_report r where r.counts_day = c.day), 0)
    from strategy_clock c)
    or (select c.balance from strategy_clock c) <> coalesce((select sum(h.amount) from house_balance h
      where h.account = 'strategy' and h.currency = 'USDT'), 0)
    or (tg_op = 'UPDATE' and new.day > old.day and not exists (select from fund_day d where d.day = old.day))
  then
    raise exception 'the totals of day % do not match what was booked', new.day
      using errcode = 'check_violation', constraint = 'strategy_clock_counts';
  end if;
  return null;
end
$$;
create constraint trigger strategy_clock_counts after insert or update on strategy_clock deferrable initially deferred
  for each row execute function strategy_clock_counts();

-- A trade names the entry that was the newest of the symbol's tape at the time of the slot, and the journal of this
-- transaction that booked the slot. Anyone can recompute its prices from that entry.
create function strategy_trade_verified() returns trigger
  language plpgsql set enable_hashjoin = off set enable_mergejoin = off set enable_seqscan = off as
$$
begin
  if not exists (
    select from strategy_clock c where new.slot_ms >= c.first_slot_ms and new.slot_ms < c.next_slot_ms
      and new.slot_ms / 86400000 = c.day
  ) or not exists (
    select from tape t where t.symbol = new.symbol and t.seq = new.tape_seq and t.time_ms <= new.slot_ms
  ) or exists (
    select from tape t where t.symbol = new.symbol and t.seq = new.tape_seq + 1 and t.time_ms <= new.slot_ms
  ) or (new.journal_seq is null and (select sum(t.result) from strategy_trade t where t.slot_ms = new.slot_ms) <> 0
  ) or (new.journal_seq is not null and not exists (
    select from journal j where j.book = 0 and j.seq = new.journal_seq and j.xmin = pg_current_xact_id()::xid
      and j.kind = 'strategy_result' and j.ref = 'strategy_slot:' || new.slot_ms
  )) then
    raise exception 'the tape or the ledger contradicts the trade of % at %', new.symbol, new.slot_ms
      using errcode = 'check_violation', constraint = 'strategy_trade_verified';
  end if;
  return null;
end
$$;
create constraint trigger strategy_trade_verified after insert on strategy_trade deferrable initially deferred
  for each row execute function strategy_trade_verified();

-- A report has exactly the content that two operators approved, and is about a day that has started.
create function strategy_report_by_two() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from proposal p, strategy_clock c, jsonb_to_record(p.body::jsonb)
      as said (amount numeric, direction text, day date, evidence text)
    where p.book = 0 and p.id = new.proposal and p.kind = 'strategy_result' and p.status = 'done'
      and p.journal_seq = new.journal_seq and said.evidence = new.evidence and said.day - date '1970-01-01' = new.day
      and new.result = case said.direction when 'gain' then said.amount when 'loss' then -said.amount end
      and new.counts_day = c.day
  ) then
    raise exception 'the report of day % has no proposal', new.day
      using errcode = 'check_violation', constraint = 'strategy_report_by_two';
  end if;
  return null;
end
$$;
create constraint trigger strategy_report_by_two after insert on strategy_report deferrable initially deferred
  for each row execute function strategy_report_by_two();

-- A journal that moves the strategy's account or the income set aside has a row with the same amount: a slot's trades, a
-- report, or a published day. A gain increases custody, and a loss decreases it.
create function strategy_journal(posted journal) returns void language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
declare
  custody numeric;
  escrow numeric;
begin
  select coalesce(sum(p.amount) filter (where p.account = 'custody'), 0),
      coalesce(sum(p.amount) filter (where p.account = 'income_escrow'), 0)
    into custody, escrow
    from posting p where p.book = posted.book and p.seq = posted.seq and p.currency = 'USDT';
  if posted.book <> 0 or exists (select from posting p where p.book = posted.book and p.seq = posted.seq and p.currency <> 'USDT')
    or (case posted.kind
      when 'strategy_result' then -custody = case
        when posted.ref ~ '^strategy_slot:\d{1,15}$' then (select sum(t.result) from strategy_trade t
          where t.journal_seq = posted.seq and t.slot_ms = substr(posted.ref, 15)::bigint)
        when posted.ref ~ '^proposal:\d{1,18}$' then (select r.result from strategy_report r
          where r.journal_seq = posted.seq and r.proposal = substr(posted.ref, 10)::bigint)
        end
      else exists (
        select from fund_day d where posted.ref = 'fund_day:' || d.day and d.xmin = pg_current_xact_id()::xid
          and case posted.kind when 'fund_reserve' then d.reserved = escrow and d.journal_seq = posted.seq
            else d.returned = -escrow end
      ) end) is not true
  then
    raise exception 'journal %/% has no booked result that explains it', posted.book, posted.seq
      using errcode = 'check_violation', constraint = 'strategy_journal';
  end if;
end
$$;

-- The trades of the simulated strategy follow from the time of the slot and the tape alone, by rules in
-- `domain/src/fund/strategy.ts` that must never change. The database therefore computes the trades too: a booked slot has
-- exactly the trades that are due, and a slot is booked only after its end.
create function strategy_word(value numeric) returns bigint
  language plpgsql immutable set search_path = public, pg_temp as
$$
declare
  part numeric := mod(value, 18446744073709551616);
begin
  if part < 0 then
    part := part + 18446744073709551616;
  end if;
  return case when part >= 9223372036854775808 then part - 18446744073709551616 else part end;
end
$$;

-- Performs a step of the random number generator splitmix64. Numbers are signed here, since PostgreSQL has no unsigned 64-bit
-- type.
create function strategy_drawn(before_word bigint, purpose bigint) returns bigint
  language plpgsql immutable set search_path = public, pg_temp as
$$
declare
  z bigint := strategy_word(before_word::numeric + purpose + 11400714819323198485);
begin
  z := strategy_word((z # ((z >> 30) & 17179869183))::numeric * 13787848793156543929);
  z := strategy_word((z # ((z >> 27) & 137438953471))::numeric * 10723151780598845931);
  return z # ((z >> 31) & 8589934591);
end
$$;

-- Returns `most` times an unsigned random 64-bit number divided by 2^64 - 1, rounded down.
create function strategy_part(most numeric, word bigint) returns numeric
  language sql immutable set search_path = public, pg_temp
  return div(most * (case when word < 0 then word + 18446744073709551616 else word end), 18446744073709551615);

-- Returns the trade of a symbol that is due in a slot; null if there is none. Amounts are computed in units of 10^-8.
create function strategy_trade_due(of_slot_ms bigint, of_symbol text) returns strategy_trade
  language plpgsql stable set search_path = public, pg_temp set enable_seqscan = off as
$$
declare
  one constant numeric := 100000000;
  seed constant bigint := 18930627848917574;
  names constant text[] := array['Aster', 'Borea', 'Cygnet'];
  fees constant numeric[] := array[20000, 30000, 50000];
  place int := array_position(array['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT'], of_symbol) - 1;
  day bigint := of_slot_ms / 86400000;
  of_symbol_word bigint := strategy_drawn(strategy_drawn(strategy_drawn(seed, 3), of_slot_ms / 600000), place);
  stray numeric := 170000 + strategy_part(70000, strategy_drawn(strategy_drawn(seed, 2), day));
  is_bad boolean := strategy_drawn(strategy_drawn(seed, 1), day) & 7 = 0;
  prices numeric[];
  of_buy int;
  of_sell int;
  best numeric;
  cost numeric;
  brings numeric;
  edge numeric;
  due strategy_trade;
  reference record;
begin
  select t.seq, t.last * one as last into reference from tape t
    where t.symbol = of_symbol and t.time_ms <= of_slot_ms and t.seq < coalesce(
      (select n.first_seq from tape_minute n where n.symbol = of_symbol and n.minute_ms > of_slot_ms order by n.minute_ms limit 1),
      9223372036854775807)
    order by t.seq desc limit 1;
  if reference.seq is null or place is null then
    return null;
  end if;
  for venue in 0..2 loop
    prices[venue + 1] := div(reference.last
      * (one + strategy_part(2 * stray, strategy_drawn(of_symbol_word, venue)) - stray), one * 1000000) * 1000000;
  end loop;
  for buying in 1..3 loop
    continue when prices[buying] <= 0;
    for selling in 1..3 loop
      continue when buying = selling;
      cost := ceil(prices[buying] * (one + fees[buying]) / one);
      brings := floor(prices[selling] * (one - fees[selling]) / one);
      edge := floor((brings - cost) * one / prices[buying]);
      if best is null or edge > best then
        best := edge;
        of_buy := buying;
        of_sell := selling;
      end if;
    end loop;
  end loop;
  if best is null or best < 50000 then
    return null;
  end if;
  due.slot_ms := of_slot_ms;
  due.symbol := of_symbol;
  due.tape_seq := reference.seq;
  due.buy_venue := names[of_buy];
  due.sell_venue := names[of_sell];
  -- A trade has its full size from an edge of 0.002 on, of five per cent of the capital.
  due.quantity := div(div(case when best >= 200000 then 10000000000000 else div(10000000000000 * best, 200000) end * one,
    prices[of_buy]), (array[1000, 10000, 100000, 100000])[place + 1]) * (array[1000, 10000, 100000, 100000])[place + 1];
  due.sell_price := div(prices[of_sell] - div(div(best * strategy_part(case when is_bad then 280000000 else 60000000 end,
    strategy_drawn(of_symbol_word, 3)), one) * prices[of_buy], one), 1000000) * 1000000;
  if due.quantity <= 0 or due.sell_price <= 0 then
    return null;
  end if;
  cost := ceil(due.quantity * prices[of_buy] / one);
  brings := floor(due.quantity * due.sell_price / one);
  due.buy_fee := ceil(cost * fees[of_buy] / one);
  due.sell_fee := ceil(brings * fees[of_sell] / one);
  due.result := (brings - cost - due.buy_fee - due.sell_fee) * 0.00000001;
  due.quantity := due.quantity * 0.00000001;
  due.buy_price := prices[of_buy] * 0.00000001;
  due.sell_price := due.sell_price * 0.00000001;
  due.buy_fee := due.buy_fee * 0.00000001;
  due.sell_fee := due.sell_fee * 0.00000001;
  return due;
end
$$;

-- Runs at commit, since a slot's trades and the row that counts them are written in one transaction.
create function strategy_trade_recomputed() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  due strategy_trade;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  due := strategy_trade_due(new.slot_ms, new.symbol);
  if (new.quantity, new.buy_venue, new.buy_price, new.buy_fee, new.sell_venue, new.sell_price, new.sell_fee, new.result, new.tape_seq)
    is distinct from (due.quantity, due.buy_venue, due.buy_price, due.buy_fee, due.sell_venue, due.sell_price, due.sell_fee, due.result,
      due.tape_seq)
  then
    raise exception 'the trade of % at % differs from the one recomputed from the tape', new.symbol, new.slot_ms
      using errcode = 'check_violation', constraint = 'strategy_trade_recomputed';
  end if;
  return null;
end
$$;
create constraint trigger strategy_trade_recomputed after insert on strategy_trade deferrable initially deferred
  for each row execute function strategy_trade_recomputed();

-- The strategy's clock moves past a slot at the earliest a minute after the slot's time, and then none of the slot's trades may
-- be missing. A new row starts with the next slot.
create function strategy_slots_whole() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  missing record;
begin
  if not is_bound_in_time(tg_relid) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    if new.day not in ((market_ms() - market_slack_ms()) / 86400000, market_ms() / 86400000)
      or new.first_slot_ms not between market_ms() - market_slack_ms() and market_ms() + 600000
    then
      raise exception 'the strategy must begin at the current time'
        using errcode = 'check_violation', constraint = 'strategy_slots_whole';
    end if;
    return null;
  end if;
  if new.next_slot_ms - 540000 > coalesce((select h.time_ms from tape_head h where h.symbol = 'BTC/USDT'), 0) then
    raise exception 'a slot before % has not ended', new.next_slot_ms
      using errcode = 'check_violation', constraint = 'strategy_slots_whole';
  end if;
  select s.slot_ms, m.symbol into missing
    from generate_series(old.next_slot_ms, new.next_slot_ms - 600000, 600000) as s (slot_ms)
      cross join unnest(array['BTC/USDT', 'ETH/USDT', 'BNB/USDT', 'SOL/USDT']) as m (symbol)
      cross join lateral strategy_trade_due(s.slot_ms, m.symbol) as d
    where d.quantity is not null
      and not exists (select from strategy_trade t where t.slot_ms = s.slot_ms and t.symbol = m.symbol) limit 1;
  if found then
    raise exception 'the trade of % at % is missing', missing.symbol, missing.slot_ms
      using errcode = 'check_violation', constraint = 'strategy_slots_whole';
  end if;
  return null;
end
$$;
create constraint trigger strategy_slots_begin after insert on strategy_clock deferrable initially deferred
  for each row execute function strategy_slots_whole();
create constraint trigger strategy_slots_whole after update on strategy_clock deferrable initially deferred
  for each row when (new.next_slot_ms > old.next_slot_ms) execute function strategy_slots_whole();

-- The sum of the orders' weights in the publication of the open day. It is valid once everything due before the midnight after
-- that day has been paid. An order that was in the fund on that day is paid for it within the following day, at a mark or as the
-- last partial day.
create view fund_weight as
  select c.book, o.project * 1000000000::bigint + o.terms_version as id, c.day, o.project, o.terms_version,
    sum(o.amount * (least(o.counts_from_ms + o.days * 86400000::bigint, (c.day + 1) * 86400000::bigint)
      - greatest(o.counts_from_ms, c.day * 86400000::bigint))) as principal_ms
  from strategy_clock c join fund_order o on o.started_ms is not null
    and o.due_ms >= (c.day + 1) * 86400000::bigint and o.due_ms < (c.day + 2) * 86400000::bigint
  group by c.book, c.day, o.project, o.terms_version;

insert into journal_template (kind, account, sign) values
  -- A gain of the strategy increases custody. A loss decreases custody, and the house covers the part that the strategy's
  -- account cannot.
  ('strategy_result', 'custody', 0), ('strategy_result', 'strategy', 0), ('strategy_result', 'equity', -1),
  -- The income of a published day is set aside, and the part that is owed to nobody is returned at the next publication.
  ('fund_reserve', 'strategy', -1), ('fund_reserve', 'income_escrow', 1),
  ('fund_unreserve', 'income_escrow', -1), ('fund_unreserve', 'strategy', 1);

grant select on fund_weight to candor_app;
grant select, insert on strategy_trade, strategy_report to candor_app;
grant select, insert, update (next_slot_ms, day, result, balance, due_ms, version, armed_seq) on strategy_clock to candor_app;
revoke execute on function strategy_drawn, strategy_journal, strategy_part, strategy_slots_whole, strategy_trade_due, strategy_trade_recomputed,
  strategy_word from public;

-- Read by the invariants, which the guard evaluates.
grant select on strategy_clock, strategy_report, strategy_trade to candor_guard;
