/**
 * Pauses withdrawals while the books have an open breach. It is read while the book's lock is held, as a row that every book has.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { flag } from '../commands/fields.ts';
import { view } from '../commands/table.ts';

const pauses = view('books_pause', { holds: flag() }, { id: 0n });

/** Required by every command that pays out money. */
export const booksNeed = { table: of(pauses), id: 0n };

export function booksViolation(facts: Facts) {
  return facts.row(pauses, 0n)?.holds === true ? undefined : refuse('withdrawals_paused');
}
