/** Reading through the query cache: what a screen asks for is kept, shared between screens and asked for again when old. */
import { payloadOf } from '@candor/client/answers.ts';
import type { CallName, CallOutput, CallRequest } from '@candor/protocol/calls.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { api, queryClient } from './api.ts';
import { useSession } from './session.ts';

/** The key under which a call's answer is cached. */
export function callKey<Name extends CallName>(name: Name, input?: CallRequest<Name>): readonly unknown[] {
  return input === undefined ? [name] : [name, input];
}

export type UseCallOptions = {
  readonly enabled?: boolean;
  /** Ask again this often while the screen is in front. */
  readonly everyMs?: number;
  readonly staleMs?: number;
  /** Keep showing the last answer while another input's is on its way. */
  readonly keepPrevious?: boolean;
  /** The answer concerns the customer alone and goes when they log out. Default: it does. */
  readonly ofCustomer?: boolean;
  /** The answer is written in the language of the app, so another language's is another answer. */
  readonly inLanguage?: boolean;
};

async function read<Name extends CallName>(
  name: Name,
  input: CallRequest<Name>,
  signal: AbortSignal,
): Promise<CallOutput<Name>> {
  return payloadOf(await api(name, input, { quiet: true, signal }));
}

/** Reads by a call and keeps the answer; a refusal is the query's error and is shown where the data would stand. */
export function useCall<Name extends CallName>(
  name: Name,
  input: CallRequest<Name>,
  options: UseCallOptions = {},
): UseQueryResult<CallOutput<Name>> {
  const language = useSession((session) => session.language);
  return useQuery({
    queryKey: options.inLanguage === true ? [...callKey(name, input), language] : callKey(name, input),
    queryFn: ({ signal }) => read(name, input, signal),
    enabled: options.enabled ?? true,
    refetchInterval: options.everyMs ?? false,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.keepPrevious === true ? { placeholderData: keepPreviousData } : {}),
    meta: { ofCustomer: options.ofCustomer ?? true },
  }) as UseQueryResult<CallOutput<Name>>;
}

/** Reads ahead, so that the screen finds the answer waiting. Never rejects. */
export function prefetchCall<Name extends CallName>(
  name: Name,
  input: CallRequest<Name>,
  options: Pick<UseCallOptions, 'ofCustomer'> = {},
): Promise<void> {
  return queryClient.prefetchQuery({
    queryKey: callKey(name, input),
    queryFn: ({ signal }) => read(name, input, signal),
    meta: { ofCustomer: options.ofCustomer ?? true },
  });
}
