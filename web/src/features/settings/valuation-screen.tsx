/** The choice of the currency for totals: USDT or any currency with a published rate. */
import { useTranslations } from 'use-intl';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session.ts';
import { ChoiceRows } from '../../ui/choice-rows.tsx';
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
            <ChoiceRows
              label={titles('valuation')}
              rows={data.map(({ currency, rate }) => ({
                value: currency,
                label: currency,
                start: <CoinMark of={currency} size={28} />,
                end: (
                  <span className="figures text-sm text-quiet">
                    {currency !== 'USDT' && `1 = ${format.quantity(rate)} USDT`}
                  </span>
                ),
              }))}
              value={chosen}
              onChoose={(valuation) => useSession.setState({ valuation })}
            />
          </Section>
        )}
      </Loaded>
    </Screen>
  );
}
