/**
 * Sends commands through the query cache as mutations. Each mutation carries the name of its call, and its data is the answer. A
 * hook of the cache refetches the data that a command affects, so screens need not do it.
 */
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { QueryClient } from '@tanstack/react-query';
import { MutationCache } from '@tanstack/react-query';

export type AfterAnswer<Name> = (name: Name, answer: Envelope<unknown>) => Promise<unknown>;

export function followingAnswers<Name extends string>(after: AfterAnswer<Name>): MutationCache {
  return new MutationCache({
    onSuccess: async (answer, _variables, _result, { options, meta }) => {
      const name = options.mutationKey?.[0] as Name | undefined;
      if (name === undefined) return;
      const read = after(name, answer as Envelope<unknown>);
      if (meta?.['waits'] === true) await read;
    },
  });
}

/** Sends the command. If `waits` is set, resolves only after all data that the command affects has been refetched. */
export function sendThrough<Answer>(
  queries: QueryClient,
  name: string,
  { send, waits = false }: { readonly send: () => Promise<Answer>; readonly waits?: boolean },
): Promise<Answer> {
  const sending = queries.getMutationCache().build(queries, {
    mutationKey: [name],
    mutationFn: send,
    meta: { waits },
    networkMode: 'always',
    // The cache keeps neither the input nor the answer: both are private to the sender.
    gcTime: 0,
  });
  return sending.execute(undefined);
}
