/** Text of PostgreSQL arrays, the cheapest form in which many rows travel as one parameter a column. */

/** Of values that hold no comma, brace, quote or backslash, and are not the word null: numbers, codes. */
export function plainArray(values: readonly (bigint | number | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

const QUOTED_MARK = /[\\"]/;
const QUOTED_MARKS = /[\\"]/g;

/** Of any text. */
export function textArray(values: readonly (string | null)[]): string {
  return `{${values.map(quoted).join(',')}}`;
}

function quoted(value: string | null): string {
  if (value === null) return 'NULL';
  return QUOTED_MARK.test(value) ? `"${value.replace(QUOTED_MARKS, '\\$&')}"` : `"${value}"`;
}
