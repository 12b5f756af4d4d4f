/** The chart with its chips and tools: the period, indicators, the customer's lines, drawing tools and full screen. */
import { Maximize2, Minimize2, PencilRuler } from 'lucide-react';
import type { Chart } from 'klinecharts';
import { lazy, memo, Suspense, useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Quotation } from '../quotes.ts';
import { candleSource } from './candle-source.ts';
import type { CandleCall } from './candle-source.ts';
import { ChartChips } from './chart-chips.tsx';
import { ChartInTurn } from './chart-in-turn.tsx';
import { useChartPreferences } from './chart-preferences.ts';
import { useChartTheme } from './chart-theme.ts';
import { useChartWords } from './chart-words.ts';
import type { FullScreen } from './full-screen.ts';
import { useFullScreen } from './full-screen.ts';
import type { OrderLine } from './order-lines.ts';

const DrawingSheet = lazy(() =>
  import('./drawing-sheet.tsx').then((file) => ({ default: file.DrawingSheet })),
);

type Loaded = 'loading' | 'ready' | 'empty' | 'failed';

/** Covers a chart without candles, and shows the reason and a retry. */
function ChartNotice({ loaded, onAgain }: { readonly loaded: Loaded; readonly onAgain: () => void }) {
  const t = useTranslations('chart');
  if (loaded === 'ready') return null;
  if (loaded === 'loading') {
    // Covers the chart until candles have loaded, because without candles the library draws an axis from zero to ten.
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

export type ChartPanelProps = {
  readonly row: Pick<Quotation, 'symbol' | 'tick_size'>;
  /** The customer's own orders and positions. */
  readonly lines: readonly OrderLine[];
  /** The CSS class that sets the height. */
  readonly height: string;
  /** Whether the chart is at the end of its page and also uses the page's bottom padding. */
  readonly last?: boolean;
  /** The kind of instrument, which determines the call for its candles. */
  readonly candles?: CandleCall;
};

/** Memoised, because the parent, which supplies the lines, renders with each tick. */
export const ChartPanel = memo(function ChartPanel({
  row,
  lines,
  height,
  last = false,
  candles,
}: ChartPanelProps) {
  const t = useTranslations('chart');
  const chosen = useChartPreferences();
  // The chip is marked immediately; the chart follows, because it takes longer to draw.
  const view = useDeferredValue(chosen.view);
  const indicators = useDeferredValue(chosen.indicators);
  const theme = useChartTheme();
  const handle = useRef<Chart>(null);
  const onChart = useCallback((chart: Chart | null) => void (handle.current = chart), []);
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const [attempt, setAttempt] = useState(0);
  const [drawing, setDrawing] = useState(false);
  const source = useMemo(() => candleSource(setLoaded, candles), [candles]);
  const full = useFullScreen();
  const { area, active } = full;
  const said = useChartWords(handle, { row, view, isReady: loaded === 'ready' });
  const again = () => {
    setLoaded('loading');
    setAttempt(attempt + 1);
  };
  return (
    <div
      ref={area}
      data-no-pull
      className={classes(
        'flex flex-col bg-surface',
        active ? 'fixed inset-0 z-30 pt-(--safe-top)' : last && '-mb-6',
      )}
    >
      <ChartChips end={<ChartTools full={full} onDraw={() => setDrawing(true)} />} />
      <div className={classes('relative', active ? 'min-h-0 flex-1' : height)}>
        <ChartInTurn
          symbol={row.symbol}
          label={t('of', { symbol: row.symbol })}
          said={said}
          decimals={theme.decimalsOf(row)}
          language={theme.language}
          themeKey={theme.key}
          orders={lines}
          isReady={loaded === 'ready'}
          {...{ view, indicators, source, attempt, onChart }}
        />
        <ChartNotice loaded={loaded} onAgain={again} />
      </div>
      {drawing && (
        <Suspense fallback={null}>
          <DrawingSheet chart={handle} onClose={() => setDrawing(false)} />
        </Suspense>
      )}
    </div>
  );
});
