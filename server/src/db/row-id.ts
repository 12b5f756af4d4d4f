/** Parses a row's id as sent in a call. */

/** Eighteen digits always fit PostgreSQL's bigint, so a longer number is not a row id. */
const ROW_ID = /^\d{1,18}$/;

export function readRowId(text: string): bigint | undefined {
  return ROW_ID.test(text) ? BigInt(text) : undefined;
}
