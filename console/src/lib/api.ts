/** The one client of the console, signed in as this tab is, and the cache of what it read. */
import { NetworkFailure } from '@candor/client/answers.ts';
import { sendThrough } from '@candor/client/commands.ts';
import { approvalOf, confirmationBy } from './approving.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { readingAnew, touchedBy } from './refetch.ts';
import { QueryClient } from '@tanstack/react-query';
import { confirmAfresh } from './confirming.ts';
import { currentSession, setSession } from './session.ts';

export const queryClient: QueryClient = new QueryClient({
  mutationCache: readingAnew(() => queryClient),
  defaultOptions: {
    // Only silence is asked again: a refusal is an answer, and so is that nobody is signed in.
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
    // An answer to a call from before signing in again says nothing about the session of now.
    if (token === currentSession()?.token) setSession(undefined);
  },
});

/** A decision goes through the cache, so that what it touches is asked for anew once it is done. */
export const call: Client = (name, input, signal) => {
  if (touchedBy(name) === undefined) return plain(name, input, signal);
  return sendThrough(queryClient, name, { send: () => plain(name, input, signal) });
};

/** What a key of whoever sits here signed, to prove that they are there; undefined where none did. */
export async function provedByKey(): Promise<string | undefined> {
  const session = currentSession();
  return session === undefined ? undefined : confirmationBy(session, number);
}
