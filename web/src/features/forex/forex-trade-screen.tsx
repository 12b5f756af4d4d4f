/** Currency pairs and metals in the Trade tab: the price, the leveraged ticket, open positions, open orders and the terms. */
import { ChartCandlestick, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { forexLink, forexMarketLink, forexPositionsLink, forexTicketLink } from '../../lib/links.ts';
import { ScreenEntry, useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { useChosenInstrument } from '../../live/chosen-instrument.ts';
import { InstrumentScreen } from '../../live/instrument-screen.tsx';
import { PriceHeader } from '../../live/price-header.tsx';
import { OfferWarnings } from '../../live/product-offer.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { useWatchlistBeside } from '../../live/use-watchlist-beside.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { OpenPositions } from '../../positions/list/open-positions.tsx';
import { LeveragedTicket } from '../../positions/ticket/leveraged-ticket.tsx';
import { Columns, useWide } from '../../ui/columns.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TermsSection } from './terms-section.tsx';

export type ForexTradeScreenProps = {
  /** The products, as tabs in the bar. */
  readonly tabs: ReactNode;
  /** The chart shown next to the ticket if there is room; a placeholder if there is no instrument. */
  readonly chartOf: (row: Quotation | undefined) => ReactNode;
};

const termsEveryMs = 60_000;

function Loading() {
  return (
    <div className="space-y-3 p-4">
      <Skeleton className="h-18 rounded-card" />
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
    </div>
  );
}

/** Below the ticket on a phone, and below the chart in a wide window. */
function Below({ row }: { readonly row: Quotation }) {
  const { symbol } = row;
  const terms = useCall('GET currency/whtrade', { symbol }, { everyMs: termsEveryMs, ofCustomer: false });
  return (
    <>
      <OpenPositions product="forex" row={row} allLink={forexPositionsLink} />
      {terms.data !== undefined && <TermsSection terms={terms.data} base={row.base} />}
    </>
  );
}

const isPair = ({ kind }: Quotation): boolean => kind !== 'crypto';

export function ForexTradeScreen({ tabs, chartOf }: ForexTradeScreenProps) {
  const t = useTranslations('spot');
  const titles = useTranslations('titles');
  const side = useParam('side');
  const { key } = useContext(ScreenEntry);
  const { query, rows, row, symbol } = useChosenInstrument('forex', isPair);
  const isWide = useWide();
  const watchlist = useWatchlistBeside({ product: 'contract', symbol });
  return (
    <InstrumentScreen
      symbol={symbol}
      row={row}
      rows={rows}
      tabs={tabs}
      linkOf={forexTicketLink}
      chartLink={forexLink(symbol)}
      actions={
        <>
          <IconButton icon={List} label={titles('forex')} onClick={() => navigate(forexMarketLink)} />
          <IconButton
            icon={ChartCandlestick}
            label={t('chart')}
            onClick={() => navigate(forexLink(symbol))}
          />
        </>
      }
    >
      <Columns
        aside={watchlist}
        first={isWide && chartOf(row)}
        last={row !== undefined && <Below row={row} />}
      >
        {row === undefined ? (
          <Awaited query={query} skeleton={<Loading />} />
        ) : (
          <>
            {isWide && <PriceHeader row={row} />}
            <div className="bg-surface px-4 pt-3 pb-2">
              <OfferWarnings product="forex" />
              <LeveragedTicket
                key={row.symbol}
                product="forex"
                row={row}
                asked={side === 'long' || side === 'short' ? { side, by: key } : undefined}
              />
            </div>
          </>
        )}
      </Columns>
    </InstrumentScreen>
  );
}
