/** What the customer works with: a finger on the glass, or keys and a mouse. What was used last counts, since some have both. */

let byTouch = false;

/** Starts looking; called once before the first render. */
export function watchHand(): void {
  byTouch = window.matchMedia('(pointer: coarse)').matches;
  window.addEventListener('pointerdown', ({ pointerType }) => (byTouch = pointerType === 'touch'), true);
  window.addEventListener('keydown', () => (byTouch = false), true);
}

export function worksByTouch(): boolean {
  return byTouch;
}
