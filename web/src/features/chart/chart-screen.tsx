/** The chart of one instrument: its day, candles of every period, indicators, and the way to buy and sell. */
import { Maximize2, PencilRuler } from 'lucide-react';
import type { Chart } from 'klinecharts';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { useParam } from '../../lib/location.ts';
import { ChartFooter } from './chart-footer.tsx';
import { marketLink } from '../../live/links.ts';
import type { Quotation } from '../../live/quotes.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Screen } from '../../ui/screen.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { candleSource } from './candle-source.ts';
import { ChartChips } from './chart-chips.tsx';
import { ChartHeader } from './chart-header.tsx';
import { useChartPreferences } from './chart-preferences.ts';
import { useChartTheme } from './chart-theme.ts';
import { useFullScreen } from './full-screen.ts';
import { useOrderLines } from './use-order-lines.ts';

const PriceChart = lazy(() => import('./price-chart.tsx').then((file) => ({ default: file.PriceChart })));
const DrawingSheet = lazy(() =>
  import('./drawing-sheet.tsx').then((file) => ({ default: file.DrawingSheet })),
);

const symbolDefault = 'BTC/USDT';

function ChartBody({ row }: { readonly row: Quotation }) {
  const t = useTranslations('chart');
  const { view, indicators } = useChartPreferences();
  const theme = useChartTheme();
  const orders = useOrderLines(row);
  const handle = useRef<Chart>(null);
  const [loaded, setLoaded] = useState<'loading' | 'ready' | 'empty' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [drawing, setDrawing] = useState(false);
  const source = useMemo(() => candleSource(setLoaded), []);
  const full = useFullScreen();
  const closeDrawing = useCallback(() => setDrawing(false), []);
  return (
    <div
      ref={full.area}
      className={classes(
        'flex flex-col bg-surface',
        full.active ? 'fixed inset-0 z-30 pt-(--safe-top)' : '-mb-6',
      )}
      data-no-pull
    >
      <ChartChips
        end={
          <>
            <IconButton
              icon={PencilRuler}
              size={18}
              label={t('draw')}
              onClick={() => setDrawing(true)}
              className="text-soft"
            />
            <IconButton
              icon={Maximize2}
              size={18}
              label={full.active ? t('leaveFull') : t('full')}
              onClick={full.toggle}
              className="text-soft"
            />
          </>
        }
      />
      <div
        className={classes(
          'relative',
          full.active
            ? 'min-h-0 flex-1'
            : 'h-[max(300px,calc(100dvh-308px-var(--safe-top)-var(--safe-bottom)))]',
        )}
      >
        <Suspense fallback={<Skeleton className="absolute inset-3 rounded-card" />}>
          <PriceChart
            symbol={row.symbol}
            label={t('of', { symbol: row.symbol })}
            decimals={theme.decimalsOf(row)}
            view={view}
            indicators={indicators}
            language={theme.language}
            themeKey={theme.key}
            orders={orders}
            source={source}
            attempt={attempt}
            handle={handle}
          />
        </Suspense>
        {(loaded === 'failed' || loaded === 'empty') && (
          <div className="absolute inset-0 grid place-items-center bg-surface">
            <EmptyState
              title={loaded === 'failed' ? t('failed') : t('noCandles')}
              text={loaded === 'failed' ? t('failedText') : t('noCandlesText')}
              action={
                <Button
                  kind="secondary"
                  small
                  onClick={() => {
                    setLoaded('loading');
                    setAttempt(attempt + 1);
                  }}
                >
                  {t('again')}
                </Button>
              }
            />
          </div>
        )}
      </div>
      {drawing && (
        <Suspense fallback={null}>
          <DrawingSheet chart={handle} onClose={closeDrawing} />
        </Suspense>
      )}
    </div>
  );
}

export function ChartScreen() {
  const t = useTranslations('chart');
  const symbol = useParam('symbol') ?? symbolDefault;
  const query = useQuotations();
  const row = query.data?.find((known) => known.symbol === symbol);
  if (row === undefined) {
    return (
      <Screen title={symbol}>
        {query.data !== undefined ? (
          <EmptyState
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
    <Screen title={row.symbol} footer={row.spot ? <ChartFooter row={row} /> : undefined}>
      <ChartHeader row={row} />
      <ChartBody row={row} />
    </Screen>
  );
}
