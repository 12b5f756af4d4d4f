/** The customer's fund orders, in progress and ended. Each opens its details with all payments. */
import { Layers } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { fundLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useNamedPage, useShowNamed } from '../../lib/named-item.ts';
import { useCall } from '../../lib/queries.ts';
import { usePages } from '../../lib/use-pages.ts';
import type { Days } from '../../live/filters/list-filter.ts';
import { requestOf } from '../../live/filters/list-filter.ts';
import { ListFilters } from '../../live/filters/list-filters.tsx';
import { useNothing } from '../../live/filters/use-nothing.ts';
import { ItemList } from '../../parts/item-list.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { useOpened } from '../../ui/use-opened.ts';
import { OrderDetail } from './order-detail.tsx';
import { OrderRow } from './order-row.tsx';

const tabs = ['in_progress', 'finished'] as const;
type Tab = (typeof tabs)[number];

/** The polling interval. Orders change with the market's clock, and no event reports these changes. */
const EVERY_MS = 15_000;

export function FundOrdersScreen() {
  const t = useTranslations('fund');
  const asked = useParam('tab');
  const [tab, setTab] = useState<Tab>(asked === 'finished' ? 'finished' : 'in_progress');
  const [days, setDays] = useState<Days>({});
  const chosen = tab === 'finished' ? days : {};
  const orders = usePages('GET lh/deposit/order', {
    filter: { status: tab, ...requestOf(chosen) },
    everyMs: EVERY_MS,
  });
  const nothing = useNothing(
    {
      icon: Layers,
      title: t(`none.${tab}`),
      text: t('noneText'),
      step: { label: t('toFund'), onPress: () => navigate(fundLink) },
    },
    chosen,
    setDays,
  );
  const named = useNamedPage();
  const isNamed = useSignedIn() && named !== undefined;
  const namedOrders = useCall('GET lh/deposit/order', named ?? {}, { enabled: isNamed, everyMs: EVERY_MS });
  const listed = [...(orders.items ?? []), ...(namedOrders.data?.items ?? [])];
  const { item, show, sheet } = useOpened(listed);
  useShowNamed(namedOrders.data?.items, show);
  return (
    <Screen
      onRefresh={() => orders.query.refetch()}
      header={
        <>
          <TabStrip
            label={t('myOrders')}
            tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
            value={tab}
            onChange={setTab}
          />
          {tab === 'finished' && <ListFilters<object> choices={{}} filter={days} onChange={setDays} />}
        </>
      }
    >
      <ItemList {...orders} nothing={nothing}>
        {(order) => <OrderRow key={order.id} order={order} onOpen={() => show(order)} />}
      </ItemList>
      {item !== undefined && (
        <Sheet {...sheet} title={t('orderOf', { id: item.id })}>
          <OrderDetail order={item} onDone={sheet.onClose} />
        </Sheet>
      )}
    </Screen>
  );
}
