/** Calls through the query cache. Their answers are shared between screens and refetched when stale. */
import { payloadOf } from '@candor/client/answers.ts';
import type { AppState } from '@candor/client/app-state.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Client } from './client.ts';
import { createApi, createQueryClient, useApi } from './api.ts';
import { useSession } from './session.ts';

export function callKey<Name extends CallName>(name: Name, input?: CallRequest<Name>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

export type UseCallOptions = {
  readonly enabled?: boolean;
  /** The polling interval while the screen is in front. */
  readonly everyMs?: number;
  readonly staleMs?: number;
  /** Returns the last answer while the answer to a new input is in flight. */
  readonly keepPrevious?: boolean;
  /** Whether the answer concerns only the customer and is removed at logout. Default: true. */
  readonly ofCustomer?: boolean;
  /** Whether the answer depends on the app's language and is cached for each. */
  readonly inLanguage?: boolean;
};

async function read<Name extends CallName>(
  api: Client,
  name: Name,
  { input, signal }: { readonly input: CallRequest<Name>; readonly signal: AbortSignal },
): Promise<CallOutput<Name>> {
  return payloadOf(await api(name, input, { quiet: true, signal }));
}

/** Makes a call and caches the answer. A refusal becomes the query's error, which is shown instead of the data. */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallRequest<Name>,
  options: UseCallOptions = {},
): UseQueryResult<CallOutput<Name>> {
  const { api } = useApi();
  const language = useSession((session) => session.language);
  return useQuery({
    queryKey: options.inLanguage === true ? [...callKey(name, input), language] : callKey(name, input),
    queryFn: ({ signal }) => read(api, name, { input, signal }),
    enabled: options.enabled ?? true,
    refetchInterval: options.everyMs ?? false,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
    meta: { ofCustomer: options.ofCustomer ?? true },
  }) as UseQueryResult<CallOutput<Name>>;
}

export function prefetchCall<Name extends CallName>(
  app: AppState,
  name: Name,
  { input, ofCustomer = true }: { readonly input: CallRequest<Name>; readonly ofCustomer?: boolean },
): Promise<void> {
  const { api } = app.of(createApi);
  return app.of(createQueryClient).prefetchQuery({
    queryKey: callKey(name, input),
    queryFn: ({ signal }) => read(api, name, { input, signal }),
    meta: { ofCustomer },
  });
}
