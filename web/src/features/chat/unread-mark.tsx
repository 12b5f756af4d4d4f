/** The number of unread answers from support. */
import { useChatStanding } from '../../live/chat-standing.ts';
import { Badge } from '../../ui/badge.tsx';

export function UnreadMark() {
  const unread = useChatStanding().data?.unread ?? 0;
  return unread > 0 && <Badge tone="accent">{unread}</Badge>;
}
