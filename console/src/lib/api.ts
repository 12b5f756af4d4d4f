/** The console's client with the session of this tab, and the query cache. */
import { NetworkFailure } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { sendThrough } from '@candor/client/commands.ts';
import { approvalOf, confirmationBy } from './approving.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { refetchingCache, touchedBy } from './refetch.ts';
import { QueryClient } from '@tanstack/react-query';
import { createConfirming } from './confirming.ts';
import { createSession } from './session.ts';

export function createQueryClient(app: AppState): QueryClient {
  const queryClient: QueryClient = new QueryClient({
    mutationCache: refetchingCache(() => queryClient),
    defaultOptions: {
      // Only a read without a response is retried. Refusals and an expired session are responses.
      queries: {
        retry: (failures, error) => error instanceof NetworkFailure && failures < 2,
        staleTime: 2000,
      },
    },
  });
  const { currentSession, onSessionChange } = app.of(createSession);
  onSessionChange(() => {
    if (currentSession() === undefined) queryClient.clear();
  });
  return queryClient;
}

export type Api = {
  /** Makes a call. A decision goes through the mutation cache, which then refetches affected data. */
  readonly call: Client;
  /** Returns a signature that proves the operator's presence; undefined if no key provided one. */
  readonly provedByKey: () => Promise<string | undefined>;
};

export function createApi(app: AppState): Api {
  const { currentSession, setSession } = app.of(createSession);
  const number = async () => {
    const numbered = await plain('GET approval', {});
    return numbered.type === 'ok' ? numbered.message : undefined;
  };
  const plain: Client = createClient({
    baseUrl: '/api/console/',
    token: () => currentSession()?.token,
    approve: async (name, input) => {
      const session = currentSession();
      return session === undefined ? undefined : approvalOf(session, { name, input }, number);
    },
    confirm: app.of(createConfirming).confirmAfresh,
    onSessionEnded: (token) => {
      // The response to a call made before the last login does not end the current session.
      if (token === currentSession()?.token) setSession(undefined);
    },
  });
  return {
    call: (name, input, signal) => {
      if (touchedBy(name) === undefined) return plain(name, input, signal);
      return sendThrough(app.of(createQueryClient), name, { send: () => plain(name, input, signal) });
    },
    provedByKey: async () => {
      const session = currentSession();
      return session === undefined ? undefined : confirmationBy(session, number);
    },
  };
}

export function useApi(): Api {
  return useSlice(createApi);
}
