/**
 * The hash of everything in a database: each table's rows as text, sorted by that text. Only the numbers of transactions are left
 * out, because they depend on earlier work of the cluster.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';

export type StateHash = {
  readonly hash: string;
  readonly tables: ReadonlyMap<string, string>;
  readonly rows: number;
};

export async function stateHash(client: pg.Client): Promise<StateHash> {
  const columns = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.atttypid not in ('xid'::regtype, 'xid8'::regtype)
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname order by c.relname`,
  );
  const whole = createHash('sha256');
  const tables = new Map<string, string>();
  let count = 0;
  for (const { table, columns: names } of columns.rows) {
    if (table === 'migration') continue;
    const kept = names.map((name) => `t."${name}"`);
    const { rows } = await client.query<{ hash: string | null; count: number }>(
      `select encode(sha256(convert_to(string_agg(r.line, E'\\n' order by r.line collate "C"), 'utf8')), 'hex') as hash, count(*)::int
        from (select row(${kept.join(', ')})::text as line from "${table}" t) r`,
    );
    const hash = rows[0]?.hash ?? 'empty';
    tables.set(table, hash);
    count += rows[0]?.count ?? 0;
    whole.update(`${table} ${hash}\n`);
  }
  return { hash: whole.digest('hex'), tables, rows: count };
}
