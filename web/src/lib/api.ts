/** The client of this app, wired to the session, the toasts and the query cache. */
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
import { readAnew, readingAnew } from './read-anew.ts';
import { offerResolution } from './resolving.ts';
import { useSession } from './session.ts';
import { visitorKey } from './visitor-key.ts';

export const queryClient: QueryClient = new QueryClient({
  mutationCache: readingAnew(() => queryClient),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      retry: false,
      refetchOnWindowFocus: true,
      refetchOnReconnect: true,
      // Asked without a network too: the service worker may have kept an answer, and whoever has none is told at once.
      networkMode: 'always',
    },
  },
});

// What stood in for an answer is replaced as soon as there are answers again.
onNetworkBack((names) => void readAnew(queryClient, names));

/** Forgets the customer: the token, and with it everything read (`followCustomer`). */
export function forgetCustomer(): void {
  useSession.setState({ token: undefined });
}

/** Asks for these again, as whoever pulls a screen down wants it. */
export function askAnew(names: readonly CallName[]): Promise<unknown> {
  return readAnew(queryClient, names);
}

/** Sends the customer to the login page, and back to where they were afterwards. */
export function relaunchLogin(): void {
  const here = currentEntry();
  if (here.path === loginPath) return;
  navigate(loginLink(locationOf(here)), { replace: true });
}

function toastRefusal(refusal: RefusalEnvelope): void {
  void refusalText(refusal, useSession.getState().language).then((text) => showToast(text, 'bad'));
}

/** Says why, and where a screen can put it right, leads there. */
export function showRefusal(refusal: RefusalEnvelope): void {
  if (!offerResolution(refusal)) toastRefusal(refusal);
}

/** Says that the session is over, forgets the customer and asks for a new login. */
function endSession(refusal: RefusalEnvelope): void {
  toastRefusal(refusal);
  forgetCustomer();
  relaunchLogin();
}

/** The same, heard before any call was refused. */
export function sessionEndedElsewhere(): void {
  if (useSession.getState().token === undefined) return;
  endSession({ type: '999', code: 0, error: 'session_ended', message: '登录已失效，请重新登录', params: {} });
}

export const api = createClient({
  baseUrl: '/api/',
  token: () => useSession.getState().token,
  language: () => useSession.getState().language,
  visitorKey,
  onRefusal: showRefusal,
  onCall: noteCall,
  onSessionEnded: (refusal, token) => {
    // Several calls may come back with the same dead token; the first one says so.
    if (useSession.getState().token !== token) return;
    endSession(refusal);
  },
  startLoading,
});

/** Toasts a success message of the protocol in the chosen language. */
export function toastSuccess(code: SuccessCode): void {
  void successText(code, useSession.getState().language).then((text) => showToast(text, 'good'));
}

export type CommandOptions = Pick<CallOptions, 'showsRefusal'> & {
  /** It has answered only when what it touches has been read anew. */
  readonly waits?: boolean;
};

/** Makes a call that changes something; what it touches is asked for anew once it was answered. */
export function command<Name extends CallName>(
  name: Name,
  input: CallRequest<Name>,
  { showsRefusal = false, waits = false }: CommandOptions = {},
): Promise<Envelope<CallOutput<Name>>> {
  return sendThrough(queryClient, name, { send: () => api(name, input, { showsRefusal }), waits });
}
