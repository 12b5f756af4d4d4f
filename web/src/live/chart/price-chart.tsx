/**
 * The chart, in a separate chunk with the chart library. It is created once: later changes of symbol, period, view, indicators,
 * theme and order lines are applied to the existing chart.
 */
import type { Language } from '@candor/protocol/languages.ts';
import type { AxisCreateTicksCallback, Chart } from 'klinecharts';
import { dispose, init, utils } from 'klinecharts';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { RefObject } from 'react';
import { classes } from '../../ui/classes.ts';
import { createCandleFeed } from './candle-feed.ts';
import type { CandleSource } from './candle-feed.ts';
import { periodOf, periodSteps } from './chart-periods.ts';
import type { ChartView } from './chart-periods.ts';
import { syncIndicators } from './chart-indicators.ts';
import type { IndicatorName } from './chart-preferences.ts';
import { axisText, chartStyles, readColours } from './chart-styles.ts';
import { speak } from './chart-numbers.ts';
import { registerComparison } from './comparison.ts';
import { registerChartTexts } from './chart-texts.ts';
import type { LinePlaces } from './line-places.ts';
import { drawOrderLines, registerOrderLines } from './order-lines.ts';
import type { OrderLine } from './order-lines.ts';
import { useSteps } from '../../lib/after-paint.ts';

registerChartTexts();
registerOrderLines();
registerComparison();

export type PriceChartProps = {
  readonly symbol: string;
  readonly label: string;
  readonly said: string;
  readonly decimals: { readonly price: number; readonly volume: number };
  readonly view: ChartView;
  readonly indicators: readonly IndicatorName[];
  readonly language: Language;
  /** Changes with the theme and the colour for rises, so that the chart reads the tokens again. */
  readonly themeKey: string;
  readonly orders: readonly OrderLine[];
  /** Receives the places where the lines are drawn. */
  readonly places: LinePlaces;
  readonly source: CandleSource;
  /** Whether the candles have loaded. Until then the chart is covered and not painted. */
  readonly isReady: boolean;
  /** Incremented when the customer retries loading. */
  readonly attempt: number;
  /** Receives the chart when it has been created, and null before it is removed. */
  readonly onChart: (chart: Chart | null) => void;
};

/**
 * The steps of drawing: the frame, then the indicator panes in the customer's language, then the prices. Without separate steps,
 * a slow phone would freeze.
 */
const STEP_OF_INDICATORS = 1;
const STEP_OF_PRICES = 2;

/** Leaves out a time label that the price axis would cut off. */
const wholeTimes: AxisCreateTicksCallback = ({ bounding, defaultTicks }) =>
  defaultTicks.filter(({ coord, text }) => {
    const half = utils.calcTextWidth(text, axisText.size, 'normal', axisText.family) / 2;
    return coord - half >= 0 && coord + half <= bounding.width;
  });

function boxOf(place: HTMLElement | null): HTMLElement | null {
  return place?.querySelector<HTMLElement>('[tabindex]') ?? null;
}

/** Creates the chart once in its container and keeps it until it is unmounted. */
function useLivingChart(
  place: RefObject<HTMLDivElement | null>,
  { source, onChart, view, themeKey }: Pick<PriceChartProps, 'source' | 'onChart' | 'view' | 'themeKey'>,
): RefObject<Chart | null> {
  const handle = useRef<Chart>(null);
  // Sets the app's colours and font from the start, because the library measures text immediately and the first use of a font is
  // slow.
  const stylesAt = useEffectEvent((element: HTMLElement) => chartStyles(readColours(element), view));
  const worn = useRef('');
  const look = `${view} ${themeKey}`;
  const install = useEffectEvent(() => void (worn.current = look));
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const chart = init(element, {
      layout: { barSpaceLimit: { min: 2, max: 40 }, pane: { minHeight: 60, height: 84 } },
      styles: stylesAt(element),
    });
    if (chart === null) throw new Error('expected the chart library to create a chart, found none');
    install();
    chart.setBarSpace(7);
    chart.setOffsetRightDistance(48);
    chart.overrideXAxis({ createTicks: wholeTimes });
    handle.current = chart;
    onChart(chart);
    // Restores the document order of the library's element, which the library puts first in the tab order.
    const box = boxOf(element);
    if (box !== null) box.tabIndex = 0;
    const feed = createCandleFeed(source);
    chart.setDataLoader(feed.loader);
    const sizes = new ResizeObserver(() => chart.resize());
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      feed.dispose();
      handle.current = null;
      onChart(null);
      dispose(element);
    };
  }, [place, source, onChart]);

  useEffect(() => {
    if (handle.current === null || place.current === null || worn.current === look) return;
    handle.current.setStyles(stylesAt(place.current));
    install();
  }, [place, look]);
  return handle;
}

export function PriceChart(props: PriceChartProps) {
  const { symbol, label, said, decimals, view, indicators, language } = props;
  const { themeKey, orders, places, isReady, attempt } = props;
  const place = useRef<HTMLDivElement>(null);
  const handle = useLivingChart(place, props);
  const step = useSteps(STEP_OF_PRICES);

  useEffect(() => {
    if (handle.current !== null && step >= STEP_OF_INDICATORS) speak(handle.current, language);
  }, [handle, step, language]);

  // Sets the symbol and the period only if they differ, because setting either reloads the chart.
  useEffect(() => {
    const chart = handle.current;
    if (chart === null || step < STEP_OF_PRICES) return;
    if (chart.getSymbol()?.ticker !== symbol) {
      chart.setSymbol({ ticker: symbol, pricePrecision: decimals.price, volumePrecision: decimals.volume });
    }
    const span = periodSteps[periodOf(view)];
    const present = chart.getPeriod();
    if (present?.type !== span.type || present.span !== span.span) chart.setPeriod(span);
  }, [handle, step, symbol, decimals.price, decimals.volume, view]);

  useEffect(() => {
    if (attempt > 0) handle.current?.resetData();
  }, [handle, attempt]);

  useEffect(() => {
    if (handle.current === null || place.current === null || step < STEP_OF_INDICATORS) return;
    syncIndicators(handle.current, indicators, readColours(place.current));
  }, [handle, step, indicators, themeKey]);

  useEffect(() => {
    if (handle.current === null || place.current === null || step < STEP_OF_PRICES) return;
    drawOrderLines(handle.current, { lines: orders, places, colours: readColours(place.current) });
  }, [handle, step, orders, places, themeKey]);

  useEffect(() => {
    // Labels the library's element, because this element receives the focus.
    const box = boxOf(place.current);
    box?.setAttribute('role', 'img');
    box?.setAttribute('aria-label', said);
  }, [said]);

  return (
    <div
      ref={place}
      role="group"
      aria-label={label}
      className={classes('isolate size-full', !isReady && 'invisible')}
      data-base-ui-swipe-ignore
    />
  );
}
