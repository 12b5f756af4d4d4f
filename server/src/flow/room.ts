/** Limits the size of a map by deleting its oldest key. */
export function makeRoom<Key>(kept: Map<Key, unknown>, max: number): void {
  if (kept.size < max) return;
  const oldest = kept.keys().next();
  if (oldest.done !== true) kept.delete(oldest.value);
}
