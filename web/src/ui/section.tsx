/** A titled group on a page: a card with hairlines between its rows. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';

export type SectionProps = {
  readonly title?: string | undefined;
  /** A link at the end of the title's line, for example to more items. */
  readonly more?: { readonly href: string; readonly label: string };
  /** Whether the background of the card is left out, for content that brings a background. */
  readonly plain?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
};

export function Section({ title, more, plain = false, className, children }: SectionProps) {
  return (
    <section className={classes('gutter pt-4', className)}>
      {title !== undefined && (
        <div className="flex min-h-9 items-center justify-between gap-3 pb-1">
          <h2 className="text-lg font-semibold">{title}</h2>
          {more !== undefined && (
            <Link
              href={more.href}
              className="-my-1 flex min-h-11 items-center text-sm font-medium text-accent"
            >
              {more.label}
            </Link>
          )}
        </div>
      )}
      {plain ? (
        children
      ) : (
        <div className="overflow-hidden rounded-card bg-surface shadow-card">{children}</div>
      )}
    </section>
  );
}
