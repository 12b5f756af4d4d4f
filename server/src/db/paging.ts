/**
 * Lists by pages. Where a page begins is a cursor: the numbers by which the list is ordered, which say nothing to whoever
 * carries them.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { LIMITS } from '../limits.ts';
import { readRowId } from './row-id.ts';

/** Which page is asked for. */
type Asked = { readonly cursor?: string | undefined; readonly limit?: number | undefined };

/** A list from new to old, by an id that grows. */
type ListById<Row, Item> = {
  /** The newest below that id; one row more than `limit` tells whether the list goes on. */
  readonly read: (at: {
    readonly below: bigint | undefined;
    readonly limit: number;
  }) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => bigint;
  readonly view: (row: Row) => Item;
};

/** A page of it, or that there is no such cursor. */
export async function pageById<Row, Item>(
  { cursor, limit }: Asked,
  { read, idOf, view }: ListById<Row, Item>,
): Promise<Outcome<{ readonly items: Item[]; readonly next: string | null }, 'parameter_wrong'>> {
  const place = placeOf(cursor, 1);
  if (place === null) return noCursor;
  const shown = shownOf(limit);
  const found = await read({ below: place?.[0], limit: shown });
  const { rows, next } = pageOf(found, { shown, place: (last) => cursorOf(idOf(last)) });
  return ok({ items: rows.map(view), next });
}

/** The numbers of a cursor; undefined at the beginning of a list, null for something that is no cursor of this list. */
export function placeOf(cursor: string | undefined, numbers: number): bigint[] | undefined | null {
  if (cursor === undefined) return undefined;
  const parts = cursor.split('-').map(readRowId);
  return parts.length === numbers && parts.every((part) => part !== undefined) ? parts : null;
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
