/**
 * The customer's current input device: touch, or keyboard and mouse. The device used last is the current one, because some
 * customers use both.
 */

/**
 * Starts observing the input. Call it once before the first render. Returns a function that reports whether the current input is
 * touch.
 */
export function watchHand(): () => boolean {
  let byTouch = window.matchMedia('(pointer: coarse)').matches;
  window.addEventListener('pointerdown', ({ pointerType }) => (byTouch = pointerType === 'touch'), true);
  window.addEventListener('keydown', () => (byTouch = false), true);
  return () => byTouch;
}
