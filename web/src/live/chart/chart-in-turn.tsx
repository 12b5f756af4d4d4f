/**
 * Defers the chart, because its code is large and the price above it is read first. Its data is fetched in parallel with the
 * code. React's Suspense is not used, because it would delay the replacement of the placeholder by a third of a second.
 */
import type { ComponentType } from 'react';
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { periodOf } from './chart-periods.ts';
import type { PriceChartProps } from './price-chart.tsx';

const BEHIND_PRICE_MS = 100;
let fetched: ComponentType<PriceChartProps> | undefined;

export function ChartInTurn(props: PriceChartProps) {
  const [Body, setBody] = useState(() => fetched);
  // Ignores the result: the component that draws the candles requests them again, and gets the cached answer or the error.
  const loadAhead = useEffectEvent(() => {
    props.source.load(props.symbol, periodOf(props.view), {}).catch(() => undefined);
  });
  const isHere = Body !== undefined;
  useEffect(() => {
    if (isHere) return undefined;
    let wanted = true;
    const show = ({ PriceChart }: { readonly PriceChart: ComponentType<PriceChartProps> }): void => {
      fetched = PriceChart;
      if (wanted) startTransition(() => setBody(() => PriceChart));
    };
    const fail = (failure: unknown): void => {
      if (!wanted) return;
      // Thrown while rendering, so that the screen's error boundary catches it.
      setBody(() => {
        throw failure;
      });
    };
    const timer = setTimeout(() => {
      loadAhead();
      import('./price-chart.tsx').then(show, fail);
    }, BEHIND_PRICE_MS);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [isHere]);
  return Body === undefined ? null : <Body {...props} />;
}
