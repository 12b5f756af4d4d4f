/** What is asked for anew once a decision is done, as its row of the table of calls says; no page says it again. */
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

/** What is shown may be another now, all but pictures: who decided has seen them, and did not look once more. */
function readTouchedAnew(queries: Queries, name: ConsoleCallName): Promise<unknown> {
  const touched = touchedBy(name) ?? [];
  return queries.invalidateQueries({
    predicate: ({ meta, queryKey }) =>
      touched === 'everything'
        ? meta?.['isPicture'] !== true
        : rows[String(queryKey[0])]?.reads?.some((topic) => touched.includes(topic)) === true,
  });
}

/** What reads anew after every decision (`api.ts`). */
export function readingAnew(queries: () => Queries): MutationCache {
  return followingAnswers<ConsoleCallName>(async (name, answer) => {
    // After a refusal what is decided upon stays as it was read, until its reader asks for what is there now.
    if (answer.type === 'ok' || touchedBy(name) !== 'everything') await readTouchedAnew(queries(), name);
  });
}
