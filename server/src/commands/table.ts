/**
 * A feature's table as the executor needs it: how rows are read by key and written many at a time. A row's state is
 * written whole, last state once a batch, so that commands of one batch see one another's effects in memory.
 */

import { listSql, plainArray, textList } from '../db/arrays.ts';

export type Column<Row> = {
  readonly name: string;
  /** The PostgreSQL type of the value: "bigint", "text", "numeric". */
  readonly type: string;
  /** The value as PostgreSQL text, or null. */
  readonly get: (row: Row) => string | null;
  /** Whether the text may hold anything, and not only what `plainArray` takes. */
  readonly anyText?: boolean;
  /** Written when the row is made and never again, so that a change need not carry it. */
  readonly fixed?: boolean;
};

export type RowTable<Row> = {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => bigint;
  readonly read: (raw: Readonly<Record<string, string | null>>) => Row;
  /** SQL condition of the rows that a book's `open` need brings. */
  readonly openWhere: string;
  readonly isOpen: (row: Row) => boolean;
};

/** A table that only grows. */
export type LogTable<Row> = {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  /** Written before the rows of other tables, whose guards ask for it: the log of operators. */
  readonly first?: true;
};

/** Rows as one array literal a column, the cheapest form for a statement of many rows. */
export function columnArrays<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return columns.map((column) => (column.anyText === true ? textList : plainArray)(rows.map(column.get)));
}

function unnest(columns: readonly Column<never>[]): string {
  return columns
    .map((column, at) =>
      column.anyText === true ? `${listSql(`$${at + 1}`)}::${column.type}[]` : `$${at + 1}::${column.type}[]`,
    )
    .join(', ');
}

/** The statement that appends many rows. */
export function insertSql(table: LogTable<never>): string {
  const names = table.columns.map((column) => column.name).join(', ');
  return `insert into ${table.name} (${names}) select * from unnest(${unnest(table.columns)})`;
}

/** What a change of a row carries: its key, and what may have changed. */
export function changingColumns(table: RowTable<never>): readonly Column<never>[] {
  return table.columns.filter((column) => isKey(column.name) || column.fixed !== true);
}

function isKey(name: string): boolean {
  return name === 'book' || name === 'id';
}

/** The statement that writes the new state of many rows that were there. */
export function updateSql(table: RowTable<never>): string {
  const columns = changingColumns(table);
  const names = columns.map((column) => column.name);
  const changes = names.filter((name) => !isKey(name)).map((name) => `${name} = u.${name}`);
  return (
    `update ${table.name} t set ${changes.join(', ')} from unnest(${unnest(columns)}) ` +
    `as u (${names.join(', ')}) where t.book = u.book and t.id = u.id`
  );
}

/** Rows by key. */
export function selectByIdSql(table: RowTable<never>): string {
  return (
    `select t.* from unnest($1::bigint[], $2::bigint[]) as u (book, id) ` +
    `join ${table.name} t on t.book = u.book and t.id = u.id`
  );
}

/** The open rows of some books. */
export function selectOpenSql(table: RowTable<never>): string {
  return `select t.* from ${table.name} t where t.book = any($1::bigint[]) and ${table.openWhere}`;
}

/** How many open rows each book has. */
export function countOpenSql(table: RowTable<never>): string {
  return `select t.book, count(*) as n from ${table.name} t where t.book = any($1::bigint[]) and ${table.openWhere} group by t.book`;
}
