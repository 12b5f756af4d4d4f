-- How a loss beyond the margin is covered by the gains of the opposite side. Checked once per transaction for each customer and
-- instrument.

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
    -- An order that only reduces a position counts for neither side.
    where a.reduces is null and ((a.collateral = 'promo' and exists (
        select from position p where p.book = a.book and p.status in ('pending', 'open', 'closing') and p.reduces is null
          and p.symbol = a.symbol and p.side <> a.side))
      or exists (
        select from position p where p.book = a.book and p.symbol = a.symbol and p.collateral = 'promo'
          and p.status in ('pending', 'open', 'closing') and p.side <> a.side))
    limit 1;
  if hedged is not null then
    raise exception 'position % is opposite to a position on credit', hedged
      using errcode = 'check_violation', constraint = 'position_unhedged';
  end if;
  return null;
end
$$;
create trigger position_unhedged after insert on position
  referencing new table as added for each statement execute function position_unhedged();

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

-- Records what must be checked at commit: the new closings, and the earliest of the entries that they name.
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
      raise exception 'a closing of position % has no journal', new.id
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

revoke execute on function position_gains_violation, position_unborne from public;
grant execute on function position_gains_violation, position_unborne to candor_app;
grant execute on function position_unborne to candor_guard;
