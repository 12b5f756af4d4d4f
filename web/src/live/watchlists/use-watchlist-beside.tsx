/** The list of instruments left of a chart and a ticket, loaded only in a window with room for it. */
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import { useBroad } from '../../ui/columns.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { WatchlistPaneProps } from './watchlist-pane.tsx';

const WatchlistPane = lazy(() =>
  import('./watchlist-pane.tsx').then((file) => ({ default: file.WatchlistPane })),
);

/** Undefined in narrower windows, so that no column is kept for it. */
export function useWatchlistBeside(props: WatchlistPaneProps): ReactNode {
  if (!useBroad()) return undefined;
  return (
    <Suspense fallback={<Skeleton className="h-[calc(100dvh-84px)] w-60 rounded-card" />}>
      <WatchlistPane {...props} />
    </Suspense>
  );
}
