/** How the admin library asks who is signed in and what they may see. */
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
/** Whoever signs in by a passkey, which the browser finds. */
export type ByPasskey = { readonly passkey: true };

/** A session by passkey signs with passkeys, in a demo too. */
async function signInByPasskey(): Promise<void> {
  const { nonce, rp_id } = payloadOf(await call('POST passkey_sign_in_options', {}));
  const challenge = base64url(await sha256(signInText(nonce)));
  const passkey = await signInWithPasskey({ challenge, rp_id });
  if (passkey === undefined) throw new NoPasskey('the browser gave no passkey');
  const { token, operator } = payloadOf(await call('POST passkey_login', { passkey, nonce }));
  setSession({ token, operator });
}

/** Whoever sits there gave no passkey. */
export class NoPasskey extends Error {}

export async function signOut(): Promise<void> {
  if (currentSession() === undefined) return;
  // Signed out here whatever becomes of the call; the server ends what idles by itself.
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
  // The frame watches the session and leads to the login by itself. Told of it here, the library would begin its questions anew
  // with every redirect, faster than a page is drawn.
  checkAuth: async () => undefined,
  checkError: async () => undefined,
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
