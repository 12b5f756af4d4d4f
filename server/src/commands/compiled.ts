/** Compiles a row's declaration into columns and a reader. This is done once, at startup. */
import { NULL_TEXT, arrayOf, textList } from '../db/arrays.ts';
import { Field } from './fields.ts';
import type { Group, Pseudonym, Shape } from './fields.ts';

export type Column<Row> = {
  readonly name: string;
  readonly type: string;
  /** Whether the text may contain any character, not just those that `plainArray` accepts. */
  readonly anyText: boolean;
  /** Whether the value is written only when the row is created. */
  readonly fixed: boolean;
  /** Returns the column's values of some rows as one parameter, or undefined if all of them are null. */
  readonly ofRows: (rows: readonly Row[]) => string | undefined;
  /** Returns this many nulls as one parameter. */
  readonly nulls: (count: number) => string;
};

type Values = Readonly<Record<string, unknown>>;
type Get<Row> = (row: Row) => unknown;

/** Returns a column whose values `get` extracts from a row. A value is undefined if the enclosing group is null. */
export function columnOf<Row>(name: string, field: Field<unknown>, get: Get<Row>): Column<Row> {
  const { type, anyText = false } = field.kind;
  const write = field.kind.write as (value: unknown) => string;
  const { absent, fixed = false } = field.manner;
  const nothing = anyText ? null : NULL_TEXT;
  const absentText = absent === undefined ? nothing : write(absent);
  const listOf = anyText ? textList : arrayOf;
  const ofRows = (rows: readonly Row[]): string | undefined => {
    const texts: (string | null)[] = [];
    let isNull = true;
    for (const row of rows) {
      const value = get(row);
      const text = value === undefined ? absentText : value === null ? nothing : write(value);
      isNull &&= text === nothing;
      texts.push(text);
    }
    return isNull ? undefined : listOf(texts);
  };
  const nulls = (count: number): string => listOf(Array.from({ length: count }, () => nothing));
  return { name, type, anyText, fixed, ofRows, nulls };
}

export function columnsOf<Row>(parts: Shape, around?: Get<Row>, prefix = ''): Column<Row>[] {
  return Object.entries(parts).flatMap(([property, part]) => {
    const get: Get<Row> =
      around === undefined
        ? (row) => (row as Values)[property]
        : (row) => (around(row) as Values | null | undefined)?.[property];
    if (!(part instanceof Field)) return columnsOf(part.parts, get, prefixOf(property, part, prefix));
    return part.manner.again === true ? [] : [columnOf(nameOf(property, part, prefix), part, get)];
  });
}

/**
 * Returns the name of a property's column: that of `filledQuantity` is `filled_quantity`, unless the field specifies a different
 * name.
 */
export function nameOf(property: string, { manner }: Field<unknown>, prefix = ''): string {
  return manner.column ?? prefix + snake(property);
}

function snake(property: string): string {
  return property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function prefixOf(property: string, { manner }: Group<Shape, null>, around: string): string {
  return manner.bare === true ? around : `${around}${snake(property)}_`;
}

/** The values of a row as PostgreSQL sent them, in the order of the columns. */
export type Texts = readonly (string | null)[];

export type Reading = { readonly columns: readonly string[]; readonly read: (texts: Texts) => unknown };

/** Builds a reader. The book is the first column, even if the row does not contain it. */
export function readingOf(parts: Shape): Reading {
  const columns = ['book'];
  const placeOf = (column: string): number => {
    const known = columns.indexOf(column);
    return known === -1 ? columns.push(column) - 1 : known;
  };
  return { columns, read: reader(parts, '', placeOf) };
}

/**
 * Resolves the position and reader of each field. Rows start as copies of an empty row, because adding fifty properties to an
 * object costs more than parsing them.
 */
function reader(parts: Shape, prefix: string, placeOf: (column: string) => number): Reading['read'] {
  const empty: Record<string, unknown> = Object.fromEntries(Object.keys(parts).map((name) => [name, null]));
  const fields = Object.entries(parts).flatMap(([property, part]) => {
    if (!(part instanceof Field)) return [];
    const column = nameOf(property, part, prefix);
    return [{ property, place: placeOf(column), read: part.kind.read, none: noneOf(column, part, placeOf) }];
  });
  const groups = Object.entries(parts).flatMap(([property, part]) => {
    if (part instanceof Field) return [];
    const within = prefixOf(property, part, prefix);
    const first = part.manner.orNull === true ? placeOf(firstColumn(part.parts, within)) : undefined;
    return [{ property, first, read: reader(part.parts, within, placeOf) }];
  });
  return (texts) => {
    const row = { ...empty };
    for (const { property, place, read, none } of fields) {
      const text = texts[place] as string | null;
      row[property] = text !== null ? read(text) : none === undefined ? null : none(texts);
    }
    for (const { property, first, read } of groups) {
      row[property] = first !== undefined && texts[first] === null ? null : read(texts);
    }
    return row;
  };
}

function noneOf(
  column: string,
  { manner: { orNull, orFrom } }: Field<unknown>,
  placeOf: (column: string) => number,
): Reading['read'] | undefined {
  if (orNull === true) return undefined;
  const missing = (name: string): never => {
    throw new Error(`expected a value in ${name}, found null`);
  };
  if (orFrom === undefined) return () => missing(column);
  const other = placeOf(orFrom.column);
  return (texts) => orFrom.read(texts[other] ?? missing(orFrom.column));
}

function firstColumn(parts: Shape, prefix: string): string {
  const [first] = Object.entries(parts);
  if (first === undefined) throw new Error('expected a group with a first column, found an empty group');
  const [property, part] = first;
  if (part instanceof Field) return nameOf(property, part, prefix);
  return firstColumn(part.parts, prefixOf(property, part, prefix));
}

/** Replaces the identifying data in a row, either as the database sent it or as it is in memory. */
export type Concealing = {
  readonly texts: (texts: Texts, pseudonym: Pseudonym) => (string | null)[];
  readonly row: (row: unknown, pseudonym: Pseudonym) => unknown;
};

/** Returns undefined if no field is personal. */
export function concealingOf(parts: Shape, columns: readonly string[]): Concealing | undefined {
  const fields = personalIn(parts);
  if (fields.length === 0) return undefined;
  const places = fields.map(({ column, field }) => ({ place: columns.indexOf(column), field }));
  return {
    texts: (texts, pseudonym) => {
      const concealed = [...texts];
      for (const { place, field } of places) {
        const text = texts[place];
        if (text === null || text === undefined) continue;
        const write = field.kind.write as (value: unknown) => string;
        concealed[place] = write(field.manner.personal?.(field.kind.read(text) as never, pseudonym));
      }
      return concealed;
    },
    row: (row, pseudonym) => concealedRow(parts, row as Values, pseudonym),
  };
}

function personalIn(
  parts: Shape,
  prefix = '',
): { readonly column: string; readonly field: Field<unknown> }[] {
  return Object.entries(parts).flatMap(([property, part]) => {
    if (!(part instanceof Field)) return personalIn(part.parts, prefixOf(property, part, prefix));
    return part.manner.personal === undefined
      ? []
      : [{ column: nameOf(property, part, prefix), field: part }];
  });
}

function concealedRow(parts: Shape, row: Values, pseudonym: Pseudonym): Values {
  const concealed = Object.entries(row).map(([property, value]) => {
    const part = parts[property];
    if (part === undefined || value === null || value === undefined) return [property, value];
    if (!(part instanceof Field)) return [property, concealedRow(part.parts, value as Values, pseudonym)];
    return [property, part.manner.personal?.(value as never, pseudonym) ?? value];
  });
  return Object.fromEntries(concealed) as Values;
}
