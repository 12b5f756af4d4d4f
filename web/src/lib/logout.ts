/**
 * Removal of a customer's input from the tab: unsent forms and unanswered commands, which are stored so that a reload or a
 * network failure loses nothing. A logout removes them from storage and from mounted screens. The expiry of a session removes
 * nothing, because usually the same customer logs in again; if a different customer logs in, the input is removed then.
 */
import { readStored, removeStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';

/** The number of logouts in this tab. A logout unmounts all screens. */
export const useLogouts = create<{ readonly count: number }>(() => ({ count: 0 }));

const WHOSE_KEY = 'candor.whose';

/** Removes everything that this app stored for the tab and therefore for one customer. */
export function forgetTyped(): void {
  removeStored('sessionStorage', 'candor.');
  useLogouts.setState(({ count }) => ({ count: count + 1 }));
}

/**
 * Records the number of the logged-in customer. Removes the input of any other customer, and assigns a visitor's input to this
 * customer.
 */
export function typedBy(customer: string): void {
  const before = readStored('sessionStorage', WHOSE_KEY);
  if (before !== undefined && before !== customer) forgetTyped();
  writeStored('sessionStorage', WHOSE_KEY, customer);
}
