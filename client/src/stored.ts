/** Reading and writing the browser's storage, which a private window may refuse. */
type Store = 'localStorage' | 'sessionStorage';

/** What was stored under `key`, or undefined when nothing is, or it cannot be read. */
export function readStored(store: Store, key: string): unknown {
  try {
    const text = globalThis[store]?.getItem(key);
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    // A private window, or text that is not ours: as good as nothing stored.
    return undefined;
  }
}

/** Removes all that stands under keys that begin so. */
export function removeStored(store: Store, prefix: string): void {
  try {
    const keys = Object.keys(globalThis[store] ?? {});
    for (const key of keys) if (key.startsWith(prefix)) globalThis[store]?.removeItem(key);
  } catch {
    return;
  }
}

/** Stores a value; undefined removes it. A full or forbidden storage loses the convenience and nothing else. */
export function writeStored(store: Store, key: string, value: unknown): void {
  try {
    if (value === undefined) globalThis[store]?.removeItem(key);
    else globalThis[store]?.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}
