/**
 * Whether there is a network, and of when the oldest figures are that the service worker handed out because none answered. A browser
 * that believes itself offline is not believed while calls are answered.
 */
import type { CallName } from '@candor/protocol/calls.ts';
import { create } from 'zustand';

type Network = {
  readonly offline: boolean;
  /** Of each call that a kept answer stood in for: when that was heard, in milliseconds. */
  readonly keptMs: ReadonlyMap<CallName, number>;
};

export const useNetwork = create<Network>(() => ({
  // A test runs without a browser, and so does nothing there.
  offline: globalThis.window !== undefined && !navigator.onLine,
  keptMs: new Map(),
}));

/** How often the network was lost. */
let losses = 0;

export function noteLoss(): void {
  losses += 1;
  useNetwork.setState({ offline: true });
}

/** Hears what the browser says of the network; called once at the start. */
export function followNetwork(): void {
  window.addEventListener('offline', noteLoss);
  window.addEventListener('online', () => useNetwork.setState({ offline: false, keptMs: new Map() }));
}

/** A call is made; what it answers is told of its answer: one by the network, or one that was kept at `keptAtMs`. */
export function noteCall(name: CallName): (keptAtMs: number | undefined) => void {
  const lossesBefore = losses;
  return (keptAtMs) => {
    const { offline, keptMs } = useNetwork.getState();
    if (keptAtMs !== undefined) useNetwork.setState({ keptMs: new Map([...keptMs, [name, keptAtMs]]) });
    // What was asked before the network was lost says nothing of it now.
    else if (lossesBefore === losses && (offline || keptMs.size > 0))
      useNetwork.setState({ offline: false, keptMs: new Map() });
  };
}

/** Tells which calls are to be asked again, once one was answered by the network after others were not. */
export function onNetworkBack(listener: (names: readonly CallName[]) => void): void {
  useNetwork.subscribe(({ keptMs }, before) => {
    if (keptMs.size === 0 && before.keptMs.size > 0) listener([...before.keptMs.keys()]);
  });
}

/** When the oldest of what is shown from before was heard; undefined when everything is of now. */
export function oldestMs(keptMs: ReadonlyMap<string, number>): number | undefined {
  return keptMs.size === 0 ? undefined : Math.min(...keptMs.values());
}
