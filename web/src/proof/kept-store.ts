/** The storage of the tapes' state. Each change starts from the stored state, because another tab may have changed it. */
import { useSlice } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { KeptState } from './kept-state.ts';
import { nothingKept, readKept } from './kept-state.ts';

const KEPT_KEY = 'candor.kept';

export type KeptStore = {
  readonly store: StoreApi<KeptState>;
  /** Returns the current state. Without storage, the state lasts as long as the page. */
  readonly keptNow: () => KeptState;
  readonly changeKept: (change: (before: KeptState) => KeptState) => void;
  /** Deletes the state, so that the next check starts with an empty state. */
  readonly forgetKept: () => void;
};

export function createKeptStore(): KeptStore {
  const store = createStore<KeptState>(() => readKept(readStored('localStorage', KEPT_KEY)));
  const keptNow = (): KeptState => {
    const stored = readStored('localStorage', KEPT_KEY);
    return stored === undefined ? store.getState() : readKept(stored);
  };
  return {
    store,
    keptNow,
    changeKept: (change) => {
      const before = keptNow();
      const after = change(before);
      if (after !== before) writeStored('localStorage', KEPT_KEY, after);
      store.setState(after, true);
    },
    forgetKept: () => {
      writeStored('localStorage', KEPT_KEY, undefined);
      store.setState(nothingKept, true);
    },
  };
}

export function useKept<Value>(select: (kept: KeptState) => Value): Value {
  return useStore(useSlice(createKeptStore).store, select);
}
