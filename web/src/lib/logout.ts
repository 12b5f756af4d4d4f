/**
 * The tab's store of a customer's input: half-filled forms and unanswered commands, so that a reload or a network failure loses
 * nothing. It belongs to that customer alone. Logging out removes it for the next user, both from storage and from mounted
 * screens. A session that expires removes nothing, because the same person usually continues; if somebody else does, it is
 * removed as soon as that is known.
 */
import { readStored, removeStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';

/** The number of logouts here. No screen survives one. */
export const useLogouts = create<{ readonly count: number }>(() => ({ count: 0 }));

const WHOSE_KEY = 'candor.whose';

/** Everything that this app stores for a tab belongs to one customer. */
export function forgetTyped(): void {
  removeStored('sessionStorage', 'candor.');
  useLogouts.setState(({ count }) => ({ count: count + 1 }));
}

/**
 * Records who is logged in, by customer number. Another customer's input is removed; a visitor's input is assigned to the
 * customer.
 */
export function typedBy(customer: string): void {
  const before = readStored('sessionStorage', WHOSE_KEY);
  if (before !== undefined && before !== customer) forgetTyped();
  writeStored('sessionStorage', WHOSE_KEY, customer);
}
