/** What the customer works with: a finger on the glass, or keys and a mouse. What was used last counts, since some have both. */

/** Starts looking, once and before the first render; answers whether it is a finger at the moment. */
export function watchHand(): () => boolean {
  let byTouch = window.matchMedia('(pointer: coarse)').matches;
  window.addEventListener('pointerdown', ({ pointerType }) => (byTouch = pointerType === 'touch'), true);
  window.addEventListener('keydown', () => (byTouch = false), true);
  return () => byTouch;
}
