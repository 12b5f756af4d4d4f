/** The server's data for the leveraged ticket: limits, costs, conversion rate, and the customer's permission. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';

/** The polling interval, because the conversion rate and the permission can change while the ticket is open. */
const refreshMs = 30_000;

export type Offer = CallOutput<'GET currency/whtrade'>;

export type OfferQuery = {
  readonly offer: Offer | undefined;
  /** Whether the customer is allowed to trade with leverage; true for visitors, for whom this is unknown. */
  readonly enabled: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** Visitors see the public terms, which are those of customers without any restriction by their country. */
export function useOffer(symbol: string): OfferQuery {
  const signedIn = useSignedIn();
  const own = useCall('POST lever/deal', { symbol }, { enabled: signedIn, everyMs: refreshMs });
  const open = useCall(
    'GET currency/whtrade',
    { symbol },
    { enabled: !signedIn, everyMs: refreshMs, ofCustomer: false },
  );
  const query = signedIn ? own : open;
  return {
    offer: query.data,
    enabled: !signedIn || own.data?.lever_enabled === true,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
