/** The chart of one instrument: its day, candles of every period, indicators, and the way to buy and sell. */
import { SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { marketLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { AlertBell } from '../../live/alerts/alert-bell.tsx';
import { useAlertLines } from '../../live/alerts/use-alert-lines.ts';
import { ChartPanel } from '../../live/chart/chart-panel.tsx';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { usePositionLines } from '../../positions/lines/use-position-lines.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChartFooter } from './chart-footer.tsx';
import type { TradedHere } from './chart-footer.tsx';
import { ChartHeader } from './chart-header.tsx';
import { useOrderLines } from './use-order-lines.ts';

const symbolDefault = 'BTC/USDT';

/** What the page leaves. */
const heightInPage = 'h-[max(300px,calc(100dvh-321px-var(--safe-top)-var(--safe-bottom)))]';

/** What the buttons under the chart trade: crypto as the link says, forex and metals with leverage only. */
function useTraded(row: Quotation | undefined): TradedHere {
  const asked = useParam('product');
  if (row?.spot !== true) return 'forex';
  return asked === 'contract' ? 'contract' : 'spot';
}

function ChartBody({ row }: { readonly row: Quotation }) {
  const orders = useOrderLines(row);
  const positions = usePositionLines(row.kind === 'crypto' ? 'contract' : 'forex', row.symbol);
  const alerts = useAlertLines(row.symbol);
  const lines = useMemo(() => [...orders, ...positions, ...alerts], [orders, positions, alerts]);
  return <ChartPanel last row={row} lines={lines} height={heightInPage} />;
}

export function ChartScreen() {
  const t = useTranslations('chart');
  const symbol = useParam('symbol') ?? symbolDefault;
  const query = useQuotations();
  const row = query.data?.find((known) => known.symbol === symbol);
  const traded = useTraded(row);
  if (row === undefined) {
    return (
      <Screen title={symbol}>
        {query.data !== undefined ? (
          <EmptyState
            icon={SearchX}
            title={t('unknown', { symbol })}
            action={
              <Button kind="secondary" small onClick={() => navigate(marketLink)}>
                {t('toMarket')}
              </Button>
            }
          />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton className="m-4 h-24 rounded-card" />
        )}
      </Screen>
    );
  }
  return (
    <Screen
      title={row.symbol}
      actions={<AlertBell row={row} />}
      footer={<ChartFooter row={row} traded={traded} />}
    >
      <ChartHeader row={row} />
      <ChartBody row={row} />
    </Screen>
  );
}
