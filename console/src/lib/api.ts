/** The one client of the console: signed in as this tab is. */
import { createClient } from './client.ts';
import { currentSession, setSession } from './session.ts';

export const call = createClient({
  baseUrl: '/api/console/',
  token: () => currentSession()?.token,
  onSessionEnded: (token) => {
    // An answer to a call from before signing in again says nothing about the session of now.
    if (token === currentSession()?.token) setSession(undefined);
  },
});
