/** The customer's price alerts, by instrument. */
import { BellPlus } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { navigate } from '../../lib/hash-history.ts';
import { marketLink } from '../../lib/links.ts';
import { AlertRow } from '../../live/alerts/alert-row.tsx';
import { usePriceAlerts } from '../../live/alerts/use-price-alerts.ts';
import { useQuotations } from '../../live/use-quotations.ts';
import { ArrangedList } from '../../parts/item-list.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Section } from '../../ui/section.tsx';

/** The tick size until the market has loaded, and for instruments that are no longer traded. */
const TICK_USUAL = '0.01';

export function AlertsScreen() {
  const t = useTranslations('alerts');
  const query = usePriceAlerts();
  const { data: rows } = useQuotations();
  const max = query.data?.max ?? 0;
  return (
    <Screen onRefresh={() => query.refetch()}>
      <ArrangedList
        query={query}
        items={query.data?.items}
        lines={3}
        nothing={{
          icon: BellPlus,
          title: t('none'),
          text: t('noneText'),
          step: { label: t('toMarket'), onPress: () => navigate(marketLink) },
        }}
      >
        {(items) => (
          <>
            <Section>
              {items.map((alert) => (
                <AlertRow
                  key={alert.id}
                  alert={alert}
                  tickSize={rows?.find(({ symbol }) => symbol === alert.symbol)?.tick_size ?? TICK_USUAL}
                />
              ))}
            </Section>
            <p className="gutter pt-3 text-sm text-quiet">{t('count', { count: items.length, max })}</p>
          </>
        )}
      </ArrangedList>
    </Screen>
  );
}
