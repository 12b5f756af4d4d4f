/** Entry points: the account menu, and the notices that link to this feature. */
import { MessageCircle, MessagesSquare } from 'lucide-react';
import { chatLink } from '../../lib/links.ts';
import type { Entries } from '../../platform/entries.ts';
import { UnreadMark } from './unread-mark.tsx';

export const entries: Entries = {
  menu: [
    {
      group: 'help',
      place: 10,
      icon: MessagesSquare,
      says: 'titles.chat',
      href: chatLink(),
      Mark: UnreadMark,
    },
  ],
  notices: {
    chat_waiting: { lead: { href: chatLink(), title: 'chat' }, tone: 'plain' },
  },
  topics: {
    service: MessageCircle,
  },
};
