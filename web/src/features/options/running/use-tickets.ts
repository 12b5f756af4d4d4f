/** The customer's current tickets on coins, currencies and metals in one list, newest first. */
import { useMemo } from 'react';
import { useSignedIn } from '../../../lib/customer.ts';
import { useCall } from '../../../lib/queries.ts';
import type { Ticket } from '../../../live/ticket-list.ts';
import { useConnectionState } from '../../../live/use-connection.ts';

/** More tickets than a customer can have open at the same time. */
const limit = 60;
const fallbackEveryMs = 3000;

export type TicketsQuery = {
  readonly tickets: readonly Ticket[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
};

export function useTickets(): TicketsQuery {
  const enabled = useSignedIn();
  const up = useConnectionState() === 'up';
  const options = { enabled, ...(up ? {} : { everyMs: fallbackEveryMs }) };
  const crypto = useCall('GET microtrade/lists', { limit }, options);
  const forex = useCall('GET microtrade/whlists', { limit }, options);
  const tickets = useMemo(() => {
    if (!enabled) return [];
    if (crypto.data === undefined || forex.data === undefined) return undefined;
    const ids = new Map([...crypto.data, ...forex.data].map((ticket) => [BigInt(ticket.id), ticket]));
    return [...ids].toSorted(([a], [b]) => (a > b ? -1 : 1)).map(([, ticket]) => ticket);
  }, [enabled, crypto.data, forex.data]);
  return {
    tickets,
    error: crypto.error ?? forex.error,
    retry: () => {
      void crypto.refetch();
      void forex.refetch();
    },
  };
}
