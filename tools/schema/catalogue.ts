/** Reads the database's own description of its tables: columns, keys, triggers and privileges. */
import type pg from 'pg';

export type TableFacts = {
  readonly columns: readonly { name: string; type: string; required: boolean; fallback: string | null }[];
  /** Primary and unique keys as PostgreSQL writes them, and checks by name. */
  readonly keys: readonly string[];
  readonly checks: readonly string[];
  readonly references: readonly { columns: string; table: string }[];
  readonly triggers: readonly { name: string; runs: string; when: string }[];
  /** By serving role, such as "select, update (status)". */
  readonly rights: readonly { role: string; may: string }[];
};

export async function tableFacts(client: pg.Client): Promise<ReadonlyMap<string, TableFacts>> {
  const { rows } = await client.query<{ table: string; facts: TableFacts }>(QUESTION);
  return new Map(rows.map(({ table, facts }) => [table, facts]));
}

const QUESTION = `
select c.relname as table, json_build_object(
  'columns', (select coalesce(json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'required', a.attnotnull, 'fallback', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum), '[]')
    from pg_attribute a left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped),
  'keys', (select coalesce(json_agg(pg_get_constraintdef(k.oid) order by k.contype, k.conname), '[]')
    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u')),
  'checks', (select coalesce(json_agg(k.conname order by k.conname), '[]')
    from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'),
  'references', (select coalesce(json_agg(json_build_object('table', k.confrelid::regclass::text, 'columns',
      (select string_agg(a.attname, ', ' order by o.n) from unnest(k.conkey) with ordinality o (num, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = o.num)) order by k.conname), '[]')
    from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'),
  'triggers', (select coalesce(json_agg(json_build_object('name', t.tgname, 'runs', p.proname, 'when',
      case when t.tgdeferrable then 'at commit' when t.tgtype & 2 > 0 then 'before' else 'after' end || ' ' || array_to_string(array_remove(array[
        case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 16 > 0 then 'update' end,
        case when t.tgtype & 8 > 0 then 'delete' end, case when t.tgtype & 32 > 0 then 'truncate' end], null), ', ')) order by t.tgname), '[]')
    from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and not t.tgisinternal),
  'rights', (select coalesce(json_agg(json_build_object('role', r.role, 'may', r.may) order by r.role), '[]') from (
    select g.role::text, string_agg(g.may, ', ' order by g.n, g.may) as may from (
      select x.grantee::regrole as role, lower(x.privilege_type) as may, 0 as n
        from aclexplode(c.relacl) x where x.grantee <> c.relowner
      union all
      select x.grantee::regrole, lower(x.privilege_type) || ' (' || string_agg(a.attname, ', ' order by a.attnum) || ')', 1
        from pg_attribute a, aclexplode(a.attacl) x where a.attrelid = c.oid and not a.attisdropped group by 1, x.privilege_type
    ) g group by g.role) r)
) as facts
from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migration'`;
