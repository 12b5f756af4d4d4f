/** The one client of the console: signed in as this tab is. */
import { approvalOf, confirmationBy } from './approving.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { confirmAfresh } from './confirming.ts';
import { currentSession, setSession } from './session.ts';

const number = async () => {
  const numbered = await call('GET approval', {});
  return numbered.type === 'ok' ? numbered.message : undefined;
};

export const call: Client = createClient({
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

/** What a key of whoever sits here signed, to prove that they are there; undefined where none did. */
export async function provedByKey(): Promise<string | undefined> {
  const session = currentSession();
  return session === undefined ? undefined : confirmationBy(session, number);
}
