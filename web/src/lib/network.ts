/**
 * The state of the network, and the time of the oldest cached answer on display. The browser's report of being offline is
 * ignored while calls are answered.
 */
import { useSlice } from '@candor/client/app-state.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import { createStore, useStore } from 'zustand';
import type { StoreApi } from 'zustand';

type Known = {
  readonly offline: boolean;
  /** The calls answered from the cache, with the time at which each answer was received, in milliseconds. */
  readonly keptMs: ReadonlyMap<CallName, number>;
};

export type Network = {
  readonly store: StoreApi<Known>;
  readonly noteLoss: () => void;
  /** Follows the browser's reports. Call it once at the start. */
  readonly follow: () => void;
  /**
   * Records a call. The returned function must be called on the answer, for a cached answer with the time at which it was
   * received.
   */
  readonly noteCall: (name: CallName) => (keptAtMs: number | undefined) => void;
  /** Calls the listener with the calls to refetch when the network answers again. */
  readonly onBack: (listener: (names: readonly CallName[]) => void) => void;
};

export function createNetwork(): Network {
  const store = createStore<Known>(() => ({
    // Tests run without a browser and are never offline.
    offline: globalThis.window !== undefined && !navigator.onLine,
    keptMs: new Map(),
  }));
  let losses = 0;
  const noteLoss = (): void => {
    losses += 1;
    store.setState({ offline: true });
  };
  return {
    store,
    noteLoss,
    follow: () => {
      window.addEventListener('offline', noteLoss);
      window.addEventListener('online', () => store.setState({ offline: false, keptMs: new Map() }));
    },
    noteCall: (name) => {
      const lossesBefore = losses;
      return (keptAtMs) => {
        const { offline, keptMs } = store.getState();
        if (keptAtMs !== undefined) store.setState({ keptMs: new Map([...keptMs, [name, keptAtMs]]) });
        // Ignores the answer to a request made before the network was lost.
        else if (lossesBefore === losses && (offline || keptMs.size > 0))
          store.setState({ offline: false, keptMs: new Map() });
      };
    },
    onBack: (listener) => {
      store.subscribe(({ keptMs }, before) => {
        if (keptMs.size === 0 && before.keptMs.size > 0) listener([...before.keptMs.keys()]);
      });
    },
  };
}

export function useNetwork<Value>(select: (known: Known) => Value): Value {
  return useStore(useSlice(createNetwork).store, select);
}

/** The time at which the oldest cached data on display was received; undefined if all data is current. */
export function oldestMs(keptMs: ReadonlyMap<string, number>): number | undefined {
  return keptMs.size === 0 ? undefined : Math.min(...keptMs.values());
}
