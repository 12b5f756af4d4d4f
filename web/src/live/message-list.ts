/** Messages in the query cache. An event updates the unread count immediately and triggers a refetch of the list. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { QueryClient } from '@tanstack/react-query';

type Messages = CallOutput<'GET user/usermessage'>;

/** The bell's request. One message is sufficient, because every answer contains the unread count. */
export const newestMessage = { limit: 1 };

export function keepUnread(
  queries: Pick<QueryClient, 'setQueriesData' | 'invalidateQueries'>,
  unread: number,
): void {
  queries.setQueriesData<Messages>(
    { queryKey: ['GET user/usermessage', newestMessage] },
    (known) => known && { ...known, unread },
  );
  refetchMessages(queries);
}

export function refetchMessages(queries: Pick<QueryClient, 'invalidateQueries'>): void {
  void queries.invalidateQueries({ queryKey: ['GET user/usermessage'] });
}
