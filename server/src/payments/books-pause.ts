/** Withdrawals wait while the books do not hold: asked under the book's lock, as a row of every book. */
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { valuesOf } from '../commands/columns.ts';
import type { RowTable } from '../commands/table.ts';

type BooksPause = { readonly id: bigint; readonly holds: boolean };

const pauses: RowTable<BooksPause> = {
  name: 'books_pause',
  columns: [],
  idOf: (row) => row.id,
  openWhere: 'true',
  isOpen: () => true,
  read: (raw) => ({ id: 0n, holds: valuesOf(raw).text('holds') === 't' }),
};

/** The need of every command that lets money out. */
export const booksNeed = { table: of(pauses), id: 0n };

export function booksFault(facts: Facts) {
  return facts.row(pauses, 0n)?.holds === true ? undefined : refuse('withdrawals_paused');
}
