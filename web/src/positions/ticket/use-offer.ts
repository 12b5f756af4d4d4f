/** What the leveraged ticket needs of the server: bounds, costs, the rate, and whether the customer may trade so. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';
import type { Product } from '../../live/position-list.ts';

/** Conversion rate and permission can change while the ticket is looked at. */
const refreshMs = 30_000;

/** The public part of a leveraged ticket. */
export type Offer = CallOutput<'GET currency/whtrade'>;

export type OfferQuery = {
  readonly offer: Offer | undefined;
  /** Whether the customer may trade with leverage; for a visitor nothing speaks against it yet. */
  readonly enabled: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
};

/** Contracts on crypto tell their terms to customers only, forex and metals to everybody. */
export function useOffer(product: Product, symbol: string): OfferQuery {
  const signedIn = useSignedIn();
  const own = useCall('POST lever/deal', { symbol }, { enabled: signedIn, everyMs: refreshMs });
  const open = useCall(
    'GET currency/whtrade',
    { symbol },
    { enabled: !signedIn && product === 'forex', everyMs: refreshMs, ofCustomer: false },
  );
  const query = signedIn ? own : open;
  return {
    offer: query.data,
    enabled: !signedIn || own.data?.lever_enabled === true,
    error: query.error,
    retry: () => void query.refetch(),
  };
}
