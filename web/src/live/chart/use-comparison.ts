/** The comparison of a chart's instrument with another one, as long as one is chosen. */
import type { Chart } from 'klinecharts';
import { useEffect, useEffectEvent } from 'react';
import type { CandleSource } from './candle-feed.ts';
import { periodOf } from './chart-periods.ts';
import type { ChartView } from './chart-periods.ts';
import { readColours } from './chart-styles.ts';
import { otherCloses } from './compared-closes.ts';
import { showComparison } from './comparison.ts';

export type Comparing = {
  readonly symbol: string;
  readonly other: string | undefined;
  readonly view: ChartView;
  readonly themeKey: string;
  readonly isReady: boolean;
  readonly source: CandleSource;
  readonly onFailed: () => void;
};

export function useComparison(
  chart: Chart | null,
  { symbol, other, view, themeKey, isReady, source, onFailed }: Comparing,
): void {
  const fail = useEffectEvent(onFailed);
  const period = periodOf(view);
  useEffect(() => {
    const place = chart?.getDom();
    if (chart === null || other === undefined || !isReady || !place) return undefined;
    const closes = otherCloses(source, other, period);
    return showComparison(chart, {
      symbol,
      other,
      closes,
      colours: readColours(place),
      onFailed: () => fail(),
    });
  }, [chart, symbol, other, period, themeKey, isReady, source]);
}
