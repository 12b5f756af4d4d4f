/** The screen of customer service, as a row of the table of screens. */
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRow } from './screen-row.ts';

export const chatScreens: readonly ScreenRow[] = [
  {
    paths: ['/pages/me/kefu'],
    title: 'chat',
    screen: lazyScreen(() => import('../features/chat/chat-screen.tsx').then((file) => file.ChatScreen)),
  },
];
