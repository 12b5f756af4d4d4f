/**
 * Commands go through the query cache: a mutation that bears the call's name and whose data is the answer. So one hook of the cache
 * sees to what each of them touches, and no screen has to.
 */
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { QueryClient } from '@tanstack/react-query';
import { MutationCache } from '@tanstack/react-query';

/** What is to be read anew once a call of this name was answered so. */
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

/** Sends it; with `waits` it has answered only when what it touches has been read anew. */
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
    // What was sent and answered is its sender's, not the cache's.
    gcTime: 0,
  });
  return sending.execute(undefined);
}
