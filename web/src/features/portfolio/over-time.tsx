/** The total now, or on the chosen day, above its chart, and the choice of the period. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Period } from '@candor/protocol/portfolio/kinds.ts';
import { periods } from '@candor/protocol/portfolio/kinds.ts';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { signOf, useFormat } from '../../lib/format.ts';
import { useSession } from '../../lib/session.ts';
import { useValuation } from '../../lib/valuation.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFlowWords } from './flow-words.ts';
import type { ChartPoint } from './period-points.ts';
import { pointsOf } from './period-points.ts';
import { ValueChart } from './value-chart.tsx';

type History = CallOutput<'GET portfolio/history'>;

export function usePeriodNames(): Readonly<Record<Period, string>> {
  const t = useTranslations('portfolio');
  return { '1w': t('p1w'), '1m': t('p1m'), '3m': t('p3m'), '1y': t('p1y'), all: t('all') };
}

/** The end of a day is the first second of the next. */
function useDayWords(newest: number | undefined): (point: ChartPoint) => string {
  const t = useTranslations('portfolio');
  const format = useFormat();
  return ({ time }) => (time === newest ? t('now') : t('dayEnd', { date: format.date(time - 1) }));
}

type OverTimeProps = {
  /** Undefined while loading. */
  readonly total: string | undefined;
  readonly history: History | undefined;
  /** Shown in place of a chart that could not be loaded. */
  readonly failed: ReactNode;
};

export function OverTime({ total, history, failed }: OverTimeProps) {
  const t = useTranslations('portfolio');
  const format = useFormat();
  const valued = useValuation();
  const flowWords = useFlowWords();
  const hidden = useSession((session) => session.amountsHidden);
  const [period, setPeriod] = useState<Period>('1m');
  const [at, setAt] = useState<number>();
  const names = usePeriodNames();
  const points = useMemo(
    () => (history === undefined ? undefined : pointsOf(history, { period, total })),
    [history, period, total],
  );
  const dayWords = useDayWords(points?.at(-1)?.time);
  const chosen = at === undefined ? undefined : points?.[at];
  const says = (point: ChartPoint): string =>
    [
      dayWords(point),
      hidden ? '' : `${format.money(valued.of(point.value))} ${valued.currency}`,
      ...point.flows.map(flowWords),
    ]
      .filter((text) => text !== '')
      .join(', ');
  return (
    <section className="bg-surface px-4 pt-4 pb-4">
      <Total value={chosen?.value ?? total} />
      <p className="min-h-6 truncate text-sm text-soft">
        {chosen === undefined ? (
          <Result
            performance={history?.performance.find((one) => one.period === period)}
            name={names[period]}
          />
        ) : (
          [dayWords(chosen), ...chosen.flows.map(flowWords)].join(' · ')
        )}
      </p>
      <div className="pt-3">
        {points === undefined ? (
          (failed ?? <Skeleton className="h-44 rounded-input" />)
        ) : points.length < 2 ? (
          <div className="grid h-44 place-items-center rounded-input bg-sunken px-6 text-center text-sm text-balance text-soft">
            {t('chartStarts')}
          </div>
        ) : (
          <ValueChart label={t('chart')} points={points} at={at} onChoose={setAt} says={says} />
        )}
      </div>
      <div className="pt-3">
        <Segmented
          label={t('period')}
          options={periods.map((value) => ({ value, label: names[value] }))}
          value={period}
          onChange={(next) => {
            setAt(undefined);
            setPeriod(next);
          }}
        />
      </div>
      <p className="pt-2 text-xs text-quiet">
        {t('scrub')} {t('marks')}
      </p>
    </section>
  );
}

function Total({ value }: { readonly value: string | undefined }) {
  const t = useTranslations('account');
  const hidden = useSession((session) => session.amountsHidden);
  const valued = useValuation();
  const Icon = hidden ? EyeOff : Eye;
  return (
    <>
      <button
        type="button"
        onClick={() => useSession.setState({ amountsHidden: !hidden })}
        className="relative flex items-center gap-1.5 text-sm text-soft after:absolute after:-inset-x-2 after:-top-4 after:-bottom-2 active:opacity-70"
      >
        {t('totalValue')} ({valued.currency})
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{hidden ? t('showAmounts') : t('hideAmounts')}</span>
      </button>
      <p className="flex h-11 items-center text-2xl font-semibold">
        {value === undefined ? (
          <Skeleton className="h-9 w-48" />
        ) : (
          <AmountText value={valued.of(value)} private />
        )}
      </p>
    </>
  );
}

type ResultProps = {
  readonly performance: History['performance'][number] | undefined;
  readonly name: string;
};

function Result({ performance, name }: ResultProps) {
  const valued = useValuation();
  if (performance === undefined) return null;
  const { profit_usdt: profit, return_percent: percent } = performance;
  const sign = signOf(profit);
  return (
    <span className="flex items-center gap-2">
      <span className={sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-soft'}>
        <AmountText value={valued.of(profit)} signed private />
      </span>
      {percent !== null && <ChangeText value={percent} />}
      <span className="text-xs text-quiet">{name}</span>
    </span>
  );
}
