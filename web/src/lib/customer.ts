/** What several screens read about the customer, and the launch that reads it ahead. */
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

/** Whether what a stored token stands for has been read. */
const useLaunch = create<{ readonly complete: boolean }>(() => ({ complete: false }));

/**
 * Prices, which nearly every screen shows, are on their way while the screen itself still is. With a stored token: user and
 * wallets, and whose tab this is. Without one the launch is complete at once.
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
 * Whoever is signed in, in this tab or by another one of this browser, what was read for somebody else is forgotten before anything
 * of it could be shown to them, and what is theirs is read. Called once at the start.
 */
export function followCustomer(): void {
  useSession.subscribe((session, before) => {
    if (session.token === before.token) return;
    if (session.token === undefined) queryClient.removeQueries(ofCustomer);
    else {
      // A screen that is open holds on to what it shows until it is told.
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
  // A server that is busy, say, is no live house.
  return error instanceof RefusedError && error.refusal.error === 'not_found' ? null : data;
}

const DEMO_KEY = 'candor.demo';

/** Whether this is a demo; while nobody can say, whether it was when this device last heard. Undefined where it never did. */
export function useIsDemo(): boolean | undefined {
  const demo = useDemo();
  const known = demo === undefined ? undefined : demo !== null;
  const [heard] = useState(() => readStored('localStorage', DEMO_KEY));
  useEffect(() => {
    if (known !== undefined) writeStored('localStorage', DEMO_KEY, known);
  }, [known]);
  return known ?? (typeof heard === 'boolean' ? heard : undefined);
}
