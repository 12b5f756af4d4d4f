-- Which feed runs, held until the transaction ends: whoever sets a demo's clock forward asks while nobody can take the lead over.
-- Holding a row takes a right to change it, which only the role that leads the market has.
create function running_feed() returns text language sql volatile security definer set search_path = public, pg_temp as
$$
  select l.feed from leader l where l.role = 'market' and l.beat >= clock_timestamp() - interval '2 seconds' for share
$$;
revoke execute on function running_feed from public;
grant execute on function running_feed to candor_app;
