-- A conversion that takes what an order froze is checked as every journal is that moves frozen amounts.
create or replace function spot_journal() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as
$$
begin
  insert into journals_to_explain (guard, books, seqs)
    select g.guard, array_agg(a.book), array_agg(a.seq) from (values ('spot', '{spot_buy,spot_sell,spot_convert,spot_hold,spot_release,spot_fill}'::text[]),
      ('spot_holds', '{spot_hold,spot_release,spot_fill,spot_convert}')) as g (guard, kinds) join added a on a.kind = any (g.kinds) group by 1;
  return null;
end
$$;
