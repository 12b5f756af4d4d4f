/** The customer's input device: touch, or keyboard and mouse. The one used last counts, because some customers have both. */

/** Starts observing, once and before the first render. Returns a function that tells whether the current input is touch. */
export function watchHand(): () => boolean {
  let byTouch = window.matchMedia('(pointer: coarse)').matches;
  window.addEventListener('pointerdown', ({ pointerType }) => (byTouch = pointerType === 'touch'), true);
  window.addEventListener('keydown', () => (byTouch = false), true);
  return () => byTouch;
}
