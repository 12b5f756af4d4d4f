/**
 * Reads lists in pages. A cursor consists of the numbers at which the next page begins in the order of the list. It is opaque to
 * clients.
 */
import { ok, refuse } from '@candor/domain/outcome.ts';
import type { Outcome } from '@candor/domain/outcome.ts';
import { LIMITS } from '../limits.ts';
import { readRowId } from '../db/row-id.ts';

export type Asked = { readonly cursor?: string | undefined; readonly limit?: number | undefined };

/** A list in descending order of id. */
export type ListById<Row, Item> = {
  /** Reads the newest rows below an id: at most `limit`, and one more if the list continues. */
  readonly read: (at: {
    readonly below: bigint | undefined;
    readonly limit: number;
  }) => Promise<readonly Row[]>;
  readonly idOf: (row: Row) => bigint;
  readonly view: (row: Row) => Item;
};

export type PageOf<Item> = Outcome<
  { readonly items: Item[]; readonly next: string | null },
  'parameter_wrong'
>;

/** Returns a page, or a refusal if the cursor is invalid. */
export async function pageById<Row, Item>(
  { cursor, limit }: Asked,
  { read, idOf, view }: ListById<Row, Item>,
): Promise<PageOf<Item>> {
  const place = placeOf(cursor, 1);
  if (place === null) return noCursor;
  const shown = shownOf(limit);
  const found = await read({ below: place?.[0], limit: shown });
  const { rows, next } = pageOf(found, { shown, place: (last) => cursorOf(idOf(last)) });
  return ok({ items: rows.map(view), next });
}

/** Parses a cursor. Returns undefined for the first page, and null if the cursor does not belong to this list. */
export function placeOf(cursor: string | undefined, numbers: number): bigint[] | undefined | null {
  if (cursor === undefined) return undefined;
  const parts = cursor.split('-').map(readRowId);
  return parts.length === numbers && parts.every((part) => part !== undefined) ? parts : null;
}

export function cursorOf(...numbers: readonly bigint[]): string {
  return numbers.join('-');
}

export function shownOf(limit: number | undefined): number {
  return Math.min(limit ?? LIMITS.http.pageRowsUsual, LIMITS.http.pageRowsMax);
}

/** Returns the page with the cursor of the next one. `found` must have one row more than a page if the list continues. */
export function pageOf<Row>(
  found: readonly Row[],
  { shown, place }: { readonly shown: number; readonly place: (last: Row) => string },
): { readonly rows: readonly Row[]; readonly next: string | null } {
  const rows = found.slice(0, shown);
  const last = rows.at(-1);
  return { rows, next: found.length > shown && last !== undefined ? place(last) : null };
}

export const noCursor = refuse('parameter_wrong', { field: 'cursor', params: { field: 'cursor' } });
