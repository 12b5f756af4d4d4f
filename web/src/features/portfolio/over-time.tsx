/** The total now or on the chosen day, its chart, and the choice of the period. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Period } from '@candor/protocol/portfolio/kinds.ts';
import { periods } from '@candor/protocol/portfolio/kinds.ts';
import { Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { punctuationOf } from '../../lib/punctuation.ts';
import { useSession } from '../../lib/session.ts';
import { useValuation } from '../../lib/valuation.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ChangeText } from '../../parts/change-text.tsx';
import { classes } from '../../ui/classes.ts';
import { heroSize } from '../../ui/hero-size.ts';
import { Section } from '../../ui/section.tsx';
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

/** The chosen period and day, which the hero and the chart share. */
export type OverTime = {
  readonly period: Period;
  readonly setPeriod: (period: Period) => void;
  readonly at: number | undefined;
  readonly setAt: (at: number | undefined) => void;
  /** Undefined while loading. */
  readonly points: readonly ChartPoint[] | undefined;
};

export function useOverTime(history: History | undefined, total: string | undefined): OverTime {
  const [period, setPeriod] = useState<Period>('1m');
  const [at, setAt] = useState<number>();
  const points = useMemo(
    () => (history === undefined ? undefined : pointsOf(history, { period, total })),
    [history, period, total],
  );
  const choosePeriod = (next: Period): void => {
    setAt(undefined);
    setPeriod(next);
  };
  return { period, setPeriod: choosePeriod, at, setAt, points };
}

type HeroProps = {
  readonly over: OverTime;
  /** Undefined while loading. */
  readonly total: string | undefined;
  readonly history: History | undefined;
};

/** The total now with the result of the period, or the value on the chosen day with that day's flows. */
export function OverTimeHero({ over: { period, at, points }, total, history }: HeroProps) {
  const flowWords = useFlowWords();
  const dayWords = useDayWords(points?.at(-1)?.time);
  const names = usePeriodNames();
  const chosen = at === undefined ? undefined : points?.[at];
  return (
    <div className="px-4 pt-1 pb-4 desk:pt-4">
      <Total value={chosen?.value ?? total} />
      <div className="flex min-h-6 items-center truncate text-sm text-on-hero">
        {chosen !== undefined ? (
          <span className="truncate">{[dayWords(chosen), ...chosen.flows.map(flowWords)].join(' · ')}</span>
        ) : history === undefined ? (
          <Skeleton className="h-4 w-36 bg-white/20" />
        ) : (
          <Result
            performance={history.performance.find((one) => one.period === period)}
            name={names[period]}
          />
        )}
      </div>
    </div>
  );
}

type ChartProps = {
  readonly over: OverTime;
  /** Shown in place of a chart that could not be loaded. */
  readonly failed: ReactNode;
};

export function OverTimeChart({ over: { period, setPeriod, at, setAt, points }, failed }: ChartProps) {
  const t = useTranslations('portfolio');
  const format = useFormat();
  const { gap } = punctuationOf(format.locale);
  const valued = useValuation();
  const flowWords = useFlowWords();
  const dayWords = useDayWords(points?.at(-1)?.time);
  const hidden = useSession((session) => session.amountsHidden);
  const names = usePeriodNames();
  const says = (point: ChartPoint): string =>
    [
      dayWords(point),
      hidden ? '' : `${format.money(valued.of(point.value))} ${valued.currency}`,
      ...point.flows.map(flowWords),
    ]
      .filter((text) => text !== '')
      .join(' · ');
  return (
    <Section title={t('chart')}>
      <div className="space-y-3 p-4">
        {points === undefined ? (
          (failed ?? <Skeleton className="h-44 rounded-input" />)
        ) : points.length < 2 ? (
          <p className="grid h-44 place-items-center rounded-input bg-sunken px-6 text-center text-sm text-balance text-soft">
            {t('chartStarts')}
          </p>
        ) : (
          <ValueChart label={t('chart')} points={points} at={at} onChoose={setAt} says={says} />
        )}
        <Segmented
          label={t('period')}
          options={periods.map((value) => ({ value, label: names[value] }))}
          value={period}
          onChange={setPeriod}
          byWord
        />
        <p className="text-xs text-quiet">{`${t('scrub')}${gap}${t('marks')}`}</p>
      </div>
    </Section>
  );
}

function Total({ value }: { readonly value: string | undefined }) {
  const t = useTranslations('account');
  const hidden = useSession((session) => session.amountsHidden);
  const valued = useValuation();
  const { open, close } = punctuationOf(useFormat().locale);
  const Icon = hidden ? EyeOff : Eye;
  const shown = value === undefined ? undefined : valued.of(value);
  return (
    <>
      <button
        type="button"
        onClick={() => useSession.setState({ amountsHidden: !hidden })}
        className="relative flex items-center gap-1.5 text-sm text-on-hero after:absolute after:-inset-x-2 after:-inset-y-3 active:opacity-70"
      >
        {`${t('totalValue')}${open}${valued.currency}${close}`}
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        <span className="sr-only">{hidden ? t('showAmounts') : t('hideAmounts')}</span>
      </button>
      {shown === undefined ? (
        <Skeleton className="my-1.5 h-10 w-56 bg-white/20" />
      ) : (
        <p className={classes('font-semibold tracking-tight', heroSize(shown))}>
          <AmountText value={shown} private />
        </p>
      )}
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
  return (
    <span className="flex items-center gap-2 font-medium">
      <AmountText value={valued.of(profit)} signed private />
      {percent !== null && <ChangeText value={percent} onHero />}
      <span className="text-xs font-normal">{name}</span>
    </span>
  );
}
