/** The customer's chart preferences, view and indicators, which are stored on the device. */
import { readStored, writeStored } from '@candor/client/stored.ts';
import { create } from 'zustand';
import { chartViews } from './chart-periods.ts';
import type { ChartView } from './chart-periods.ts';

export const indicatorNames = ['MA', 'EMA', 'BOLL', 'MACD', 'RSI'] as const;
export type IndicatorName = (typeof indicatorNames)[number];

type ChartPreferences = { readonly view: ChartView; readonly indicators: readonly IndicatorName[] };
type ChartPreferencesStore = ChartPreferences & {
  readonly setView: (view: ChartView) => void;
  readonly toggleIndicator: (name: IndicatorName) => void;
};

const storageKey = 'candor.chart';
const preferencesDefault: ChartPreferences = { view: '15m', indicators: ['MA'] };

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

function keep({ view, indicators }: ChartPreferences): void {
  writeStored('localStorage', storageKey, { view, indicators });
}

export const useChartPreferences = create<ChartPreferencesStore>()((set, get) => ({
  ...readPreferences(readStored('localStorage', storageKey)),
  setView: (view) => {
    set({ view });
    keep(get());
  },
  toggleIndicator: (name) => {
    const { indicators } = get();
    set({
      indicators: indicators.includes(name)
        ? indicators.filter((other) => other !== name)
        : [...indicators, name],
    });
    keep(get());
  },
}));
