/**
 * What is asked for anew, and when: a row of the table of calls says what its answer is about and what it changes, and by that the
 * query cache knows what a command has touched. No screen says it again. The socket says it too; this holds when the socket is down.
 */
import { followingAnswers } from '@candor/client/commands.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Topic } from '@candor/protocol/topics.ts';
import type { MutationCache, QueryClient } from '@tanstack/react-query';
import { readersOf, touchedBy } from './call-facts.ts';

/** What was offered has changed since it was read. */
const changed: ReadonlySet<RefusalCode> = new Set(['price_moved', 'payout_changed', 'terms_changed']);

type Queries = Pick<QueryClient, 'invalidateQueries'>;

export function readAnew(queries: Queries, names: readonly CallName[]): Promise<unknown> {
  return Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}

/** What a command of this name touches; also when its sender gives up hearing what became of it. */
export function readTouchedAnew(queries: Queries, name: CallName): Promise<unknown> {
  const touched = touchedBy(name);
  return touched === 'everything'
    ? queries.invalidateQueries({ predicate: ({ meta }) => meta?.['ofCustomer'] === true })
    : readAnew(queries, readersOf(touched));
}

/** A refusal too tells that what was read is no longer so. */
async function readAnswered(queries: Queries, name: CallName, answer: Envelope<unknown>): Promise<void> {
  if (answer.type === '999') return;
  const offers: readonly Topic[] = answer.type === 'error' && changed.has(answer.error) ? ['offers'] : [];
  await Promise.all([readTouchedAnew(queries, name), readAnew(queries, readersOf(offers))]);
}

/** What reads anew after every command (`api.ts`). */
export function readingAnew(queries: () => Queries): MutationCache {
  return followingAnswers<CallName>((name, answer) => readAnswered(queries(), name, answer));
}
