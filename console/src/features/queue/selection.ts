/** The selected row of the queue: found by its case while that is waiting, and by its position after that. */
import { nameOfCase } from '../../lib/case-names.ts';
import type { CaseRef } from '../../lib/case-names.ts';

export type Selection = { readonly index: number; readonly name: string | undefined };

export const firstRow: Selection = { index: 0, name: undefined };

/** Returns the position of the selection in the current rows. */
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

/** Returns the case to open after a decision: the one behind it, or else the one before it. */
export function caseAfter(decided: string, rows: readonly CaseRef[]): CaseRef | undefined {
  const at = rows.findIndex((row) => nameOfCase(row) === decided);
  if (at === -1) return rows[0];
  return rows[at + 1] ?? rows[at - 1];
}
