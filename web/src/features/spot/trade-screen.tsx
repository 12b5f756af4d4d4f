/** Spot trading of one instrument: its price, the ticket, and the orders that rest on it. */
import { ArrowLeftRight, ChartCandlestick } from 'lucide-react';
import { useContext, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { ScreenEntry, useParam } from '../../lib/location.ts';
import { queryClient } from '../../lib/api.ts';
import { readStored, writeStored } from '../../lib/stored.ts';
import { chartLink, convertLink, tradeLink } from '../../lib/links.ts';
import { InstrumentPicker } from '../../live/instrument-picker.tsx';
import { PriceHeader } from '../../live/price-header.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { RestingOrders } from './orders/resting-orders.tsx';
import { TicketForm } from './ticket/ticket-form.tsx';

const lastSymbolKey = 'candor.trade.symbol';
const symbolDefault = 'BTC/USDT';

/** The instrument of the address, else the one traded last, else the first that can be traded. */
function chosenRow(rows: readonly Quotation[], symbol: string | undefined): Quotation | undefined {
  const tradable = rows.filter((row) => row.spot);
  const last = readStored('localStorage', lastSymbolKey);
  for (const wanted of [symbol, last, symbolDefault]) {
    const row = tradable.find((known) => known.symbol === wanted);
    if (row !== undefined) return row;
  }
  return tradable[0];
}

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

export function TradeScreen() {
  const t = useTranslations('spot');
  const symbol = useParam('symbol');
  const side = useParam('side');
  const { key } = useContext(ScreenEntry);
  const query = useQuotations();
  const row = query.data === undefined ? undefined : chosenRow(query.data, symbol);
  const current = row?.symbol;
  useEffect(() => {
    if (current !== undefined) writeStored('localStorage', lastSymbolKey, current);
  }, [current]);
  return (
    <Screen
      title={
        row === undefined ? (
          (symbol ?? symbolDefault)
        ) : (
          <InstrumentPicker
            row={row}
            rows={query.data?.filter((known) => known.spot) ?? []}
            onSelect={(chosen) => navigate(tradeLink(chosen), { replace: true })}
          />
        )
      }
      onRefresh={() => queryClient.invalidateQueries()}
      actions={
        <>
          <IconButton icon={ArrowLeftRight} label={t('convert')} onClick={() => navigate(convertLink)} />
          <IconButton
            icon={ChartCandlestick}
            label={t('chart')}
            onClick={() => navigate(chartLink(current ?? symbolDefault))}
          />
        </>
      }
    >
      {row === undefined ? (
        query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <LoadingTicket />
        )
      ) : (
        <>
          <PriceHeader row={row} />
          <div className="bg-surface px-4 pt-3 pb-2">
            <TicketForm
              key={row.symbol}
              row={row}
              asked={side === 'buy' || side === 'sell' ? { side, by: key } : undefined}
            />
          </div>
          <RestingOrders symbol={row.symbol} />
        </>
      )}
    </Screen>
  );
}
