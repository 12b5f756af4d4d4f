/** The console's client with the session of this tab, and the query cache. */
import { NetworkFailure } from '@candor/client/answers.ts';
import { sendThrough } from '@candor/client/commands.ts';
import { approvalOf, confirmationBy } from './approving.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { refetchingCache, touchedBy } from './refetch.ts';
import { QueryClient } from '@tanstack/react-query';
import { confirmAfresh } from './confirming.ts';
import { currentSession, setSession } from './session.ts';

export const queryClient: QueryClient = new QueryClient({
  mutationCache: refetchingCache(() => queryClient),
  defaultOptions: {
    // Only a read without a response is retried. Refusals and an expired session are responses.
    queries: { retry: (failures, error) => error instanceof NetworkFailure && failures < 2, staleTime: 2000 },
  },
});

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
  confirm: confirmAfresh,
  onSessionEnded: (token) => {
    // The response to a call made before the last login does not end the current session.
    if (token === currentSession()?.token) setSession(undefined);
  },
});

/** Makes a decision through the mutation cache, which then refetches affected data. */
export const call: Client = (name, input, signal) => {
  if (touchedBy(name) === undefined) return plain(name, input, signal);
  return sendThrough(queryClient, name, { send: () => plain(name, input, signal) });
};

/** Returns a signature that proves the operator's presence; undefined if no key provided one. */
export async function provedByKey(): Promise<string | undefined> {
  const session = currentSession();
  return session === undefined ? undefined : confirmationBy(session, number);
}
