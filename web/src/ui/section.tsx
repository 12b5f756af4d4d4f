/** A titled group on a page: one card style, hairlines inside. */
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export type SectionProps = {
  readonly title?: string | undefined;
  /** At the end of the title's line: a link or a small control. */
  readonly end?: ReactNode;
  /** Without the card's ground, for content that brings its own. */
  readonly plain?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

export function Section({ title, end, plain = false, className, children }: SectionProps) {
  return (
    <section className={classes('gutter pt-3', className)}>
      {title !== undefined && (
        <div className="flex min-h-9 items-center justify-between gap-3 pb-1">
          <h2 className="text-sm font-semibold text-soft">{title}</h2>
          {end}
        </div>
      )}
      {plain ? children : <div className="overflow-hidden rounded-card bg-surface">{children}</div>}
    </section>
  );
}
