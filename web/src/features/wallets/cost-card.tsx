/** What each coin cost on average, its profit at the current bid, and the gains of past sales. */
import { amount, formatAmount } from '@candor/domain/money/amount.ts';
import { valueReceived } from '@candor/domain/money/rounding.ts';
import { unrealisedOf } from '@candor/domain/statement/cost-basis.ts';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { AmountText } from '../../parts/amount-text.tsx';
import { FactRow } from '../../ui/fact-row.tsx';
import { Section } from '../../ui/section.tsx';

export function CostCard() {
  const t = useTranslations('coinCosts');
  const format = useFormat();
  const query = useCall('GET statement/holdings', {}, { enabled: useSignedIn() });
  const rows = useQuotations().data ?? [];
  // An addition to the wallets, which are complete without it.
  if (query.data === undefined || query.data.length === 0) return null;
  return (
    <Section title={t('holdings')}>
      {query.data.map(({ currency, quantity, cost, average_cost: average, realised }) => {
        const bid = rows.find(({ symbol }) => symbol === `${currency}/USDT`)?.bid;
        const open =
          bid === undefined || quantity === '0'
            ? undefined
            : unrealisedOf({ cost: amount(cost) }, valueReceived(amount(quantity), amount(bid)));
        return (
          <div key={currency} className="hairline px-4 py-3">
            <h3 className="font-medium">{currency}</h3>
            <dl>
              {average !== null && (
                <FactRow name={t('average')}>
                  <AmountText value={average} unit="USDT" private />
                </FactRow>
              )}
              {open !== undefined && (
                <FactRow name={t('unrealised')}>
                  <AmountText value={formatAmount(open.profit)} unit="USDT" signed private />
                  {open.percent !== null && ` (${format.percent(formatAmount(open.percent))})`}
                </FactRow>
              )}
              <FactRow name={t('realised')}>
                <AmountText value={realised} unit="USDT" signed private />
              </FactRow>
            </dl>
          </div>
        );
      })}
      <p className="px-4 py-3 text-sm text-quiet">{t('holdingsMean')}</p>
    </Section>
  );
}
