/** How the usual kinds of values stand in a column, written and read, so that a table says of each only its name and where it is. */
import { toNumeric } from '@candor/domain/money/amount.ts';
import type { Amount } from '@candor/domain/money/amount.ts';
import type { Column } from './table.ts';

/** Whole numbers: ids, sequence numbers, milliseconds. */
export function whole<Row>(name: string, get: (row: Row) => bigint | number | null): Column<Row> {
  return { name, type: 'bigint', get: (row) => get(row)?.toString() ?? null };
}

export function amountColumn<Row>(name: string, get: (row: Row) => Amount | null): Column<Row> {
  const text = (value: Amount | null) => (value === null ? null : toNumeric(value));
  return { name, type: 'numeric', get: (row) => text(get(row)) };
}

/** One of some words of ours, never what a customer typed. */
export function word<Row>(name: string, get: (row: Row) => string | null): Column<Row> {
  return { name, type: 'text', get };
}

export function json<Row>(name: string, get: (row: Row) => unknown): Column<Row> {
  return { name, type: 'jsonb', get: (row) => JSON.stringify(get(row)), anyText: true };
}

/** A column that is written when the row is made and never again. */
export function fixed<Row>(column: Column<Row>): Column<Row> {
  return { ...column, fixed: true };
}

/** Reads a row's values, each the text that PostgreSQL sent. */
export function valuesOf(raw: Readonly<Record<string, string | null>>) {
  return {
    text: (name: string): string => raw[name] as string,
    orNull: <Value>(name: string, of: (value: string) => Value): Value | null => {
      const value = raw[name] ?? null;
      return value === null ? null : of(value);
    },
  };
}
