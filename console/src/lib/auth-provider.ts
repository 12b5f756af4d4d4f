/** The admin library's access to the session: who is logged in, and what they may see. */
import { payloadOf } from '@candor/client/answers.ts';
import { signInText } from '@candor/protocol/console/approval.ts';
import type { AuthProvider } from 'react-admin';
import { call } from './api.ts';
import { base64url, forgetBrowserKeys, makeBrowserKey, sha256 } from './browser-key.ts';
import { signInWithPasskey } from './passkeys.ts';
import { listCalls } from './data-provider.ts';
import { forgetDrafts } from './drafts.ts';
import { mayCall } from './roles.ts';
import { currentSession, setSession } from './session.ts';

export type Credentials = { readonly account: string; readonly password: string; readonly totp: string };
/** The credentials of a login with a passkey, which the browser finds itself. */
export type ByPasskey = { readonly passkey: true };

/** A session from a passkey also signs with passkeys, even in a demo. */
async function signInByPasskey(): Promise<void> {
  const { nonce, rp_id } = payloadOf(await call('POST passkey_sign_in_options', {}));
  const challenge = base64url(await sha256(signInText(nonce)));
  const passkey = await signInWithPasskey({ challenge, rp_id });
  if (passkey === undefined) throw new NoPasskey('the browser gave no passkey');
  const { token, operator } = payloadOf(await call('POST passkey_login', { passkey, nonce }));
  setSession({ token, operator });
}

/** The operator provided no passkey. */
export class NoPasskey extends Error {}

export async function signOut(): Promise<void> {
  if (currentSession() === undefined) return;
  // The tab is logged out even if the call fails; the server ends idle sessions itself.
  await call('POST logout', {}).catch(() => undefined);
  setSession(undefined);
  forgetDrafts();
  await forgetBrowserKeys();
}

export const authProvider: AuthProvider = {
  login: async (credentials: Credentials | ByPasskey) => {
    if ('passkey' in credentials) return signInByPasskey();
    const made = await makeBrowserKey();
    const own = made === undefined ? {} : { browser_key: made.publicKey };
    const { token, operator, key } = payloadOf(await call('POST login', { ...credentials, ...own }));
    if (key !== null) await made?.keep(key);
    setSession({ token, operator, key: key ?? undefined });
  },
  logout: signOut,
  // The frame watches the session and navigates to the login itself. If this reported it too, the library would repeat its
  // checks on every redirect, faster than a page is rendered.
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getIdentity: async () => {
    const operator = currentSession()?.operator;
    if (operator === undefined) throw new Error('expected a session, but nobody is logged in');
    return { id: operator.account, fullName: operator.account };
  },
  getPermissions: async () => currentSession()?.operator.role,
  canAccess: async ({ resource }) => {
    const role = currentSession()?.operator.role;
    const name = Object.entries(listCalls).find(([known]) => known === resource)?.[1].list;
    return role !== undefined && (name === undefined || mayCall(role, name));
  },
};
