/** The screens of messages, as rows of the table of screens. */
import { lazyScreen } from './lazy-screen.ts';
import type { ScreenRow } from './screen-row.ts';

export const messageScreens: readonly ScreenRow[] = [
  {
    paths: ['/pages/me/messages'],
    title: 'messages',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/notifications/messages-screen.tsx').then((file) => file.MessagesScreen),
    ),
  },
  {
    paths: ['/pages/me/priceAlerts'],
    title: 'priceAlerts',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/notifications/alerts-screen.tsx').then((file) => file.AlertsScreen),
    ),
  },
  {
    paths: ['/pages/news/msgdetail'],
    title: 'message',
    needsLogin: true,
    screen: lazyScreen(() =>
      import('../features/notifications/message-screen.tsx').then((file) => file.MessageScreen),
    ),
  },
];
