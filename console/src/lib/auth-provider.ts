/** The admin library's access to the session: the logged-in operator and their permissions. */
import { payloadOf } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import { signInText } from '@candor/protocol/console/approval.ts';
import type { AuthProvider } from 'react-admin';
import { createApi } from './api.ts';
import { base64url, forgetBrowserKeys, makeBrowserKey, sha256 } from './browser-key.ts';
import { signInWithPasskey } from './passkeys.ts';
import { listCalls } from './data-provider.ts';
import { createDrafts } from './drafts.ts';
import { mayCall } from './roles.ts';
import { createSession } from './session.ts';

export type Credentials = { readonly account: string; readonly password: string; readonly totp: string };
/** The credentials of a login with a passkey; the browser offers the passkeys. */
export type ByPasskey = { readonly passkey: true };

/** In a session that was started with a passkey, decisions are signed with passkeys, even in a demo. */
async function signInByPasskey(app: AppState): Promise<void> {
  const { call } = app.of(createApi);
  const { nonce, rp_id } = payloadOf(await call('POST passkey_sign_in_options', {}));
  const challenge = base64url(await sha256(signInText(nonce)));
  const passkey = await signInWithPasskey({ challenge, rp_id });
  if (passkey === undefined) throw new NoPasskey('the browser gave no passkey');
  const { token, operator } = payloadOf(await call('POST passkey_login', { passkey, nonce }));
  app.of(createSession).setSession({ token, operator });
}

/** The operator provided no passkey. */
export class NoPasskey extends Error {}

export async function signOut(app: AppState): Promise<void> {
  const { currentSession, setSession } = app.of(createSession);
  if (currentSession() === undefined) return;
  // The tab is logged out even if the call fails; the server ends idle sessions.
  await app
    .of(createApi)
    .call('POST logout', {})
    .catch(() => undefined);
  setSession(undefined);
  app.of(createDrafts).forgetDrafts();
  await forgetBrowserKeys();
}

export function createAuthProvider(app: AppState): AuthProvider {
  const { currentSession, setSession } = app.of(createSession);
  return {
    login: async (credentials: Credentials | ByPasskey) => {
      if ('passkey' in credentials) return signInByPasskey(app);
      const made = await makeBrowserKey();
      const own = made === undefined ? {} : { browser_key: made.publicKey };
      const { token, operator, key } = payloadOf(
        await app.of(createApi).call('POST login', { ...credentials, ...own }),
      );
      if (key !== null) await made?.keep(key);
      setSession({ token, operator, key: key ?? undefined });
    },
    logout: () => signOut(app),
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
}
