-- A conversion that uses frozen amounts of an order is checked like every journal that moves frozen amounts.
create or replace function spot_journal() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  insert into journals_to_explain (guard, books, seqs)
    select g.guard, array_agg(a.book), array_agg(a.seq) from (values ('spot', '{spot_buy,spot_sell,spot_convert,spot_hold,spot_release,spot_fill}'::text[]),
      ('spot_holds', '{spot_hold,spot_release,spot_fill,spot_convert}')) as g (guard, kinds) join added a on a.kind = any (g.kinds) group by 1;
  return null;
end
$$;

-- A change of an order's hold must equal the amounts that its journals moved; their mere existence is not enough.
create or replace function spot_order_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
begin
  if (select coalesce(sum(p.amount), 0) from (select j.ref, j.kind, j.xmin, j.accounts, j.amounts from journal j where j.book = new.book order by j.seq desc limit 16) n
        cross join unnest(n.accounts, n.amounts) as p (account, amount)
      where n.ref = 'spot_order:' || new.id and n.xmin = pg_current_xact_id()::xid and n.kind in ('spot_hold', 'spot_release', 'spot_fill')
        and p.account = 'spot_frozen')
      <> (select o.held from spot_order o where o.book = new.book and o.id = new.id) - coalesce(old.held, 0)
    and not holds_add_up(new.book, 'spot_frozen', split_part(new.symbol, '/', case new.side when 'buy' then 2 else 1 end))
  then
    raise exception 'spot order % of book % holds what is not frozen', new.id, new.book
      using errcode = 'check_violation', constraint = 'spot_order_holds';
  end if;
  return null;
end
$$;
