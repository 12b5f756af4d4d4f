/**
 * Whether there is a network, and the time of the oldest cached answer on display. While calls are being answered, the
 * browser's claim to be offline is ignored.
 */
import type { CallName } from '@candor/protocol/calls.ts';
import { create } from 'zustand';

type Network = {
  readonly offline: boolean;
  /** For each call answered from the cache: when that answer was received, in milliseconds. */
  readonly keptMs: ReadonlyMap<CallName, number>;
};

export const useNetwork = create<Network>(() => ({
  // There is no browser in a test, so nothing is offline there.
  offline: globalThis.window !== undefined && !navigator.onLine,
  keptMs: new Map(),
}));

/** How often the network was lost. */
let losses = 0;

export function noteLoss(): void {
  losses += 1;
  useNetwork.setState({ offline: true });
}

/** Listens to the browser's network events; called once at the start. */
export function followNetwork(): void {
  window.addEventListener('offline', noteLoss);
  window.addEventListener('online', () => useNetwork.setState({ offline: false, keptMs: new Map() }));
}

/** Records a call. The returned function is called on its answer: from the network, or cached at `keptAtMs`. */
export function noteCall(name: CallName): (keptAtMs: number | undefined) => void {
  const lossesBefore = losses;
  return (keptAtMs) => {
    const { offline, keptMs } = useNetwork.getState();
    if (keptAtMs !== undefined) useNetwork.setState({ keptMs: new Map([...keptMs, [name, keptAtMs]]) });
    // The answer to a request made before the network was lost says nothing about the present.
    else if (lossesBefore === losses && (offline || keptMs.size > 0))
      useNetwork.setState({ offline: false, keptMs: new Map() });
  };
}

/** Reports which calls to refetch, after the network answers again. */
export function onNetworkBack(listener: (names: readonly CallName[]) => void): void {
  useNetwork.subscribe(({ keptMs }, before) => {
    if (keptMs.size === 0 && before.keptMs.size > 0) listener([...before.keptMs.keys()]);
  });
}

/** When the oldest cached data on display was received; undefined if everything is current. */
export function oldestMs(keptMs: ReadonlyMap<string, number>): number | undefined {
  return keptMs.size === 0 ? undefined : Math.min(...keptMs.values());
}
