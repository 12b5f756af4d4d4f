/** The customer data used by several screens, and the launch that prefetches it. */
import { RefusedError } from '@candor/client/answers.ts';
import { readStored, writeStored } from '@candor/client/stored.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { Query, UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { queryClient } from './api.ts';
import { typedBy } from './logout.ts';
import { callKey, prefetchCall, useCall } from './queries.ts';
import { useSession } from './session.ts';

/** Whether the data for a stored token has been loaded. */
const useLaunch = create<{ readonly complete: boolean }>(() => ({ complete: false }));

/**
 * Starts loading prices, which nearly every screen shows, in parallel with the screen itself. With a stored token, it also
 * loads the user and wallets, and assigns the tab to that customer. Without one, the launch is complete immediately.
 */
export async function launch(): Promise<void> {
  void prefetchCall('GET currency/quotation_new', {}, { ofCustomer: false });
  if (useSession.getState().token !== undefined) {
    await Promise.all([prefetchCall('GET user/info', {}), prefetchCall('POST wallet/list', {})]);
    const user = queryClient.getQueryData<CallOutput<'GET user/info'>>(callKey('GET user/info', {}));
    if (user !== undefined) typedBy(user.id);
  }
  useLaunch.setState({ complete: true });
}

const ofCustomer = { predicate: ({ meta }: Query) => meta?.['ofCustomer'] === true };

/**
 * When another customer is logged in, in this tab or by another one of this browser, the previous customer's data is removed
 * before it could be shown, and the new customer's is loaded. Called once at the start.
 */
export function followCustomer(): void {
  useSession.subscribe((session, before) => {
    if (session.token === before.token) return;
    if (session.token === undefined) queryClient.removeQueries(ofCustomer);
    else {
      // An open screen keeps its data until it is notified.
      void queryClient.resetQueries(ofCustomer);
      void launch();
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

/** The demo's example logins; undefined while unknown, null in live mode, which has no such call. */
export function useDemo(): CallOutput<'GET demo'> | null | undefined {
  const { data, error } = useCall('GET demo', {}, { staleMs: Number.POSITIVE_INFINITY, ofCustomer: false });
  // A busy server, for example, does not mean live mode.
  return error instanceof RefusedError && error.refusal.error === 'not_found' ? null : data;
}

const DEMO_KEY = 'candor.demo';

/** Whether this is a demo; while unknown, the last answer on this device. Undefined if there was none. */
export function useIsDemo(): boolean | undefined {
  const demo = useDemo();
  const known = demo === undefined ? undefined : demo !== null;
  const [heard] = useState(() => readStored('localStorage', DEMO_KEY));
  useEffect(() => {
    if (known !== undefined) writeStored('localStorage', DEMO_KEY, known);
  }, [known]);
  return known ?? (typeof heard === 'boolean' ? heard : undefined);
}
