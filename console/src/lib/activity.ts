/**
 * Tracks whether the operator is active. A session expires after a period without use, and automatic refetching would prevent
 * that, so the console refetches only shortly after a key press, a click or a scroll.
 */
const ACTIVE_MS = 3 * 60_000;

let lastMs = Date.now();

export function watchActivity(): void {
  for (const kind of ['keydown', 'pointerdown', 'wheel'] as const) {
    window.addEventListener(kind, () => (lastMs = Date.now()), { capture: true, passive: true });
  }
}

/** Whether there was any input a short while ago. */
export function sitsHere(): boolean {
  return Date.now() - lastMs < ACTIVE_MS;
}

/** Returns the current refetch interval for the query cache, or false for none. */
export function refreshEvery(ms: number): () => number | false {
  return () => (sitsHere() ? ms : false);
}
