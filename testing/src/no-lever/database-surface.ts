/** Reads everything in the database that could be a lever from its catalogue: columns, functions, triggers and privileges. */
import type { ClientBase } from 'pg';

export type DatabaseSurface = {
  /** Columns of tables and views, such as "option_ticket.stake". */
  readonly columns: readonly string[];
  /** Such as "count_moves(names, amounts)", with the prefix "definer " for a function that runs with its owner's privileges. */
  readonly functions: readonly string[];
  /** Such as "option_ticket.option_ticket_verified", with the suffix " off" for a trigger that does not always fire. */
  readonly triggers: readonly string[];
  /**
   * Privileges of roles other than the owner, such as "candor_app: update session.seen_ms" or "public: execute
   * is_house".
   */
  readonly rights: readonly string[];
  /** Sentences about what the serving role can do beyond its privileges; must be empty. */
  readonly powers: readonly string[];
};

/** The serving roles in `pg_roles`. */
const SERVING = `rolname in ('candor_app', 'candor_tape', 'candor_door', 'candor_guard')`;

/** Reads over a connection of the owner, within the transaction that the caller has begun. */
export async function databaseSurface(client: ClientBase): Promise<DatabaseSurface> {
  const texts = async (sql: string): Promise<string[]> => {
    const { rows } = await client.query<{ text: string }>(sql);
    return rows.map((row) => row.text).toSorted();
  };
  return {
    columns: await texts(COLUMNS),
    functions: await texts(FUNCTIONS),
    triggers: await texts(TRIGGERS),
    rights: await texts(RIGHTS),
    powers: await texts(POWERS),
  };
}

const COLUMNS = `select c.relname || '.' || a.attname as text
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and a.attnum > 0 and not a.attisdropped`;

const FUNCTIONS = `select case when prosecdef then 'definer ' else '' end || proname || '('
    || array_to_string(coalesce(proargnames, '{}'), ', ') || ')' as text
  from pg_proc where pronamespace = 'public'::regnamespace`;

const TRIGGERS = `select c.relname || '.' || t.tgname || case t.tgenabled when 'O' then '' else ' off' end as text
  from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal`;

/** A null access list means PostgreSQL's defaults, with which every role may execute a function. */
const RIGHTS = `with held as (
    select g.grantee, g.privilege_type as may, c.relname as thing, c.relowner as owner
      from pg_class c, aclexplode(coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner))) g
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
    union all
    select g.grantee, g.privilege_type, c.relname || '.' || a.attname, c.relowner
      from pg_class c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g
      where c.relnamespace = 'public'::regnamespace
    union all
    select g.grantee, g.privilege_type, p.proname, p.proowner
      from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
      where p.pronamespace = 'public'::regnamespace
    union all
    select g.grantee, g.privilege_type, 'schema:' || n.nspname, n.nspowner
      from pg_namespace n, aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) g where n.nspname = 'public'
  )
  select distinct case grantee when 0 then 'public' else pg_get_userbyid(grantee) end || ': ' || lower(may) || ' ' || thing as text
  from held where grantee <> owner`;

const POWERS = `
  select rolname || ' has an attribute of administrators' as text from pg_roles
    where ${SERVING} and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)
  union all
  select rolname || ' is a member of ' || pg_get_userbyid(m.roleid) from pg_auth_members m join pg_roles on m.member = pg_roles.oid
    where ${SERVING}
  union all
  select rolname || ' may set session_replication_role' from pg_roles
    where ${SERVING} and has_parameter_privilege(pg_roles.oid, 'session_replication_role', 'set')
  union all
  select rolname || ' owns ' || relname from pg_class join pg_roles on relowner = pg_roles.oid where ${SERVING} and relpersistence <> 't'
  union all
  select rolname || ' owns the function ' || proname from pg_proc join pg_roles on proowner = pg_roles.oid where ${SERVING}
  union all
  select rolname || ' may make things in the schema ' || nspname from pg_namespace, pg_roles
    where ${SERVING} and nspname !~ '^pg_' and has_schema_privilege(pg_roles.oid, pg_namespace.oid, 'create')
  union all
  select 'there is a schema besides public: ' || nspname from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
  union all
  select 'there is an extension: ' || extname from pg_extension where extname <> 'plpgsql'
  union all
  select 'there is a rule on ' || c.relname from pg_rewrite r join pg_class c on c.oid = r.ev_class
    where r.rulename <> '_RETURN' and c.relnamespace = 'public'::regnamespace
  union all
  select 'rights are given beforehand to ' || case g.grantee when 0 then 'public' else pg_get_userbyid(g.grantee) end
    from pg_default_acl d, aclexplode(d.defaclacl) g where g.grantee <> d.defaclrole
  union all
  select rolname || ' may make ' || lower(privilege) || ' things in the database' from pg_roles,
    unnest(array['TEMPORARY', 'CREATE']) as privilege
    where rolname !~ '^pg_' and not rolsuper and has_database_privilege(oid, current_database(), privilege)
  union all
  select 'the function ' || proname || ' looks names up where whoever runs it likes' from pg_proc p
    where pronamespace = 'public'::regnamespace and prosqlbody is null
      and not exists (select from unnest(proconfig) c where c ~ '^search_path=(pg_catalog, )?public, pg_temp$')
  union all
  select 'the definer ' || proname || ' is bound and has no path' from pg_proc
    where pronamespace = 'public'::regnamespace and prosqlbody is not null and prosecdef
  union all
  select 'there is an event trigger: ' || evtname from pg_event_trigger`;
