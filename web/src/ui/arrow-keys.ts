/** Left and right among buttons side by side, of which one is chosen: the next one is chosen and gets the focus. */
import type { KeyboardEvent } from 'react';

/** `at` is the place of the button that the key was pressed on, among all of its parent. */
export function moveByArrow<Option>(
  event: KeyboardEvent<HTMLElement>,
  { options, at, choose }: { options: readonly Option[]; at: number; choose: (next: Option) => void },
): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  const nextAt = (at + step + options.length) % options.length;
  const next = options[nextAt];
  if (step === 0 || next === undefined) return;
  event.preventDefault();
  choose(next);
  (event.currentTarget.parentElement?.children[nextAt] as HTMLElement | undefined)?.focus();
}
