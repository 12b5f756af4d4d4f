/**
 * The state of the network, and the time of the oldest cached answer on display. The browser's report of being offline is
 * ignored while calls are answered.
 */
import type { CallName } from '@candor/protocol/calls.ts';
import { create } from 'zustand';

type Network = {
  readonly offline: boolean;
  /** The calls answered from the cache, with the time at which each answer was received, in milliseconds. */
  readonly keptMs: ReadonlyMap<CallName, number>;
};

export const useNetwork = create<Network>(() => ({
  // Tests run without a browser and are never offline.
  offline: globalThis.window !== undefined && !navigator.onLine,
  keptMs: new Map(),
}));

let losses = 0;

export function noteLoss(): void {
  losses += 1;
  useNetwork.setState({ offline: true });
}

export function followNetwork(): void {
  window.addEventListener('offline', noteLoss);
  window.addEventListener('online', () => useNetwork.setState({ offline: false, keptMs: new Map() }));
}

/**
 * Records a call. The returned function must be called on the answer, for a cached answer with the time at which it was received.
 */
export function noteCall(name: CallName): (keptAtMs: number | undefined) => void {
  const lossesBefore = losses;
  return (keptAtMs) => {
    const { offline, keptMs } = useNetwork.getState();
    if (keptAtMs !== undefined) useNetwork.setState({ keptMs: new Map([...keptMs, [name, keptAtMs]]) });
    // Ignores the answer to a request made before the network was lost.
    else if (lossesBefore === losses && (offline || keptMs.size > 0))
      useNetwork.setState({ offline: false, keptMs: new Map() });
  };
}

/** Calls the listener with the calls to refetch when the network answers again. */
export function onNetworkBack(listener: (names: readonly CallName[]) => void): void {
  useNetwork.subscribe(({ keptMs }, before) => {
    if (keptMs.size === 0 && before.keptMs.size > 0) listener([...before.keptMs.keys()]);
  });
}

/** The time at which the oldest cached data on display was received; undefined if all data is current. */
export function oldestMs(keptMs: ReadonlyMap<string, number>): number | undefined {
  return keptMs.size === 0 ? undefined : Math.min(...keptMs.values());
}
