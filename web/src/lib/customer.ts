/** The customer data that several screens use, and its prefetching at the start. */
import { RefusedError } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Query, UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueryClient } from './api.ts';
import { createLogouts } from './logout.ts';
import { callKey, prefetchCall, useCall } from './queries.ts';
import { useSession } from './session.ts';
import { learnHouseTime } from './house-clock.ts';

/**
 * Starts loading the prices, which nearly every screen shows, in parallel with the screen itself. With a stored token, also loads
 * the user and the wallets and assigns the tab to that customer.
 */
export async function launch(app: AppState): Promise<void> {
  void prefetchCall(app, 'GET currency/quotation_new', { input: {}, ofCustomer: false });
  if (useSession.getState().token === undefined) return;
  await Promise.all([
    prefetchCall(app, 'GET user/info', { input: {} }),
    prefetchCall(app, 'POST wallet/list', { input: {} }),
  ]);
  const user = app
    .of(createQueryClient)
    .getQueryData<CallOutput<'GET user/info'>>(callKey('GET user/info', {}));
  if (user !== undefined) app.of(createLogouts).typedBy(user.id);
}

const ofCustomer = { predicate: ({ meta }: Query) => meta?.['ofCustomer'] === true };

/**
 * Follows the logged-in customer. Call it once at the start. If a different customer logs in, in this tab or another, the
 * previous customer's data is removed before it can be shown, and the new customer's data is loaded. The returned function stops it.
 */
export function followCustomer(app: AppState): () => void {
  const queryClient = app.of(createQueryClient);
  return useSession.subscribe((session, before) => {
    if (session.token === before.token) return;
    if (session.token === undefined) queryClient.removeQueries(ofCustomer);
    else {
      // Open screens keep their data until their queries are reset.
      void queryClient.resetQueries(ofCustomer);
      void launch(app);
    }
  });
}

export function useSignedIn(): boolean {
  return useSession((session) => session.token !== undefined);
}

export function useUser(): UseQueryResult<CallOutput<'GET user/info'>> {
  return useCall('GET user/info', {}, { enabled: useSignedIn() });
}

export function useWallets(): UseQueryResult<CallOutput<'POST wallet/list'>> {
  return useCall('POST wallet/list', {}, { enabled: useSignedIn() });
}

/** Returns the demo's example logins; undefined while unknown, null in live mode, which lacks this call. */
export function useDemo(): CallOutput<'GET demo'> | null | undefined {
  const { data, error } = useCall('GET demo', {}, { staleMs: Number.POSITIVE_INFINITY, ofCustomer: false });
  useEffect(() => {
    if (data !== undefined) learnHouseTime(data.ahead_ms);
  }, [data]);
  // Any other refusal, for example because the server is busy, does not mean live mode.
  return error instanceof RefusedError && error.refusal.error === 'not_found' ? null : data;
}

const DEMO_KEY = 'candor.demo';

/**
 * Returns whether this is a demo. While that is unknown, returns the last result stored on this device, or undefined if there is
 * none.
 */
export function useIsDemo(): boolean | undefined {
  const demo = useDemo();
  const known = demo === undefined ? undefined : demo !== null;
  const [heard] = useState(() => readStored('localStorage', DEMO_KEY));
  useEffect(() => {
    if (known !== undefined) writeStored('localStorage', DEMO_KEY, known);
  }, [known]);
  return known ?? (typeof heard === 'boolean' ? heard : undefined);
}
