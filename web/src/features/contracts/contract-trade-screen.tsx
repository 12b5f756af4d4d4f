/** Contracts on one instrument: its price, the leveraged ticket, open positions and open orders. */
import { ChartCandlestick } from 'lucide-react';
import type { ReactNode } from 'react';
import { useContext } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { chartLink, contractLink, contractPositionsLink } from '../../lib/links.ts';
import { ScreenEntry, useParam } from '../../lib/location.ts';
import { useChosenInstrument } from '../../live/chosen-instrument.ts';
import { InstrumentScreen } from '../../live/instrument-screen.tsx';
import { PriceHeader } from '../../live/price-header.tsx';
import { OfferWarnings } from '../../live/product-offer.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { OpenPositions } from '../../positions/list/open-positions.tsx';
import { LeveragedTicket } from '../../positions/ticket/leveraged-ticket.tsx';
import { useWatchlistBeside } from '../../live/use-watchlist-beside.tsx';
import { Columns, useWide } from '../../ui/columns.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

export type ContractTradeScreenProps = {
  /** The products, as tabs in the bar. */
  readonly tabs: ReactNode;
  /** The chart shown next to the ticket if there is room; a placeholder if there is no instrument. */
  readonly chartOf: (row: Quotation | undefined) => ReactNode;
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

const isCrypto = ({ kind }: Quotation): boolean => kind === 'crypto';

export function ContractTradeScreen({ tabs, chartOf }: ContractTradeScreenProps) {
  const t = useTranslations('spot');
  const side = useParam('side');
  const { key } = useContext(ScreenEntry);
  const { query, rows, row, symbol } = useChosenInstrument('contract', isCrypto);
  const isWide = useWide();
  const watchlist = useWatchlistBeside({ product: 'contract', symbol });
  return (
    <InstrumentScreen
      symbol={symbol}
      row={row}
      rows={rows}
      tabs={tabs}
      linkOf={contractLink}
      chartLink={chartLink(symbol, 'contract')}
      actions={
        <IconButton
          icon={ChartCandlestick}
          label={t('chart')}
          onClick={() => navigate(chartLink(symbol, 'contract'))}
        />
      }
    >
      <Columns
        aside={watchlist}
        first={isWide && chartOf(row)}
        last={
          row !== undefined && <OpenPositions product="contract" row={row} allLink={contractPositionsLink} />
        }
      >
        {row !== undefined ? (
          <>
            {isWide && <PriceHeader row={row} />}
            <div className="bg-surface px-4 pt-3 pb-2">
              <OfferWarnings product="contracts" />
              <LeveragedTicket
                key={row.symbol}
                product="contract"
                row={row}
                asked={side === 'long' || side === 'short' ? { side, by: key } : undefined}
              />
            </div>
          </>
        ) : (
          <Awaited query={query} skeleton={<Loading />} />
        )}
      </Columns>
    </InstrumentScreen>
  );
}
