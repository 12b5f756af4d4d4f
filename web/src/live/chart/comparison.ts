/**
 * Another instrument beside the chart's: both as lines of the change in per cent since the first visible candle, in a pane below
 * the candles.
 */
import type { Chart } from 'klinecharts';
import { registerIndicator } from 'klinecharts';
import type { ChartColours } from './chart-styles.ts';
import { PANE_LEAST_PX, paneHeight } from './chart-panes.ts';
import { changesSince } from './compared-closes.ts';
import type { Changes, OtherCloses } from './compared-closes.ts';

const NAME = 'COMPARISON';
const HEIGHT_PX = 96;
/** Registers the indicator with the chart library. It must be called before the first chart is created. */
export function registerComparison(): void {
  registerIndicator<Changes>({ name: NAME, calc: () => [] });
}

export type Compared = {
  readonly symbol: string;
  readonly other: string;
  readonly closes: OtherCloses;
  readonly colours: ChartColours;
  readonly onFailed: () => void;
};

/** Shows the comparison until the returned function is called. */
export function showComparison(
  chart: Chart,
  { symbol, other, closes, colours, onFailed }: Compared,
): () => void {
  const paneId = `pane_${NAME}`;
  const line = (color: string) => ({
    style: 'solid' as const,
    smooth: false,
    size: 1.5,
    dashedValue: [2, 2],
    color,
  });
  chart.createIndicator({
    name: NAME,
    shortName: '%',
    paneId,
    precision: 2,
    figures: [
      { key: 'own', title: `${symbol} `, type: 'line' },
      { key: 'other', title: `${other} `, type: 'line' },
    ],
    styles: { lines: [line(colours.accent), line(colours['chart-1'])] },
    calc: async (bars) => {
      const from = Math.max(0, chart.getVisibleRange().from);
      const first = bars[from];
      if (first === undefined) return [];
      const others = await closes.since(first.timestamp).catch(() => {
        onFailed();
        return [];
      });
      return changesSince(bars, others, from);
    },
  });
  chart.setPaneOptions({
    id: paneId,
    height: paneHeight(HEIGHT_PX, chart.getSize()?.height),
    minHeight: PANE_LEAST_PX,
  });
  const follow = (): void => {
    // The lines begin at the first visible candle, so scrolling computes them again.
    chart.overrideIndicator({ name: NAME, calcParams: [chart.getVisibleRange().from] });
  };
  chart.subscribeAction('onVisibleRangeChange', follow);
  return () => {
    chart.unsubscribeAction('onVisibleRangeChange', follow);
    closes.stop();
    chart.removeIndicator({ name: NAME });
  };
}
