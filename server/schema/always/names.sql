-- Fixes the objects to which names refer in every existing function. Applied at each start, after the migrations.
--
-- A function that looks names up at run time finds a temporary table of its caller before the intended table, unless its
-- search path names `pg_temp` last. A function whose body was bound at creation looks up no names and is left unchanged, since
-- a search path would keep PostgreSQL from inlining it.
do $$
declare
  loose regprocedure;
  other text;
begin
  for loose in
    select p.oid::regprocedure from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prosqlbody is null
      and not exists (select from unnest(p.proconfig) c where c in ('search_path=public, pg_temp', 'search_path=pg_catalog, public, pg_temp'))
  loop
    execute format('alter routine %s set search_path = pg_catalog, public, pg_temp', loose);
  end loop;

  -- Only the owner creates objects. No other role can create a temporary table, a table or a schema.
  revoke create on schema public from public;
  execute format('revoke temporary, create on database %I from public', current_database());
  for other in
    select distinct g.grantee::regrole::text from pg_database d, aclexplode(d.datacl) g
    where d.datname = current_database() and g.grantee <> 0 and g.grantee <> d.datdba and g.privilege_type in ('TEMPORARY', 'CREATE')
  loop
    execute format('revoke temporary, create on database %I from %s', current_database(), other);
  end loop;
  if exists (
    select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) g
    where d.datname = current_database() and g.grantee <> d.datdba and g.privilege_type in ('TEMPORARY', 'CREATE')
  ) then
    raise exception 'somebody but its owner may make tables in the database %; as its owner: revoke temporary, create on database % from public',
      current_database(), current_database();
  end if;
end $$;
