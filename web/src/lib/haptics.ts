/**
 * Haptic feedback for a key, a completed action and a refused action. Phones without vibration give no feedback, nor do phones
 * with reduced motion.
 */
type Feeling = 'key' | 'done' | 'refused';

const patternsMs: Readonly<Record<Feeling, readonly number[]>> = {
  key: [8],
  done: [14],
  refused: [18, 60, 18],
};

/** `device` is the browser's window; vibration is missing in some browsers. */
export function feel(feeling: Feeling, device: Pick<Window, 'matchMedia' | 'navigator'> = window): void {
  if (typeof device.navigator.vibrate !== 'function') return;
  if (device.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  device.navigator.vibrate([...patternsMs[feeling]]);
}
