/** The admin library's access to the session: the logged-in operator and their permissions. */
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
/** The credentials of a login with a passkey; the browser offers the passkeys. */
export type ByPasskey = { readonly passkey: true };

/** In a session that was started with a passkey, decisions are signed with passkeys, even in a demo. */
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
  // The tab is logged out even if the call fails; the server ends idle sessions.
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
  // The frame navigates to the login when the session ends. If this function rejected too, the library would repeat its check
  // on every redirect, in a loop.
  checkAuth: async () => undefined,
  checkError: async () => undefined,
  getIdentity: async () => {
    const operator = currentSession()?.operator;
    if (operator === undefined) throw new Error('expected a session, found none');
    return { id: operator.account, fullName: operator.account };
  },
  getPermissions: async () => currentSession()?.operator.role,
  canAccess: async ({ resource }) => {
    const role = currentSession()?.operator.role;
    const name = Object.entries(listCalls).find(([known]) => known === resource)?.[1].list;
    return role !== undefined && (name === undefined || mayCall(role, name));
  },
};
