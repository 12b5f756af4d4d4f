/** The app's client, connected to the session, the toasts and the query cache. */
import { sendThrough } from '@candor/client/commands.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { SuccessCode } from '@candor/protocol/refusals.ts';
import { QueryClient } from '@tanstack/react-query';
import type { CallOptions } from './client.ts';
import { createClient } from './client.ts';
import { currentEntry, locationOf, navigate } from './hash-history.ts';
import { loginLink, loginPath } from './links.ts';
import { refusalText, successText } from './message-texts.ts';
import { noteCall, onNetworkBack } from './network.ts';
import { showToast, startLoading } from './notices.ts';
import { orderSigner } from './order-signer.ts';
import { refetchCalls, refetchingCache } from './refetch.ts';
import { offerResolution } from './resolving.ts';
import { useSession } from './session.ts';
import { visitorKey } from './visitor-key.ts';

export const queryClient: QueryClient = new QueryClient({
  mutationCache: refetchingCache(() => queryClient),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: false,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      // Queries also run offline, because the service worker may have a cached answer; if not, the failure is reported
      // immediately.
      networkMode: 'always',
    },
  },
});

// Replaces cached answers as soon as the network answers again.
onNetworkBack((names) => void refetchCalls(queryClient, names));

/** Removes the token, and thereby all data of the customer (`followCustomer`). */
export function forgetCustomer(): void {
  useSession.setState({ token: undefined });
}

export function refetchNamed(names: readonly CallName[]): Promise<unknown> {
  return refetchCalls(queryClient, names);
}

/** Opens the login page, which returns to this page afterwards. */
export function relaunchLogin(): void {
  const here = currentEntry();
  if (here.path === loginPath) return;
  navigate(loginLink(locationOf(here)), { replace: true });
}

function toastRefusal(refusal: RefusalEnvelope): void {
  void refusalText(refusal, useSession.getState().language).then((text) => showToast(text, 'bad'));
}

/** Shows a refusal, with a link to the screen that resolves it, if there is one. */
export function showRefusal(refusal: RefusalEnvelope): void {
  if (!offerResolution(refusal)) toastRefusal(refusal);
}

/** Reports that the session has ended, removes the customer's data and opens the login page. */
function endSession(refusal: RefusalEnvelope): void {
  toastRefusal(refusal);
  forgetCustomer();
  relaunchLogin();
}

/** Ends the session when its end becomes known before a call is refused. */
export function sessionEndedElsewhere(): void {
  if (useSession.getState().token === undefined) return;
  endSession({ type: '999', code: 0, error: 'session_ended', message: '登录已失效，请重新登录', params: {} });
}

export const api = createClient({
  baseUrl: '/api/',
  token: () => useSession.getState().token,
  language: () => useSession.getState().language,
  visitorKey,
  orderSigner,
  onRefusal: showRefusal,
  onCall: noteCall,
  onSessionEnded: (refusal, token) => {
    // Several calls may be refused for the same ended session; only the first refusal is reported.
    if (useSession.getState().token !== token) return;
    endSession(refusal);
  },
  startLoading,
});

/** Shows a success message of the protocol as a toast, in the chosen language. */
export function toastSuccess(code: SuccessCode): void {
  void successText(code, useSession.getState().language).then((text) => showToast(text, 'good'));
}

export type CommandOptions = Pick<CallOptions, 'showsRefusal'> & {
  /** If true, the command resolves only after all data that it affects has been refetched. */
  readonly waits?: boolean;
};

/** Sends a command. The data that it affects is refetched after the answer. */
export function command<Name extends CallName>(
  name: Name,
  input: CallRequest<Name>,
  { showsRefusal = false, waits = false }: CommandOptions = {},
): Promise<Envelope<CallOutput<Name>>> {
  return sendThrough(queryClient, name, { send: () => api(name, input, { showsRefusal }), waits });
}
