/** The cost of the coins held at the end of a period, their value then, and the gain on the period's sales. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';

type Holdings = CallOutput<'GET statement/one'>['holdings'];

export function HoldingsSection({ holdings }: { readonly holdings: Holdings }) {
  const t = useTranslations('statements');
  const format = useFormat();
  if (holdings.length === 0) return null;
  return (
    <Section title={t('holdings')}>
      {holdings.map(
        ({ currency, average_cost: average, cost, realised, unrealised, unrealised_percent: percent }) => (
          <div key={currency} className="hairline px-4 py-3">
            <h3 className="font-medium">{currency}</h3>
            <dl>
              {average !== null && (
                <>
                  <FactRow name={t('average')}>
                    <AmountText value={average} unit="USDT" private />
                  </FactRow>
                  <FactRow name={t('cost')}>
                    <AmountText value={cost} unit="USDT" private />
                  </FactRow>
                  <FactRow name={t('unrealised')}>
                    {unrealised === null ? '–' : <AmountText value={unrealised} unit="USDT" signed private />}
                    {percent !== null && ` (${format.percent(percent)})`}
                  </FactRow>
                </>
              )}
              <FactRow name={t('realised')}>
                <AmountText value={realised} unit="USDT" signed private />
              </FactRow>
            </dl>
          </div>
        ),
      )}
      <p className="px-4 py-3 text-sm text-quiet">{t('holdingsMean')}</p>
    </Section>
  );
}
