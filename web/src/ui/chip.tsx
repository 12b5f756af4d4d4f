/**
 * A filter that is on or off, or a value that a tap applies. `chip-choice.tsx` groups several chips of which exactly one is
 * chosen.
 */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type ChipProps = {
  /** Whether the chip is selected. If undefined, the chip performs an action and can't be selected. */
  readonly selected?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

export function chipLook(selected: boolean | undefined): string {
  return classes(
    'relative inline-flex h-8 shrink-0 items-center rounded-full px-3 text-sm font-medium transition-colors',
    // Extends the touch target beyond the chip to 44 px.
    'after:absolute after:inset-x-0 after:-inset-y-1.5',
    selected === true && 'bg-accent-wash text-accent',
    selected === false && 'text-soft active:bg-sunken',
    selected === undefined && 'bg-sunken text-soft active:opacity-70',
  );
}

export function Chip({ selected, onPress, children }: ChipProps) {
  return (
    <button type="button" aria-pressed={selected} onClick={onPress} className={chipLook(selected)}>
      {children}
    </button>
  );
}
