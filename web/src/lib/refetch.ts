/**
 * Refetches the data affected by commands. Each row of the table of calls names the topics that its answer concerns and the
 * topics that it changes, so screens need no such list. The socket's events have the same effect, but commands also refetch while
 * the socket is down.
 */
import { followingAnswers } from '@candor/client/commands.ts';
import type { CallName } from '@candor/protocol/calls.ts';
import type { Envelope } from '@candor/protocol/envelope.ts';
import type { RefusalCode } from '@candor/protocol/refusals.ts';
import type { Topic } from '@candor/protocol/topics.ts';
import type { MutationCache, QueryClient } from '@tanstack/react-query';
import { readersOf, touchedBy } from './call-facts.ts';

/** The refusals that mean that the offer has changed. */
const changed: ReadonlySet<RefusalCode> = new Set(['price_moved', 'payout_changed', 'terms_changed']);

type Queries = Pick<QueryClient, 'invalidateQueries'>;

export function refetchCalls(queries: Queries, names: readonly CallName[]): Promise<unknown> {
  return Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [name] })));
}

/** Refetches the data that a command of this name affects, even if its sender has stopped waiting for the answer. */
export function refetchTouched(queries: Queries, name: CallName): Promise<unknown> {
  const touched = touchedBy(name);
  return touched === 'everything'
    ? queries.invalidateQueries({ predicate: ({ meta }) => meta?.['ofCustomer'] === true })
    : refetchCalls(queries, readersOf(touched));
}

/** A refusal also means that earlier answers may be outdated. */
async function readAnswered(queries: Queries, name: CallName, answer: Envelope<unknown>): Promise<void> {
  if (answer.type === '999') return;
  const offers: readonly Topic[] = answer.type === 'error' && changed.has(answer.error) ? ['offers'] : [];
  await Promise.all([refetchTouched(queries, name), refetchCalls(queries, readersOf(offers))]);
}

/** Creates a cache that refetches the affected data after every command. */
export function refetchingCache(queries: () => Queries): MutationCache {
  return followingAnswers<CallName>((name, answer) => readAnswered(queries(), name, answer));
}
