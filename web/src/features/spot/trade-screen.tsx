/** Spot trading on one instrument: its price, the ticket, and its open orders. */
import { ArrowLeftRight, ChartCandlestick } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { useAskedOrder } from '../../lib/asked-order.ts';
import { navigate } from '../../lib/hash-history.ts';
import { ScreenEntry, useParam } from '../../lib/location.ts';
import { chartLink, convertLink, tradeLink } from '../../lib/links.ts';
import { useChosenInstrument } from '../../live/chosen-instrument.ts';
import { CostCard } from '../../live/cost-card.tsx';
import { InstrumentScreen } from '../../live/instrument-screen.tsx';
import { PriceHeader } from '../../live/price-header.tsx';
import { OfferWarnings } from '../../live/product-offer.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { useWatchlistBeside } from '../../live/watchlists/use-watchlist-beside.tsx';
import { Columns, useWide } from '../../ui/columns.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RestingOrders } from './orders/resting-orders.tsx';
import { TicketForm } from './ticket/ticket-form.tsx';

function LoadingTicket() {
  return (
    <div className="space-y-3 p-4">
      <Skeleton className="h-18 rounded-card" />
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-12 rounded-input" />
      <Skeleton className="h-12 rounded-input" />
      <Skeleton className="h-32 rounded-card" />
    </div>
  );
}

export type TradeScreenProps = {
  /** The products, as tabs in the bar. */
  readonly tabs: ReactNode;
  /** The chart shown next to the ticket if there is room; a placeholder if there is no instrument. */
  readonly chartOf: (row: Quotation | undefined) => ReactNode;
};

const isSpot = ({ spot }: Quotation): boolean => spot;

export function TradeScreen({ tabs, chartOf }: TradeScreenProps) {
  const t = useTranslations('spot');
  const side = useParam('side');
  const order = useAskedOrder();
  const { key } = useContext(ScreenEntry);
  const { query, rows, row, symbol } = useChosenInstrument('spot', isSpot);
  const isWide = useWide();
  const watchlist = useWatchlistBeside({ product: 'spot', symbol });
  return (
    <InstrumentScreen
      symbol={symbol}
      row={row}
      rows={rows}
      tabs={tabs}
      linkOf={tradeLink}
      chartLink={chartLink(symbol)}
      actions={
        <>
          <IconButton icon={ArrowLeftRight} label={t('convert')} onClick={() => navigate(convertLink)} />
          <IconButton
            icon={ChartCandlestick}
            label={t('chart')}
            onClick={() => navigate(chartLink(symbol))}
          />
        </>
      }
    >
      <Columns
        aside={watchlist}
        first={isWide && chartOf(row)}
        last={
          row !== undefined && (
            <>
              <RestingOrders symbol={row.symbol} />
              <CostCard first={row.base} />
            </>
          )
        }
      >
        {row === undefined ? (
          <Awaited query={query} skeleton={<LoadingTicket />} />
        ) : (
          <>
            {isWide && <PriceHeader row={row} />}
            <div className="bg-surface px-4 pt-3 pb-2">
              <OfferWarnings product="spot" />
              <TicketForm
                key={row.symbol}
                row={row}
                asked={side === 'buy' || side === 'sell' ? { side, by: key, order } : undefined}
              />
            </div>
          </>
        )}
      </Columns>
    </InstrumentScreen>
  );
}
