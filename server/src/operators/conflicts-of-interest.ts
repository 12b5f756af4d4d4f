/**
 * Whom an operator decides nothing about: themselves as a customer, and who is close to them. A tie is of the person, so
 * another account of theirs helps nobody. Read under the lock of the customer's book.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { json, key } from '../commands/fields.ts';
import { view } from '../commands/table.ts';
import type { Operator } from './operators.ts';

const ties = view('customer_tie', { ...key, persons: json<readonly string[]>() });

/** The need of every command by which an operator decides about a customer. */
export const tieNeed = { table: of(ties), id: 0n };

/** The refusal of somebody who is tied to the book's customer; undefined when they are not. */
export function conflictOfInterest(facts: Facts, operator: Pick<Operator, 'person'>) {
  const tie = facts.row(ties, 0n);
  if (tie === undefined) throw new Error(`book ${facts.book} has no customer, or its ties were not gathered`);
  return tie.persons.includes(operator.person) ? refuse('conflict_of_interest') : undefined;
}
