/** The open receipt, which is updated when its order is filled or cancelled. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { SpotOrder } from '../../../live/order-list.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';
import { useOrderPages } from './use-order-pages.ts';

export type Receipt = {
  readonly show: (order: SpotOrder) => void;
  /** The receipt's sheet. The screen must render it once. */
  readonly sheet: ReactNode;
};

type Actions = {
  readonly onCancel: (order: SpotOrder) => void;
  readonly onAmend: (order: SpotOrder) => void;
};

/** `listed` contains the orders on the screen. The actions are called for an open order. */
export function useReceipt(
  listed: readonly SpotOrder[] | undefined,
  { onCancel, onAmend }: Actions,
): Receipt {
  const [chosen, setChosen] = useState<SpotOrder>();
  const [open, setOpen] = useState(false);
  const present = listed?.find(({ id }) => id === chosen?.id);
  const gone = open && chosen?.status === 'open' && listed !== undefined && present === undefined;
  const completed = useOrderPages(gone).items?.find(({ id }) => id === chosen?.id);
  const order = present ?? completed ?? chosen;
  const leadTo = (act: (resting: SpotOrder) => void) => (resting: SpotOrder) => {
    setOpen(false);
    act(resting);
  };
  return {
    show: (next) => {
      setChosen(next);
      setOpen(true);
    },
    sheet:
      order === undefined ? null : (
        <ReceiptSheet
          order={order}
          open={open}
          onClose={() => setOpen(false)}
          onCancel={leadTo(onCancel)}
          onAmend={leadTo(onAmend)}
        />
      ),
  };
}
