/** The views of the chart: each period of the tape's candles, and the line, which connects the closes of the minutes. */
import type { CandlePeriod } from '../candles.ts';

export type ChartView = 'line' | CandlePeriod;

type Step = { readonly type: 'minute' | 'hour' | 'day' | 'week'; readonly span: number };

/** The chart library's name of each period. */
export const periodSteps: Readonly<Record<CandlePeriod, Step>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1D': { type: 'day', span: 1 },
  '1W': { type: 'week', span: 1 },
};

export const chartViews: readonly ChartView[] = ['line', '1m', '5m', '15m', '30m', '1h', '4h', '1D', '1W'];

/** Returns the period of the candles that a view shows. */
export function periodOf(view: ChartView): CandlePeriod {
  return view === 'line' ? '1m' : view;
}

export function periodOfStep(step: { readonly type: string; readonly span: number }): CandlePeriod {
  for (const [period, known] of Object.entries(periodSteps)) {
    if (known.type === step.type && known.span === step.span) return period as CandlePeriod;
  }
  throw new Error(`expected a step of a candle period, found ${step.span} ${step.type}`);
}
