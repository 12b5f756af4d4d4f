/** The leveraged part of the Trade tab for one product: the price, the ticket, and the feature's own content below it. */
import { ChartCandlestick } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { useAskedOrder } from '../lib/asked-order.ts';
import { navigate } from '../lib/hash-history.ts';
import { ScreenEntry, useParam } from '../lib/location.ts';
import { useChosenInstrument } from '../live/chosen-instrument.ts';
import { InstrumentScreen } from '../live/instrument-screen.tsx';
import { PriceHeader } from '../live/price-header.tsx';
import { OfferWarnings } from '../live/product-offer.tsx';
import type { Quotation } from '../live/quotes.ts';
import { useWatchlistBeside } from '../live/watchlists/use-watchlist-beside.tsx';
import { Awaited } from '../parts/loaded.tsx';
import { Columns, useWide } from '../ui/columns.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { LeveragedTicket } from './ticket/leveraged-ticket.tsx';

/** The parts that the Trade tab passes to the screen of each product. */
export type TradeTabParts = {
  /** The products, as tabs in the bar. */
  readonly tabs: ReactNode;
  /** The chart shown next to the ticket if there is room; a placeholder if there is no instrument. */
  readonly chartOf: (row: Quotation | undefined) => ReactNode;
};

export type LeveragedTradeScreenProps = TradeTabParts & {
  readonly product: 'contract' | 'forex';
  /** The product in the rules of a country. */
  readonly offer: 'contracts' | 'forex';
  readonly isTraded: (row: Quotation) => boolean;
  readonly linkOf: (symbol: string) => string;
  readonly chartLinkOf: (symbol: string) => string;
  /** Before the chart's button in the bar. */
  readonly action?: ReactNode;
  /** Below the ticket on a phone, and below the chart in a wide window. */
  readonly belowOf: (row: Quotation) => ReactNode;
};

function Loading() {
  return (
    <div className="space-y-3 p-4">
      <Skeleton className="h-18 rounded-card" />
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}

export function LeveragedTradeScreen(props: LeveragedTradeScreenProps) {
  const { product, offer, isTraded, linkOf, chartLinkOf, action, belowOf, tabs, chartOf } = props;
  const t = useTranslations('spot');
  const side = useParam('side');
  const order = useAskedOrder();
  const { key } = useContext(ScreenEntry);
  const { query, rows, row, symbol } = useChosenInstrument(product, isTraded);
  const isWide = useWide();
  const watchlist = useWatchlistBeside({ product: 'contract', symbol });
  const chartLink = chartLinkOf(symbol);
  return (
    <InstrumentScreen
      symbol={symbol}
      row={row}
      rows={rows}
      tabs={tabs}
      linkOf={linkOf}
      chartLink={chartLink}
      actions={
        <>
          {action}
          <IconButton icon={ChartCandlestick} label={t('chart')} onClick={() => navigate(chartLink)} />
        </>
      }
    >
      <Columns aside={watchlist} first={isWide && chartOf(row)} last={row !== undefined && belowOf(row)}>
        {row === undefined ? (
          <Awaited query={query} skeleton={<Loading />} />
        ) : (
          <>
            {isWide && <PriceHeader row={row} />}
            <div className="bg-surface px-4 pt-3 pb-2">
              <OfferWarnings product={offer} />
              <LeveragedTicket
                key={row.symbol}
                product={product}
                row={row}
                asked={side === 'long' || side === 'short' ? { side, by: key, order } : undefined}
              />
            </div>
          </>
        )}
      </Columns>
    </InstrumentScreen>
  );
}
