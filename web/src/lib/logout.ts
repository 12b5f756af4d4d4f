/**
 * Removal of a customer's input from the tab: unsent forms and unanswered commands, which are stored so that a reload or a
 * network failure loses nothing. A logout removes them from storage and from mounted screens. The expiry of a session removes
 * nothing, because usually the same customer logs in again; if a different customer logs in, the input is removed then.
 */
import { useSlice } from '@candor/client/app-state.ts';
import { readStored, removeStored, writeStored } from '@candor/client/stored.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';

const WHOSE_KEY = 'candor.whose';

type Counted = { readonly count: number };

export type Logouts = {
  /** The number of logouts in this tab. A logout unmounts all screens. */
  readonly store: StoreApi<Counted>;
  /** Removes everything that this app stored for the tab and therefore for one customer. */
  readonly forgetTyped: () => void;
  /**
   * Records the number of the logged-in customer. Removes the input of any other customer, and assigns a visitor's input to this
   * customer.
   */
  readonly typedBy: (customer: string) => void;
};

export function createLogouts(): Logouts {
  const store = createStore<Counted>(() => ({ count: 0 }));
  const forgetTyped = (): void => {
    removeStored('sessionStorage', 'candor.');
    store.setState(({ count }) => ({ count: count + 1 }));
  };
  return {
    store,
    forgetTyped,
    typedBy: (customer) => {
      const before = readStored('sessionStorage', WHOSE_KEY);
      if (before !== undefined && before !== customer) forgetTyped();
      writeStored('sessionStorage', WHOSE_KEY, customer);
    },
  };
}

export function useLogoutCount(): number {
  return useStore(useSlice(createLogouts).store, ({ count }) => count);
}
