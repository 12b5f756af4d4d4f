/**
 * Whether payouts are paused because the guard has frozen them. Commands read this from a row that every book has, while they
 * hold the book's lock.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { flag } from '../commands/fields.ts';
import { view } from '../commands/table.ts';

const pauses = view('books_pause', { holds: flag() }, { id: 0n });

/** The fact that a command needs if it pays out money. */
export const booksNeed = { table: of(pauses), id: 0n };

export function booksViolation(facts: Facts) {
  return facts.row(pauses, 0n)?.holds === true ? undefined : refuse('withdrawals_paused');
}
