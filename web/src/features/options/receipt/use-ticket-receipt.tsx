/** The open receipt, which is updated when its ticket is settled. */
import { useSlice } from '@candor/client/app-state.ts';
import type { ReactNode } from 'react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { createLiveConnection } from '../../../live/connection.ts';
import type { Ticket } from '../../../live/ticket-list.ts';

const TicketReceipt = lazy(() =>
  import('./ticket-receipt.tsx').then((file) => ({ default: file.TicketReceipt })),
);

export type TicketReceiptState = {
  readonly show: (ticket: Ticket) => void;
  /** The receipt's sheet. The screen must render it once. */
  readonly sheet: ReactNode;
};

/** `listed` contains the tickets that the screen has loaded, in any state. */
export function useTicketReceipt(listed: readonly Ticket[] | undefined): TicketReceiptState {
  const connection = useSlice(createLiveConnection);
  const [chosen, setChosen] = useState<Ticket>();
  const [open, setOpen] = useState(false);
  const id = chosen?.id;
  // Keeps a ticket that was settled, because the screen may have loaded only open tickets.
  useEffect(
    () =>
      connection.on('option', ({ ticket: changed }) => {
        if (changed.id === id) setChosen(changed);
      }),
    [connection, id],
  );
  const ticket = listed?.find((one) => one.id === id) ?? chosen;
  return {
    show: (next) => {
      setChosen(next);
      setOpen(true);
    },
    sheet: ticket !== undefined && (
      <Suspense>
        <TicketReceipt ticket={ticket} open={open} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
