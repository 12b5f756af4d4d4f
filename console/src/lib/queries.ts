/** Hooks that read with calls of the operators' call table through the query cache, and the current operator. */
import { payloadOf } from '@candor/client/answers.ts';
import { useSlice } from '@candor/client/app-state.ts';
import { useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  ConsoleCallName,
  ConsoleOutput,
  ConsoleRequest,
} from '@candor/protocol/console/console-calls.ts';
import { useSyncExternalStore } from 'react';
import { refreshEvery } from './activity.ts';
import { useApi } from './api.ts';
import { createSession } from './session.ts';
import type { Operator, Session } from './session.ts';

export function useSession(): Session | undefined {
  const { currentSession, onSessionChange } = useSlice(createSession);
  return useSyncExternalStore(onSessionChange, currentSession);
}

/** Returns the logged-in operator, who exists on every screen behind the login. */
export function useOperator(): Operator | undefined {
  return useSession()?.operator;
}

export type AskOptions = {
  /** The refetch interval in milliseconds while the operator is active. */
  readonly everyMs?: number;
  readonly enabled?: boolean;
};

export function useAsk<Name extends ConsoleCallName>(
  name: Name,
  input: ConsoleRequest<Name>,
  { everyMs, enabled = true }: AskOptions = {},
): UseQueryResult<ConsoleOutput<Name>> {
  const { call } = useApi();
  return useQuery({
    queryKey: [name, input],
    queryFn: async ({ signal }) => payloadOf(await call(name, input, signal)),
    enabled,
    ...(everyMs === undefined ? {} : { refetchInterval: refreshEvery(everyMs) }),
  });
}

/** Like `useAsk`, for data whose views are recorded: it is fetched once per mount and never refetched automatically. */
export function useLook<Name extends ConsoleCallName>(
  name: Name,
  input: ConsoleRequest<Name>,
  enabled: boolean,
): UseQueryResult<ConsoleOutput<Name>> {
  const { call } = useApi();
  return useQuery({
    queryKey: [name, input],
    // The request is not cancelled, because the view is already recorded.
    queryFn: async () => payloadOf(await call(name, input)),
    enabled,
    meta: { isPicture: name.endsWith('_picture') },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
