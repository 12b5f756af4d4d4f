/** The queries for the customer's plans and for one plan. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Schedule } from '@candor/domain/recurring/schedule.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';

export type Plans = CallOutput<'GET recurring/plans'>;
export type Plan = Plans['items'][number];
export type Purchase = CallOutput<'GET recurring/purchases'>['items'][number];

export function usePlans(): UseQueryResult<Plans> {
  // Refetched on every visit, because another device may have changed a plan. Purchases are announced by notices.
  return useCall('GET recurring/plans', {}, { enabled: useSignedIn(), staleMs: 0 });
}

export function planSchedule({ every, on_day, hour }: Pick<Plan, 'every' | 'on_day' | 'hour'>): Schedule {
  return { every, onDay: on_day, hour };
}

export function coinOf({ symbol }: Pick<Plan, 'symbol'>): string {
  return symbol.slice(0, symbol.indexOf('/'));
}
