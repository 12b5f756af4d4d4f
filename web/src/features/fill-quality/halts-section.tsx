/** The times of a day without prices, by symbol. */
import { useTranslations } from 'use-intl';
import { Section } from '../../ui/section.tsx';
import type { Quality } from './quality.ts';
import { useDuration } from './use-duration.ts';

export function HaltsSection({ halts }: { readonly halts: Quality['halts'] }) {
  const t = useTranslations('fillQuality');
  const duration = useDuration();
  return (
    <Section title={t('halts')}>
      {halts.length === 0 && <p className="p-4 text-sm">{t('haltsNone')}</p>}
      <ul>
        {halts.map(({ symbol, count, total_ms: totalMs, longest_ms: longestMs, lasting }) => (
          <li key={symbol} className="hairline px-4 py-2.5 last:shadow-none">
            <p className="flex items-baseline justify-between gap-3">
              <span className="font-medium">{symbol}</span>
              <span className="figures text-sm text-soft">{t('haltsCount', { count })}</span>
            </p>
            <p className="figures text-sm text-soft">
              {t('haltsLasted', { all: duration(totalMs), longest: duration(longestMs) })}
            </p>
            {lasting > 0 && <p className="text-sm text-warning">{t('haltsLasting')}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
