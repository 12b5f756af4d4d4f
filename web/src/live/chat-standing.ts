/**
 * The state of the customer's conversation with support, for badges. It is refetched after every event of the conversation other
 * than typing.
 */
import type { AppState } from '@candor/client/app-state.ts';
import type { CallOutput } from '@candor/protocol/calls.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSignedIn } from '../lib/customer.ts';
import { useCall } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { visitorKey } from '../lib/visitor-key.ts';
import { createQueryClient } from '../lib/api.ts';
import { createLiveConnection } from './connection.ts';

const OPEN = 'POST chat/open';

/** Not requested for a visitor without a conversation, who has no unread messages. */
export function useChatStanding(): UseQueryResult<CallOutput<typeof OPEN>> {
  const signedIn = useSignedIn();
  const enabled = signedIn || visitorKey() !== undefined;
  return useCall(OPEN, {}, { enabled, staleMs: Number.POSITIVE_INFINITY });
}

/** Called once, when the live connection starts. */
export function followChat(app: AppState): void {
  const queryClient = app.of(createQueryClient);
  const connection = app.of(createLiveConnection);
  const refetchCalls = (): void => void queryClient.invalidateQueries({ queryKey: [OPEN] });
  connection.on('chat', (event) => {
    if (event.kind !== 'typing') refetchCalls();
  });
  connection.onHearing(refetchCalls);
  const key = visitorKey();
  if (key !== undefined) connection.useVisitorKey(key);
  useSession.subscribe((session, before) => {
    // The next conversation belongs to a different user.
    if (session.token !== before.token) queryClient.removeQueries({ queryKey: [OPEN] });
  });
}
