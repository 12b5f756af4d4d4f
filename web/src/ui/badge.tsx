/** The label of a state, such as "Market closed" or "Filled". */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type BadgeTone = 'plain' | 'accent' | 'warning' | 'up' | 'down' | 'good' | 'bad';

const tones: Readonly<Record<BadgeTone, string>> = {
  plain: 'bg-sunken text-soft',
  accent: 'bg-accent-wash text-accent',
  warning: 'bg-warning-wash text-warning',
  up: 'bg-up-wash text-up',
  down: 'bg-down-wash text-down',
  good: 'bg-success-wash text-success',
  bad: 'bg-danger-wash text-danger',
};

export function Badge({
  tone = 'plain',
  children,
}: {
  readonly tone?: BadgeTone;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center rounded-md px-1.5 py-0.5 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
