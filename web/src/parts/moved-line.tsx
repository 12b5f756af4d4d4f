/** The old and the new price of a line that was moved on the chart. */
import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../lib/format.ts';
import { finishedDecimal } from '../ui/keypad-typing.ts';

export type MovedLineProps = {
  readonly name: string;
  readonly was: string;
  /** As typed. */
  readonly now: string;
  readonly tickSize: string;
};

export function MovedLine({ name, was, now, tickSize }: MovedLineProps) {
  const t = useTranslations('chart');
  const format = useFormat();
  const next = finishedDecimal(now);
  const prices = { was: format.price(was, tickSize), now: next === '' ? '–' : format.price(next, tickSize) };
  return (
    <p className="rounded-input bg-sunken px-4 py-3">
      <span className="block text-sm text-soft">{name}</span>
      <span className="sr-only">{t('movedFromTo', prices)}</span>
      <span aria-hidden="true" className="figures flex flex-wrap items-center gap-x-2 text-lg font-semibold">
        <span className="text-soft">{prices.was}</span>
        <ArrowRight size={18} strokeWidth={1.75} className="shrink-0 text-quiet" />
        {prices.now}
      </span>
    </p>
  );
}
