/** Describes a schema in one line per object, so that two databases can be compared and differences are named. */
import type pg from 'pg';

/** Sorted. The positions of columns, and names that PostgreSQL numbers automatically, are ignored. */
export async function pictureOf(client: pg.Client): Promise<string[]> {
  const lines: string[] = [];
  for (const [kind, sql] of Object.entries(QUESTIONS)) {
    const { rows } = await client.query<{ thing: string }>(sql);
    lines.push(...rows.map(({ thing }) => `${kind} ${thing}`));
  }
  return lines.sort();
}

const OF_PUBLIC = `= 'public'::regnamespace`;
const RELATIONS = `(select * from pg_class where relnamespace ${OF_PUBLIC} and relkind in ('r', 'v', 'S') and relname <> 'migration')`;

const QUESTIONS = {
  relation: `select format('%s %s %s %s', relname, relkind, relpersistence, reloptions) as thing from ${RELATIONS} c`,
  column: `select format('%s.%s %s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated,
      pg_get_expr(d.adbin, d.adrelid)) as thing
    from ${RELATIONS} c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum where c.relkind <> 'S'`,
  constraint: `select format('%s %s %s', conrelid::regclass, regexp_replace(conname, '_check\\d*$', '_check'), pg_get_constraintdef(oid)) as thing
    from pg_constraint where connamespace ${OF_PUBLIC} and contype <> 'n' and conrelid::regclass::text <> 'migration'`,
  index: `select pg_get_indexdef(indexrelid) as thing from pg_index join ${RELATIONS} c on c.oid = indrelid`,
  view: `select format('%s %s', relname, pg_get_viewdef(oid)) as thing from pg_class where relnamespace ${OF_PUBLIC} and relkind = 'v'`,
  trigger: `select format('%s %s', tgenabled, pg_get_triggerdef(t.oid)) as thing from pg_trigger t where not tgisinternal`,
  function: `select pg_get_functiondef(oid) as thing from pg_proc where pronamespace ${OF_PUBLIC} and prokind = 'f'`,
  right: `select format('%s of %s on %s', g.privilege_type, g.grantee::regrole, c.relname) as thing from ${RELATIONS} c, aclexplode(c.relacl) g
    union all select format('%s of %s on %s.%s', g.privilege_type, g.grantee::regrole, c.relname, a.attname)
      from ${RELATIONS} c join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) g where not a.attisdropped
    union all select format('%s of %s on %s', g.privilege_type, g.grantee::regrole, p.oid::regprocedure)
      from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g where p.pronamespace ${OF_PUBLIC}`,
  template: `select format('%s %s %s', kind, account, sign) as thing from journal_template`,
  way: `select to_json(s)::text as thing from state_template s`,
  unsigned: `select action as thing from unsigned_action`,
  mail: `select kind as thing from mail_kind`,
} as const;
