/**
 * Whether somebody sits here. A session ends when nobody does anything for a while, which a page that asks by itself would
 * prevent; so it asks by itself only shortly after a key, a click or a move of the wheel.
 */
const ACTIVE_MS = 3 * 60_000;

let lastMs = Date.now();

export function watchActivity(): void {
  for (const kind of ['keydown', 'pointerdown', 'wheel'] as const) {
    window.addEventListener(kind, () => (lastMs = Date.now()), { capture: true, passive: true });
  }
}

/** Whether somebody did something here a short while ago. */
export function sitsHere(): boolean {
  return Date.now() - lastMs < ACTIVE_MS;
}

/** How often to ask again at the moment, or not at all; as the query cache takes it. */
export function refreshEvery(ms: number): () => number | false {
  return () => (sitsHere() ? ms : false);
}
