/** Access to the browser's storage, which may be unavailable in a private window. */
type Store = 'localStorage' | 'sessionStorage';

/** Returns the value stored under `key`, or undefined if there is none or it can't be read. */
export function readStored(store: Store, key: string): unknown {
  try {
    const text = globalThis[store]?.getItem(key);
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    // The storage is unavailable, or the text was stored by other code and isn't JSON.
    return undefined;
  }
}

/** Removes every entry whose key begins with `prefix`. */
export function removeStored(store: Store, prefix: string): void {
  try {
    const keys = Object.keys(globalThis[store] ?? {});
    for (const key of keys) if (key.startsWith(prefix)) globalThis[store]?.removeItem(key);
  } catch {
    return;
  }
}

/**
 * Stores a value, or removes it if `value` is undefined. Does nothing if the storage is full or blocked, because callers store
 * nothing essential.
 */
export function writeStored(store: Store, key: string, value: unknown): void {
  try {
    if (value === undefined) globalThis[store]?.removeItem(key);
    else globalThis[store]?.setItem(key, JSON.stringify(value));
  } catch {
    return;
  }
}
