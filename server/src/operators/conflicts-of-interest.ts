/**
 * Conflicts of interest: an operator can't decide anything about themselves as a customer, or about customers close to them. A
 * conflict belongs to the natural person and covers all their accounts. It is read while the lock of the customer's book is held.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { key, personsOf } from '../commands/fields.ts';
import { view } from '../commands/table.ts';
import type { Operator } from './operators.ts';

const ties = view('customer_tie', { ...key, persons: personsOf() });

/** The fact that a command needs if an operator decides about a customer with it. */
export const tieNeed = { table: of(ties), id: 0n };

/** Returns the violation if the operator has a conflict of interest with the book's customer. */
export function conflictOfInterest(facts: Facts, operator: Pick<Operator, 'person'>) {
  const tie = facts.row(ties, 0n);
  if (tie === undefined)
    throw new Error(
      `expected book ${facts.book} to have a customer whose conflicts of interest were gathered, found none`,
    );
  return tie.persons.includes(operator.person) ? refuse('conflict_of_interest') : undefined;
}
