/**
 * Conflicts of interest: operators decide nothing about themselves as customers, or about people close to them. A conflict
 * belongs to the person, so it covers all their accounts. Read under the lock of the customer's book.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { json, key } from '../commands/fields.ts';
import { view } from '../commands/table.ts';
import type { Operator } from './operators.ts';

const ties = view('customer_tie', { ...key, persons: json<readonly string[]>() });

/** Needed by every command by which an operator decides about a customer. */
export const tieNeed = { table: of(ties), id: 0n };

/** The violation of an operator with a conflict of interest about the book's customer; undefined without one. */
export function conflictOfInterest(facts: Facts, operator: Pick<Operator, 'person'>) {
  const tie = facts.row(ties, 0n);
  if (tie === undefined)
    throw new Error(`book ${facts.book} has no customer, or its conflicts of interest were not gathered`);
  return tie.persons.includes(operator.person) ? refuse('conflict_of_interest') : undefined;
}
