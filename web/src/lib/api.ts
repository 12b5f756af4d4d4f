/** The client of this app, wired to the session, the toasts and the query cache. */
import type { RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { SuccessCode } from '@candor/protocol/refusals.ts';
import { QueryClient } from '@tanstack/react-query';
import { createClient } from './client.ts';
import { currentEntry, navigate } from './hash-history.ts';
import { refusalText, successText } from './message-texts.ts';
import { showToast, startLoading } from './notices.ts';
import { useSession } from './session.ts';

export const LOGIN_PATH = '/pages/login/index';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 10 * 60_000, retry: false, refetchOnWindowFocus: true },
  },
});

/** Forgets the customer: the token and everything read with it. */
export function forgetCustomer(): void {
  useSession.setState({ token: undefined });
  queryClient.removeQueries({ predicate: (query) => query.meta?.['ofCustomer'] === true });
}

/** Sends the customer to the login page, and back to where they were afterwards. */
export function relaunchLogin(): void {
  const { path, search } = currentEntry();
  if (path === LOGIN_PATH) return;
  const here = search === '' ? path : `${path}?${search}`;
  navigate(`${LOGIN_PATH}?back=${encodeURIComponent(here)}`, { replace: true });
}

function toastRefusal(refusal: RefusalEnvelope): void {
  void refusalText(refusal, useSession.getState().language).then((text) => showToast(text, 'bad'));
}

export const api = createClient({
  baseUrl: '/api/',
  token: () => useSession.getState().token,
  language: () => useSession.getState().language,
  onRefusal: toastRefusal,
  onSessionEnded: (refusal, token) => {
    // Several calls may come back with the same dead token; the first one says so.
    if (useSession.getState().token !== token) return;
    toastRefusal(refusal);
    forgetCustomer();
    relaunchLogin();
  },
  startLoading,
});

/** Toasts a success message of the protocol in the chosen language. */
export function toastSuccess(code: SuccessCode): void {
  void successText(code, useSession.getState().language).then((text) => showToast(text, 'good'));
}
