-- The settings of the logins whose connections PgBouncer shares among transactions. Such a connection can't be set up by its
-- client, so the settings belong to the login. The server checks them when it connects (server/src/db/pool.ts). As a superuser, in
-- the database: psql -v ON_ERROR_STOP=1 -d candor -f settings.sql
do $$
declare
  login text;
  setting text;
  value text;
begin
  for login, setting, value in
    select l.login, case when s.setting = 'transaction_timeout' and current_setting('server_version_num')::int < 170000
        then 'statement_timeout' else s.setting end, coalesce(s.value, case l.login when 'candor_app' then '1500ms' else s.others end)
    from unnest('{candor_app,candor_tape,candor_door}'::text[]) as l (login) cross join (values
      ('transaction_timeout', null, '15s'),
      ('idle_in_transaction_session_timeout', null, '2s'),
      ('lock_timeout', '1s', null),
      ('enable_seqscan', 'off', null),
      ('enable_hashjoin', 'off', null),
      ('enable_mergejoin', 'off', null),
      ('jit', 'off', null),
      ('timezone', 'UTC', null)) as s (setting, value, others)
  loop
    execute format('alter role %I in database %I set %I = %L', login, current_database(), setting, value);
  end loop;
end $$;
