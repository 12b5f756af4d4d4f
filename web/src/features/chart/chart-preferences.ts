/** How a customer likes charts: view and indicators, kept on the device as a display setting. */
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

/** Reads stored preferences; whatever it does not know falls back, so that an older or damaged entry never breaks a chart. */
export function readPreferences(stored: string | null): ChartPreferences {
  if (stored === null) return preferencesDefault;
  try {
    const found: unknown = JSON.parse(stored);
    if (typeof found !== 'object' || found === null) return preferencesDefault;
    const { view, indicators } = found as { view?: unknown; indicators?: unknown };
    return {
      view: chartViews.find((known) => known === view) ?? preferencesDefault.view,
      indicators: Array.isArray(indicators)
        ? indicatorNames.filter((name) => indicators.includes(name))
        : preferencesDefault.indicators,
    };
  } catch (error) {
    if (error instanceof SyntaxError) return preferencesDefault;
    throw error;
  }
}

function keep({ view, indicators }: ChartPreferences): void {
  localStorage.setItem(storageKey, JSON.stringify({ view, indicators }));
}

export const useChartPreferences = create<ChartPreferencesStore>()((set, get) => ({
  ...readPreferences(localStorage.getItem(storageKey)),
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
