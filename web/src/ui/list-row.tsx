/** A row of a list: icon, title and subtitle, figures at the end. With `href` or `onPress`, the whole row can be tapped. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from './classes.ts';

export type ListRowProps = {
  readonly start?: ReactNode;
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  readonly end?: ReactNode;
  readonly endSubtitle?: ReactNode;
  readonly href?: string;
  readonly onPress?: () => void;
  /** Whether a chevron is shown. By default, it is shown if `href` is given. */
  readonly chevron?: boolean;
  readonly label?: string;
  /** Whether title and subtitle wrap instead of being truncated. */
  readonly wrap?: boolean;
  readonly expanded?: boolean;
};

function RowBody({ start, title, subtitle, end, endSubtitle, chevron, wrap = false }: ListRowProps) {
  return (
    <>
      {start}
      <span className="min-w-0 flex-1">
        <span className={classes('block font-medium', wrap ? 'text-balance' : 'truncate')}>{title}</span>
        {subtitle !== undefined && (
          <span className={classes('block text-sm text-quiet', !wrap && 'truncate')}>{subtitle}</span>
        )}
      </span>
      {(end !== undefined || endSubtitle !== undefined) && (
        <span className="max-w-[60%] shrink-0 text-right">
          {end !== undefined && <span className="figures block">{end}</span>}
          {endSubtitle !== undefined && (
            <span className="figures block text-sm text-quiet">{endSubtitle}</span>
          )}
        </span>
      )}
      {chevron === true && (
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" className="-mr-1 shrink-0 text-quiet" />
      )}
    </>
  );
}

export function ListRow(props: ListRowProps) {
  const { href, onPress, label, expanded } = props;
  const look = classes(
    'hairline flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left text-base last:shadow-none',
    (href !== undefined || onPress !== undefined) && 'press',
  );
  if (href !== undefined) {
    return (
      <Link href={href} className={look} aria-label={label}>
        <RowBody chevron {...props} />
      </Link>
    );
  }
  if (onPress !== undefined) {
    return (
      <button type="button" onClick={onPress} className={look} aria-label={label} aria-expanded={expanded}>
        <RowBody {...props} />
      </button>
    );
  }
  return (
    <div className={look}>
      <RowBody {...props} />
    </div>
  );
}
