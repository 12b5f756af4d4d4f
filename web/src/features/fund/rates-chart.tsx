/** A tier's published rates, one bar per day, oldest on the left. Days without income have a line at the bottom. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { ratesOf } from './published-rates.ts';
import type { DayRate } from './published-rates.ts';
import type { Published } from './use-fund.ts';

const WIDTH = 320;
const HEIGHT = 96;
const GAP = 2;

/** Uses floats, because drawing needs no exact arithmetic. */
function barsOf(rates: readonly DayRate[]): { x: number; width: number; height: number }[] {
  const values = rates.map(({ rate }) => globalThis.Number(rate));
  const top = Math.max(...values, 0.01);
  const stride = WIDTH / Math.max(rates.length, 7);
  return values.map((value, at) => ({
    x: at * stride,
    width: Math.max(stride - GAP, 1),
    height: Math.max((value / top) * (HEIGHT - 4), 1.5),
  }));
}

export function RatesChart({ published, projectId }: { published: Published; projectId: string }) {
  const t = useTranslations('fund');
  const { percent, date } = useFormat();
  const rates = useMemo(() => ratesOf(published, projectId), [published, projectId]);
  const bars = useMemo(() => barsOf(rates), [rates]);
  const [first, last] = [rates.at(0), rates.at(-1)];
  if (first === undefined || last === undefined) {
    return <p className="px-4 py-3 text-sm text-quiet">{t('noRates')}</p>;
  }
  const said = t('chartLabel', { count: rates.length, rate: percent(last.rate) });
  return (
    <figure className="px-4 py-3">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={said}
        preserveAspectRatio="none"
        className="block h-24 w-full text-accent"
      >
        {bars.map(({ x, width, height }) => (
          <rect key={x} x={x} y={HEIGHT - height} width={width} height={height} fill="currentColor" rx="1" />
        ))}
      </svg>
      <figcaption className="figures flex justify-between gap-3 pt-1 text-xs text-quiet">
        <span>{date(first.seconds)}</span>
        {rates.length > 1 && <span>{date(last.seconds)}</span>}
      </figcaption>
      <p className="figures pt-2 text-sm">
        {t('latest', { rate: percent(last.rate), yearly: percent(last.yearly) })}
      </p>
      <p className="text-sm text-quiet">{t('pastOnly')}</p>
    </figure>
  );
}
