/** One pair or metal: price, chart, ticket, the customer's positions, and the trading terms in figures. */
import { ReceiptText, SearchX, Timer } from 'lucide-react';
import { useContext, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useAskedOrder } from '../../lib/asked-order.ts';
import { navigate } from '../../lib/hash-history.ts';
import { forexLink, forexMarketLink, forexPositionsLink, optionLink } from '../../lib/links.ts';
import { ScreenEntry, useParam } from '../../lib/location.ts';
import { useCall } from '../../lib/queries.ts';
import { AlertBell } from '../../live/alerts/alert-bell.tsx';
import { useAlertLines } from '../../live/alerts/use-alert-lines.ts';
import type { OrderHereLinks } from '../../live/chart/order-here.tsx';
import { ChartPanel } from '../../live/chart/chart-panel.tsx';
import { InstrumentScreen } from '../../live/instrument-screen.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { NotOffered, useIsOffered } from '../../live/product-offer.tsx';
import { useQuotations } from '../../live/use-quotations.ts';
import { useWatchlistBeside } from '../../live/watchlists/use-watchlist-beside.tsx';
import { OpenPositions } from '../../positions/list/open-positions.tsx';
import { usePositionLines } from '../../positions/lines/use-position-lines.ts';
import { usePositionMoves } from '../../positions/lines/use-position-moves.tsx';
import { LeveragedTicket } from '../../positions/ticket/leveraged-ticket.tsx';
import { Button } from '../../ui/button.tsx';
import { Columns } from '../../ui/columns.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Awaited } from '../../parts/loaded.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ForexHeader } from './forex-header.tsx';
import { TermsSection } from './terms-section.tsx';

const symbolDefault = 'EUR/USD';
const termsEveryMs = 60_000;

/** The chart fills the rest of the window next to the ticket, so that the positions begin below the visible area. */
const chartHeight = 'h-72 wide:h-[max(340px,calc(100dvh-432px))]';

/** The customer's lines change with every tick. This component confines the re-rendering to the chart's frame. */
function PairChart({ row }: { readonly row: Quotation }) {
  const { ask, sheet } = usePositionMoves(row);
  const positions = usePositionLines({ product: 'forex', row, ask });
  const alerts = useAlertLines(row.symbol);
  const { symbol } = row;
  const orderHere = useMemo<OrderHereLinks>(
    () => ({
      isLeveraged: true,
      linkOf: (side, order) => forexLink(symbol, side === 'buy' ? 'long' : 'short', order),
    }),
    [symbol],
  );
  const lines = useMemo(() => [...positions, ...alerts], [positions, alerts]);
  return (
    <>
      <ChartPanel
        row={row}
        lines={lines}
        height={chartHeight}
        candles="GET currency/whkdata"
        orderHere={orderHere}
      />
      {sheet}
    </>
  );
}

function Body({ row }: { readonly row: Quotation }) {
  const side = useParam('side');
  const order = useAskedOrder();
  const { key } = useContext(ScreenEntry);
  const t = useTranslations('option');
  const isOffered = useIsOffered('forex');
  const watchlist = useWatchlistBeside({ product: 'pair page', symbol: row.symbol });
  const terms = useCall(
    'GET currency/whtrade',
    { symbol: row.symbol },
    { everyMs: termsEveryMs, ofCustomer: false },
  ).data;
  return (
    <Columns
      aside={watchlist}
      first={
        <>
          <ForexHeader row={row} pipSize={terms?.limits.pip_size} />
          <PairChart row={row} />
        </>
      }
      last={
        <>
          <OpenPositions product="forex" row={row} allLink={forexPositionsLink} />
          {terms !== undefined && <TermsSection terms={terms} base={row.base} />}
        </>
      }
    >
      <div className="border-t border-line bg-surface wide:border-t-0">
        <ListRow
          href={optionLink(row.symbol)}
          start={<Timer size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-accent" />}
          title={t('on', { symbol: row.symbol })}
        />
      </div>
      <div className="mt-3 bg-surface px-4 pt-3 pb-2">
        {isOffered ? (
          <LeveragedTicket
            key={row.symbol}
            product="forex"
            row={row}
            asked={side === 'long' || side === 'short' ? { side, by: key, order } : undefined}
          />
        ) : (
          <NotOffered product="forex" />
        )}
      </div>
    </Columns>
  );
}

function Missing({ symbol }: { readonly symbol: string }) {
  const t = useTranslations('forex');
  const chart = useTranslations('chart');
  return (
    <EmptyState
      icon={SearchX}
      title={chart('unknown', { symbol })}
      action={
        <Button kind="secondary" small onClick={() => navigate(forexMarketLink)}>
          {t('toMarket')}
        </Button>
      }
    />
  );
}

function Loading() {
  return (
    <div className="space-y-3 p-4">
      <Skeleton className="h-24 rounded-card" />
      <Skeleton className="h-72 rounded-card" />
      <Skeleton className="h-48 rounded-card" />
    </div>
  );
}

export function ForexDetailScreen() {
  const t = useTranslations('titles');
  const symbol = useParam('symbol') ?? symbolDefault;
  const query = useQuotations();
  const rows = query.data?.filter(({ kind }) => kind !== 'crypto');
  const row = rows?.find((known) => known.symbol === symbol);
  return (
    <InstrumentScreen
      symbol={symbol}
      row={row}
      rows={rows}
      linkOf={forexLink}
      actions={
        <>
          {row !== undefined && <AlertBell row={row} />}
          <IconButton
            icon={ReceiptText}
            label={t('forexPositions')}
            onClick={() => navigate(forexPositionsLink)}
          />
        </>
      }
    >
      {row !== undefined ? (
        <Body row={row} />
      ) : rows !== undefined ? (
        <Missing symbol={symbol} />
      ) : (
        <Awaited query={query} skeleton={<Loading />} />
      )}
    </InstrumentScreen>
  );
}
