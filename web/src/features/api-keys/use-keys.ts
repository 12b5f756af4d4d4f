/** The queries for the customer's API keys and the orders that wait. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSignedIn } from '../../lib/customer.ts';
import { useCall } from '../../lib/queries.ts';

export type Keys = CallOutput<'GET api_keys'>;
export type ApiKey = Keys['items'][number];
export type WaitingOrder = CallOutput<'GET api_keys/waiting'>['items'][number];

/** Refetched on every visit, because programs use keys while no screen is open. */
export function useKeys(): UseQueryResult<Keys> {
  return useCall('GET api_keys', {}, { enabled: useSignedIn(), staleMs: 0 });
}

export function useWaiting(): UseQueryResult<CallOutput<'GET api_keys/waiting'>> {
  return useCall('GET api_keys/waiting', {}, { enabled: useSignedIn(), staleMs: 0 });
}

export type KeyState = 'valid' | 'expired' | 'revoked';

export function stateOf({ revoked_at, expires_at }: ApiKey, now: number): KeyState {
  if (revoked_at !== null) return 'revoked';
  return expires_at <= now ? 'expired' : 'valid';
}
