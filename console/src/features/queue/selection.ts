/**
 * The selected row of the queue: the row of the selected case while that case is waiting, afterwards the row at the same
 * position.
 */
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

/** Returns the case to open after a decision: the next one, or the previous one if the decided case is the last. */
export function caseAfter(decided: string, rows: readonly CaseRef[]): CaseRef | undefined {
  const at = rows.findIndex((row) => nameOfCase(row) === decided);
  if (at === -1) return rows[0];
  return rows[at + 1] ?? rows[at - 1];
}
