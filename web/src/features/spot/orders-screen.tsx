/** The customer's spot orders: open orders, updated by events, and completed orders with their receipts. */
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { navigate } from '../../lib/hash-history.ts';
import { tradeLink } from '../../lib/links.ts';
import { useParam } from '../../lib/location.ts';
import { useNamedPage, useShowNamed } from '../../lib/named-item.ts';
import { useCall } from '../../lib/queries.ts';
import { useNothing } from '../../live/filters/use-nothing.ts';
import type { SpotOrder } from '../../live/order-list.ts';
import { SwitchRow } from '../../live/switch-row.tsx';
import { Button } from '../../ui/button.tsx';
import { ItemList } from '../../parts/item-list.tsx';
import { Screen } from '../../parts/screen.tsx';
import { TabStrip } from '../../ui/tab-strip.tsx';
import { OrderFilters } from './orders/order-filters.tsx';
import { OrderRow } from './orders/order-row.tsx';
import { useAmend } from './orders/use-amend.tsx';
import { useCancel } from './orders/use-cancel.tsx';
import type { OrderFilter } from './orders/use-order-pages.ts';
import { useOrderPages } from './orders/use-order-pages.ts';
import { useReceipt } from './orders/use-receipt.tsx';

const tabs = ['in_transaction', 'completed'] as const;
type Tab = (typeof tabs)[number];

type ListProps = {
  readonly query: {
    readonly isError: boolean;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly items: readonly SpotOrder[] | undefined;
  readonly tab: Tab;
  readonly onOpen: (order: SpotOrder) => void;
  readonly onCancel?: (order: SpotOrder) => void;
  readonly onMore?: (() => void) | undefined;
  readonly filter?: OrderFilter;
  readonly onFilter?: (filter: OrderFilter) => void;
};

const noFilter: Readonly<OrderFilter> = {};

function OrderList({ tab, onOpen, onCancel, filter = noFilter, onFilter, ...frame }: ListProps) {
  const t = useTranslations('orders');
  const nothing = useNothing(
    {
      icon: ClipboardList,
      title: t(`empty.${tab}`),
      text: t(`emptyText.${tab}`),
      step: { label: t('trade'), onPress: () => navigate(tradeLink('BTC/USDT')) },
    },
    filter,
    (next: OrderFilter) => onFilter?.(next),
  );
  return (
    <ItemList {...frame} lines={6} nothing={nothing}>
      {(order) => <OrderRow key={order.id} order={order} onOpen={onOpen} onCancel={onCancel} />}
    </ItemList>
  );
}

export function OrdersScreen() {
  const t = useTranslations('orders');
  const signedIn = useSignedIn();
  const wanted = useParam('tab');
  const [tab, setTab] = useState<Tab>(wanted === 'completed' ? wanted : 'in_transaction');
  const resting = useCall('GET coin/list', { status: 'in_transaction' }, { enabled: signedIn });
  const [filter, setFilter] = useState<OrderFilter>({});
  const completed = useOrderPages(tab === 'completed', filter);
  const cancel = useCancel();
  const restingItems = resting.data?.items;
  const amend = useAmend(restingItems);
  const receipt = useReceipt(tab === 'completed' ? completed.items : restingItems, {
    onCancel: cancel.ask,
    onAmend: amend.ask,
  });
  const named = useNamedPage();
  const namedOrders = useCall('GET coin/list', named ?? {}, { enabled: signedIn && named !== undefined });
  useShowNamed(namedOrders.data?.items, receipt.show);
  return (
    <Screen
      onRefresh={() => (tab === 'completed' ? completed.query.refetch() : resting.refetch())}
      header={
        <>
          <TabStrip
            label={t('tabs')}
            tabs={tabs.map((value) => ({ value, label: t(`tab.${value}`) }))}
            value={tab}
            onChange={setTab}
          />
          {tab === 'completed' && <OrderFilters filter={filter} onChange={setFilter} />}
        </>
      }
      footer={
        tab === 'in_transaction' && restingItems !== undefined && restingItems.length > 1 ? (
          <Button block kind="secondary" onClick={() => cancel.askAll(restingItems.length)}>
            {t('cancelAll')}
          </Button>
        ) : undefined
      }
    >
      {tab === 'in_transaction' ? (
        <>
          <OrderList
            query={resting}
            items={restingItems}
            tab={tab}
            onOpen={receipt.show}
            onCancel={cancel.ask}
          />
          <SwitchRow />
        </>
      ) : (
        <OrderList {...completed} tab={tab} onOpen={receipt.show} filter={filter} onFilter={setFilter} />
      )}
      {receipt.sheet}
      {cancel.sheet}
      {amend.sheet}
    </Screen>
  );
}
