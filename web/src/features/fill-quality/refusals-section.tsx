/** Refused orders by reason, whether refused immediately or while they waited, and how the price moved afterwards. */
import { useTranslations } from 'use-intl';
import { Section } from '../../ui/section.tsx';
import { refusalsBy } from './quality.ts';
import type { Quality } from './quality.ts';

export function RefusalsSection({ quality }: { readonly quality: Quality }) {
  const t = useTranslations('fillQuality');
  const refusals = refusalsBy(quality);
  return (
    <Section title={t('refusals')}>
      <p className="hairline p-4 text-sm text-soft">{t('refusalsText')}</p>
      {refusals.length === 0 && <p className="p-4 text-sm">{t('refusalsNone')}</p>}
      <ul>
        {refusals.map(({ group, atOnce, waiting, gained, lost }) => (
          <li key={group} className="hairline px-4 py-2.5 last:shadow-none">
            <p className="flex items-baseline justify-between gap-3">
              <span className="text-balance">{t(`reason.${group}`)}</span>
              <span className="figures font-semibold">{atOnce + waiting}</span>
            </p>
            <p className="text-sm text-soft">
              {[
                ...(atOnce > 0 ? [t('atOnce', { count: atOnce })] : []),
                ...(waiting > 0 ? [t('whileWaiting', { count: waiting })] : []),
              ].join(' · ')}
            </p>
            {gained + lost > 0 && <p className="text-sm text-soft">{t('after', { gained, lost })}</p>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
