/** How many answers of customer service wait to be read. */
import { useChatStanding } from '../../live/chat-standing.ts';
import { Badge } from '../../ui/badge.tsx';

export function UnreadMark() {
  const unread = useChatStanding().data?.unread ?? 0;
  return unread > 0 && <Badge tone="accent">{unread}</Badge>;
}
