/** Which row of the queue is meant: by its case as long as that waits, and by its place when it is gone. */
import { nameOfCase } from '../../lib/case-names.ts';
import type { CaseRef } from '../../lib/case-names.ts';

export type Selection = { readonly index: number; readonly name: string | undefined };

export const firstRow: Selection = { index: 0, name: undefined };

/** Where the selection stands in the rows of now. */
export function placeOf(selection: Selection, rows: readonly CaseRef[], total: number): number {
  if (selection.name !== undefined) {
    const at = rows.findIndex((row) => nameOfCase(row) === selection.name);
    if (at !== -1) return at;
  }
  return Math.max(0, Math.min(selection.index, total - 1));
}

export function selectionOf(index: number, rows: readonly CaseRef[]): Selection {
  const row = rows[index];
  return { index, name: row === undefined ? undefined : nameOfCase(row) };
}

/** The case to go on with when one is decided: the one behind it, else the one before. */
export function caseAfter(decided: string, rows: readonly CaseRef[]): CaseRef | undefined {
  const at = rows.findIndex((row) => nameOfCase(row) === decided);
  if (at === -1) return rows[0];
  return rows[at + 1] ?? rows[at - 1];
}
