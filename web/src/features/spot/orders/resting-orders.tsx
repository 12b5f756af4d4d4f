/** The customer's open orders on one instrument, below its ticket. */
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../../lib/customer.ts';
import { useCall } from '../../../lib/queries.ts';
import { ordersLink } from '../../../lib/links.ts';
import { Section } from '../../../ui/section.tsx';
import { OrderRow } from './order-row.tsx';
import { useAmend } from './use-amend.tsx';
import { useCancel } from './use-cancel.tsx';
import { useReceipt } from './use-receipt.tsx';

export function RestingOrders({ symbol }: { readonly symbol: string }) {
  const t = useTranslations('orders');
  const signedIn = useSignedIn();
  const { data } = useCall('GET coin/list', { status: 'in_transaction', symbol }, { enabled: signedIn });
  const cancel = useCancel(symbol);
  const amend = useAmend(data?.items);
  const receipt = useReceipt(data?.items, { onCancel: cancel.ask, onAmend: amend.ask });
  if (!signedIn || data === undefined) return null;
  return (
    <Section
      title={t('restingOn', { symbol, count: data.items.length })}
      more={{ href: ordersLink, label: t('allOrders') }}
    >
      {data.items.length === 0 ? (
        <p className="px-4 py-5 text-center text-sm text-quiet">{t('noneResting')}</p>
      ) : (
        data.items.map((order) => (
          <OrderRow key={order.id} order={order} onCancel={cancel.ask} onOpen={receipt.show} />
        ))
      )}
      {receipt.sheet}
      {cancel.sheet}
      {amend.sheet}
    </Section>
  );
}
