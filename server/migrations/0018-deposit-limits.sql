-- What deposits need besides their rows: own limits that count them, lists, and guards of what is credited.

-- Own limits of the kind deposit count what was handed in, by the day of UTC on which it was, and nothing of what failed. The
-- views of 0016 learn it: a deposit stakes nothing, is at no risk and has no result.
create or replace view own_move as
  select book, coalesce(placed_day, accepted_ms / 86400000)::int as day, stake_usdt as staked,
    case status when 'open' then stake_usdt else 0 end as open, 0 as result,
    coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647) as last_day, 0::numeric as deposited
  from option_ticket where source = 'option'
  union all
  select book, coalesce(ended_day, settled_ms / 86400000)::int, 0, 0,
    case status when 'won' then profit_usdt when 'lost' then -stake_usdt else 0 end,
    coalesce(ended_day, (settled_ms / 86400000)::int, 2147483647), 0
  from option_ticket where source = 'option' and status <> 'open'
  union all
  select p.book, coalesce(p.placed_day, p.created_ms / 86400000)::int,
    case p.status when 'cancelled' then 0 else coalesce(p.staked, p.initial_margin) end,
    greatest(0, p.margin - coalesce((select sum(a.amount) from jsonb_to_recordset(p.added) as a (amount numeric)), 0)), 0,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p where p.collateral = 'contract'
  union all
  select p.book, a.day, a.amount,
    least(a.amount, greatest(0, p.margin - coalesce((select sum(b.amount)
      from jsonb_to_recordset(p.added) as b (day int, amount numeric) where b.day > a.day), 0))), 0,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p, lateral (select x.day, sum(x.amount) as amount
    from jsonb_to_recordset(p.added) as x (day int, amount numeric) group by x.day) a
  where p.collateral = 'contract' and p.added <> '[]'
  union all
  select book, coalesce(opened_day, entry_ms / 86400000)::int, 0, 0, -open_fee,
    case when status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((closes -> -1 ->> 'day')::int, (closed_ms / 86400000)::int) end, 0
  from position where collateral = 'contract' and entry_price is not null
  union all
  select p.book, coalesce(c.day, c.time_ms / 86400000)::int, 0, 0, c.pnl - c.fee - c.financing + c.shortfall,
    case when p.status in ('pending', 'open', 'closing') then 2147483647
    else coalesce((p.closes -> -1 ->> 'day')::int, (p.closed_ms / 86400000)::int) end, 0
  from position p, jsonb_to_recordset(p.closes) as c (day int, time_ms bigint, pnl numeric, fee numeric,
    financing numeric, shortfall numeric)
  where p.collateral = 'contract'
  union all
  -- Whenever it is decided, it counts on its one day or not at all, so that this is its last as well.
  select book, placed_day, 0, 0, 0, placed_day, value_usdt from deposit where status <> 'failed';

create or replace view own_day as
  select book, day, sum(staked) as staked, sum(open) as open, sum(result) as result, sum(deposited) as deposited
  from own_move group by book, day;

create or replace view own_history as
  select b.id as book, 0::bigint as id, b.seq, coalesce((
      select json_agg(json_build_object('day', d.day, 'staked', d.staked::text, 'open', d.open::text,
        'result', d.result::text, 'deposited', d.deposited::text) order by d.day)
      from (
        select m.day, sum(m.staked) as staked, sum(m.open) as open, sum(m.result) as result, sum(m.deposited) as deposited
        from own_move m
        where m.book = b.id and m.last_day >= (extract(epoch from now()) / 86400)::int - 40
        group by m.day
      ) d
      where d.open <> 0 or d.day >= extract(epoch from now()) / 86400 - 40
    ), '[]') as days
  from book b;

-- Everybody's are read newest first, of all or of one status, and service levels by when they were decided.
create index deposit_newest on deposit (id);
create index deposit_newest_by_status on deposit (status, id);
create index deposit_decided on deposit (decided_ms) where decided_ms is not null;

-- Nothing is credited but what a deposit says that ended so in the same transaction, once, and none ends so without it; asked
-- at commit, when both are written.
create function deposit_journal() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from deposit d where d.book = new.book and d.status = 'success' and d.xmin = pg_current_xact_id()::xid
      and d.id = case when new.ref ~ '^deposit:\d{1,18}$' then substr(new.ref, 9)::bigint end
      and (select count(*) = 2 and bool_and(p.currency = d.credited_currency)
          and sum(p.amount) filter (where p.account = 'spot') = d.credited_amount
        from posting p where p.book = new.book and p.seq = new.seq)
  ) or exists (
    -- A batch has few journals of one book, so another of this transaction has a number near by.
    select from journal j where j.book = new.book and j.seq between new.seq - 300 and new.seq + 300 and j.seq <> new.seq
      and j.kind = 'deposit' and j.ref = new.ref
  ) then
    raise exception 'journal %/% has no deposit', new.book, new.seq
      using errcode = 'check_violation', constraint = 'deposit_journal';
  end if;
  return null;
end
$$;
create constraint trigger deposit_journal after insert on journal deferrable initially deferred for each row
  when (new.kind = 'deposit') execute function deposit_journal();

create function deposit_credited() returns trigger language plpgsql as
$$
begin
  if not exists (
    select from journal j where j.book = new.book and j.kind = 'deposit' and j.ref = 'deposit:' || new.id
      and j.seq > (select b.seq from book b where b.id = new.book) - 300
  ) then
    raise exception 'deposit % was credited without a journal', new.id
      using errcode = 'check_violation', constraint = 'deposit_credited';
  end if;
  return null;
end
$$;
create constraint trigger deposit_credited after update on deposit deferrable initially deferred for each row
  when (new.status = 'success') execute function deposit_credited();
