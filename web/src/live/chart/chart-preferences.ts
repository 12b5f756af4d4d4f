/** The customer's chart preferences, view and indicators, which are stored on the device. */
import { useSetting } from '../../lib/device.ts';
import type { Setting } from '../../lib/device.ts';
import { hasOwnPane } from './chart-panes.ts';
import { chartViews } from './chart-periods.ts';
import type { ChartView } from './chart-periods.ts';

/** Indicators over the candles first, then those in separate panes. */
export const indicatorNames = [
  'MA',
  'EMA',
  'BOLL',
  'SAR',
  'VOL',
  'MACD',
  'RSI',
  'KDJ',
  'DMI',
  'CCI',
  'WR',
  'OBV',
] as const;
/** Indicators that are meaningless for an instrument without a volume. */
export const needsVolume: readonly IndicatorName[] = ['VOL', 'OBV'];
export type IndicatorName = (typeof indicatorNames)[number];

type ChartPreferences = { readonly view: ChartView; readonly indicators: readonly IndicatorName[] };
const preferencesDefault: ChartPreferences = { view: '15m', indicators: ['MA', 'VOL'] };
/** The maximum number of panes below the candles; with more of them, a phone would have no room for the candles. */
const PANES_MAX = 3;

/** Adds or removes an indicator. If there would be too many panes, the new one replaces the pane that was added first. */
export function toggled(indicators: readonly IndicatorName[], name: IndicatorName): readonly IndicatorName[] {
  if (indicators.includes(name)) return indicators.filter((other) => other !== name);
  const panes = hasOwnPane(name) ? indicators.filter(hasOwnPane) : [];
  const leaves = panes.length < PANES_MAX ? undefined : panes[0];
  return [...indicators.filter((other) => other !== leaves), name];
}

/** Parses preferences from stored content. Unknown values are replaced by defaults, so that an outdated record does no harm. */
export function readPreferences(stored: unknown): ChartPreferences {
  if (typeof stored !== 'object' || stored === null) return preferencesDefault;
  const { view, indicators } = stored as { view?: unknown; indicators?: unknown };
  return {
    view: chartViews.find((known) => known === view) ?? preferencesDefault.view,
    indicators: Array.isArray(indicators)
      ? indicatorNames.filter((name) => indicators.includes(name))
      : preferencesDefault.indicators,
  };
}

const setting: Setting<ChartPreferences> = {
  store: 'localStorage',
  key: 'candor.chart',
  parse: readPreferences,
};

export type ChosenPreferences = ChartPreferences & {
  readonly setView: (view: ChartView) => void;
  readonly toggleIndicator: (name: IndicatorName) => void;
};

export function useChartPreferences(): ChosenPreferences {
  const [preferences, update] = useSetting(setting);
  return {
    ...preferences,
    setView: (view) => update((before) => ({ ...before, view })),
    toggleIndicator: (name) =>
      update((before) => ({ ...before, indicators: toggled(before.indicators, name) })),
  };
}
