/** The grey placeholder of loading content. It has the content's size, so that the layout does not shift. */
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
