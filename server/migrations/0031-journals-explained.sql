-- The reasons of a batch's journals are checked together at its commit, and the sums of each journal without regrouping all
-- postings. The journals to be checked are recorded with one row for each statement that inserted some, because a trigger for
-- each journal would cost three times as much. The check deletes its row.
create unlogged table journals_to_explain (
  id bigint generated always as identity primary key,
  -- The guard that checks them.
  guard text not null,
  books bigint[] not null,
  seqs bigint[] not null
);

create or replace function journal_apply() returns trigger
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

create or replace function spot_journal() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  insert into journals_to_explain (guard, books, seqs)
    select g.guard, array_agg(a.book), array_agg(a.seq) from (values ('spot', '{spot_buy,spot_sell,spot_convert,spot_hold,spot_release,spot_fill}'::text[]),
      ('spot_holds', '{spot_hold,spot_release,spot_fill}')) as g (guard, kinds) join added a on a.kind = any (g.kinds) group by 1;
  return null;
end
$$;
drop trigger spot_journal on journal;
create trigger spot_journal after insert on journal
  referencing new table as added for each statement execute function spot_journal();

create function spot_journals_explained() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  delete from journals_to_explain d where d.id = new.id;
  with posted as materialized (
    select j.book, j.seq, j.kind, journal_row(j.ref, 'spot_order') as of_order, j.accounts, j.currencies, j.amounts
    from unnest(new.books, new.seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq
  )
  select p.book, p.seq, p.kind into wrong from posted p
    left join spot_fill f on p.kind in ('spot_buy', 'spot_sell', 'spot_fill')
      and f.book = p.book and f.order_id = p.of_order and f.leg = 1 and f.journal_seq = p.seq and f.xmin = pg_current_xact_id()::xid
  where (case
    -- The usual form of an immediate trade: its first posting is the customer's money, and its last one the customer's coin. The
    -- next branch would return the same, at three times the cost.
    when p.kind in ('spot_buy', 'spot_sell') and p.accounts in ('{spot,inventory,inventory,fees,spot}', '{spot,inventory,inventory,fees,rounding,spot}')
      then f.symbol = p.currencies[cardinality(p.currencies)] || '/' || p.currencies[1]
        and p.currencies[4] = p.currencies[1]
        and p.amounts[cardinality(p.amounts)] = case f.side when 'buy' then f.quantity else -f.quantity end
        and p.amounts[1] = case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end
        and f.fee - p.amounts[4] between 0 and 0.00000001
    when p.kind in ('spot_buy', 'spot_sell', 'spot_fill') then (
      select bool_and(case when l.account < 'inventory' then l.currency in (t.base, t.quote) else l.account <> 'fees' or l.currency = t.quote end)
        and coalesce(sum(l.amount) filter (where l.account < 'inventory' and l.currency = t.base), 0)
          = case f.side when 'buy' then f.quantity else -f.quantity end
        and coalesce(sum(l.amount) filter (where l.account < 'inventory' and l.currency = t.quote), 0)
          = case f.side when 'buy' then -f.value - f.fee else f.value - f.fee end
        and f.fee - coalesce(sum(l.amount) filter (where l.account = 'fees'), 0) between 0 and 0.00000001
      from (select split_part(f.symbol, '/', 1) as base, split_part(f.symbol, '/', 2) as quote) t,
        (select unnest(p.accounts) as account, unnest(p.currencies) as currency, unnest(p.amounts) as amount) l)
    when p.kind = 'spot_convert' then (
      with leg as materialized (
        select g.symbol, g.side, g.quantity, g.value, g.fee from spot_fill g
        where g.book = p.book and g.order_id = p.of_order and g.journal_seq = p.seq and g.xmin = pg_current_xact_id()::xid
      ), moved as (
        select unnest(p.accounts) as account, unnest(p.currencies) as currency, unnest(p.amounts) as amount
      ), line as (
        select currency, amount from moved where account < 'inventory'
        union all select split_part(symbol, '/', 1), case side when 'buy' then -quantity else quantity end from leg
        union all select split_part(symbol, '/', 2), case side when 'buy' then value + fee else fee - value end from leg
      )
      select exists (select from leg)
        and not exists (select from line group by currency having sum(amount) <> 0)
        and (select sum(fee) - coalesce((select sum(amount) from moved where account = 'fees'), 0) from leg) between 0 and 0.00000002)
    else exists (
      select from spot_order o where o.book = p.book and o.id = p.of_order and o.xmin = pg_current_xact_id()::xid
        and (p.kind = 'spot_hold' or o.status <> 'open' or exists (select from spot_amendment a
          where a.book = o.book and a.order_id = o.id and a.version = o.version and a.xmin = pg_current_xact_id()::xid)))
    end) is not true
  limit 1;
  if wrong.kind is not null then perform journal_unexplained(wrong.book, wrong.seq, wrong.kind); end if;
  return null;
end
$$;
create constraint trigger spot_journals_explained after insert on journals_to_explain deferrable initially deferred for each row
  when (new.guard = 'spot') execute function spot_journals_explained();

create function spot_holds_explained() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  wrong record;
begin
  delete from journals_to_explain d where d.id = new.id;
  select h.book, h.seq into wrong from (
      select j.book, p.currency, max(j.seq) as seq
      from unnest(new.books, new.seqs) as u (book, seq) join journal j on j.book = u.book and j.seq = u.seq,
        unnest(j.accounts, j.currencies) as p (account, currency)
      where p.account = 'spot_frozen' group by 1, 2) h
    where not holds_add_up(h.book, 'spot_frozen', h.currency) limit 1;
  if wrong.book is not null then
    raise exception 'journal %/% leaves frozen what no order holds', wrong.book, wrong.seq
      using errcode = 'check_violation', constraint = 'journal_holds';
  end if;
  return null;
end
$$;
create constraint trigger spot_holds_explained after insert on journals_to_explain deferrable initially deferred for each row
  when (new.guard = 'spot_holds') execute function spot_holds_explained();
