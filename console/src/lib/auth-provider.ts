/** How the admin library asks who is signed in and what they may see. */
import type { AuthProvider } from 'react-admin';
import { call } from './api.ts';
import { Refused, payloadOf } from './client.ts';
import { listCalls } from './data-provider.ts';
import { mayCall } from './roles.ts';
import { currentSession, setSession } from './session.ts';

export type Credentials = { readonly account: string; readonly password: string; readonly totp: string };

export const authProvider: AuthProvider = {
  login: async (credentials: Credentials) => {
    setSession(payloadOf(await call('POST login', credentials)));
  },
  logout: async () => {
    const token = currentSession()?.token;
    if (token === undefined) return;
    // Signed out here whatever becomes of the call; the server ends what idles by itself.
    await call('POST logout', {}).catch(() => undefined);
    setSession(undefined);
  },
  checkAuth: async () => {
    if (currentSession() === undefined) throw new Error('nobody is signed in');
  },
  checkError: async (error: unknown) => {
    if (error instanceof Refused && error.status === 401) throw error;
  },
  getIdentity: async () => {
    const operator = currentSession()?.operator;
    if (operator === undefined) throw new Error('nobody is signed in');
    return { id: operator.account, fullName: operator.account };
  },
  getPermissions: async () => currentSession()?.operator.role,
  canAccess: async ({ resource }) => {
    const role = currentSession()?.operator.role;
    const name = Object.entries(listCalls).find(([known]) => known === resource)?.[1].list;
    return role !== undefined && (name === undefined || mayCall(role, name));
  },
};
