/** The receipt that is open, if one is. It follows its ticket when that is settled while it is being looked at. */
import type { ReactNode } from 'react';
import { Suspense, lazy, useEffect, useState } from 'react';
import { connection } from '../../../live/connection.ts';
import type { Ticket } from '../../../live/ticket-list.ts';

const TicketReceipt = lazy(() =>
  import('./ticket-receipt.tsx').then((file) => ({ default: file.TicketReceipt })),
);

export type TicketReceiptState = {
  readonly show: (ticket: Ticket) => void;
  /** Render it once. */
  readonly sheet: ReactNode;
};

/** `listed` are the tickets that the screen knows, wherever they stand now. */
export function useTicketReceipt(listed: readonly Ticket[] | undefined): TicketReceiptState {
  const [chosen, setChosen] = useState<Ticket>();
  const [open, setOpen] = useState(false);
  const id = chosen?.id;
  // Once settled it is no longer among the open ones, which may be all that the screen has read.
  useEffect(
    () =>
      connection.on('option', ({ ticket: changed }) => {
        if (changed.id === id) setChosen(changed);
      }),
    [id],
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
