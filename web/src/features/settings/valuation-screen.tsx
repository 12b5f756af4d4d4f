/** The choice of the currency for totals: USDT or any currency with a published rate. */
import { Check } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { CoinMark } from '../../ui/coin-mark.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';

export function ValuationScreen() {
  const t = useTranslations('settings');
  const titles = useTranslations('titles');
  const format = useFormat();
  const chosen = useSession((session) => session.valuation);
  const query = useCall('GET lh/wh_bzhl_list', {}, { ofCustomer: false });
  return (
    <Screen onRefresh={() => query.refetch()}>
      <p className="gutter pt-3 text-sm text-soft">{t('valuationMeans')}</p>
      <Loaded query={query} skeleton={<SkeletonRows count={6} />}>
        {(data) => (
          <Section>
            <div role="radiogroup" aria-label={titles('valuation')}>
              {data.map(({ currency, rate }) => (
                <button
                  key={currency}
                  type="button"
                  role="radio"
                  aria-checked={currency === chosen}
                  onClick={() => useSession.setState({ valuation: currency })}
                  className="press hairline flex min-h-14 w-full items-center gap-3 px-4 text-left last:shadow-none"
                >
                  <CoinMark of={currency} size={28} />
                  <span className="min-w-0 flex-1">{currency}</span>
                  <span className="figures text-sm text-quiet">
                    {currency !== 'USDT' && `1 = ${format.quantity(rate)} USDT`}
                  </span>
                  {currency === chosen ? (
                    <Check size={20} strokeWidth={1.75} aria-hidden="true" className="text-accent" />
                  ) : (
                    <span aria-hidden="true" className="w-5" />
                  )}
                </button>
              ))}
            </div>
          </Section>
        )}
      </Loaded>
    </Screen>
  );
}
