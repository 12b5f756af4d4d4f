/** The number of a row as a call names it. */

/** Eighteen digits are always within PostgreSQL's bigint; what has more, or is no number, is no row's. */
const ROW_ID = /^\d{1,18}$/;

/** The row's number, or undefined where a text can be no row's. */
export function readRowId(text: string): bigint | undefined {
  return ROW_ID.test(text) ? BigInt(text) : undefined;
}
