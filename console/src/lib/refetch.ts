/** Refetches data after a decision, according to the topics in the call table. */
import { followingAnswers } from '@candor/client/commands.ts';
import type { ConsoleRow } from '@candor/protocol/console/console-call.ts';
import { consoleCalls } from '@candor/protocol/features.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { MutationCache, QueryClient } from '@tanstack/react-query';

type Queries = Pick<QueryClient, 'invalidateQueries'>;

const rows: Readonly<Record<string, ConsoleRow>> = consoleCalls;

export function touchedBy(name: ConsoleCallName): ConsoleRow['touches'] {
  return rows[name]?.touches;
}

/** All displayed data may have changed. Images are excluded, because refetching one would record a view. */
function refetchTouched(queries: Queries, name: ConsoleCallName): Promise<unknown> {
  const touched = touchedBy(name) ?? [];
  return queries.invalidateQueries({
    predicate: ({ meta, queryKey }) =>
      touched === 'everything'
        ? meta?.['isPicture'] !== true
        : rows[String(queryKey[0])]?.reads?.some((topic) => touched.includes(topic)) === true,
  });
}

/** The mutation cache that refetches after every decision (`api.ts`). */
export function refetchingCache(queries: () => Queries): MutationCache {
  return followingAnswers<ConsoleCallName>(async (name, answer) => {
    // After a refusal, the case keeps its data until the operator reloads it.
    if (answer.type === 'ok' || touchedBy(name) !== 'everything') await refetchTouched(queries(), name);
  });
}
