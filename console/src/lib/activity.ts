/**
 * Tracks whether the operator is active. A session expires after a period without calls, which automatic refetching would
 * prevent. The console therefore refetches only within a short time after a key press, click or scroll.
 */
const ACTIVE_MS = 3 * 60_000;

let lastMs = Date.now();

export function watchActivity(): void {
  for (const kind of ['keydown', 'pointerdown', 'wheel'] as const) {
    window.addEventListener(kind, () => (lastMs = Date.now()), { capture: true, passive: true });
  }
}

/** Whether there was any input recently. */
export function sitsHere(): boolean {
  return Date.now() - lastMs < ACTIVE_MS;
}

/** Returns the refetch interval for the query cache in milliseconds, or false for none. */
export function refreshEvery(ms: number): () => number | false {
  return () => (sitsHere() ? ms : false);
}
