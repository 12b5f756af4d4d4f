-- The days by which own limits count a ticket or a position are those on which it was placed, opened and ended, and stay; what is
-- open has not ended.
create function day_kept() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  raise exception '% % cannot count for another day', tg_table_name, old.id
    using errcode = 'check_violation', constraint = 'day_kept';
end
$$;
create trigger option_ticket_day_kept before update on option_ticket for each row
  when (old.placed_day is distinct from new.placed_day or (new.status = 'open' and new.ended_day is not null))
  execute function day_kept();
create trigger position_day_kept before update on position for each row
  when (old.placed_day is distinct from new.placed_day
    or (old.entry_price is not null and old.opened_day is distinct from new.opened_day))
  execute function day_kept();
