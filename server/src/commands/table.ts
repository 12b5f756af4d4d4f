/**
 * A feature's table as the executor needs it, derived from one declaration of its row: how rows are read by key and written many
 * at a time. A row's state is written whole, last state once a batch, so that commands of one batch see one another's effects in
 * memory.
 */
import { listSql } from '../db/arrays.ts';
import { columnOf, columnsOf, nameOf, readingOf } from './compiled.ts';
import type { Column, Texts } from './compiled.ts';
import { Field } from './fields.ts';
import type { Declared, Raw, Shape } from './fields.ts';

/** A statement with the same name and text always. */
type Named = { readonly name: string; readonly text: string };
/** A statement that writes many rows, with its parameters: one a column, the cheapest form. */
export type Writing<Row> = Named & { readonly values: (rows: readonly Row[]) => string[] };

/** A table that only grows. */
export type LogTable<Row> = {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly read: (raw: Raw) => Row;
  /** Written before the rows of other tables, whose guards ask for it: the log of operators. */
  readonly first: boolean;
  readonly append: Writing<Row>;
};

export type RowTable<Row> = LogTable<Row> & {
  readonly idOf: (row: Row) => bigint;
  /** Reads what `byId` and `open` bring, whose first column is the book. */
  readonly readTexts: (texts: Texts) => Row;
  /** SQL condition of the rows that a book's `open` need brings, and the same of a row. */
  readonly openWhere: string;
  readonly isOpen: (row: Row) => boolean;
  readonly insert: Writing<Row>;
  readonly update: Writing<Row>;
  /** The columns that `update` changes. */
  readonly changes: readonly string[];
  /** Rows by key, the open rows of some books, and how many each of those has. */
  readonly byId: Named;
  readonly open: Named;
  readonly openCounts: Named;
};

/** The row of a table. */
export type RowOf<Table> = Table extends LogTable<infer Of> ? Of : never;

type LogOptions<Row> = {
  /** Written before the rows of other tables, whose guards ask for it. */
  readonly first?: boolean;
  /** Columns that are written beside those of the declaration. */
  readonly beside?: readonly Column<Row>[];
};

type TableOptions<Row> = LogOptions<Row> & {
  /** The number of the one row of a book, where it is no part of the row. */
  readonly id?: bigint;
  /** With which words a row is open; or a condition in both languages. Without either all are. */
  readonly open?: { readonly [Property in keyof Row]?: readonly (Row[Property] & string)[] };
  readonly openIf?: { readonly where: string; readonly is: (row: Row) => boolean };
};

/** A column that is reckoned from the row when it is written, and not read. */
export function reckoned<Row, Value>(
  name: string,
  field: Field<Value>,
  get: (row: Row) => Value,
): Column<Row> {
  return columnOf(name, field, get);
}

export function log<Parts extends Shape>(
  name: string,
  parts: Parts,
  { first = false, beside = [] }: LogOptions<Declared<Parts>> = {},
): LogTable<Declared<Parts>> {
  type Of = Declared<Parts>;
  const columns = [...columnsOf<Of>(parts), ...beside];
  return { name, columns, read: readingByName<Of>(parts), first, append: inserting('append', name, columns) };
}

function readingByName<Of>(parts: Shape): (raw: Raw) => Of {
  const { columns, read } = readingOf(parts);
  return (raw) => read(columns.map((column) => raw[column] ?? null)) as Of;
}

export function table<Parts extends Shape>(
  name: string,
  parts: Parts,
  options: TableOptions<Declared<Parts>> = {},
): RowTable<Declared<Parts>> {
  type Of = Declared<Parts>;
  const declared = log(name, parts, options);
  const { columns } = declared;
  const { id } = options;
  if (id === undefined && parts['id'] === undefined) throw new Error(`a row of ${name} has no number`);
  const { where, is } = options.openIf ?? openIf<Of>(parts, options.open ?? {});
  const reading = readingOf(parts);
  const rows = `select ${reading.columns.map((column) => `t.${column}`).join(', ')}`;
  const ofBooks = `from ${name} t where t.book = any($1::bigint[]) and ${where}`;
  return {
    ...declared,
    idOf: id === undefined ? (row) => (row as unknown as { readonly id: bigint }).id : () => id,
    readTexts: (texts) => reading.read(texts) as Of,
    openWhere: where,
    isOpen: is,
    insert: inserting('insert', name, columns),
    ...updating(name, columns),
    byId: {
      name: `${name}-by-id`,
      text:
        `${rows} from unnest($1::bigint[], $2::bigint[]) as u (book, id) ` +
        `join ${name} t on t.book = u.book and t.id = u.id`,
    },
    open: { name: `${name}-open`, text: `${rows} ${ofBooks}` },
    openCounts: { name: `${name}-count`, text: `select t.book, count(*) ${ofBooks} group by t.book` },
  };
}

/** Rows that are read and never written here: a view, or what others write. */
export function view<Parts extends Shape>(
  name: string,
  parts: Parts,
  options: TableOptions<Declared<Parts>> = {},
): RowTable<Declared<Parts>> {
  return { ...table(name, parts, options), columns: [], changes: [] };
}

/** The condition that one of a row's words is among those with which it is open. */
function openIf<Row>(
  parts: Shape,
  words: NonNullable<TableOptions<Row>['open']>,
): NonNullable<TableOptions<Row>['openIf']> {
  const [only] = Object.entries(words) as [keyof Row & string, readonly unknown[]][];
  if (only === undefined) return { where: 'true', is: () => true };
  const [property, open] = only;
  const part = parts[property];
  if (!(part instanceof Field)) throw new Error(`${property} is no column`);
  const column = `t.${nameOf(property, part)}`;
  const listed = open.map((word) => `'${String(word)}'`);
  return {
    where: listed.length === 1 ? `${column} = ${listed[0]}` : `${column} in (${listed.join(', ')})`,
    is: (row) => open.includes(row[property]),
  };
}

const isKey = (name: string): boolean => name === 'book' || name === 'id';

function valuesOf<Row>(columns: readonly Column<Row>[]): Writing<Row>['values'] {
  return (rows) => columns.map((column) => column.ofRows(rows));
}

function unnest<Row>(columns: readonly Column<Row>[]): string {
  return columns
    .map(({ type, anyText }, at) => `${anyText ? listSql(`$${at + 1}`) : `$${at + 1}`}::${type}[]`)
    .join(', ');
}

function inserting<Row>(how: string, name: string, columns: readonly Column<Row>[]): Writing<Row> {
  const names = columns.map((column) => column.name).join(', ');
  return {
    name: `${how}-${name}`,
    text: `insert into ${name} (${names}) select * from unnest(${unnest(columns)})`,
    values: valuesOf(columns),
  };
}

/** A change of a row carries its key, and what may have changed. */
function updating<Row>(name: string, all: readonly Column<Row>[]): Pick<RowTable<Row>, 'update' | 'changes'> {
  const columns = all.filter((column) => isKey(column.name) || !column.fixed);
  const names = columns.map((column) => column.name);
  const changes = names.filter((column) => !isKey(column));
  const update = {
    name: `update-${name}`,
    text:
      `update ${name} t set ${changes.map((column) => `${column} = u.${column}`).join(', ')} ` +
      `from unnest(${unnest(columns)}) as u (${names.join(', ')}) where t.book = u.book and t.id = u.id`,
    values: valuesOf(columns),
  };
  return { update, changes };
}
