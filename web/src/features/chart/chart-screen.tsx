/** The chart of one instrument: its day, candles of every period, indicators, and the way to buy and sell. */
import { Maximize2, Minimize2, PencilRuler, SearchX } from 'lucide-react';
import type { Chart } from 'klinecharts';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { useParam } from '../../lib/location.ts';
import { ChartFooter } from './chart-footer.tsx';
import { marketLink } from '../../lib/links.ts';
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
import type { FullScreen } from './full-screen.ts';
import { useFullScreen } from './full-screen.ts';
import { useOrderLines } from './use-order-lines.ts';

const PriceChart = lazy(() => import('./price-chart.tsx').then((file) => ({ default: file.PriceChart })));
const DrawingSheet = lazy(() =>
  import('./drawing-sheet.tsx').then((file) => ({ default: file.DrawingSheet })),
);

const symbolDefault = 'BTC/USDT';

type Loaded = 'loading' | 'ready' | 'empty' | 'failed';

/** Over a chart without candles: why, and another try. */
function ChartNotice({ loaded, onAgain }: { readonly loaded: Loaded; readonly onAgain: () => void }) {
  const t = useTranslations('chart');
  if (loaded === 'ready') return null;
  if (loaded === 'loading') {
    // Until candles come, the library draws an axis from nought to ten, which is no price of anything.
    return (
      <div className="absolute inset-0 bg-surface p-3">
        <Skeleton className="h-full rounded-card" />
      </div>
    );
  }
  const failed = loaded === 'failed';
  return (
    <div className="absolute inset-0 z-10 grid place-items-center bg-surface">
      <EmptyState
        title={failed ? t('failed') : t('noCandles')}
        text={failed ? t('failedText') : t('noCandlesText')}
        action={
          <Button kind="secondary" small onClick={onAgain}>
            {t('again')}
          </Button>
        }
      />
    </div>
  );
}

/** At the end of the chips: drawing tools and full screen. */
function ChartTools({ full, onDraw }: { readonly full: FullScreen; readonly onDraw: () => void }) {
  const t = useTranslations('chart');
  return (
    <>
      <IconButton icon={PencilRuler} size={18} label={t('draw')} onClick={onDraw} className="text-soft" />
      <IconButton
        icon={full.active ? Minimize2 : Maximize2}
        size={18}
        label={full.active ? t('leaveFull') : t('full')}
        onClick={full.toggle}
        className="text-soft"
      />
    </>
  );
}

/** What the page leaves; with the buttons of a spot instrument at the bottom, or without. */
const heightInPage = {
  spot: 'h-[max(300px,calc(100dvh-321px-var(--safe-top)-var(--safe-bottom)))]',
  other: 'h-[max(300px,calc(100dvh-252px-var(--safe-top)-var(--safe-bottom)))]',
} as const;

function ChartBody({ row }: { readonly row: Quotation }) {
  const t = useTranslations('chart');
  const { view, indicators } = useChartPreferences();
  const theme = useChartTheme();
  const orders = useOrderLines(row);
  const handle = useRef<Chart>(null);
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const [attempt, setAttempt] = useState(0);
  const [drawing, setDrawing] = useState(false);
  const source = useMemo(() => candleSource(setLoaded), []);
  const full = useFullScreen();
  const again = () => {
    setLoaded('loading');
    setAttempt(attempt + 1);
  };
  return (
    <div
      ref={full.area}
      data-no-pull
      className={classes(
        'flex flex-col bg-surface',
        full.active ? 'fixed inset-0 z-30 pt-(--safe-top)' : '-mb-6',
      )}
    >
      <ChartChips end={<ChartTools full={full} onDraw={() => setDrawing(true)} />} />
      <div
        className={classes(
          'relative',
          full.active ? 'min-h-0 flex-1' : heightInPage[row.spot ? 'spot' : 'other'],
        )}
      >
        <Suspense fallback={<Skeleton className="absolute inset-3 rounded-card" />}>
          <PriceChart
            symbol={row.symbol}
            label={t('of', { symbol: row.symbol })}
            decimals={theme.decimalsOf(row)}
            language={theme.language}
            themeKey={theme.key}
            {...{ view, indicators, orders, source, attempt, handle }}
          />
        </Suspense>
        <ChartNotice loaded={loaded} onAgain={again} />
      </div>
      {drawing && (
        <Suspense fallback={null}>
          <DrawingSheet chart={handle} onClose={() => setDrawing(false)} />
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
    <Screen title={row.symbol} footer={row.spot ? <ChartFooter row={row} /> : undefined}>
      <ChartHeader row={row} />
      <ChartBody row={row} />
    </Screen>
  );
}
