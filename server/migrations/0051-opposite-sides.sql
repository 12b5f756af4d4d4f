-- What a position loses beyond its margin its customer's gains on the other side of the same instrument bear first, and the house
-- the rest. A position remembers what it was charged with of the other side, and what the other side gained while it was open.
alter table position add column charge numeric(38,8) not null default 0
  check (charge >= 0 and (charge = 0 or status in ('open', 'closing')));
alter table position add column gains jsonb not null default '[]' check (jsonb_typeof(gains) = 'array');
alter table position add constraint position_gains_exact check (gains::text !~ '\.[0-9]{9}|[0-9][eE][-+0-9]');

-- A closing may take back what the other side gained.
update journal_template set sign = 0 where kind = 'contract_close' and account = 'contract';

-- What is wrong with how one customer's losses on one instrument were borne; none where nothing is. A closing that lost more than
-- its margin at an entry takes back gains of the other side that closed at that entry or later, as far as there was free money,
-- and charges what its open positions had gained at that entry by the tape; of positions that had opened before it. What
-- is left to the house while there was more to bear it is wrong. Closings of before say no offset.
create function position_unborne(of_book bigint, of_symbol text) returns setof text
  language plpgsql stable security definer set search_path = public, pg_temp as
$$
begin
  return query with mine as materialized (
    select p.* from position p where p.book = of_book and p.symbol = of_symbol and p.entry_price is not null
  ), closing as materialized (
    select p.id, p.side, p.entry_seq, c.quantity, c.tape_seq, c.rate, c.journal_seq, c.financing, c.shortfall, c."offset",
      coalesce(c.offsets, '[]') as offsets, coalesce(c.charged, '[]') as charged, coalesce(c.charge, 0) as charge,
      greatest(0, c.pnl - c.fee - c.financing - coalesce(c.charge, 0)) as gain
    from mine p, jsonb_to_recordset(p.closes) as c (quantity numeric, tape_seq bigint, rate numeric, journal_seq bigint, pnl numeric,
      fee numeric, financing numeric, shortfall numeric, "offset" numeric, offsets jsonb, charged jsonb, charge numeric)
    where c."offset" is not null
  ), used as materialized (
    select c.id, c.side, c.tape_seq, o.position, o.seq, o.amount
    from closing c, jsonb_to_recordset(c.offsets) as o (position bigint, seq bigint, amount numeric)
  ), charged as materialized (
    select c.id, c.side, c.tape_seq, c.journal_seq, o.position, o.amount
    from closing c, jsonb_to_recordset(c.charged) as o (position bigint, amount numeric)
  ), loss as materialized (
    select l.*, l.shortfall - l."offset" - coalesce((select sum(o.amount) from charged o
      where o.id = l.id and o.journal_seq = l.journal_seq), 0) as rest
    from closing l where l.shortfall > 0
  ), leg as materialized (
    -- Positions of the other side that were open when it closed: what they had gained at its entry, and what they owed already. The
    -- financing of that moment is not kept; it was no more than what was charged since.
    select l.id as lost_by, l.journal_seq, l.rest, p.id,
      (p.quantity - coalesce((select sum(c.quantity) from closing c where c.id = p.id and c.journal_seq < l.journal_seq), 0))
        * contract_size(p.product, of_symbol) * l.rate
        * (case p.side when 'long' then t.bid - p.entry_price else p.entry_price - t.ask end) as profit,
      coalesce((select sum(c.financing) from closing c where c.id = p.id and c.journal_seq > l.journal_seq), 0) + p.financing
        as financing,
      coalesce((select sum(o.amount) from charged o where o.position = p.id and o.journal_seq < l.journal_seq), 0)
        - coalesce((select sum(c.charge) from closing c where c.id = p.id and c.journal_seq < l.journal_seq), 0) as owed,
      coalesce((select sum(o.amount) from charged o
        where o.position = p.id and o.id = l.id and o.journal_seq = l.journal_seq), 0) as bears
    from loss l join mine p on p.side <> l.side and p.entry_seq < l.tape_seq
      join tape t on t.symbol = of_symbol and t.seq = l.tape_seq
    where p.status in ('open', 'closing') or exists (select from closing c where c.id = p.id and c.journal_seq > l.journal_seq)
  ), gained as materialized (
    select w.id, w.side, w.entry_seq, w.tape_seq, min(w.journal_seq) as first_seq, max(w.journal_seq) as last_seq,
      sum(w.gain) - coalesce((select sum(u.amount) from used u where u.position = w.id and u.seq = w.tape_seq), 0) as kept
    from closing w group by w.id, w.side, w.entry_seq, w.tape_seq
  )
  select format('position %s of book %s: offset %s', c.id, of_book, c."offset") from closing c
    where c."offset" <> coalesce((select sum(o.amount) from jsonb_to_recordset(c.offsets) as o (amount numeric)), 0)
      or exists (select from jsonb_to_recordset(c.offsets || c.charged) as o (amount numeric) where o.amount <= 0)
  union all select format('position %s of book %s passes on %s too much', id, of_book, -rest) from loss where rest < 0
  union all select format('position %s of book %s bears %s more than it gained', id, of_book, -kept) from gained where kept < 0
  union all select format('position %s of book %s bears nothing of position %s', position, of_book, id) from used u
    where not exists (select from gained w where w.id = u.position and w.tape_seq = u.seq and w.side <> u.side
      and w.entry_seq < u.tape_seq and w.tape_seq >= u.tape_seq)
  union all select format('position %s of book %s: charged %s, kept %s', p.id, of_book, o.amount, k.amount) from mine p,
    lateral (select coalesce(sum(amount), 0) as amount from charged where position = p.id) o,
    lateral (select p.charge + coalesce(sum(charge), 0) as amount from closing where id = p.id) k where o.amount <> k.amount
  union all select format('position %s of book %s was charged by its own side', o.position, of_book) from charged o
    where not exists (select from mine p where p.id = o.position and p.side <> o.side and p.entry_seq < o.tape_seq)
  union all select format('position %s of book %s bears %s of position %s, and had gained %s', id, of_book, bears, lost_by, profit)
    from leg where bears > greatest(0, profit - owed) * 1.01 + 0.000001
  union all select format('position %s of book %s left %s to the house, position %s had gained %s', lost_by, of_book, rest, id, profit)
    from leg where rest > 0 and bears < (profit - owed - financing) * 0.99 - 0.000001
  -- Of gains before it a position remembers the last hundred.
  union all select format('position %s of book %s left %s to the house, position %s was paid %s', l.id, of_book, l.rest, w.id, w.kept)
    from loss l join gained w on w.side <> l.side and w.entry_seq < l.tape_seq and w.tape_seq >= l.tape_seq and w.kept > 0
      and w.last_seq < l.journal_seq and w.first_seq > l.journal_seq - 100
    where l.rest > 0 and (select count(*) from loss o where o.id = l.id and o.tape_seq = l.tape_seq) = 1
      and (select sum(p.amount) from posting p where p.book = of_book and p.account = 'contract' and p.currency = 'USDT'
        and p.seq <= l.journal_seq) > 0;
end
$$;

-- At commit, of positions on which there is anything of the other side, and of every shortfall.
create function position_borne() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  wrong text;
begin
  -- Of one side alone nothing is borne; then it is enough that nobody says that something was.
  if not exists (select from position p where p.book = new.book and p.symbol = new.symbol and p.side <> new.side
      and p.entry_price is not null)
    and not exists (select from position p, jsonb_to_recordset(p.closes) as c ("offset" numeric, offsets jsonb, charged jsonb,
        charge numeric)
      where p.book = new.book and p.symbol = new.symbol and (p.charge <> 0 or c."offset" <> 0 or c.charge <> 0
        or coalesce(c.offsets, '[]') <> '[]' or coalesce(c.charged, '[]') <> '[]'))
  then
    return null;
  end if;
  select u into wrong from position_unborne(new.book, new.symbol) u limit 1;
  if wrong is not null then
    raise exception '%', wrong using errcode = 'check_violation', constraint = 'position_borne';
  end if;
  return null;
end
$$;
create constraint trigger position_borne after update on position deferrable initially deferred for each row
  when (old.charge <> new.charge or (old.closes <> new.closes and jsonb_path_exists(new.closes,
    '$[*] ? (@.shortfall != "0" || @.offset != "0" || @.charge != "0" || exists(@.charged) || !exists(@.offset))')))
  execute function position_borne();
revoke execute on function position_unborne from public;
grant execute on function position_unborne to candor_app;
