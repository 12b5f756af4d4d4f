/** Chart and ticket where the window has room for both: on the page of the chart, and in the Trade tab, whose ticket it stands beside. */
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import type { TradedHere } from '../features/chart/chart-footer.tsx';
import { ChartBeside } from '../features/chart/chart-beside.tsx';
import { ChartScreen } from '../features/chart/chart-screen.tsx';
import type { Quotation } from '../live/quotes.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** A chunk of its own: on a phone there is none. */
const ChartTicket = lazy(() => import('./chart-ticket.tsx').then((file) => ({ default: file.ChartTicket })));

function ticketOf(row: Quotation, traded: TradedHere): ReactNode {
  return (
    <Suspense fallback={<Skeleton className="h-120 rounded-card" />}>
      <ChartTicket row={row} traded={traded} />
    </Suspense>
  );
}

export function ChartPage() {
  return <ChartScreen ticketOf={ticketOf} />;
}

/** Below it the positions and orders come into view. */
const heightInTrade = 'h-[max(340px,calc(100dvh-400px))]';

export function ChartInTrade({ row }: { readonly row: Quotation }) {
  return <ChartBeside row={row} height={heightInTrade} />;
}
