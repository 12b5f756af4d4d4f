/** The customer's open orders on an instrument, as lines for its chart: their limits, and the stops that they still wait for. */
import { useContext, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useSignedIn } from '../../lib/customer.ts';
import { useFormat } from '../../lib/format.ts';
import { useCall } from '../../lib/queries.ts';
import type { Quotation } from '../../live/quotes.ts';
import { pixelFloat } from '../../live/chart/candle-feed.ts';
import type { OrderLine } from '../../live/chart/order-lines.ts';
import { SpotMovesContext } from '../../live/chart/spot-moves.ts';
import type { MovedField } from '../../live/chart/spot-moves.ts';
import type { SpotOrder } from '../../live/order-list.ts';

const none: readonly OrderLine[] = [];

/** A trailing stop has no fixed price to wait for. */
function pricesOf(order: SpotOrder): readonly (readonly [MovedField, string])[] {
  const waitsForStop = order.type !== 'trailing_stop' && order.triggered_seq === null;
  return [
    ...(order.price === null ? [] : [['price', order.price] as const]),
    ...(order.stop_price === null || !waitsForStop ? [] : [['stop', order.stop_price] as const]),
  ];
}

export function useOrderLines(row: Quotation): readonly OrderLine[] {
  const t = useTranslations('chart');
  const format = useFormat();
  const moves = useContext(SpotMovesContext);
  const enabled = useSignedIn() && row.spot;
  const tickSize = row.tick_size;
  const { data } = useCall('GET coin/list', { status: 'in_transaction', symbol: row.symbol }, { enabled });
  return useMemo(() => {
    if (!enabled || data === undefined) return none;
    return data.items.flatMap((order) =>
      pricesOf(order).map(([field, price]): OrderLine => {
        const what = { side: t(order.side), quantity: format.quantity(order.quantity) };
        const label = t(field === 'price' ? 'orderLine' : 'stopLine', what);
        const ask: NonNullable<OrderLine['move']>['ask'] = (to, onEnd) =>
          moves?.move(order, { field, price: to }, onEnd);
        return {
          id: `${order.id} ${field}`,
          level: pixelFloat(price),
          side: order.side,
          label,
          ...(moves?.isMovable(order) === true && { move: { name: label, price, tickSize, ask } }),
        };
      }),
    );
  }, [enabled, data, moves, tickSize, t, format]);
}
