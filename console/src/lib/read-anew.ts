/** What is asked for anew once a decision is done, as its row of the table of calls says; no page says it again. */
import type { ConsoleRow } from '@candor/protocol/console/console-call.ts';
import { consoleCalls } from '@candor/protocol/console/console-calls.ts';
import type { ConsoleCallName } from '@candor/protocol/console/console-calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { QueryClient } from '@tanstack/react-query';
import { MutationCache } from '@tanstack/react-query';

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

/** Every decision goes through it (`api.ts`): its mutation bears the call's name, and its data is the answer. */
export function readingAnew(queries: () => Queries): MutationCache {
  return new MutationCache({
    onSuccess: (answer, _variables, _result, { options }) => {
      const name = options.mutationKey?.[0] as ConsoleCallName | undefined;
      if (name === undefined) return;
      // After a refusal what is decided upon stays as it was read, until its reader asks for what is there now.
      const isDone = (answer as Envelope<unknown>).type === 'ok';
      if (isDone || touchedBy(name) !== 'everything') void readTouchedAnew(queries(), name);
    },
  });
}
