/**
 * Whether there is a network, and of when the oldest figures are that the service worker handed out because none answered. A browser
 * that believes itself offline is not believed while calls are answered.
 */
import { create } from 'zustand';

type Network = {
  readonly offline: boolean;
  /** Of each call that a kept answer stood in for: when that was heard, in milliseconds. */
  readonly keptMs: ReadonlyMap<string, number>;
};

export const useNetwork = create<Network>(() => ({
  // A test runs without a browser, and so does nothing there.
  offline: globalThis.window !== undefined && !navigator.onLine,
  keptMs: new Map(),
}));

/** Hears what the browser says of the network; called once at the start. */
export function followNetwork(): void {
  window.addEventListener('offline', () => useNetwork.setState({ offline: true }));
  window.addEventListener('online', () => useNetwork.setState({ offline: false, keptMs: new Map() }));
}

/** A call was answered: by the network, or with what was kept at `keptAtMs`. */
export function noteAnswer(name: string, keptAtMs: number | undefined): void {
  const { offline, keptMs } = useNetwork.getState();
  if (keptAtMs !== undefined) useNetwork.setState({ keptMs: new Map([...keptMs, [name, keptAtMs]]) });
  else if (offline || keptMs.size > 0) useNetwork.setState({ offline: false, keptMs: new Map() });
}

/** Tells which calls are to be asked again, once one was answered by the network after others were not. */
export function onNetworkBack(listener: (names: readonly string[]) => void): void {
  useNetwork.subscribe(({ keptMs }, before) => {
    if (keptMs.size === 0 && before.keptMs.size > 0) listener([...before.keptMs.keys()]);
  });
}

/** When the oldest of what is shown from before was heard; undefined when everything is of now. */
export function oldestMs(keptMs: ReadonlyMap<string, number>): number | undefined {
  return keptMs.size === 0 ? undefined : Math.min(...keptMs.values());
}
