/** The sheet that changes an order, opened from its receipt. It shows the listed order, so that changes by events appear. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { SpotOrder } from '../../../live/order-list.ts';
import { useQuotations } from '../../../live/use-quotations.ts';
import { AmendOrder } from './amend-order.tsx';

export type Amend = {
  readonly ask: (order: SpotOrder) => void;
  /** The sheet. The screen must render it once. */
  readonly sheet: ReactNode;
};

/** `listed` contains the open orders on the screen. An order that is no longer listed has been filled or cancelled. */
export function useAmend(listed: readonly SpotOrder[] | undefined): Amend {
  const [chosen, setChosen] = useState<SpotOrder>();
  const [open, setOpen] = useState(false);
  const rows = useQuotations().data;
  const present = listed?.find(({ id }) => id === chosen?.id);
  const order =
    present ??
    (chosen === undefined || listed === undefined ? chosen : { ...chosen, status: 'filled' as const });
  const row = rows?.find(({ symbol }) => symbol === order?.symbol);
  return {
    ask: (next) => {
      setChosen(next);
      setOpen(true);
    },
    sheet:
      order === undefined || row === undefined ? null : (
        <AmendOrder
          // A different order, or changed values of this order, start a new draft.
          key={`${order.id} ${order.price} ${order.stop_price} ${order.quantity} ${order.trailing} ${order.expires_at}`}
          order={order}
          row={row}
          open={open}
          onClose={() => setOpen(false)}
        />
      ),
  };
}
