/** PostgreSQL's plan for a query: the growing tables that it scans from end to end. */
import type { Pool } from '../../server/src/db/pool.ts';

type Node = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Node[];
};

/** Smaller tables have settings, or one row for each instrument. */
const GROWN_ROWS = 2000;
/**
 * Sorts and aggregates read all of their input before they return a row, so a limit above them does not limit what is read
 * below.
 */
const READS_ALL = new Set(['Sort', 'Aggregate', 'WindowAgg', 'Hash', 'SetOp', 'Incremental Sort']);

/** A line for each scan of a whole table or index. The settings are those of the server's pool. */
export async function wholeScans(
  pool: Pool,
  text: string,
  values: readonly unknown[],
): Promise<readonly string[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': readonly [{ Plan: Node }] }>(
    `explain (format json) ${text}`,
    [...values],
  );
  const grown = await grownRelations(pool);
  const found: string[] = [];
  const visit = (node: Node, isLimited: boolean, relation: string | undefined): void => {
    const table = node['Relation Name'] ?? relation;
    const type = node['Node Type'];
    // A partial index of pending rows stays small, however many rows have been decided.
    const read = node['Index Name'] ?? table;
    const isScan =
      type.endsWith('Scan') && type !== 'Bitmap Heap Scan' && read !== undefined && grown.has(read);
    const isWhole = node['Index Cond'] === undefined && !(isLimited && node.Filter === undefined);
    if (isScan && isWhole)
      found.push(
        `${type} of all of ${table}${node['Index Name'] === undefined ? '' : ` by ${node['Index Name']}`}`,
      );
    const limits = type === 'Limit' || (isLimited && !READS_ALL.has(type));
    for (const below of node.Plans ?? [])
      visit(below, limits, type === 'Bitmap Heap Scan' ? table : undefined);
  };
  const plan = rows[0]?.['QUERY PLAN'][0];
  if (plan === undefined) throw new Error(`expected a plan of ${text}, found none`);
  visit(plan.Plan, false, undefined);
  return found;
}

async function grownRelations(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'i') and reltuples >= $1`,
    [GROWN_ROWS],
  );
  return new Set(rows.map(({ name }) => name));
}
