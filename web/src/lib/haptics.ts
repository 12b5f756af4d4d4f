/** What a finger feels: a key taken, something done, something refused. Phones that cannot, and those who want less motion, feel nothing. */
type Feeling = 'key' | 'done' | 'refused';

const patternsMs: Readonly<Record<Feeling, readonly number[]>> = {
  key: [8],
  done: [14],
  refused: [18, 60, 18],
};

/** `device` is the browser's; a browser that knows no vibration has none. */
export function feel(feeling: Feeling, device: Pick<Window, 'matchMedia' | 'navigator'> = window): void {
  if (typeof device.navigator.vibrate !== 'function') return;
  if (device.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  device.navigator.vibrate([...patternsMs[feeling]]);
}
