/** What the fund's screens read and when they read it anew. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import { queryClient } from '../../lib/api.ts';
import { useSignedIn } from '../../lib/customer.ts';
import { callKey, useCall } from '../../lib/queries.ts';

export type FundOrder = CallOutput<'GET lh/deposit/order'>['items'][number];
export type Published = CallOutput<'GET transparency/fund'>;

/** What is published changes at midnight, and with each trade of the strategy. */
const PUBLISHED_MS = 30_000;

export function usePublished() {
  return useCall('GET transparency/fund', {}, { ofCustomer: false, everyMs: PUBLISHED_MS });
}

export function useFundConfig() {
  return useCall('GET lh/deposit/config', {}, { enabled: useSignedIn(), everyMs: PUBLISHED_MS });
}

const touched = [
  'GET lh/deposit/config',
  'GET lh/deposit/ordersum',
  'GET lh/deposit/order',
  'GET lh/deposit/records',
  'GET transparency/fund',
  'POST wallet/list',
] as const;

/** After something of the fund was changed from here. */
export function readFundAnew(): void {
  for (const name of touched) void queryClient.invalidateQueries({ queryKey: callKey(name) });
}
