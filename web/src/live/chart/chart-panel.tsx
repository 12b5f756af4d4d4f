/** The chart with its chips and tools: the period, indicators, the customer's lines and drawings, a comparison and full screen. */
import { useAppState } from '@candor/client/app-state.ts';
import type { Chart } from 'klinecharts';
import { lazy, memo, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useToasts } from '../../lib/notices.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Quotation } from '../quotes.ts';
import { candleSource } from './candle-source.ts';
import type { CandleCall } from './candle-source.ts';
import { ChartChips } from './chart-chips.tsx';
import { ChartInTurn } from './chart-in-turn.tsx';
import { needsVolume, useChartPreferences } from './chart-preferences.ts';
import { useChartTheme } from './chart-theme.ts';
import { useChartWords } from './chart-words.ts';
import { ChartTools } from './chart-tools.tsx';
import { DrawingLayer } from './drawing-layer.tsx';
import type { Drawing as Drawn, DrawingTool } from './drawings.ts';
import { useFullScreen } from './full-screen.ts';
import { OrderHere } from './order-here.tsx';
import type { OrderHereLinks } from './order-here.tsx';
import type { OrderLine } from './order-lines.ts';
import { useComparison } from './use-comparison.ts';
import { useLineMoves } from './use-line-moves.tsx';
import { useDrawings } from './use-drawings.ts';
import type { Drawings } from './use-drawings.ts';
import { useSavePicture } from './use-save-picture.ts';

const DrawingSheet = lazy(() =>
  import('./drawing-sheet.tsx').then((file) => ({ default: file.DrawingSheet })),
);

const ComparisonSheet = lazy(() =>
  import('./comparison-sheet.tsx').then((file) => ({ default: file.ComparisonSheet })),
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

/**
 * The overlay of a chart that has its candles: the layer that receives the points of a drawing, or the button for the
 * selected drawing.
 */
function Drawing({ chart, tool, drawings, onEnd }: DrawingProps) {
  const t = useTranslations('chart');
  if (tool !== undefined) {
    const done = (drawing: Drawn): void => {
      drawings.add(drawing);
      onEnd();
    };
    return <DrawingLayer chart={chart} tool={tool} onDone={done} onCancel={onEnd} />;
  }
  if (drawings.removeSelected === undefined) return null;
  return (
    <div className="absolute top-2 left-1/2 z-20 -translate-x-1/2">
      <Button kind="secondary" small onClick={drawings.removeSelected}>
        {t('removeDrawing')}
      </Button>
    </div>
  );
}

type DrawingProps = {
  readonly chart: Chart;
  readonly tool: DrawingTool | undefined;
  readonly drawings: Drawings;
  readonly onEnd: () => void;
};

export type ChartPanelProps = {
  readonly row: Pick<Quotation, 'symbol' | 'tick_size' | 'volume_24h' | 'last'>;
  /** The customer's own orders and positions. */
  readonly lines: readonly OrderLine[];
  /** The CSS class that sets the height. */
  readonly height: string;
  /** Whether the chart is at the end of its page and also uses the page's bottom padding. */
  readonly last?: boolean;
  /** The kind of instrument, which determines the call for its candles. */
  readonly candles?: CandleCall;
  /** The tickets that an order at the crosshair's price opens; undefined where nothing is traded. */
  readonly orderHere?: OrderHereLinks;
};

/** Memoised, because the parent, which supplies the lines, renders with each tick. */
export const ChartPanel = memo(function ChartPanel({
  row,
  lines,
  height,
  last = false,
  candles,
  orderHere,
}: ChartPanelProps) {
  const { showToast } = useToasts();
  const t = useTranslations('chart');
  const { symbol } = row;
  const chosen = useChartPreferences();
  // The chip is marked immediately; the chart follows, because it takes longer to draw.
  const view = useDeferredValue(chosen.view);
  const wanted = useDeferredValue(chosen.indicators);
  const hasVolume = row.volume_24h !== '0';
  const indicators = useMemo(
    () => wanted.filter((name) => hasVolume || !needsVolume.includes(name)),
    [wanted, hasVolume],
  );
  const theme = useChartTheme();
  const [chart, setChart] = useState<Chart | null>(null);
  const app = useAppState();
  const [loaded, setLoaded] = useState<Loaded>('loading');
  const [attempt, setAttempt] = useState(0);
  const [sheet, setSheet] = useState<'drawing' | 'comparison'>();
  const [tool, setTool] = useState<DrawingTool>();
  const [other, setOther] = useState<string>();
  const source = useMemo(() => candleSource(app, setLoaded, candles), [app, candles]);
  const full = useFullScreen();
  const { area, active } = full;
  const isReady = loaded === 'ready';
  const said = useChartWords(chart, { row, view, isReady });
  const drawings = useDrawings(chart, symbol, isReady);
  const compared = other === symbol ? undefined : other;
  const stopComparing = (): void => {
    setOther(undefined);
    showToast(t('compareFailed'), 'bad');
  };
  useComparison(chart, {
    symbol,
    other: compared,
    themeKey: theme.key,
    onFailed: stopComparing,
    ...{ view, isReady, source },
  });
  const moves = useLineMoves(chart, lines);
  const savePicture = useSavePicture(chart, symbol, view);
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
      <ChartChips
        hasVolume={hasVolume}
        end={
          <ChartTools
            full={full}
            isComparing={compared !== undefined}
            onDraw={() => setSheet('drawing')}
            onCompare={() => setSheet('comparison')}
            onSave={savePicture}
          />
        }
      />
      <div className={classes('relative', active ? 'min-h-0 flex-1' : height)}>
        <ChartInTurn
          symbol={symbol}
          label={t('of', { symbol })}
          said={said}
          decimals={theme.decimalsOf(row)}
          language={theme.language}
          themeKey={theme.key}
          orders={moves.orders}
          places={moves.places}
          onChart={setChart}
          {...{ view, indicators, source, attempt, isReady }}
        />
        {isReady && tool === undefined && moves.handles}
        {chart !== null && isReady && tool === undefined && orderHere !== undefined && (
          <OrderHere chart={chart} tickSize={row.tick_size} last={row.last} links={orderHere} />
        )}
        {chart !== null && isReady && (
          <Drawing chart={chart} tool={tool} drawings={drawings} onEnd={() => setTool(undefined)} />
        )}
        <ChartNotice loaded={loaded} onAgain={again} />
      </div>
      <Suspense fallback={null}>
        {sheet === 'drawing' && (
          <DrawingSheet
            onChoose={setTool}
            onRemoveLast={drawings.removeLast}
            onClear={drawings.clear}
            onClose={() => setSheet(undefined)}
          />
        )}
        {sheet === 'comparison' && (
          <ComparisonSheet
            open
            symbol={symbol}
            other={compared}
            onChoose={setOther}
            onClose={() => setSheet(undefined)}
          />
        )}
      </Suspense>
    </div>
  );
});
