/** A fact of a preview or a receipt: the name on the left, the figure on the right. Facts must be inside a `<dl>`. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type FactRowProps = {
  readonly name: ReactNode;
  readonly children: ReactNode;
  readonly strong?: boolean;
};

export function FactRow({ name, children, strong = false }: FactRowProps) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-1.5">
      <dt className="shrink-0 text-sm text-soft">{name}</dt>
      <dd
        className={classes(
          'figures min-w-0 text-right break-words',
          strong ? 'text-base font-semibold' : 'text-sm',
        )}
      >
        {children}
      </dd>
    </div>
  );
}
