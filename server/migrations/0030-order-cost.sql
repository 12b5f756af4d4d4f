-- The allowed transitions are read once for each statement instead of once for each of its rows.
create or replace function went_its_way() returns trigger language plpgsql set search_path = public, pg_temp as
$$
declare
  lost record;
begin
  if tg_op = 'INSERT' then
    select a.book, a.id, 'nothing' as comes_from, a.status as goes_to into lost from added a
      where a.status not in (select t.to_state from state_template t where t.entity = tg_table_name and t.from_state = '') limit 1;
  else
    select c.book, c.id, b.status as comes_from, c.status as goes_to into lost from before b join changed c on c.book = b.book and c.id = b.id
      where (b.status, c.status) not in (select t.from_state, t.to_state from state_template t where t.entity = tg_table_name) limit 1;
  end if;
  if lost.id is not null then
    raise exception '% % of book % cannot go from % to %', tg_table_name, lost.id, lost.book, lost.comes_from, lost.goes_to
      using errcode = 'check_violation', constraint = tg_table_name || '_transition';
  end if;
  return null;
end
$$;
