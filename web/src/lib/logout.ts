/**
 * What this tab keeps of what a customer typed: forms half filled and commands without an answer, so that a reload or a lost
 * network costs nothing. It is theirs alone. Who logs out leaves none of it to whoever sits down next: neither in the storage
 * nor on the screens that still live. A session that ends by itself takes nothing away, since the same person goes on; where
 * somebody else does, it goes as soon as that is known.
 */
import { readStored, removeStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';

/** How often somebody logged out here; no screen outlives it. */
export const useLogouts = create<{ readonly count: number }>(() => ({ count: 0 }));

const WHOSE_KEY = 'candor.whose';

/** All that this app keeps for a tab is of one customer. */
export function forgetTyped(): void {
  removeStored('sessionStorage', 'candor.');
  useLogouts.setState(({ count }) => ({ count: count + 1 }));
}

/** Notes who is signed in, by the customer's number; what another one left goes, what a visitor typed becomes theirs. */
export function typedBy(customer: string): void {
  const before = readStored('sessionStorage', WHOSE_KEY);
  if (before !== undefined && before !== customer) forgetTyped();
  writeStored('sessionStorage', WHOSE_KEY, customer);
}
