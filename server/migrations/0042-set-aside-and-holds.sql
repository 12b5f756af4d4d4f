-- The engine sets aside firings that stay busy, and records them next to false messages.
alter table engine_set_aside add column why text not null default 'false' check (why in ('false', 'busy'));
alter table engine_set_aside drop constraint engine_set_aside_pkey;
alter table engine_set_aside add primary key (kind, book, row_id, version, symbol, why);
grant insert (why) on engine_set_aside to candor_app;

-- A new position or order has the journals of this transaction that freeze its margin. The sum of all that is frozen is taken only if
-- the newest journals do not explain it, as for spot orders.
create function position_holds() returns trigger language plpgsql security definer set search_path = public, pg_temp as
$$
declare
  frozen account := case new.collateral when 'promo' then 'promo_frozen' else 'contract_frozen' end;
begin
  if is_bound_in_time(tg_relid) and (select coalesce(sum(p.amount), 0) from (select j.ref, j.xmin, j.accounts, j.amounts from journal j where j.book = new.book order by j.seq desc limit 16) n
        cross join unnest(n.accounts, n.amounts) as p (account, amount)
      where n.ref = 'position:' || new.id and n.xmin = pg_current_xact_id()::xid and p.account = frozen)
      <> (select p.margin from position p where p.book = new.book and p.id = new.id)
    and not holds_add_up(new.book, frozen, 'USDT')
  then
    raise exception 'position % of book % holds what is not frozen', new.id, new.book
      using errcode = 'check_violation', constraint = 'position_holds';
  end if;
  return null;
end
$$;
create constraint trigger position_holds after insert on position deferrable initially deferred for each row
  when (new.margin > 0) execute function position_holds();
revoke execute on function position_holds from public;
