/** The queries of the fund's screens. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';

export type FundOrder = CallOutput<'GET lh/deposit/order'>['items'][number];
export type Published = CallOutput<'GET transparency/fund'>;

/** The polling interval. The published figures change at midnight and with each trade of the strategy. */
const PUBLISHED_MS = 30_000;

export function usePublished() {
  return useCall('GET transparency/fund', {}, { ofCustomer: false, everyMs: PUBLISHED_MS });
}

export function useFundConfig() {
  return useCall('GET lh/deposit/config', {}, { enabled: useSignedIn(), everyMs: PUBLISHED_MS });
}
