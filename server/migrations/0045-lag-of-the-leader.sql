-- The role that leads the market states, in the current leader's name, how far the firings are behind. The database dates the
-- statement. Previously, every process that executes commands could state that nothing was behind, even for a future time.
create function engine_beat_of_leader() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as
$$
begin
  if not exists (select from public.leader l where l.role = new.role and l.epoch = new.epoch) then
    raise exception 'epoch % of % is not the leader''s', new.epoch, new.role
      using errcode = 'check_violation', constraint = 'engine_beat_of_leader';
  end if;
  new.beat := clock_timestamp();
  return new;
end
$$;
revoke execute on function engine_beat_of_leader from public;
create trigger engine_beat_of_leader before insert or update on engine_beat for each row execute function engine_beat_of_leader();
revoke insert, update on engine_beat from candor_app;
