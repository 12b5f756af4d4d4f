/** Every cost of a period, in money and as a percentage of the amount it was charged on. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { Section } from '../../ui/section.tsx';

type Costs = CallOutput<'GET statement/one'>['costs'];

export function CostsSection({ costs }: { readonly costs: Costs }) {
  const t = useTranslations('statements');
  const kinds = useTranslations('costKinds');
  const format = useFormat();
  return (
    <Section title={t('costs')}>
      {costs.length === 0 && <p className="p-4 text-sm text-soft">{t('noCosts')}</p>}
      {costs.map(({ kind, currency, amount, base, percent }) => (
        <ListRow
          key={`${kind} ${currency}`}
          wrap
          title={kinds(kind)}
          subtitle={
            percent === null
              ? undefined
              : t('ofBase', {
                  percent: format.decimal(percent, { min: 0, max: 4 }),
                  base: format.money(base),
                  currency,
                })
          }
          end={<AmountText value={amount} decimals={8} minDecimals={2} private />}
          endSubtitle={currency}
        />
      ))}
      {costs.some(({ kind }) => kind.endsWith('_spread')) && (
        <p className="px-4 py-3 text-sm text-quiet">{t('spreadMeans')}</p>
      )}
    </Section>
  );
}
