/**
 * Sends commands through the query cache, as mutations that carry the call's name and whose data is the answer. A single hook
 * of the cache then refetches what each command affects, and no screen has to.
 */
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { QueryClient } from '@tanstack/react-query';
import { MutationCache } from '@tanstack/react-query';

/** Refetches what a call with this name and answer affects. */
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

/** Sends the command. With `waits`, it resolves only after everything the command affects has been refetched. */
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
    // The input and the answer belong to the sender, not to the cache.
    gcTime: 0,
  });
  return sending.execute(undefined);
}
