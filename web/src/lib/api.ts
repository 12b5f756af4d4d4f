/** The app's client, connected to the session, the toasts and the query cache. */
import type { AppState } from '@candor/client/app-state.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { sendThrough } from '@candor/client/commands.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import type { Envelope, RefusalEnvelope } from '@candor/protocol/envelope.ts';
import type { SuccessCode } from '@candor/protocol/refusals.ts';
import { QueryClient } from '@tanstack/react-query';
import type { CallOptions, Client } from './client.ts';
import { createClient } from './client.ts';
import { currentEntry, locationOf, navigate } from './hash-history.ts';
import { loginLink, loginPath } from './links.ts';
import { refusalText, successText } from './message-texts.ts';
import { createNetwork } from './network.ts';
import { createNotices } from './notices.ts';
import { createSignerPlace } from './order-signer.ts';
import { refetchCalls, refetchingCache } from './refetch.ts';
import { createResolving } from './resolving.ts';
import { useSession } from './session.ts';
import { visitorKey } from './visitor-key.ts';

export function createQueryClient(app: AppState): QueryClient {
  const queryClient: QueryClient = new QueryClient({
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
  app.of(createNetwork).onBack((names) => void refetchCalls(queryClient, names));
  return queryClient;
}

/** Removes the token, and thereby all data of the customer (`followCustomer`). */
export function forgetCustomer(): void {
  useSession.setState({ token: undefined });
}

/** Opens the login page, which returns to this page afterwards. */
export function relaunchLogin(): void {
  const here = currentEntry();
  if (here.path === loginPath) return;
  navigate(loginLink(locationOf(here)), { replace: true });
}

export type CommandOptions = Pick<CallOptions, 'showsRefusal'> & {
  /** If true, the command resolves only after all data that it affects has been refetched. */
  readonly waits?: boolean;
};

export type Api = {
  readonly api: Client;
  /** Sends a command. The data that it affects is refetched after the answer. */
  readonly command: <Name extends CallName>(
    name: Name,
    input: CallRequest<Name>,
    options?: CommandOptions,
  ) => Promise<Envelope<CallOutput<Name>>>;
  readonly refetchNamed: (names: readonly CallName[]) => Promise<unknown>;
  /** Shows a refusal, with a link to the screen that resolves it, if there is one. */
  readonly showRefusal: (refusal: RefusalEnvelope) => void;
  /** Shows a success message of the protocol as a toast, in the chosen language. */
  readonly toastSuccess: (code: SuccessCode) => void;
  /** Ends the session when its end becomes known before a call is refused. */
  readonly sessionEndedElsewhere: () => void;
};

/** The messages of answers, in the chosen language. */
function createMessages(app: AppState): Pick<Api, 'showRefusal' | 'toastSuccess'> & {
  readonly endSession: (refusal: RefusalEnvelope) => void;
} {
  const { showToast } = app.of(createNotices);
  const { offerResolution } = app.of(createResolving);
  const toastRefusal = (refusal: RefusalEnvelope): void =>
    void refusalText(refusal, useSession.getState().language).then((text) => showToast(text, 'bad'));
  return {
    showRefusal: (refusal) => {
      if (!offerResolution(refusal)) toastRefusal(refusal);
    },
    toastSuccess: (code) =>
      void successText(code, useSession.getState().language).then((text) => showToast(text, 'good')),
    /** Reports that the session has ended, removes the customer's data and opens the login page. */
    endSession: (refusal) => {
      toastRefusal(refusal);
      forgetCustomer();
      relaunchLogin();
    },
  };
}

export function createApi(app: AppState): Api {
  const queryClient = app.of(createQueryClient);
  const { endSession, showRefusal, toastSuccess } = createMessages(app);
  const api = createClient({
    baseUrl: '/api/',
    token: () => useSession.getState().token,
    language: () => useSession.getState().language,
    visitorKey,
    orderSigner: app.of(createSignerPlace).orderSigner,
    onRefusal: showRefusal,
    onCall: app.of(createNetwork).noteCall,
    onSessionEnded: (refusal, token) => {
      // Several calls may be refused for the same ended session; only the first refusal is reported.
      if (useSession.getState().token !== token) return;
      endSession(refusal);
    },
    startLoading: app.of(createNotices).startLoading,
  });
  return {
    api,
    command: (name, input, { showsRefusal = false, waits = false } = {}) =>
      sendThrough(queryClient, name, { send: () => api(name, input, { showsRefusal }), waits }),
    refetchNamed: (names) => refetchCalls(queryClient, names),
    showRefusal,
    toastSuccess,
    sessionEndedElsewhere: () => {
      if (useSession.getState().token === undefined) return;
      endSession({
        type: '999',
        code: 0,
        error: 'session_ended',
        message: '登录已失效，请重新登录',
        params: {},
      });
    },
  };
}

export function useApi(): Api {
  return useSlice(createApi);
}
