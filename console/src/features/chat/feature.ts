/** The inbox, the saved replies, and conversations as cases. */
import type { ConsoleFeature } from '../../kit/console-feature.ts';
import { CannedPage } from './canned-page.tsx';
import { ChatCase } from './chat-case.tsx';
import { ChatPage } from './chat-page.tsx';

export const feature: ConsoleFeature = {
  places: [
    { path: '/chat', at: 30, name: 'frame.place.chat', needs: 'GET chat_inbox', letter: 'm' },
    { path: '/canned', at: 170, name: 'frame.place.canned', needs: 'GET chat_canned', letter: 'r' },
  ],
  pages: { '/chat': ChatPage, '/chat/:id': ChatPage, '/canned': CannedPage },
  cases: { chat: ChatCase },
};
