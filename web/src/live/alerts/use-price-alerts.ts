/** The customer's price alerts. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';

type PriceAlerts = CallOutput<'GET price_alerts'>;
export type PriceAlert = PriceAlerts['items'][number];

export function usePriceAlerts(): UseQueryResult<PriceAlerts> {
  // Refetched on every visit, because no event reports alerts set on another device.
  return useCall('GET price_alerts', {}, { enabled: useSignedIn(), staleMs: 0 });
}
