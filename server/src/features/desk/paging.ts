/** Where a page begins: the numbers by which a list is ordered, as a cursor that says nothing to whoever carries it. */
import { refuse } from '@candor/domain/outcome.ts';
import { LIMITS } from '../../limits.ts';

/** The numbers of a cursor; undefined at the beginning of a list, null for something that is no cursor of this list. */
export function placeOf(cursor: string | undefined, numbers: number): bigint[] | undefined | null {
  if (cursor === undefined) return undefined;
  const parts = cursor.split('-');
  return parts.length === numbers && parts.every((part) => /^\d{1,18}$/.test(part))
    ? parts.map(BigInt)
    : null;
}

export function cursorOf(...numbers: readonly bigint[]): string {
  return numbers.join('-');
}

/** How many rows a page shows. */
export function shownOf(limit: number | undefined): number {
  return Math.min(limit ?? LIMITS.http.pageRowsUsual, LIMITS.http.pageRowsMax);
}

/** A page of what was read, one row more than it shows, and where the next begins. */
export function pageOf<Row>(
  found: readonly Row[],
  { shown, place }: { readonly shown: number; readonly place: (last: Row) => string },
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const rows = found.slice(0, shown);
  const last = rows.at(-1);
  return { rows, next: found.length > shown && last !== undefined ? place(last) : null };
}

export const noCursor = refuse('parameter_wrong', { field: 'cursor', params: { field: 'cursor' } });
