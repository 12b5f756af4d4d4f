/** The sheet that confirms the new price of an order whose line was moved. It follows the order, which may fill meanwhile. */
import { useCall } from '../../../lib/queries.ts';
import type { SpotOrder } from '../../../live/order-list.ts';
import { useQuotations } from '../../../live/use-quotations.ts';
import { AmendOrder } from './amend-order.tsx';
import type { AmendOrderProps } from './amend-order.tsx';

export type MovedOrderProps = Required<Pick<AmendOrderProps, 'order' | 'moved' | 'open' | 'onClose'>>;

export function MovedOrder({ order: begun, moved, open, onClose }: MovedOrderProps) {
  const { symbol } = begun;
  const listed = useCall('GET coin/list', { status: 'in_transaction', symbol }).data?.items;
  const row = useQuotations().data?.find((known) => known.symbol === symbol);
  const present = listed?.find(({ id }) => id === begun.id);
  const order: SpotOrder = listed === undefined ? begun : (present ?? { ...begun, status: 'filled' });
  if (row === undefined) return null;
  return <AmendOrder order={order} row={row} moved={moved} open={open} onClose={onClose} />;
}
