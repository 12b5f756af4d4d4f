/**
 * A feature's table as the executor uses it. One declaration of the row determines how rows are read by key and written in
 * bulk. A batch writes a row's entire state once, so the commands of a batch see each other's effects in memory.
 */
import { listSql } from '../db/arrays.ts';
import { columnOf, columnsOf, concealingOf, nameOf, readingOf } from './compiled.ts';
import type { Column, Concealing, Texts } from './compiled.ts';
import { Field } from './fields.ts';
import type { Declared, Raw, Shape } from './fields.ts';

/** A prepared statement. A name must always refer to the same text. */
type Named = { readonly name: string; readonly text: string };
/**
 * Returns the statement that writes some rows. It has one parameter for each column, except for columns that are null in all of
 * the rows.
 */
export type Writing<Row> = (rows: readonly Row[]) => Named & { readonly values: string[] };

export type LogTable<Row> = {
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly read: (raw: Raw) => Row;
  /** Whether the rows are written before those of other tables, whose guards query them; set for the operators' audit log. */
  readonly first: boolean;
  readonly append: Writing<Row>;
};

export type RowTable<Row> = LogTable<Row> & {
  readonly idOf: (row: Row) => bigint;
  /** Reads the rows that `byId` and `open` return. Their first column is the book. */
  readonly readTexts: (texts: Texts) => Row;
  /** Replaces the personal values of a row in records; undefined if it has none. */
  readonly concealing: Concealing | undefined;
  /** The SQL condition for the rows that `open` returns, and the equivalent check on a row in memory. */
  readonly openWhere: string;
  readonly isOpen: (row: Row) => boolean;
  readonly insert: Writing<Row>;
  readonly update: Writing<Row>;
  /** Whether changes are written before those of other tables, whose guards query them. */
  readonly updatedFirst: boolean;
  readonly changes: readonly string[];
  /** Queries for rows by key, for the open rows of books, and for the number of open rows per book. */
  readonly byId: Named;
  readonly open: Named;
  readonly openCounts: Named;
};

export type RowOf<Table> = Table extends LogTable<infer Of> ? Of : never;

type LogOptions<Row> = {
  /** Whether the rows are written before those of other tables, whose guards query them. */
  readonly first?: boolean;
  /** Columns that are written in addition to the declared ones. */
  readonly beside?: readonly Column<Row>[];
};

type TableOptions<Row> = LogOptions<Row> & {
  /** The constant id of rows that contain no id, for a view or table with one row per book. */
  readonly id?: bigint;
  /**
   * The condition for a row to be open: the values of columns, or a condition both in SQL and in TypeScript. By default, all
   * rows are open.
   */
  readonly open?: { readonly [Property in keyof Row]?: readonly (Row[Property] & string)[] };
  readonly openIf?: { readonly where: string; readonly is: (row: Row) => boolean };
  readonly updatedFirst?: boolean;
};

/** Returns a column that is computed from the row when the row is written, and that is never read. */
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
  if (id === undefined && parts['id'] === undefined)
    throw new Error(`expected a row of ${name} to have an id, found none`);
  const { where, is } = options.openIf ?? openIf<Of>(parts, options.open ?? {});
  const reading = readingOf(parts);
  const rows = `select ${reading.columns.map((column) => `t.${column}`).join(', ')}`;
  const ofBooks = `from ${name} t where t.book = any($1::bigint[]) and ${where}`;
  return {
    ...declared,
    idOf: id === undefined ? (row) => (row as unknown as { readonly id: bigint }).id : () => id,
    readTexts: (texts) => reading.read(texts) as Of,
    concealing: concealingOf(parts, reading.columns),
    openWhere: where,
    isOpen: is,
    insert: inserting('insert', name, columns),
    ...updating(name, columns),
    updatedFirst: options.updatedFirst === true,
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

/** Declares rows that this process only reads: a view, or a table that other processes write. */
export function view<Parts extends Shape>(
  name: string,
  parts: Parts,
  options: TableOptions<Declared<Parts>> = {},
): RowTable<Declared<Parts>> {
  return { ...table(name, parts, options), columns: [], changes: [] };
}

function openIf<Row>(
  parts: Shape,
  words: NonNullable<TableOptions<Row>['open']>,
): NonNullable<TableOptions<Row>['openIf']> {
  const [only] = Object.entries(words) as [keyof Row & string, readonly unknown[]][];
  if (only === undefined) return { where: 'true', is: () => true };
  const [property, open] = only;
  const part = parts[property];
  if (!(part instanceof Field)) throw new Error(`expected a property with a column, found ${property}`);
  const column = `t.${nameOf(property, part)}`;
  const listed = open.map((word) => `'${String(word)}'`);
  return {
    where: listed.length === 1 ? `${column} = ${listed[0]}` : `${column} in (${listed.join(', ')})`,
    is: (row) => open.includes(row[property]),
  };
}

const isKey = (name: string): boolean => name === 'book' || name === 'id';

/**
 * The maximum number of statements that are prepared for one way of writing a table. If there are more combinations of null
 * columns, rows with a new one are written with all columns.
 */
const VARIANTS_MAX = 32;

/**
 * Prepares the statements for each combination of columns that are not all null. PostgreSQL unnests each parameter into a list
 * and joins the lists value by value, so a column that is null in all rows of the batch is a constant of the statement instead.
 * Of the fifty columns of an order, only a third have values at a time.
 */
function writing<Row>(
  name: string,
  columns: readonly Column<Row>[],
  textOf: (values: readonly string[], lists: string) => string,
): Writing<Row> {
  const prepared = new Map<string, Named>();
  const prepare = (has: readonly boolean[], at: number): Named => {
    const present = columns.filter((_, place) => has[place]);
    const lists = present.map(
      ({ type, anyText }, place) => `${anyText ? listSql(`$${place + 1}`) : `$${place + 1}`}::${type}[]`,
    );
    const values = columns.map((column, place) => (has[place] ? `u.${column.name}` : `null::${column.type}`));
    const source = `unnest(${lists.join(', ')}) as u (${present.map((column) => column.name).join(', ')})`;
    return { name: at === 0 ? name : `${name}-${at}`, text: textOf(values, source) };
  };
  const whole = prepare(
    columns.map(() => true),
    0,
  );
  return (rows) => {
    const found = columns.map((column) => column.ofRows(rows));
    const key = found.map((values) => (values === undefined ? '-' : '+')).join('');
    let statement = key.includes('-') ? prepared.get(key) : whole;
    if (statement === undefined && prepared.size < VARIANTS_MAX) {
      statement = prepare(
        found.map((values) => values !== undefined),
        prepared.size + 1,
      );
      prepared.set(key, statement);
    }
    if (statement !== undefined)
      return { ...statement, values: found.filter((values) => values !== undefined) };
    return { ...whole, values: columns.map((column, at) => found[at] ?? column.nulls(rows.length)) };
  };
}

function inserting<Row>(how: string, name: string, columns: readonly Column<Row>[]): Writing<Row> {
  const names = columns.map((column) => column.name).join(', ');
  return writing(
    `${how}-${name}`,
    columns,
    (values, lists) => `insert into ${name} (${names}) select ${values.join(', ')} from ${lists}`,
  );
}

/** An update of a row contains its key and the columns that may have changed. */
function updating<Row>(name: string, all: readonly Column<Row>[]): Pick<RowTable<Row>, 'update' | 'changes'> {
  const columns = all.filter((column) => isKey(column.name) || !column.fixed);
  const changes = columns.map((column) => column.name).filter((column) => !isKey(column));
  const update = writing(`update-${name}`, columns, (values, lists) => {
    const sets = columns.flatMap((column, at) =>
      isKey(column.name) ? [] : [`${column.name} = ${values[at] as string}`],
    );
    return `update ${name} t set ${sets.join(', ')} from ${lists} where t.book = u.book and t.id = u.id`;
  });
  return { update, changes };
}
