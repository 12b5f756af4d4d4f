/** A row's id as given in a call. */

/** Eighteen digits always fit PostgreSQL's bigint. A longer number, or any other text, is not a row id. */
const ROW_ID = /^\d{1,18}$/;

/** Returns the row's id, or undefined if the text is not a valid id. */
export function readRowId(text: string): bigint | undefined {
  return ROW_ID.test(text) ? BigInt(text) : undefined;
}
