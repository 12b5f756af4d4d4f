/**
 * Whether a customer may trade with leverage, as a row that a command reads under the book's lock: a customer whose
 * permission is being taken away opens nothing meanwhile. Only an operator's act writes it, never a command.
 */
import type { RowTable } from '../commands/table.ts';

export type LeverPermission = { readonly book: bigint; readonly id: bigint; readonly leverEnabled: boolean };

/** The one row of a book in `lever_permission`. */
export const LEVER_PERMISSION_ID = 0n;

export const leverPermissions: RowTable<LeverPermission> = {
  name: 'lever_permission',
  columns: [],
  idOf: (row) => row.id,
  read: (raw) => ({
    book: BigInt(raw['book'] as string),
    id: BigInt(raw['id'] as string),
    leverEnabled: raw['lever_enabled'] === 't',
  }),
  openWhere: 't.lever_enabled',
  isOpen: (row) => row.leverEnabled,
};
