/** The customer's resting orders on one instrument, under its ticket. */
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Link } from 'wouter';
import { useSignedIn } from '../../../lib/customer.ts';
import { useCall } from '../../../lib/queries.ts';
import { ordersLink } from '../../../live/links.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { Section } from '../../../ui/section.tsx';
import { OrderRow } from './order-row.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { useCancel } from './use-cancel.tsx';

export function RestingOrders({ symbol }: { readonly symbol: string }) {
  const t = useTranslations('orders');
  const signedIn = useSignedIn();
  const { data } = useCall('GET coin/list', { status: 'in_transaction', symbol }, { enabled: signedIn });
  const [receipt, setReceipt] = useState<SpotOrder>();
  const [open, setOpen] = useState(false);
  const cancel = useCancel(symbol);
  if (!signedIn || data === undefined) return null;
  return (
    <Section
      title={t('restingOn', { symbol, count: data.items.length })}
      end={
        <Link href={ordersLink} className="flex min-h-9 items-center text-sm text-accent">
          {t('allOrders')}
        </Link>
      }
    >
      {data.items.length === 0 ? (
        <p className="px-4 py-5 text-center text-sm text-quiet">{t('noneResting')}</p>
      ) : (
        data.items.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            onCancel={cancel.ask}
            onOpen={(chosen) => {
              setReceipt(chosen);
              setOpen(true);
            }}
          />
        ))
      )}
      {receipt !== undefined && (
        <ReceiptSheet
          order={receipt}
          open={open}
          onClose={() => setOpen(false)}
          onCancel={(order) => {
            setOpen(false);
            cancel.ask(order);
          }}
        />
      )}
      {cancel.sheet}
    </Section>
  );
}
