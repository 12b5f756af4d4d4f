/** The one client of the console: signed in as this tab is. */
import { approvalOf } from './approving.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { currentSession, setSession } from './session.ts';

export const call: Client = createClient({
  baseUrl: '/api/console/',
  token: () => currentSession()?.token,
  approve: async (name, input) => {
    const session = currentSession();
    if (session === undefined) return undefined;
    return approvalOf(session, { name, input }, async () => {
      const numbered = await call('GET approval', {});
      return numbered.type === 'ok' ? numbered.message : undefined;
    });
  },
  onSessionEnded: (token) => {
    // An answer to a call from before signing in again says nothing about the session of now.
    if (token === currentSession()?.token) setSession(undefined);
  },
});
