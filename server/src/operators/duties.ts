/**
 * Separation of duties: an operator who verified a customer, or credited money to them, may not approve their withdrawals. This
 * applies to the natural person and covers all their accounts. It is read while the lock of the customer's book is held.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { key, personsOf } from '../commands/fields.ts';
import { view } from '../commands/table.ts';

const duties = view('customer_duty', { ...key, persons: personsOf() });

/** The fact that a command needs if it pays out money. */
export const dutyNeed = { table: of(duties), id: 0n };

/** Returns the violation of a person who verified the customer or credited money to them. */
export function dutyViolation(facts: Facts, person: string) {
  const duty = facts.row(duties, 0n);
  if (duty === undefined)
    throw new Error(`expected book ${facts.book} to have a customer whose duties were gathered, found none`);
  return duty.persons.includes(person) ? refuse('second_person_needed') : undefined;
}
