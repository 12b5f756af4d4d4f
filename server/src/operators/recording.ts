/** The data about operators in command records: their role, and pseudonyms for the account and the person. */
import type { Pseudonym } from '../commands/fields.ts';
import type { Actor } from './operators.ts';

export function keptOperator<Role>(
  { account, role, person }: Pick<Actor, 'account' | 'person'> & { readonly role: Role },
  pseudonym: Pseudonym,
): { readonly account: string; readonly role: Role; readonly person: string } {
  return { account: pseudonym(account), role, person: pseudonym(person) };
}

export type KeptPersons = readonly (readonly [account: string, person: string])[];

export function keptPersons(persons: ReadonlyMap<string, string>, pseudonym: Pseudonym): KeptPersons {
  return [...persons].map(([account, person]) => [pseudonym(account), pseudonym(person)]);
}
