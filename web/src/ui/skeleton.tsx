/** The grey shape of what is still loading; it has the size of what comes, so that nothing moves when it does. */
import { classes } from './classes.ts';

export function Skeleton({ className }: { readonly className?: string }) {
  const round = className?.includes('rounded-') === true ? '' : 'rounded-md';
  return (
    <span
      aria-hidden="true"
      data-skeleton
      className={classes('block animate-[shimmer_1.4s_ease-in-out_infinite] bg-sunken', round, className)}
    />
  );
}
