/** The customer's open orders on an instrument, as lines for its chart. */
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import type { Quotation } from '../../live/quotes.ts';
import { pixelFloat } from '../../live/chart/candle-feed.ts';
import type { OrderLine } from '../../live/chart/order-lines.ts';

const none: readonly OrderLine[] = [];

export function useOrderLines(row: Quotation): readonly OrderLine[] {
  const t = useTranslations('chart');
  const format = useFormat();
  const enabled = useSignedIn() && row.spot;
  const { data } = useCall('GET coin/list', { status: 'in_transaction', symbol: row.symbol }, { enabled });
  return useMemo(() => {
    if (!enabled || data === undefined) return none;
    return data.items.flatMap((order) =>
      order.price === null
        ? []
        : [
            {
              id: order.id,
              level: pixelFloat(order.price),
              side: order.side,
              label: t('orderLine', { side: t(order.side), quantity: format.quantity(order.quantity) }),
            },
          ],
    );
  }, [enabled, data, t, format]);
}
