/**
 * Separation of duties: whoever let a customer or their money in doesn't let it out. Read under the lock of the customer's
 * book. Duties belong to the person, so they cover all their accounts.
 */
import { refuse } from '@candor/domain/outcome.ts';
import { of } from '../commands/command.ts';
import type { Facts } from '../commands/command.ts';
import { json, key } from '../commands/fields.ts';
import { view } from '../commands/table.ts';

const duties = view('customer_duty', { ...key, persons: json<readonly string[]>() });

/** Needed by every command that lets money out. */
export const dutyNeed = { table: of(duties), id: 0n };

/** The violation of a person who verified the customer or credited money to them; undefined for others. */
export function dutyViolation(facts: Facts, person: string) {
  const duty = facts.row(duties, 0n);
  if (duty === undefined)
    throw new Error(`book ${facts.book} has no customer, or its duties were not gathered`);
  return duty.persons.includes(person) ? refuse('second_person_needed') : undefined;
}
