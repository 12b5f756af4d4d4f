/** What is kept by key is bounded: whoever came first is forgotten, rather than growing without end. */
export function makeRoom<Key>(kept: Map<Key, unknown>, max: number): void {
  if (kept.size < max) return;
  const oldest = kept.keys().next();
  if (oldest.done !== true) kept.delete(oldest.value);
}
