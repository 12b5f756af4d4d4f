/** The chart and the ticket side by side in wide windows, on the chart's page and in the Trade tab. */
import type { ReactNode } from 'react';
import { lazy, Suspense } from 'react';
import type { TradedHere } from '../features/chart/chart-footer.tsx';
import { ChartBeside } from '../features/chart/chart-beside.tsx';
import { ChartScreen } from '../features/chart/chart-screen.tsx';
import { SpotMoves } from '../features/spot/orders/spot-moves.tsx';
import type { Quotation } from '../live/quotes.ts';
import { Skeleton } from '../ui/skeleton.tsx';

/** The ticket is in a separate chunk, because a phone never shows it here. */
const ChartTicket = lazy(() => import('./chart-ticket.tsx').then((file) => ({ default: file.ChartTicket })));

function ticketOf(row: Quotation, traded: TradedHere): ReactNode {
  return (
    <Suspense fallback={<Skeleton className="h-120 rounded-card" />}>
      <ChartTicket row={row} traded={traded} />
    </Suspense>
  );
}

export function ChartPage() {
  return (
    <SpotMoves>
      <ChartScreen ticketOf={ticketOf} />
    </SpotMoves>
  );
}

/** Leaves room below the chart for the first positions and orders. */
const heightInTrade = 'h-[max(340px,calc(100dvh-380px))]';

export function ChartInTrade({ row }: { readonly row: Quotation }) {
  return (
    <SpotMoves>
      <ChartBeside row={row} height={heightInTrade} />
    </SpotMoves>
  );
}
