/** The turnover of the credit: a bar, the figures, and an explanation of what is included. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { Section } from '../../ui/section.tsx';
import type { Credit } from './credit.ts';
import { turnoverPercent } from './credit.ts';

export function TurnoverPart({ credit }: { readonly credit: Credit }) {
  const t = useTranslations('experience');
  const format = useFormat();
  const percent = turnoverPercent(credit);
  const figures = t('turnoverOf', {
    turnover: format.money(credit.turnover),
    needed: format.moneyUp(credit.turnover_needed),
  });
  return (
    <Section title={t('turnover')}>
      <div className="space-y-2 px-4 py-3">
        <p className="figures flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold">{figures}</span>
          <span className="text-sm text-soft">{percent}%</span>
        </p>
        <div
          role="meter"
          aria-label={t('turnover')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={figures}
          className="h-1.5 overflow-hidden rounded-full bg-sunken"
        >
          <div className="h-full rounded-full bg-soft" style={{ width: `${percent}%` }} />
        </div>
        <p className="text-sm text-quiet">{t('turnoverCounts')}</p>
      </div>
    </Section>
  );
}
