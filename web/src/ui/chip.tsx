/** A small choice among a row of them, a filter that is on or off, or a value to be taken over by a tap. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type ChipProps = {
  /** Left out, it is not a choice: a tap does something. */
  readonly selected?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

export function Chip({ selected, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onPress}
      className={classes(
        'relative inline-flex h-8 shrink-0 items-center rounded-full px-3 text-sm font-medium transition-colors',
        // The finger's target is 44 px high although the chip is not.
        'after:absolute after:inset-x-0 after:-inset-y-1.5',
        selected === true && 'bg-accent-wash text-accent',
        selected === false && 'text-soft active:bg-sunken',
        selected === undefined && 'bg-sunken text-soft active:opacity-70',
      )}
    >
      {children}
    </button>
  );
}
