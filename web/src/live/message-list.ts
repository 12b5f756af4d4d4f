/** Messages in the query cache: how many are unread follows at once what a device hears, the list is read anew. */
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { QueryClient } from '@tanstack/react-query';

type Messages = CallOutput<'GET user/usermessage'>;

/** What the bell asks for: one message is enough to learn how many are unread. */
export const newestMessage = { limit: 1 };

export function keepUnread(
  queries: Pick<QueryClient, 'setQueriesData' | 'invalidateQueries'>,
  unread: number,
): void {
  queries.setQueriesData<Messages>(
    { queryKey: ['GET user/usermessage', newestMessage] },
    (known) => known && { ...known, unread },
  );
  readMessagesAnew(queries);
}

export function readMessagesAnew(queries: Pick<QueryClient, 'invalidateQueries'>): void {
  void queries.invalidateQueries({ queryKey: ['GET user/usermessage'] });
}
