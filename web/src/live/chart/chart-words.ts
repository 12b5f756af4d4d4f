/** The description of the visible candles for screen readers. It is updated periodically and not announced automatically. */
import type { Chart } from 'klinecharts';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { decimalsOfText, useFormat } from '../../lib/format.ts';
import { whenIdle } from '../../lib/idle.ts';
import type { Quotation } from '../quotes.ts';
import type { ChartView } from './chart-periods.ts';

const ANEW_EVERY_MS = 3000;

export type Charted = {
  readonly row: Pick<Quotation, 'symbol' | 'tick_size'>;
  readonly view: ChartView;
  readonly isReady: boolean;
};

export function useChartWords(
  chart: Chart | null,
  { row: { symbol, tick_size: tick }, view, isReady }: Charted,
): string {
  const t = useTranslations('chart');
  const format = useFormat();
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (chart === null || !isReady) return undefined;
    const look = (): void => {
      const { from, to } = chart.getVisibleRange();
      const bars = chart.getDataList().slice(from, to);
      const [first, last] = [bars.at(0), bars.at(-1)];
      if (first === undefined || last === undefined) return;
      const price = (level: number) => format.price(level.toFixed(decimalsOfText(tick)), tick);
      const figures = {
        first: price(first.open),
        high: price(Math.max(...bars.map(({ high }) => high))),
        low: price(Math.min(...bars.map(({ low }) => low))),
        last: price(last.close),
      };
      const period = t(`view.${view}`);
      setSaid(t('said', { symbol, period, since: format.moment(first.timestamp / 1000), ...figures }));
    };
    let wanted = true;
    void whenIdle(ANEW_EVERY_MS).then(() => wanted && look());
    const timer = setInterval(look, ANEW_EVERY_MS);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [chart, isReady, view, symbol, tick, t, format]);
  return said === '' ? t('of', { symbol }) : said;
}
