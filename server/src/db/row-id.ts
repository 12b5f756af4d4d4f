/** A row's id as a call names it. */

/** Eighteen digits always fit PostgreSQL's bigint. A longer number, or any other text, is not a row id. */
const ROW_ID = /^\d{1,18}$/;

/** The row's id, or undefined if the text is not a valid one. */
export function readRowId(text: string): bigint | undefined {
  return ROW_ID.test(text) ? BigInt(text) : undefined;
}
