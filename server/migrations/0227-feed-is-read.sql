-- Which feed runs is read, and the leader's row is nobody's to hold: whoever held it kept the leader from beating, so that after two
-- seconds the market was led by nobody, and no other process could take it over either. Setting the clock forward asks again itself
-- when it is done (`clock_set_forward`).
create or replace function running_feed() returns text language sql stable security definer set search_path = public, pg_temp as
$$
  select l.feed from leader l where l.role = 'market' and l.beat >= clock_timestamp() - interval '2 seconds'
$$;
